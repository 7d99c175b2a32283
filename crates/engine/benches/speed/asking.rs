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
const WORDS_LIMIT: usize = 200;
/// How many nearest a bare scan keeps.
const NEAREST: usize = 100;
/// Codes that recall looks at more closely, to find these.
const CLOSER_LOOKS: usize = NEAREST * 4;
/// Questions in a row, before it is the next one's turn.
const IN_A_ROW: usize = 20;

/// How long each took.
#[derive(Default)]
pub(crate) struct Answered {
    pub(crate) recall: Times,
    /// The statement that recall issues.
    issued: Times,
    /// The statement that anybody would write for the same stems.
    ordered: Times,
    /// The same for all stems of the question.
    all: Times,
    /// The scan that recall does: codes, then the true scores of the nearest.
    scan: Times,
    exact: Times,
    answers: usize,
    beside_claims: Times,
}

impl Answered {
    pub(crate) fn print(&self, warm_up: usize) {
        row(&format!("asking, after {warm_up} other questions, n = {}", self.recall.n()), &["p50", "p95", "mean", "CPU mean"].map(String::from));
        times("claim.recall, evidence (budget 10 and 25 ms)", &self.recall);
        times("claim.recall, beliefs as well, asked again", &self.beside_claims);
        times("bare FTS5: the statement recall issues", &self.issued);
        times("bare FTS5: the same stems, order by rank, best 200", &self.ordered);
        times("bare FTS5: all stems, order by rank, best 200", &self.all);
        times("bare scan as recall does it: codes, 400 looked at", &self.scan);
        times("bare scan: int8, exact, best 100", &self.exact);
        let ratios = [
            ("what it contains (budget 2 ×)", &self.issued, &self.scan),
            ("the same stems in order, exact scan", &self.ordered, &self.exact),
            ("all stems in order, exact scan", &self.all, &self.exact),
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

    /// Recall against the statement and the scan it contains: p50, mean, and mean on the processor.
    pub(crate) fn ratios(&self) -> [f64; 3] {
        let bare = self.issued.and(&self.scan);
        [self.recall.p50() / bare.p50(), self.recall.mean() / bare.mean(), self.recall.cpu_mean() / bare.cpu_mean()]
    }
}

/// Asks; the first questions only warm up.
pub(crate) fn measure(palace: &Palace, home: &Path, questions: &[String], warm_up: usize, now: Moment) -> Result<Answered> {
    let bare = Bare::open(&home.join("palace.db"))?;
    let (warming, asked) = questions.split_at(warm_up.min(questions.len()));
    let recall = |question: &String| palace.ask("claim.recall", json!({ "query": question, "only": "evidence", "limit": LIMIT }), now);
    for question in warming {
        recall(question)?;
        bare.ordered(&stems(question))?;
        bare.issued(&stems(question))?;
        bare.exact(question);
    }
    let mut answered = Answered::default();
    for some in asked.chunks(IN_A_ROW) {
        for question in some {
            let answer = answered.recall.run(|| recall(question))?;
            answered.answers += usize::from(answer["seen"].as_array().is_some_and(|seen| !seen.is_empty()));
        }
        let asked: Vec<Vec<String>> = some.iter().map(|question| stems(question)).collect();
        let rarest = asked.iter().map(|stems| bare.rarest(stems)).collect::<Result<Vec<_>>>()?;
        for stems in &rarest {
            answered.issued.run(|| bare.issued(stems))?;
        }
        for question in some {
            answered.scan.run(|| Ok(bare.scan(question)))?;
        }
        for stems in &rarest {
            answered.ordered.run(|| bare.ordered(stems))?;
        }
        for stems in &asked {
            answered.all.run(|| bare.ordered(stems))?;
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
    /// By item number, as codes are; where there is no item, zeros.
    vectors: Vec<[u8; DIMS]>,
    codes: Vec<Code>,
}

impl Bare {
    fn open(file: &Path) -> Result<Self> {
        let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        let (mut vectors, mut codes) = (Vec::new(), Vec::new());
        blobs(&connection, "select item, v from vector where vectors = 1 order by item", &mut |n, bytes| {
            vectors.resize(n, [0; DIMS]);
            vectors.push(bytes.try_into()?);
            Ok(())
        })?;
        blobs(&connection, "select block, codes from vector_block where vectors = 1 order by block", &mut |_, bytes| {
            codes.extend(bytes.as_chunks::<CODE_BYTES>().0.iter().map(|bytes| code_from(bytes)));
            Ok(())
        })?;
        Ok(Self { connection, vectors, codes })
    }

    /// Those of some stems that recall looks up, chosen by its own rule.
    fn rarest(&self, stems: &[String]) -> Result<Vec<String>> {
        let mut statement = self.connection.prepare_cached("select coalesce(sum(items), 0) from lexicon where stem = ?1")?;
        let mut counted: Vec<(String, i64)> = Vec::new();
        for stem in stems {
            counted.push((stem.clone(), statement.query_row([stem], |row| row.get(0))?));
        }
        counted.retain(|(_, items)| *items > 0);
        let items = self.connection.query_row("select items from corpus", [], |row| row.get(0))?;
        Ok(search::rarest(counted, items).any.into_iter().map(|(stem, _)| stem).collect())
    }

    /// The statement that recall issues, and the choice of the best.
    fn issued(&self, stems: &[String]) -> Result<Vec<(i64, f64)>> {
        let mut found = self.query("select rowid, -rank from item_words where item_words match ?1", stems)?;
        let order = |a: &(i64, f64), b: &(i64, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        if found.len() > WORDS_LIMIT {
            found.select_nth_unstable_by(WORDS_LIMIT, order);
            found.truncate(WORDS_LIMIT);
        }
        found.sort_unstable_by(order);
        Ok(found)
    }

    /// What anybody would write.
    fn ordered(&self, stems: &[String]) -> Result<Vec<(i64, f64)>> {
        self.query(&format!("select rowid, -rank from item_words where item_words match ?1 order by rank limit {WORDS_LIMIT}"), stems)
    }

    fn query(&self, sql: &str, stems: &[String]) -> Result<Vec<(i64, f64)>> {
        let wanted: Vec<String> = stems.iter().map(|stem| format!("\"{stem}\"")).collect();
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let mut statement = self.connection.prepare_cached(sql)?;
        let found = statement.query_map([wanted.join(" OR ")], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    fn exact(&self, question: &str) -> Vec<(i32, usize)> {
        let probe = Probe::new(&Model::embedded().embed(question));
        nearest(self.vectors.iter().enumerate().map(|(n, vector)| (-probe.dot_bytes(vector), n)).collect())
    }

    /// The codes of all, and the true scores of those that seem nearest: the scan that is part of recall.
    fn scan(&self, question: &str) -> Vec<(i32, usize)> {
        let vector = Model::embedded().embed(question);
        let (asked, probe) = (code(&vector), Probe::new(&vector));
        let mut histogram = [0_usize; CODE_BYTES * 8 + 1];
        let distances: Vec<u16> = self.codes.iter().map(|kept| u16::try_from(distance(&asked, kept)).unwrap_or(u16::MAX)).collect();
        for apart in &distances {
            histogram[usize::from(*apart)] += 1;
        }
        let mut sum = 0;
        let reached = histogram.iter().position(|count| {
            sum += count;
            sum >= CLOSER_LOOKS
        });
        let limit = reached.and_then(|apart| u16::try_from(apart).ok()).unwrap_or(u16::MAX);
        let near = distances.iter().enumerate().filter(|(_, apart)| **apart <= limit).filter_map(|(n, _)| Some((n, self.vectors.get(n)?)));
        nearest(near.map(|(n, vector)| (-probe.dot_bytes(vector), n)).collect())
    }
}

/// The stems of a question that say something, each once.
fn stems(question: &str) -> Vec<String> {
    let mut stems: Vec<String> = words(question).into_iter().filter(|word| !is_stop(word)).map(|word| stem(&word)).collect();
    stems.sort();
    stems.dedup();
    stems
}

/// Shows the number and the bytes of every row.
fn blobs(connection: &Connection, sql: &str, take: &mut dyn FnMut(usize, &[u8]) -> Result<()>) -> Result<()> {
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        take(usize::try_from(row.get::<_, i64>(0)?)?, row.get_ref(1)?.as_blob()?)?;
    }
    Ok(())
}

fn nearest(mut scored: Vec<(i32, usize)>) -> Vec<(i32, usize)> {
    if scored.len() > NEAREST {
        scored.select_nth_unstable(NEAREST);
        scored.truncate(NEAREST);
    }
    scored.sort_unstable();
    scored
}
