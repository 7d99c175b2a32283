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
//! Fitted on axum-change: 100 questions.
//! Fitted on axum-doc: 2 questions.
//! Fitted on axum-symbol: 100 questions.
//! Fitted on black-change: 100 questions.
//! Fitted on black-doc: 15 questions.
//! Fitted on black-symbol: 100 questions.
//! Fitted on flask-change: 100 questions.
//! Fitted on flask-doc: 4 questions.
//! Fitted on flask-symbol: 100 questions.
//! Fitted on jj-change: 100 questions.
//! Fitted on jj-doc: 25 questions.
//! Fitted on jj-symbol: 100 questions.
//! Fitted on pydantic-change: 100 questions.
//! Fitted on pydantic-doc: 4 questions.
//! Fitted on pydantic-symbol: 100 questions.
//! Fitted on ripgrep-change: 100 questions.
//! Fitted on ripgrep-doc: 28 questions.
//! Fitted on ripgrep-symbol: 100 questions.
//! Fitted on svelte-change: 100 questions.
//! Fitted on svelte-doc: 16 questions.
//! Fitted on svelte-symbol: 100 questions.
//! Fitted on uv-change: 100 questions.
//! Fitted on uv-doc: 11 questions.
//! Fitted on uv-symbol: 100 questions.
//! Fitted on axum-change: 100 questions.
//! Fitted on axum-doc: 2 questions.
//! Fitted on axum-symbol: 100 questions.
//! Fitted on black-change: 100 questions.
//! Fitted on black-doc: 15 questions.
//! Fitted on black-symbol: 100 questions.
//! Fitted on flask-change: 100 questions.
//! Fitted on flask-doc: 4 questions.
//! Fitted on flask-symbol: 100 questions.
//! Fitted on jj-change: 100 questions.
//! Fitted on jj-doc: 25 questions.
//! Fitted on jj-symbol: 100 questions.
//! Fitted on pydantic-change: 100 questions.
//! Fitted on pydantic-doc: 4 questions.
//! Fitted on pydantic-symbol: 100 questions.
//! Fitted on ripgrep-change: 100 questions.
//! Fitted on ripgrep-doc: 28 questions.
//! Fitted on ripgrep-symbol: 100 questions.
//! Fitted on svelte-change: 100 questions.
//! Fitted on svelte-doc: 16 questions.
//! Fitted on svelte-symbol: 100 questions.
//! Fitted on uv-change: 100 questions.
//! Fitted on uv-doc: 11 questions.
//! Fitted on uv-symbol: 100 questions.

use super::{
    calibrate::{COLUMNS, Logistic},
    measures::MEASURES,
};

/// How surely something answers, by column: short turns of talk, long ones, short texts by themselves, long ones, code.
#[rustfmt::skip]
pub(super) const LOGISTICS: [Logistic; COLUMNS] = [
    Logistic { lead: 1.2693, met: 2.7085, near: 3.1444, offset: -2.4216 },
    Logistic { lead: 1.1534, met: 4.5842, near: 2.9045, offset: -4.1186 },
    Logistic { lead: 1.2379, met: 3.1536, near: 2.3614, offset: -2.4936 },
    Logistic { lead: 1.1205, met: 2.9732, near: 3.0024, offset: -3.1533 },
    Logistic { lead: 1.2661, met: 2.3695, near: 5.4990, offset: -4.1352 },
];

