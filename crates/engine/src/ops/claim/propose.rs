//! Store a thought: what was said becomes evidence, and a call to adopt it waits for a human.

use super::{adopt::Adopt, believed_already};
use crate::{
    Before, Dialect, Error, Method, Operation, Spec, Work,
    memory::{Secrets, redact, redact_json},
    ops::evidence::cited,
};
use kernel::{
    canonical,
    claim::{Confidence, Draft, Kind, Tag, classify, hashtags},
    effect,
    evidence::{Evidence, Origin},
    id::{EvidenceId, ProposalId},
    proposal::{Guess, Proposal, Source, Status},
    refusal::Code,
    scope::ScopeKind,
    text::Content,
    time::Moment,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// Files `claim.adopt`.
#[derive(Debug)]
pub struct Propose;

/// What is proposed.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// What to remember
    pub content: Content,
    /// Kind of belief; guessed if left out
    #[serde(default, rename = "as", alias = "kind")]
    pub kind: Option<Kind>,
    /// Where it holds
    #[serde(default)]
    pub scope: ScopeKind,
    /// File path or room name
    #[serde(default, alias = "scope_path")]
    pub scope_path: Option<String>,
    /// Circumstances it was seen in
    #[serde(default)]
    pub context: Option<Content>,
    /// Why it is so
    #[serde(default)]
    pub rationale: Option<Content>,
    /// Label (can be repeated)
    #[serde(default, alias = "tag")]
    pub tags: Vec<Tag>,
    /// How sure you are, from 0 to 1
    #[serde(default)]
    pub confidence: Option<Confidence>,
    /// Evidence already recorded (can be repeated)
    #[serde(default)]
    pub evidence: Vec<EvidenceId>,
    /// Who thought of it
    #[serde(default)]
    pub source: Option<Source>,
    /// What a machine-made proposal was made from
    #[serde(default, alias = "evidence_refs")]
    #[schemars(with = "Option<std::collections::BTreeMap<String, Json>>")]
    pub evidence_refs: Option<serde_json::Map<String, Json>>,
    /// Write at once, as a human; ignored for agents
    #[serde(default)]
    pub direct: Option<bool>,
}

/// The call that waits.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The proposal
    pub proposal_id: ProposalId,
    /// Where it stands
    pub status: Status,
    /// Kind it is proposed as
    #[serde(rename = "as")]
    pub kind: Kind,
    /// Authority it has until a human decides
    pub authority: &'static str,
    /// How sure the guess of the kind is
    pub classification_confidence: Confidence,
    /// What gave the kind away
    pub signals: Vec<String>,
    /// When it stops waiting
    pub expires_at: Moment,
    /// The proposal that said the same before, and what became of it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previously: Option<Before>,
    /// Secrets that were taken out before anything was written, by kind
    #[serde(skip_serializing_if = "Secrets::is_empty")]
    pub redacted: Secrets,
}

impl Operation for Propose {
    const SPEC: Spec = Spec::new("claim.propose", "Remember a decision, learning or idea: it is filed as a proposal that a human approves")
        .http(Method::Post, "/v1/claims/propose")
        .positional(&["content"])
        .switch("direct", Adopt::SPEC.name)
        .also(&[(Dialect::Memory, "store"), (Dialect::Palace, "store")]);
    type Effect = effect::Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let (input, redacted) = cleaned(input)?;
        let (kind, guess) = match input.kind {
            Some(kind) => (kind, Guess { confidence: Confidence::hundredths(100), signals: vec!["explicit".into()] }),
            None => {
                let classified = classify(input.content.as_str());
                (classified.kind, classified.into())
            }
        };
        let human = cx.call.actor.kind() == kernel::actor::ActorKind::Human;
        let source = input.source.unwrap_or(if human { Source::Human } else { Source::Agent });
        // Origin is never laundered: nobody below a human brings in a human's thought.
        if source == Source::Human && !human {
            return Err(Code::InputInvalid
                .refuse("source", "only a human proposes what a human thought of")
                .next("Leave source out, or say what made it")
                .into());
        }
        let refs = Json::Object(input.evidence_refs.unwrap_or_default());
        let house = cx.house;
        crate::governance::provenance::verify(cx, house, source, &refs)?;
        for id in &input.evidence {
            cited(cx, id)?;
        }
        let heard = heard(cx, &input.content, source);
        let hashtags = hashtags(input.content.as_str());
        let draft = Draft {
            kind,
            content: input.content,
            scope: input.scope,
            scope_path: input.scope_path,
            context: input.context,
            rationale: input.rationale,
            tags: [input.tags, hashtags].concat(),
            confidence: input.confidence,
            evidence: [vec![heard.id.clone()], input.evidence].concat(),
            project: Some(cx.call.anchor.project()),
        }
        .settled()?;
        if let Some(id) = believed_already(cx, house, &draft)? {
            return Err(Code::DuplicateProposal
                .refuse(id.as_str(), format!("already believed: {id}"))
                .next("Link to it with `claim link`, say what came of it with `claim outcome`, or end it first with `claim retire`")
                .with(json!({ "claimId": id }))
                .into());
        }
        let proposal = Proposal {
            agent_type: cx.client.into(),
            source: source.name().into(),
            evidence_refs: canonical::canonical(&refs)?,
            evidence: draft.evidence.clone(),
            classified: Some(guess.clone()),
            ..Proposal::filed(cx.call, Adopt::SPEC.name, canonical::canonical(&draft)?, draft.sameness())
        };
        cx.record(&heard)?;
        let filed = cx.file(&proposal)?;
        Ok(Output {
            proposal_id: proposal.id,
            status: proposal.status,
            kind,
            authority: kernel::claim::Standing::Candidate.authority(),
            classification_confidence: guess.confidence,
            signals: guess.signals,
            expires_at: filed.expires_at,
            previously: filed.previously,
            redacted,
        })
    }
}

/// The input without its secrets: a human will be asked to seal these words, and the ledger keeps them for ever.
fn cleaned(mut input: Input) -> Result<(Input, Secrets), Error> {
    let mut found = Secrets::new();
    input.content = redact(input.content, &mut found)?;
    input.context = input.context.map(|text| redact(text, &mut found)).transpose()?;
    input.rationale = input.rationale.map(|text| redact(text, &mut found)).transpose()?;
    for value in input.evidence_refs.iter_mut().flat_map(serde_json::Map::values_mut) {
        redact_json(value, &mut found);
    }
    Ok((input, found))
}

/// That this actor said so is itself something seen. Origin and principal are the server's word, not the caller's.
fn heard(cx: &Work<'_>, content: &Content, source: Source) -> Evidence {
    let origin = match (source, cx.call.actor.kind()) {
        // Whoever brings in what another palace holds did not say it.
        (Source::Import, _) => Origin::Import,
        (_, kernel::actor::ActorKind::Human) => Origin::Human,
        (_, kernel::actor::ActorKind::Agent | kernel::actor::ActorKind::Machine) => Origin::Agent,
    };
    Evidence {
        id: EvidenceId::mint("e", &cx.call.tail()),
        origin,
        principal: cx.call.actor.name().to_owned(),
        source: if cx.call.session.is_empty() { "said".into() } else { format!("session {}", cx.call.session) },
        content: content.clone(),
        recorded_at: cx.call.now,
    }
}
