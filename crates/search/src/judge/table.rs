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
    Logistic { lead: 1.0411, met: 0.9324, near: -0.0586, offset: 0.2944 },
    Logistic { lead: 1.1921, met: -0.7206, near: 1.2309, offset: 1.6352 },
    Logistic { lead: 1.0991, met: 0.4043, near: -0.3222, offset: 0.4029 },
    Logistic { lead: 1.1439, met: 0.1389, near: 1.6675, offset: 0.5017 },
    Logistic { lead: 1.1375, met: -0.0091, near: 0.7293, offset: 0.1177 },
];

/// What each measure weighs, in the same columns.
#[rustfmt::skip]
#[allow(clippy::approx_constant, reason = "a weight may come near any number")]
pub(super) const TABLE: [[f32; COLUMNS]; MEASURES] = [
    [  2.4427,   0.6033,   2.5887,   0.4633,   1.0254], // Bm25
    [ -1.5233,  -1.6258,  -0.0632,  -0.8176,  -0.2175], // Bm25Flat
    [  4.6708,   4.0101,   1.5499,   1.0986,   1.6677], // Met
    [  0.2376,   2.3763,   1.1906,   0.9838,   0.8404], // MetOfBest
    [  3.3250,   7.2635,   8.1403,   5.9072,  17.6627], // Near
    [  0.0284,  -0.0271,   0.2054,   0.0706,   0.0227], // Nearer
    [  0.0596,   1.2112,   1.5499,   1.0986,   1.6677], // MetBeside
    [  0.9601,  -0.3368,   0.9202,   0.9847,   0.9104], // MetBesideOfBest
    [ -0.6162,  -0.4463,   1.5499,   1.0986,   1.6677], // MetAround
    [  1.6124,  -1.9148,   0.9873,   0.9856,   0.9968], // MetAroundOfBest
    [  0.8789,   0.4022,   0.0000,   0.0000,   0.0000], // BeforeBm25
    [ -0.4827,   0.4303,   0.0000,   0.0000,   0.0000], // AfterBm25
    [  1.3363,  -0.0496,   0.0000,   0.0000,   0.0000], // TwoBeforeBm25
    [  0.3243,  -0.5389,   0.0000,   0.0000,   0.0000], // TwoAfterBm25
    [ -2.2482,   0.7713,   0.0000,   0.0000,   0.0000], // BeforeMet
    [  0.0066,  -0.8145,   0.0000,   0.0000,   0.0000], // AfterMet
    [  0.1089,  -0.0872,   0.0000,   0.0000,   0.0000], // BeforeNearer
    [  0.0627,   0.1507,   0.0000,   0.0000,   0.0000], // AfterNearer
    [  0.9367,   3.6372,   0.0000,   0.0000,   0.0000], // TalkMet
    [ -1.3152,   0.1037,   0.0000,   0.0000,   0.0000], // TalkBm25
    [  0.0610,   0.2605,   0.0000,   0.0000,   0.0000], // TalkApart
    [  1.4563,  -0.2531,   0.0000,   0.0000,   0.0000], // TalkBeside
    [  0.2313,   0.0456,   0.0000,   0.0000,   0.0000], // TalkNearest
    [ -0.4998,   0.8142,   0.0543,   0.2178,   0.2922], // Rarest
    [  0.7484,  -0.0242,   0.0543,   0.2178,   0.2922], // RarestAround
    [  0.6974,   4.4532,   3.2814,   4.3073,   1.6411], // Together
    [  1.7167,   0.0506,   0.0000,   0.0000,   0.0000], // TogetherBeside
    [  0.6129,  -0.8345,   0.0000,   0.0000,   0.0000], // Speaker
    [ -0.5340,   0.2062,  -1.0512,  -0.1905,  -3.2673], // EndsAsking
    [  0.1163,   0.4545,   0.0000,   0.0000,   0.0000], // BeforeAsks
    [  2.4225,  -1.4553,   0.0000,   0.0000,   0.0000], // BeforeAsksThis
    [ -0.5679,  -0.3651,  -0.3917,  -1.8431,  -1.5257], // Length
    [  0.5267,   0.3283,   1.1651,   2.0060,  -0.0421], // FirstPerson
    [  1.0984,   0.2735,   1.2313,   0.8136,   0.9349], // Time
    [  0.3521,  -0.0487,   0.8387,  -0.0326,  -0.1442], // Number
    [  4.8917,  -0.0644,   4.7732,   1.2760,   0.0000], // Date
    [ -0.0434,  -0.1592,   0.0000,   0.0000,   0.0000], // Place
    [  1.1170,   1.0803,   0.0000,   0.0000,   0.0000], // Asker
    [ -2.4931,  -3.6889,  -5.0218,  -2.9000,  -9.7675], // Same
    [ -1.4533,  -0.7150,   0.0000,   0.0000,   0.0000], // BeforeReach
    [  0.3703,   1.2052,   0.0000,   0.0000,   0.0000], // AfterReach
    [  4.4419,  -1.4819,   1.5499,   1.0986,   1.6677], // MetReachBefore
    [ -0.3379,  -0.0024,   1.5499,   1.0986,   1.6677], // MetReachAfter
    [  0.8917,   0.5391,   0.0000,   0.0000,   0.0000], // Bm25Reach
    [  0.0716,  -0.0921,  -0.4027,  -0.2343,  -0.2316], // Told
    [  0.0543,   0.1552,   0.0000,   0.0000,   0.0000], // BeforeTold
    [  0.0255,  -0.3343,   0.0000,   0.0000,   0.0000], // AfterTold
    [ -0.0958,  -0.2166,   0.0000,   0.0000,   0.0000], // NearerReach
    [  0.3011,  -0.3062,   0.0000,   0.0000,   0.0000], // SeveralSpeaker
    [ -0.2713,   0.6808,  -0.8521,   0.1817,  -0.4609], // SeveralBeside
    [ -1.9010,  -0.5649,   0.0000,   0.0000,   0.0000], // SeveralTalk
    [  0.3169,  -0.0837,   0.3955,  -0.4689,   0.1916], // SeveralLength
    [  4.0796,  -1.5273,   0.0000,   0.0000,   0.0000], // ManyTalk
    [  2.1832,   0.0041,   0.3653,   0.2168,   0.0871], // ManyAround
    [ -0.4481,   0.5531,   0.1598,   0.2161,  -0.0161], // ManyMet
    [ -0.1905,  -0.0721,  -0.0649,  -0.0795,  -0.0480], // ManyNearer
    [ -0.1365,   0.0553,   0.0000,   0.0000,   0.0000], // SpeakerAnswers
    [ -0.1270,   0.0475,   0.1368,   0.3553,   0.2725], // Like
    [  0.0818,  -0.4586,   0.0000,   0.0000,   0.0000], // LikeBeside
    [  0.8056,   0.8760,   0.1681,   0.2688,   0.2953], // Shares
    [ -0.7813,  -0.4592,   0.0000,   0.0000,   0.0000], // SharesBeside
    [  0.1441,   0.6753,   0.0000,   0.0000,   0.0000], // TalkLike
    [  0.0714,  -0.7083,   0.1633,  -0.3070,   0.9516], // Bm25FlatTold
    [ -3.6755,  -1.8045,  -2.8977,  -4.2188,  -1.4235], // Bm25Told
    [  0.0471,   1.1379,  -0.0410,   0.9872,   0.3073], // Bm25Apart
    [  0.0736,  -1.7556,   0.0000,   0.0000,   0.0000], // TalkDense
    [  0.3028,  -0.1992,   0.0000,   0.0000,   0.0000], // TalkDenseApart
    [  0.1002,   0.1543,   0.4988,  -0.0191,  -0.7337], // Form
];
