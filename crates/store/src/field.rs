//! What a project's evidence is about, field by field.
//!
//! A single remark may name a field; whatever names none is about [`GENERAL`]. Not here: which fields are worth distilling.

use crate::{Result, View, claim_events::listed, value::args};
use kernel::drawer::GENERAL;

const ANCHORS: &str = "select n from anchor where name = ?1 or substr(name, 1, length(?2)) = ?2";
// Counted up to a bound: counting all of a large project would cost more than a search.
const COUNT: &str = "select count(*) from (select 1 from item i
    where i.until = '' and i.anchor in (select cast(j.value as bigint) from json_each(?1) j) limit ?2) f";
// Single remarks are few beside the pieces of sources, and only they name fields: SQLite begins with what a cross join names first.
const NAMED: &str = "select d.field, count(*) from drawer d cross join evidence e cross join item i
    where d.field <> ?2 and e.id = d.id and i.n = e.n and i.until = '' and i.anchor in (select cast(j.value as bigint) from json_each(?1) j) group by d.field";
const FIRST_NAMED: &str = "select e.id from drawer d cross join evidence e cross join item i
    where d.field = ?2 and e.id = d.id and i.n = e.n and i.until = '' and i.anchor in (select cast(j.value as bigint) from json_each(?1) j) order by i.n limit ?3";
// Of the first that the index has: sorting all of a large project for three samples would cost more than a search.
const FIRST: &str =
    "select e.id from (select i.n from item i where i.anchor = ?1 and i.until = '' limit 64) f join evidence e on e.n = f.n order by f.n limit ?2";

impl View<'_> {
    /// The numbers of a project's anchors: its repository, and every checkout of it.
    fn anchors_of(&mut self, project: &str) -> Result<Vec<i64>> {
        // Where there is no repository there are no checkouts either: what begins with its whole name is itself.
        let checkouts = project.strip_prefix("repo://").map_or_else(|| project.to_owned(), |repo| format!("worktree://{repo}/"));
        self.many(ANCHORS, args![project, checkouts], |mut row| row.int())
    }

    /// How much current evidence a project has about each field. What names no field is counted up to so many.
    pub fn evidence_by_field(&mut self, project: &str, most: i64) -> Result<Vec<(String, i64)>> {
        let anchors: Vec<String> = self.anchors_of(project)?.iter().map(ToString::to_string).collect();
        let asked = listed(&anchors)?;
        let mut fields = self.many(NAMED, args![asked.clone(), GENERAL], |mut row| Ok((row.text()?, row.int()?)))?;
        let named: i64 = fields.iter().map(|(_, count)| count).sum();
        let all = self.one(COUNT, args![asked, named + most], |mut row| row.int())?.unwrap_or(0);
        if all > named {
            fields.push((GENERAL.to_owned(), all - named));
        }
        Ok(fields)
    }

    /// The first current evidence that a project has about a field: some, not the best.
    pub fn first_evidence(&mut self, project: &str, field: &str, most: i64) -> Result<Vec<String>> {
        let anchors = self.anchors_of(project)?;
        let mut found: Vec<String> = Vec::new();
        if field == GENERAL {
            for anchor in anchors {
                found.extend(self.many(FIRST, args![anchor, most], |mut row| row.text())?);
            }
        } else {
            let asked: Vec<String> = anchors.iter().map(ToString::to_string).collect();
            found = self.many(FIRST_NAMED, args![listed(&asked)?, field, most], |mut row| row.text())?;
        }
        found.truncate(usize::try_from(most).unwrap_or(0));
        Ok(found)
    }
}
