//! Asking through the engine, and the bare work inside of it: the index of words and the scan of vectors, in the same file.
//!
//! All of it in turn, twenty questions at a time, so that whatever else the machine does falls on each.

use crate::{
    common::{Palace, Result, row},
    times,
    timing::Times,
};
use kernel::time::Moment;
use rusqlite::{Connection, OpenFlags};
use search::{
    CODE_BYTES, Code, code, code_from, distance,
    embed::{DIMS, Model, Probe},
    text::{is_stop, stem, words},
};
use serde_json::json;
use std::path::Path;

/// What recall gives unless it is asked for more.
const LIMIT: usize = 10;
/// How many the bare index of words gives: as many as recall takes from it.
const WORDS_LIMIT: i64 = 200;
/// How many nearest a bare scan keeps.
const NEAREST: usize = 100;
/// Rows of the index that recall visits at most: the commonest stems of a question are weighed by it, but not looked up.
const VISITS: i64 = 20_000;
/// Questions in a row, before it is the next one's turn.
const IN_A_ROW: usize = 20;

/// How long each took.
#[derive(Default)]
pub(crate) struct Answered {
    pub(crate) recall: Times,
    words: Times,
    rarest: Times,
    exact: Times,
    codes: Times,
    answers: usize,
    beside_claims: Times,
}

impl Answered {
    pub(crate) fn print(&self) {
        row(&format!("asking, warm, n = {} each", self.recall.n()), &["p50", "p95", "mean", "CPU mean"].map(String::from));
        times("claim.recall, evidence (budget 10 and 25 ms)", &self.recall);
        times("claim.recall, beliefs as well", &self.beside_claims);
        times("bare FTS5: all stems, OR, best 200", &self.words);
        times("bare FTS5: those that recall looks up", &self.rarest);
        times("bare scan: int8, exact, best 100", &self.exact);
        times("bare scan: codes, best 500", &self.codes);
        let ratios = [
            ("what it contains (budget 2 ×): rarest, codes", &self.rarest, &self.codes),
            ("rarest stems, exact scan", &self.rarest, &self.exact),
            ("all stems, exact scan", &self.words, &self.exact),
        ];
        for (name, words, scan) in ratios {
            let (ours, bare) = (&self.recall, words.and(scan));
            let ratio = |a: f64, b: f64| format!("{:.2} ×", a / b);
            row(
                &format!("recall against {name}"),
                &[
                    ratio(ours.p50(), bare.p50()),
                    ratio(ours.p95(), bare.p95()),
                    ratio(ours.mean(), bare.mean()),
                    ratio(ours.cpu_mean(), bare.cpu_mean()),
                ],
            );
        }
        println!("  {} of {} questions were answered", self.answers, self.recall.n());
    }
}

/// Asks; the first questions only warm up.
pub(crate) fn measure(palace: &Palace, home: &Path, questions: &[String], warm_up: usize, now: Moment) -> Result<Answered> {
    let bare = Bare::open(&home.join("palace.db"))?;
    let (warming, asked) = questions.split_at(warm_up.min(questions.len()));
    let recall = |question: &String| palace.ask("claim.recall", json!({ "query": question, "only": "evidence", "limit": LIMIT }), now);
    for question in warming {
        recall(question)?;
        bare.words(&stems(question))?;
        bare.exact(question);
    }
    let mut answered = Answered::default();
    for some in asked.chunks(IN_A_ROW) {
        for question in some {
            let answer = answered.recall.run(|| recall(question))?;
            answered.answers += usize::from(answer["seen"].as_array().is_some_and(|seen| !seen.is_empty()));
        }
        let asked: Vec<Vec<String>> = some.iter().map(|question| stems(question)).collect();
        for stems in &asked {
            answered.words.run(|| bare.words(stems))?;
        }
        for stems in asked {
            let rarest = bare.rarest(stems)?;
            answered.rarest.run(|| bare.words(&rarest))?;
        }
        for question in some {
            answered.codes.run(|| Ok(bare.codes(question)))?;
        }
        for question in some {
            answered.exact.run(|| Ok(bare.exact(question)))?;
        }
        for question in some {
            answered.beside_claims.run(|| palace.ask("claim.recall", json!({ "query": question }), now))?;
        }
    }
    Ok(answered)
}

