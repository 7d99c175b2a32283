//! Makes questions from what is written about public symbols: the first sentence asks and is cut out, and the file answers.

use crate::{
    change::sentence,
    question::{Kind, Question, chosen},
};
use std::collections::BTreeMap;
use syntax::{Language, Outliner, Symbol};

/// Words that a sentence has at least, and at most.
const WORDS: std::ops::RangeInclusive<usize> = 5..=40;
/// Lines that a sentence takes at most.
const LINES_MAX: usize = 6;
/// How far from its symbol a comment begins.
const REACH: usize = 120;
/// So much of the outline's line must stand in the text.
const SAME_CHARS: usize = 40;
/// A larger file is generated.
const FILE_BYTES_MAX: usize = 512 << 10;
/// Folders of what others wrote, and of what is tested.
const FOLDERS: [&str; 8] = ["vendor", "third_party", "node_modules", "testdata", "test", "tests", "fixtures", "benches"];

/// A question, and what is cut out for it: of a line, counted from 0, a range of bytes.
pub(crate) struct Asked {
    pub(crate) question: Question,
    cut: Vec<(usize, std::ops::Range<usize>)>,
}

/// Chooses among the public symbols of all files.
pub(crate) fn questions(files: &[(String, String)], most: usize, seed: u64) -> Vec<Asked> {
    let mut outliner = Outliner::default();
    let mut all = Vec::new();
    for (path, text) in files {
        let is_others = path.split('/').any(|folder| FOLDERS.contains(&folder)) || path.contains("_test.") || path.contains("test_");
        let generated = text.lines().take(10).any(|line| line.contains("generated") || line.contains("DO NOT EDIT"));
        let Some(language) = Language::of(path, text).filter(|_| !is_others && !generated && text.len() <= FILE_BYTES_MAX) else { continue };
        let lines: Vec<&str> = text.lines().collect();
        // What two symbols share, as a comment above a group, is asked once.
        let mut asked: BTreeMap<usize, Asked> = BTreeMap::new();
        for symbol in outliner.outline(language, text).symbols {
            if symbol.exported
                && let Some((begin, one)) = said(path, &lines, &symbol)
            {
                asked.entry(begin).or_insert(one);
            }
        }
        all.extend(asked.into_values());
    }
    chosen(all, most, seed, |asked| &asked.question)
}

/// A file without what is asked. Lines stay where they are.
pub(crate) fn cut(text: &str, asked: &[&Asked]) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    for (line, range) in asked.iter().flat_map(|one| &one.cut) {
        if let Some(line) = lines.get_mut(*line) {
            line.replace_range(range.clone(), "");
        }
    }
    lines.concat()
}

/// The first sentence about a symbol, and the line on which it begins.
fn said(path: &str, lines: &[&str], symbol: &Symbol) -> Option<(usize, Asked)> {
    let wanted: String = symbol.doc.chars().take(SAME_CHARS).collect();
    if wanted.is_empty() {
        return None;
    }
    let at = (symbol.line as usize).checked_sub(1)?;
    let says = |n: &usize| lines.get(*n).is_some_and(|line| words(&line[bare(line)]).starts_with(&words(&wanted)));
    // A comment stands above, a docstring below.
    let above = (at.saturating_sub(REACH)..at).rev().take_while(|n| lines.get(*n).is_some_and(|line| !line.trim().is_empty())).find(says);
    let begin = above.or_else(|| (at + 1..(symbol.end as usize).min(at + REACH)).find(says))?;
    let (mut told, mut cut) = (String::new(), Vec::new());
    for (n, line) in lines.iter().enumerate().skip(begin).take(LINES_MAX) {
        let range = bare(line);
        let text = &line[range.clone()];
        if text.is_empty() || n > begin && above.is_some() && n >= at {
            break;
        }
        let (before, joined) = (told.len(), if told.is_empty() { text.to_owned() } else { format!("{told} {text}") });
        let end = sentence(&joined).len();
        let taken = if end < joined.len() { end.saturating_sub(before + usize::from(before > 0)) } else { text.len() };
        cut.push((n, range.start..range.start + taken));
        joined[..end].clone_into(&mut told);
        if told.ends_with(['.', '?', '!']) {
            break;
        }
    }
    if !WORDS.contains(&told.split_whitespace().count()) || told.contains("://") {
        return None;
    }
    let question =
        Question { kind: Kind::Symbol, id: format!("{path}:{}", symbol.line), query: told, gold: vec![path.to_owned()], sections: Vec::new() };
    Some((begin, Asked { question, cut }))
}

/// The words of a line of a comment, without its marks.
fn bare(line: &str) -> std::ops::Range<usize> {
    let end = line.trim_end().trim_end_matches(['*', '/', '"', '\'']).trim_end().len();
    let inner = &line[..end];
    let start = end
        - inner
            .trim_start_matches([' ', '\t'])
            .trim_start_matches(['r', 'R', 'u'])
            .trim_start_matches(['/', '*', '#', '!', '-', '"', '\'', ' ', '<'])
            .len();
    let marked =
        inner.trim_start().starts_with(['/', '*', '#', '"', '\'', '-']) || inner.trim_start().get(..4).is_some_and(|four| four.contains("\"\"\""));
    let start = if marked { start } else { end - inner.trim_start().len() };
    start..end.max(start)
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
