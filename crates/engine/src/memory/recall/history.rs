//! Finds files by the messages of the commits that changed them.
//!
//! A file often holds no word of a question that the message of an earlier change to it says. Commits are read with `ingest --git`; where
//! none was read, nothing is looked for. Commits that changed many files say little about each and are left out.

use crate::Error;
use crate::memory::{
    MemoryCache,
    recall::{
        search::{Condition, Question},
        words::Asking,
    },
};
use ingest::format::COMMIT_FILES;
use search::judge::Changed;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use store::{Corpus, View, Within};

/// Commits that are looked at, the best first.
const COMMITS_MAX: usize = 40;
/// A commit that changed more files is left out.
const FILES_OF_COMMIT_MAX: usize = 20;
/// Files that are found in this way.
const FILES_MAX: usize = 20;
/// Chunks of files that no other lane found, all files together.
const CHUNKS_MAX: usize = 60;
/// Commits among what each other lane found: their messages are often nearer to a question than what they changed.
const COMMITS_IN_LANE_MAX: usize = 20;
/// How much less each commit counts than the one before it.
const FADE: f64 = 0.97;
/// The most that one word adds to a score, in what it tells.
const FULL: f64 = 2.2;

/// What the history of a repository says about a question.
#[derive(Default)]
pub(crate) struct History {
    commits: Option<Condition>,
    /// Commits that match, by number, with how well, the best first.
    matching: Vec<(i64, f64)>,
    /// How much the whole question tells.
    told: f64,
    /// By the number of the file's source.
    pub(super) files: HashMap<i64, Changed>,
}

impl History {
    /// Looks for commits that match, and for the files that they changed.
    pub(super) fn read(view: &mut View<'_>, cache: &MemoryCache, question: &Question, asking: &Asking, corpus: &Corpus) -> Result<Self, Error> {
        let wanted = asking.wanted();
        if question.as_of.is_some() || !question.filter.kinds.is_empty() || !question.filter.sources.is_empty() || wanted.is_empty() {
            return Ok(Self::default());
        }
        let commits = Condition::read(view, cache, store::commits_of(&question.filter.anchors)?)?;
        if commits.is_empty() {
            return Ok(Self::default());
        }
        let matching = view.find_items(&wanted, corpus, Within::Numbers(commits.bits()), COMMITS_MAX)?;
        let told = wanted.iter().map(|stem| stem.tells * FULL).sum();
        let mut history = Self { commits: Some(commits), matching, told, files: HashMap::new() };
        history.files = history.changed(view)?;
        Ok(history)
    }

    /// The files that the matching commits changed, the best of them.
    fn changed(&self, view: &mut View<'_>) -> Result<HashMap<i64, Changed>, Error> {
        let numbers: Vec<i64> = self.matching.iter().map(|(n, _)| *n).collect();
        let texts: HashMap<i64, store::CommitText> = view.commit_texts(&numbers)?.into_iter().map(|text| (text.n, text)).collect();
        let named: HashMap<i64, Vec<&str>> = texts.iter().map(|(n, text)| (*n, files_of(&text.text))).collect();
        let asked: BTreeSet<(i64, &str)> = named.iter().flat_map(|(n, files)| files.iter().map(|file| (texts[n].source, *file))).collect();
        let found = view.files_named(&asked.into_iter().collect::<Vec<_>>())?;
        let sources: HashMap<(i64, &str), i64> = found.iter().map(|(commit, path, file)| ((*commit, path.as_str()), *file)).collect();
        let mut scores: BTreeMap<i64, (f64, f64)> = BTreeMap::new();
        let mut weight = 1.0;
        for (n, score) in &self.matching {
            let Some((text, files)) = texts.get(n).zip(named.get(n)) else { continue };
            let files: Vec<i64> = files.iter().filter_map(|file| sources.get(&(text.source, *file)).copied()).collect();
            #[expect(clippy::cast_precision_loss, reason = "at most twenty")]
            let each = score * weight / (files.len() as f64).sqrt();
            for file in files {
                let (sum, best) = scores.entry(file).or_default();
                *sum += each;
                *best = best.max(*score);
            }
            weight *= FADE;
        }
        let highest = scores.values().map(|(sum, _)| *sum).fold(f64::EPSILON, f64::max);
        let mut files: Vec<(i64, f64, f64)> = scores.into_iter().map(|(file, (sum, best))| (file, sum, best)).collect();
        files.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        files.truncate(FILES_MAX);
        #[expect(clippy::cast_possible_truncation, reason = "shares of one")]
        let changed = |sum: f64, best: f64| Changed { of_best: (sum / highest) as f32, told: (best / self.told.max(f64::EPSILON)) as f32 };
        Ok(files.into_iter().map(|(file, sum, best)| (file, changed(sum, best))).collect())
    }

