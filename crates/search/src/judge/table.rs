//! Made by `cargo xtask bench recall --fit`; see docs/benchmarks.md. Change what it is made by, not this.
//!
//! Fitted on locomo: 997 questions.
//! Fitted on longmemeval_oracle_pool_turn: 470 questions.
//! Fitted on longmemeval_oracle_pool: 470 questions.
//! Fitted on cosqa: 1000 questions.
//! Fitted on locomo as texts: 997 questions.
//! Fitted on longmemeval_oracle_pool_turn as texts: 470 questions.
//! Fitted on longmemeval_oracle_pool as texts: 470 questions.

use super::{calibrate::Logistic, measures::MEASURES};

pub(super) const SHORT_TURN: Logistic = Logistic { lead: 1.0375, met: 0.7681, near: -0.1250, offset: 0.4384 };
pub(super) const LONG_TURN: Logistic = Logistic { lead: 1.2400, met: -0.3940, near: 0.9893, offset: 1.7589 };
pub(super) const SHORT_TEXT: Logistic = Logistic { lead: 1.0972, met: 0.4580, near: -0.9714, offset: 0.8558 };
pub(super) const LONG_TEXT: Logistic = Logistic { lead: 1.1704, met: -0.0923, near: 0.8350, offset: 1.4567 };

/// What each measure weighs: for short and long turns of talk, for short and long texts by themselves.
#[rustfmt::skip]
pub(super) const TABLE: [[f32; 4]; MEASURES] = [
    [  2.5469,  -0.2466,   1.6326,  -0.5039], // Bm25
    [ -1.6412,  -1.4010,   0.0772,  -0.8643], // Bm25Flat
    [  4.8735,   2.7078,   1.9540,   0.9526], // Met
    [  0.0535,   2.3036,   0.6358,   1.0134], // MetOfBest
    [  2.0409,   1.4229,   5.8101,   3.0287], // Near
    [  0.1171,   0.0573,   0.5272,   0.0934], // Nearer
    [ -0.2628,   0.2080,   1.9540,   0.9526], // MetBeside
    [  1.0384,  -0.0440,   0.6358,   1.0134], // MetBesideOfBest
    [ -0.8289,  -0.8286,   1.9540,   0.9526], // MetAround
    [  1.9029,  -0.9663,   0.6358,   1.0134], // MetAroundOfBest
    [  0.9023,   0.4837,   0.0000,   0.0000], // BeforeBm25
    [ -0.5632,   0.1633,   0.0000,   0.0000], // AfterBm25
    [  1.3417,  -0.0522,   0.0000,   0.0000], // TwoBeforeBm25
    [  0.3501,  -0.4824,   0.0000,   0.0000], // TwoAfterBm25
    [ -2.3221,   0.5061,   0.0000,   0.0000], // BeforeMet
    [  0.1368,  -0.3448,   0.0000,   0.0000], // AfterMet
    [  0.1193,  -0.0384,   0.0000,   0.0000], // BeforeNearer
    [  0.0704,   0.1146,   0.0000,   0.0000], // AfterNearer
    [  0.8357,   2.4191,   0.0000,   0.0000], // TalkMet
    [ -1.3998,   0.3741,   0.0000,   0.0000], // TalkBm25
    [  0.0967,   0.2928,   0.0000,   0.0000], // TalkApart
    [  1.4599,  -0.3793,   0.0000,   0.0000], // TalkBeside
    [  0.2503,   0.0597,   0.0000,   0.0000], // TalkNearest
    [ -0.5576,   0.7636,   0.3763,   0.3227], // Rarest
    [  0.7695,   0.0395,   0.3763,   0.3227], // RarestAround
    [  0.6745,   4.5237,   1.0694,   4.5280], // Together
    [  1.7107,   0.2102,   0.0000,   0.0000], // TogetherBeside
    [  0.5964,  -0.4596,   0.0000,   0.0000], // Speaker
    [ -0.5633,   0.2637,  -1.4293,   0.3667], // EndsAsking
    [  0.0989,   0.3624,   0.0000,   0.0000], // BeforeAsks
    [  2.4837,  -1.3947,   0.0000,   0.0000], // BeforeAsksThis
    [ -0.4991,  -0.4706,  -0.9847,  -1.4206], // Length
    [  0.5061,   0.1866,   0.4646,   2.0405], // FirstPerson
    [  1.1012,   0.3070,   1.2027,   0.5037], // Time
    [  0.4376,  -0.1101,   0.6558,  -0.0483], // Number
    [  4.8789,  -0.1194,   4.3691,   0.6338], // Date
    [ -0.0461,  -0.1524,   0.0000,   0.0000], // Place
    [  1.3477,   0.7103,   0.0000,   0.0000], // Asker
    [ -2.3691,  -2.4652,  -8.8822,  -2.8378], // Same
    [ -1.4712,  -0.8339,   0.0000,   0.0000], // BeforeReach
    [  0.2960,   0.9874,   0.0000,   0.0000], // AfterReach
    [  4.4989,  -1.7813,   1.9540,   0.9526], // MetReachBefore
    [ -0.3007,   0.0949,   1.9540,   0.9526], // MetReachAfter
    [  0.8461,   0.5767,   0.0000,   0.0000], // Bm25Reach
    [  0.0849,   0.1753,  -0.4460,  -0.0573], // Told
    [  0.0528,   0.0519,   0.0000,   0.0000], // BeforeTold
    [  0.0270,  -0.3202,   0.0000,   0.0000], // AfterTold
    [ -0.1211,  -0.1904,   0.0000,   0.0000], // NearerReach
    [  0.3075,  -0.4596,   0.0000,   0.0000], // SeveralSpeaker
    [ -0.1845,   0.7125,  -0.9261,   0.1144], // SeveralBeside
    [ -1.9078,  -0.5598,   0.0000,   0.0000], // SeveralTalk
    [  0.1493,   0.0254,   0.4762,  -0.1173], // SeveralLength
    [  3.9823,  -1.5898,   0.0000,   0.0000], // ManyTalk
    [  2.1646,  -0.4245,   0.2977,   0.2419], // ManyAround
    [ -0.3355,   0.2952,   0.2977,   0.2419], // ManyMet
    [ -0.1995,  -0.0435,  -0.0678,  -0.0783], // ManyNearer
    [ -0.1234,  -0.0204,   0.0000,   0.0000], // SpeakerAnswers
    [ -0.1239,   0.1986,   0.2426,   0.2498], // Like
    [  0.0786,  -0.4244,   0.0000,   0.0000], // LikeBeside
    [  0.7675,   0.7085,   0.5491,   0.3585], // Shares
    [ -0.7639,  -0.3529,   0.0000,   0.0000], // SharesBeside
    [  0.1389,   0.6050,   0.0000,   0.0000], // TalkLike
    [  0.1340,  -0.8145,   1.9643,  -0.3127], // Bm25FlatTold
    [ -3.5922,  -0.8418,  -3.3166,  -2.1306], // Bm25Told
    [  0.0378,   1.0965,   0.1724,   0.8842], // Bm25Apart
    [ -0.1156,  -1.9975,   0.0000,   0.0000], // TalkDense
    [  0.3524,  -0.1110,   0.0000,   0.0000], // TalkDenseApart
];
