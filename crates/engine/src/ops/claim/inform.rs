//! Say that a learning informed a decision, so that what comes of the one speaks of the other. Agents may propose it.

use super::{
    holding,
    link::{Output, put, unfit},
};
use crate::{
    Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    governance::claim_state::{beside_one, link_digest, require_kind},
};
use kernel::{call::Call, claim::Kind, effect::Govern, gate::Agents, id::ClaimId};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use store::{INFORMED_BY, View};

/// Links a decision to a learning.
#[derive(Debug)]
pub struct Inform;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Decision that was made
    #[serde(alias = "decision_id", alias = "decision")]
    pub decision_id: ClaimId,
    /// Learning that it was made with
    #[serde(alias = "learning_id", alias = "learning")]
    pub learning_id: ClaimId,
}

impl Operation for Inform {
    const SPEC: Spec = Spec::new("claim.inform", "Say that a learning informed a decision, so that its outcome speaks of both; agents propose it")
        .http(Method::Post, "/v1/claims/inform")
        .positional(&["decisionId", "learningId"])
        .agents(Agents::Propose)
        .also(&[(Dialect::Palace, "recall_learning_link")]);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        let decision = holding(view, house, &input.decision_id)?;
        require_kind(&decision, "decisionId", &[Kind::Decision, Kind::Idea])?;
        let learning = holding(view, house, &input.learning_id)?;
        require_kind(&learning, "learningId", &[Kind::Learning])?;
        let there = beside_one(view, house, &decision.id)?;
        if let Some(link) = there.links.iter().find(|link| link.relation == INFORMED_BY && link.target == learning.id.as_str()) {
            return Err(unfit("learningId", &format!("that is known already, as {}", link.id)));
        }
        let covers = vec![link_digest(decision.id.as_str(), INFORMED_BY, learning.id.as_str(), None)?];
        let what = json!({ "decision": decision.draft, "relation": INFORMED_BY, "learning": learning.draft });
        Ok(Shown { covers, what })
    }

    fn run(cx: &mut Reviewed<'_>, Input { decision_id, learning_id }: Input) -> Result<Output, Error> {
        let link = put(cx, decision_id.to_string(), INFORMED_BY, learning_id.to_string(), None)?;
        cx.about(&link.id);
        Ok(Output { id: link.id, source_id: link.source, relation: link.relation, target_id: link.target, retired: None })
    }
}
