//! Measures a piece of a file by its file: the words that all candidates of the file hold together, and the words of its path.
//!
//! A change or an answer often needs a file of which no single piece says everything that is asked.

use super::{
    features::{Measured, spread},
    math,
    measures::Measure as M,
    pool::Pool,
    question::{Question, TINY},
};
use crate::text::{stem, words};
use std::collections::BTreeMap;

/// Folders and parts of names that tests, fixtures and recorded output have.
const TEST_WORDS: &[&str] = &[
    "test",
    "tests",
    "testdata",
    "testing",
    "spec",
    "specs",
    "fixture",
    "fixtures",
    "snapshot",
    "snapshots",
    "golden",
    "mock",
    "mocks",
    "bench",
    "benches",
];
/// Endings of files that hold configuration or data.
const CONFIG_ENDINGS: &[&str] = &[
    "toml",
    "json",
    "jsonc",
    "json5",
    "jsonl",
    "yaml",
    "yml",
    "lock",
    "cfg",
    "ini",
    "conf",
    "xml",
    "csv",
    "tsv",
    "sum",
    "mod",
    "properties",
    "plist",
    "svg",
    "snap",
];

/// What the history says about a file: how well commits that changed it match the question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Changed {
    /// All of them together, of the best file.
    pub of_best: f32,
    /// How much of what the question tells the best of them says.
    pub told: f32,
}

/// A file that candidates are pieces of.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceFile {
    /// Its number: the same for all of its pieces, and for no others.
    number: i64,
    /// The stems of the words of its path, each once.
    stems: Vec<String>,
    is_test: bool,
    is_config: bool,
    changed: Option<Changed>,
}

impl SourceFile {
    /// Its number.
    pub fn number(&self) -> i64 {
        self.number
    }

    /// Whether a commit that matches changed it.
    pub fn is_changed(&self) -> bool {
        self.changed.is_some()
    }

    /// Reads the path of a file. `changed` is what the history says about it, if anything.
    pub fn new(number: i64, path: &str, changed: Option<Changed>) -> SourceFile {
        let spelled = words(path);
        let mut stems: Vec<String> = spelled.iter().map(|word| stem(word)).collect();
        stems.sort_unstable();
        stems.dedup();
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
        SourceFile {
            number,
            stems,
            is_test: spelled.iter().any(|word| TEST_WORDS.contains(&word.as_str())),
            is_config: CONFIG_ENDINGS.contains(&ending.as_str()),
            changed,
        }
    }
}

/// Measures every candidate by its file, and by the kind of question. Of what is no piece of a file only the latter.
pub(super) fn measure(question: &Question<'_>, pool: &Pool<'_>, measured: &mut Measured) {
    let mut files: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for (at, row) in pool.rows.iter().enumerate() {
        if let Some(file) = &row.candidate.file {
            files.entry(file.number).or_default().push(at);
        }
    }
    let scores: Vec<f32> = files.values().map(|rows| together(question, rows, measured)).collect();
    let (mean, deviation) = spread(scores.iter().copied());
    let best = scores.iter().copied().fold(0.0, f32::max) + TINY;
    for (rows, score) in files.values().zip(&scores) {
        let most = |measure: M| rows.iter().map(|row| measured.get(*row, measure)).fold(f32::MIN, f32::max);
        let (bm25, nearest) = (most(M::Bm25), most(M::Nearer));
        for row in rows {
            measured.set(*row, M::FileBm25, score / best);
            measured.set(*row, M::FileApart, (score - mean) / (deviation + TINY));
            measured.set(*row, M::FileBest, bm25);
            measured.set(*row, M::FileNearest, nearest);
            measured.set(*row, M::FilePieces, math::ln(math::count(rows.len() as u64)));
        }
        by_path(question, pool, rows, measured);
        by_history(pool, rows, measured);
    }
    let bit = |is: bool| if is { 1.0 } else { 0.0 };
    for at in 0..pool.rows.len() {
        measured.set(at, M::Asked, bit(question.is_asked));
        measured.set(at, M::Named, bit(question.has_names));
    }
}

/// Measures the words that the candidates of one file hold together; gives their BM25.
fn together(question: &Question<'_>, rows: &[usize], measured: &mut Measured) -> f32 {
    let (mut met, mut same, mut score) = (0.0, 0.0, 0.0);
    for (place, term) in question.terms.iter().enumerate() {
        let count = rows.iter().fold(0.0, |sum, row| sum + measured.counts(*row)[place]);
        met += term.share * rows.iter().map(|row| measured.meets(*row)[place]).fold(0.0, f32::max);
        same += if count > 0.0 { term.share } else { 0.0 };
        score += term.share * (count * 2.2 / (count + 1.2));
    }
    for row in rows {
        measured.set(*row, M::FileMet, met);
        measured.set(*row, M::FileSame, same);
    }
    score
}

/// Measures the path of a file.
fn by_path(question: &Question<'_>, pool: &Pool<'_>, rows: &[usize], measured: &mut Measured) {
    let Some(file) = rows.first().and_then(|row| pool.rows[*row].candidate.file.as_ref()) else { return };
    let (mut same, mut rarest, mut named) = (0.0, 0.0, 0_u64);
    for term in &question.terms {
        if file.stems.binary_search_by(|stem| stem.as_str().cmp(term.stem)).is_ok() {
            same += term.share;
            named += 1;
            rarest = if term.rarest { 1.0 } else { rarest };
        }
    }
    let named = math::count(named) / math::count(file.stems.len().max(1) as u64);
    let bit = |is: bool| if is { 1.0 } else { 0.0 };
    for row in rows {
        measured.set(*row, M::PathSame, same);
        measured.set(*row, M::PathRarest, rarest);
        measured.set(*row, M::PathNamed, named);
        measured.set(*row, M::TestFile, bit(file.is_test && !question.of_tests));
        measured.set(*row, M::ConfigFile, bit(file.is_config));
    }
}

/// Measures the commits that changed a file.
fn by_history(pool: &Pool<'_>, rows: &[usize], measured: &mut Measured) {
    let Some(changed) = rows.first().and_then(|row| pool.rows[*row].candidate.file.as_ref()).and_then(|file| file.changed) else { return };
    for row in rows {
        measured.set(*row, M::FileChanged, changed.of_best);
        measured.set(*row, M::FileChangedTold, changed.told);
    }
}

#[cfg(test)]
mod tests {
    use super::SourceFile;

    #[test]
    fn a_path_says_whether_a_file_is_a_test_or_holds_configuration() {
        let table = [
            ("src/lib.rs", false, false),
            ("cmd/go/main_test.go", true, false),
            ("tests/cli.rs", true, false),
            ("src/Parser.spec.ts", true, false),
            ("src/contest.py", false, false),
            ("Cargo.toml", false, true),
            ("packages/x/test/fixtures/a.JSON", true, true),
            ("README", false, false),
        ];
        for (path, is_test, is_config) in table {
            let file = SourceFile::new(1, path, None);
            assert_eq!((file.is_test, file.is_config), (is_test, is_config), "{path}");
        }
    }
}
