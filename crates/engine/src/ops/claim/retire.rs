//! Retire a claim: it is kept, and no longer believed. Agents may propose it.

use crate::{Error, House, Method, Operation, Reviewed, Shown, Spec, ops::missing};
use kernel::{
    actor::ActorKind,
    call::Call,
    canonical,
    claim::{Move, Standing},
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
    const SPEC: Spec = Spec::new("claim.retire", "Retire a claim that no longer holds; agents propose it")
        .http(Method::Post, "/v1/claims/{claim}/retire")
        .positional(&["claim"])
        .agents(Agents::Propose);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &House, call: &Call, input: &Input) -> Result<Shown, Error> {
        let claim = view.claim(&input.claim)?.ok_or_else(|| missing("claim", &input.claim))?;
        // Asking to retire must not read back what recall would not tell: what is not believed does not exist below a human.
        if call.actor.kind() != ActorKind::Human && !house.is_authoritative(view, &claim)? {
            return Err(missing("claim", &input.claim));
        }
        // Not the draft's own digest: that one stands for "this is believed", and this seal says the contrary.
        let covered = canonical::digest(&(Self::SPEC.name, &claim.id, claim.draft.digest()))?;
        Ok(Shown { covers: vec![covered], what: json!({ "claim": claim.draft, "standing": claim.standing, "reason": input.reason }) })
    }

    fn run(cx: &mut Reviewed<'_>, Input { claim, .. }: Input) -> Result<Output, Error> {
        let mut claim = cx.claim(&claim)?.ok_or_else(|| missing("claim", &claim))?;
        claim.standing = claim.standing.step(&Move::Retire(&cx.review))?;
        // The seal behind a claim is the one behind its present standing. This one vouches for nothing, so a row whose standing
        // is written back by hand is still not believed.
        claim.seal = Some(cx.review.seal());
        claim.updated_at = cx.call.now;
        cx.put_claim(&claim)?;
        cx.about(&claim.id);
        Ok(Output { id: claim.id, standing: claim.standing })
    }
}
