//! What is measured of a turn by the six turns to each side of it: what was said a while ago still counts, but less.

use super::{
    features::Measured,
    measures::Measure as M,
    pool::Pool,
    question::{Question, TINY},
};

/// What a turn so many turns away counts: each step takes 15 % away.
const FADING: [f32; 6] = [0.85, 0.722_5, 0.614_125, 0.522_006_3, 0.443_705_3, 0.377_149_5];

/// Measures every candidate by what is within its reach, and what follows from the kind of question.
pub(super) fn measure(question: &Question<'_>, pool: &Pool<'_>, measured: &mut Measured) {
    let terms = question.terms.len();
    let (mut before, mut after) = (vec![0.0; terms], vec![0.0; terms]);
    let mut talk = 0;
    for at in 0..pool.rows.len() {
        while pool.talks.get(talk).is_some_and(|rows| rows.end <= at) {
            talk += 1;
        }
        before.copy_from_slice(measured.meets(at));
        after.copy_from_slice(measured.meets(at));
        let rows = if at < pool.turns { pool.talks[talk].clone() } else { at..at };
        let seq = pool.rows[at].candidate.seq;
        let (mut highest, mut sum, mut nearer, mut weight) = ([0.0_f32; 2], 0.0, 0.0, 0.0);
        let earlier = (rows.start..at).rev().map(|row| (0, row));
        let later = (at + 1..rows.end).map(|row| (1, row));
        for side in [Side::Earlier(earlier), Side::Later(later)] {
            for (which, row) in side {
                let apart = seq.abs_diff(pool.rows[row].candidate.seq);
                if apart == 0 {
                    continue;
                }
                let Some(fading) = usize::try_from(apart - 1).ok().and_then(|steps| FADING.get(steps)) else { break };
                highest[which] = highest[which].max(fading * measured.get(row, M::MetOfBest));
                for (most, meets) in [&mut before, &mut after][which].iter_mut().zip(measured.meets(row)) {
                    *most = f32::max(*most, fading * meets);
                }
                sum += fading * measured.get(row, M::Bm25Flat);
                nearer += fading * measured.get(row, M::Nearer);
                weight += fading;
            }
        }
        let met = |meets: &[f32]| question.terms.iter().zip(meets).fold(0.0, |sum, (term, meets)| sum + term.share * meets);
        let (met_before, met_after) = (met(&before), met(&after));
        measured.set(at, M::BeforeReach, highest[0]);
        measured.set(at, M::AfterReach, highest[1]);
        measured.set(at, M::MetReachBefore, met_before);
        measured.set(at, M::MetReachAfter, met_after);
        measured.set(at, M::Bm25Reach, sum);
        measured.set(at, M::NearerReach, if weight > 0.0 { nearer / (weight + TINY) } else { 0.0 });
        by_kind(question, at, measured);
    }
    measured.of_best(M::Bm25Reach, M::Bm25Reach);
}

/// Measures that count more or less by the kind of question.
fn by_kind(question: &Question<'_>, at: usize, measured: &mut Measured) {
    let several = if question.wants_several { 1.0 } else { 0.0 };
    let terse = if question.terse { 1.0 } else { 0.0 };
    let table = [
        (M::SeveralSpeaker, several, M::Speaker),
        (M::SeveralBeside, several, M::MetBesideOfBest),
        (M::SeveralTalk, several, M::TalkBeside),
        (M::SeveralLength, several, M::Length),
        (M::ManyTalk, question.many, M::TalkBeside),
        (M::ManyAround, question.many, M::MetAroundOfBest),
        (M::ManyMet, question.many, M::MetOfBest),
        (M::ManyNearer, question.many, M::Nearer),
        (M::ManySame, question.many, M::Same),
        (M::ManyTogether, question.many, M::Together),
        (M::TerseSame, terse, M::Same),
        (M::TerseMet, terse, M::MetOfBest),
    ];
    for (measure, factor, of) in table {
        let value = factor * measured.get(at, of);
        measured.set(at, measure, value);
    }
}

/// Turns to one side, nearest first.
enum Side<E, L> {
    Earlier(E),
    Later(L),
}

impl<E: Iterator<Item = (usize, usize)>, L: Iterator<Item = (usize, usize)>> Iterator for Side<E, L> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        match self {
            Side::Earlier(rows) => rows.next(),
            Side::Later(rows) => rows.next(),
        }
    }
}
