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
    row(M::Bm25,             Words,       1.6929,    -0.0276,     2.2418,     0.6310),
    row(M::Bm25Flat,         Words,      -1.0604,    -1.6407,    -0.5420,    -0.8541),
    row(M::Met,              Words,       5.8883,     2.9624,     3.3481,     2.3749),
    row(M::MetOfBest,        Words,      -0.9442,    -0.1482,    -0.6532,    -0.5997),
    row(M::Near,             Meaning,    -0.4439,     0.5918,     5.1726,    -1.0430),
    row(M::Nearer,           Meaning,     0.3513,     0.5440,     0.9634,     0.3402),
    row(M::MetBeside,        BESIDE,     -0.8158,    -1.2766,    -0.2393,    -1.2511),
    row(M::MetBesideOfBest,  BESIDE,      1.3077,     0.7231,     0.8130,     0.8707),
    row(M::MetAround,        NEARBY,     -2.3640,    -2.0934,    -0.6999,    -1.7507),
    row(M::MetAroundOfBest,  NEARBY,      1.6914,     1.5552,     1.8488,     1.9113),
    row(M::BeforeBm25,       Around,      0.8534,     0.5054,     0.0000,     0.0000),
    row(M::AfterBm25,        Around,     -0.6124,    -0.7136,     0.0000,     0.0000),
    row(M::TwoBeforeBm25,    Around,      1.3200,     0.7931,     0.0000,     0.0000),
    row(M::TwoAfterBm25,     Around,      0.3843,    -0.4998,     0.0000,     0.0000),
    row(M::BeforeMet,        Around,     -2.3577,    -0.5936,     0.0000,     0.0000),
    row(M::AfterMet,         Around,      0.2985,     1.0409,     0.0000,     0.0000),
    row(M::BeforeNearer,     Around,      0.0743,    -0.2956,     0.0000,     0.0000),
    row(M::AfterNearer,      Around,      0.0553,    -0.0464,     0.0000,     0.0000),
    row(M::TalkMet,          Around,      0.2170,    -0.1868,     0.0000,     0.0000),
    row(M::TalkBm25,         Around,     -1.5302,    -0.1423,     0.0000,     0.0000),
    row(M::TalkApart,        Around,     -0.2460,    -0.2247,     0.0000,     0.0000),
    row(M::TalkBeside,       Around,      1.9600,     1.8413,     0.0000,     0.0000),
    row(M::TalkNearest,      Around,      0.2945,     0.2409,     0.0000,     0.0000),
    row(M::Rarest,           Words,      -0.5750,     0.3588,     0.0418,     0.0458),
    row(M::RarestAround,     RAREST,      0.8613,     0.1592,     0.4863,     0.4898),
    row(M::Together,         Words,       0.6929,     3.4400,     1.2094,     7.7426),
    row(M::TogetherBeside,   Around,      1.9024,     0.8910,     0.0000,     0.0000),
    row(M::Speaker,          Around,      0.6983,     0.5939,     0.0000,     0.0000),
    row(M::EndsAsking,       Words,      -0.6255,    -0.3491,    -1.3711,    -0.1561),
    row(M::BeforeAsks,       Around,      0.1502,    -0.0114,     0.0000,     0.0000),
    row(M::BeforeAsksThis,   Around,      2.7207,     0.3604,     0.0000,     0.0000),
    row(M::Length,           Words,      -0.5317,    -0.6108,    -0.7674,    -0.4093),
    row(M::FirstPerson,      Words,       0.5251,     0.3025,     0.4595,     0.4257),
    row(M::Time,             Words,       1.1663,     0.9191,     1.1483,     1.1367),
    row(M::Number,           Words,       0.5234,     0.1106,     0.7268,     0.0783),
    row(M::Date,             Around,      5.5072,     2.0465,     2.9183,     1.9523),
    row(M::Place,            Around,     -0.0460,    -0.1382,     0.0000,     0.0000),
    row(M::Asker,            Around,      1.2749,     1.1041,     0.0000,     0.0000),
    row(M::Same,             Words,      -5.0536,    -7.7293,    -8.1078,    -7.5258),
    row(M::BeforeReach,      Around,     -1.6044,    -1.7927,     0.0000,     0.0000),
    row(M::AfterReach,       Around,      0.1772,    -0.3267,     0.0000,     0.0000),
    row(M::MetReachBefore,   BEFORE,      5.0318,     2.3980,     4.1064,     3.1902),
    row(M::MetReachAfter,    AFTER,       0.0914,     0.9591,     0.9325,     0.0203),
    row(M::Bm25Reach,        Around,      0.4827,     0.7081,     0.0000,     0.0000),
    row(M::Told,             Meaning,     0.0493,    -0.1727,    -0.4158,    -0.0418),
    row(M::BeforeTold,       Around,      0.0846,     0.4798,     0.0000,     0.0000),
    row(M::AfterTold,        Around,      0.0201,    -0.1285,     0.0000,     0.0000),
    row(M::NearerReach,      Around,     -0.0180,    -0.0593,     0.0000,     0.0000),
    row(M::SeveralSpeaker,   Around,      0.3326,     0.2355,     0.0000,     0.0000),
    row(M::SeveralBeside,    BESIDE,     -0.2026,    -0.3761,    -0.6496,     0.4243),
    row(M::SeveralTalk,      Around,     -2.3641,    -1.5143,     0.0000,     0.0000),
    row(M::SeveralLength,    Words,       0.1862,     0.0668,     0.3294,     0.1622),
    row(M::ManyTalk,         Around,      5.0298,     0.4691,     0.0000,     0.0000),
    row(M::ManyAround,       NEARBY,      1.5193,    -0.4309,    -0.2264,    -0.2881),
    row(M::ManyMet,          Words,       0.1405,     2.0762,     0.9189,     0.8349),
    row(M::ManyNearer,       Meaning,    -0.2286,    -0.3123,    -0.3428,    -0.2359),
    row(M::SpeakerAnswers,   Around,     -0.2060,     0.1338,     0.0000,     0.0000),
    row(M::Like,             Meaning,    -0.1286,     0.0873,     0.2151,     0.1262),
    row(M::LikeBeside,       Around,      0.1113,    -0.0397,     0.0000,     0.0000),
    row(M::Shares,           Words,       1.0619,     1.4327,     0.5717,     0.0562),
    row(M::SharesBeside,     Around,     -0.7176,    -0.6868,     0.0000,     0.0000),
    row(M::TalkLike,         Around,      0.0209,     0.0006,     0.0000,     0.0000),
    row(M::Bm25FlatTold,     Words,       3.7388,     3.9106,     3.6073,     4.3576),
    row(M::Bm25Told,         Words,      -4.1844,    -0.9100,    -4.0119,    -1.0648),
    row(M::Bm25Apart,        Words,       0.0471,     0.4843,     0.0500,     0.5620),
    row(M::TalkDense,        Around,      0.1347,    -0.0179,     0.0000,     0.0000),
    row(M::TalkDenseApart,   Around,      0.7227,     0.1891,     0.0000,     0.0000),
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
