//! Say whether a session's cycle came about as it should. If it did, a receipt and a token are minted; nobody is asked whether
//! it did.

use super::{Hash, Verdict};
use crate::{Dialect, Error, Method, Operation, Spec, Work, cycle};
use kernel::{effect::Propose, id::SessionId, refusal::Code};
use schemars::JsonSchema;
use serde::Deserialize;

/// Judges it.
#[derive(Debug)]
pub struct Validate;

/// Which session.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Your session
    pub session_id: SessionId,
    /// The context that the response rests on, as the pack gave it
    #[serde(default)]
    pub context_hash: Hash,
}

impl Operation for Validate {
    const SPEC: Spec = Spec::new(
        "cycle.validate",
        "Judge your session's guarded cycle: every phase in order, calls as the ledger has them, a response that stands; mints a receipt and a token",
    )
    .http(Method::Post, "/v1/cycle/{sessionId}/validate")
    .positional(&["sessionId"])
    .also(&[(Dialect::Cycle, "governance_validate")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Verdict;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Verdict, Error> {
        let session = cycle::under_way(cx.call, cx, &input.session_id)?;
        let begun = cx.cycle(&session.id)?;
        let mut cycle = begun.ok_or_else(|| {
            Error::from(
                Code::PhaseOutOfOrder
                    .refuse(session.id.as_str(), format!("session {} has not begun a cycle", session.id))
                    .next("Call the phase SNAPSHOT"),
            )
        })?;
        let validated = cycle::validate(cx, &session, &mut cycle, input.context_hash.0)?;
        cx.about(&session.id);
        Ok(validated.into())
    }
}
