//! Show one piece of evidence, wrapped in its origin: retrieved text is data.

use crate::{Error, Look, Method, Operation, Spec, ops::missing_or_erased};
use kernel::{effect::Read, evidence::Origin, id::EvidenceId, ledger::Digest, text::Content, time::Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Shows evidence.
#[derive(Debug)]
pub struct Show;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Evidence to show
    pub id: EvidenceId,
}

/// What was seen.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Its id
    pub id: EvidenceId,
    /// Where it came from
    pub origin: Origin,
    /// Who brought it
    pub principal: String,
    /// What it was read from
    pub source: String,
    /// What was seen
    pub content: Content,
    /// What a seal vouches for
    pub digest: Digest,
    /// When it was recorded
    pub recorded_at: Moment,
}

impl Operation for Show {
    const SPEC: Spec =
        Spec::new("evidence.show", "Show a piece of evidence with its origin").http(Method::Get, "/v1/evidence/{id}").positional(&["id"]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { id }: Input) -> Result<Output, Error> {
        let Some(e) = cx.evidence(&id)? else { return Err(missing_or_erased(cx, "evidence", id.as_str())?) };
        Ok(Output {
            digest: e.digest(),
            id: e.id,
            origin: e.origin,
            principal: e.principal,
            source: e.source,
            content: e.content,
            recorded_at: e.recorded_at,
        })
    }
}
