//! Tunnels: ways between places of the palace, those that somebody dug and those that are there because wings share a room.
//!
//! Places are named by people, and belong to the whole palace. Not here: what lies in a place. A tunnel shows where else to look.

pub mod add;
pub mod delete;
pub mod discover;
pub mod follow;
pub mod list;

use crate::{
    Error,
    knowledge::tunnels::{Passage, passages},
    ops::LIST_MAX,
};
use kernel::{text::Name, time::Moment};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::borrow::Cow;
use store::{Tunnel, TunnelEnd, View};

/// A place as it is named: `WING`, `WING:ROOM`, or the two as fields.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Json")]
pub struct Endpoint(TunnelEnd);

impl TryFrom<Json> for Endpoint {
    type Error = String;
    fn try_from(said: Json) -> Result<Self, String> {
        let word = |text: &str| Name::parse(text).map(String::from).map_err(|e| format!("{e}; name a place as WING or WING:ROOM"));
        let end = match &said {
            Json::String(text) => {
                let (wing, room) = text.split_once(':').map_or((text.as_str(), None), |(wing, room)| (wing, Some(room)));
                TunnelEnd { wing: word(wing)?, room: room.map_or(Ok(String::new()), word)? }
            }
            Json::Object(fields) => match (fields.get("wing"), fields.get("room"), fields.len()) {
                (Some(Json::String(wing)), None, 1) | (Some(Json::String(wing)), Some(Json::Null), 2) => {
                    TunnelEnd { wing: word(wing)?, room: String::new() }
                }
                (Some(Json::String(wing)), Some(Json::String(room)), 2) => TunnelEnd { wing: word(wing)?, room: word(room)? },
                _ => return Err("a place has a `wing`, perhaps a `room`, and nothing else".into()),
            },
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) => return Err("name a place as WING or WING:ROOM".into()),
        };
        Ok(Self(end))
    }
}

impl JsonSchema for Endpoint {
    fn schema_name() -> Cow<'static, str> {
        "Endpoint".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let fields = json_schema!({ "type": "object", "properties": { "wing": { "type": "string" }, "room": { "type": "string" } } });
        json_schema!({ "anyOf": [{ "type": "string" }, fields] })
    }
}

/// What kind of way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TunnelKind {
    /// Several wings have the room.
    Passive,
    /// Somebody dug it.
    Explicit,
}

/// A place, as it is told.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Place {
    /// The wing
    pub wing: String,
    /// The room, or nothing for the whole wing
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
}

impl From<TunnelEnd> for Place {
    fn from(end: TunnelEnd) -> Self {
        Self { wing: end.wing, room: Some(end.room).filter(|room| !room.is_empty()) }
    }
}

/// A way, as it is told.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Way {
    /// Its id
    pub tunnel_id: String,
    /// What kind of way it is
    pub kind: TunnelKind,
    /// The room that wings share
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// The wings that share it
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wings: Vec<String>,
    /// One end
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<Place>,
    /// The other
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<Place>,
    /// What connects them
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// When it was dug
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Moment>,
    /// By whom
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_by: Option<String>,
    /// The tunnel that led to it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via_tunnel_id: Option<String>,
    /// How many steps away its far end is
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hop: Option<u32>,
}

impl From<Tunnel> for Way {
    fn from(tunnel: Tunnel) -> Self {
        Self {
            tunnel_id: tunnel.id.into(),
            kind: TunnelKind::Explicit,
            room: None,
            wings: Vec::new(),
            left: Some(tunnel.left.into()),
            right: Some(tunnel.right.into()),
            label: Some(tunnel.label),
            created_at: Some(tunnel.created_at),
            created_by: Some(tunnel.created_by),
            via_tunnel_id: None,
            hop: None,
        }
    }
}

impl From<Passage> for Way {
    fn from(Passage { room, wings }: Passage) -> Self {
        Self {
            tunnel_id: format!("passive_{room}"),
            kind: TunnelKind::Passive,
            room: Some(room),
            wings,
            left: None,
            right: None,
            label: None,
            created_at: None,
            created_by: None,
            via_tunnel_id: None,
            hop: None,
        }
    }
}

/// The ways, as every one of these operations answers them.
#[derive(Serialize, JsonSchema)]
pub struct Ways {
    /// Ways between places
    pub tunnels: Vec<Way>,
}

/// The ways that are there because wings share a room.
fn shared(view: &mut View<'_>, wing: &str) -> Result<Vec<Way>, Error> {
    Ok(passages(places(view)?, wing).into_iter().map(Way::from).collect())
}

/// The places of the palace, wing and room: those that signposts name, and those where something stands.
fn places(view: &mut View<'_>) -> Result<Vec<(String, String)>, Error> {
    let stands = view.scopes()?.into_iter().map(|scope| (scope.wing, scope.room)).filter(|(_, room)| !room.is_empty());
    Ok(view.signposts(LIST_MAX)?.into_iter().map(|post| (post.wing, post.room)).chain(stands).collect())
}
