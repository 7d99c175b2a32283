//! Mark a learning as obsolete: it is kept, with the reason, and no longer believed. A human's own word for retiring it.

use super::retire::{Output, shown, withdraw};
use crate::{Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec, governance::claim_state::require_kind, ops::missing};
use kernel::{call::Call, claim::Kind, effect::Govern, gate::Agents, id::ClaimId, text::Note};
use schemars::JsonSchema;
use serde::Deserialize;
use store::View;

/// Marks a learning as obsolete.
#[derive(Debug)]
pub struct Obsolete;

/// Which, and why.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Learning that no longer holds
    #[serde(alias = "learning_id", alias = "learning", alias = "id")]
    pub learning_id: ClaimId,
    /// Why it is no longer so
    pub reason: Note,
}

impl Operation for Obsolete {
    const SPEC: Spec = Spec::new("claim.obsolete", "Mark a learning as obsolete, with the reason, under your seal")
        .http(Method::Post, "/v1/claims/obsolete")
        .positional(&["learningId"])
        .agents(Agents::Never)
        .also(&[(Dialect::Palace, "recall_obsolete")]);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, _: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        let claim = view.claim(&input.learning_id)?.ok_or_else(|| missing("learning", &input.learning_id))?;
        require_kind(&claim, "learningId", &[Kind::Learning])?;
        shown(&claim, &input.reason)
    }

    fn run(cx: &mut Reviewed<'_>, Input { learning_id, .. }: Input) -> Result<Output, Error> {
        let claim = withdraw(cx, &learning_id)?;
        cx.about(&claim.id);
        Ok(Output { id: claim.id, standing: claim.standing })
    }
}
