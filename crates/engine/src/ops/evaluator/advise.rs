//! Weigh an evaluator's findings about something. The same findings give the same advice; what they cite must be there.

use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    knowledge::adoption::{Plan, plan},
    ops::missing,
};
use kernel::{
    adoption::{Record, Signal, Surface, Verdict, advise},
    effect::Read,
    id::EvidenceId,
    text::{Name, Note},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use store::View;

/// Advises.
#[derive(Debug)]
pub struct Advise;

/// What was found.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Evaluator that found it
    pub evaluator_id: Name,
    /// Kind of what it is about, like dao_ren
    pub subject_kind: Name,
    /// What it is about
    #[schemars(extend("format" = "id"))]
    pub subject_id: Name,
    /// What might be done with it
    pub proposed_action: Name,
    /// Evidence for it (can be repeated)
    #[serde(default)]
    pub evidence_refs: Vec<EvidenceId>,
    /// Evidence against it (can be repeated)
    #[serde(default)]
    pub counterexample_refs: Vec<EvidenceId>,
    /// What could go wrong (can be repeated)
    #[serde(default)]
    pub risk_notes: Vec<Note>,
    /// What more there is to say
    #[serde(default)]
    pub note: Option<Note>,
}

/// What it amounts to.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Whether anything was written
    pub writes: bool,
    /// The evaluator
    pub evaluator_id: Name,
    /// Kind of what it is about
    pub subject_kind: Name,
    /// What it is about
    pub subject_id: Name,
    /// What might be done with it
    pub proposed_action: Name,
    /// What the findings amount to
    pub recommendation: Verdict,
    /// Whether this moves anything: never
    pub lifecycle_authority: bool,
    /// Whether the gate still decides: always
    pub deterministic_gate_required: bool,
    /// Whether only a person may say so
    pub requires_human_review: bool,
    /// Evidence for it
    pub evidence_refs: Vec<EvidenceId>,
    /// Evidence against it
    pub counterexample_refs: Vec<EvidenceId>,
    /// What could go wrong
    pub risk_notes: Vec<Note>,
    /// Why
    pub reasons: Vec<String>,
    /// How to record that this advice was used
    pub adoption_capture: Plan,
}

impl Operation for Advise {
    const SPEC: Spec = Spec::new("evaluator.advise", "Weigh an evaluator's findings; advice, which moves nothing")
        .http(Method::Post, "/v1/evaluator/advise")
        .action(Dialect::Mind, "mempal_phase3", "evaluator_advise", "evaluatorAdvice")
        .mind("phase3 evaluator advise");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let Input { evaluator_id, subject_kind, subject_id, proposed_action, evidence_refs, counterexample_refs, risk_notes, note } = input;
        let (evidence_refs, counterexample_refs) = (known(cx, evidence_refs)?, known(cx, counterexample_refs)?);
        let advice = advise(subject_kind.as_str(), proposed_action.as_str(), evidence_refs.len(), counterexample_refs.len(), risk_notes.len());
        let (track, feature) = Surface::Evaluator.means();
        let mut record = Record::of(track, Signal::Used, feature);
        record.query = format!("{subject_kind}:{subject_id} {proposed_action}");
        record.evaluator_id = evaluator_id.to_string();
        record.note = note.map_or_else(String::new, Into::into);
        let found = json!({ "recommendation": advice.verdict, "evidence_refs": evidence_refs, "counterexample_refs": counterexample_refs });
        if let Json::Object(found) = found {
            record.metadata = found;
        }
        Ok(Output {
            writes: false,
            evaluator_id,
            subject_kind,
            subject_id,
            proposed_action,
            recommendation: advice.verdict,
            lifecycle_authority: false,
            deterministic_gate_required: true,
            requires_human_review: advice.verdict == Verdict::RequiresHumanReview,
            evidence_refs,
            counterexample_refs,
            risk_notes,
            reasons: advice.reasons,
            adoption_capture: plan(&record, None),
        })
    }
}

/// Evidence that is there, each once, as it was named. Citing one piece twice does not make it two.
fn known(view: &mut View<'_>, refs: Vec<EvidenceId>) -> Result<Vec<EvidenceId>, Error> {
    let mut found: Vec<EvidenceId> = Vec::new();
    for id in refs {
        if view.evidence(&id)?.is_none() {
            return Err(missing("evidence", &id));
        }
        if !found.contains(&id) {
            found.push(id);
        }
    }
    Ok(found)
}
