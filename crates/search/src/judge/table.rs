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
    Logistic { lead: 1.2550, met: 2.6958, near: 2.6269, offset: -2.2136 },
    Logistic { lead: 1.1423, met: 3.9236, near: 3.2064, offset: -3.8407 },
    Logistic { lead: 1.2144, met: 3.0354, near: 2.5190, offset: -2.5214 },
    Logistic { lead: 1.1610, met: 4.0946, near: 2.5905, offset: -3.6654 },
    Logistic { lead: 1.3442, met: 2.8057, near: 5.9972, offset: -4.7151 },
];

/// What each measure weighs, in the same columns.
#[rustfmt::skip]
#[allow(clippy::approx_constant, reason = "a weight may come near any number")]
pub(super) const TABLE: [[f32; COLUMNS]; MEASURES] = [
    [  1.6380,   1.8698,   3.1347,   0.5820,   1.4545], // Bm25
    [ -0.2150,  -0.1315,  -0.0132,   0.8864,  -0.3675], // Bm25Flat
    [  4.0058,   3.8845,   1.6642,   1.4002,   2.3047], // Met
    [ -0.1667,   3.0499,   1.5402,   0.9013,   0.4809], // MetOfBest
    [  5.8679,   7.8430,   9.4983,   5.8675,  19.5775], // Near
    [ -0.0621,  -0.0236,   0.1580,   0.0261,  -0.0208], // Nearer
    [ -0.2521,   1.0688,   1.6642,   1.4002,   2.3047], // MetBeside
    [  1.4357,   0.3599,   0.9643,   0.9019,   0.7082], // MetBesideOfBest
    [ -1.3432,   0.2129,   1.6642,   1.4002,   2.3047], // MetAround
    [  1.8261,  -0.5879,   0.7234,   0.9022,   0.8751], // MetAroundOfBest
    [  0.9390,   0.3407,   0.0000,   0.0000,   0.0000], // BeforeBm25
    [ -0.2295,   0.6898,   0.0000,   0.0000,   0.0000], // AfterBm25
    [  1.4416,  -0.3276,   0.0000,   0.0000,   0.0000], // TwoBeforeBm25
    [  0.2343,  -0.5749,   0.0000,   0.0000,   0.0000], // TwoAfterBm25
    [ -3.0118,   1.6856,   0.0000,   0.0000,   0.0000], // BeforeMet
    [ -0.5276,  -0.4567,   0.0000,   0.0000,   0.0000], // AfterMet
    [  0.0388,  -0.0790,   0.0000,   0.0000,   0.0000], // BeforeNearer
    [  0.0294,   0.1175,   0.0000,   0.0000,   0.0000], // AfterNearer
    [  1.6419,   2.3564,   0.0000,   0.0000,   0.0000], // TalkMet
    [ -1.6805,  -0.2309,   0.0000,   0.0000,   0.0000], // TalkBm25
    [  0.2231,   0.3371,   0.0000,   0.0000,   0.0000], // TalkApart
    [  0.7791,  -0.4136,   0.0000,   0.0000,   0.0000], // TalkBeside
    [  0.1715,   0.0626,   0.0000,   0.0000,   0.0000], // TalkNearest
    [ -0.6311,  -0.0314,  -0.2357,  -0.4771,  -0.2803], // Rarest
    [  0.5919,  -0.2931,  -0.2357,  -0.4771,  -0.2803], // RarestAround
    [  1.9382,   5.0884,   2.9738,   5.0492,   1.8380], // Together
    [  1.9930,  -1.4593,   0.0000,   0.0000,   0.0000], // TogetherBeside
    [  0.9098,   4.4664,   0.0000,   0.0000,   0.0000], // Speaker
    [ -0.5442,   0.1187,  -1.0370,  -0.2410,  -3.4346], // EndsAsking
    [  0.0974,   0.4606,   0.0000,   0.0000,   0.0000], // BeforeAsks
    [  2.8164,  -2.1013,   0.0000,   0.0000,   0.0000], // BeforeAsksThis
    [ -0.4209,  -0.6727,  -0.3395,  -2.3277,  -1.5612], // Length
    [  0.3676,   0.0222,   1.1917,   1.5179,  -0.0401], // FirstPerson
    [  1.0991,   0.3412,   1.2162,   0.8272,   0.9114], // Time
    [  0.0433,   0.1790,   0.8674,   0.0303,  -0.1053], // Number
    [  3.6272,   1.9786,   3.8085,   2.1535,  -0.4043], // Date
    [ -0.0280,  -0.1822,   0.0000,   0.0000,   0.0000], // Place
    [ -0.3388,   2.3988,   0.0000,   0.0000,   0.0000], // Asker
    [ -3.2131,  -2.8517,  -5.6574,  -2.8275, -11.8501], // Same
    [ -1.5539,  -0.7222,   0.0000,   0.0000,   0.0000], // BeforeReach
    [  0.4308,   0.4140,   0.0000,   0.0000,   0.0000], // AfterReach
    [  5.4415,  -1.7998,   1.6642,   1.4002,   2.3047], // MetReachBefore
    [  0.3670,  -0.0321,   1.6642,   1.4002,   2.3047], // MetReachAfter
    [  0.7970,   0.2989,   0.0000,   0.0000,   0.0000], // Bm25Reach
    [ -0.0286,  -0.1992,  -0.4430,  -0.1652,  -0.3286], // Told
    [  0.1793,   0.0807,   0.0000,   0.0000,   0.0000], // BeforeTold
    [  0.0499,  -0.2497,   0.0000,   0.0000,   0.0000], // AfterTold
    [ -0.0564,  -0.1961,   0.0000,   0.0000,   0.0000], // NearerReach
    [  0.3154,  -0.4283,   0.0000,   0.0000,   0.0000], // SeveralSpeaker
    [ -0.1485,  -0.1051,  -0.9577,  -0.2141,  -0.3399], // SeveralBeside
    [ -2.0198,  -0.7783,   0.0000,   0.0000,   0.0000], // SeveralTalk
    [  0.1035,  -0.2676,   0.4229,  -0.8030,   0.2462], // SeveralLength
    [  3.4415,  -0.9634,   0.0000,   0.0000,   0.0000], // ManyTalk
    [  1.4156,  -0.6358,  -0.1192,   1.0315,   1.6728], // ManyAround
    [  0.5189,   1.5024,   0.3635,   1.0313,   1.7890], // ManyMet
    [ -0.2323,   0.0411,  -0.0002,  -0.0456,   0.0074], // ManyNearer
    [ -0.2022,   0.6153,   0.0000,   0.0000,   0.0000], // SpeakerAnswers
    [ -0.1664,  -0.0144,   0.1200,   0.2609,   0.2709], // Like
    [  0.0557,  -0.3978,   0.0000,   0.0000,   0.0000], // LikeBeside
    [  0.7983,   0.5393,   0.1224,   0.3142,   0.2672], // Shares
    [ -0.5825,  -0.0242,   0.0000,   0.0000,   0.0000], // SharesBeside
    [  0.0401,   0.5585,   0.0000,   0.0000,   0.0000], // TalkLike
    [  0.0917,  -1.2378,  -0.3321,  -0.2568,   1.3079], // Bm25FlatTold
    [ -2.5712,  -3.2510,  -2.2147,  -4.8477,  -1.4771], // Bm25Told
    [ -0.0053,   0.6336,  -0.1507,   0.7373,   0.2330], // Bm25Apart
    [ -0.7944,  -0.9190,   0.0000,   0.0000,   0.0000], // TalkDense
    [  0.3940,  -0.1626,   0.0000,   0.0000,   0.0000], // TalkDenseApart
    [  0.2687,   0.1621,   0.8798,  -0.1083,  -1.2003], // Form
    [  0.0088,   5.6390,   1.5936,   6.6541,   4.6337], // RarestSame
    [  5.0469,   7.7168,   3.9078,   5.2245,   0.8661], // TerseAll
    [ -1.8271,  -0.8372,  -0.3410,  -2.3461,  -5.4594], // ManySame
    [  3.9994,  -2.7977,   0.9083,  -1.2187,   1.2217], // ManyTogether
    [ -0.6988,  -1.0410,   1.1272,   1.9664,   1.9574], // TerseSame
    [  0.5959,  -0.8135,   0.7566,  -2.0810,  -1.4430], // TerseMet
];
