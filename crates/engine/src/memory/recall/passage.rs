//! Chooses the few lines of a piece that answer a question: those that hold most of its words, and the rarest.

use crate::memory::recall::words::telling;
use kernel::text::Slice;
use schemars::JsonSchema;
use search::{
    judge::AskedWord,
    text::{each_word, stem},
};
use serde::Serialize;
use std::collections::BTreeSet;

/// Lines of a passage that are not blank.
const LINES_MAX: usize = 3;
/// Characters of one of its lines. Prose has a paragraph on a line.
const LINE_CHARS_MAX: usize = 240;
/// Characters before the first word that is asked for, where a line is cut.
const LEAD_CHARS: usize = 40;
/// Stands for the part of a line that is not shown.
const ELLIPSIS: &str = "…";
/// From so many letters on, a word is also the beginning of a longer one.
const BEGINS_FROM: usize = 4;

/// A few lines of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Passage {
    /// The line of the file on which it begins
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What it says; a line that is too long is cut around the words asked for
    pub text: String,
    /// Words of the question, as they stand there
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}

/// The words that a passage is chosen by, with how much each tells.
pub(crate) struct Wanted<'w> {
    words: &'w [AskedWord],
    weights: Vec<f64>,
}

impl<'w> Wanted<'w> {
    /// Of the words of a question, where so many items are known.
    pub(crate) fn of(words: &'w [AskedWord], items: i64) -> Self {
        let weights = words.iter().map(|word| telling(items, i64::try_from(word.items).unwrap_or(i64::MAX).min(items))).collect();
        Self { words, weights }
    }

    /// How much some of the words tell, as a share of what all tell that any source holds.
    pub(crate) fn share(&self, held: impl Fn(&AskedWord) -> bool) -> f64 {
        let known = self.words.iter().zip(&self.weights).filter(|(word, _)| word.items > 0);
        let sum = |all: bool| known.clone().filter(|(word, _)| all || held(word)).map(|(_, weight)| weight).sum::<f64>();
        let all = sum(true);
        if all > 0.0 { sum(false) / all } else { 0.0 }
    }

    fn weight(&self, held: &BTreeSet<usize>) -> f64 {
        held.iter().map(|place| self.weights[*place]).sum()
    }

    /// The stretches of letters in a text that hold a word that is asked for: where each begins and ends, and which words it holds.
    fn marks(&self, text: &str) -> Vec<Mark> {
        let mut marks = Vec::new();
        for (start, run) in runs(text) {
            let held = self.held(run);
            if held.is_empty() {
                continue;
            }
            // In a script without spaces a run is a sentence: the word itself is marked.
            let inside =
                held.iter().filter(|_| !run.is_ascii()).find_map(|place| Some((run.find(&self.words[*place].word)?, &self.words[*place].word)));
            let (from, len) = inside.map_or((0, run.len()), |(at, word)| (at, word.len()));
            marks.push(Mark { start: start + from, end: start + from + len, held });
        }
        marks
    }

    fn held(&self, run: &str) -> BTreeSet<usize> {
        let mut held = BTreeSet::new();
        each_word(run, &mut |said| {
            let stem = stem(said);
            let is_held = |asked: &AskedWord| stem == asked.stem || (asked.word.chars().count() >= BEGINS_FROM && said.starts_with(&asked.word));
            held.extend(self.words.iter().enumerate().filter(|(_, asked)| is_held(asked)).map(|(place, _)| place));
        });
        held
    }
}

/// Where words that are asked for stand in a text.
struct Mark {
    start: usize,
    end: usize,
    held: BTreeSet<usize>,
}

/// The stretches of letters and digits in a text, each with where it begins.
fn runs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text.slice(at..).find(char::is_alphanumeric)?;
        let end = text.slice(start..).find(|c: char| !c.is_alphanumeric()).map_or(text.len(), |length| start + length);
        at = end;
        Some((start, text.slice(start..end)))
    })
}

