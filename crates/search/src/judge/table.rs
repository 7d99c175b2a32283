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
//! Fitted on longmemeval_oracle_pool_turn and locomo and cosqa in one store: 2467 questions.
//! Fitted on locomo as texts, looked up: 240 questions.
//! Fitted on locomo, looked up: 240 questions.
//! Fitted on longmemeval_oracle_pool_turn as texts, looked up: 240 questions.
//! Fitted on longmemeval_oracle_pool_turn, looked up: 240 questions.
//! Fitted on longmemeval_oracle_pool as texts, looked up: 240 questions.
//! Fitted on longmemeval_oracle_pool, looked up: 240 questions.
//! Fitted on cosqa, looked up: 240 questions.
//! Fitted on longmemeval_oracle_pool_turn as texts and locomo as texts and cosqa as texts in one store, looked up: 300 questions.
//! Fitted on longmemeval_oracle_pool_turn and locomo as texts and cosqa as texts in one store, looked up: 300 questions.
//! Fitted on longmemeval_oracle_pool_turn and locomo and cosqa in one store, looked up: 300 questions.

use super::{
    calibrate::{COLUMNS, Logistic},
    measures::MEASURES,
};

/// How surely something answers, by column: short turns of talk, long ones, short texts by themselves, long ones, code.
#[rustfmt::skip]
pub(super) const LOGISTICS: [Logistic; COLUMNS] = [
    Logistic { lead: 1.2532, met: 2.8049, near: 2.8824, offset: -2.3816 },
    Logistic { lead: 1.1395, met: 4.4375, near: 3.1289, offset: -4.1455 },
    Logistic { lead: 1.2027, met: 3.0050, near: 2.5818, offset: -2.5389 },
    Logistic { lead: 1.1589, met: 4.4355, near: 2.4494, offset: -3.7836 },
    Logistic { lead: 1.3483, met: 2.9422, near: 6.0104, offset: -4.7981 },
];

