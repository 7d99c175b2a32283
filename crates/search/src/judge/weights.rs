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
    /// Words as far as the first measure is part of the second, what was said around it beyond that.
    Partly(Measure, Measure),
}

/// What is met within a turn, within two, within six, and of the rarest term: each with what is met here.
const BESIDE: Group = Group::Partly(M::Met, M::MetBeside);
const NEARBY: Group = Group::Partly(M::Met, M::MetAround);
const BEFORE: Group = Group::Partly(M::Met, M::MetReachBefore);
const AFTER: Group = Group::Partly(M::Met, M::MetReachAfter);
const RAREST: Group = Group::Partly(M::Rarest, M::RarestAround);

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
    row(M::Bm25,             Words,       1.6904,    -0.0308,     2.2442,     0.6250),
    row(M::Bm25Flat,         Words,      -1.0541,    -1.6354,    -0.5463,    -0.8510),
    row(M::Met,              Words,       5.8883,     2.9573,     3.3413,     2.3686),
    row(M::MetOfBest,        Words,      -0.9403,    -0.1416,    -0.6441,    -0.5940),
    row(M::Near,             Meaning,    -0.4419,     0.5786,     5.1532,    -1.0551),
    row(M::Nearer,           Meaning,     0.3506,     0.5432,     0.9620,     0.3411),
    row(M::MetBeside,        BESIDE,     -0.8184,    -1.2761,    -0.2401,    -1.2513),
    row(M::MetBesideOfBest,  BESIDE,      1.3084,     0.7196,     0.8133,     0.8674),
    row(M::MetAround,        NEARBY,     -2.3648,    -2.0871,    -0.6938,    -1.7441),
    row(M::MetAroundOfBest,  NEARBY,      1.6926,     1.5531,     1.8515,     1.9101),
    row(M::BeforeBm25,       Around,      0.8546,     0.5036,     0.0000,     0.0000),
    row(M::AfterBm25,        Around,     -0.6111,    -0.7210,     0.0000,     0.0000),
    row(M::TwoBeforeBm25,    Around,      1.3217,     0.7943,     0.0000,     0.0000),
    row(M::TwoAfterBm25,     Around,      0.3853,    -0.4994,     0.0000,     0.0000),
    row(M::BeforeMet,        Around,     -2.3591,    -0.5920,     0.0000,     0.0000),
    row(M::AfterMet,         Around,      0.2982,     1.0410,     0.0000,     0.0000),
    row(M::BeforeNearer,     Around,      0.0729,    -0.2968,     0.0000,     0.0000),
    row(M::AfterNearer,      Around,      0.0528,    -0.0471,     0.0000,     0.0000),
    row(M::TalkMet,          Around,      0.2156,    -0.1864,     0.0000,     0.0000),
    row(M::TalkBm25,         Around,     -1.5275,    -0.1424,     0.0000,     0.0000),
    row(M::TalkApart,        Around,     -0.2457,    -0.2250,     0.0000,     0.0000),
    row(M::TalkBeside,       Around,      1.9648,     1.8441,     0.0000,     0.0000),
    row(M::TalkNearest,      Around,      0.2961,     0.2411,     0.0000,     0.0000),
    row(M::Rarest,           Words,      -0.5744,     0.3598,     0.0448,     0.0486),
    row(M::RarestAround,     RAREST,      0.8595,     0.1584,     0.4839,     0.4873),
    row(M::Together,         Words,       0.6990,     3.4435,     1.2118,     7.7413),
    row(M::TogetherBeside,   Around,      1.8999,     0.8903,     0.0000,     0.0000),
    row(M::Speaker,          Around,      0.6987,     0.5932,     0.0000,     0.0000),
    row(M::EndsAsking,       Words,      -0.6248,    -0.3486,    -1.3735,    -0.1558),
    row(M::BeforeAsks,       Around,      0.1505,    -0.0108,     0.0000,     0.0000),
    row(M::BeforeAsksThis,   Around,      2.7192,     0.3601,     0.0000,     0.0000),
    row(M::Length,           Words,      -0.5307,    -0.6102,    -0.7684,    -0.4091),
    row(M::FirstPerson,      Words,       0.5253,     0.3034,     0.4593,     0.4275),
    row(M::Time,             Words,       1.1665,     0.9189,     1.1474,     1.1374),
    row(M::Number,           Words,       0.5225,     0.1112,     0.7241,     0.0791),
    row(M::Date,             Around,      5.5120,     2.0448,     2.9130,     1.9518),
    row(M::Place,            Around,     -0.0459,    -0.1381,     0.0000,     0.0000),
    row(M::Asker,            Around,      1.2747,     1.1035,     0.0000,     0.0000),
    row(M::Same,             Words,      -5.0521,    -7.7290,    -8.1158,    -7.5232),
    row(M::BeforeReach,      Around,     -1.6022,    -1.7933,     0.0000,     0.0000),
    row(M::AfterReach,       Around,      0.1812,    -0.3247,     0.0000,     0.0000),
    row(M::MetReachBefore,   BEFORE,      5.0312,     2.3982,     4.1044,     3.1887),
    row(M::MetReachAfter,    AFTER,       0.0920,     0.9587,     0.9312,     0.0193),
    row(M::Bm25Reach,        Around,      0.4773,     0.7116,     0.0000,     0.0000),
    row(M::Told,             Meaning,     0.0505,    -0.1703,    -0.4136,    -0.0406),
    row(M::BeforeTold,       Around,      0.0850,     0.4811,     0.0000,     0.0000),
    row(M::AfterTold,        Around,      0.0204,    -0.1263,     0.0000,     0.0000),
    row(M::NearerReach,      Around,     -0.0169,    -0.0595,     0.0000,     0.0000),
    row(M::SeveralSpeaker,   Around,      0.3315,     0.2370,     0.0000,     0.0000),
    row(M::SeveralBeside,    BESIDE,     -0.2026,    -0.3762,    -0.6540,     0.4244),
    row(M::SeveralTalk,      Around,     -2.3615,    -1.5161,     0.0000,     0.0000),
    row(M::SeveralLength,    Words,       0.1863,     0.0666,     0.3303,     0.1621),
    row(M::ManyTalk,         Around,      5.0358,     0.4688,     0.0000,     0.0000),
    row(M::ManyAround,       NEARBY,      1.5223,    -0.4331,    -0.2285,    -0.2893),
    row(M::ManyMet,          Words,       0.1382,     2.0753,     0.9171,     0.8344),
    row(M::ManyNearer,       Meaning,    -0.2291,    -0.3125,    -0.3430,    -0.2355),
    row(M::SpeakerAnswers,   Around,     -0.2055,     0.1337,     0.0000,     0.0000),
    row(M::Like,             Meaning,    -0.1293,     0.0869,     0.2145,     0.1249),
    row(M::LikeBeside,       Around,      0.1160,    -0.0409,     0.0000,     0.0000),
    row(M::Shares,           Words,       1.0541,     1.4299,     0.5759,     0.0627),
    row(M::SharesBeside,     Around,     -0.7207,    -0.6733,     0.0000,     0.0000),
    row(M::TalkLike,         Around,      0.0146,    -0.0017,     0.0000,     0.0000),
    row(M::Bm25FlatTold,     Words,       3.7375,     3.9054,     3.6115,     4.3524),
    row(M::Bm25Told,         Words,      -4.1834,    -0.9062,    -4.0126,    -1.0619),
    row(M::Bm25Apart,        Words,       0.0462,     0.4840,     0.0498,     0.5619),
    row(M::TalkDense,        Around,      0.1360,    -0.0193,     0.0000,     0.0000),
    row(M::TalkDenseApart,   Around,      0.7229,     0.1896,     0.0000,     0.0000),
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
