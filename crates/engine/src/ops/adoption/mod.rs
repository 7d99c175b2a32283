//! What came of using a feature: records that say so, reports of what they add up to, and gates that say whether to ask a human.
//!
//! A record carries whoever the server says wrote it, and how good it was then; it never changes anything by itself. Not
//! here: the one default that such records may lead to. `control` changes it, under a seal.

pub mod analytics;
pub mod capture;
pub mod check;
pub mod gate;
pub mod guidance;
pub mod list;
pub mod policy;
pub mod prepare;
pub mod readiness;
pub mod record;
pub mod record_checked;
pub mod review;
pub mod stats;

use crate::{
    Error, Work,
    memory::{Secrets, redact_json, redact_text},
    ops::missing,
};
use ::store::{Adoption, View};
use kernel::{
    adoption::{CardRef, Feature, Quality, Record as Telling, Signal, Track},
    canonical,
    id::{AdoptionId, KnowledgeId},
    refusal::Code,
    text::{Malformed, Name, Note, Query, is_hidden},
    time::Moment,
};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::{Map, Value as Json};

/// Most bytes of data beside a record.
const METADATA_BYTES_MAX: usize = 16 * 1024;

/// A text that may be left out, and is left out when it is blank: clients fill every field of a form.
fn said<'de, D: Deserializer<'de>, T: TryFrom<String, Error = Malformed>>(from: D) -> Result<Option<T>, D::Error> {
    match Option::<String>::deserialize(from)? {
        Some(text) if !text.trim().is_empty() => T::try_from(text).map(Some).map_err(D::Error::custom),
        Some(_) | None => Ok(None),
    }
}

/// Declares an input that tells of an occasion: its own fields, and those that every telling may have.
macro_rules! telling {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$doc])*
        #[derive(Deserialize, JsonSchema)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub struct $name {
            $($(#[$about])* pub $field: $kind,)*
            /// Id to record it under (drawn if left out)
            #[serde(default)]
            pub id: Option<AdoptionId>,
            /// What was asked
            #[serde(default, deserialize_with = "crate::ops::adoption::said")]
            #[schemars(with = "Option<String>")]
            pub query: Option<Query>,
            /// What was shown, by its digest or any other name
            #[serde(default, deserialize_with = "crate::ops::adoption::said")]
            #[schemars(with = "Option<String>")]
            pub context_hash: Option<Name>,
            /// Card it was about
            #[serde(default)]
            #[schemars(extend("format" = "id"))]
            pub card_id: Option<CardRef>,
            /// Evaluator it was about
            #[serde(default, deserialize_with = "crate::ops::adoption::said")]
            #[schemars(with = "Option<String>")]
            pub evaluator_id: Option<Name>,
            /// Research it was about
            #[serde(default, deserialize_with = "crate::ops::adoption::said")]
            #[schemars(with = "Option<String>")]
            pub research_report_id: Option<Name>,
            /// What happened
            #[serde(default, deserialize_with = "crate::ops::adoption::said")]
            #[schemars(with = "Option<String>")]
            pub note: Option<Note>,
            /// What more there is to say, as data
            #[serde(default)]
            pub metadata: Option<Map<String, Json>>,
        }

        impl $name {
            /// What it tells, once it is known of what and how it went.
            fn telling(&self, track: Track, signal: Signal, feature: Feature) -> Telling {
                fn text<T: Clone + Into<String>>(said: Option<&T>) -> String {
                    said.cloned().map_or_else(String::new, Into::into)
                }
                Telling {
                    track,
                    signal,
                    feature,
                    query: text(self.query.as_ref()),
                    context_hash: text(self.context_hash.as_ref()),
                    card_id: text(self.card_id.as_ref()),
                    evaluator_id: text(self.evaluator_id.as_ref()),
                    research_report_id: text(self.research_report_id.as_ref()),
                    note: text(self.note.as_ref()),
                    metadata: self.metadata.clone().unwrap_or_default(),
                }
            }
        }
    };
}
pub(crate) use telling;

telling! {
    /// What came of using a feature.
    Input {
        /// What it is evidence about
        track: Track,
        /// What came of it
        signal: Signal,
        /// Feature that was used
        feature: Feature,
    }
}

impl Input {
    fn told(&self) -> Telling {
        self.telling(self.track, self.signal, self.feature.clone())
    }
}

