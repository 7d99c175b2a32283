//! Write a remark into a card's life. What acts do to a card they write themselves: nobody else says that it happened.

use super::event_name;
use crate::{
    Error, Method, Operation, Spec, Work,
    knowledge::lifecycle::{Happened, happen},
    memory::require_no_secrets,
};
use kernel::{
    claim::{Happening, Status},
    effect::Propose,
    id::KnowledgeId,
    refusal::Code,
    text::{Name, Note},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// Longest metadata of a remark, in bytes.
const METADATA_BYTES_MAX: usize = 8 << 10;

/// Writes a remark.
#[derive(Debug)]
pub struct Remark;

/// About which card.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Card to remark on
    pub card_id: KnowledgeId,
    /// updated: the other types are written by the acts that bring them about
    #[serde(rename = "type")]
    pub r#type: Happening,
    /// What is to be said
    pub reason: Note,
    /// Refused: a remark changes no status
    #[serde(default)]
    pub from_status: Option<Status>,
    /// Refused: a remark changes no status
    #[serde(default)]
    pub to_status: Option<Status>,
    /// A remark; who acts is who calls
    #[serde(default)]
    pub actor: Option<Name>,
    /// What else is to be known
    #[serde(default)]
    pub metadata_json: Map<String, Json>,
}

/// What was written.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The event
    pub id: String,
    /// The card
    pub card_id: KnowledgeId,
    /// Its number in this card's life
    pub seq: i64,
    /// What happened
    pub event_type: Happening,
    /// Who, as the server knows them
    pub actor: String,
}

/// The act that writes an event of this type, if it is not a remark.
const fn written_by(what: Happening) -> Option<&'static str> {
    match what {
        Happening::Updated => None,
        Happening::Created => Some("card create"),
        Happening::Promoted | Happening::Unlinked => Some("card promote"),
        Happening::Demoted | Happening::Retired => Some("card demote"),
        Happening::Linked => Some("card link"),
        Happening::PublishedAnchor => Some("card publish"),
    }
}

impl Operation for Remark {
    const SPEC: Spec = Spec::new("card.event", "Write a remark into a knowledge card's life")
        .http(Method::Post, "/v1/cards/{cardId}/events")
        .positional(&["cardId"])
        .mind("knowledge-card event");
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let card = crate::knowledge::card(cx, &input.card_id)?;
        if let Some(act) = written_by(input.r#type) {
            let what = format!("an event of type {} is written by the act itself, never told", input.r#type.name());
            return Err(Code::InputInvalid.refuse("type", what).next(format!("Use `palace {act}`, or write a remark of type updated")).into());
        }
        if input.from_status.is_some() || input.to_status.is_some() {
            return Err(Code::InputInvalid
                .refuse("toStatus", "a remark changes no status")
                .next("Use `palace card promote` or `palace card demote`")
                .into());
        }
        let metadata = Json::Object(input.metadata_json);
        require_no_secrets("reason", &(&input.reason, &metadata))?;
        if kernel::canonical::canonical(&metadata)?.len() > METADATA_BYTES_MAX {
            return Err(Code::InputInvalid.refuse("metadataJson", format!("metadata is at most {METADATA_BYTES_MAX} bytes")).into());
        }
        let (by, now) = (cx.call.actor.name().to_owned(), cx.call.now);
        let event = Happened { what: Happening::Updated, from: None, to: None, reason: input.reason.as_str(), metadata, seal: None };
        let seq = happen(cx, &card.id, &by, now, event)?;
        cx.about(&card.id);
        Ok(Output { id: event_name(card.id.as_str(), seq), card_id: card.id, seq, event_type: Happening::Updated, actor: by })
    }
}
