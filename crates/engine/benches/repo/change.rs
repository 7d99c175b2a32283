//! Makes questions from commits: the message asks, and the files that it changed answer.
//!
//! The subject and the first sentence of the body are asked together: who looks for where something is to be changed says in a
//! sentence or two what it is. The subject alone is often three words that name a part of the program ("cli: fix typo").

use crate::{
    git::{Commit, Repository},
    question::{Kind, Question, chosen, ending},
};

/// Files that may answer one question.
const GOLD_MAX: usize = 4;
/// Words that a question has at least.
const WORDS_MIN: usize = 3;
/// Words that a question has at most; a longer sentence is cut.
const WORDS_MAX: usize = 60;

/// How subjects begin that say nothing about the program. In lower case.
const BEGINNINGS: &[&str] = &[
    "merge ",
    "revert",
    "reapply",
    "fixup!",
    "squash!",
    "bump",
    "update dependency",
    "update rust crate",
    "update github action",
    "lock file maintenance",
    "update pre-commit",
    "[pre-commit",
    "chore(deps",
    "build(deps",
    "deps:",
    "dependencies:",
    "release",
    "start version",
    "prepare release",
    "version packages",
    "update lock",
    "update dev dep",
    "update dependencies",
    "update requirements",
    "go.mod:",
    "all: update vendored",
];
/// What subjects hold that only raise a version. In lower case.
const BUMPS: &[&str] = &[" bump ", " bumps ", "(deps)", "(deps-dev)", "dependabot", "renovate"];

/// Lock files and manifests of dependencies: never an answer, because nobody asks for them.
const MANIFESTS: &[&str] = &[
    "Cargo.lock",
    "Cargo.toml",
    "package.json",
    "package-lock.json",
    "npm-shrinkwrap.json",
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    "yarn.lock",
    "bun.lock",
    "bun.lockb",
    "deno.lock",
    "go.mod",
    "go.sum",
    "go.work",
    "go.work.sum",
    "modules.txt",
    "pyproject.toml",
    "uv.lock",
    "poetry.lock",
    "pdm.lock",
    "Pipfile",
    "Pipfile.lock",
    "pixi.lock",
    "pylock.toml",
    "requirements.txt",
    "Gemfile",
    "Gemfile.lock",
    "composer.json",
    "composer.lock",
    "flake.lock",
    "mix.lock",
    "Podfile.lock",
    "gradle.lockfile",
    "pubspec.lock",
    ".pre-commit-config.yaml",
];

/// The questions of the newest commits.
pub(crate) fn questions(repository: &Repository, commits: &[Commit], most: usize, seed: u64) -> Vec<Question> {
    let all = commits.iter().filter_map(|commit| {
        let gold: Vec<String> = commit.files.iter().filter(|file| repository.files.contains(*file) && !is_manifest(file)).cloned().collect();
        let query = query(&commit.message)?;
        (1..=GOLD_MAX).contains(&gold.len()).then(|| Question { kind: Kind::Change, id: commit.id.clone(), query, gold, sections: Vec::new() })
    });
    chosen(all.collect(), most, seed, |question| question)
}

/// Whether a file is a lock file or a manifest.
fn is_manifest(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let requirements = matches!(ending(name).as_str(), ".txt" | ".in") && (name.starts_with("requirements") || folder.ends_with("requirements"));
    MANIFESTS.contains(&name) || requirements
}

/// What a message asks, if it says something about the program.
fn query(message: &str) -> Option<String> {
    let (subject, body) = message.trim().split_once('\n').unwrap_or((message.trim(), ""));
    let lower = format!(" {}", subject.to_lowercase());
    let raises = lower.contains(" update ") && lower.split_whitespace().rev().take(1).any(is_number) && lower.contains(" to ");
    if BEGINNINGS.iter().any(|beginning| lower.trim_start().starts_with(beginning)) || BUMPS.iter().any(|bump| lower.contains(bump)) || raises {
        return None;
    }
    if body.trim_start().starts_with("This reverts commit") {
        return None;
    }
    let mut words = plain(subject);
    if words.len() < WORDS_MIN {
        return None;
    }
    words.extend(plain(&first_sentence(body)));
    words.truncate(WORDS_MAX);
    Some(words.join(" "))
}

/// The words of a text without addresses, references and numbers.
fn plain(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '#');
        let is_address = word.contains("://") || bare.starts_with("www.") || (bare.contains('@') && bare.contains('.'));
        let is_reference =
            bare.starts_with('#') || bare.contains("/#") || bare.rsplit_once('#').is_some_and(|(_, n)| is_number(n)) || is_commit(bare);
        if !is_address && !is_reference && !is_number(bare) {
            words.push(word.to_owned());
        }
    }
    while words.last().is_some_and(|word| !word.chars().any(char::is_alphanumeric)) {
        words.pop();
    }
    words
}

/// `42`, `2.1.3`, `v0.9`, `GH-7`.
fn is_number(word: &str) -> bool {
    let word = word.strip_prefix("GH-").or_else(|| word.strip_prefix("gh-")).unwrap_or(word);
    let word = word.strip_prefix('v').unwrap_or(word).trim_matches(|c: char| !c.is_alphanumeric());
    !word.is_empty()
        && word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '%' | '-' | '/' | ':'))
}

/// The name of a commit.
fn is_commit(word: &str) -> bool {
    (7..=40).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_hexdigit()) && word.bytes().any(|b| b.is_ascii_digit())
}

/// The first sentence of a body: of its first paragraph that is neither a heading, a trailer, code nor a comment of a form.
fn first_sentence(body: &str) -> String {
    let mut paragraph: Vec<&str> = Vec::new();
    let mut fenced = false;
    for line in body.lines() {
        let bare = line.trim();
        if bare.starts_with("```") {
            fenced = !fenced;
        } else if !fenced && !bare.is_empty() && !is_furniture(line) {
            paragraph.push(bare.trim_start_matches(['-', '*', '>', ' ']));
            continue;
        }
        if !paragraph.is_empty() {
            break;
        }
    }
    let text = paragraph.join(" ");
    sentence(&text).to_owned()
}

/// Up to the end of the first sentence.
pub(crate) fn sentence(text: &str) -> &str {
    let ends = text.char_indices().filter(|(at, c)| {
        let (before, after) = (&text[..*at], &text[at + c.len_utf8()..]);
        matches!(c, '.' | '?' | '!')
            && (after.is_empty() || after.starts_with(char::is_whitespace))
            && !["e.g", "i.e", "etc", "vs", "cf"].iter().any(|short| before.to_lowercase().ends_with(short))
    });
    ends.map(|(at, c)| &text[..at + c.len_utf8()]).next().unwrap_or(text)
}

/// Whether a line of a message is a heading, a trailer, code or a comment.
fn is_furniture(line: &str) -> bool {
    let bare = line.trim();
    let is_rule = bare.chars().all(|c| matches!(c, '-' | '=' | '~' | '_' | '*'));
    let is_trailer = bare.split_once(": ").is_some_and(|(key, _)| key.contains('-') && !key.contains(' ') && key.starts_with(char::is_uppercase));
    let is_closing =
        ["fixes ", "fixes: ", "fix #", "closes ", "resolves ", "resolve #", "updates #", "for #", "ref ", "refs ", "see also", "change-id"]
            .iter()
            .any(|word| bare.to_lowercase().starts_with(word) && bare.split_whitespace().count() <= 4);
    is_rule
        || is_trailer
        || is_closing
        || bare.starts_with('#')
        || bare.starts_with("<!--")
        || bare.starts_with('|')
        || line.starts_with("    ")
        || line.starts_with('\t')
}
