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
//! Fitted on flask-change: 150 questions.
//! Fitted on flask-doc: 4 questions.
//! Fitted on flask-symbol: 150 questions.
//! Fitted on ripgrep-change: 150 questions.
//! Fitted on ripgrep-doc: 28 questions.
//! Fitted on ripgrep-symbol: 150 questions.
//! Fitted on black-change: 150 questions.
//! Fitted on black-doc: 15 questions.
//! Fitted on black-symbol: 150 questions.
//! Fitted on axum-change: 144 questions.
//! Fitted on axum-doc: 2 questions.
//! Fitted on axum-symbol: 150 questions.
//! Fitted on pydantic-change: 150 questions.
//! Fitted on pydantic-doc: 4 questions.
//! Fitted on pydantic-symbol: 150 questions.
//! Fitted on svelte-change: 150 questions.
//! Fitted on svelte-doc: 16 questions.
//! Fitted on svelte-symbol: 150 questions.
//! Fitted on jj-change: 150 questions.
//! Fitted on jj-doc: 25 questions.
//! Fitted on jj-symbol: 150 questions.
//! Fitted on uv-change: 150 questions.
//! Fitted on uv-doc: 11 questions.
//! Fitted on uv-symbol: 150 questions.

use super::{
    calibrate::{COLUMNS, Logistic},
    measures::MEASURES,
};

/// How surely something answers, by column: short turns of talk, long ones, short texts by themselves, long ones, code.
#[rustfmt::skip]
pub(super) const LOGISTICS: [Logistic; COLUMNS] = [
    Logistic { lead: 1.2918, met: 2.8586, near: 2.9635, offset: -2.3948 },
    Logistic { lead: 1.1300, met: 4.6049, near: 2.6292, offset: -4.0519 },
    Logistic { lead: 1.2392, met: 3.2312, near: 2.2994, offset: -2.4761 },
    Logistic { lead: 1.0923, met: 3.2758, near: 2.5177, offset: -3.1366 },
    Logistic { lead: 1.2719, met: 2.3784, near: 5.6747, offset: -4.2596 },
];

