//! What is measured of a candidate, and what each measure weighs. One row a measure; how it is taken is said beside its name
//! in [`Measure`].
//!
//! The weights come from fitting on conversations, chats with an assistant and code with labelled answers; nothing is
//! learned while the program runs.

use Group::{Around, Meaning, Words};
use Measure as M;

/// How many measures there are.
pub(super) const MEASURES: usize = 39;

/// What is measured. "Of the best" is divided by the highest among the candidates. A term is met by the same word with 1, by
/// one of near meaning with up to 0.75.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// BM25 with k 1.2 and b 0.75, of the best.
    Bm25,
    /// BM25 with k 0.9 and b 0.3, of the best: long texts suffer less.
    Bm25Flat,
    /// How much of what the question tells is met.
    Met,
    /// The same, of the best.
    MetOfBest,
    /// The cosine with the question.
    Near,
    /// The cosine, in deviations from the mean of all items.
    Nearer,
    /// What is met here or, for less, in the turns before and after.
    MetBeside,
    /// The same, of the best.
    MetBesideOfBest,
    /// What is met within two turns or, for little, anywhere in the talk.
    MetAround,
    /// The same, of the best.
    MetAroundOfBest,
    /// `Bm25Flat` of the turn before.
    BeforeBm25,
    /// `Bm25Flat` of the turn after.
    AfterBm25,
    /// `Bm25Flat` of the turn two before.
    TwoBeforeBm25,
    /// `Bm25Flat` of the turn two after.
    TwoAfterBm25,
    /// `MetOfBest` of the turn before.
    BeforeMet,
    /// `MetOfBest` of the turn after.
    AfterMet,
    /// `Nearer` of the turn before.
    BeforeNearer,
    /// `Nearer` of the turn after.
    AfterNearer,
    /// What the candidates of the talk meet together.
    TalkMet,
    /// BM25 of the candidates of the talk together, of the best talk.
    TalkBm25,
    /// The same, in deviations from the mean of the talks.
    TalkApart,
    /// The highest `MetBeside` of the talk.
    TalkBeside,
    /// The highest `Nearer` of the talk.
    TalkNearest,
    /// How well the rarest term is met.
    Rarest,
    /// How well the rarest term is met within two turns.
    RarestAround,
    /// How much is told by terms that stand together here as in the question.
    Together,
    /// The higher `Together` of the turns before and after.
    TogetherBeside,
    /// 1 if somebody was named and said it, -1 if somebody else did.
    Speaker,
    /// It ends by asking.
    EndsAsking,
    /// The turn before asks.
    BeforeAsks,
    /// The turn before asks: its `MetOfBest`.
    BeforeAsksThis,
    /// The logarithm of how many words it has that say something.
    Length,
    /// Somebody speaks of themselves.
    FirstPerson,
    /// If a time is asked for: 1 if it names one, -1 if not.
    Time,
    /// If a number is asked for: 1 if it holds one, -1 if not.
    Number,
    /// How well its time fits the dates named.
    Date,
    /// Its place in the talk, up to 10.
    Place,
    /// If the question says "I": 1 if the user said it, -1 if the assistant did.
    Asker,
    /// How much of what the question tells is met by the same words.
    Same,
}

/// Where a measure comes from, for explaining.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Words,
    Meaning,
    Around,
}

/// What a measure weighs for a turn of a talk between people, a turn of a chat with long answers, and a text by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    pub(super) measure: Measure,
    pub(super) group: Group,
    pub(super) dialogue: f32,
    pub(super) chat: f32,
    pub(super) plain: f32,
}

const fn row(measure: Measure, group: Group, dialogue: f32, chat: f32, plain: f32) -> Weight {
    Weight { measure, group, dialogue, chat, plain }
}

/// The table.
#[rustfmt::skip]
pub(super) const WEIGHTS: [Weight; MEASURES] = [
    //                                dialogue     chat    plain
    row(M::Bm25,            Words,     0.4245,  0.4245,  2.0),
    row(M::Bm25Flat,        Words,     1.5216,  1.5216,  1.0),
    row(M::Met,             Words,    10.3256, 10.3256,  4.0),
    row(M::MetOfBest,       Words,    -3.2129, -3.2129,  2.0),
    row(M::Near,            Meaning,   3.7849,  3.7849,  6.0),
    row(M::Nearer,          Meaning,  -0.0692, -0.0692,  0.5),
    row(M::MetBeside,       Around,   -3.2737, -3.2737,  0.0),
    row(M::MetBesideOfBest, Around,    2.3033,  2.3033,  0.0),
    row(M::MetAround,       Around,    0.6963,  0.6963,  0.0),
    row(M::MetAroundOfBest, Around,    4.1020,  4.1020,  0.0),
    row(M::BeforeBm25,      Around,    1.5385,  1.5385,  0.0),
    row(M::AfterBm25,       Around,   -0.3829, -0.3829,  0.0),
    row(M::TwoBeforeBm25,   Around,    1.3189,  1.3189,  0.0),
    row(M::TwoAfterBm25,    Around,    0.4320,  0.4320,  0.0),
    row(M::BeforeMet,       Around,   -3.3383, -3.3383,  0.0),
    row(M::AfterMet,        Around,    0.1996,  0.1996,  0.0),
    row(M::BeforeNearer,    Around,    0.1772,  0.1772,  0.0),
    row(M::AfterNearer,     Around,    0.0468,  0.0468,  0.0),
    row(M::TalkMet,         Around,   -0.3648, -0.3648,  0.0),
    row(M::TalkBm25,        Around,   -3.9679, -3.9679,  0.0),
    row(M::TalkApart,       Around,    1.0239,  1.0239,  0.0),
    row(M::TalkBeside,      Around,    2.0259,  2.0259,  0.0),
    row(M::TalkNearest,     Around,    0.3182,  0.3182,  0.0),
    row(M::Rarest,          Words,    -0.5711, -0.5711,  0.5),
    row(M::RarestAround,    Around,    0.7907,  0.7907,  0.0),
    row(M::Together,        Words,     0.9823,  0.9823,  1.0),
    row(M::TogetherBeside,  Around,    2.0067,  2.0067,  0.0),
    row(M::Speaker,         Around,    0.5768,  0.5768,  0.0),
    row(M::EndsAsking,      Around,   -0.7171, -0.7171,  0.0),
    row(M::BeforeAsks,      Around,   -0.0582, -0.0582,  0.0),
    row(M::BeforeAsksThis,  Around,    2.9830,  2.9830,  0.0),
    row(M::Length,          Words,    -0.2551, -0.2551, -0.2),
    row(M::FirstPerson,     Words,     0.3801,  0.3801,  0.0),
    row(M::Time,            Words,     1.1642,  1.1642,  0.5),
    row(M::Number,          Words,     0.7469,  0.7469,  0.3),
    row(M::Date,            Around,    4.9112,  4.9112,  1.0),
    row(M::Place,           Around,   -0.0305, -0.0305,  0.0),
    row(M::Asker,           Around,    0.0000,  0.5000,  0.0),
    row(M::Same,            Words,    -6.6561, -6.6561,  0.0),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measure_has_its_row_in_order() {
        for (at, weight) in WEIGHTS.iter().enumerate() {
            assert_eq!(weight.measure as usize, at, "{:?}", weight.measure);
        }
        assert_eq!(M::Same as usize + 1, MEASURES);
    }
}
