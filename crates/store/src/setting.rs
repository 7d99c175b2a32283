//! Setting rows: what a human set for the whole palace. Append-only, the last row of a name that can be believed holds.
//!
//! Not here: what a setting means, and what it is when nobody set it. The kernel's `settings` says so.

use crate::{
    Made, Result, Row, Txn, View,
    claim_events::{made, state, under},
    value::args,
};
use kernel::{ledger::Digest, seal::HumanReview};

const ALL: &str = "select name, n, value, made_by, made_at, seal from setting order by name, n";
const PUT: &str = "insert into setting (name, n, value, made_by, made_at, seal) values (?1, ?2, ?3, ?4, ?5, ?6)";
const NEXT: &str = "select coalesce(max(n), 0) + 1 from setting where name = ?1";

/// What was set once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingRow {
    /// Its name, as `decay.rate`.
    pub name: String,
    /// Its value, as canonical JSON.
    pub value: String,
    /// Who set it, when, and under which seal.
    pub made: Made,
}

fn map(mut row: Row) -> Result<(i64, SettingRow)> {
    let (name, n) = (row.text()?, row.int()?);
    Ok((n, SettingRow { name, value: row.text()?, made: made(&mut row)? }))
}

fn named(row: &SettingRow, n: i64) -> String {
    format!("setting {} {n}", row.name)
}

fn bound(row: &SettingRow) -> Result<Digest> {
    state(&(&row.name, &row.value, &row.made.by, row.made.at, row.made.seal))
}

impl View<'_> {
    /// Everything that was ever set, oldest first for each name.
    pub fn settings(&mut self) -> Result<Vec<SettingRow>> {
        self.many(ALL, &[], |row| Ok(map(row)?.1))
    }

    /// Every setting, by name and order.
    pub fn each_setting(&mut self, take: &mut dyn FnMut(String, SettingRow) -> Result<()>) -> Result<()> {
        self.db.each(ALL, &[], &mut |row| {
            let (n, row) = map(row)?;
            take(named(&row, n), row)
        })
    }

    /// Hands over every setting with its state, as the ledger should have bound it.
    pub(crate) fn each_setting_state(&mut self, take: &mut dyn FnMut(String, Digest) -> Result<()>) -> Result<()> {
        self.each_setting(&mut |name, row| take(name, bound(&row)?))
    }
}

impl Txn<'_> {
    /// Sets something for the whole palace, under a human's yes.
    ///
    /// # Panics
    /// When the row names another seal than the one behind this yes.
    pub fn put_setting(&mut self, row: &SettingRow, review: &HumanReview) -> Result<()> {
        under(&row.made, review, &row.name);
        let n = self.next(NEXT, &row.name)?;
        let Made { by, at, seal } = &row.made;
        self.db.execute(PUT, args![&row.name, n, &row.value, by, *at, *seal])?;
        self.after.insert(named(row, n), bound(row)?);
        Ok(())
    }
}
