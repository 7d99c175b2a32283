//! Selects and orders what a person or an agent is shown of what was found: nothing that is far from the question, near copies
//! once, and no more than two pieces of one file among the first ten.
//!
//! Scores stay as they are. They say how surely something answers; this says what is worth the reader's next line.

use crate::memory::{
    Found, Question, Sight, find,
    recall::{
        hit::{sight, texts, why},
        passage::{Wanted, passage},
        words::ask,
    },
};
use crate::{Error, Look};
use ingest::{Compared, Kind};
use kernel::evidence::Evidence;
use search::{embed::Model, judge::AskedWord, text::stem};
use std::collections::HashMap;

/// Rows that are to lead to different files.
const FIRST: usize = 10;
/// Pieces of one file among those.
const OF_ONE_FILE_MAX: usize = 2;
/// So many more than asked for are looked up, to take the places of copies and of one file's many pieces.
const SPARE: usize = 20;
/// The best answer to a question that has one scores more. A word that no source holds has no meaning here either, so that whatever
/// is nearest to it is no answer.
const SCORE_MIN: f64 = 0.1;
/// Bits in which the sketches of near copies differ at most. More than for looking up, because only a few are compared here.
const APART_MAX: u32 = 16;
/// One unknown word of three is what a question is about; one of four or more, as sentences have them, is not.
const UNKNOWN_OF_ASKED: usize = 4;
/// What holds less of what the known words of the question tell is far from it then.
const SHARE_MIN: f64 = 0.5;

/// What is told of each piece besides its citation.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Showing {
    /// Why it is here.
    pub(crate) explain: bool,
    /// The lines that answer best.
    pub(crate) passages: bool,
}

/// What was seen that answers a question, in the order to read it, and how many near copies were left out of it.
pub(crate) fn show(cx: &mut Look<'_>, question: &Question, showing: Showing) -> Result<(Vec<Sight>, usize), Error> {
    let (house, now) = (cx.house, cx.call.now);
    let spare = if question.limit == 0 { 0 } else { SPARE };
    let mut found = find(cx, house, &Question { limit: question.limit + spare, ..question.clone() })?;
    let items = cx.corpus()?.items;
    let window = question.now.and_then(|now| search::when::window(&question.text, now));
    let asked = ask(cx, &question.text, window, items)?.asked.words;
    let wanted = Wanted::of(&asked, items);
    // The past has words of its own, which the lexicon does not count.
    if question.as_of.is_none() {
        leave_far(&mut found, &asked, &wanted);
    }
    let texts = texts(cx, &found)?;
    let mut rows = once(found, &texts);
    spread(&mut rows, |Row { shown: one, .. }| (one.item.kind != Kind::Conversation.name() && one.item.source != 0).then_some(one.item.source));
    rows.truncate(question.limit);
    let copies = rows.iter().map(|row| row.copies).sum();
    let kept: Vec<Found> = rows.into_iter().map(|row| row.shown).collect();
    let mut sights = Vec::with_capacity(kept.len());
    cx.expect_sources(&kept.iter().map(|one| one.item.source).collect::<Vec<_>>())?;
    for one in kept {
        let Some(evidence) = texts.get(&one.item.id) else { continue };
        let lines = one.item.lines;
        let why = if showing.explain { Some(why(cx, &one, now)?) } else { None };
        let sight = sight(cx, one, evidence)?;
        let passage = showing.passages.then(|| passage(evidence.content.as_str(), &wanted, lines, &sight.place.indent));
        sights.push(Sight { passage, why, ..sight });
    }
    Ok((sights, copies))
}

/// A row, and how many near copies it stands for.
struct Row {
    shown: Found,
    copies: usize,
}

