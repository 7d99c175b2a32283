//! What was read goes to today's page of the agent's diary, one entry a document.
//!
//! Not here: the page. The engine keeps it, and says when it is full.

use super::{
    Options,
    errand::{Errand, NotRead},
    summary::Summary,
};
use crate::{
    desk::Desk,
    outside::walk::{Reason, Skipped},
};
use ingest::Document;
use kernel::refusal::{Code, Refusal};
use serde_json::{Value as Json, json};

/// Reads everything and writes it on the page, in order. What does not fit is told, and the rest still goes there.
pub(super) fn keep(desk: &mut Desk, options: &Options, mut errand: Errand, summary: &mut Summary) -> Result<(), Refusal> {
    for job in std::mem::take(&mut errand.jobs) {
        let delivery = job.read(&errand, options);
        let brought = match delivery.brought {
            Ok(brought) => brought,
            Err(NotRead::Skipped(skipped)) => {
                summary.skipped.push(skipped);
                continue;
            }
            Err(NotRead::Failed(failed)) => {
                summary.failed.push(failed);
                continue;
            }
        };
        summary.read += 1;
        summary.broke(&delivery.what, brought.broken, brought.broken_total);
        summary.skipped.extend(brought.skipped);
        for document in &brought.documents {
            entry(desk, options, document, summary)?;
        }
    }
    Ok(())
}

fn entry(desk: &mut Desk, options: &Options, document: &Document, summary: &mut Summary) -> Result<(), Refusal> {
    let content = document.parts.iter().map(|part| part.text.trim()).collect::<Vec<_>>().join("\n\n");
    let mut input = json!({ "content": content, "diaryRollup": true, "dryRun": options.dry_run });
    for (field, name) in [("wing", &options.wing), ("room", &options.room)] {
        if let Some(name) = name {
            input[field] = json!(name);
        }
    }
    let answer = match desk.ask("drawer.ingest", input) {
        Ok(answer) => answer,
        Err(refusal) if matches!(refusal.code(), Code::InputInvalid | Code::InputTooLarge) => {
            summary.skipped.push(Skipped::named(document.path.clone(), Reason::Refused, refusal.what()));
            return Ok(());
        }
        Err(refusal) => return Err(refusal),
    };
    let result = &answer.get().result;
    summary.anchors.extend(result["anchorId"].as_str().map(str::to_owned));
    for (kind, count) in result["redacted"].as_object().into_iter().flatten() {
        *summary.redacted.entry(kind.clone()).or_default() += count.as_u64().unwrap_or(0);
    }
    match () {
        () if options.dry_run => summary.would_keep.push(document.path.clone()),
        () if result["again"] == Json::Bool(true) => summary.count("unchanged", 1),
        () => {
            summary.count("new", 1);
            summary.kept += 1;
        }
    }
    Ok(())
}
