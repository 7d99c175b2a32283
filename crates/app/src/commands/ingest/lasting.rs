//! What another checkout brought of the same history, and this one does not reach: it happened all the same.
//!
//! A commit is what it is for ever, so one that was read stays until it is rewritten: git has it here, and nothing leads to it
//! any more. Not here: reading git, and months that this checkout does not reach at all, which nobody touches.

use crate::worktree::history;
use engine::{Engine, ops::source};
use ingest::{Document, Part};
use kernel::{anchor::Anchor, ledger::Digest, refusal::Refusal};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

/// Adds to each month what was known of it and still stands, and works its digest out anew.
pub(super) fn join(engine: &Engine, anchor: &Anchor, root: &Path, months: &mut [Document], digests: &mut [Digest]) -> Result<(), Refusal> {
    let mut elsewhere: Vec<(usize, BTreeMap<String, Vec<Part>>)> = Vec::new();
    for (place, month) in months.iter().enumerate() {
        let mut known = engine.look(|_, view| known(view, anchor, &month.path)).map_err(engine::Error::into_refusal)?;
        for part in &month.parts {
            known.remove(&part.heading);
        }
        if !known.is_empty() {
            elsewhere.push((place, known));
        }
    }
    if elsewhere.is_empty() {
        return Ok(());
    }
    let ids: BTreeSet<&str> = elsewhere.iter().flat_map(|(_, known)| known.keys()).map(String::as_str).collect();
    let rewritten = history::rewritten(root, &ids);
    // Where git has it, git tells it: then the month reads the same whoever read it.
    let mut told = history::told(root, &ids);
    for (place, known) in elsewhere {
        let lasting = known.into_iter().filter(|(id, _)| !rewritten.contains(id));
        months[place].parts.extend(lasting.flat_map(|(id, parts)| told.remove(&id).map_or(parts, |part| vec![part])));
        history::in_order(&mut months[place]);
        digests[place] = source::digest(&months[place]).map_err(engine::Error::into_refusal)?;
    }
    Ok(())
}

/// The commits of a month as they are kept, by the beginnings of their ids.
fn known(view: &mut store::View<'_>, anchor: &Anchor, path: &str) -> Result<BTreeMap<String, Vec<Part>>, engine::Error> {
    let Some(month) = view.source_at(anchor, path)?.filter(|month| month.state == store::SourceState::Live) else { return Ok(BTreeMap::new()) };
    let items = view.items_of_source(month.n)?;
    let ids: Vec<&str> = items.iter().map(|item| item.id.as_str()).collect();
    let mut texts: BTreeMap<String, String> = view.evidences(&ids)?.into_iter().map(|e| (e.id.to_string(), String::from(e.content))).collect();
    let mut known: BTreeMap<String, Vec<Part>> = BTreeMap::new();
    for item in items.into_iter().filter(|item| history::is_id(&item.heading)) {
        if let Some(text) = texts.remove(&item.id) {
            let part = Part { text, author: item.author, at: Some(item.at), heading: item.heading.clone(), ..Part::default() };
            known.entry(item.heading).or_default().push(part);
        }
    }
    Ok(known)
}
