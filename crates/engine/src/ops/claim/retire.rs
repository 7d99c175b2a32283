//! Retire a claim: it is kept, and no longer believed. Agents may propose it.

use crate::governance::claims::{RETIRE, retire_digest};
use crate::{Error, Method, Operation, PalaceState, Reviewed, Shown, Spec, ops::missing};
use kernel::{
    actor::ActorKind,
    call::Call,
    claim::{Claim, Move, Standing},
    effect::Govern,
    gate::Agents,
    id::ClaimId,
    text::Note,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::View;

/// Withdraws a claim.
#[derive(Debug)]
pub struct Retire;

/// Which, and why.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Claim to retire
    pub claim: ClaimId,
    /// Why it is no longer so
    pub reason: Note,
}

/// How it stands now.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The claim
    pub id: ClaimId,
    /// How it stands now
    pub standing: Standing,
}

impl Operation for Retire {
    const SPEC: Spec = Spec::new(RETIRE, "Retire a claim that no longer holds; agents propose it")
        .http(Method::Post, "/v1/claims/{claim}/retire")
        .positional(&["claim"])
        .agents(Agents::Propose);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, call: &Call, input: &Input) -> Result<Shown, Error> {
        let claim = view.claim(&input.claim)?.ok_or_else(|| missing("claim", &input.claim))?;
        // Asking to retire must not read back what recall would not tell: what is not believed does not exist below a human.
        if call.actor.kind() != ActorKind::Human && !house.is_authoritative(view, &claim)? {
            return Err(missing("claim", &input.claim));
        }
        shown(&claim, &input.reason)
    }

    fn run(cx: &mut Reviewed<'_>, Input { claim, .. }: Input) -> Result<Output, Error> {
        let claim = withdraw(cx, &claim)?;
        cx.about(&claim.id);
        Ok(Output { id: claim.id, standing: claim.standing })
    }
}

/// What a human sees before a claim is withdrawn.
pub(super) fn shown(claim: &Claim, reason: &Note) -> Result<Shown, Error> {
    let what = json!({ "claim": claim.draft, "standing": claim.standing, "reason": reason });
    Ok(Shown { covers: vec![retire_digest(claim)?], what })
}

/// Withdraws a claim. The seal behind a claim is the one behind its present standing; this one vouches for nothing, so a row
/// whose standing is written back by hand is still not believed.
pub(super) fn withdraw(cx: &mut Reviewed<'_>, id: &ClaimId) -> Result<Claim, Error> {
    let mut claim = cx.claim(id)?.ok_or_else(|| missing("claim", id))?;
    claim.standing = claim.standing.step(&Move::Retire(&cx.review))?;
    claim.seal = Some(cx.review.seal());
    claim.updated_at = cx.call.now;
    cx.put_claim(&claim)?;
    Ok(claim)
}
