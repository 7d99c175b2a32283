//! Say whether a token holds: who signed it, for whom, until when, and whether it was used.

use crate::{Error, Look, Method, Operation, Spec, cycle};
use kernel::{effect::Read, id::TokenId, time::Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Looks at it.
#[derive(Debug)]
pub struct Token;

/// Which token.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// The token
    pub token_id: TokenId,
}

/// What holds of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Whether it holds now
    pub valid: bool,
    /// Whether this palace's secret keyed it
    pub signature_valid: bool,
    /// Whether its payload is unchanged
    pub hash_valid: bool,
    /// Whether the log's key signed it
    pub log_signature_valid: bool,
    /// Whether its type and session are those that were signed
    pub type_valid: bool,
    /// Whether its row is what the ledger says was left of it
    pub ledger_valid: bool,
    /// Whether it is too old
    pub expired: bool,
    /// When it was used up or taken back
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used_at: Option<Moment>,
    /// What it says
    pub payload: Json,
    /// Why it does not hold
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Operation for Token {
    const SPEC: Spec = Spec::new("cycle.token", "Say whether a token holds, and what it allows")
        .http(Method::Get, "/v1/cycle/tokens/{tokenId}")
        .positional(&["tokenId"]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { token_id }: Input) -> Result<Output, Error> {
        let (house, now) = (cx.house, cx.call.now);
        let Some(state) = cycle::look(cx, house, token_id.as_str(), now)? else {
            return Ok(Output {
                valid: false,
                signature_valid: false,
                hash_valid: false,
                log_signature_valid: false,
                type_valid: false,
                ledger_valid: false,
                expired: false,
                used_at: None,
                payload: Json::Null,
                error: Some("Token not found".to_owned()),
            });
        };
        let error = state.fault().map(str::to_owned).or_else(|| state.used.then(|| "it was used or taken back".to_owned()));
        let error = error.or_else(|| state.expired.then(|| format!("it expired at {}", state.token.expires_at)));
        Ok(Output {
            valid: state.holds(),
            signature_valid: state.checked.keyed,
            hash_valid: state.checked.hash,
            log_signature_valid: state.checked.logged,
            type_valid: state.checked.said,
            ledger_valid: state.bound,
            expired: state.expired,
            used_at: state.token.used_at,
            payload: state.checked.payload,
            error,
        })
    }
}