/// What each measure weighs, in the same columns.
#[rustfmt::skip]
#[allow(clippy::approx_constant, reason = "a weight may come near any number")]
pub(super) const TABLE: [[f32; COLUMNS]; MEASURES] = [
    [  1.6723,   1.4546,   2.0887,   0.8963,   1.4278], // Bm25
    [ -0.6740,   0.2549,  -0.2255,  -0.2848,  -0.4598], // Bm25Flat
    [  3.2409,   3.4079,   0.8223,   0.7078,   1.8809], // Met
    [  0.3577,   3.3612,   1.6037,   0.7656,  -0.2579], // MetOfBest
    [  4.9120,   6.7536,   6.2938,  12.9937,  16.7134], // Near
    [ -0.0379,  -0.0021,   0.0510,  -0.2291,  -0.1199], // Nearer
    [ -0.3694,   0.6337,   0.8223,   0.7078,   1.8809], // MetBeside
    [  1.5846,   0.3967,   1.2545,   0.7664,  -0.1703], // MetBesideOfBest
    [ -1.2205,  -0.3537,   0.8223,   0.7078,   1.8809], // MetAround
    [  1.6198,  -0.9943,   1.0279,   0.7667,  -0.0331], // MetAroundOfBest
    [  0.7564,   0.6115,   0.0000,   0.0000,   0.0000], // BeforeBm25
    [ -0.4354,   0.9734,   0.0000,   0.0000,   0.0000], // AfterBm25
    [  1.3998,  -0.2823,   0.0000,   0.0000,   0.0000], // TwoBeforeBm25
    [  0.2337,  -0.6227,   0.0000,   0.0000,   0.0000], // TwoAfterBm25
    [ -2.9445,   1.4743,   0.0000,   0.0000,   0.0000], // BeforeMet
    [ -0.3350,  -0.6590,   0.0000,   0.0000,   0.0000], // AfterMet
    [  0.0376,  -0.0412,   0.0000,   0.0000,   0.0000], // BeforeNearer
    [  0.0229,   0.0971,   0.0000,   0.0000,   0.0000], // AfterNearer
    [  1.3565,   2.0361,   0.0000,   0.0000,   0.0000], // TalkMet
    [ -1.8225,  -0.0598,   0.0000,   0.0000,   0.0000], // TalkBm25
    [  0.2268,   0.4309,   0.0000,   0.0000,   0.0000], // TalkApart
    [  0.6943,   0.2433,   0.0000,   0.0000,   0.0000], // TalkBeside
    [  0.1413,   0.1004,   0.0000,   0.0000,   0.0000], // TalkNearest
    [ -0.6683,  -0.3285,  -0.1991,  -0.0430,  -0.2167], // Rarest
    [  0.7105,  -0.0523,  -0.1991,  -0.0430,  -0.2167], // RarestAround
    [  1.5593,   4.1082,   2.6306,   3.4892,   1.7640], // Together
    [  2.0170,  -1.4904,   0.0000,   0.0000,   0.0000], // TogetherBeside
    [  0.8892,   4.6928,   0.0000,   0.0000,   0.0000], // Speaker
    [ -0.5542,   0.0999,  -0.9818,  -0.1661,  -2.8300], // EndsAsking
    [  0.0737,   0.3579,   0.0000,   0.0000,   0.0000], // BeforeAsks
    [  2.8881,  -2.1484,   0.0000,   0.0000,   0.0000], // BeforeAsksThis
    [ -0.4041,  -0.6630,  -0.4140,  -1.4142,  -1.2095], // Length
    [  0.3829,  -0.1610,   1.2640,   1.2745,  -0.0376], // FirstPerson
    [  1.1046,   0.4276,   1.2746,   0.7496,  -0.6614], // Time
    [  0.0084,   0.2250,   0.7909,   0.0359,  -0.0989], // Number
    [  3.6922,   1.8378,   3.6047,   2.0667,   0.4492], // Date
    [ -0.0322,  -0.1852,   0.0000,   0.0000,   0.0000], // Place
    [ -0.3970,   2.4786,   0.0000,   0.0000,   0.0000], // Asker
    [ -2.7611,  -2.3797,  -5.1070,  -2.7542,  -9.4032], // Same
    [ -1.4732,  -0.6379,   0.0000,   0.0000,   0.0000], // BeforeReach
    [  0.3602,   0.4295,   0.0000,   0.0000,   0.0000], // AfterReach
    [  5.4301,  -2.0440,   0.8223,   0.7078,   1.8809], // MetReachBefore
    [  0.4434,   0.2793,   0.8223,   0.7078,   1.8809], // MetReachAfter
    [  0.8200,   0.2744,   0.0000,   0.0000,   0.0000], // Bm25Reach
    [  0.0300,  -0.1947,  -0.3170,  -0.4150,  -0.2437], // Told
    [  0.1737,   0.0165,   0.0000,   0.0000,   0.0000], // BeforeTold
    [  0.0703,  -0.2303,   0.0000,   0.0000,   0.0000], // AfterTold
    [ -0.0741,  -0.1976,   0.0000,   0.0000,   0.0000], // NearerReach
    [  0.3097,  -0.7387,   0.0000,   0.0000,   0.0000], // SeveralSpeaker
    [ -0.1107,  -0.1096,  -0.9277,   0.1106,   0.3529], // SeveralBeside
    [ -2.0822,  -0.7245,   0.0000,   0.0000,   0.0000], // SeveralTalk
    [  0.1064,  -0.4208,   0.4625,  -1.1544,   0.2012], // SeveralLength
    [  3.6699,  -1.4743,   0.0000,   0.0000,   0.0000], // ManyTalk
    [  1.2344,  -0.9288,  -0.0675,   1.1349,   1.2296], // ManyAround
    [  0.4692,   1.9660,   0.2667,   1.1346,   1.3380], // ManyMet
    [ -0.2371,   0.0500,   0.0360,  -0.0837,  -0.1135], // ManyNearer
    [ -0.1957,   0.6443,   0.0000,   0.0000,   0.0000], // SpeakerAnswers
    [ -0.1653,   0.0303,   0.1147,   0.0985,   0.2214], // Like
    [  0.0748,  -0.3270,   0.0000,   0.0000,   0.0000], // LikeBeside
    [  0.8621,   0.4397,   0.4015,   0.0718,   0.1529], // Shares
    [ -0.6373,  -0.1554,   0.0000,   0.0000,   0.0000], // SharesBeside
    [  0.0089,   0.5221,   0.0000,   0.0000,   0.0000], // TalkLike
    [ -0.0128,  -1.3611,  -1.1895,  -0.2808,   2.7873], // Bm25FlatTold
    [ -2.3879,  -2.8594,  -1.6219,  -2.1308,  -2.8600], // Bm25Told
    [ -0.0059,   0.6667,  -0.1815,   0.3067,   0.0628], // Bm25Apart
    [ -0.5686,  -1.0866,   0.0000,   0.0000,   0.0000], // TalkDense
    [  0.4419,  -0.2890,   0.0000,   0.0000,   0.0000], // TalkDenseApart
    [  0.0264,   0.1159,   0.1399,   0.0912,  -0.3723], // Form
    [  0.0061,   5.6035,   1.5748,   2.7443,   4.1135], // RarestSame
    [  7.7324,   8.9726,   8.4755,  -0.5386,   0.3268], // TerseAll
    [ -1.4886,  -0.3171,  -0.3110,  -2.9983,  -2.3649], // ManySame
    [  4.4473,  -1.5081,   2.3886,   2.4161,   2.2442], // ManyTogether
    [ -2.6742,  -0.1326,   0.5716,  -0.1419,   2.5652], // TerseSame
    [  1.4804,  -1.4488,   1.7167,  -0.1160,  -2.2475], // TerseMet
    [  5.8488,   7.1219,  18.5788,  -1.2706,   2.0481], // Phrase
    [  0.0000,   0.0000,   3.0290,   3.0290,   4.6712], // FileMet
    [  0.0000,   0.0000,  -0.0435,  -0.0435,  -1.8521], // FileSame
    [  0.0000,   0.0000,  -1.3112,  -1.3112,  -0.5441], // FileBm25
    [  0.0000,   0.0000,   0.1614,   0.1614,  -0.0026], // FileApart
    [  0.0000,   0.0000,   1.6024,   1.6024,   2.0908], // FileBest
    [  0.0000,   0.0000,   0.1584,   0.1584,   0.1725], // FileNearest
    [  0.0000,   0.0000,  -0.0118,  -0.0118,  -0.0339], // FilePieces
    [  0.0000,   0.0000,  -0.0982,  -0.0982,   0.2688], // PathSame
    [  0.0000,   0.0000,  -0.2011,  -0.2011,   0.8375], // PathRarest
    [  0.0000,   0.0000,   5.4873,   5.4873,   4.9449], // PathNamed
    [  0.0000,   0.0000,  -1.3444,  -1.3444,  -1.6198], // TestFile
    [  0.0000,   0.0000,   0.7497,   0.7497,   0.0000], // ConfigFile
    [  0.6947,   0.3690,   1.9118,  -0.0056,  -2.1310], // Asked
    [ -0.3278,  -0.2774,   0.9896,   0.1099,  -0.1045], // Named
    [  0.0000,   0.0000,   0.0000,   0.0000,   0.0000], // FileChanged
    [  0.0000,   0.0000,   0.0000,   0.0000,   0.0000], // FileChangedTold
];
