//! Lists places where erased text still appears, and the reason it cannot be removed.
//!
//! No line repeats the words: the answer is written down too. Not here: what can be taken out. That is gone by now.

use crate::{Error, PalaceState, memory::Quotes};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use store::{Fate, Said, View};

/// Names of one kind that a line tells.
const TOLD: usize = 20;
/// Why who acted stays.
pub(crate) const ACTED: &str = "who did what is part of the ledger, and stays; `evidence erase --principal` takes what they brought";
/// Why the path of a source stays, where the path was not what had to go.
pub(crate) const LAY: &str =
    "where this was read from stays, so that reading it unchanged brings nothing back; `evidence erase --matching` takes the name";

/// Something that was not reached.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct RemainingMention {
    /// Which
    pub what: String,
    /// Why
    pub why: String,
}

impl RemainingMention {
    pub(crate) fn new(what: impl Into<String>, why: &str) -> Self {
        Self { what: what.into(), why: why.to_owned() }
    }
}

/// Where a text stands, whatever becomes of it.
pub(crate) fn places(view: &mut View<'_>, text: &str) -> Result<Vec<Said>, Error> {
    let quotes = Quotes::of_text(text);
    Ok(view.places_saying(&mut |_, form, said| quotes.in_form(form, said))?)
}

/// What still says a text.
pub(crate) fn of_text(view: &mut View<'_>, house: &PalaceState, text: &str) -> Result<Vec<RemainingMention>, Error> {
    let mut still = lines(&places(view, text)?);
    let quotes = Quotes::of_text(text);
    still.extend(house.roots.forget(&mut |said| quotes.in_kept(said)).into_iter().map(|(what, why)| RemainingMention { what, why }));
    Ok(still)
}

/// What still quotes pieces that are gone: other evidence, and what a human sealed.
pub(crate) fn of_pieces(view: &mut View<'_>, quotes: &Quotes) -> Result<Vec<RemainingMention>, Error> {
    let mut found = view.places_saying(&mut |fate, form, said| matches!(fate, Fate::Sealed | Fate::Taken) && quotes.in_form(form, said))?;
    found.retain(|said| said.fate == Fate::Sealed || is_evidence(said));
    Ok(lines(&found))
}

fn is_evidence(said: &Said) -> bool {
    (said.table, said.column) == ("evidence", "content")
}

/// What is said of places where words stand.
pub(crate) fn lines(found: &[Said]) -> Vec<RemainingMention> {
    let (mut still, mut entries, mut columns) = (Vec::new(), BTreeSet::new(), BTreeMap::<Fate, BTreeSet<String>>::new());
    let mut rows = BTreeSet::new();
    for said in found {
        let place = || format!("{}.{}", said.table, said.column);
        match said.fate {
            Fate::Sealed if rows.insert((said.table, said.key.as_str())) => still.push(RemainingMention::new(&said.key, sealed(said.table))),
            Fate::Sealed | Fate::Payload => {}
            Fate::Taken if is_evidence(said) => still.push(RemainingMention::new(&said.key, "this evidence quotes it; erase it by its id, too")),
            Fate::Chained => still.push(RemainingMention::new(&said.key, "the chain of a session's calls is made of this tool's name")),
            Fate::Hashed => drop(entries.insert(said.key.parse::<u64>().unwrap_or_default())),
            Fate::Taken | Fate::Actor | Fate::Checkout | Fate::Copied => drop(columns.entry(said.fate).or_default().insert(place())),
        }
    }
    if !entries.is_empty() {
        let word = if entries.len() == 1 { "entry" } else { "entries" };
        let named = listed(entries.iter().map(ToString::to_string));
        still.push(RemainingMention::new(format!("{word} {named}"), "it is part of what the ledger's tree is made of"));
    }
    for (fate, columns) in columns {
        let why = match fate {
            Fate::Actor => ACTED,
            Fate::Checkout => "a checkout is called so, and what belongs to it is known by that name; rename the checkout to use another from now on",
            Fate::Copied => "a backup lies at such a path, and only a path that is known can be reached; delete that backup and erase once more",
            Fate::Taken | Fate::Payload | Fate::Sealed | Fate::Hashed | Fate::Chained => "it was not reached, which should not be; please report it",
        };
        still.push(RemainingMention::new(listed(columns), why));
    }
    still
}

fn sealed(table: &str) -> &'static str {
    match table {
        "claim" => "a human sealed this statement",
        "knowledge" => "a human sealed this lesson",
        "link" => "a human sealed this link",
        "setting" => "a human sealed this setting",
        _ => "a human sealed this remark",
    }
}

/// Some names, and how many more there are.
pub(crate) fn listed(names: impl IntoIterator<Item = String>) -> String {
    let names: Vec<String> = names.into_iter().collect();
    let (told, more) = (names.iter().take(TOLD).map(String::as_str).collect::<Vec<_>>().join(", "), names.len().saturating_sub(TOLD));
    if more == 0 { told } else { format!("{told} and {more} more") }
}
