//! Erases experiences, their labels, and the cells and scenes that only they supported.
//!
//! An experience goes with the evidence that holds its words. A cell stays while others say it; a key of a scene stays while
//! another experience carries it.

use crate::{Error, Reviewed, experience::relabel, memory::Quotes};
use kernel::ledger::Digest;
use std::collections::{BTreeMap, BTreeSet};
use store::Experience;

/// Lets the parts of experiences that go be looked for too.
pub(crate) fn quote(cx: &mut Reviewed<'_>, gone: &BTreeSet<String>, quotes: &mut Quotes) -> Result<(), Error> {
    for x in behind(cx, gone)? {
        for text in x.parts() {
            quotes.add(text, Digest::of(text.as_bytes()).to_string());
        }
    }
    Ok(())
}

/// Takes out experiences whose evidence goes, labels that say its words, and what only they came to.
pub(crate) fn erase(cx: &mut Reviewed<'_>, gone: &BTreeSet<String>, quotes: &Quotes) -> Result<(), Error> {
    let going: Vec<Experience> = behind(cx, gone)?;
    let ids: Vec<String> = going.iter().map(|x| x.id.to_string()).collect();
    let (mut carried, mut labelled) = (BTreeMap::<String, BTreeSet<String>>::new(), Vec::new());
    cx.each_experience(&mut |mut x| {
        if gone.contains(x.evidence.as_str()) {
            return Ok(());
        }
        let before = x.tags.len();
        x.tags.retain(|tag| !quotes.in_text(&String::from(tag.clone())));
        carried.entry(x.anchor.to_string()).or_default().extend(x.keys());
        if x.tags.len() < before {
            labelled.push(x);
        }
        Ok(())
    })?;
    let (house, call) = (cx.house, cx.call);
    for x in &labelled {
        relabel(cx, house, call, x)?;
    }
    for cell in cx.cells_touched(&ids, &mut |text| quotes.in_text(text))? {
        let (supports, contradicts) = cx.spoken(&cell.key, &ids)?;
        if supports == 0 || quotes.in_text(&cell.title) || quotes.in_text(&cell.body) {
            cx.drop_cell(&cell.key)?;
        } else {
            cx.recount_cell(&cell.key, supports, contradicts)?;
        }
    }
    for x in &going {
        cx.drop_experience(&x.id)?;
    }
    cx.settle_scenes(&carried)?;
    cx.settle_cells(&mut |text| quotes.in_text(text))?;
    Ok(())
}

fn behind(cx: &mut Reviewed<'_>, gone: &BTreeSet<String>) -> Result<Vec<Experience>, Error> {
    Ok(cx.experiences_behind(&gone.iter().collect::<Vec<_>>())?)
}
