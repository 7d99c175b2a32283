//! List what evidence was read from.

use crate::{Error, Look, Method, Operation, Spec, ops::limit};
use kernel::{anchor::Anchor, effect::Read, id::SourceId, time::Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Source, SourceFilter};

/// Lists sources.
#[derive(Debug)]
pub struct List;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Only what belongs here
    #[serde(default)]
    pub anchor: Option<Anchor>,
    /// Only those whose path begins so
    #[serde(default)]
    pub path: Option<String>,
    /// Only `live` or `gone` ones
    #[serde(default)]
    pub state: Option<String>,
    /// Go on after this path, which belongs to `anchor`
    #[serde(default)]
    pub after: Option<String>,
    /// Most sources to give (100 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// A source in one line.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Line {
    /// Its id
    pub id: SourceId,
    /// Where it lies
    pub path: String,
    /// What people call it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// What kind of thing it is
    pub kind: String,
    /// Where it belongs
    pub anchor: Anchor,
    /// live or gone
    pub state: &'static str,
    /// How often it has changed
    pub revision: i64,
    /// When it last changed
    pub updated_at: Moment,
}

impl From<Source> for Line {
    fn from(s: Source) -> Self {
        Self {
            id: s.id,
            path: s.path,
            title: s.title,
            kind: s.kind,
            anchor: s.anchor,
            state: s.state.name(),
            revision: s.revision,
            updated_at: s.updated_at,
        }
    }
}

/// Sources.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// By anchor and path
    pub sources: Vec<Line>,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("source.list", "List what evidence was read from")
        .http(Method::Get, "/v1/sources")
        .positional(&["path"])
        .empty("Nothing was read yet. Read a directory, a transcript or an export with `palace ingest PATH`.");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let anchor = input.anchor.as_ref().map(ToString::to_string).unwrap_or_default();
        let filter = SourceFilter {
            after: input.after.map(|path| (anchor.clone(), path)),
            anchor,
            state: input.state.unwrap_or_default(),
            prefix: input.path.unwrap_or_default(),
            limit: limit(input.limit, 100),
        };
        Ok(Output { sources: cx.sources(&filter)?.into_iter().map(Line::from).collect() })
    }
}
