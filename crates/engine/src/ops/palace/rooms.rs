//! List the rooms of the project, and the files that something is believed about.

use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::claim::authoritative_scopes};
use kernel::{
    effect::Read,
    floorplan::{Capability, Room},
    scope::Scope,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Lists places.
#[derive(Debug)]
pub struct Rooms;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// A place and how much is believed about it.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Place {
    /// Room name or file path
    pub name: String,
    /// What happens there, as the project describes it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// Folders and files that belong to it
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entry_points: Vec<String>,
    /// What can be done there
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<Capability>,
    /// Authoritative claims that hold exactly there
    pub claims: usize,
}

impl Place {
    fn described(room: &Room) -> Self {
        let room = &room.document;
        Self {
            name: room.name.clone(),
            summary: room.summary.clone(),
            entry_points: room.entry_points.clone(),
            capabilities: room.capabilities.clone(),
            claims: 0,
        }
    }
}

/// The places.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Rooms, by name: those that the project describes, and those that something is believed about
    pub rooms: Vec<Place>,
    /// Files that something is believed about, by path
    pub files: Vec<Place>,
    /// What could not be read of the project's description
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
    /// Whether there may be more: only the newest 2,000 claims are looked at
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
}

impl Operation for Rooms {
    const SPEC: Spec = Spec::new("palace.rooms", "List the rooms of the project, and the files that something is believed about")
        .http(Method::Get, "/v1/rooms")
        .also(&[(Dialect::Palace, "explore_rooms")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let plan = &cx.call.floorplan;
        let mut rooms: BTreeMap<String, Place> = plan.rooms().iter().map(|room| (room.name().to_owned(), Place::described(room))).collect();
        let problems = plan.problems.clone();
        let mut files = Vec::new();
        let (scopes, at_least) = authoritative_scopes(cx)?;
        for (scope, claims) in scopes {
            match scope {
                Scope::Room(name) => rooms.entry(name.clone()).or_insert_with(|| Place { name, ..Place::default() }).claims = claims,
                Scope::File(path) => files.push(Place { name: path.as_str().to_owned(), claims, ..Place::default() }),
                Scope::Palace => {}
            }
        }
        Ok(Output { rooms: rooms.into_values().collect(), files, problems, at_least })
    }
}
