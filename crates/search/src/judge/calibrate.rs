//! From a sum of weighed measures to how surely a candidate answers, between 0 and 1: comparable between questions and between
//! turns, chats and texts.

use super::{Candidate, Corpus, math, weights::Weight};

/// A logistic: where it stands and how steep it is.
#[derive(Clone, Copy, Debug)]
struct Logistic {
    offset: f32,
    slope: f32,
}

const DIALOGUE: Logistic = Logistic { offset: -8.0, slope: 0.5 };
const CHAT: Logistic = Logistic { offset: -8.0, slope: 0.5 };
const PLAIN: Logistic = Logistic { offset: -8.0, slope: 0.5 };

/// Words in a turn: up to the first it is talk between people, from the second on a chat with long answers.
const DIALOGUE_WORDS: f32 = 30.0;
const CHAT_TO_DIALOGUE: f32 = 5.0;

/// How a candidate is judged: alone, or as a turn that is so much of a chat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Profile {
    Plain,
    /// From 0, a talk between people, to 1, a chat.
    Turn(f32),
}

impl Profile {
    /// How the turns among the candidates are judged: by how long turns are here. The whole store says so best, if there
    /// are only turns in it.
    pub(super) fn of_turns(corpus: Corpus, candidates: &[Candidate]) -> Profile {
        let turns = || candidates.iter().filter(|candidate| candidate.spoken);
        let size = turns().count();
        let length = if size == candidates.len() {
            math::count(corpus.words) / math::count(corpus.items.max(1))
        } else {
            math::count(turns().map(|turn| turn.words.len() as u64).sum()) / math::count(size.max(1) as u64)
        };
        Profile::Turn((math::ln(length.max(1.0) / DIALOGUE_WORDS) / math::ln(CHAT_TO_DIALOGUE)).clamp(0.0, 1.0))
    }

    /// What a measure weighs here.
    pub(super) fn weight(self, weight: &Weight) -> f32 {
        match self {
            Profile::Plain => weight.plain,
            Profile::Turn(chat) => (1.0 - chat) * weight.dialogue + chat * weight.chat,
        }
    }

    /// How surely, from 0 to 1.
    pub(super) fn calibrated(self, sum: f32) -> f32 {
        let apply = |logistic: Logistic| logistic.offset + logistic.slope * sum;
        math::logistic(match self {
            Profile::Plain => apply(PLAIN),
            Profile::Turn(chat) => (1.0 - chat) * apply(DIALOGUE) + chat * apply(CHAT),
        })
    }
}
