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
    row(M::Bm25,             Words,       2.3941,     2.0024,     2.7647,     1.6905),
    row(M::Bm25Flat,         Words,      -1.6840,    -1.7665,    -0.6915,    -1.5046),
    row(M::Met,              Words,       5.9640,     3.4525,     3.7831,     2.7755),
    row(M::MetOfBest,        Words,      -0.2932,     0.8410,    -0.1572,     0.0244),
    row(M::Near,             Meaning,     0.0592,     1.3230,     5.2191,    -0.7355),
    row(M::Nearer,           Meaning,     0.3531,     0.5322,     0.9294,     0.3207),
    row(M::MetBeside,        BESIDE,     -0.6750,    -0.6937,     0.2403,    -0.8355),
    row(M::MetBesideOfBest,  BESIDE,      1.3155,     1.2110,     0.6995,     0.9005),
    row(M::MetAround,        NEARBY,     -2.2041,    -1.7204,    -0.5246,    -1.6473),
    row(M::MetAroundOfBest,  NEARBY,      2.6221,     1.9634,     1.5704,     1.7870),
    row(M::BeforeBm25,       Around,      1.0209,     0.5210,     0.0000,     0.0000),
    row(M::AfterBm25,        Around,     -0.6866,    -0.5954,     0.0000,     0.0000),
    row(M::TwoBeforeBm25,    Around,      1.3278,     0.8014,     0.0000,     0.0000),
    row(M::TwoAfterBm25,     Around,      0.3884,    -0.4465,     0.0000,     0.0000),
    row(M::BeforeMet,        Around,     -2.6290,    -0.6484,     0.0000,     0.0000),
    row(M::AfterMet,         Around,      0.3518,     1.1753,     0.0000,     0.0000),
    row(M::BeforeNearer,     Around,      0.0973,    -0.2799,     0.0000,     0.0000),
    row(M::AfterNearer,      Around,      0.0411,    -0.0423,     0.0000,     0.0000),
    row(M::TalkMet,          Around,      0.6429,     0.6397,     0.0000,     0.0000),
    row(M::TalkBm25,         Around,     -1.6147,    -0.2679,     0.0000,     0.0000),
    row(M::TalkApart,        Around,     -0.3218,    -0.2861,     0.0000,     0.0000),
    row(M::TalkBeside,       Around,      1.7290,     1.5836,     0.0000,     0.0000),
    row(M::TalkNearest,      Around,      0.2937,     0.2771,     0.0000,     0.0000),
    row(M::Rarest,           Words,      -0.5845,     0.3186,     0.0764,     0.0961),
    row(M::RarestAround,     RAREST,      0.7505,     0.1717,     0.4609,     0.4794),
    row(M::Together,         Words,       0.5658,     1.7041,     1.2071,     7.7212),
    row(M::TogetherBeside,   Around,      1.6738,     0.9486,     0.0000,     0.0000),
    row(M::Speaker,          Around,      0.6775,     0.5783,     0.0000,     0.0000),
    row(M::EndsAsking,       Words,      -0.6042,    -0.3759,    -1.3556,    -0.1567),
    row(M::BeforeAsks,       Around,      0.1085,     0.0104,     0.0000,     0.0000),
    row(M::BeforeAsksThis,   Around,      2.5836,     0.3368,     0.0000,     0.0000),
    row(M::Length,           Words,      -0.5147,    -0.5698,    -0.8567,    -0.3805),
    row(M::FirstPerson,      Words,       0.4993,     0.2738,     0.4337,     0.4028),
    row(M::Time,             Words,       1.1714,     0.9469,     1.1431,     1.1365),
    row(M::Number,           Words,       0.4186,     0.0950,     0.7024,     0.0916),
    row(M::Date,             Around,      5.6480,     1.9635,     2.8757,     1.9543),
    row(M::Place,            Around,     -0.0358,    -0.1424,     0.0000,     0.0000),
    row(M::Asker,            Around,      1.2073,     1.0540,     0.0000,     0.0000),
    row(M::Same,             Words,      -5.3257,    -8.1448,    -8.2559,    -7.7578),
    row(M::BeforeReach,      Around,     -1.6526,    -1.6023,     0.0000,     0.0000),
    row(M::AfterReach,       Around,      0.2592,    -0.2549,     0.0000,     0.0000),
    row(M::MetReachBefore,   BEFORE,      5.3281,     2.7345,     4.3613,     3.3677),
    row(M::MetReachAfter,    AFTER,      -0.0874,     0.5896,     0.3497,    -0.6351),
    row(M::Bm25Reach,        Around,      0.6662,     0.7678,     0.0000,     0.0000),
    row(M::Told,             Meaning,     0.0115,    -0.1189,    -0.4195,    -0.0543),
    row(M::BeforeTold,       Around,      0.0834,     0.4508,     0.0000,     0.0000),
    row(M::AfterTold,        Around,      0.0341,    -0.1136,     0.0000,     0.0000),
    row(M::NearerReach,      Around,     -0.0777,    -0.0922,     0.0000,     0.0000),
    row(M::SeveralSpeaker,   Around,      0.3254,     0.2472,     0.0000,     0.0000),
    row(M::SeveralBeside,    BESIDE,     -0.1791,    -0.0440,    -0.7612,     0.4143),
    row(M::SeveralTalk,      Around,     -2.1543,    -1.4543,     0.0000,     0.0000),
    row(M::SeveralLength,    Words,       0.1840,     0.0891,     0.3142,     0.1753),
    row(M::ManyTalk,         Around,      4.9163,     0.7410,     0.0000,     0.0000),
    row(M::ManyAround,       NEARBY,      1.3035,    -0.1905,    -0.2968,    -0.2854),
    row(M::ManyMet,          Words,       0.2374,     2.0846,     1.0396,     1.0544),
    row(M::ManyNearer,       Meaning,    -0.2648,    -0.3026,    -0.3392,    -0.2297),
    row(M::SpeakerAnswers,   Around,     -0.1683,     0.1477,     0.0000,     0.0000),
    row(M::Like,             Meaning,    -0.1359,     0.0616,     0.2142,     0.1159),
    row(M::LikeBeside,       Around,      0.1179,    -0.0753,     0.0000,     0.0000),
    row(M::Shares,           Words,       0.7609,     0.5658,     0.5898,     0.0667),
    row(M::SharesBeside,     Around,     -0.7719,    -0.9263,     0.0000,     0.0000),
    row(M::TalkLike,         Around,      0.0847,     0.0720,     0.0000,     0.0000),
    row(M::Bm25FlatTold,     Words,       3.3260,     3.2965,     3.5274,     3.7744),
    row(M::Bm25Told,         Words,      -3.9563,    -0.4943,    -4.0075,    -0.6157),
    row(M::Bm25Apart,        Words,       0.0089,     0.2963,     0.0223,     0.4934),
    row(M::TalkDense,        Around,      0.1881,     0.1086,     0.0000,     0.0000),
    row(M::TalkDenseApart,   Around,      0.7874,     0.3261,     0.0000,     0.0000),
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
