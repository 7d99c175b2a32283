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
use std::{collections::HashMap, path::Path};
use store::{WantedStem, Within};

/// What recall gives unless it is asked for more.
const LIMIT: usize = 10;
/// How many the index of words gives: as many as recall takes from it.
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
    /// The look-up that recall does.
    looked_up: Times,
    /// The statement that anybody would write for the same stems.
    ordered: Times,
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
        times("the look-up of words that recall does", &self.looked_up);
        times("bare FTS5: the same stems, order by rank, best 200", &self.ordered);
        times("bare scan as recall does it: codes, 400 looked at", &self.scan);
        times("bare scan: int8, exact, best 100", &self.exact);
        let ratios =
            [("what it contains (budget 2 ×)", &self.looked_up, &self.scan), ("the same stems in order, exact scan", &self.ordered, &self.exact)];
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

    /// Recall against the look-up and the scan it contains: p50, mean, and mean on the processor.
    pub(crate) fn ratios(&self) -> [f64; 3] {
        let bare = self.looked_up.and(&self.scan);
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
        bare.looked_up(palace, &stems(question))?;
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
            answered.looked_up.run(|| bare.looked_up(palace, stems))?;
        }
        for question in some {
            answered.scan.run(|| Ok(bare.scan(question)))?;
        }
        for stems in &asked {
            answered.ordered.run(|| bare.ordered(stems))?;
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

/// The bare work: a connection of its own, an index of words as anybody would make one, and all vectors in memory.
struct Bare {
    connection: Connection,
    /// FTS5 over the same stems.
    index: Connection,
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
        let index = indexed(&connection)?;
        Ok(Self { connection, index, vectors, codes })
    }

    /// What recall looks up, in the index it has.
    fn looked_up(&self, palace: &Palace, stems: &[String]) -> Result<Vec<(i64, f64)>> {
        let mut statement = self.connection.prepare_cached(
            "select id, items from lexicon where stem = ?1 and stem <> '' union all select id, items from lexicon where word = ?1 and stem = ''",
        )?;
        let mut counted: Vec<(&str, Vec<i64>, i64)> = Vec::new();
        for stem in stems {
            let words = statement.query_map([stem], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<rusqlite::Result<Vec<(i64, i64)>>>()?;
            counted.push((stem, words.iter().map(|(id, _)| *id).collect(), words.iter().map(|(_, items)| items).sum()));
        }
        palace.look(|_, view| {
            let corpus = view.corpus()?;
            #[expect(clippy::cast_precision_loss, reason = "a share")]
            let tells = |items: i64| (1.0 + (corpus.items - items).max(0) as f64 / (items as f64 + 0.5)).ln();
            let wanted: Vec<WantedStem<'_>> = counted.iter().map(|(stem, words, items)| WantedStem { stem, tells: tells(*items), words }).collect();
            Ok(view.find_items(&wanted, &corpus, Within::Current, WORDS_LIMIT)?)
        })
    }

    /// What anybody would write.
    fn ordered(&self, stems: &[String]) -> Result<Vec<(i64, f64)>> {
        let wanted: Vec<String> = stems.iter().map(|stem| format!("\"{stem}\"")).collect();
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let sql = format!("select rowid, -rank from items where items match ?1 order by rank limit {WORDS_LIMIT}");
        let mut statement = self.index.prepare_cached(&sql)?;
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

/// The current items of a palace in an index as anybody would make one, in memory.
fn indexed(palace: &Connection) -> Result<Connection> {
    let mut stems: HashMap<u32, String> = HashMap::new();
    let mut statement = palace.prepare("select id, word, stem from lexicon")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (id, word, stem): (u32, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        if !is_stop(&word) {
            stems.insert(id, if stem.is_empty() { word } else { stem });
        }
    }
    let index = Connection::open_in_memory()?;
    let tokens = r#"tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* S* Co'""#;
    index.execute_batch(&format!("create virtual table items using fts5(words, content = '', {tokens}); begin"))?;
    let mut put = index.prepare("insert into items (rowid, words) values (?1, ?2)")?;
    blobs(palace, "select n, words from item where until = '' order by n", &mut |n, words| {
        let told: Vec<&str> = store::word_list::unpack(words).filter_map(|word| stems.get(&word).map(String::as_str)).collect();
        put.execute((i64::try_from(n)?, told.join(" ")))?;
        Ok(())
    })?;
    drop(put);
    index.execute_batch("commit")?;
    Ok(index)
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
