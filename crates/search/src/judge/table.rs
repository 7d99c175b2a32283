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
    Logistic { lead: 1.2591, met: 2.6477, near: 3.0925, offset: -2.3729 },
    Logistic { lead: 1.1338, met: 4.5046, near: 2.8972, offset: -4.1334 },
    Logistic { lead: 1.2410, met: 3.2673, near: 2.3845, offset: -2.5613 },
    Logistic { lead: 1.1094, met: 3.3260, near: 2.7506, offset: -3.2476 },
    Logistic { lead: 1.2722, met: 2.4333, near: 5.5669, offset: -4.2437 },
];

/// What each measure weighs, in the same columns.
#[rustfmt::skip]
#[allow(clippy::approx_constant, reason = "a weight may come near any number")]
pub(super) const TABLE: [[f32; COLUMNS]; MEASURES] = [
    [  1.6342,   1.3770,   2.2553,   0.7307,   1.2154], // Bm25
    [ -0.5689,   0.4054,   0.2048,  -0.9065,  -0.1960], // Bm25Flat
    [  2.9399,   2.8789,   1.3736,   0.8729,   1.8587], // Met
    [  0.7443,   3.1864,   1.4259,   0.6918,  -0.2236], // MetOfBest
    [  4.9960,   6.6108,   7.1718,  12.0610,  16.5318], // Near
    [ -0.0452,   0.0018,   0.0865,  -0.1431,  -0.0857], // Nearer
    [ -0.2170,   0.3898,   1.3736,   0.8729,   1.8587], // MetBeside
    [  1.3112,   0.5551,   1.1631,   0.6924,  -0.1475], // MetBesideOfBest
    [ -0.6850,  -0.5375,   1.3736,   0.8729,   1.8587], // MetAround
    [  1.4211,  -0.7516,   1.0007,   0.6927,  -0.0467], // MetAroundOfBest
    [  0.9305,   0.5913,   0.0000,   0.0000,   0.0000], // BeforeBm25
    [ -0.3047,   0.9500,   0.0000,   0.0000,   0.0000], // AfterBm25
    [  1.4044,  -0.2516,   0.0000,   0.0000,   0.0000], // TwoBeforeBm25
    [  0.2388,  -0.6306,   0.0000,   0.0000,   0.0000], // TwoAfterBm25
    [ -3.0559,   1.3415,   0.0000,   0.0000,   0.0000], // BeforeMet
    [ -0.5010,  -0.6271,   0.0000,   0.0000,   0.0000], // AfterMet
    [  0.0310,  -0.0430,   0.0000,   0.0000,   0.0000], // BeforeNearer
    [  0.0194,   0.0871,   0.0000,   0.0000,   0.0000], // AfterNearer
    [  1.4432,   2.0361,   0.0000,   0.0000,   0.0000], // TalkMet
    [ -1.7205,  -0.0134,   0.0000,   0.0000,   0.0000], // TalkBm25
    [  0.2147,   0.4092,   0.0000,   0.0000,   0.0000], // TalkApart
    [  0.6221,   0.2799,   0.0000,   0.0000,   0.0000], // TalkBeside
    [  0.1515,   0.1035,   0.0000,   0.0000,   0.0000], // TalkNearest
    [ -0.6142,  -0.1419,  -0.2312,  -0.0410,  -0.2150], // Rarest
    [  0.6682,  -0.1393,  -0.2312,  -0.0410,  -0.2150], // RarestAround
    [  1.5977,   4.0704,   2.5164,   3.5833,   1.7785], // Together
    [  2.0438,  -1.3779,   0.0000,   0.0000,   0.0000], // TogetherBeside
    [  0.8981,   4.3741,   0.0000,   0.0000,   0.0000], // Speaker
    [ -0.5271,   0.0529,  -1.0209,  -0.2655,  -3.0051], // EndsAsking
    [  0.0879,   0.4297,   0.0000,   0.0000,   0.0000], // BeforeAsks
    [  2.8329,  -2.3518,   0.0000,   0.0000,   0.0000], // BeforeAsksThis
    [ -0.4163,  -0.6154,  -0.3949,  -1.3638,  -1.1998], // Length
    [  0.3891,  -0.2308,   1.2313,   1.2436,  -0.0456], // FirstPerson
    [  1.0801,   0.4397,   1.3007,   0.7692,  -0.8179], // Time
    [  0.0286,   0.2092,   0.8206,   0.0233,  -0.1225], // Number
    [  3.6714,   1.8808,   3.6542,   2.0833,  -0.9846], // Date
    [ -0.0303,  -0.1793,   0.0000,   0.0000,   0.0000], // Place
    [ -0.4681,   2.5567,   0.0000,   0.0000,   0.0000], // Asker
    [ -2.5948,  -2.1569,  -3.6012,  -3.0500,  -9.1291], // Same
    [ -1.4665,  -0.6281,   0.0000,   0.0000,   0.0000], // BeforeReach
    [  0.3549,   0.4259,   0.0000,   0.0000,   0.0000], // AfterReach
    [  5.3568,  -1.6448,   1.3736,   0.8729,   1.8587], // MetReachBefore
    [  0.4035,   0.2381,   1.3736,   0.8729,   1.8587], // MetReachAfter
    [  0.7952,   0.3511,   0.0000,   0.0000,   0.0000], // Bm25Reach
    [  0.0259,  -0.1568,  -0.3665,  -0.3876,  -0.2419], // Told
    [  0.1815,   0.0524,   0.0000,   0.0000,   0.0000], // BeforeTold
    [  0.0831,  -0.2241,   0.0000,   0.0000,   0.0000], // AfterTold
    [ -0.0626,  -0.2095,   0.0000,   0.0000,   0.0000], // NearerReach
    [  0.3101,  -0.6718,   0.0000,   0.0000,   0.0000], // SeveralSpeaker
    [ -0.0556,  -0.2580,  -0.9564,   0.1131,   0.3848], // SeveralBeside
    [ -2.1666,  -0.6929,   0.0000,   0.0000,   0.0000], // SeveralTalk
    [  0.1336,  -0.4339,   0.4695,  -1.1394,   0.1870], // SeveralLength
    [  3.4986,  -1.5717,   0.0000,   0.0000,   0.0000], // ManyTalk
    [  1.4539,  -0.7643,  -0.0342,   1.0769,   1.1582], // ManyAround
    [  0.1843,   1.7608,   0.2327,   1.0766,   1.2410], // ManyMet
    [ -0.2236,   0.0440,   0.0522,  -0.0798,  -0.1106], // ManyNearer
    [ -0.2116,   0.5505,   0.0000,   0.0000,   0.0000], // SpeakerAnswers
    [ -0.1663,   0.0104,   0.1307,   0.0841,   0.2345], // Like
    [  0.0663,  -0.3093,   0.0000,   0.0000,   0.0000], // LikeBeside
    [  0.8946,   0.5076,   0.3287,   0.1011,   0.1297], // Shares
    [ -0.5983,  -0.2874,   0.0000,   0.0000,   0.0000], // SharesBeside
    [ -0.0050,   0.5233,   0.0000,   0.0000,   0.0000], // TalkLike
    [ -0.4802,  -1.4793,  -0.6089,  -0.8938,   2.1337], // Bm25FlatTold
    [ -2.1501,  -2.6000,  -1.6549,  -1.8211,  -2.4637], // Bm25Told
    [ -0.0095,   0.6368,  -0.2248,   0.3003,   0.0782], // Bm25Apart
    [ -0.6306,  -1.2087,   0.0000,   0.0000,   0.0000], // TalkDense
    [  0.4402,  -0.2532,   0.0000,   0.0000,   0.0000], // TalkDenseApart
    [  0.0148,   0.0896,   0.2217,   0.0652,  -0.3905], // Form
    [ -0.0393,   5.3440,   1.6696,   2.7954,   4.1050], // RarestSame
    [  7.3076,   9.3043,   6.7152,  -0.4528,   0.3160], // TerseAll
    [ -1.2994,   0.0486,  -0.1997,  -2.9120,  -2.2376], // ManySame
    [  4.4152,  -1.6707,   2.3280,   2.5407,   2.2280], // ManyTogether
    [ -2.2454,  -0.6655,   2.9846,  -0.0317,   2.7319], // TerseSame
    [  1.3361,  -1.4513,   1.3305,  -0.2164,  -2.3328], // TerseMet
    [  6.0556,   7.3913,  19.1972,  -1.4548,   2.0787], // Phrase
    [  0.0000,   0.0000,   1.1345,   2.1718,   4.6028], // FileMet
    [  0.0000,   0.0000,  -2.3505,   0.1085,  -1.9186], // FileSame
    [  0.0000,   0.0000,  -1.8053,  -0.3560,  -0.5104], // FileBm25
    [  0.0000,   0.0000,   0.1704,   0.2350,   0.0107], // FileApart
    [  0.0000,   0.0000,   1.5885,   1.7033,   1.9131], // FileBest
    [  0.0000,   0.0000,   0.1076,   0.0960,   0.1403], // FileNearest
    [  0.0000,   0.0000,  -1.9486,   0.2071,  -0.0122], // FilePieces
    [  0.0000,   0.0000,  -3.0623,   0.1596,   0.2145], // PathSame
    [  0.0000,   0.0000,  -1.3819,   0.7330,   0.8941], // PathRarest
    [  0.0000,   0.0000,   3.9894,   6.3969,   5.0123], // PathNamed
    [  0.0000,   0.0000,  -0.4698,  -1.6277,  -1.6179], // TestFile
    [  0.0000,   0.0000,  -0.7388,   1.0810,   0.0000], // ConfigFile
    [  0.5451,   0.3912,   1.4773,   0.2206,  -2.1265], // Asked
    [  0.1243,  -0.2837,   1.5841,  -0.0265,  -0.1429], // Named
];
