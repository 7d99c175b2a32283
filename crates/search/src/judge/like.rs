//! What is measured of a candidate by the five that seem best so far: an answer is often like other answers.

use super::{
    KnownWord,
    features::Measured,
    lexicon::Lexicon,
    math,
    measures::Measure as M,
    pool::Pool,
    question::{Question, TINY},
};
use crate::embed::{DIMS, product};

/// Candidates that the others are held against.
const BEST: usize = 5;
/// Words of theirs that are looked for.
const WORDS: usize = 10;
/// A shorter stem tells too little.
const STEM_LETTERS_MIN: usize = 3;

/// Measures every candidate by how like it is to those that seem best.
pub(super) fn measure(question: &Question<'_>, known: &[&KnownWord], lexicon: &Lexicon, pool: &Pool<'_>, measured: &mut Measured) {
    let best = best(pool, measured);
    let mut sum = [0_i16; DIMS];
    for row in &best {
        for (sum, value) in sum.iter_mut().zip(pool.rows[*row].candidate.vector.values()) {
            *sum += i16::from(*value);
        }
    }
    for (at, row) in pool.rows.iter().enumerate() {
        let dot = product(&sum, row.candidate.vector.values(), i16::from);
        #[expect(clippy::cast_precision_loss, reason = "five scores of at most 2^14 each")]
        measured.set(at, M::Like, dot as f32);
    }
    measured.apart(M::Like, M::Like);
    shares(question, known, lexicon, pool, &best, measured);
    for talk in &pool.talks {
        let most = talk.clone().map(|row| measured.get(row, M::Like)).fold(f32::MIN, f32::max);
        for at in talk.clone() {
            let of = |row: Option<usize>, measure: M| row.map_or(0.0, |row| measured.get(row, measure));
            let beside = |measure: M| of(pool.rows[at].before, measure).max(of(pool.rows[at].after, measure));
            let (like, shares) = (beside(M::Like), beside(M::Shares));
            measured.set(at, M::LikeBeside, like);
            measured.set(at, M::SharesBeside, shares);
            measured.set(at, M::TalkLike, most);
        }
    }
}

/// The rows that seem best by a rule of thumb.
fn best(pool: &Pool<'_>, measured: &Measured) -> Vec<usize> {
    let get = |at: usize, measure: M| measured.get(at, measure);
    let seems = |at: usize| get(at, M::MetAroundOfBest) + 0.3 * get(at, M::Bm25) + 0.05 * get(at, M::Nearer) + 0.05 * get(at, M::Speaker);
    let mut rows: Vec<(f32, i64, usize)> = (0..pool.rows.len()).map(|at| (seems(at), pool.rows[at].candidate.n, at)).collect();
    rows.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    rows.truncate(BEST);
    rows.into_iter().map(|(_, _, at)| at).collect()
}

/// A stem of the best: how many of them hold it, and how it is written.
#[derive(Clone, Copy, Default)]
struct Stem<'a> {
    best: u64,
    last: Option<usize>,
    text: &'a str,
    /// How many candidates hold it.
    holding: u64,
}

/// How much every candidate shares of the words that tell most about the best ones.
fn shares(question: &Question<'_>, known: &[&KnownWord], lexicon: &Lexicon, pool: &Pool<'_>, best: &[usize], measured: &mut Measured) {
    let entries = |row: usize| pool.rows[row].candidate.words.iter().filter_map(|word| Some((*word, lexicon.entries.get(*word as usize)?)));
    let mut stems: Vec<Stem<'_>> = vec![Stem::default(); lexicon.stems];
    for row in best {
        for (word, entry) in entries(*row) {
            let stem = &mut stems[entry.stem as usize];
            if stem.last == Some(*row) {
                continue;
            }
            let text = &*known[word as usize].stem;
            let tells = text.len() >= STEM_LETTERS_MIN && !entry.stop && entry.same.is_none() && question.speakers.iter().all(|name| name != text);
            if tells {
                *stem = Stem { best: stem.best + 1, last: Some(*row), text, holding: 0 };
            }
        }
    }
    for stem in &mut stems {
        stem.last = None;
    }
    for row in 0..pool.rows.len() {
        for (_, entry) in entries(row) {
            let stem = &mut stems[entry.stem as usize];
            if stem.best > 0 && stem.last != Some(row) {
                stem.last = Some(row);
                stem.holding += 1;
            }
        }
    }
    let size = math::count(pool.rows.len() as u64);
    let weight = |stem: &Stem<'_>| {
        let holding = math::count(stem.holding);
        math::count(stem.best) * math::ln(1.0 + (size - holding + 0.5) / (holding + 0.5))
    };
    // What only one candidate holds likens nothing to it.
    let shared = stems.iter().enumerate().filter(|(_, stem)| stem.holding >= 2);
    let mut telling: Vec<(f32, &str, usize)> = shared.map(|(at, stem)| (weight(stem), stem.text, at)).collect();
    telling.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    telling.truncate(WORDS);
    let total = telling.iter().fold(0.0, |sum, (weight, ..)| sum + weight) + TINY;
    let mut bits = vec![0_u16; lexicon.stems];
    for (bit, (.., stem)) in telling.iter().enumerate() {
        bits[*stem] = 1 << bit;
    }
    for row in 0..pool.rows.len() {
        let held = entries(row).fold(0, |held, (_, entry)| held | bits[entry.stem as usize]);
        let here = telling.iter().enumerate().filter(|(bit, _)| held >> bit & 1 == 1);
        measured.set(row, M::Shares, here.fold(0.0, |sum, (_, (weight, ..))| sum + weight / total));
    }
}
