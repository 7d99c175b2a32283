//! Link evidence to a card in a role. Nobody has sealed it there: it is weighed when somebody wants the card believed.

use super::link_name;
use crate::{
    Error, Method, Operation, Spec, Work,
    knowledge::lifecycle::{Happened, happen, link},
    memory::require_no_secrets,
};
use kernel::{
    claim::{Happening, Role},
    effect::Propose,
    id::{EvidenceId, KnowledgeId},
    refusal::Code,
    text::{Name, Note},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Links it.
#[derive(Debug)]
pub struct Link;

/// What to what.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Card that it speaks of
    pub card_id: KnowledgeId,
    /// Evidence to link
    #[schemars(extend("format" = "id"))]
    pub evidence_drawer_id: Name,
    /// What it is to the card
    pub role: Role,
    /// What is to be said about it
    #[serde(default)]
    pub note: Option<Note>,
}

/// The link.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The link
    pub id: String,
    /// The card
    pub card_id: KnowledgeId,
    /// The evidence
    pub evidence_drawer_id: EvidenceId,
    /// What it is to the card
    pub role: Role,
    /// Whether it is new
    pub created: bool,
}

impl Operation for Link {
    const SPEC: Spec = Spec::new("card.link", "Link evidence to a knowledge card in one role")
        .http(Method::Post, "/v1/cards/{cardId}/links")
        .positional(&["cardId", "evidenceDrawerId"])
        .mind("knowledge-card link");
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let note = input.note.map_or_else(String::new, String::from);
        require_no_secrets("note", &note)?;
        let Some(evidence) = crate::knowledge::named(cx, std::slice::from_ref(&input.evidence_drawer_id))?.pop() else {
            return Err(Code::EvidenceShort.refuse("evidenceDrawerId", "a link names a piece of evidence").into());
        };
        let card = crate::knowledge::card(cx, &input.card_id)?;
        crate::knowledge::roles(cx, &card.id)?.add(input.role, evidence.clone())?; // one piece, one role
        let (by, now) = (cx.call.actor.name().to_owned(), cx.call.now);
        let created = !link(cx, &card.id, std::iter::once((input.role, &evidence)), &note, &by, now)?.is_empty();
        if created {
            let metadata = json!({ "evidence": evidence.id, "role": input.role });
            let event = Happened { what: Happening::Linked, from: None, to: None, reason: &note, metadata, seal: None };
            happen(cx, &card.id, &by, now, event)?;
        }
        cx.about(&card.id);
        let id = link_name(card.id.as_str(), evidence.id.as_str());
        Ok(Output { id, card_id: card.id, evidence_drawer_id: evidence.id, role: input.role, created })
    }
}
