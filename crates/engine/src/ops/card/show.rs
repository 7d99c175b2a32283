//! Show a card: its words, and what it rests on.

use super::link_name;
use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::knowledge::Known};
use kernel::{
    claim::Role,
    effect::Read,
    id::{EvidenceId, KnowledgeId},
    time::Moment,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Shows it.
#[derive(Debug)]
pub struct Show;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Card to show
    pub card_id: KnowledgeId,
}

/// The card.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The card alone, in a list as the contract has it
    pub cards: Vec<Card>,
}

/// A card with what it rests on.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Card {
    /// The card
    #[serde(flatten)]
    pub known: Known,
    /// What it rests on, and what speaks against it
    pub links: Vec<Link>,
}

/// Evidence in its role.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Link {
    /// The link
    pub id: String,
    /// The evidence
    pub evidence_drawer_id: EvidenceId,
    /// What it is to the card
    pub role: Role,
    /// What was said about it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Who linked them
    pub by: String,
    /// Whether a human sealed it there
    pub sealed: bool,
    /// When they were linked
    pub created_at: Moment,
}

impl Operation for Show {
    const SPEC: Spec = Spec::new("card.show", "Show a knowledge card and what it rests on")
        .http(Method::Get, "/v1/cards/{cardId}")
        .positional(&["cardId"])
        .action(Dialect::Mind, "mempal_knowledge_cards", "get", "")
        .mind("knowledge-card get");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { card_id }: Input) -> Result<Output, Error> {
        let card = crate::knowledge::card(cx, &card_id)?;
        let house = cx.house;
        let believed = crate::knowledge::is_believed(cx, house, &card)?;
        let link = |r: store::KnowledgeRef| Link {
            id: link_name(card_id.as_str(), r.evidence.as_str()),
            evidence_drawer_id: r.evidence,
            role: r.role,
            note: r.note,
            by: r.by,
            sealed: r.seal.is_some(),
            created_at: r.at,
        };
        let links = cx.knowledge_refs(&[card_id.as_str()])?.into_iter().map(link).collect();
        Ok(Output { cards: vec![Card { known: Known::of(card, believed), links }] })
    }
}