/// What each measure weighs, in the same columns.
#[rustfmt::skip]
#[allow(clippy::approx_constant, reason = "a weight may come near any number")]
pub(super) const TABLE: [[f32; COLUMNS]; MEASURES] = [
    [  1.6541,   1.4068,   1.8528,   0.5002,   2.2152], // Bm25
    [ -0.6957,   0.2374,   0.0907,   0.0667,  -0.4704], // Bm25Flat
    [  3.2076,   3.3844,   0.7871,   0.3050,   1.7484], // Met
    [  0.3811,   3.3229,   1.4719,   0.8180,  -0.1901], // MetOfBest
    [  4.9970,   6.8768,   7.6839,  12.6821,  14.9924], // Near
    [ -0.0410,  -0.0083,   0.0477,  -0.2043,  -0.0807], // Nearer
    [ -0.3332,   0.6358,   0.7871,   0.3050,   1.7484], // MetBeside
    [  1.5614,   0.3733,   1.1584,   0.8188,  -0.1487], // MetBesideOfBest
    [ -1.1618,  -0.3500,   0.7871,   0.3050,   1.7484], // MetAround
    [  1.5738,  -1.0276,   0.9655,   0.8193,  -0.0429], // MetAroundOfBest
    [  0.7447,   0.6098,   0.0000,   0.0000,   0.0000], // BeforeBm25
    [ -0.4389,   0.9682,   0.0000,   0.0000,   0.0000], // AfterBm25
    [  1.3952,  -0.3072,   0.0000,   0.0000,   0.0000], // TwoBeforeBm25
    [  0.2504,  -0.6025,   0.0000,   0.0000,   0.0000], // TwoAfterBm25
    [ -2.9411,   1.4889,   0.0000,   0.0000,   0.0000], // BeforeMet
    [ -0.3372,  -0.6464,   0.0000,   0.0000,   0.0000], // AfterMet
    [  0.0367,  -0.0415,   0.0000,   0.0000,   0.0000], // BeforeNearer
    [  0.0224,   0.0980,   0.0000,   0.0000,   0.0000], // AfterNearer
    [  1.3473,   2.0317,   0.0000,   0.0000,   0.0000], // TalkMet
    [ -1.8270,  -0.0816,   0.0000,   0.0000,   0.0000], // TalkBm25
    [  0.2347,   0.4355,   0.0000,   0.0000,   0.0000], // TalkApart
    [  0.6882,   0.2273,   0.0000,   0.0000,   0.0000], // TalkBeside
    [  0.1386,   0.0940,   0.0000,   0.0000,   0.0000], // TalkNearest
    [ -0.6581,  -0.3284,  -0.2034,  -0.0758,  -0.1973], // Rarest
    [  0.7166,  -0.0701,  -0.2034,  -0.0758,  -0.1973], // RarestAround
    [  1.5419,   4.1645,   2.9988,   2.9535,   1.7440], // Together
    [  1.9903,  -1.4795,   0.0000,   0.0000,   0.0000], // TogetherBeside
    [  0.8888,   4.7087,   0.0000,   0.0000,   0.0000], // Speaker
    [ -0.5582,   0.0884,  -1.0030,  -0.1460,  -2.7929], // EndsAsking
    [  0.0738,   0.3534,   0.0000,   0.0000,   0.0000], // BeforeAsks
    [  2.8790,  -2.1808,   0.0000,   0.0000,   0.0000], // BeforeAsksThis
    [ -0.4043,  -0.6591,  -0.3855,  -1.2081,  -1.0708], // Length
    [  0.3936,  -0.1715,   1.2190,   1.3440,  -0.0364], // FirstPerson
    [  1.1122,   0.4324,   1.2594,   0.7841,  -1.0286], // Time
    [  0.0081,   0.2267,   0.8047,   0.0373,  -0.1068], // Number
    [  3.6893,   1.8349,   3.6008,   2.0797,   0.9570], // Date
    [ -0.0325,  -0.1849,   0.0000,   0.0000,   0.0000], // Place
    [ -0.3907,   2.4933,   0.0000,   0.0000,   0.0000], // Asker
    [ -2.7457,  -2.3189,  -5.3544,  -2.6077,  -9.9400], // Same
    [ -1.4638,  -0.6204,   0.0000,   0.0000,   0.0000], // BeforeReach
    [  0.3638,   0.4269,   0.0000,   0.0000,   0.0000], // AfterReach
    [  5.4472,  -1.9920,   0.7871,   0.3050,   1.7484], // MetReachBefore
    [  0.4494,   0.3215,   0.7871,   0.3050,   1.7484], // MetReachAfter
    [  0.8186,   0.2575,   0.0000,   0.0000,   0.0000], // Bm25Reach
    [  0.0243,  -0.1873,  -0.3763,  -0.3503,  -0.1638], // Told
    [  0.1785,   0.0155,   0.0000,   0.0000,   0.0000], // BeforeTold
    [  0.0747,  -0.2291,   0.0000,   0.0000,   0.0000], // AfterTold
    [ -0.0759,  -0.1961,   0.0000,   0.0000,   0.0000], // NearerReach
    [  0.3103,  -0.7247,   0.0000,   0.0000,   0.0000], // SeveralSpeaker
    [ -0.1161,  -0.0966,  -0.9174,   0.1464,   0.3264], // SeveralBeside
    [ -2.0848,  -0.7192,   0.0000,   0.0000,   0.0000], // SeveralTalk
    [  0.0979,  -0.4194,   0.4554,  -1.3021,   0.2563], // SeveralLength
    [  3.7265,  -1.4529,   0.0000,   0.0000,   0.0000], // ManyTalk
    [  1.2680,  -0.8966,   0.0243,   1.1284,   0.9481], // ManyAround
    [  0.4699,   1.9912,   0.3090,   1.1281,   1.0650], // ManyMet
    [ -0.2372,   0.0484,   0.0398,  -0.1150,  -0.1200], // ManyNearer
    [ -0.1976,   0.6594,   0.0000,   0.0000,   0.0000], // SpeakerAnswers
    [ -0.1656,   0.0307,   0.1021,   0.1087,   0.2283], // Like
    [  0.0729,  -0.3275,   0.0000,   0.0000,   0.0000], // LikeBeside
    [  0.8621,   0.4160,   0.3801,   0.0091,   0.1052], // Shares
    [ -0.6366,  -0.1462,   0.0000,   0.0000,   0.0000], // SharesBeside
    [  0.0134,   0.5263,   0.0000,   0.0000,   0.0000], // TalkLike
    [ -0.0587,  -1.3735,  -0.9359,  -0.3625,   3.1488], // Bm25FlatTold
    [ -2.3473,  -2.8292,  -1.8100,  -2.0066,  -3.1921], // Bm25Told
    [ -0.0020,   0.6699,  -0.1850,   0.3977,   0.1030], // Bm25Apart
    [ -0.5943,  -1.1474,   0.0000,   0.0000,   0.0000], // TalkDense
    [  0.4461,  -0.2831,   0.0000,   0.0000,   0.0000], // TalkDenseApart
    [ -0.0044,   0.0845,   0.2999,   0.0014,  -0.3794], // Form
    [ -0.0347,   5.6151,   1.5627,   3.0650,   4.0979], // RarestSame
    [  6.5928,   7.4003,   2.5351,  -0.9444,   0.2311], // TerseAll
    [ -1.4612,  -0.3167,  -0.5931,  -3.3157,  -1.9005], // ManySame
    [  4.4251,  -1.6447,   1.9728,   2.7129,   2.9166], // ManyTogether
    [ -2.7508,  -0.1847,   2.3462,  -0.0786,   2.4541], // TerseSame
    [  1.3982,  -1.4192,   0.0627,  -0.2050,  -2.1971], // TerseMet
    [  5.7019,   7.2794,   1.8007,   1.8007,   1.9672], // Phrase
    [  0.0000,   0.0000,   3.7766,   3.7766,   4.8919], // FileMet
    [  0.0000,   0.0000,   0.0628,   0.0628,  -1.2017], // FileSame
    [  0.0000,   0.0000,  -1.3425,  -1.3425,  -0.7830], // FileBm25
    [  0.0000,   0.0000,   0.1151,   0.1151,  -0.0445], // FileApart
    [  0.0000,   0.0000,   1.8823,   1.8823,   1.6636], // FileBest
    [  0.0000,   0.0000,   0.1290,   0.1290,   0.1563], // FileNearest
    [  0.0000,   0.0000,  -0.0904,  -0.0904,  -0.0412], // FilePieces
    [  0.0000,   0.0000,  -0.4036,  -0.4036,  -0.6415], // PathSame
    [  0.0000,   0.0000,  -0.1033,  -0.1033,   1.3590], // PathRarest
    [  0.0000,   0.0000,   4.4602,   4.4602,   5.2527], // PathNamed
    [  0.0000,   0.0000,  -1.9980,  -1.9980,  -1.4296], // TestFile
    [  0.0000,   0.0000,   0.3834,   0.3834,   0.0000], // ConfigFile
    [  0.4960,   0.2527,   1.0895,   0.4239,  -2.1963], // Asked
    [ -0.1686,  -0.0665,   1.2257,   0.0072,  -0.1593], // Named
    [  0.0000,   0.0000,   1.7015,   1.7015,   0.8784], // FileChanged
    [  0.0000,   0.0000,   2.0235,   2.0235,   1.2606], // FileChangedTold
];
