//! Say that a shared learning proved right again: it is believed a little more surely. A human's word; agents propose it.
//!
//! It is a confidence beside the learning like any other, so what fades, what a route shows and what is shared agree.

use super::{learning, promoted};
use crate::{
    Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    governance::claim_state::beside_one,
    ops::{
        decay::{covers, put},
        missing,
    },
};
use kernel::{
    call::Call,
    claim::{Claim, Confidence},
    effect::Govern,
    gate::Agents,
    id::ClaimId,
    refusal::Code,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{View, Why};

/// What one time adds, in hundredths.
const STEP: i16 = 10;

/// Strengthens a learning.
#[derive(Debug)]
pub struct Reinforce;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Learning that proved right again
    #[serde(alias = "learning_id", alias = "id")]
    pub learning_id: ClaimId,
}

/// How sure it is now.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The learning
    pub learning_id: ClaimId,
    /// How sure it is now, from 0 to 1
    pub confidence: Confidence,
}

impl Operation for Reinforce {
    const SPEC: Spec = Spec::new("corridor.reinforce", "Say that a shared learning proved right again, a tenth surer each time; agents propose it")
        .http(Method::Post, "/v1/corridor/{learningId}/reinforce")
        .positional(&["learningId"])
        .agents(Agents::Propose)
        .also(&[(Dialect::Palace, "corridor_reinforce")]);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, _: &Call, Input { learning_id }: &Input) -> Result<Shown, Error> {
        let (claim, now) = shared(view, house, learning_id)?;
        let what = json!({ "learning": claim.draft, "confidence now": now, "confidence then": now.moved(STEP) });
        Ok(Shown { covers: covers([(&claim.id, now.moved(STEP))].into_iter(), Why::Reinforced)?, what })
    }

    fn run(cx: &mut Reviewed<'_>, Input { learning_id }: Input) -> Result<Output, Error> {
        let house = cx.house;
        let confidence = shared(cx, house, &learning_id)?.1.moved(STEP);
        put(cx, learning_id.clone(), confidence, Why::Reinforced)?;
        cx.about(&learning_id);
        Ok(Output { learning_id, confidence })
    }
}

/// A learning that holds everywhere and can still be surer, and how sure we are of it now.
fn shared(view: &mut View<'_>, house: &PalaceState, id: &ClaimId) -> Result<(Claim, Confidence), Error> {
    let claim = learning(view, house, id)?;
    if promoted(view, house, &claim)?.is_none() {
        return Err(missing("shared learning", id));
    }
    let now = beside_one(view, house, id)?.confidence(&claim).unwrap_or(Confidence::DEFAULT);
    if now.points() >= 100 {
        return Err(Code::NoSuchMove
            .refuse(id.as_str(), format!("learning {id} is as sure as it can be"))
            .next("Confirm it with `decay reinforce`, which only stops it from fading")
            .into());
    }
    Ok((claim, now))
}
