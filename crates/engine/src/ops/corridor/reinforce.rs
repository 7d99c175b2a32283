//! Say that a shared learning proved right again: it is believed a little more surely. A human's word; agents propose it.
//!
//! Each time is a row with its own seal, so that a number edited by hand convinces nobody.

use super::{confidence, learning, promoted, reinforcement};
use crate::{Dialect, Error, House, Method, Operation, Reviewed, Shown, Spec, ops::missing};
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
use store::View;

/// What its seal names.
pub(super) const NAME: &str = "corridor.reinforce";

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
    const SPEC: Spec = Spec::new(NAME, "Say that a shared learning proved right again, a tenth surer each time; agents propose it")
        .http(Method::Post, "/v1/corridor/{learningId}/reinforce")
        .positional(&["learningId"])
        .agents(Agents::Propose)
        .also(&[(Dialect::Palace, "corridor_reinforce")]);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &House, _: &Call, Input { learning_id }: &Input) -> Result<Shown, Error> {
        let claim = shared(view, house, learning_id)?;
        let now = Confidence::hundredths(confidence(view, house, &claim)?);
        let covered = reinforcement(&claim, next_step(view, &claim)?)?;
        Ok(Shown { covers: vec![covered], what: json!({ "learning": claim.draft, "confidence now": now, "confidence then": then(now) }) })
    }

    fn run(cx: &mut Reviewed<'_>, Input { learning_id }: Input) -> Result<Output, Error> {
        let house = cx.house;
        let claim = shared(cx, house, &learning_id)?;
        let now = Confidence::hundredths(confidence(cx, house, &claim)?);
        let (step, seal, by, at) = (next_step(cx, &claim)?, cx.review.seal(), cx.call.actor.name().to_owned(), cx.call.now);
        cx.put_reinforcement(&claim.id, step, seal, &by, at)?;
        cx.about(&learning_id);
        Ok(Output { learning_id, confidence: then(now) })
    }
}

/// How sure it is after one more time.
const fn then(now: Confidence) -> Confidence {
    Confidence::hundredths(now.points() + super::STEP)
}

/// The number of the next time.
fn next_step(view: &mut View<'_>, claim: &Claim) -> Result<i64, Error> {
    Ok(view.reinforcements(&claim.id)?.last().map_or(1, |(step, _)| step + 1))
}

/// A learning that holds everywhere and can still be surer.
fn shared(view: &mut View<'_>, house: &House, id: &ClaimId) -> Result<Claim, Error> {
    let claim = learning(view, house, id)?;
    if promoted(view, house, &claim)?.is_none() {
        return Err(missing("shared learning", id));
    }
    if confidence(view, house, &claim)? >= 100 {
        return Err(Code::NoSuchMove
            .refuse(id.as_str(), format!("learning {id} is as sure as it can be"))
            .next("Nothing: it cannot be surer")
            .into());
    }
    Ok(claim)
}
