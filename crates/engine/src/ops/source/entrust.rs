//! Keep what was read, secrets and all. A human seals that, having been told which secrets there are.

use super::{BATCH_BYTES_MAX, Batch, Output, Secrets};
use crate::{Error, Method, Operation, PalaceState, Reviewed, Shown, Spec};
use kernel::{call::Call, canonical, effect::Govern, gate::Agents};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use store::View;

/// Keeps documents as they are.
#[derive(Debug)]
pub struct Entrust;

impl Operation for Entrust {
    const SPEC: Spec = Spec::new("source.entrust", "Keep what was read without taking secrets out")
        .http(Method::Post, "/v1/sources/entrust")
        .files(&["documents"])
        .secrets(&["documents"])
        .agents(Agents::Never)
        .bytes_max(BATCH_BYTES_MAX);
    type Effect = Govern;
    type Input = Batch;
    type Output = Output;

    fn run(cx: &mut Reviewed<'_>, batch: Batch) -> Result<Output, Error> {
        let (house, call) = (cx.house, cx.call);
        let output = super::keep(cx, house, call, batch, Secrets::Keep, None)?;
        cx.about(output.subject());
        Ok(output)
    }

    fn noted(input: &Json) -> Option<Json> {
        super::noted(input)
    }

    fn shown(_: &mut View<'_>, _: &PalaceState, _: &Call, batch: &Batch) -> Result<Shown, Error> {
        let mut found: BTreeMap<&str, usize> = BTreeMap::new();
        for part in batch.documents.iter().flat_map(|document| &document.parts) {
            for (kind, count) in ingest::redact(&part.text).found {
                *found.entry(kind.name()).or_default() += count;
            }
        }
        let paths: Vec<&str> = batch.documents.iter().map(|document| document.path.as_str()).collect();
        let digests = batch.documents.iter().map(super::digest).collect::<Result<Vec<_>, _>>()?;
        Ok(Shown {
            covers: vec![canonical::digest(&(Self::SPEC.name, &digests))?],
            what: json!({ "secretsKept": found, "sources": paths.len(), "paths": paths.iter().take(20).collect::<Vec<_>>() }),
        })
    }
}
