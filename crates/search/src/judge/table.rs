//! Made by `cargo xtask bench recall --fit`; see docs/benchmarks.md. Change what it is made by, not this.
//!
//! Fitted on locomo as texts: 997 questions.
//! Fitted on locomo: 997 questions.
//! Fitted on longmemeval_oracle_pool_turn as texts: 470 questions.
//! Fitted on longmemeval_oracle_pool_turn: 470 questions.
//! Fitted on longmemeval_oracle_pool as texts: 470 questions.
//! Fitted on longmemeval_oracle_pool: 470 questions.
//! Fitted on cosqa: 1000 questions.
//! Fitted on longmemeval_oracle_pool_turn as texts and locomo as texts and cosqa as texts in one store: 2467 questions.
//! Fitted on longmemeval_oracle_pool_turn and locomo as texts and cosqa as texts in one store: 2467 questions.

use super::{
    calibrate::{COLUMNS, Logistic},
    measures::MEASURES,
};

/// How surely something answers, by column: short turns of talk, long ones, short texts by themselves, long ones, code.
#[rustfmt::skip]
pub(super) const LOGISTICS: [Logistic; COLUMNS] = [
    Logistic { lead: 1.0393, met: 0.9387, near: -0.0533, offset: 0.2921 },
    Logistic { lead: 1.1863, met: -0.6691, near: 1.2101, offset: 1.5866 },
    Logistic { lead: 1.0956, met: 0.4267, near: -0.3206, offset: 0.3787 },
    Logistic { lead: 1.1422, met: 0.1868, near: 1.6507, offset: 0.4760 },
    Logistic { lead: 1.1365, met: 0.0107, near: 0.7268, offset: 0.1036 },
];

