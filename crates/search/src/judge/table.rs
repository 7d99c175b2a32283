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
    Logistic { lead: 1.0389, met: 0.9241, near: -0.0775, offset: 0.3055 },
    Logistic { lead: 1.1972, met: -0.7653, near: 1.2115, offset: 1.6834 },
    Logistic { lead: 1.1089, met: 0.4126, near: -0.3238, offset: 0.4272 },
    Logistic { lead: 1.1292, met: 0.1842, near: 1.6368, offset: 0.4429 },
    Logistic { lead: 1.1285, met: -0.0234, near: 0.7031, offset: 0.1230 },
];

/// What each measure weighs, in the same columns.
#[rustfmt::skip]
#[allow(clippy::approx_constant, reason = "a weight may come near any number")]
pub(super) const TABLE: [[f32; COLUMNS]; MEASURES] = [
    [  2.4565,   0.4040,   2.0862,   1.3700,   1.1328], // Bm25
    [ -1.4732,  -1.6462,   0.2285,  -1.2630,   0.1056], // Bm25Flat
    [  4.4938,   3.8003,   1.5081,   1.1710,   1.7119], // Met
    [  0.2943,   2.1946,   1.1373,   1.0241,   1.0060], // MetOfBest
    [  3.0354,   5.4803,   6.4152,   7.9743,  19.6594], // Near
    [  0.0495,  -0.0115,   0.2154,   0.0721,   0.0036], // Nearer
    [  0.1083,   1.1361,   1.5081,   1.1710,   1.7119], // MetBeside
    [  0.9136,  -0.3877,   0.8910,   1.0247,   0.9273], // MetBesideOfBest
    [ -0.5042,  -0.4466,   1.5081,   1.1710,   1.7119], // MetAround
    [  1.5340,  -1.9009,   0.9500,   1.0254,   0.8938], // MetAroundOfBest
    [  0.8727,   0.3565,   0.0000,   0.0000,   0.0000], // BeforeBm25
    [ -0.4752,   0.3980,   0.0000,   0.0000,   0.0000], // AfterBm25
    [  1.3298,  -0.0124,   0.0000,   0.0000,   0.0000], // TwoBeforeBm25
    [  0.3290,  -0.5407,   0.0000,   0.0000,   0.0000], // TwoAfterBm25
    [ -2.2563,   0.7852,   0.0000,   0.0000,   0.0000], // BeforeMet
    [ -0.0076,  -0.7303,   0.0000,   0.0000,   0.0000], // AfterMet
    [  0.1093,  -0.0829,   0.0000,   0.0000,   0.0000], // BeforeNearer
    [  0.0642,   0.1470,   0.0000,   0.0000,   0.0000], // AfterNearer
    [  0.9093,   3.3820,   0.0000,   0.0000,   0.0000], // TalkMet
    [ -1.2840,   0.0513,   0.0000,   0.0000,   0.0000], // TalkBm25
    [  0.0780,   0.3029,   0.0000,   0.0000,   0.0000], // TalkApart
    [  1.4393,  -0.3858,   0.0000,   0.0000,   0.0000], // TalkBeside
    [  0.2292,   0.0340,   0.0000,   0.0000,   0.0000], // TalkNearest
    [ -0.5192,   0.8081,   0.0583,   0.2186,   0.2905], // Rarest
    [  0.7397,  -0.0128,   0.0583,   0.2186,   0.2905], // RarestAround
    [  0.7457,   4.4026,   3.4117,   4.2157,   1.6278], // Together
    [  1.7146,   0.1608,   0.0000,   0.0000,   0.0000], // TogetherBeside
    [  0.6181,  -0.7535,   0.0000,   0.0000,   0.0000], // Speaker
    [ -0.5254,   0.2010,  -1.0472,  -0.1719,  -3.2345], // EndsAsking
    [  0.1220,   0.4336,   0.0000,   0.0000,   0.0000], // BeforeAsks
    [  2.4248,  -1.4149,   0.0000,   0.0000,   0.0000], // BeforeAsksThis
    [ -0.4620,  -0.4385,  -0.4267,  -1.7242,  -1.5776], // Length
    [  0.5076,   0.2974,   1.1024,   2.1184,  -0.0494], // FirstPerson
    [  1.0931,   0.3093,   1.2387,   0.8046,   0.7669], // Time
    [  0.3460,  -0.0524,   0.8722,  -0.0954,  -0.0573], // Number
    [  4.8763,  -0.0931,   4.7289,   1.3189,   0.0000], // Date
    [ -0.0429,  -0.1609,   0.0000,   0.0000,   0.0000], // Place
    [  1.1259,   1.0897,   0.0000,   0.0000,   0.0000], // Asker
    [ -2.3354,  -3.2537,  -4.7402,  -3.0471,  -9.9739], // Same
    [ -1.4747,  -0.7110,   0.0000,   0.0000,   0.0000], // BeforeReach
    [  0.3434,   1.1837,   0.0000,   0.0000,   0.0000], // AfterReach
    [  4.4608,  -1.3768,   1.5081,   1.1710,   1.7119], // MetReachBefore
    [ -0.3721,   0.0538,   1.5081,   1.1710,   1.7119], // MetReachAfter
    [  0.8909,   0.5215,   0.0000,   0.0000,   0.0000], // Bm25Reach
    [  0.0791,   0.0081,  -0.3065,  -0.3685,  -0.3473], // Told
    [  0.0558,   0.1458,   0.0000,   0.0000,   0.0000], // BeforeTold
    [  0.0345,  -0.3336,   0.0000,   0.0000,   0.0000], // AfterTold
    [ -0.0971,  -0.2142,   0.0000,   0.0000,   0.0000], // NearerReach
    [  0.3020,  -0.3616,   0.0000,   0.0000,   0.0000], // SeveralSpeaker
    [ -0.1787,   0.6070,  -0.7973,  -0.0894,  -0.0310], // SeveralBeside
    [ -1.9115,  -0.5444,   0.0000,   0.0000,   0.0000], // SeveralTalk
    [  0.1765,   0.1072,   0.1753,  -0.1237,  -0.1636], // SeveralLength
    [  3.9952,  -1.5392,   0.0000,   0.0000,   0.0000], // ManyTalk
    [  2.1969,  -0.0194,   0.3764,   0.2257,   0.0364], // ManyAround
    [ -0.4820,   0.5526,   0.2157,   0.2252,   0.1160], // ManyMet
    [ -0.1907,  -0.0605,  -0.0652,  -0.0915,  -0.0480], // ManyNearer
    [ -0.1393,   0.0647,   0.0000,   0.0000,   0.0000], // SpeakerAnswers
    [ -0.1359,   0.0819,   0.1837,   0.3012,   0.2499], // Like
    [  0.0874,  -0.4513,   0.0000,   0.0000,   0.0000], // LikeBeside
    [  0.7792,   0.9123,   0.1702,   0.2494,   0.3065], // Shares
    [ -0.7868,  -0.5007,   0.0000,   0.0000,   0.0000], // SharesBeside
    [  0.1526,   0.6731,   0.0000,   0.0000,   0.0000], // TalkLike
    [ -0.2852,  -0.8985,   0.2678,  -1.1725,   1.2736], // Bm25FlatTold
    [ -3.3862,  -1.7090,  -3.1246,  -3.4189,  -1.4900], // Bm25Told
    [  0.0447,   1.1754,  -0.0105,   0.9172,   0.2176], // Bm25Apart
    [ -0.0310,  -1.9943,   0.0000,   0.0000,   0.0000], // TalkDense
    [  0.3044,  -0.1623,   0.0000,   0.0000,   0.0000], // TalkDenseApart
    [  0.0276,   0.0070,  -0.0861,   0.1628,  -0.1110], // Form
];
