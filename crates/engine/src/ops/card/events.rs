//! What happened to a card, in order. The table of events is the audit of a card; nothing else keeps one.

use super::event_name;
use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::{
    claim::{Happening, Status},
    effect::Read,
    id::KnowledgeId,
    time::Moment,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Tells its life.
#[derive(Debug)]
pub struct Events;

/// Of which card.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Card whose life to tell
    pub card_id: KnowledgeId,
}

/// Its life.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// In the order in which it happened
    pub events: Vec<Event>,
}

/// Something that happened.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Event {
    /// The event
    pub id: String,
    /// The card
    pub card_id: KnowledgeId,
    /// Its number in this card's life
    pub seq: i64,
    /// What happened
    pub event_type: Happening,
    /// How far it was believed before
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_status: Option<Status>,
    /// And after
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_status: Option<Status>,
    /// Why
    pub reason: String,
    /// Who, as the server knows them
    pub actor: String,
    /// What else is to be known
    pub metadata: Json,
    /// When
    pub created_at: Moment,
}

impl Operation for Events {
    const SPEC: Spec = Spec::new("card.events", "What happened to a knowledge card, in order")
        .http(Method::Get, "/v1/cards/{cardId}/events")
        .positional(&["cardId"])
        .action(Dialect::Mind, "mempal_knowledge_cards", "events", "")
        .mind("knowledge-card events");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { card_id }: Input) -> Result<Output, Error> {
        crate::knowledge::card(cx, &card_id)?;
        let event = |(seq, e): (i64, store::KnowledgeEvent)| Event {
            id: event_name(card_id.as_str(), seq),
            card_id: card_id.clone(),
            seq,
            event_type: e.what,
            from_status: e.from,
            to_status: e.to,
            reason: e.reason,
            actor: e.actor,
            metadata: serde_json::from_str(&e.metadata).unwrap_or(Json::Null),
            created_at: e.at,
        };
        Ok(Output { events: cx.knowledge_events(&card_id)?.into_iter().map(event).collect() })
    }
}
