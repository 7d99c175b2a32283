//! Keep what was read. A source that changed replaces its pieces in one transaction; what it said before is its history.

use super::{BATCH_BYTES_MAX, Batch, Output, Secrets};
use crate::{Error, Method, Operation, Spec, Work};
use kernel::effect::Propose;
use serde_json::Value as Json;

/// Keeps documents.
#[derive(Debug)]
pub struct Keep;

impl Operation for Keep {
    const SPEC: Spec = Spec::new("source.keep", "Keep what was read: documents become evidence that can be found")
        .http(Method::Post, "/v1/sources")
        .files(&["documents"])
        .bytes_max(BATCH_BYTES_MAX);
    type Effect = Propose;
    type Input = Batch;
    type Output = Output;

    fn run(cx: &mut Work<'_>, batch: Batch) -> Result<Output, Error> {
        let (house, call, watcher) = (cx.house, cx.call, cx.watcher());
        let output = super::keep(cx, house, call, batch, Secrets::Redact, watcher)?;
        cx.about(output.subject());
        Ok(output)
    }

    fn noted(input: &Json) -> Option<Json> {
        super::noted(input)
    }
}