/// A record, as it was written.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Event {
    /// Its id
    pub id: AdoptionId,
    /// What it is evidence about
    pub track: Track,
    /// What came of it
    pub signal: Signal,
    /// The feature
    pub feature: String,
    /// What was asked
    #[serde(skip_serializing_if = "String::is_empty")]
    pub query: String,
    /// What was shown
    #[serde(skip_serializing_if = "String::is_empty")]
    pub context_hash: String,
    /// The card
    #[serde(skip_serializing_if = "String::is_empty")]
    pub card_id: String,
    /// The evaluator
    #[serde(skip_serializing_if = "String::is_empty")]
    pub evaluator_id: String,
    /// The research
    #[serde(skip_serializing_if = "String::is_empty")]
    pub research_report_id: String,
    /// What happened
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// What more was said
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Json>,
    /// How good it was when it was written; gates count what is ready
    pub quality: Quality,
    /// Who wrote it, as the palace knows them
    pub principal: String,
    /// When
    pub created_at: Moment,
}

impl From<Adoption> for Event {
    fn from(a: Adoption) -> Self {
        Self {
            id: a.id,
            track: a.track,
            signal: a.signal,
            feature: a.feature,
            query: a.query,
            context_hash: a.context_hash,
            card_id: a.card_id,
            evaluator_id: a.evaluator_id,
            research_report_id: a.research_report_id,
            note: a.note,
            metadata: serde_json::from_str(&a.metadata).ok(),
            quality: a.quality,
            principal: a.principal,
            created_at: a.created_at,
        }
    }
}

/// Keeps a telling, unless it can never be kept. What it says about who wrote it means nothing: the call says so.
fn write(cx: &mut Work<'_>, told: Telling, id: Option<AdoptionId>) -> Result<Event, Error> {
    let judged = told.judge();
    if let Some(error) = judged.errors.first() {
        return Err(Code::InputInvalid.refuse("feature", *error).into());
    }
    require_plain(&Json::Object(told.metadata.clone()))?;
    require_card(cx, &told.card_id)?;
    let id = match id {
        None => AdoptionId::mint("adoption", &cx.call.tail()),
        Some(id) if cx.adoption(&id)?.is_some() => {
            return Err(Code::InputInvalid
                .refuse("id", format!("`{id}` is recorded already, and a record never changes"))
                .next("Leave the id out, or use another one")
                .into());
        }
        Some(id) => id,
    };
    let mut secrets = Secrets::new();
    let mut clean = |text: &str| redact_text(text, &mut secrets);
    let (feature, query, note) = (clean(told.feature.as_str()), clean(&told.query), clean(&told.note));
    let (context_hash, evaluator_id, research_report_id) = (clean(&told.context_hash), clean(&told.evaluator_id), clean(&told.research_report_id));
    let mut metadata = Json::Object(told.metadata);
    redact_json(&mut metadata, &mut secrets);
    let empty = metadata.as_object().is_none_or(Map::is_empty);
    let mut row = Adoption {
        n: 0,
        id,
        track: told.track,
        signal: told.signal,
        feature,
        query,
        context_hash,
        card_id: told.card_id,
        evaluator_id,
        research_report_id,
        note,
        metadata: if empty { String::new() } else { canonical::canonical(&metadata)? },
        quality: judged.quality,
        anchor: cx.call.anchor.project(),
        principal: cx.call.actor.name().to_owned(),
        created_at: cx.call.now,
    };
    cx.put_adoption(&mut row)?;
    cx.about(&row.id);
    Ok(row.into())
}

/// Refuses data that is long, or hides something from whoever reads it.
fn require_plain(metadata: &Json) -> Result<(), Error> {
    fn hides(value: &Json) -> bool {
        match value {
            Json::String(text) => text.chars().any(is_hidden),
            Json::Array(items) => items.iter().any(hides),
            Json::Object(fields) => fields.iter().any(|(name, value)| name.chars().any(is_hidden) || hides(value)),
            Json::Null | Json::Bool(_) | Json::Number(_) => false,
        }
    }
    let bytes = canonical::canonical(metadata)?.len();
    if bytes > METADATA_BYTES_MAX {
        return Err(Code::InputInvalid.refuse("metadata", format!("`metadata` has {bytes} bytes, and {METADATA_BYTES_MAX} are kept at most")).into());
    }
    if hides(metadata) {
        return Err(Code::InputInvalid.refuse("metadata", "`metadata` hides a character that nobody would see").into());
    }
    Ok(())
}

/// Refuses a card that is not there; a record need not be about one.
fn require_card(view: &mut View<'_>, card_id: &str) -> Result<(), Error> {
    if card_id.is_empty() {
        return Ok(());
    }
    let id = KnowledgeId::parse(card_id).map_err(|e| Code::InputInvalid.refuse("cardId", e.to_string()))?;
    view.knowledge(&id)?.map(|_| ()).ok_or_else(|| missing("card", card_id))
}
