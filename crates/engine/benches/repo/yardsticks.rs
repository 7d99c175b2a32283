//! Ranks by other means, in the same run: FTS5 over chunks of forty lines, FTS5 over whole files, and recall's own two lanes alone.
//!
//! Full-text search reads every text file of the tree, and recall what `palace ingest` reads of it. Words that every text holds are left
//! out, which makes full-text search better on commits by two to eleven points; one row shows it with them.

use crate::{
    common::Result,
    palace::{DEPTH, Piece},
    question::{Lines, Question},
    ranking::Row,
};
use rusqlite::Connection;
use search::{
    embed::{Model, Probe, Vector},
    text::{is_stop, words},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Lines of a chunk.
const CHUNK_LINES: usize = 40;
/// How much more a word of the path counts than one of the text, where whole files are ranked.
const PATH_WEIGHT: f64 = 4.0;

/// For each question, the best rows of each.
#[derive(Serialize, Deserialize)]
pub(crate) struct Yardsticks {
    pub(crate) chunks: Vec<Vec<Row>>,
    /// The same, asked for every word, `the` and `of` too.
    pub(crate) plain: Vec<Vec<Row>>,
    pub(crate) files: Vec<Vec<Row>>,
    pub(crate) words: Vec<Vec<Row>>,
    pub(crate) meaning: Vec<Vec<Row>>,
}

impl Yardsticks {
    /// Measures all of them on a tree and what was read of it.
    pub(crate) fn measure(files: &[(String, String)], pieces: &[Piece], questions: &[Question]) -> Result<Self> {
        let each = |rank: &dyn Fn(&Question) -> Result<Vec<Row>>| questions.iter().map(rank).collect::<Result<Vec<_>>>();
        let chunked = chunked(files)?;
        let chunks = each(&|question| chunked.best(&telling(&question.query)))?;
        let plain = each(&|question| chunked.best(&any_of(&question.query)))?;
        drop(chunked);
        let whole = whole(files)?;
        let files = each(&|question| whole.best(&telling(&question.query)))?;
        drop(whole);
        let piecewise = piecewise(pieces)?;
        let words = each(&|question| piecewise.best(&telling(&question.query)))?;
        drop(piecewise);
        let model = Model::embedded();
        let vectors: Vec<Vector> = pieces.iter().map(|piece| model.embed(&piece.text)).collect();
        let meaning = questions.iter().map(|question| nearest(pieces, &vectors, &model.embed(&question.query))).collect();
        Ok(Self { chunks, plain, files, words, meaning })
    }
}

/// A bare full-text index, and where its rows stand.
struct Index {
    connection: Connection,
    rows: Vec<Row>,
    rank: String,
}

impl Index {
    /// Fields are indexed and not kept.
    fn new(fields: &str, rank: &str) -> Result<Self> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch(&format!("create virtual table d using fts5({fields}, content = '', tokenize = 'porter unicode61'); begin"))?;
        Ok(Self { connection, rows: Vec::new(), rank: rank.to_owned() })
    }

    fn add(&mut self, row: Row, fields: &[&str]) -> Result<()> {
        let places: Vec<String> = (0..fields.len()).map(|n| format!("?{}", n + 2)).collect();
        let names = &["one", "two"][..fields.len()];
        let sql = format!("insert into d (rowid, {}) values (?1, {})", names.join(", "), places.join(", "));
        let number = i64::try_from(self.rows.len())?;
        let mut values: Vec<&dyn rusqlite::ToSql> = vec![&number];
        values.extend(fields.iter().map(|field| field as &dyn rusqlite::ToSql));
        self.connection.prepare_cached(&sql)?.execute(values.as_slice())?;
        self.rows.push(row);
        Ok(())
    }

    fn finish(self) -> Result<Self> {
        self.connection.execute_batch("commit")?;
        Ok(self)
    }

    /// The rows that hold any of the words, best first.
    fn best(&self, wanted: &[String]) -> Result<Vec<Row>> {
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let sql = format!("select rowid from d where d match ?1 order by {}, rowid limit {DEPTH}", self.rank);
        let mut statement = self.connection.prepare_cached(&sql)?;
        let numbers = statement.query_map([wanted.join(" OR ")], |row| row.get::<_, i64>(0))?;
        numbers.map(|number| Ok(self.rows[usize::try_from(number?)?].clone())).collect()
    }
}

/// Chunks of forty lines, the path before each.
fn chunked(files: &[(String, String)]) -> Result<Index> {
    let mut index = Index::new("one", "rank")?;
    for (path, text) in files {
        let lines: Vec<&str> = text.lines().collect();
        for (n, chunk) in lines.chunks(CHUNK_LINES).enumerate() {
            let first = n * CHUNK_LINES + 1;
            let row = Row { path: path.clone(), lines: span(first, first + chunk.len() - 1) };
            index.add(row, &[&format!("{path}\n{}", chunk.join("\n"))])?;
        }
    }
    index.finish()
}

/// Whole files, the parts of the path as a field of their own.
fn whole(files: &[(String, String)]) -> Result<Index> {
    let mut index = Index::new("one, two", &format!("bm25(d, {PATH_WEIGHT:.1}, 1.0)"))?;
    for (path, text) in files {
        index.add(Row { path: path.clone(), lines: (1, u32::MAX) }, &[&parts(path), text])?;
    }
    index.finish()
}

/// The pieces that recall has.
fn piecewise(pieces: &[Piece]) -> Result<Index> {
    let mut index = Index::new("one", "rank")?;
    for piece in pieces {
        index.add(Row { path: piece.path.clone(), lines: piece.lines }, &[&piece.text])?;
    }
    index.finish()
}

fn nearest(pieces: &[Piece], vectors: &[Vector], asked: &Vector) -> Vec<Row> {
    let probe = Probe::new(asked);
    let mut near: Vec<(f32, usize)> = vectors.iter().enumerate().map(|(n, vector)| (probe.similarity(vector), n)).collect();
    let by_likeness = |a: &(f32, usize), b: &(f32, usize)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
    if near.len() > DEPTH {
        near.select_nth_unstable_by(DEPTH, by_likeness);
        near.truncate(DEPTH);
    }
    near.sort_by(by_likeness);
    near.into_iter().map(|(_, n)| Row { path: pieces[n].path.clone(), lines: pieces[n].lines }).collect()
}

/// Every word of a question, as full-text search takes it.
fn any_of(query: &str) -> Vec<String> {
    let words: BTreeSet<String> = query.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    words.into_iter().map(|word| format!("\"{word}\"")).collect()
}

/// The same without the words that every text holds.
fn telling(query: &str) -> Vec<String> {
    words(query).into_iter().filter(|word| !is_stop(word)).map(|word| format!("\"{word}\"")).collect()
}

/// The words of a path: `crates/appHome.rs` is `crates app Home rs`.
fn parts(path: &str) -> String {
    let mut parts = String::new();
    let mut before = ' ';
    for c in path.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            parts.push(' ');
        }
        parts.push(if c.is_alphanumeric() { c } else { ' ' });
        before = c;
    }
    parts
}

fn span(first: usize, last: usize) -> Lines {
    (u32::try_from(first).unwrap_or(u32::MAX), u32::try_from(last).unwrap_or(u32::MAX))
}
