//! Show a token for something that is to be done. Refused unless it holds, is yours and allows it; what is good once is used up.

use crate::{
    Error, Method, Operation, Spec, Work,
    cycle::{self, Asked},
};
use kernel::{
    effect::Propose,
    id::{SessionId, TokenId},
    text::Name,
    time::Moment,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Shows it.
#[derive(Debug)]
pub struct Spend;

/// Which token, for what.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// The token
    pub token_id: TokenId,
    /// What is to be done
    pub action: Name,
    /// The session it is done in
    #[serde(default)]
    pub session_id: Option<SessionId>,
}

/// The leave.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// It may be done
    pub authorized: bool,
    /// The session it was minted for
    pub session_id: String,
    /// What is to be done
    pub action: String,
    /// Until when the token is good
    pub expires_at: Moment,
    /// When it was used up
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used_at: Option<Moment>,
}

impl Operation for Spend {
    const SPEC: Spec = Spec::new("cycle.spend", "Show a token for something that is to be done; one that is good once is used up")
        .http(Method::Post, "/v1/cycle/tokens/{tokenId}/spend")
        .positional(&["tokenId", "action"]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let token = cycle::spend(cx, Asked { token: &input.token_id, session: input.session_id.as_ref(), action: input.action.as_str() })?;
        cx.about(&token.id);
        Ok(Output {
            authorized: true,
            session_id: token.signed.session,
            action: input.action.into(),
            expires_at: token.expires_at,
            used_at: token.used_at,
        })
    }
}
