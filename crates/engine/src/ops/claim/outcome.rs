//! Write down what came of a decision or an idea. The learnings that informed it gain or lose by it, under the same seal.

use crate::{
    Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    governance::claim_state::{beside, beside_one, confidence_digest, outcome_digest, require_kind},
    ops::missing,
};
use kernel::{
    call::Call,
    claim::{Claim, Confidence, Kind, Outcome},
    effect::Govern,
    gate::Agents,
    id::ClaimId,
    text::Note,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{ConfidenceRow, INFORMED_BY, Made, OutcomeRow, View, Why};

/// Writes down an outcome.
#[derive(Debug)]
pub struct WhatCame;

/// Of what, and how it went.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Decision or idea that was tried
    #[serde(alias = "decision_id", alias = "claim", alias = "id")]
    pub decision_id: ClaimId,
    /// How it went
    pub outcome: Outcome,
    /// What happened
    #[serde(default)]
    pub note: Option<Note>,
}

/// What was written down.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The decision
    pub id: ClaimId,
    /// How it went
    pub outcome: Outcome,
    /// How it had gone before
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Outcome>,
    /// Learnings that gained or lost by it
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub learnings: Vec<Moved>,
}

/// A confidence that changed.
#[derive(Clone, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Moved {
    /// The learning
    pub id: ClaimId,
    /// How sure we were
    pub from: Confidence,
    /// How sure we are
    pub to: Confidence,
}

impl Operation for WhatCame {
    const SPEC: Spec = Spec::new("claim.outcome", "Write down what came of a decision; learnings that informed it gain or lose 0.1")
        .http(Method::Post, "/v1/claims/outcome")
        .positional(&["decisionId", "outcome"])
        .agents(Agents::Never)
        .also(&[(Dialect::Palace, "recall_outcome")]);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        let claim = tried(view, &input.decision_id)?;
        let (before, moved) = feedback(view, house, &claim, input.outcome)?;
        let mut covers = vec![outcome_digest(&claim.id, input.outcome, note(input.note.as_ref()))?];
        for m in &moved {
            covers.push(confidence_digest(&m.id, m.to, Why::Outcome)?);
        }
        let what = json!({ "claim": claim.draft, "outcome": input.outcome, "before": before, "note": input.note, "learnings": moved });
        Ok(Shown { covers, what })
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let house = cx.house;
        let claim = tried(cx, &input.decision_id)?;
        let (before, learnings) = feedback(cx, house, &claim, input.outcome)?;
        let made = Made { by: cx.call.actor.name().to_owned(), at: cx.call.now, seal: cx.review.seal() };
        let said = note(input.note.as_ref()).to_owned();
        cx.put_outcome(&OutcomeRow { claim: claim.id.clone(), outcome: input.outcome, note: said, made: made.clone() })?;
        for m in &learnings {
            cx.put_confidence(&ConfidenceRow { claim: m.id.clone(), confidence: m.to, why: Why::Outcome, made: made.clone() })?;
        }
        cx.about(&claim.id);
        Ok(Output { id: claim.id, outcome: input.outcome, before, learnings })
    }
}

fn note(note: Option<&Note>) -> &str {
    note.map_or("", Note::as_str)
}

/// What was tried: a decision or an idea, whether or not it still holds. That it failed is often why it does not.
fn tried(view: &mut View<'_>, id: &ClaimId) -> Result<Claim, Error> {
    let claim = view.claim(id)?.ok_or_else(|| missing("claim", id))?;
    require_kind(&claim, "decisionId", &[Kind::Decision, Kind::Idea])?;
    Ok(claim)
}

/// What had come of it before, and what the new outcome says of the learnings that informed it. The same outcome told again
/// says nothing new, so that a remark can be added without counting twice.
fn feedback(view: &mut View<'_>, house: &PalaceState, claim: &Claim, outcome: Outcome) -> Result<(Option<Outcome>, Vec<Moved>), Error> {
    let there = beside_one(view, house, &claim.id)?;
    let before = there.outcome().map(|row| row.outcome);
    if before == Some(outcome) || outcome.feedback() == 0 {
        return Ok((before, Vec::new()));
    }
    let informing: Vec<ClaimId> = there
        .links
        .iter()
        .filter(|link| link.relation == INFORMED_BY && link.source == claim.id.as_str())
        .filter_map(|link| ClaimId::parse(&link.target).ok())
        .collect();
    let beside = beside(view, house, &informing.iter().collect::<Vec<_>>())?;
    let mut moved = Vec::new();
    for (id, there) in beside {
        let Some(learning) = view.claim(&id)? else { continue };
        if !house.is_authoritative(view, &learning)? {
            continue;
        }
        let from = there.aging(&learning).present;
        moved.push(Moved { id, from, to: from.moved(outcome.feedback()) });
    }
    Ok((before, moved))
}