/// The lines of a piece that answer best. `lines` are those of the file it stands on, where they are known, and `indent` the blanks
/// before its first line there.
pub(crate) fn passage(piece: &str, wanted: &Wanted<'_>, lines: Option<kernel::evidence::Lines>, indent: &str) -> Passage {
    let all: Vec<&str> = piece.lines().collect();
    let marks: Vec<Vec<Mark>> = all.iter().map(|line| wanted.marks(line)).collect();
    let start = best_start(wanted, &marks, &all);
    let is_written = |place: &usize| !all[*place].trim().is_empty();
    let end = (start..all.len()).filter(is_written).take(LINES_MAX).last().map_or(start, |last| last + 1);
    let (mut text, mut words) = (Vec::new(), Vec::<String>::new());
    for (line, marks) in all[start..end].iter().zip(&marks[start..end]) {
        let shown = cut(line, marks, wanted);
        for mark in marks.iter().map(|mark| line.slice(mark.start..mark.end)) {
            if shown.contains(mark) && !words.iter().any(|known| known == mark) {
                words.push(mark.to_owned());
            }
        }
        text.push(shown);
    }
    // Redaction makes one line of several; then only the first line of the piece is certain.
    let is_exact = |lines: &kernel::evidence::Lines| lines.last.saturating_sub(lines.first) as usize + 1 == all.len();
    let line = lines.filter(|lines| start == 0 || is_exact(lines)).map(|lines| lines.first.saturating_add(u32::try_from(start).unwrap_or(0)));
    if start == 0
        && let Some(first) = text.first_mut().filter(|first| !first.starts_with(ELLIPSIS))
    {
        first.insert_str(0, indent);
    }
    Passage { line, text: text.join("\n"), words }
}

/// The first line of the passage: of the lines that hold a word, the one with which a passage tells most. Where none does, the
/// piece is shown from its beginning.
fn best_start(wanted: &Wanted<'_>, marks: &[Vec<Mark>], all: &[&str]) -> usize {
    let mut best: Option<(f64, usize)> = None;
    for start in (0..marks.len()).filter(|start| !marks[*start].is_empty()) {
        let window = &marks[start..(start + LINES_MAX).min(marks.len())];
        let held: BTreeSet<usize> = window.iter().flatten().flat_map(|mark| mark.held.iter().copied()).collect();
        let weight = wanted.weight(&held);
        if best.is_none_or(|(most, _)| weight > most) {
            best = Some((weight, start));
        }
    }
    let Some((_, start)) = best else { return 0 };
    // The last lines of a piece are shown with those before them.
    let mut start = start.min(marks.len().saturating_sub(LINES_MAX));
    while all.get(start).is_some_and(|line| line.trim().is_empty()) {
        start += 1;
    }
    start
}

