//! Look for claims that cannot be so beside this one. Rules that can be read find them, no language model; a human sees the
//! explanation. Finding one changes nothing: at most a link is filed, which waits for a human like any other call.

use super::{believed_at, holding, link, vouched};
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    governance::claim_state::{beside, settings},
};
use kernel::{
    canonical,
    claim::{Claim, Confidence, Opposition, Relation, Rule, Target, opposition},
    effect::Propose,
    id::{ClaimId, ProposalId},
    proposal::{Proposal, Source},
    refusal::Code,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Looks for contradictions.
#[derive(Debug)]
pub struct Contradictions;

/// Of what.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Claim to hold against the others
    #[serde(alias = "record_id", alias = "claim", alias = "id")]
    pub record_id: ClaimId,
    /// How sure a finding must be (0.7 if left out, or as the palace is set)
    #[serde(default, alias = "min_confidence")]
    pub min_confidence: Option<Confidence>,
    /// File a link for each finding, for a human to decide; as the palace is set if left out
    #[serde(default, alias = "auto_link")]
    pub auto_link: Option<bool>,
}

/// What was found.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The claim
    pub record_id: ClaimId,
    /// What cannot be so beside it, surest first
    pub contradictions: Vec<Finding>,
    /// Links that were filed and wait for a human
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub filed: Vec<ProposalId>,
    /// Whether older claims were not looked at: only the newest 2,000 are
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
}

/// Two claims that cannot both be so.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Finding {
    /// The other claim
    pub id: ClaimId,
    /// What it says
    pub content: String,
    /// How sure the finding is
    pub confidence: Confidence,
    /// The rule that found it
    pub rule: Rule,
    /// Why both cannot be so
    pub explanation: String,
    /// Whether a human has linked the two as contradicting
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub linked: bool,
}

impl Operation for Contradictions {
    const SPEC: Spec = Spec::new("claim.contradictions", "Look for claims that contradict this one, by rules that can be read; links are only filed")
        .http(Method::Post, "/v1/claims/contradictions")
        .positional(&["recordId"])
        .empty("Nothing that holds contradicts it, as far as the rules can see.")
        .also(&[(Dialect::Palace, "recall_contradictions")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let (house, here) = (cx.house, believed_at(&cx.call.anchor));
        let record = holding(cx, house, &input.record_id)?;
        let settings = settings(cx, house)?.contradictions;
        let (others, at_least) = vouched(cx, house, here)?;
        let least = input.min_confidence.unwrap_or(settings.min_confidence);
        let found = against(&record, &others, least);
        let there = beside(cx, house, &[&record.id])?.remove(&record.id).unwrap_or_default();
        let linked = |id: &ClaimId| {
            let both = |link: &store::SealedLink| link.source == id.as_str() || link.target == id.as_str();
            there.links.iter().any(|link| link.relation == Relation::Contradicts.name() && both(link))
        };
        let mut filed = Vec::new();
        if input.auto_link.unwrap_or(settings.auto_link) {
            for (other, seen) in found.iter().filter(|(other, _)| !linked(&other.id)) {
                filed.extend(file(cx, &record, other, seen)?);
            }
        }
        let contradictions = found.iter().map(|(other, seen)| Finding::of(other, seen, linked(&other.id))).collect();
        cx.about(&record.id);
        Ok(Output { record_id: record.id, contradictions, filed, at_least })
    }
}

impl Finding {
    pub(super) fn of(other: &Claim, seen: &Opposition, linked: bool) -> Self {
        Self {
            id: other.id.clone(),
            content: search::bound(other.draft.content.as_str(), super::CONTENT_CHARS_MAX).0,
            confidence: seen.confidence,
            rule: seen.rule,
            explanation: seen.explanation.clone(),
            linked,
        }
    }
}

/// What contradicts a claim, surest first, then oldest.
pub(super) fn against<'c>(record: &Claim, others: &'c [Claim], least: Confidence) -> Vec<(&'c Claim, Opposition)> {
    let seen = |other: &'c Claim| {
        let found = opposition(record.draft.content.as_str(), other.draft.content.as_str())?;
        (other.id != record.id && found.confidence >= least).then_some((other, found))
    };
    let mut found: Vec<_> = others.iter().filter_map(seen).collect();
    found.sort_by(|(x, a), (y, b)| b.confidence.cmp(&a.confidence).then_with(|| (x.created_at, &x.id).cmp(&(y.created_at, &y.id))));
    found
}

/// Files a link for a human to decide, with what it was made from. One that waits already is not filed again.
fn file(cx: &mut Work<'_>, record: &Claim, other: &Claim, seen: &Opposition) -> Result<Option<ProposalId>, Error> {
    let input =
        link::Input { source_id: record.id.clone(), target_id: Target::Claim(other.id.clone()), relation: Relation::Contradicts, text_digest: None };
    let refs = json!({
        "source_record": record.id, "target_record": other.id, "confidence": seen.confidence, "explanation": seen.explanation,
    });
    // The same two the other way round say the same.
    let (first, second) = if record.id <= other.id { (&record.id, &other.id) } else { (&other.id, &record.id) };
    let same = canonical::digest(&(link::Link::SPEC.name, Relation::Contradicts, first, second))?;
    let proposal = Proposal {
        agent_type: cx.client.into(),
        source: Source::ContradictionAutoLink.name().into(),
        evidence_refs: canonical::canonical(&refs)?,
        ..Proposal::filed(cx.call, link::Link::SPEC.name, canonical::canonical(&input)?, same)
    };
    match cx.file(&proposal) {
        Ok(_) => Ok(Some(proposal.id)),
        Err(Error::Refused(why)) if why.code() == Code::DuplicateProposal => Ok(None),
        Err(error) => Err(error),
    }
}