/// Leaves out what only fills the list; and what is far from the question, where it asks for a word that stands in no source and
/// nothing answers it well.
fn leave_far(found: &mut Vec<Found>, asked: &[AskedWord], wanted: &Wanted<'_>) {
    // Who asks only for a time asks for no word.
    if !asked.is_empty() {
        found.retain(is_related);
    }
    // Of a word that neither the sources nor the model know nobody can say what it means. In a palace of a few pieces something scores
    // well even then.
    let is_known = |word: &AskedWord| word.items > 0 || Model::embedded().meaning(&word.word).parts().count() == 1;
    let is_meant = asked.iter().any(is_known);
    let answers = |one: &Found| f64::from(one.verdict.score) >= SCORE_MIN && (is_meant || one.near || !one.verdict.matched.is_empty());
    let is_met = |one: &Found| one.at_path || one.verdict.dated || answers(one);
    let unknown = asked.iter().filter(|word| word.items == 0).count();
    if unknown * UNKNOWN_OF_ASKED <= asked.len() || found.iter().any(is_met) {
        return;
    }
    // One word that nothing holds does not hide what the others find: only those that a source holds are counted.
    found.retain(|one| {
        let held: Vec<String> = one.verdict.matched.iter().map(|word| stem(word)).collect();
        wanted.share(|word| held.contains(&word.stem)) >= SHARE_MIN
    });
}

/// Whether something holds a word of the question or is near it in anything else. The turns of a talk are: who answers does not say
/// the question again.
fn is_related(one: &Found) -> bool {
    let Found { verdict, .. } = one;
    one.item.kind == Kind::Conversation.name()
        || !verdict.matched.is_empty()
        || one.near
        || one.changed
        || one.at_path
        || verdict.dated
        || (one.beside && verdict.context > 0.0)
        || f64::from(verdict.score) >= SCORE_MIN
}

/// Each once: the best of near copies stands for the others.
fn once(found: Vec<Found>, texts: &HashMap<String, Evidence>) -> Vec<Row> {
    let mut rows = Vec::<Row>::new();
    for one in found {
        let Some(evidence) = texts.get(&one.item.id) else { continue };
        let compared = Compared::to(evidence.content.as_str());
        let original = rows.iter_mut().find(|Row { shown: other, .. }| {
            // Two who say the same are two voices.
            one.item.author == other.item.author
                && (sketch(&one) ^ sketch(other)).count_ones() <= APART_MAX
                && texts.get(&other.item.id).is_some_and(|other| compared.is_near_in_one_number(other.content.as_str()))
        });
        match original {
            Some(original) => original.copies += 1,
            None => rows.push(Row { shown: one, copies: 0 }),
        }
    }
    rows
}

fn sketch(found: &Found) -> u64 {
    found.item.sketch.cast_unsigned()
}

/// Moves the third piece of a file, and those after it, behind pieces of other files, as far as there are any: the order is
/// otherwise kept, and nothing is left out.
fn spread<T, F: PartialEq>(rows: &mut Vec<T>, file: impl Fn(&T) -> Option<F>) {
    let (mut first, mut later) = (Vec::with_capacity(rows.len()), Vec::new());
    for row in rows.drain(..) {
        let of = file(&row);
        let shown = |rows: &[T]| rows.iter().filter(|other| of.is_some() && file(other) == of).count();
        if first.len() < FIRST && shown(&first) >= OF_ONE_FILE_MAX { &mut later } else { &mut first }.push(row);
    }
    // What was moved comes after the tenth row, before what is worse than it; where there is no tenth, at the end.
    let at = first.len().min(FIRST);
    first.splice(at..at, later);
    *rows = first;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread_of(rows: &str) -> String {
        let mut rows: Vec<(usize, char)> = rows.chars().enumerate().collect();
        spread(&mut rows, |(_, file)| (*file != '.').then_some(*file));
        rows.iter()
            .map(|(place, file)| if *file == '.' { '.' } else { char::from_digit(u32::try_from(*place).unwrap_or(0), 36).unwrap_or('?') })
            .collect()
    }

    #[test]
    fn two_pieces_of_a_file_are_among_the_first_ten_and_none_is_lost() {
        let table = [
            ("aab", "012"),
            ("aaaa", "0123"),
            ("aaab", "0132"),
            ("aaaabcd", "0145623"),
            ("aaaabcdef", "014567823"),
            ("aaaabcdefghijk", "01456789ab23cd"),
            ("abababab", "01234567"),
            ("ababacde", "01235674"),
            ("aa.....a", "01.....7"),
            ("......", "......"),
            ("", ""),
        ];
        for (rows, expected) in table {
            assert_eq!(spread_of(rows), expected, "{rows}");
        }
    }
}
