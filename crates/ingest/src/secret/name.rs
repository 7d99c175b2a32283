//! What a name says about the value it is given: a password, a token, a key, or nothing of the kind.
//!
//! Not here: the value. See `value`.

use super::SecretKind;

/// Words after which a key is a secret one.
#[rustfmt::skip] // a table of words, not a column of them
const KEYED: &[&str] = &[
    "api", "access", "secret", "private", "encryption", "signing", "signature", "auth", "account", "master", "session", "service", "jwt",
    "hmac", "aes", "deploy", "webhook", "storage", "subscription", "shared", "client", "crypt", "cipher", "app", "license", "admin", "root",
];

/// Words after which `pat` is a personal access token and no pattern.
const HOSTS: &[&str] = &["devops", "azure", "ado", "github", "gh", "gitlab", "gl", "access", "bot", "ci", "npm", "jira", "airtable"];

/// Words of names whose values look random and are meant to be seen, or are bytes of something larger.
#[rustfmt::skip] // a table of words, not a column of them
const SEEN: &[&str] = &[
    "sha", "sha1", "sha256", "sha384", "sha512", "md5", "hash", "digest", "integrity", "checksum", "sum", "sri", "etag", "public", "pub",
    "cert", "certificate", "crt", "pem", "fingerprint", "nonce", "commit", "rev", "revision", "src", "href", "image", "img", "icon", "font",
    "data", "base64", "b64", "expected", "want", "expect", "output", "url", "uri", "path", "d", "mappings", "h1", "narhash", "content",
    "body", "challenge", "root", "pubkey", "pubkey256", "id", "x", "y", "n", "cursor", "ref", "tree", "blob", "signature",
];

/// Whether a name speaks about something that is no secret.
pub(super) fn is_about(name: &str) -> bool {
    let mut last = String::new();
    let seen = (Words { rest: name.as_bytes() }).any(|word| {
        last = String::from_utf8_lossy(word).to_ascii_lowercase();
        SEEN.contains(&last.as_str())
    });
    seen || ABOUT.contains(&last.as_str())
}

/// Last words of names that speak about a secret without holding one.
#[rustfmt::skip] // a table of words, not a column of them
const ABOUT: &[&str] = &[
    "count", "limit", "type", "max", "min", "budget", "usage", "id", "ids", "length", "len", "size", "kind", "name", "names", "url", "uri",
    "path", "file", "dir", "folder", "env", "var", "index", "ttl", "expiry", "expires", "expiration", "at", "age", "field", "label", "hint",
    "policy", "rule", "regex", "pattern", "format", "header", "prefix", "suffix", "placeholder", "error", "message", "required", "enabled",
    "reset", "page", "form", "input", "button", "icon", "title", "description", "help", "hash", "algorithm", "encoding", "source",
    "provider", "manager", "endpoint", "version", "status", "state", "valid", "invalid", "created", "updated", "rotation", "strength",
    "option", "options", "schema", "class", "issuer", "audience", "scope", "scopes", "ref", "arn", "digest", "fingerprint", "checksum",
    "integrity", "per", "rate", "window", "cost", "price", "mgr", "realm", "const", "encryption",
];

/// What a name says its value is; none if it says nothing of secrets.
pub(super) fn kind_of(name: &str) -> Option<SecretKind> {
    // No word that tells is shorter, and many names are.
    if name.len() < 3 {
        return None;
    }
    let mut kind = None;
    let (mut before, mut last) = ([0_u8; 16], 0);
    let (mut aws, mut public) = (false, false);
    for word in (Words { rest: name.as_bytes() }) {
        let mut lower = [0_u8; 16];
        let len = word.len().min(16);
        lower[..len].copy_from_slice(&word[word.len() - len..]);
        lower.make_ascii_lowercase();
        let held = &before[..last];
        kind = match &lower[..len] {
            b"password" | b"passwd" | b"passphrase" | b"pwd" | b"pass" | b"passcode" | b"passwort" => Some(SecretKind::Password),
            b"secret" | b"credential" | b"credentials" | b"secrets" => Some(if aws { SecretKind::AwsSecretKey } else { SecretKind::Secret }),
            b"token" | b"authtoken" | b"accesstoken" | b"bearer" => Some(SecretKind::Token),
            b"apikey" | b"accesskey" | b"privatekey" | b"authkey" | b"accountkey" => Some(SecretKind::ApiKey),
            b"pat" if is_one_of(HOSTS, held) => Some(SecretKind::Token),
            b"secretkey" => Some(SecretKind::Secret),
            b"key" if kind == Some(SecretKind::AwsSecretKey) || kind == Some(SecretKind::Secret) => kind,
            b"key" if is_one_of(KEYED, held) => {
                Some(if kind == Some(SecretKind::AwsSecretKey) { SecretKind::AwsSecretKey } else { SecretKind::ApiKey })
            }
            b"access" if kind.is_some() => kind,
            word if word.ends_with(b"password") => Some(SecretKind::Password),
            word if word.ends_with(b"secret") => Some(SecretKind::Secret),
            word if word.ends_with(b"token") => Some(SecretKind::Token),
            word if word.ends_with(b"apikey") => Some(SecretKind::ApiKey),
            b"key" | b"auth" | b"cred" | b"creds" | b"salt" | b"sig" | b"signature" | b"session" | b"sessionid" | b"cookie" | b"seed" | b"dsn"
            | b"webhook" => kind.or(Some(SecretKind::HighEntropy)),
            _ => kind,
        };
        aws |= &lower[..len] == b"aws";
        public |= &lower[..len] == b"public" || &lower[..len] == b"publishable" || &lower[..len] == b"tokens";
        (before, last) = (lower, len);
    }
    kind.filter(|_| !public && !is_one_of(ABOUT, &before[..last]))
}

fn is_one_of(words: &[&str], word: &[u8]) -> bool {
    words.iter().any(|one| one.as_bytes() == word)
}

/// The words of a name: parted by marks, and where a capital follows a small letter or a digit.
struct Words<'n> {
    rest: &'n [u8],
}

impl<'n> Iterator for Words<'n> {
    type Item = &'n [u8];

    fn next(&mut self) -> Option<&'n [u8]> {
        let skip = self.rest.iter().position(u8::is_ascii_alphanumeric)?;
        let rest = &self.rest[skip..];
        let mut len = 1;
        while len < rest.len() && rest[len].is_ascii_alphanumeric() {
            let turns = !rest[len - 1].is_ascii_uppercase() && rest[len].is_ascii_uppercase();
            // `APIKey` is `API` and `Key`.
            let capital =
                rest[len].is_ascii_uppercase() && rest.get(len + 1).is_some_and(u8::is_ascii_lowercase) && rest[len - 1].is_ascii_uppercase();
            if turns || capital {
                break;
            }
            len += 1;
        }
        let (word, after) = rest.split_at(len);
        self.rest = after;
        Some(word)
    }
}
