//! List the rooms and files that something is believed about.

use crate::{Error, Look, Method, Operation, Spec, ops::claim::authoritative_scopes};
use kernel::{effect::Read, scope::Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Lists places.
#[derive(Debug)]
pub struct Rooms;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// A place and how much is believed about it.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Place {
    /// Room name or file path
    pub name: String,
    /// Authoritative claims that hold exactly there
    pub claims: usize,
}

/// The places.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Rooms, by name
    pub rooms: Vec<Place>,
    /// Files, by path
    pub files: Vec<Place>,
    /// Whether there may be more: only the newest 2,000 claims are looked at
    #[serde(rename = "atLeast", skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
}

impl Operation for Rooms {
    const SPEC: Spec = Spec::new("palace.rooms", "List the rooms and files that something is believed about").http(Method::Get, "/v1/rooms");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let (mut rooms, mut files) = (Vec::new(), Vec::new());
        let (scopes, at_least) = authoritative_scopes(cx)?;
        for (scope, claims) in scopes {
            match scope {
                Scope::Room(name) => rooms.push(Place { name, claims }),
                Scope::File(path) => files.push(Place { name: path.as_str().to_owned(), claims }),
                Scope::Palace => {}
            }
        }
        Ok(Output { rooms, files, at_least })
    }
}
