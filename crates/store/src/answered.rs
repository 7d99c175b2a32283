//! Keeps what was asked of one snapshot, where the same is asked again while one question is answered.
//!
//! On a database in another process each statement is a round trip. A snapshot does not change, so an answer holds as long as it is open. A
//! transaction that writes keeps none. Not here: anything that outlives the snapshot.

use crate::{Result, Row, Source, StoreError, Value, View};
use std::collections::HashMap;

/// Answers that are kept; what is asked after that is asked again.
const KEPT_MAX: usize = 64;

/// What was asked of a snapshot so far.
#[derive(Default)]
pub(crate) struct Answered {
    queries: Vec<(String, Vec<Value>, Vec<Row>)>,
    sources: HashMap<i64, Source>,
}

impl View<'_> {
    /// The same as `many`, but asked only once of a snapshot.
    pub(crate) fn many_once<T>(&mut self, sql: &str, args: &[Value], map: impl Fn(Row) -> Result<T>) -> Result<Vec<T>> {
        let Some(answered) = &mut self.answered else { return self.many(sql, args, map) };
        if let Some((.., rows)) = answered.queries.iter().find(|(asked, with, _)| asked == sql && with == args) {
            return rows.iter().cloned().map(map).collect();
        }
        let rows = self.db.query(sql, args)?;
        if answered.queries.len() < KEPT_MAX {
            answered.queries.push((sql.to_owned(), args.to_vec(), rows.clone()));
        }
        rows.into_iter().map(map).collect()
    }

    /// Reads some sources with one statement, so that asking for each by its number takes none.
    pub fn expect_sources(&mut self, numbers: &[i64]) -> Result<()> {
        if self.answered.is_none() || numbers.is_empty() {
            return Ok(());
        }
        let found = self.sources_numbered(numbers)?;
        let answered = self.answered.as_mut().ok_or_else(|| StoreError::Other("a snapshot forgot what it was asked".into()))?;
        answered.sources.extend(found.into_iter().map(|source| (source.n, source)));
        Ok(())
    }

    pub(crate) fn expected_source(&self, n: i64) -> Option<Source> {
        self.answered.as_ref()?.sources.get(&n).cloned()
    }
}