    /// The chunks that match best of the files that no lane found. Of a file that shares no word with the question, its first.
    pub(super) fn chunks(&self, view: &mut View<'_>, asking: &Asking, corpus: &Corpus, found: &BTreeSet<i64>) -> Result<BTreeSet<i64>, Error> {
        let mut missing: Vec<i64> = self.files.keys().copied().filter(|file| !found.contains(file)).collect();
        missing.sort_unstable();
        if missing.is_empty() {
            return Ok(BTreeSet::new());
        }
        let mut numbers = crate::memory::cache::vector_codes::Numbers::default();
        let mut sources: BTreeMap<i64, i64> = BTreeMap::new();
        view.each_chunk_of(&missing, &mut |n, source| {
            numbers.insert(n);
            sources.insert(n, source);
            Ok(())
        })?;
        let matching = view.find_items(&asking.wanted(), corpus, Within::Numbers(numbers.bits()), CHUNKS_MAX)?;
        let mut chunks: BTreeSet<i64> = matching.into_iter().map(|(n, _)| n).collect();
        let mut covered: BTreeSet<i64> = chunks.iter().filter_map(|n| sources.get(n).copied()).collect();
        chunks.extend(sources.into_iter().filter(|(_, source)| covered.insert(*source)).map(|(n, _)| n));
        Ok(chunks)
    }

    /// Leaves out all but the first commits of a lane.
    pub(super) fn few_commits<S>(&self, lane: &mut Vec<(i64, S)>) {
        let Some(commits) = &self.commits else { return };
        let mut count = 0;
        lane.retain(|(n, _)| {
            let is_commit = commits.lets(*n);
            count += usize::from(is_commit);
            !is_commit || count <= COMMITS_IN_LANE_MAX
        });
    }
}

/// The files that the text of a commit names, unless they are many or not all of them.
fn files_of(text: &str) -> Vec<&str> {
    let Some((_, list)) = text.rsplit_once(COMMIT_FILES) else { return Vec::new() };
    // A line is a letter for what was done, and the path; of a file that was moved also the path where it was.
    let files: Vec<&str> = list.lines().map(|line| line.rsplit('\t').next().unwrap_or(line)).collect();
    if files.len() > FILES_OF_COMMIT_MAX { Vec::new() } else { files }
}

#[cfg(test)]
mod tests {
    use super::{COMMIT_FILES, files_of};

    #[test]
    fn files_are_read_from_the_text_of_a_commit() {
        let many = format!("a{COMMIT_FILES}{}", "M\tx\n".repeat(21));
        let table: [(&str, &[&str]); 5] = [
            ("fix: it\n\nwhy\n\nFiles:\nM\tsrc/a.rs\nA\tsrc/b c.rs", &["src/a.rs", "src/b c.rs"]),
            ("move\n\nFiles:\nR100\told.rs\tnew.rs", &["new.rs"]),
            ("no files", &[]),
            ("Files:\n\nFiles:\nD\tgone.rs", &["gone.rs"]),
            (&many, &[]),
        ];
        for (text, expected) in table {
            assert_eq!(files_of(text), expected, "{text}");
        }
    }
}
