//! Made by `cargo xtask bench recall --fit`; see docs/benchmarks.md. Change what it is made by, not this.
//!
//! Fitted on locomo: 997 questions.
//! Fitted on longmemeval_oracle_pool_turn: 470 questions.
//! Fitted on longmemeval_oracle_pool: 470 questions.
//! Fitted on cosqa: 1000 questions.
//! Fitted on locomo as texts: 997 questions.
//! Fitted on longmemeval_oracle_pool_turn as texts: 470 questions.
//! Fitted on longmemeval_oracle_pool as texts: 470 questions.

use super::{
    calibrate::{COLUMNS, Logistic},
    measures::MEASURES,
};

/// How surely something answers, by column: short turns of talk, long ones, short texts by themselves, long ones, code.
#[rustfmt::skip]
pub(super) const LOGISTICS: [Logistic; COLUMNS] = [
    Logistic { lead: 1.0386, met: 0.9526, near: -0.1469, offset: 0.3262 },
    Logistic { lead: 1.2319, met: -0.4286, near: 0.9842, offset: 1.7498 },
    Logistic { lead: 1.0782, met: 0.8394, near: -0.2832, offset: 0.3318 },
    Logistic { lead: 1.1693, met: -0.2126, near: 0.7586, offset: 1.5145 },
    Logistic { lead: 1.1317, met: 0.1444, near: 0.3409, offset: 0.2474 },
];

