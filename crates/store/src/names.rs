//! Names that stand beside words: who spoke, in which talk, where it was read, what a project or a room is called. None of them is
//! part of what was said, so a name that must go is taken off, and what it stood beside stays.
//!
//! Not here: titles, by which things are found, so that the index must be told; and names of who acted, which the ledger binds.

use crate::{DrawerRow, Result, Txn, View, drawer::drawer_state, value::args};
use kernel::drawer::GENERAL;
use std::collections::{BTreeMap, BTreeSet};

/// What a kind of name is called, where one stands, and what takes it off. A path must be one of its own, so an id stands in for it.
const NAMES: &[(&str, &str, &str)] = &[
    ("authors", "select distinct author from item", "update item set author = '' where author = ?1"),
    ("threads", "select distinct thread from item", "update item set thread = '' where thread = ?1"),
    ("paths", "select distinct path from source", "update source set path = 'erased/' || id where path = ?1"),
    (
        "paths",
        "select distinct path from source_revision",
        "update source_revision set path = coalesce((select 'erased/' || s.id from source s where s.n = source_revision.source), 'erased') where path = ?1",
    ),
    ("places", "select distinct wing from source_place", "update source_place set wing = '' where wing = ?1"),
    ("places", "select distinct room from source_place", "update source_place set room = '' where room = ?1"),
    // What it is, its anchor says; what it is called is met again when somebody next keeps something there.
    ("projects", "select distinct name from project", "delete from project where name = ?1"),
    ("projects", "select distinct path from project", "delete from project where path = ?1"),
    ("projects", "select distinct alias from anchor_alias", "delete from anchor_alias where alias = ?1"),
    ("sessions", "select distinct agent_type from session", "update session set agent_type = '' where agent_type = ?1"),
    ("sessions", "select distinct agent_id from session", "update session set agent_id = '' where agent_id = ?1"),
    ("files", "select distinct file from activity", "update activity set file = '' where file = ?1"),
];
/// Where a single remark stands; the ledger binds it.
const PLACES: &str = "places";
const DRAWER: &str = "update drawer set wing = ?2, room = ?3, field = ?4, rollup = ?5 where id = ?1";

/// How many different names there are of each kind.
pub type NameCounts = BTreeMap<&'static str, u64>;

impl View<'_> {
    /// Names that `says` picks: how many different ones of each kind.
    pub fn names_saying(&mut self, says: &mut dyn FnMut(&str) -> bool) -> Result<NameCounts> {
        let mut found: BTreeMap<&'static str, BTreeSet<String>> = BTreeMap::new();
        for (kind, list, _) in NAMES {
            found.entry(kind).or_default().extend(self.named(list, says)?);
        }
        for row in self.drawers_called(says)? {
            let names = [row.wing, row.room, row.field, row.rollup];
            found.entry(PLACES).or_default().extend(names.into_iter().filter(|name| says(name)));
        }
        Ok(found.into_iter().filter(|(_, names)| !names.is_empty()).map(|(kind, names)| (kind, names.len() as u64)).collect())
    }

    fn named(&mut self, list: &str, says: &mut dyn FnMut(&str) -> bool) -> Result<Vec<String>> {
        let mut found = Vec::new();
        self.db.scan(list, &[], &mut |row| {
            let name = row.text(0)?;
            if !name.is_empty() && says(name) {
                found.push(name.to_owned());
            }
            Ok(())
        })?;
        found.sort();
        Ok(found)
    }

    fn drawers_called(&mut self, says: &mut dyn FnMut(&str) -> bool) -> Result<Vec<DrawerRow>> {
        let mut found = Vec::new();
        self.each_drawer_row(&mut |_, row| {
            if [&row.wing, &row.room, &row.field, &row.rollup].into_iter().any(|name| says(name)) {
                found.push(row);
            }
            Ok(())
        })?;
        Ok(found)
    }
}

impl Txn<'_> {
    /// Takes off every name that `says` picks.
    pub fn unname(&mut self, says: &mut dyn FnMut(&str) -> bool) -> Result<()> {
        for (_, list, take) in NAMES {
            for name in self.named(list, says)? {
                self.db.execute(take, args![name])?;
            }
        }
        for mut row in self.drawers_called(says)? {
            for name in [&mut row.wing, &mut row.room, &mut row.rollup] {
                if says(name) {
                    name.clear();
                }
            }
            if says(&row.field) {
                if says(GENERAL) { row.field.clear() } else { GENERAL.clone_into(&mut row.field) }
            }
            self.db.execute(DRAWER, args![row.id.as_str(), &row.wing, &row.room, &row.field, &row.rollup])?;
            let (name, state) = drawer_state(&row)?;
            self.after.insert(name, state);
        }
        Ok(())
    }
}
