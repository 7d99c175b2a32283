//! Turn the lessons of a postmortem into proposals, one each, that cite it. Nothing becomes true by it; a human decides.

use super::one;
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    ops::claim::{adopt::Adopt, believed_already},
};
use kernel::{
    canonical,
    claim::{Draft, Kind},
    effect::Propose,
    id::{PostmortemId, ProposalId},
    ledger::Digest,
    proposal::{Proposal, Status},
    refusal::Code,
    scope::ScopeKind,
    text::Content,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;

/// Files the lessons of a postmortem.
#[derive(Debug)]
pub struct Learn;

/// Of which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Postmortem to learn from
    pub id: PostmortemId,
}

/// What waits now.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The postmortem
    pub postmortem_id: PostmortemId,
    /// Lessons that were filed now
    pub filed: Vec<Filed>,
    /// Lessons that were proposed before, or are believed already
    pub known: usize,
}

/// A lesson that waits for a human.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Filed {
    /// The proposal
    pub proposal_id: ProposalId,
    /// What was learned
    pub content: String,
    /// Where it stands
    pub status: Status,
}

impl Operation for Learn {
    const SPEC: Spec = Spec::new("postmortem.learn", "Propose the lessons of a postmortem as learnings that cite it; a human approves")
        .http(Method::Post, "/v1/postmortems/{id}/learn")
        .positional(&["id"])
        .also(&[(Dialect::Palace, "postmortem_to_learnings")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, Input { id }: Input) -> Result<Output, Error> {
        let house = cx.house;
        let p = one(cx, house, &id)?.postmortem;
        // A lesson about one file holds there; about several, or none, it holds everywhere.
        let (scope, scope_path) = match p.files.as_slice() {
            [only] => (ScopeKind::File, Some(only.clone())),
            _ => (ScopeKind::Palace, None),
        };
        let refs = canonical::canonical(&json!({ "postmortem_id": id }))?;
        let mut before: BTreeSet<Digest> = cx.proposed_from("postmortem_id", id.as_str())?.into_iter().collect();
        let (mut filed, mut known) = (Vec::new(), 0);
        for lesson in &p.lessons {
            let content = Content::parse(lesson).map_err(|e| Code::InputInvalid.refuse("lessonsLearned", e.to_string()))?;
            let draft = Draft {
                kind: Kind::Learning,
                content,
                scope,
                scope_path: scope_path.clone(),
                context: Content::parse(&format!("Postmortem: {}", p.title)).ok(),
                rationale: Content::parse(&p.root_cause).ok(),
                tags: Vec::new(),
                confidence: None,
                evidence: vec![p.evidence.clone()],
                project: Some(cx.call.anchor.project()),
            }
            .settled()?;
            let key = draft.sameness();
            let waits = cx.twin(key)?.is_some_and(|twin| twin.expires_at > cx.call.now);
            if waits || !before.insert(key) || believed_already(cx, house, &draft)?.is_some() {
                known += 1;
                continue;
            }
            let proposal = Proposal {
                agent_type: cx.client.into(),
                evidence_refs: refs.clone(),
                evidence: draft.evidence.clone(),
                ..Proposal::filed(cx.call, Adopt::SPEC.name, canonical::canonical(&draft)?, key)
            };
            cx.file(&proposal)?;
            filed.push(Filed { proposal_id: proposal.id, content: draft.content.into(), status: proposal.status });
        }
        cx.about(&id);
        Ok(Output { postmortem_id: id, filed, known })
    }
}