/// What each measure weighs, in the same columns.
#[rustfmt::skip]
pub(super) const TABLE: [[f32; COLUMNS]; MEASURES] = [
    [  2.5136,  -0.2333,   2.2543,  -0.3697,   1.0413], // Bm25
    [ -1.6275,  -1.3893,  -0.6672,  -0.8904,  -0.0726], // Bm25Flat
    [  4.8283,   2.6768,   2.0595,   0.8989,   1.4574], // Met
    [  0.0419,   2.2746,   0.7256,   0.9639,   0.8122], // MetOfBest
    [  2.0488,   1.4398,   4.7256,   3.3245,  14.7156], // Near
    [  0.1179,   0.0579,   0.3114,   0.1499,   0.0527], // Nearer
    [ -0.2596,   0.2161,   2.0595,   0.8989,   1.4574], // MetBeside
    [  1.0550,  -0.0418,   0.7256,   0.9639,   0.8122], // MetBesideOfBest
    [ -0.8222,  -0.8166,   2.0595,   0.8989,   1.4574], // MetAround
    [  1.9204,  -0.9580,   0.7256,   0.9639,   0.8122], // MetAroundOfBest
    [  0.9101,   0.4842,   0.0000,   0.0000,   0.0000], // BeforeBm25
    [ -0.5802,   0.1703,   0.0000,   0.0000,   0.0000], // AfterBm25
    [  1.3392,  -0.0618,   0.0000,   0.0000,   0.0000], // TwoBeforeBm25
    [  0.3438,  -0.4808,   0.0000,   0.0000,   0.0000], // TwoAfterBm25
    [ -2.3373,   0.5073,   0.0000,   0.0000,   0.0000], // BeforeMet
    [  0.1474,  -0.3420,   0.0000,   0.0000,   0.0000], // AfterMet
    [  0.1213,  -0.0385,   0.0000,   0.0000,   0.0000], // BeforeNearer
    [  0.0721,   0.1122,   0.0000,   0.0000,   0.0000], // AfterNearer
    [  0.8328,   2.3922,   0.0000,   0.0000,   0.0000], // TalkMet
    [ -1.3927,   0.3800,   0.0000,   0.0000,   0.0000], // TalkBm25
    [  0.0929,   0.2901,   0.0000,   0.0000,   0.0000], // TalkApart
    [  1.4451,  -0.3742,   0.0000,   0.0000,   0.0000], // TalkBeside
    [  0.2510,   0.0599,   0.0000,   0.0000,   0.0000], // TalkNearest
    [ -0.5657,   0.7524,   0.4313,   0.2974,   0.3160], // Rarest
    [  0.7588,   0.0417,   0.4313,   0.2974,   0.3160], // RarestAround
    [  0.7007,   4.5283,   0.1526,   4.8606,   1.4009], // Together
    [  1.7315,   0.2424,   0.0000,   0.0000,   0.0000], // TogetherBeside
    [  0.5997,  -0.4631,   0.0000,   0.0000,   0.0000], // Speaker
    [ -0.5708,   0.2583,  -0.9867,   0.1769,  -2.6233], // EndsAsking
    [  0.1013,   0.3591,   0.0000,   0.0000,   0.0000], // BeforeAsks
    [  2.4768,  -1.3586,   0.0000,   0.0000,   0.0000], // BeforeAsksThis
    [ -0.5010,  -0.4784,  -0.5865,  -1.4911,  -1.4102], // Length
    [  0.5074,   0.1962,   0.9605,   1.9006,  -0.0378], // FirstPerson
    [  1.0979,   0.3064,   1.0604,   0.5517,   0.0000], // Time
    [  0.4423,  -0.1032,   0.6053,  -0.0224,   0.0000], // Number
    [  4.8917,  -0.0929,   4.1981,   0.6361,   0.0000], // Date
    [ -0.0453,  -0.1537,   0.0000,   0.0000,   0.0000], // Place
    [  1.3458,   0.7093,   0.0000,   0.0000,   0.0000], // Asker
    [ -2.3498,  -2.4457,  -5.3563,  -3.0984,  -7.9132], // Same
    [ -1.4674,  -0.8096,   0.0000,   0.0000,   0.0000], // BeforeReach
    [  0.2903,   0.9726,   0.0000,   0.0000,   0.0000], // AfterReach
    [  4.5057,  -1.7607,   2.0595,   0.8989,   1.4574], // MetReachBefore
    [ -0.3153,   0.0654,   2.0595,   0.8989,   1.4574], // MetReachAfter
    [  0.8514,   0.5718,   0.0000,   0.0000,   0.0000], // Bm25Reach
    [  0.0833,   0.1749,  -0.2566,  -0.1013,  -0.0414], // Told
    [  0.0499,   0.0479,   0.0000,   0.0000,   0.0000], // BeforeTold
    [  0.0269,  -0.3182,   0.0000,   0.0000,   0.0000], // AfterTold
    [ -0.1202,  -0.1912,   0.0000,   0.0000,   0.0000], // NearerReach
    [  0.3027,  -0.4631,   0.0000,   0.0000,   0.0000], // SeveralSpeaker
    [ -0.1952,   0.7009,  -0.9722,   0.1733,  -0.1358], // SeveralBeside
    [ -1.8911,  -0.5603,   0.0000,   0.0000,   0.0000], // SeveralTalk
    [  0.1472,   0.0245,   0.1756,  -0.0936,   0.0108], // SeveralLength
    [  3.9687,  -1.5517,   0.0000,   0.0000,   0.0000], // ManyTalk
    [  2.1589,  -0.4000,   0.3160,   0.1989,   0.2237], // ManyAround
    [ -0.3204,   0.2922,   0.3160,   0.1989,   0.2237], // ManyMet
    [ -0.2023,  -0.0438,  -0.0828,  -0.0616,  -0.0037], // ManyNearer
    [ -0.1287,  -0.0259,   0.0000,   0.0000,   0.0000], // SpeakerAnswers
    [ -0.1250,   0.1999,  -0.0112,   0.3146,   0.2875], // Like
    [  0.0814,  -0.4218,   0.0000,   0.0000,   0.0000], // LikeBeside
    [  0.7882,   0.7027,   1.2516,   0.1392,   0.1498], // Shares
    [ -0.7699,  -0.3857,   0.0000,   0.0000,   0.0000], // SharesBeside
    [  0.1406,   0.6026,   0.0000,   0.0000,   0.0000], // TalkLike
    [  0.1566,  -0.7946,  -0.2927,  -0.2322,   0.3296], // Bm25FlatTold
    [ -3.5703,  -0.8259,  -4.9479,  -1.7115,  -1.1946], // Bm25Told
    [  0.0371,   1.0877,   0.2215,   0.8819,   0.2275], // Bm25Apart
    [ -0.1088,  -1.9693,   0.0000,   0.0000,   0.0000], // TalkDense
    [  0.3491,  -0.1091,   0.0000,   0.0000,   0.0000], // TalkDenseApart
];