/// What each measure weighs, in the same columns.
#[rustfmt::skip]
#[allow(clippy::approx_constant, reason = "a weight may come near any number")]
pub(super) const TABLE: [[f32; COLUMNS]; MEASURES] = [
    [  1.5208,   1.8132,   3.1581,   0.5881,   1.3546], // Bm25
    [ -0.2869,   0.0530,   0.0419,   0.8083,  -0.1466], // Bm25Flat
    [  3.5598,   3.5286,   1.7193,   1.2328,   2.3044], // Met
    [  0.1757,   3.2254,   1.4759,   1.0966,   0.4984], // MetOfBest
    [  6.0396,   8.2335,   9.7632,   5.7950,  19.0908], // Near
    [ -0.0660,  -0.0369,   0.1629,   0.0335,  -0.0209], // Nearer
    [ -0.1584,   0.6633,   1.7193,   1.2328,   2.3044], // MetBeside
    [  1.3376,   0.3870,   0.9880,   1.0971,   0.7111], // MetBesideOfBest
    [ -1.0540,  -0.0758,   1.7193,   1.2328,   2.3044], // MetAround
    [  1.6016,  -0.4918,   0.7643,   1.0974,   0.8373], // MetAroundOfBest
    [  0.8685,   0.4541,   0.0000,   0.0000,   0.0000], // BeforeBm25
    [ -0.2852,   0.6109,   0.0000,   0.0000,   0.0000], // AfterBm25
    [  1.4387,  -0.3623,   0.0000,   0.0000,   0.0000], // TwoBeforeBm25
    [  0.2440,  -0.6187,   0.0000,   0.0000,   0.0000], // TwoAfterBm25
    [ -2.9962,   1.7847,   0.0000,   0.0000,   0.0000], // BeforeMet
    [ -0.4930,  -0.3303,   0.0000,   0.0000,   0.0000], // AfterMet
    [  0.0326,  -0.0707,   0.0000,   0.0000,   0.0000], // BeforeNearer
    [  0.0274,   0.1125,   0.0000,   0.0000,   0.0000], // AfterNearer
    [  1.6567,   2.3835,   0.0000,   0.0000,   0.0000], // TalkMet
    [ -1.6560,  -0.2554,   0.0000,   0.0000,   0.0000], // TalkBm25
    [  0.2199,   0.3424,   0.0000,   0.0000,   0.0000], // TalkApart
    [  0.6432,  -0.3566,   0.0000,   0.0000,   0.0000], // TalkBeside
    [  0.1739,   0.0663,   0.0000,   0.0000,   0.0000], // TalkNearest
    [ -0.5866,   0.0212,  -0.2205,  -0.4900,  -0.2718], // Rarest
    [  0.6319,  -0.3944,  -0.2205,  -0.4900,  -0.2718], // RarestAround
    [  1.6298,   3.9068,   2.4844,   4.0879,   1.6754], // Together
    [  2.0467,  -1.4206,   0.0000,   0.0000,   0.0000], // TogetherBeside
    [  0.9445,   4.4295,   0.0000,   0.0000,   0.0000], // Speaker
    [ -0.5594,   0.0920,  -1.0487,  -0.2641,  -3.5257], // EndsAsking
    [  0.0982,   0.5337,   0.0000,   0.0000,   0.0000], // BeforeAsks
    [  2.8427,  -2.3728,   0.0000,   0.0000,   0.0000], // BeforeAsksThis
    [ -0.4106,  -0.6448,  -0.3216,  -2.2674,  -1.5388], // Length
    [  0.4081,  -0.1245,   1.2102,   1.5655,  -0.0418], // FirstPerson
    [  1.0982,   0.3288,   1.2220,   0.8044,   0.9053], // Time
    [  0.0533,   0.1796,   0.9078,   0.0094,  -0.1082], // Number
    [  3.5978,   1.8605,   3.7714,   2.1321,  -0.3843], // Date
    [ -0.0306,  -0.1783,   0.0000,   0.0000,   0.0000], // Place
    [ -0.4286,   2.4986,   0.0000,   0.0000,   0.0000], // Asker
    [ -3.2529,  -2.9249,  -5.9449,  -2.7841, -11.6400], // Same
    [ -1.5338,  -0.8544,   0.0000,   0.0000,   0.0000], // BeforeReach
    [  0.4203,   0.3227,   0.0000,   0.0000,   0.0000], // AfterReach
    [  5.5305,  -1.6386,   1.7193,   1.2328,   2.3044], // MetReachBefore
    [  0.3878,   0.1996,   1.7193,   1.2328,   2.3044], // MetReachAfter
    [  0.7895,   0.3694,   0.0000,   0.0000,   0.0000], // Bm25Reach
    [ -0.0424,  -0.2024,  -0.4713,  -0.1606,  -0.2771], // Told
    [  0.1909,   0.0656,   0.0000,   0.0000,   0.0000], // BeforeTold
    [  0.0586,  -0.2349,   0.0000,   0.0000,   0.0000], // AfterTold
    [ -0.0649,  -0.1962,   0.0000,   0.0000,   0.0000], // NearerReach
    [  0.3193,  -0.5094,   0.0000,   0.0000,   0.0000], // SeveralSpeaker
    [ -0.1172,  -0.0953,  -0.9738,  -0.1405,  -0.3723], // SeveralBeside
    [ -2.1003,  -0.6229,   0.0000,   0.0000,   0.0000], // SeveralTalk
    [  0.1485,  -0.2949,   0.4586,  -0.8143,   0.2245], // SeveralLength
    [  3.6359,  -0.9614,   0.0000,   0.0000,   0.0000], // ManyTalk
    [  1.4048,  -0.8593,  -0.2225,   0.7897,   1.5653], // ManyAround
    [  0.3801,   1.2593,   0.1909,   0.7895,   1.6617], // ManyMet
    [ -0.2274,   0.0379,   0.0020,  -0.0490,   0.0280], // ManyNearer
    [ -0.2298,   0.7629,   0.0000,   0.0000,   0.0000], // SpeakerAnswers
    [ -0.1714,  -0.0176,   0.1162,   0.2721,   0.2638], // Like
    [  0.0521,  -0.3946,   0.0000,   0.0000,   0.0000], // LikeBeside
    [  0.8450,   0.5517,   0.1570,   0.2561,   0.2730], // Shares
    [ -0.5829,  -0.0675,   0.0000,   0.0000,   0.0000], // SharesBeside
    [  0.0362,   0.5730,   0.0000,   0.0000,   0.0000], // TalkLike
    [ -0.1424,  -1.3681,  -0.7531,  -0.6038,   0.8895], // Bm25FlatTold
    [ -2.2845,  -2.8556,  -2.0479,  -4.2666,  -1.3901], // Bm25Told
    [  0.0112,   0.6070,  -0.1242,   0.7148,   0.2438], // Bm25Apart
    [ -0.7162,  -1.0374,   0.0000,   0.0000,   0.0000], // TalkDense
    [  0.3779,  -0.1593,   0.0000,   0.0000,   0.0000], // TalkDenseApart
    [  0.2408,   0.1480,   0.7765,  -0.1068,  -1.0569], // Form
    [ -0.0498,   5.7172,   1.5682,   6.8380,   4.5750], // RarestSame
    [  6.7238,  10.5659,   4.6248,   5.8599,   0.2930], // TerseAll
    [ -1.6935,  -0.3670,  -0.0703,  -1.9768,  -5.7163], // ManySame
    [  4.6677,  -1.3002,   2.1380,   0.1428,   2.2780], // ManyTogether
    [ -0.4950,  -1.0244,   1.4782,   1.6684,   2.3434], // TerseSame
    [  0.4866,  -0.7416,   0.4955,  -2.0112,  -1.7531], // TerseMet
    [  5.6712,   7.1335,   6.6969,   4.4940,   9.7219], // Phrase
    [  0.0000,   0.0000,   0.0000,   0.0000,   0.0000], // FileMet
    [  0.0000,   0.0000,   0.0000,   0.0000,   0.0000], // FileSame
    [  0.0000,   0.0000,   0.0000,   0.0000,   0.0000], // FileBm25
    [  0.0000,   0.0000,   0.0000,   0.0000,   0.0000], // FileApart
    [  0.0000,   0.0000,   0.0000,   0.0000,   0.0000], // FileBest
    [  0.0000,   0.0000,   0.0000,   0.0000,   0.0000], // FileNearest
    [  0.0000,   0.0000,   0.0000,   0.0000,   0.0000], // FilePieces
    [  0.0000,   0.0000,   0.0000,   0.0000,   0.0000], // PathSame
    [  0.0000,   0.0000,   0.0000,   0.0000,   0.0000], // PathRarest
    [  0.0000,   0.0000,   0.0000,   0.0000,   0.0000], // PathNamed
    [  0.0000,   0.0000,   0.0000,   0.0000,   0.0000], // TestFile
    [  0.0000,   0.0000,   0.0000,   0.0000,   0.0000], // ConfigFile
    [  0.0000,   0.0000,   0.0000,   0.0000,   0.0000], // Asked
    [  0.0000,   0.0000,   0.0000,   0.0000,   0.0000], // Named
];
