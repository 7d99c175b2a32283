//! Promote a learning outwards: from its project to everywhere. A human's word, under a seal; agents propose it.

use super::{learning, origin, promoted, promotion_digest};
use crate::{Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec};
use kernel::{anchor::Anchor, call::Call, claim::Claim, effect::Govern, gate::Agents, id::ClaimId, refusal::Code, scope::ScopeKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{Made, Promotion, View};

/// What its seal names.
use crate::governance::claim_state::PROMOTE as NAME;

/// Lets a learning hold everywhere.
#[derive(Debug)]
pub struct Promote;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Learning to promote
    #[serde(alias = "learning_id", alias = "id")]
    pub learning_id: ClaimId,
}

/// Where it holds now.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The learning
    pub learning_id: ClaimId,
    /// Where it holds now
    pub anchor: Anchor,
    /// The project it came from, if its evidence tells
    #[serde(skip_serializing_if = "String::is_empty")]
    pub origin: String,
}

impl Operation for Promote {
    const SPEC: Spec = Spec::new(NAME, "Promote a learning from its project to everywhere; agents propose it")
        .http(Method::Post, "/v1/corridor/{learningId}/promote")
        .positional(&["learningId"])
        .agents(Agents::Propose)
        .also(&[(Dialect::Palace, "corridor_promote")]);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, _: &Call, Input { learning_id }: &Input) -> Result<Shown, Error> {
        let claim = outward(view, house, learning_id)?;
        let origin = origin(view, &claim)?;
        let what = json!({ "learning": claim.draft, "from": origin, "to": Anchor::Global });
        Ok(Shown { covers: vec![promotion_digest(&claim, &origin)?], what })
    }

    fn run(cx: &mut Reviewed<'_>, Input { learning_id }: Input) -> Result<Output, Error> {
        let house = cx.house;
        let claim = outward(cx, house, &learning_id)?;
        let origin = origin(cx, &claim)?;
        let made = Made { by: cx.call.actor.name().to_owned(), at: cx.call.now, seal: cx.review.seal() };
        cx.put_promotion(&Promotion { claim: claim.id, origin: origin.clone(), made })?;
        cx.about(&learning_id);
        Ok(Output { learning_id, anchor: Anchor::Global, origin })
    }
}

/// A learning that can still go outwards.
fn outward(view: &mut View<'_>, house: &PalaceState, id: &ClaimId) -> Result<Claim, Error> {
    let claim = learning(view, house, id)?;
    if claim.draft.scope != ScopeKind::Palace {
        return Err(Code::InputInvalid
            .refuse("learningId", format!("learning {id} holds in one {}, so it cannot hold everywhere", claim.draft.scope.name()))
            .next("Propose it for the whole palace first")
            .into());
    }
    if promoted(view, house, &claim)?.is_some() {
        return Err(Code::NoSuchMove
            .refuse(id.as_str(), format!("learning {id} holds everywhere already"))
            .next("Say that it proved right again with `corridor reinforce`")
            .into());
    }
    Ok(claim)
}
