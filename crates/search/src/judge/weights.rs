//! What is measured of a candidate, and what each measure weighs. One row a measure; how it is taken is said beside its name
//! in [`Measure`].
//!
//! The weights come from fitting on conversations, chats with an assistant and code with labelled answers; nothing is
//! learned while the program runs.

use Group::{Around, Meaning, Words};
use Measure as M;

/// How many measures there are.
pub(super) const MEASURES: usize = 67;

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
    /// The highest `MetOfBest` of the six turns before, fading with each.
    BeforeReach,
    /// The same of the six turns after.
    AfterReach,
    /// What is met here or, fading, in the six turns before.
    MetReachBefore,
    /// What is met here or, fading, in the six turns after.
    MetReachAfter,
    /// The sum of `Bm25Flat` of six turns to each side, fading, of the best.
    Bm25Reach,
    /// The cosine with the terms alone, in deviations from the mean of the candidates.
    Told,
    /// `Told` of the turn before.
    BeforeTold,
    /// `Told` of the turn after.
    AfterTold,
    /// The mean `Nearer` of six turns to each side, those nearby counting more.
    NearerReach,
    /// If the question asks for several things: `Speaker`.
    SeveralSpeaker,
    /// If the question asks for several things: `MetBesideOfBest`.
    SeveralBeside,
    /// If the question asks for several things: `TalkBeside`.
    SeveralTalk,
    /// If the question asks for several things: `Length`.
    SeveralLength,
    /// `TalkBeside`, the more the more terms there are, and less than nothing if there are few.
    ManyTalk,
    /// `MetAroundOfBest`, likewise.
    ManyAround,
    /// `MetOfBest`, likewise.
    ManyMet,
    /// `Nearer`, likewise.
    ManyNearer,
    /// `Speaker`, if the turn before asks.
    SpeakerAnswers,
    /// How near it is to the five candidates that seem best, in deviations from the mean of the candidates.
    Like,
    /// The higher `Like` of the turns before and after.
    LikeBeside,
    /// How much it shares of the telling words of the five that seem best.
    Shares,
    /// The higher `Shares` of the turns before and after.
    SharesBeside,
    /// The highest `Like` of the talk.
    TalkLike,
    /// BM25 with k 0.9 and b 0.3, by what the question tells.
    Bm25FlatTold,
    /// BM25 with k 1.2 and b 0.75, by what the question tells.
    Bm25Told,
    /// The same, in deviations from the mean of the candidates.
    Bm25Apart,
    /// BM25 of the candidates of the talk together, long talks suffering for it, of the best talk.
    TalkDense,
    /// The same, in deviations from the mean of the talks.
    TalkDenseApart,
}

/// Where a measure comes from, for explaining.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Words,
    Meaning,
    Around,
}

/// What a measure weighs for short and long turns of talk, and for short and long texts by themselves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    pub(super) measure: Measure,
    pub(super) group: Group,
    pub(super) turn: [f32; 2],
    pub(super) text: [f32; 2],
}

const fn row(measure: Measure, group: Group, short_turn: f32, long_turn: f32, short_text: f32, long_text: f32) -> Weight {
    Weight { measure, group, turn: [short_turn, long_turn], text: [short_text, long_text] }
}