/// The bare work: a connection of its own, and all vectors in memory.
struct Bare {
    connection: Connection,
    vectors: Vec<[u8; DIMS]>,
    codes: Vec<Code>,
}

impl Bare {
    fn open(file: &Path) -> Result<Self> {
        let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        let (mut vectors, mut codes) = (Vec::new(), Vec::new());
        blobs(&connection, "select v from vector order by vectors, item", &mut |bytes| {
            vectors.push(bytes.try_into()?);
            Ok(())
        })?;
        blobs(&connection, "select codes from vector_block order by vectors, block", &mut |bytes| {
            codes.extend(bytes.as_chunks::<CODE_BYTES>().0.iter().map(|bytes| code_from(bytes)));
            Ok(())
        })?;
        Ok(Self { connection, vectors, codes })
    }

    /// Those of some stems that recall would look up: the rarest, until they have been met too often.
    fn rarest(&self, stems: Vec<String>) -> Result<Vec<String>> {
        let mut statement = self.connection.prepare_cached("select coalesce(sum(items), 0) from lexicon where stem = ?1")?;
        let mut counted: Vec<(i64, String)> = Vec::new();
        for stem in stems {
            let items: i64 = statement.query_row([&stem], |row| row.get(0))?;
            counted.push((items, stem));
        }
        counted.retain(|(items, _)| *items > 0);
        counted.sort();
        let (first, mut visits) = (counted.first().cloned(), 0);
        counted.retain(|(items, _)| {
            visits += items;
            visits <= VISITS
        });
        Ok(if counted.is_empty() { first.into_iter().collect() } else { counted }.into_iter().map(|(_, stem)| stem).collect())
    }

    fn words(&self, stems: &[String]) -> Result<usize> {
        let wanted: Vec<String> = stems.iter().map(|stem| format!("\"{stem}\"")).collect();
        if wanted.is_empty() {
            return Ok(0);
        }
        let mut statement = self.connection.prepare_cached("select rowid, rank from item_words where item_words match ?1 order by rank limit ?2")?;
        let mut rows = statement.query((wanted.join(" OR "), WORDS_LIMIT))?;
        let mut found = 0;
        while let Some(row) = rows.next()? {
            let _: (i64, f64) = (row.get(0)?, row.get(1)?);
            found += 1;
        }
        Ok(found)
    }

    fn exact(&self, question: &str) -> Vec<(i32, usize)> {
        let probe = Probe::new(&Model::embedded().embed(question));
        let mut scored: Vec<(i32, usize)> = self.vectors.iter().enumerate().map(|(n, vector)| (-probe.dot_bytes(vector), n)).collect();
        nearest(&mut scored, NEAREST)
    }

    fn codes(&self, question: &str) -> Vec<(u32, usize)> {
        let asked = code(&Model::embedded().embed(question));
        let mut scored: Vec<(u32, usize)> = self.codes.iter().enumerate().map(|(n, kept)| (distance(&asked, kept), n)).collect();
        nearest(&mut scored, NEAREST * 5)
    }
}

/// The stems of a question that say something, each once.
fn stems(question: &str) -> Vec<String> {
    let mut stems: Vec<String> = words(question).into_iter().filter(|word| !is_stop(word)).map(|word| stem(&word)).collect();
    stems.sort();
    stems.dedup();
    stems
}

/// Shows the bytes of every row.
fn blobs(connection: &Connection, sql: &str, take: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()> {
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        take(row.get_ref(0)?.as_blob()?)?;
    }
    Ok(())
}

fn nearest<T: Ord + Copy>(scored: &mut Vec<T>, wanted: usize) -> Vec<T> {
    if scored.len() > wanted {
        scored.select_nth_unstable(wanted);
        scored.truncate(wanted);
    }
    scored.sort_unstable();
    std::mem::take(scored)
}
