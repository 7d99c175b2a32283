//! A question, the files that answer it, and the choice of some of many.

use kernel::ledger::Digest;
use std::collections::HashMap;

/// The kinds of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A commit message asks for the files that the commit changed.
    Change,
    /// A heading of the documentation asks for its section.
    Doc,
    /// The first sentence about a public symbol asks for its file.
    Symbol,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::Change, Self::Doc, Self::Symbol];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Change => "change",
            Self::Doc => "doc",
            Self::Symbol => "symbol",
        }
    }
}

/// Lines of a file, counted from 1, both included.
pub(crate) type Lines = (u32, u32);

/// A question.
#[derive(Clone)]
pub(crate) struct Question {
    pub(crate) kind: Kind,
    /// Where it was made from: a commit, or a file and a line.
    pub(crate) id: String,
    pub(crate) query: String,
    /// The files that answer it.
    pub(crate) gold: Vec<String>,
    /// Where in these files the answer stands, if only there; each of them will do.
    pub(crate) sections: Vec<(String, Lines)>,
}

/// Leaves out what is asked more than once, because only one of the answers is known, and chooses so many of the rest by a seed.
pub(crate) fn chosen<T>(all: Vec<T>, most: usize, seed: u64, question: impl Fn(&T) -> &Question) -> Vec<T> {
    let mut asked: HashMap<String, usize> = HashMap::new();
    for one in &all {
        *asked.entry(question(one).query.to_lowercase()).or_default() += 1;
    }
    let mut chosen: Vec<T> = all.into_iter().filter(|one| asked[&question(one).query.to_lowercase()] == 1).collect();
    chosen.sort_by_key(|one| Digest::of(format!("{seed}/{}", question(one).id).as_bytes()).0);
    chosen.truncate(most);
    chosen.sort_by(|a, b| question(a).id.cmp(&question(b).id));
    chosen
}

/// The ending of a file's name, or the whole name where it has none.
pub(crate) fn ending(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((_, ending)) => format!(".{}", ending.to_lowercase()),
        None => name.to_owned(),
    }
}

/// Whether a file is prose, as figures about prose count it.
pub(crate) fn is_prose(path: &str) -> bool {
    matches!(ending(path).as_str(), ".md" | ".rst" | ".txt")
}
