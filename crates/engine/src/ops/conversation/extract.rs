//! Extract what a talk may have taught: each sentence that reads as a decision, a learning or an idea is filed as a proposal
//! that cites the turn it was said in. Nothing becomes true by it; a human decides.
//!
//! By rules alone, so that the same talk gives the same proposals, on every machine, for nothing. Not here: a language model.
//! One may read a talk and call `store` with `source=auto_extract`; it must then say what it read.

use super::session_of;
use crate::governance::provenance::conversation as kept;
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    memory::sentences,
    ops::claim::{adopt::Adopt, believed_already},
};
use ingest::Kind;
use kernel::{
    anchor::Anchor,
    canonical,
    claim::{Confidence, Draft, classify},
    effect::Propose,
    evidence::Evidence,
    id::{EvidenceId, ProposalId, SourceId},
    ledger::Digest,
    proposal::{Proposal, Source},
    scope::ScopeKind,
    text::Content,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;

/// Who reads: the rules of this version.
const EXTRACTOR: &str = "rules/v1";
/// Below this a guess is not worth a person's time.
const CONFIDENCE_MIN: Confidence = Confidence::hundredths(70);
/// Proposals filed from one talk at once: a person must be able to look at them.
const FILED_MAX: usize = 50;
/// Speakers who decide nothing.
const SILENT: [&str; 2] = ["tool", "system"];

/// Files what a talk may have taught.
#[derive(Debug)]
pub struct Extract;

/// From what.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Conversation to read
    #[serde(alias = "conversation_id", alias = "id")]
    pub conversation_id: SourceId,
}

/// What waits now.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The conversation
    pub conversation_id: SourceId,
    /// Proposals that were filed now
    pub filed: Vec<Filed>,
    /// Sentences that were proposed before, from here or elsewhere, or are believed already
    pub known: usize,
    /// Sentences that were left for another run: call again once these are decided
    #[serde(skip_serializing_if = "is_zero")]
    pub more: usize,
}

/// A sentence that waits for a human.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Filed {
    /// The proposal
    pub proposal_id: ProposalId,
    /// Kind it is proposed as
    #[serde(rename = "as")]
    pub kind: kernel::claim::Kind,
    /// What was said
    pub content: String,
    /// How sure the guess of the kind is
    pub confidence: Confidence,
    /// The turn it was said in
    pub evidence: EvidenceId,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_zero(n: &usize) -> bool {
    *n == 0
}

impl Operation for Extract {
    const SPEC: Spec = Spec::new("conversation.extract", "Propose what a conversation decided, learned or thought of, by rules; a human approves")
        .http(Method::Post, "/v1/conversations/{conversationId}/extract")
        .positional(&["conversationId"])
        .also(&[(Dialect::Palace, "conversation_extract")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, Input { conversation_id }: Input) -> Result<Output, Error> {
        let house = cx.house;
        let source = kept(cx, &conversation_id)?;
        let session = session_of(&source.path).map_or_else(|| "none".to_owned(), String::from);
        let refs = json!({ "session_id": session, "conversation_id": conversation_id, "extractor": EXTRACTOR });
        Source::AutoExtract.check(&refs)?;
        let mut before: BTreeSet<Digest> = cx.proposed_from("conversation_id", conversation_id.as_str())?.into_iter().collect();
        let mut output = Output { conversation_id, filed: Vec::new(), known: 0, more: 0 };
        for turn in turns(cx, source.n)? {
            for sentence in sentences(turn.content.as_str()) {
                let Some((draft, guess)) = learned(sentence, &turn, &cx.call.anchor)? else { continue };
                let key = draft.sameness();
                let waits = cx.twin(key)?.is_some_and(|twin| twin.expires_at > cx.call.now);
                if waits || !before.insert(key) {
                    output.known += 1;
                    continue;
                }
                if output.filed.len() == FILED_MAX {
                    output.more += 1;
                    continue;
                }
                if believed_already(cx, house, &draft)?.is_some() {
                    output.known += 1;
                    continue;
                }
                let proposal = Proposal {
                    agent_type: cx.client.into(),
                    source: Source::AutoExtract.name().into(),
                    evidence_refs: canonical::canonical(&refs)?,
                    evidence: draft.evidence.clone(),
                    classified: Some(guess.clone()),
                    ..Proposal::filed(cx.call, Adopt::SPEC.name, canonical::canonical(&draft)?, key)
                };
                cx.file(&proposal)?;
                output.filed.push(Filed {
                    proposal_id: proposal.id,
                    kind: draft.kind,
                    content: draft.content.into(),
                    confidence: guess.confidence,
                    evidence: turn.id.clone(),
                });
            }
        }
        cx.about(&output.conversation_id);
        Ok(output)
    }
}

/// What was said, in order: the turns kept here, and those that another source already said.
fn turns(cx: &mut Work<'_>, source: i64) -> Result<Vec<Evidence>, Error> {
    let mut told: Vec<(i64, String)> = Vec::new();
    for item in cx.items_of_source(source)? {
        if !SILENT.contains(&item.author.as_str()) {
            told.push((item.seq, item.id));
        }
    }
    for (n, seq) in cx.sighted_in(source)? {
        let elsewhere = cx.items(&[n])?.pop().filter(|item| item.kind == Kind::Conversation.name() && !SILENT.contains(&item.author.as_str()));
        told.extend(elsewhere.map(|item| (seq, item.id)));
    }
    told.sort();
    let ids: Vec<&str> = told.iter().map(|(_, id)| id.as_str()).collect();
    Ok(cx.evidences(&ids)?)
}

/// A sentence as a draft, if it gives away surely enough what kind of belief it would be.
fn learned(sentence: &str, turn: &Evidence, anchor: &Anchor) -> Result<Option<(Draft, kernel::proposal::Guess)>, Error> {
    let classified = classify(sentence);
    // A question mark alone makes a question, and most questions are no ideas.
    if classified.confidence < CONFIDENCE_MIN || classified.signals == ["?"] {
        return Ok(None);
    }
    let Ok(content) = Content::parse(sentence) else { return Ok(None) };
    let draft = Draft {
        kind: classified.kind,
        content,
        scope: ScopeKind::Palace,
        scope_path: None,
        context: None,
        rationale: None,
        tags: Vec::new(),
        confidence: None,
        evidence: vec![turn.id.clone()],
        project: Some(anchor.project()),
    }
    .settled()?;
    Ok(Some((draft, classified.into())))
}
