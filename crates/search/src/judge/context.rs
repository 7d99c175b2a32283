//! What is measured of a turn by what was said around it: the turns beside it and the talk it is part of.

use super::{
    features::{Measured, spread},
    math,
    measures::Measure as M,
    pool::Pool,
    question::{Question, TINY},
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
    let (mut scores, mut dense) = (Vec::with_capacity(pool.talks.len()), Vec::with_capacity(pool.talks.len()));
    let lengths: Vec<f32> =
        pool.talks.iter().map(|talk| math::count(pool.rows[talk.clone()].iter().map(|row| row.candidate.words.len() as u64).sum())).collect();
    let length_mean = spread(lengths.iter().copied()).0.max(1.0);
    for (place, talk) in pool.talks.iter().enumerate() {
        let meets = &mut talk_meets[place * terms..(place + 1) * terms];
        let (mut score, mut for_length) = (0.0, 0.0);
        let length = 0.5 + 0.5 * lengths[place] / length_mean;
        for (at, term) in question.terms.iter().enumerate() {
            meets[at] = talk.clone().map(|row| measured.meets(row)[at]).fold(0.0, f32::max);
            let count = talk.clone().fold(0.0, |sum, row| sum + measured.counts(row)[at]);
            score += term.share * (count * 2.2 / (count + 1.2));
            for_length += term.share * (count * 2.2 / (count + 1.2 * length));
        }
        scores.push(score);
        dense.push(for_length);
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
    let (talks, dense) = (Talks::of(scores), Talks::of(dense));
    for (place, talk) in pool.talks.iter().enumerate() {
        let most = |measure: M| talk.clone().map(|row| measured.get(row, measure)).fold(f32::MIN, f32::max);
        let met = question.terms.iter().enumerate().fold(0.0, |sum, (at, term)| sum + term.share * talk_meets[place * terms + at]);
        let (nearest, together) = (most(M::Nearer), most(M::MetBeside));
        for row in talk.clone() {
            measured.set(row, M::TalkMet, met);
            measured.set(row, M::TalkBm25, talks.of_best(place));
            measured.set(row, M::TalkApart, talks.apart(place));
            measured.set(row, M::TalkDense, dense.of_best(place));
            measured.set(row, M::TalkDenseApart, dense.apart(place));
            measured.set(row, M::TalkBeside, together);
            measured.set(row, M::TalkNearest, nearest);
        }
    }
}

/// The measures of neighbours, handed on, and who speaks where.
fn beside(question: &Question<'_>, pool: &Pool<'_>, measured: &mut Measured) {
    for talk in &pool.talks {
        // Who speaks changes seldom: the last answer is kept.
        let mut last: Option<(&str, f32)> = None;
        for at in talk.clone() {
            let candidate = pool.rows[at].candidate;
            let speaker = match last {
                _ if question.named.is_empty() => 0.0,
                Some((author, speaker)) if author == candidate.author => speaker,
                _ if question.names(&candidate.author) => 1.0,
                _ => -1.0,
            };
            last = Some((&candidate.author, speaker));
            let asker = if !question.first_person {
                0.0
            } else if candidate.author.eq_ignore_ascii_case("user") {
                1.0
            } else if candidate.author.eq_ignore_ascii_case("assistant") {
                -1.0
            } else {
                0.0
            };
            let (before, after) = (pool.rows[at].before, pool.rows[at].after);
            let of = |row: Option<usize>, measure: M| row.map_or(0.0, |row| measured.get(row, measure));
            let asks = before.is_some_and(|row| pool.rows[row].candidate.traits.has(Traits::ASKS));
            let values = [
                (M::BeforeBm25, of(before, M::Bm25Flat)),
                (M::AfterBm25, of(after, M::Bm25Flat)),
                (M::TwoBeforeBm25, of(pool.two_before(at), M::Bm25Flat)),
                (M::TwoAfterBm25, of(pool.two_after(at), M::Bm25Flat)),
                (M::BeforeMet, of(before, M::MetOfBest)),
                (M::AfterMet, of(after, M::MetOfBest)),
                (M::BeforeNearer, of(before, M::Nearer)),
                (M::AfterNearer, of(after, M::Nearer)),
                (M::BeforeTold, of(before, M::Told)),
                (M::AfterTold, of(after, M::Told)),
                (M::TogetherBeside, of(before, M::Together).max(of(after, M::Together))),
                (M::BeforeAsks, if asks { 1.0 } else { 0.0 }),
                (M::BeforeAsksThis, if asks { of(before, M::MetOfBest) } else { 0.0 }),
                (M::Place, math::count(candidate.seq.clamp(0, PLACE_MAX).unsigned_abs())),
                (M::Speaker, speaker),
                (M::SpeakerAnswers, if asks { speaker } else { 0.0 }),
                (M::Asker, asker),
            ];
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
        let (mean, deviation) = spread(scores.iter().copied());
        let best = scores.iter().copied().fold(0.0, f32::max);
        Talks { scores, best, mean, deviation }
    }

    fn of_best(&self, talk: usize) -> f32 {
        self.scores[talk] / (self.best + TINY)
    }

    fn apart(&self, talk: usize) -> f32 {
        (self.scores[talk] - self.mean) / (self.deviation + TINY)
    }
}
