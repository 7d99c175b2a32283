//! Reads commits, the files that they name, and the chunks of these files.

use crate::{Among, Result, Value, View, evidence, item::list, value::args};

const NUMBERS: &str = "select i.n from source s join item i on i.source = s.n where s.kind = 'commit' and i.until = ''";
const NUMBERS_AT: &str = "select i.n from json_each(?1) j cross join source s join item i on i.source = s.n
    where s.anchor = j.value and s.kind = 'commit' and i.until = ''";
const TEXTS: &str = "select e.n, i.source, e.content, e.packed from json_each(?1) j cross join evidence e join item i on i.n = e.n
    where e.n = cast(j.value as bigint) order by e.n";
const FILES: &str = "select cast(substr(j.value, 1, 20) as bigint), f.path, f.n
    from json_each(?1) j cross join source c cross join source f
    where c.n = cast(substr(j.value, 1, 20) as bigint) and f.anchor = c.anchor and f.path = substr(j.value, 21) and f.state = 'live'
    order by 1, 2";
const CHUNKS: &str =
    "select i.n, i.source from json_each(?1) j cross join item i where i.source = cast(j.value as bigint) and i.until = '' order by i.n";

/// The text of a commit, or of a part of one that is long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommitText {
    /// The number of its item.
    pub n: i64,
    /// The source that it was read from: a month of history.
    pub source: i64,
    /// The message, and after it the files.
    pub text: String,
}

/// Selects all current items that are commits, of some anchors, or of all if none is given.
pub fn commits_of(anchors: &[String]) -> Result<Among> {
    if anchors.is_empty() {
        return Ok(Among { sql: NUMBERS.to_owned(), args: Vec::new() });
    }
    let anchors = serde_json::to_string(anchors).map_err(|e| crate::StoreError::Other(e.to_string()))?;
    Ok(Among { sql: NUMBERS_AT.to_owned(), args: vec![Value::from(anchors)] })
}

impl View<'_> {
    /// The texts of some commits, by number.
    pub fn commit_texts(&mut self, numbers: &[i64]) -> Result<Vec<CommitText>> {
        self.many(TEXTS, args![list(numbers.iter().copied())], |mut row| {
            let (n, source) = (row.int()?, row.int()?);
            Ok(CommitText { n, source, text: evidence::words(&mut row)? })
        })
    }

    /// The live files among those that commits name. Asked are the source of a commit and a path; the answer has the same, and the number
    /// of the file's own source.
    pub fn files_named(&mut self, named: &[(i64, &str)]) -> Result<Vec<(i64, String, i64)>> {
        let asked: Vec<String> = named.iter().map(|(source, path)| format!("{source:020}{path}")).collect();
        let asked = serde_json::to_string(&asked).map_err(|e| crate::StoreError::Other(e.to_string()))?;
        self.many(FILES, args![asked], |mut row| Ok((row.int()?, row.text()?, row.int()?)))
    }

    /// The numbers of the current items of some sources, each with its source, by number.
    pub fn each_chunk_of(&mut self, sources: &[i64], take: &mut dyn FnMut(i64, i64) -> Result<()>) -> Result<()> {
        self.db.scan(CHUNKS, args![list(sources.iter().copied())], &mut |row| take(row.int(0)?, row.int(1)?))
    }
}