/// A line, or the part of a long one that tells most.
fn cut(line: &str, marks: &[Mark], wanted: &Wanted<'_>) -> String {
    let chars: Vec<usize> = line.char_indices().map(|(at, _)| at).chain([line.len()]).collect();
    if chars.len() <= LINE_CHARS_MAX + 1 {
        return line.to_owned();
    }
    let place = |at: usize| chars.partition_point(|start| *start < at);
    let mut best: Option<(f64, usize)> = None;
    for mark in marks {
        let first = place(mark.start).saturating_sub(LEAD_CHARS);
        let inside = |other: &&Mark| place(other.start) >= first && place(other.end) <= first + LINE_CHARS_MAX;
        let held: BTreeSet<usize> = marks.iter().filter(inside).flat_map(|mark| mark.held.iter().copied()).collect();
        let weight = wanted.weight(&held);
        if best.is_none_or(|(most, _)| weight > most) {
            best = Some((weight, first));
        }
    }
    let first = best.map_or(0, |(_, first)| first).min(chars.len() - 1 - LINE_CHARS_MAX);
    let last = first + LINE_CHARS_MAX;
    // Words are not cut in two where a space is near.
    let from =
        if first == 0 { 0 } else { chars[first] + line.slice(chars[first]..).find(' ').filter(|at| *at < LEAD_CHARS / 2).map_or(0, |at| at + 1) };
    let until = if last + 1 == chars.len() {
        line.len()
    } else {
        line.slice(..chars[last]).rfind(' ').filter(|at| at + LEAD_CHARS > chars[last]).unwrap_or(chars[last])
    };
    // Blanks that are left out are not missed.
    let is_missed = |part: &str| if part.trim().is_empty() { "" } else { ELLIPSIS };
    let (before, after) = (is_missed(line.slice(..from)), is_missed(line.slice(until..)));
    format!("{before}{}{after}", line.slice(from..until))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::evidence::Lines;

    /// A name, the words asked for, and the passage: its line, its text and the words marked.
    type Case<'c> = (&'c str, &'c [(&'c str, u64)], u32, &'c str, &'c [&'c str]);

    /// Words, with how many of a hundred items hold each.
    fn words(asked: &[(&str, u64)]) -> Vec<AskedWord> {
        asked.iter().map(|(word, items)| AskedWord { word: (*word).into(), stem: stem(word), items: *items }).collect()
    }

    #[test]
    fn the_lines_with_most_and_rarest_words_are_shown() {
        let piece = "use std::fs;\n\n/// Opens the file.\nfn open(path: &Path) {\n    retry();\n}\n\n/// Locks the file until it is dropped.\nfn lock(path: &Path) {\n    flock(path);\n}";
        let lines = Some(Lines { first: 101, last: 111 });
        let table: &[Case<'_>] = &[
            (
                "the rare word decides",
                &[("file", 90), ("locking", 2)],
                108,
                "/// Locks the file until it is dropped.\nfn lock(path: &Path) {\n    flock(path);",
                &["Locks", "file", "lock"],
            ),
            ("of equals the first", &[("file", 90)], 103, "/// Opens the file.\nfn open(path: &Path) {\n    retry();", &["file"]),
            ("nothing matches", &[("zyzzyva", 0)], 101, "use std::fs;\n\n/// Opens the file.\nfn open(path: &Path) {", &[]),
            ("the last line comes with those before it", &[("flock", 1)], 109, "fn lock(path: &Path) {\n    flock(path);\n}", &["flock"]),
        ];
        for (name, asked, line, text, marked) in table {
            let asked = words(asked);
            let found = passage(piece, &Wanted::of(&asked, 100), lines, "");
            let expected = Passage { line: Some(*line), text: (*text).into(), words: marked.iter().map(|word| (*word).to_owned()).collect() };
            assert_eq!(found, expected, "{name}");
        }
        let asked = words(&[("flock", 1)]);
        let asked_first = words(&[("fs", 1)]);
        assert_eq!(passage("fs::open();\n    lock();", &Wanted::of(&asked_first, 100), None, "    ").text, "    fs::open();\n    lock();");
        assert_eq!(
            passage(piece, &Wanted::of(&asked, 100), Some(Lines { first: 1, last: 30 }), "").line,
            None,
            "lines of the piece are not those of the file"
        );
    }

    #[test]
    fn a_long_line_is_cut_around_its_words_and_words_in_other_scripts_are_marked() {
        let long = format!("{} the oven is at 240 degrees {}", "flour ".repeat(100), "water ".repeat(100));
        let asked = words(&[("oven", 3), ("degrees", 3)]);
        let found = passage(&long, &Wanted::of(&asked, 100), None, "");
        assert!(found.text.starts_with('…') && found.text.ends_with('…') && found.text.contains("the oven is at 240 degrees"), "{}", found.text);
        assert!(found.text.chars().count() <= LINE_CHARS_MAX + 2, "{}", found.text);
        assert_eq!(found.words, ["oven", "degrees"]);
        let asked = words(&[("日本", 1)]);
        assert_eq!(passage("これは日本語です", &Wanted::of(&asked, 100), None, "").words, ["日本"]);
        assert_eq!(passage("", &Wanted::of(&asked, 100), None, "").text, "");
    }
}
