//! What somebody wants to write down about using a feature, and whether it says enough.
//!
//! Not here: whether it may be written anyway. A record with a warning may; one that is invalid never.

use super::{Quality, Signal, Track};
use crate::{
    id::TAIL_MAX,
    text::{Malformed, Name, is_hidden},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// What a feature is called. It may be blank, so that a check can say so; a record of a blank one is never kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Feature(String);

impl Feature {
    /// The name, trimmed.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Feature {
    type Error = Malformed;
    fn try_from(text: String) -> Result<Self, Malformed> {
        if text.chars().all(|c| c == ' ') {
            return Ok(Self(String::new()));
        }
        Name::parse(&text).map(|name| Self(name.into()))
    }
}

impl From<Feature> for String {
    fn from(feature: Feature) -> String {
        feature.0
    }
}

impl From<&'static str> for Feature {
    fn from(name: &'static str) -> Self {
        debug_assert!(!name.chars().any(is_hidden), "BUG: a feature of ours is plain");
        Self(name.to_owned())
    }
}

/// The id of a card: `card_…`, or `k_…` for one that began as a drawer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct CardRef(String);

impl TryFrom<String> for CardRef {
    type Error = Malformed;
    fn try_from(text: String) -> Result<Self, Malformed> {
        let tail = text.strip_prefix("card_").or_else(|| text.strip_prefix("k_")).unwrap_or_default();
        let plain = !tail.is_empty() && tail.len() <= TAIL_MAX && tail.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        if plain { Ok(Self(text)) } else { Err(Malformed::new(&text, "the id of a card, like `card_7h3k…`")) }
    }
}

impl From<CardRef> for String {
    fn from(card: CardRef) -> String {
        card.0
    }
}

/// What came of using a feature, as somebody tells it. What was left out is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What it is evidence about.
    pub track: Track,
    /// What came of it.
    pub signal: Signal,
    /// The feature.
    pub feature: Feature,
    /// What was asked.
    pub query: String,
    /// What was shown, as a digest or any other name for it.
    pub context_hash: String,
    /// The card it was about.
    pub card_id: String,
    /// The evaluator it was about.
    pub evaluator_id: String,
    /// The research it was about.
    pub research_report_id: String,
    /// What happened.
    pub note: String,
    /// What more there is to say, as data.
    pub metadata: Map<String, Json>,
}

/// Whether a record says enough, and what is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// How good it is.
    pub quality: Quality,
    /// Why it cannot be kept.
    pub errors: Vec<&'static str>,
    /// What is missing.
    pub warnings: Vec<&'static str>,
}

impl Record {
    /// A record that says no more than what, how and of which feature.
    pub fn of(track: Track, signal: Signal, feature: impl Into<Feature>) -> Self {
        let blank = String::new;
        Self {
            track,
            signal,
            feature: feature.into(),
            query: blank(),
            context_hash: blank(),
            card_id: blank(),
            evaluator_id: blank(),
            research_report_id: blank(),
            note: blank(),
            metadata: Map::new(),
        }
    }

    /// Judges it. The words are the contract's.
    pub fn judge(&self) -> Judged {
        let blank = |text: &str| text.trim().is_empty();
        let (mut errors, mut warnings) = (Vec::new(), Vec::new());
        if blank(self.feature.as_str()) {
            errors.push("feature must not be empty");
        }
        if self.signal.is_outcome() && blank(&self.query) && blank(&self.note) {
            warnings.push("missing concrete outcome context: provide note or query for this signal");
        }
        match self.track {
            Track::CardContext | Track::CardEmbedding if blank(&self.card_id) => {
                warnings.push("missing card_id for card-related adoption evidence");
            }
            Track::Evaluator if blank(&self.evaluator_id) => warnings.push("missing evaluator_id for evaluator adoption evidence"),
            Track::ResearchAdapter if blank(&self.research_report_id) => {
                warnings.push("missing research_report_id for research adapter adoption evidence");
            }
            Track::RuntimeAdoption | Track::CardContext | Track::CardEmbedding | Track::Evaluator | Track::ResearchAdapter => {}
        }
        let quality = match (errors.is_empty(), warnings.is_empty()) {
            (false, _) => Quality::Invalid,
            (true, false) => Quality::Warning,
            (true, true) => Quality::Ready,
        };
        Judged { quality, errors, warnings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_as_good_as_what_it_says() {
        let full = |track, signal| {
            let mut record = Record::of(track, signal, "f");
            record.note = "it helped".into();
            record.card_id = "card_1".into();
            record.evaluator_id = "ev".into();
            record.research_report_id = "r-1".into();
            record
        };
        for track in Track::ALL {
            for signal in Signal::ALL {
                assert_eq!(full(*track, *signal).judge().quality, Quality::Ready, "{track:?} {signal:?}");
                let mut bare = full(*track, *signal);
                bare.note = "  ".into();
                let wanted = if signal.is_outcome() { Quality::Warning } else { Quality::Ready };
                assert_eq!(bare.judge().quality, wanted, "{track:?} {signal:?}");
                bare.query = "skill trigger".into();
                assert_eq!(bare.judge().quality, Quality::Ready, "{track:?} {signal:?}: a question is context too");
            }
        }
        let table = [
            (Track::CardContext, vec!["missing card_id for card-related adoption evidence"]),
            (Track::CardEmbedding, vec!["missing card_id for card-related adoption evidence"]),
            (Track::Evaluator, vec!["missing evaluator_id for evaluator adoption evidence"]),
            (Track::ResearchAdapter, vec!["missing research_report_id for research adapter adoption evidence"]),
            (Track::RuntimeAdoption, vec![]),
        ];
        for (track, warnings) in table {
            assert_eq!(Record::of(track, Signal::Used, "f").judge().warnings, warnings, "{track:?}");
        }
        let nameless = Record::of(Track::CardContext, Signal::Accepted, Feature::try_from("   ".to_owned()).expect("blank is for the check to say"));
        let judged = nameless.judge();
        assert_eq!((judged.quality, judged.errors, judged.warnings.len()), (Quality::Invalid, vec!["feature must not be empty"], 2));
        assert!(Feature::try_from("a\u{202e}b".to_owned()).is_err());
    }
}
