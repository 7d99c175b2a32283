//! Facts: what is said to hold between two things, over which stretch of time, and since when we were told.
//!
//! A fact has two times. One is the world's: from when to when it held. The other is ours: when we heard of it, and when we
//! heard that it ended. Neither is ever overwritten, so that both pasts can be asked. Not here: whether a fact is right. It is
//! somebody's word; what is believed is a claim, under a seal.

use crate::{
    anchor::Anchor,
    claim::Confidence,
    evidence::Origin,
    id::{EvidenceId, FactId},
    time::Moment,
};

/// What is said to hold between two things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its id.
    pub id: FactId,
    /// The project it was said in, or everywhere.
    pub anchor: Anchor,
    /// The thing it is about.
    pub subject: String,
    /// What holds between the two.
    pub predicate: String,
    /// The other thing.
    pub object: String,
    /// How sure whoever said it was.
    pub confidence: Confidence,
    /// What it was read from.
    pub source: Option<EvidenceId>,
    /// What kind of mouth said it.
    pub origin: Origin,
    /// Who said it.
    pub principal: String,
    /// Since when it held.
    pub valid_from: Moment,
    /// Until when, if that was known from the first.
    pub valid_to: Option<Moment>,
    /// When we heard of it.
    pub recorded_at: Moment,
    /// That it ended, once somebody said so.
    pub closed: Option<Closed>,
}

/// That a fact ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// When it stopped to hold. The moment it began, if it never did.
    pub ended: Moment,
    /// Who said so.
    pub by: String,
    /// When we heard.
    pub at: Moment,
}

/// Where a fact stands at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Season {
    /// It begins later.
    Upcoming,
    /// It holds.
    Active,
    /// It held, or never did.
    Expired,
}

impl Fact {
    /// When it ends, by what was known at a moment.
    pub fn end(&self, known: Moment) -> Option<Moment> {
        let told = self.closed.as_ref().filter(|closed| closed.at <= known).map(|closed| closed.ended);
        told.or(self.valid_to)
    }

    /// Where it stands at a moment, by what is known at that moment or later.
    pub fn season(&self, at: Moment, known: Moment) -> Season {
        match self.end(known) {
            Some(end) if end <= at || end <= self.valid_from => Season::Expired,
            _ if self.valid_from > at => Season::Upcoming,
            _ => Season::Active,
        }
    }

    /// The fact as a line.
    pub fn line(&self) -> String {
        format!("{} {} {}", self.subject, self.predicate, self.object)
    }
}

/// How an end of a fact is compared: letter case and spacing say nothing.
pub fn key(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// How a predicate is compared: `works for`, `works_at` and `is the brother of` are read as one spells them short.
pub fn predicate_key(text: &str) -> String {
    let words = key(text).replace([' ', '-'], "_");
    let mut short = words.as_str();
    for article in ["is_", "the_", "a_", "an_"] {
        short = short.strip_prefix(article).unwrap_or(short);
    }
    let short = short.strip_suffix("_of").unwrap_or(short);
    if short.is_empty() {
        words
    } else if short == "works_for" {
        "works_at".into()
    } else {
        short.to_owned()
    }
}

/// Pairs of predicates that cannot both hold between the same two things, the same way round.
pub const INCOMPATIBLE: [(&str, &str); 12] = [
    ("brother", "husband"),
    ("sister", "wife"),
    ("sibling", "spouse"),
    ("father", "son"),
    ("mother", "daughter"),
    ("parent", "child"),
    ("employer", "employee"),
    ("manager", "report"),
    ("friend", "enemy"),
    ("predecessor", "successor"),
    ("works_at", "left"),
    ("depends_on", "independent"),
];

/// Whether two predicates, by their keys, cannot both hold between the same two things.
pub fn is_incompatible(one: &str, other: &str) -> bool {
    INCOMPATIBLE.iter().any(|pair| *pair == (one, other) || *pair == (other, one))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(n: i64) -> Moment {
        Moment::from_millis(n * crate::time::DAY_MS)
    }

    fn fact(valid_to: Option<Moment>, closed: Option<Closed>) -> Fact {
        Fact {
            id: FactId::mint("triple", "1"),
            anchor: Anchor::Global,
            subject: "Ada".into(),
            predicate: "works at".into(),
            object: "Acme".into(),
            confidence: Confidence::hundredths(100),
            source: None,
            origin: Origin::Agent,
            principal: "codex".into(),
            valid_from: day(10),
            valid_to,
            recorded_at: day(20),
            closed,
        }
    }

    #[test]
    fn a_fact_holds_from_its_beginning_up_to_its_end_by_what_was_known() {
        let closed = |ended| Some(Closed { ended, by: "ana".into(), at: day(40) });
        let table = [
            ("open", fact(None, None), 9, 50, Season::Upcoming),
            ("open", fact(None, None), 10, 50, Season::Active),
            ("bounded", fact(Some(day(15)), None), 14, 50, Season::Active),
            ("bounded", fact(Some(day(15)), None), 15, 50, Season::Expired),
            ("closed", fact(None, closed(day(30))), 29, 50, Season::Active),
            ("closed", fact(None, closed(day(30))), 30, 50, Season::Expired),
            ("closed, before we heard", fact(None, closed(day(30))), 35, 39, Season::Active),
            ("never true", fact(None, closed(day(10))), 10, 50, Season::Expired),
            ("never true, and we did not know", fact(None, closed(day(10))), 10, 39, Season::Active),
            ("never true, asked about before", fact(None, closed(day(10))), 5, 50, Season::Expired),
        ];
        for (what, fact, at, known, season) in table {
            assert_eq!(fact.season(day(at), day(known)), season, "{what} on day {at}, known on day {known}");
        }
    }

    #[test]
    fn predicates_are_compared_by_what_they_say() {
        let table = [
            ("works at", "works_at"),
            ("Works For", "works_at"),
            ("is the brother of", "brother"),
            ("brother_of", "brother"),
            ("depends-on", "depends_on"),
            ("of", "of"),
            ("is a", "a"),
        ];
        for (said, key) in table {
            assert_eq!(predicate_key(said), key, "{said}");
        }
        assert!(is_incompatible("husband", "brother") && is_incompatible("brother", "husband") && !is_incompatible("brother", "sister"));
        assert!(INCOMPATIBLE.iter().flat_map(|(a, b)| [a, b]).all(|word| predicate_key(word) == *word), "the table is written in keys");
    }
}
