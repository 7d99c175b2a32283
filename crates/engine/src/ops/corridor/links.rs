//! List the projects this palace knows: where its sources lie, and what was learned there for all.

use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::LIST_MAX};
use kernel::{effect::Read, time::Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Other names told of each project.
const ALIASES_TOLD: i64 = 5;

/// Lists projects.
#[derive(Debug)]
pub struct Links;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// The projects.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Projects, by anchor
    pub links: Vec<Link>,
}

/// A project.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Link {
    /// Its anchor
    pub anchor: String,
    /// Other names of it
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Sources read there
    pub sources: i64,
    /// Learnings of its that hold everywhere
    pub learnings: i64,
    /// When something was last read there
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used_at: Option<Moment>,
}

impl Operation for Links {
    const SPEC: Spec = Spec::new("corridor.links", "List the projects this palace knows, what was read there and what they share")
        .http(Method::Get, "/v1/corridor/links")
        .empty("No project was read yet. Read one with `palace ingest`.")
        .also(&[(Dialect::Palace, "corridor_links")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let mut links = Vec::new();
        for project in cx.projects(LIST_MAX)? {
            let names = cx.aliases(&project.anchor, ALIASES_TOLD)?;
            links.push(Link { anchor: project.anchor, names, sources: project.sources, learnings: project.learnings, used_at: project.used_at });
        }
        Ok(Output { links })
    }
}
