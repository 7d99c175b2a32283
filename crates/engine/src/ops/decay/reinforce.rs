//! Confirm a learning: it is still so. Time is counted from now; how sure we are stays. Agents may propose it.

use super::{covers, learning, put};
use crate::{Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec};
use kernel::{call::Call, claim::Confidence, effect::Govern, gate::Agents, id::ClaimId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{View, Why};

/// Confirms a learning.
#[derive(Debug)]
pub struct Reinforce;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Learning that is still so
    #[serde(alias = "learning_id", alias = "learning", alias = "id")]
    pub learning_id: ClaimId,
}

/// How sure we are.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The learning
    pub id: ClaimId,
    /// How sure we were
    pub from: Confidence,
    /// How sure we are
    pub to: Confidence,
}

impl Operation for Reinforce {
    const SPEC: Spec = Spec::new("decay.reinforce", "Confirm that a learning is still so, which stops it from fading; agents propose it")
        .http(Method::Post, "/v1/decay/reinforce")
        .positional(&["learningId"])
        .agents(Agents::Propose)
        .also(&[(Dialect::Palace, "decay_reinforce")]);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, call: &Call, input: &Input) -> Result<Shown, Error> {
        let (claim, aging) = learning(view, house, &input.learning_id)?;
        let what = json!({ "claim": claim.draft, "confidence": aging.present, "unconfirmedDays": aging.days(call.now) });
        Ok(Shown { covers: covers([(&claim.id, aging.present)].into_iter(), Why::Reinforced)?, what })
    }

    fn run(cx: &mut Reviewed<'_>, Input { learning_id }: Input) -> Result<Output, Error> {
        let house = cx.house;
        let (claim, aging) = learning(cx, house, &learning_id)?;
        put(cx, claim.id.clone(), aging.present, Why::Reinforced)?;
        cx.about(&claim.id);
        Ok(Output { id: claim.id, from: aging.present, to: aging.present })
    }
}
