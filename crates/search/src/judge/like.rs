//! What is measured of a candidate by the five that seem best so far: an answer is often like other answers.

use super::{
    KnownWord,
    features::Measured,
    math,
    pool::Pool,
    question::{Question, TINY},
    weights::Measure as M,
};
use crate::{embed::DIMS, text::is_stop};
use std::{collections::BTreeMap, sync::Arc};

/// Candidates that the others are held against.
const BEST: usize = 5;
/// Words of theirs that are looked for.
const WORDS: usize = 10;
/// A shorter stem tells too little.
const STEM_LETTERS_MIN: usize = 3;

/// Measures every candidate by how like it is to those that seem best.
pub(super) fn measure(question: &Question<'_>, known: &[Arc<KnownWord>], pool: &Pool<'_>, measured: &mut Measured) {
    let best = best(pool, measured);
    let mut sum = [0_i16; DIMS];
    for row in &best {
        for (sum, value) in sum.iter_mut().zip(pool.rows[*row].candidate.vector.values()) {
            *sum += i16::from(*value);
        }
    }
    for (at, row) in pool.rows.iter().enumerate() {
        let dot: i32 = sum.iter().zip(row.candidate.vector.values()).map(|(a, b)| i32::from(*a) * i32::from(i16::from(*b))).sum();
        #[expect(clippy::cast_precision_loss, reason = "far below 2^24, but for five candidates of one direction")]
        measured.set(at, M::Like, dot as f32);
    }
    measured.apart(M::Like, M::Like);
    shares(question, known, pool, &best, measured);
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

/// How much every candidate shares of the words that tell most about the best ones.
fn shares(question: &Question<'_>, known: &[Arc<KnownWord>], pool: &Pool<'_>, best: &[usize], measured: &mut Measured) {
    const NONE: u16 = u16::MAX;
    // Stems of the best that may tell something, each once for each of the best that holds it.
    let mut held: BTreeMap<&str, (u64, usize)> = BTreeMap::new();
    for (place, row) in best.iter().enumerate() {
        for word in pool.rows[*row].candidate.words.iter().filter_map(|word| known.get(*word as usize)) {
            let stem = word.stem.as_str();
            let tells = stem.len() >= STEM_LETTERS_MIN
                && !is_stop(&word.word)
                && question.terms.iter().all(|term| term.stem != stem)
                && question.speakers.iter().all(|name| name != stem);
            let entry = held.entry(stem).or_insert((0, usize::MAX));
            if tells && entry.1 != place {
                *entry = (entry.0 + 1, place);
            }
        }
    }
    held.retain(|_, (count, _)| *count > 0);
    let stems: BTreeMap<&str, u16> = held.keys().enumerate().map(|(at, stem)| (*stem, u16::try_from(at).unwrap_or(NONE))).collect();
    let of_known: Vec<u16> = known.iter().map(|word| stems.get(word.stem.as_str()).copied().unwrap_or(NONE)).collect();
    // How many candidates hold each.
    let mut holding = vec![0_u64; stems.len()];
    let mut last = vec![usize::MAX; stems.len()];
    for (at, row) in pool.rows.iter().enumerate() {
        for word in &row.candidate.words {
            let Some(stem) = of_known.get(*word as usize).map(|stem| usize::from(*stem)).filter(|stem| *stem < holding.len()) else { continue };
            if last[stem] != at {
                last[stem] = at;
                holding[stem] += 1;
            }
        }
    }
    let size = math::count(pool.rows.len() as u64);
    let idf = |holding: u64| math::ln(1.0 + (size - math::count(holding) + 0.5) / (math::count(holding) + 0.5));
    let weigh = |(at, (count, _)): (usize, &(u64, usize))| (math::count(*count) * idf(holding[at]), at);
    let mut telling: Vec<(f32, usize)> = held.values().enumerate().filter(|(at, _)| holding[*at] >= 2).map(weigh).collect();
    telling.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    telling.truncate(WORDS);
    let total = telling.iter().fold(0.0, |sum, (weight, _)| sum + weight) + TINY;
    let mut bit_of = vec![0_u16; stems.len()];
    for (bit, (_, stem)) in telling.iter().enumerate() {
        bit_of[*stem] = 1 << bit;
    }
    let bits: Vec<u16> = of_known.iter().map(|stem| bit_of.get(usize::from(*stem)).copied().unwrap_or(0)).collect();
    for (at, row) in pool.rows.iter().enumerate() {
        let held = row.candidate.words.iter().fold(0, |held, word| held | bits.get(*word as usize).copied().unwrap_or(0));
        let shared = telling.iter().enumerate().filter(|(bit, _)| held >> bit & 1 == 1).fold(0.0, |sum, (_, (weight, _))| sum + weight / total);
        measured.set(at, M::Shares, shared);
    }
}
