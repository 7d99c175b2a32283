//! The kinds of secrets and their words.
//!
//! Not here: their shapes. Each finder has its own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares the kinds with the word that stands in a redacted text.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $word:literal;)*) => {
        /// What a secret was. The word takes its place in the text and is counted in the answer.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        pub enum SecretKind {
            $($(#[$doc])* #[serde(rename = $word)] $name,)*
        }

        impl SecretKind {
            /// Every kind.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The word for it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }
        }
    };
}

kinds! {
    /// An AWS access key id.
    AwsAccessKey = "aws-access-key";
    /// The secret half of an AWS access key.
    AwsSecretKey = "aws-secret-key";
    /// A GitHub token.
    GithubToken = "github-token";
    /// A GitLab token.
    GitlabToken = "gitlab-token";
    /// An OpenAI key.
    OpenaiKey = "openai-key";
    /// An Anthropic key.
    AnthropicKey = "anthropic-key";
    /// A Google key, client secret or access token.
    GoogleKey = "google-key";
    /// A Slack token or webhook.
    SlackToken = "slack-token";
    /// A Stripe key or webhook secret.
    StripeKey = "stripe-key";
    /// An npm token.
    NpmToken = "npm-token";
    /// A PyPI token.
    PypiToken = "pypi-token";
    /// A Hugging Face token.
    HuggingFaceToken = "hugging-face-token";
    /// A SendGrid key.
    SendgridKey = "sendgrid-key";
    /// A Twilio key.
    TwilioKey = "twilio-key";
    /// A Telegram bot's token.
    TelegramToken = "telegram-token";
    /// An Azure storage or service key.
    AzureKey = "azure-key";
    /// A token of some other service, known by its prefix.
    ServiceToken = "service-token";
    /// A private key: PEM, OpenSSH, PGP, age.
    PrivateKey = "private-key";
    /// A JSON Web Token.
    Jwt = "jwt";
    /// The token of an authorization header.
    BearerToken = "bearer-token";
    /// The credentials of basic authentication.
    BasicAuth = "basic-auth";
    /// The password in a connection string or address.
    ConnectionPassword = "connection-password";
    /// A password given to a name.
    Password = "password";
    /// A key given to a name.
    ApiKey = "api-key";
    /// A token given to a name.
    Token = "token";
    /// Another secret given to a name that says so.
    Secret = "secret";
    /// A value too random to be anything else, under a name that allows it.
    HighEntropy = "high-entropy-value";
}