/// What each measure weighs, in the same columns.
#[rustfmt::skip]
#[allow(clippy::approx_constant, reason = "a weight may come near any number")]
pub(super) const TABLE: [[f32; COLUMNS]; MEASURES] = [
    [  2.4031,   0.4318,   2.6007,  -0.2737,   1.0195], // Bm25
    [ -1.4764,  -1.4024,  -0.0537,   0.0251,  -0.2402], // Bm25Flat
    [  4.6768,   4.0635,   1.5295,   1.0412,   1.6637], // Met
    [  0.2276,   2.4503,   1.1884,   1.0247,   0.8522], // MetOfBest
    [  3.2671,   7.1270,   8.0898,   5.5404,  17.5996], // Near
    [  0.0284,  -0.0279,   0.2079,   0.0621,   0.0231], // Nearer
    [  0.0693,   1.1918,   1.5295,   1.0412,   1.6637], // MetBeside
    [  0.9762,  -0.3003,   0.9176,   1.0255,   0.9204], // MetBesideOfBest
    [ -0.6132,  -0.4475,   1.5295,   1.0412,   1.6637], // MetAround
    [  1.6254,  -1.8760,   0.9820,   1.0263,   1.0047], // MetAroundOfBest
    [  0.8733,   0.4129,   0.0000,   0.0000,   0.0000], // BeforeBm25
    [ -0.4832,   0.4791,   0.0000,   0.0000,   0.0000], // AfterBm25
    [  1.3427,  -0.0474,   0.0000,   0.0000,   0.0000], // TwoBeforeBm25
    [  0.3162,  -0.5585,   0.0000,   0.0000,   0.0000], // TwoAfterBm25
    [ -2.2471,   0.8068,   0.0000,   0.0000,   0.0000], // BeforeMet
    [ -0.0081,  -0.8627,   0.0000,   0.0000,   0.0000], // AfterMet
    [  0.1104,  -0.0854,   0.0000,   0.0000,   0.0000], // BeforeNearer
    [  0.0623,   0.1521,   0.0000,   0.0000,   0.0000], // AfterNearer
    [  0.9259,   3.5680,   0.0000,   0.0000,   0.0000], // TalkMet
    [ -1.3182,   0.1067,   0.0000,   0.0000,   0.0000], // TalkBm25
    [  0.0595,   0.2595,   0.0000,   0.0000,   0.0000], // TalkApart
    [  1.4550,  -0.2369,   0.0000,   0.0000,   0.0000], // TalkBeside
    [  0.2307,   0.0407,   0.0000,   0.0000,   0.0000], // TalkNearest
    [ -0.4971,   0.8135,   0.0575,   0.2177,   0.2908], // Rarest
    [  0.7395,  -0.0063,   0.0575,   0.2177,   0.2908], // RarestAround
    [  0.7104,   4.4199,   3.3287,   4.2693,   1.6434], // Together
    [  1.7051,   0.0516,   0.0000,   0.0000,   0.0000], // TogetherBeside
    [  0.6104,  -0.8473,   0.0000,   0.0000,   0.0000], // Speaker
    [ -0.5351,   0.2135,  -1.0487,  -0.1703,  -3.2558], // EndsAsking
    [  0.1187,   0.4853,   0.0000,   0.0000,   0.0000], // BeforeAsks
    [  2.4279,  -1.5187,   0.0000,   0.0000,   0.0000], // BeforeAsksThis
    [ -0.5885,  -0.6005,  -0.3640,  -2.4117,  -1.5444], // Length
    [  0.5206,   0.2049,   1.1507,   1.8517,  -0.0418], // FirstPerson
    [  1.0982,   0.2698,   1.2287,   0.8217,   0.9327], // Time
    [  0.3598,  -0.0241,   0.8296,   0.0149,  -0.1325], // Number
    [  4.8706,  -0.0564,   4.7712,   1.2414,   0.0000], // Date
    [ -0.0434,  -0.1573,   0.0000,   0.0000,   0.0000], // Place
    [  1.0623,   1.0377,   0.0000,   0.0000,   0.0000], // Asker
    [ -2.5569,  -3.5989,  -5.0904,  -2.7359,  -9.8097], // Same
    [ -1.4741,  -0.7131,   0.0000,   0.0000,   0.0000], // BeforeReach
    [  0.3511,   1.1811,   0.0000,   0.0000,   0.0000], // AfterReach
    [  4.4331,  -1.5296,   1.5295,   1.0412,   1.6637], // MetReachBefore
    [ -0.3471,   0.0587,   1.5295,   1.0412,   1.6637], // MetReachAfter
    [  0.8984,   0.5213,   0.0000,   0.0000,   0.0000], // Bm25Reach
    [  0.0784,  -0.0716,  -0.3968,  -0.1598,  -0.2305], // Told
    [  0.0550,   0.1485,   0.0000,   0.0000,   0.0000], // BeforeTold
    [  0.0298,  -0.3337,   0.0000,   0.0000,   0.0000], // AfterTold
    [ -0.0941,  -0.2145,   0.0000,   0.0000,   0.0000], // NearerReach
    [  0.3003,  -0.2057,   0.0000,   0.0000,   0.0000], // SeveralSpeaker
    [ -0.2793,   0.7291,  -0.8548,   0.2312,  -0.4519], // SeveralBeside
    [ -1.9180,  -0.6251,   0.0000,   0.0000,   0.0000], // SeveralTalk
    [  0.3337,  -0.2925,   0.4070,  -0.6178,   0.2142], // SeveralLength
    [  4.0839,  -1.5224,   0.0000,   0.0000,   0.0000], // ManyTalk
    [  2.1769,   0.0097,   0.3613,   0.2859,   0.0810], // ManyAround
    [ -0.4586,   0.5632,   0.1594,   0.2853,  -0.0185], // ManyMet
    [ -0.1892,  -0.0712,  -0.0666,  -0.0787,  -0.0475], // ManyNearer
    [ -0.1398,   0.0705,   0.0000,   0.0000,   0.0000], // SpeakerAnswers
    [ -0.1290,   0.0461,   0.1307,   0.3363,   0.2744], // Like
    [  0.0830,  -0.4589,   0.0000,   0.0000,   0.0000], // LikeBeside
    [  0.8049,   0.9209,   0.1845,   0.3287,   0.3014], // Shares
    [ -0.7780,  -0.4835,   0.0000,   0.0000,   0.0000], // SharesBeside
    [  0.1477,   0.6776,   0.0000,   0.0000,   0.0000], // TalkLike
    [  0.2244,  -0.4822,   0.2980,   0.7432,   0.9724], // Bm25FlatTold
    [ -3.7361,  -2.0944,  -2.8967,  -5.0632,  -1.3878], // Bm25Told
    [  0.0475,   1.1132,  -0.0358,   0.9360,   0.3096], // Bm25Apart
    [  0.0675,  -1.7680,   0.0000,   0.0000,   0.0000], // TalkDense
    [  0.3067,  -0.1910,   0.0000,   0.0000,   0.0000], // TalkDenseApart
    [  0.0991,   0.1520,   0.5065,  -0.0081,  -0.7489], // Form
];
