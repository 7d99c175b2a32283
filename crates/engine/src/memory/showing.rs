//! Selects and orders what a person or an agent is shown of what was found: nothing that is far from the question, near copies
//! once, and no more than two pieces of one file among the first five.
//!
//! Scores stay as they are. They say how surely something answers; this says what is worth the reader's next line.

use super::{
    Found, Question, Sight, find,
    passage::{Wanted, passage},
    sight::{sight, texts, why},
    words::ask,
};
use crate::{Error, Look};
use ingest::{Compared, Kind};
use kernel::evidence::Evidence;
use search::{embed::Model, judge::AskedWord, text::stem};
use std::collections::HashMap;

/// Rows that are to lead to different files.
const FIRST: usize = 5;
/// Pieces of one file among those.
const OF_ONE_FILE_MAX: usize = 2;
/// So many more than asked for are looked up, to take the places of copies.
const SPARE: usize = 10;
/// The best answer to a question that has one scores more. A word that no source holds has no meaning here either, so that whatever
/// is nearest to it is no answer.
const SCORE_MIN: f64 = 0.1;
/// Bits in which the sketches of near copies differ at most. More than for looking up, because only a few are compared here.
const APART_MAX: u32 = 16;
/// What holds less of what the question's words tell is far from it then.
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
    let mut found = find(cx, house, &Question { limit: question.limit + SPARE.min(question.limit), ..question.clone() })?;
    let items = cx.corpus()?.items;
    let window = question.now.and_then(|now| search::when::window(&question.text, now));
    let asked = ask(cx, &question.text, window, items)?.asked.words;
    let wanted = Wanted::of(&asked, items);
    // The past has words of its own, which the lexicon does not count.
    if question.as_of.is_none() {
        leave_far(&mut found, &asked, &wanted);
    }
    let texts = texts(cx, &found)?;
    let (mut kept, copies) = once(found, &texts, question.limit);
    spread(&mut kept, |one| (one.item.kind != Kind::Conversation.name() && one.item.source != 0).then_some(one.item.source));
    let mut sights = Vec::with_capacity(kept.len());
    for one in kept {
        let Some(evidence) = texts.get(&one.item.id) else { continue };
        let lines = one.item.lines;
        let why = if showing.explain { Some(why(cx, &one, now)?) } else { None };
        let passage = showing.passages.then(|| passage(evidence.content.as_str(), &wanted, lines));
        sights.push(Sight { passage, why, ..sight(cx, one, evidence)? });
    }
    Ok((sights, copies))
}

/// Leaves out what is far from the question, where it asks for a word that stands in no source and nothing answers it well.
fn leave_far(found: &mut Vec<Found>, asked: &[AskedWord], wanted: &Wanted<'_>) {
    // Of a word that neither the sources nor the model know nobody can say what it means. In a palace of a few pieces something scores
    // well even then.
    let is_known = |word: &AskedWord| word.items > 0 || Model::embedded().meaning(&word.word).parts().count() == 1;
    let is_meant = asked.iter().any(is_known);
    let answers = |one: &Found| f64::from(one.verdict.score) >= SCORE_MIN && (is_meant || one.near || !one.verdict.matched.is_empty());
    let is_met = |one: &Found| one.at_path || one.verdict.dated || answers(one);
    if asked.iter().all(|word| word.items > 0) || found.iter().any(is_met) {
        return;
    }
    found.retain(|one| {
        let held: Vec<String> = one.verdict.matched.iter().map(|word| stem(word)).collect();
        wanted.share(|word| held.contains(&word.stem)) >= SHARE_MIN
    });
}

/// The first so many, near copies once; and how many copies stood before the last of them.
fn once(found: Vec<Found>, texts: &HashMap<String, Evidence>, limit: usize) -> (Vec<Found>, usize) {
    let (mut kept, mut copies) = (Vec::<Found>::new(), 0);
    for one in found {
        if kept.len() == limit {
            break;
        }
        let Some(evidence) = texts.get(&one.item.id) else { continue };
        let compared = Compared::to(evidence.content.as_str());
        let is_copy = kept.iter().any(|other| {
            // Two who say the same are two voices.
            one.item.author == other.item.author
                && (sketch(&one) ^ sketch(other)).count_ones() <= APART_MAX
                && texts.get(&other.item.id).is_some_and(|other| compared.is_near(other.content.as_str()))
        });
        if is_copy {
            copies += 1;
        } else {
            kept.push(one);
        }
    }
    (kept, copies)
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
    // What was moved comes after the fifth row, before what is worse than it; where there is no fifth, at the end.
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
    fn two_pieces_of_a_file_are_among_the_first_five_and_none_is_lost() {
        let table = [
            ("aab", "012"),
            ("aaaa", "0123"),
            ("aaab", "0132"),
            ("aaaabcd", "0145623"),
            ("aaaabcdef", "014562378"),
            ("abababab", "01234567"),
            ("ababacde", "01235467"),
            ("aa.....a", "01.....7"),
            ("......", "......"),
            ("", ""),
        ];
        for (rows, expected) in table {
            assert_eq!(spread_of(rows), expected, "{rows}");
        }
    }
}
