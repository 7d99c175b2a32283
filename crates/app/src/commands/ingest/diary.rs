//! What was read goes to today's page of the agent's diary, one entry a document.
//!
//! Not here: the page. The engine keeps it, and says when it is full.

use super::{
    Options,
    errand::{Errand, NotRead},
    summary::Summary,
    tally::Tally,
};
use crate::{
    desk::Desk,
    worktree::walk::{Reason, Skipped},
};
use ingest::Document;
use kernel::refusal::{Code, Refusal};
use serde_json::{Value as Json, json};

/// Reads everything and writes it on the page, in order. What does not fit is told, and the rest still goes there.
pub(super) fn keep(desk: &mut Desk, options: &Options, mut errand: Errand, summary: &mut Summary) -> Result<(), Refusal> {
    let mut tally = Tally::default();
    let outcome = std::mem::take(&mut errand.jobs).into_iter().try_for_each(|job| {
        let delivery = job.read(&errand, options);
        let file = tally.begin();
        let brought = match delivery.brought {
            Ok(brought) => brought,
            Err(NotRead::Skipped(skipped)) => {
                tally.skipped(file, skipped);
                return Ok(());
            }
            Err(NotRead::Failed(failed)) => {
                tally.failed(file, failed);
                return Ok(());
            }
        };
        if brought.documents.is_empty() && brought.skipped.is_empty() {
            tally.empty(file);
        }
        summary.broke(&delivery.what, brought.broken, brought.broken_total);
        brought.skipped.into_iter().for_each(|skipped| tally.skipped(file, skipped));
        for document in &brought.documents {
            match entry(desk, options, document, summary)? {
                None => tally.kept(file),
                Some(skipped) => tally.skipped(file, skipped),
            }
        }
        Ok(())
    });
    tally.settle(summary);
    outcome
}

/// Writes one document on the page. Answers why it is not there, if the palace did not take it.
fn entry(desk: &mut Desk, options: &Options, document: &Document, summary: &mut Summary) -> Result<Option<Skipped>, Refusal> {
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
            return Ok(Some(Skipped::named(document.path.clone(), Reason::Refused, refusal.what())));
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
    Ok(None)
}
