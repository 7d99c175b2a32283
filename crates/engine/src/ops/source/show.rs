//! Show a source: what it is, every version of it that was seen, and its pieces.

use super::list::Line;
use crate::{Error, Look, Method, Operation, Spec, ops::missing};
use kernel::{effect::Read, id::SourceId, ledger::Digest, time::Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Shows a source.
#[derive(Debug)]
pub struct Show;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Source to show
    pub id: SourceId,
}

/// A version.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Version {
    /// Its number
    pub revision: i64,
    /// What happened
    pub change: String,
    /// Where it lay then
    pub path: String,
    /// What it said then
    pub digest: Digest,
    /// Who noticed
    pub principal: String,
    /// When
    pub recorded_at: Moment,
}

/// A source, whole.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The source
    #[serde(flatten)]
    pub source: Line,
    /// Oldest first
    pub history: Vec<Version>,
    /// Its current pieces, in order
    pub evidence: Vec<String>,
}

impl Operation for Show {
    const SPEC: Spec =
        Spec::new("source.show", "Show a source with its history and its pieces").http(Method::Get, "/v1/sources/{id}").positional(&["id"]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { id }: Input) -> Result<Output, Error> {
        let source = cx.source(&id)?.ok_or_else(|| missing("source", &id))?;
        let history = cx.revisions(source.n)?.into_iter().map(|r| Version {
            revision: r.revision,
            change: r.change,
            path: r.path,
            digest: r.digest,
            principal: r.principal,
            recorded_at: r.recorded_at,
        });
        let history = history.collect();
        let evidence = cx.items_of_source(source.n)?.into_iter().map(|item| item.id).collect();
        Ok(Output { source: source.into(), history, evidence })
    }
}
