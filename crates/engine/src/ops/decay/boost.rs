//! Become surer of a learning, by so much. It counts as a confirmation. Agents may propose it.

use super::{covers, learning, put, reinforce::Output};
use crate::{Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec};
use kernel::{call::Call, claim::Confidence, effect::Govern, gate::Agents, id::ClaimId, refusal::Code};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use store::{View, Why};

/// Makes us surer.
#[derive(Debug)]
pub struct Boost;

/// Of what, and by how much.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Learning to be surer of
    #[serde(alias = "learning_id", alias = "learning", alias = "id")]
    pub learning_id: ClaimId,
    /// How much surer, up to 1 (0.1 if left out)
    #[serde(default)]
    pub amount: Option<Confidence>,
}

impl Operation for Boost {
    const SPEC: Spec = Spec::new("decay.boost", "Become surer of a learning, by so much; agents propose it")
        .http(Method::Post, "/v1/decay/boost")
        .positional(&["learningId"])
        .agents(Agents::Propose)
        .also(&[(Dialect::Palace, "decay_boost")]);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        let (claim, aging) = learning(view, house, &input.learning_id)?;
        let to = aging.present.moved(points(input)?);
        let what = json!({ "claim": claim.draft, "from": aging.present, "to": to });
        Ok(Shown { covers: covers([(&claim.id, to)].into_iter(), Why::Boosted)?, what })
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let house = cx.house;
        let (claim, aging) = learning(cx, house, &input.learning_id)?;
        let to = aging.present.moved(points(&input)?);
        put(cx, claim.id.clone(), to, Why::Boosted)?;
        cx.about(&claim.id);
        Ok(Output { id: claim.id, from: aging.present, to })
    }
}

fn points(input: &Input) -> Result<i16, Error> {
    match input.amount.map_or(10, Confidence::points) {
        0 => Err(Code::InputInvalid.refuse("amount", "a boost of nothing changes nothing").next("Say how much surer, up to 1").into()),
        points => Ok(points.into()),
    }
}
