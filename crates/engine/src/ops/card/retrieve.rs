//! Retrieve cards through what they rest on: evidence is searched once, and its believed cards follow.
//!
//! A card is never found by its own words, so whatever is found can be cited.

use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    knowledge::{
        assemble::{nameless, sources},
        context_ranking::chain,
        only_believed,
    },
    memory::{Filter, Question, find, rounded},
    ops::{at_least_one, knowledge::Known},
};
use kernel::{
    anchor::Anchor,
    claim::{Domain, Form, Knowledge, Role},
    effect::Read,
    id::{EvidenceId, KnowledgeId},
    text::{Name, Query},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// Cards, when nobody asks for another number.
const CARDS: i64 = 5;
/// Evidence looked at, when nobody asks for another number.
const EVIDENCE: i64 = 20;

/// Retrieves them.
#[derive(Debug)]
pub struct Retrieve;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// What to look for in the evidence
    pub query: Query,
    /// Whom they are for (project if left out); what is for everyone is always part of it
    #[serde(default)]
    pub domain: Domain,
    /// Only about this
    #[serde(default)]
    pub field: Option<Name>,
    /// Most cards (5 if left out)
    #[serde(default)]
    pub top_k: Option<u32>,
    /// Most evidence to follow (20 if left out)
    #[serde(default)]
    pub evidence_top_k: Option<u32>,
}

/// What was found.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Best first
    pub retrieved: Vec<Retrieved>,
}

/// A card, and the evidence that led to it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Retrieved {
    /// The card
    pub card: Known,
    /// The evidence that was found, best first
    pub evidence_citations: Vec<Citation>,
    /// The best of its evidence, from 0 to 1
    pub score: f64,
}

/// Evidence that was found, and what it is to the card.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Citation {
    /// The evidence
    pub evidence_drawer_id: EvidenceId,
    /// What it is to the card
    pub role: Role,
    /// What to cite
    pub source_file: String,
    /// How surely it answers, from 0 to 1
    pub score: f64,
}

impl Operation for Retrieve {
    const SPEC: Spec = Spec::new("card.retrieve", "Retrieve believed cards through the evidence they rest on")
        .http(Method::Get, "/v1/cards/retrieve")
        .positional(&["query"])
        .action(Dialect::Mind, "mempal_knowledge_cards", "retrieve", "")
        .mind("knowledge-card retrieve")
        .empty("No believed card rests on evidence that answers this.");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let most = at_least_one("topK", input.top_k, CARDS)?;
        let (house, chain) = (cx.house, chain(&cx.call.anchor));
        let question = Question {
            text: input.query.as_str().to_owned(),
            filter: Filter { anchors: chain.iter().map(ToString::to_string).collect(), ..Filter::default() },
            as_of: None,
            limit: usize::try_from(at_least_one("evidenceTopK", input.evidence_top_k, EVIDENCE)?).unwrap_or(0),
            now: Some(cx.call.now),
        };
        let scores: HashMap<String, f64> = find(cx, house, &question)?.into_iter().map(|one| (one.item.id, rounded(one.verdict.score))).collect();
        let mut ids: Vec<&str> = scores.keys().map(String::as_str).collect();
        ids.sort_unstable();
        let sources = sources(cx, &ids)?;
        let mut cited: BTreeMap<KnowledgeId, Vec<Citation>> = BTreeMap::new();
        for r in cx.knowledge_citing(&ids)?.into_iter().filter(|r| Form::of(&r.knowledge) == Form::Card) {
            let source_file = sources.get(r.evidence.as_str()).cloned().unwrap_or_else(|| nameless(r.evidence.as_str()));
            let score = scores.get(r.evidence.as_str()).copied().unwrap_or_default();
            cited.entry(r.knowledge).or_default().push(Citation { evidence_drawer_id: r.evidence, role: r.role, source_file, score });
        }
        let is_wanted = |k: &Knowledge| {
            chain.contains(&k.anchor)
                && (k.anchor == Anchor::Global || k.lesson.domain == input.domain)
                && input.field.as_ref().is_none_or(|field| k.lesson.field == *field)
        };
        let named: Vec<&str> = cited.keys().map(KnowledgeId::as_str).collect();
        let mut retrieved = Vec::new();
        let mut cards = cx.knowledge_named(&named)?;
        cards.retain(is_wanted);
        for knowledge in only_believed(cx, house, cards)? {
            let mut evidence_citations = cited.remove(&knowledge.id).unwrap_or_default();
            evidence_citations.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.evidence_drawer_id.cmp(&b.evidence_drawer_id)));
            let score = evidence_citations.first().map_or(0.0, |best| best.score);
            retrieved.push(Retrieved { card: Known::of(knowledge, true), evidence_citations, score });
        }
        retrieved.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.card.id.cmp(&b.card.id)));
        retrieved.truncate(usize::try_from(most).unwrap_or(0));
        Ok(Output { retrieved })
    }
}