/// The table.
#[rustfmt::skip]
pub(super) const WEIGHTS: [Weight; MEASURES] = [
    //                                  short turn  long turn  short text  long text
    row(M::Bm25,             Words,       1.4088,     0.0138,     2.3873,     0.6459),
    row(M::Bm25Flat,         Words,      -0.1391,    -0.6800,     0.1778,    -0.1156),
    row(M::Met,              Words,       5.5772,     3.4665,     3.0499,     2.6631),
    row(M::MetOfBest,        Words,      -1.0341,    -0.0589,    -0.7653,    -0.7431),
    row(M::Near,             Meaning,     6.1791,     6.3622,    10.0911,     5.5058),
    row(M::Nearer,           Meaning,    -0.1515,    -0.1177,    -0.2056,    -0.3262),
    row(M::MetBeside,        Around,     -0.7250,    -1.3623,    -0.7396,    -1.1465),
    row(M::MetBesideOfBest,  Around,      0.7832,     0.4027,     0.6115,     0.6357),
    row(M::MetAround,        Around,     -2.0432,    -1.7085,    -0.7604,    -1.1824),
    row(M::MetAroundOfBest,  Around,      1.8921,     2.1459,     2.5299,     2.5558),
    row(M::BeforeBm25,       Around,      0.9448,     0.8098,     0.0000,     0.0000),
    row(M::AfterBm25,        Around,     -0.7256,    -0.6045,     0.0000,     0.0000),
    row(M::TwoBeforeBm25,    Around,      1.3934,     0.8537,     0.0000,     0.0000),
    row(M::TwoAfterBm25,     Around,      0.4703,    -0.4684,     0.0000,     0.0000),
    row(M::BeforeMet,        Around,     -2.2329,    -1.1118,     0.0000,     0.0000),
    row(M::AfterMet,         Around,      0.9039,     0.8862,     0.0000,     0.0000),
    row(M::BeforeNearer,     Around,      0.0840,    -0.4199,     0.0000,     0.0000),
    row(M::AfterNearer,      Around,      0.0834,     0.1188,     0.0000,     0.0000),
    row(M::TalkMet,          Around,      0.8192,     0.5268,     0.0000,     0.0000),
    row(M::TalkBm25,         Around,     -1.4440,    -0.2937,     0.0000,     0.0000),
    row(M::TalkApart,        Around,     -0.0859,    -0.1369,     0.0000,     0.0000),
    row(M::TalkBeside,       Around,      2.2276,     1.8798,     0.0000,     0.0000),
    row(M::TalkNearest,      Around,      0.2201,     0.2463,     0.0000,     0.0000),
    row(M::Rarest,           Words,      -0.3611,     0.6087,     0.2492,     0.1899),
    row(M::RarestAround,     Around,      0.5089,    -0.1389,     0.3474,     0.2913),
    row(M::Together,         Words,       0.8975,     3.3210,     1.4507,     7.7544),
    row(M::TogetherBeside,   Around,      2.1228,     0.8538,     0.0000,     0.0000),
    row(M::Speaker,          Around,      0.6380,     0.3867,     0.0000,     0.0000),
    row(M::EndsAsking,       Around,     -0.6341,    -0.3065,    -1.2647,    -0.1308),
    row(M::BeforeAsks,       Around,      0.0457,    -0.1846,     0.0000,     0.0000),
    row(M::BeforeAsksThis,   Around,      2.8435,     0.7579,     0.0000,     0.0000),
    row(M::Length,           Words,      -0.6443,    -0.8482,    -1.2098,    -0.6268),
    row(M::FirstPerson,      Words,       0.4612,     0.3032,     0.4102,     0.4447),
    row(M::Time,             Words,       1.0833,     0.9301,     1.0957,     1.0844),
    row(M::Number,           Words,       0.4444,     0.1131,     0.6230,     0.0836),
    row(M::Date,             Around,      5.0861,     1.8698,     2.8458,     2.0015),
    row(M::Place,            Around,     -0.0524,    -0.1565,     0.0000,     0.0000),
    row(M::Asker,            Around,      1.3061,     1.1063,     0.0000,     0.0000),
    row(M::Same,             Words,      -4.5653,    -8.0129,    -7.3932,    -8.1969),
    row(M::BeforeReach,      Around,     -1.7706,    -2.3369,     0.0000,     0.0000),
    row(M::AfterReach,       Around,      0.0728,    -0.5286,     0.0000,     0.0000),
    row(M::MetReachBefore,   Around,      5.3934,     2.7766,     4.0497,     3.6782),
    row(M::MetReachAfter,    Around,      0.0741,     0.8020,     0.3660,    -0.0031),
    row(M::Bm25Reach,        Around,      0.7511,     1.0848,     0.0000,     0.0000),
    row(M::Told,             Meaning,     0.0397,     0.0215,    -0.0128,     0.2130),
    row(M::BeforeTold,       Around,      0.0888,     0.3734,     0.0000,     0.0000),
    row(M::AfterTold,        Around,     -0.0268,    -0.1839,     0.0000,     0.0000),
    row(M::NearerReach,      Around,     -0.1278,    -0.1776,     0.0000,     0.0000),
    row(M::SeveralSpeaker,   Around,      0.2882,     0.2198,     0.0000,     0.0000),
    row(M::SeveralBeside,    Around,     -0.2101,    -0.8198,    -1.0267,     0.3376),
    row(M::SeveralTalk,      Around,     -2.2406,    -0.9678,     0.0000,     0.0000),
    row(M::SeveralLength,    Words,       0.2069,     0.0982,     0.3387,     0.1803),
    row(M::ManyTalk,         Around,      5.0185,     0.6341,     0.0000,     0.0000),
    row(M::ManyAround,       Around,      1.7647,    -0.5563,    -0.3508,    -0.4809),
    row(M::ManyMet,          Words,       0.1391,     2.2322,     1.4057,     1.2358),
    row(M::ManyNearer,       Meaning,    -0.2378,    -0.3513,    -0.1282,    -0.4121),
    row(M::SpeakerAnswers,   Around,     -0.1529,     0.2574,     0.0000,     0.0000),
    row(M::Like,             Meaning,    -0.2018,     0.0892,     0.1752,    -0.0015),
    row(M::LikeBeside,       Around,     -0.1110,    -0.1153,     0.0000,     0.0000),
    row(M::Shares,           Words,       1.0710,     1.3363,     1.2347,     0.4189),
    row(M::SharesBeside,     Around,     -0.3273,    -0.5263,     0.0000,     0.0000),
    row(M::TalkLike,         Around,     -0.3028,    -0.0696,     0.0000,     0.0000),
    row(M::Bm25FlatTold,     Words,       3.4838,     3.4877,     4.1287,     3.8274),
    row(M::Bm25Told,         Words,      -4.2005,    -0.6196,    -2.6223,    -0.8348),
    row(M::Bm25Apart,        Words,       0.0471,     0.4185,    -0.0053,     0.5042),
    row(M::TalkDense,        Around,     -0.2807,    -0.3614,     0.0000,     0.0000),
    row(M::TalkDenseApart,   Around,      0.6207,     0.1628,     0.0000,     0.0000),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measure_has_its_row_in_order() {
        for (at, weight) in WEIGHTS.iter().enumerate() {
            assert_eq!(weight.measure as usize, at, "{:?}", weight.measure);
        }
        assert_eq!(M::TalkDenseApart as usize + 1, MEASURES);
    }
}
