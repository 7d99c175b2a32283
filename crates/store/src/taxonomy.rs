//! Taxonomy rows: which words lead to which place.
//!
//! Not here: how a question is led. The engine compares words.

use crate::{
    Result, Row, StoreError, Txn, View,
    value::{args, json},
};
use kernel::{canonical, time::Moment};

const COLUMNS: &str = "wing, room, display_name, keywords, edited_by, edited_at";
const PUT: &str = "insert into taxonomy (wing, room, display_name, keywords, edited_by, edited_at) values (?1, ?2, ?3, ?4, ?5, ?6)
    on conflict (wing, room) do update set display_name = excluded.display_name, keywords = excluded.keywords, edited_by = excluded.edited_by,
    edited_at = excluded.edited_at";
const DROP: &str = "delete from taxonomy where wing = ?1 and room = ?2";

/// Which words lead to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signpost {
    /// The wing.
    pub wing: String,
    /// The room, or empty for the whole wing.
    pub room: String,
    /// What people call it, or empty.
    pub display_name: String,
    /// The words.
    pub keywords: Vec<String>,
    /// Who wrote it last.
    pub edited_by: String,
    /// When.
    pub edited_at: Moment,
}

fn map(mut row: Row) -> Result<Signpost> {
    Ok(Signpost {
        wing: row.text()?,
        room: row.text()?,
        display_name: row.text()?,
        keywords: row.parsed("keywords", json)?,
        edited_by: row.text()?,
        edited_at: row.moment()?,
    })
}

impl View<'_> {
    /// Every signpost, by place.
    pub fn signposts(&mut self, limit: i64) -> Result<Vec<Signpost>> {
        self.many(&format!("select {COLUMNS} from taxonomy order by wing, room limit ?1"), args![limit], map)
    }

    /// The signpost of a place.
    pub fn signpost(&mut self, wing: &str, room: &str) -> Result<Option<Signpost>> {
        self.one(&format!("select {COLUMNS} from taxonomy where wing = ?1 and room = ?2"), args![wing, room], map)
    }
}

impl Txn<'_> {
    /// Writes the signpost of a place, instead of what it said before.
    pub fn put_signpost(&mut self, s: &Signpost) -> Result<()> {
        let keywords = canonical::canonical(&s.keywords).map_err(|e| StoreError::Other(e.to_string()))?;
        self.db.execute(PUT, args![&s.wing, &s.room, &s.display_name, keywords, &s.edited_by, s.edited_at])?;
        Ok(())
    }

    /// Takes the signpost of a place down.
    pub fn drop_signpost(&mut self, wing: &str, room: &str) -> Result<()> {
        self.db.execute(DROP, args![wing, room])?;
        Ok(())
    }
}
