//! What is measured of a turn by what was said around it: the turns beside it and the talk it is part of.

use super::{
    features::Measured,
    math,
    pool::Pool,
    question::{Question, TINY},
    weights::Measure as M,
};
use crate::Traits;

/// What a term met in a turn nearby is worth here: within one turn, and within two.
const BESIDE: [f32; 2] = [0.6, 0.5];
const AROUND: [f32; 4] = [0.7, 0.6, 0.45, 0.4];
/// What a term met anywhere in the talk is worth.
const ANYWHERE: f32 = 0.25;
/// Places in a talk are told apart up to this one.
const PLACE_MAX: i64 = 10;

/// Measures every turn by what is around it. Of what is no turn only what it meets itself counts.
pub(super) fn measure(question: &Question<'_>, pool: &Pool<'_>, measured: &mut Measured) {
    let terms = question.terms.len();
    let mut talk_meets = vec![0.0_f32; terms * pool.talks.len()];
    let mut talk_scores = Vec::with_capacity(pool.talks.len());
    for (place, talk) in pool.talks.iter().enumerate() {
        let meets = &mut talk_meets[place * terms..(place + 1) * terms];
        let mut score = 0.0;
        for (at, term) in question.terms.iter().enumerate() {
            meets[at] = talk.clone().map(|row| measured.meets(row)[at]).fold(0.0, f32::max);
            let count = talk.clone().fold(0.0, |sum, row| sum + measured.counts(row)[at]);
            score += term.share * (count * 2.2 / (count + 1.2));
        }
        talk_scores.push(score);
    }
    let mut talk_of = vec![None; pool.rows.len()];
    for (place, talk) in pool.talks.iter().enumerate() {
        talk_of[talk.clone()].fill(Some(place));
    }
    for (at, talk) in talk_of.iter().enumerate() {
        let nearby = [pool.rows[at].before, pool.rows[at].after, pool.two_before(at), pool.two_after(at)];
        let (mut beside, mut around, mut rarest, mut rare) = (0.0, 0.0, 0.0, 0.0);
        for (place, term) in question.terms.iter().enumerate() {
            let own = measured.meets(at)[place];
            let worth = |rows: &[Option<usize>], worth: &[f32]| {
                rows.iter().zip(worth).fold(own, |most, (row, worth)| row.map_or(most, |row| most.max(worth * measured.meets(row)[place])))
            };
            beside += term.share * worth(&nearby[..2], &BESIDE);
            let met = worth(&nearby, &AROUND);
            around += term.share * talk.map_or(met, |talk| met.max(ANYWHERE * talk_meets[talk * terms + place]));
            if term.rarest {
                rarest += met;
                rare += 1.0;
            }
        }
        measured.set(at, M::MetBeside, beside);
        measured.set(at, M::MetAround, around);
        measured.set(at, M::RarestAround, if rare > 0.0 { rarest / rare } else { 0.0 });
    }
    measured.of_best(M::MetBeside, M::MetBesideOfBest);
    measured.of_best(M::MetAround, M::MetAroundOfBest);
    beside(question, pool, measured);
    let talks = Talks::of(talk_scores);
    for (place, talk) in pool.talks.iter().enumerate() {
        let most = |measure: M| talk.clone().map(|row| measured.get(row, measure)).fold(f32::MIN, f32::max);
        let met = question.terms.iter().enumerate().fold(0.0, |sum, (at, term)| sum + term.share * talk_meets[place * terms + at]);
        let (score, nearest, together) = (talks.scores[place], most(M::Nearer), most(M::MetBeside));
        for row in talk.clone() {
            measured.set(row, M::TalkMet, met);
            measured.set(row, M::TalkBm25, score / (talks.best + TINY));
            measured.set(row, M::TalkApart, (score - talks.mean) / (talks.deviation + TINY));
            measured.set(row, M::TalkBeside, together);
            measured.set(row, M::TalkNearest, nearest);
        }
    }
}

/// The measures of neighbours, handed on, and who speaks where.
fn beside(question: &Question<'_>, pool: &Pool<'_>, measured: &mut Measured) {
    for talk in &pool.talks {
        // Who speaks changes seldom: the last answer is kept.
        let mut last: Option<(&str, bool)> = None;
        for at in talk.clone() {
            let candidate = pool.rows[at].candidate;
            let (before, after) = (pool.rows[at].before, pool.rows[at].after);
            let of = |row: Option<usize>, measure: M| row.map_or(0.0, |row| measured.get(row, measure));
            let asks = before.is_some_and(|row| pool.rows[row].candidate.traits.has(Traits::ASKS));
            let mut values = [
                (M::BeforeBm25, of(before, M::Bm25Flat)),
                (M::AfterBm25, of(after, M::Bm25Flat)),
                (M::TwoBeforeBm25, of(pool.two_before(at), M::Bm25Flat)),
                (M::TwoAfterBm25, of(pool.two_after(at), M::Bm25Flat)),
                (M::BeforeMet, of(before, M::MetOfBest)),
                (M::AfterMet, of(after, M::MetOfBest)),
                (M::BeforeNearer, of(before, M::Nearer)),
                (M::AfterNearer, of(after, M::Nearer)),
                (M::TogetherBeside, of(before, M::Together).max(of(after, M::Together))),
                (M::BeforeAsks, if asks { 1.0 } else { 0.0 }),
                (M::BeforeAsksThis, if asks { of(before, M::MetOfBest) } else { 0.0 }),
                (M::Place, math::count(candidate.seq.clamp(0, PLACE_MAX).unsigned_abs())),
                (M::Speaker, 0.0),
                (M::Asker, 0.0),
            ];
            if !question.named.is_empty() {
                let named = match last {
                    Some((author, named)) if author == candidate.author => named,
                    _ => question.names(&candidate.author),
                };
                last = Some((&candidate.author, named));
                values[12].1 = if named { 1.0 } else { -1.0 };
            }
            if question.first_person {
                values[13].1 = match candidate.author.to_ascii_lowercase().as_str() {
                    "user" => 1.0,
                    "assistant" => -1.0,
                    _ => 0.0,
                };
            }
            for (measure, value) in values {
                measured.set(at, measure, value);
            }
        }
    }
}

/// How the talks did, and how they differ.
struct Talks {
    scores: Vec<f32>,
    best: f32,
    mean: f32,
    deviation: f32,
}

impl Talks {
    fn of(scores: Vec<f32>) -> Self {
        let size = math::count(scores.len().max(1) as u64);
        let mean = scores.iter().fold(0.0, |sum, score| sum + score) / size;
        let variance = scores.iter().fold(0.0, |sum, score| sum + (score - mean) * (score - mean)) / size;
        let best = scores.iter().copied().fold(0.0, f32::max);
        Talks { scores, best, mean, deviation: variance.sqrt() }
    }
}
