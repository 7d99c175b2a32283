//! Finds records by the beginning of their id: people are shown no more of an id than tells it from every other.

use crate::{Result, View, value::args};

/// Which table keeps the records of an id, by its prefix. A palace has one id, which is always told whole.
const TABLES: &[(&str, &str)] = &[
    ("d", "claim"),
    ("l", "claim"),
    ("i", "claim"),
    ("k", "knowledge"),
    ("card", "knowledge"),
    ("e", "evidence"),
    ("p", "proposal"),
    ("ses", "session"),
    ("sr", "seal_request"),
    ("g", "\"grant\""),
    ("lk", "link"),
    ("src", "source"),
    ("ctx", "pack"),
    ("x", "experience"),
    ("act", "activity"),
    ("pm", "postmortem"),
    ("triple", "fact"),
    ("tunnel", "tunnel"),
    ("adoption", "adoption"),
    ("reasoning", "reasoning_session"),
    ("thought", "reasoning_thought"),
    ("rcpt", "receipt"),
    ("tok", "cycle_token"),
    ("inv", "invocation"),
];

/// Whether records of this kind are found by the beginning of their id.
pub fn has_short_ids(prefix: &str) -> bool {
    TABLES.iter().any(|(known, _)| *known == prefix)
}

impl View<'_> {
    /// The ids of records that begin so, with the prefix of their kind: the first few in the order of the database.
    pub fn ids_beginning(&mut self, prefix: &str, tail: &str, limit: i64) -> Result<Vec<String>> {
        let Some((_, table)) = TABLES.iter().find(|(known, _)| *known == prefix) else { return Ok(Vec::new()) };
        let beginning = format!("{prefix}_{tail}");
        let sql = format!("select id from {table} where id >= ?1 and id < ?2 order by id limit ?3");
        let mut found = self.many(&sql, args![&beginning, format!("{beginning}\u{10ffff}"), limit], |mut row| row.text())?;
        // A database may sort by the rules of a language.
        found.retain(|id| id.starts_with(&beginning));
        Ok(found)
    }
}
