//! Checks a text against facts: names that are nearly known ones, relations that cannot be, and facts that no longer hold.
//!
//! Only three ways of saying something are read, in English: "X is Y's role", "X works at Y" (or for), and "X is the role of
//! Y". Not here: any other sentence. A text that says it otherwise is not contradicted, and not confirmed either.

use super::names::{Word, name_at, names, nearly, without_first, words};
use kernel::{
    fact::{Fact, Season, is_incompatible, key, predicate_key},
    id::{EvidenceId, FactId},
    time::Moment,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IssueKind {
    /// A name is nearly one that is known.
    SimilarNameConflict,
    /// A relation cannot hold beside one that does.
    RelationContradiction,
    /// What is said held once, and ended.
    StaleFact,
}

/// Something to look at. The fields that are there depend on its kind.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Issue {
    /// What is wrong
    pub kind: IssueKind,
    /// The name in the text
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mentioned: Option<String>,
    /// The name that is known
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known_entity: Option<String>,
    /// Letters between the two
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit_distance: Option<usize>,
    /// What it is about
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// What the text says of it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_claim: Option<String>,
    /// What the fact says of it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kg_fact: Option<String>,
    /// What held
    #[serde(skip_serializing_if = "Option::is_none")]
    pub predicate: Option<String>,
    /// Between it and what
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// When it ended
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_to: Option<Moment>,
    /// The fact
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triple_id: Option<FactId>,
    /// The evidence it was read from
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_drawer: Option<EvidenceId>,
}

impl Issue {
    fn new(kind: IssueKind) -> Self {
        let (mentioned, known_entity, edit_distance, subject, text_claim, kg_fact) = (None, None, None, None, None, None);
        let (predicate, object, valid_to, triple_id, source_drawer) = (None, None, None, None, None);
        Self { kind, mentioned, known_entity, edit_distance, subject, text_claim, kg_fact, predicate, object, valid_to, triple_id, source_drawer }
    }
}

/// Something that a text says of two things.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    subject: String,
    predicate: String,
    object: String,
}

/// A text being checked: facts are shown to it one by one, and then it says what it found.
#[derive(Debug)]
pub struct Check {
    now: Moment,
    names: BTreeSet<String>,
    said: Vec<Said>,
    known: BTreeMap<String, String>,
    contradictions: Vec<Issue>,
    stale: BTreeMap<usize, Issue>,
    holding: BTreeSet<usize>,
    /// Facts that were looked at.
    pub scanned: usize,
}

impl Check {
    /// Reads a text, to be held against what is so at a moment.
    pub fn new(text: &str, now: Moment) -> Self {
        let (names, said) = (names(text), said(text));
        let (known, contradictions, stale, holding) = (BTreeMap::new(), Vec::new(), BTreeMap::new(), BTreeSet::new());
        Self { now, names, said, known, contradictions, stale, holding, scanned: 0 }
    }

    /// The names in the text.
    pub fn names(&self) -> Vec<String> {
        self.names.iter().cloned().collect()
    }

    /// Learns a name that is known to be right.
    pub fn know(&mut self, name: &str) {
        self.known.entry(key(name)).or_insert_with(|| name.to_owned());
    }

    /// Holds the text against a fact; `known` is the moment of asking, because an end that was said later is known now.
    pub fn against(&mut self, fact: &Fact, known: Moment) {
        self.scanned += 1;
        self.know(&fact.subject);
        self.know(&fact.object);
        let season = fact.season(self.now, known);
        for (place, said) in self.said.iter().enumerate() {
            if key(&said.subject) != key(&fact.subject) || key(&said.object) != key(&fact.object) {
                continue;
            }
            let (says, holds) = (predicate_key(&said.predicate), predicate_key(&fact.predicate));
            match season {
                Season::Active if says == holds => {
                    self.holding.insert(place);
                }
                Season::Active if is_incompatible(&says, &holds) => self.contradictions.push(Issue {
                    subject: Some(fact.subject.clone()),
                    text_claim: Some(format!("{} {} {}", said.subject, said.predicate, said.object)),
                    kg_fact: Some(fact.line()),
                    triple_id: Some(fact.id.clone()),
                    source_drawer: fact.source.clone(),
                    ..Issue::new(IssueKind::RelationContradiction)
                }),
                // What was withdrawn as never true did not hold once.
                Season::Expired if says == holds && fact.end(known).is_some_and(|end| end > fact.valid_from) => {
                    let stale = Issue {
                        subject: Some(fact.subject.clone()),
                        predicate: Some(fact.predicate.clone()),
                        object: Some(fact.object.clone()),
                        valid_to: fact.end(known),
                        triple_id: Some(fact.id.clone()),
                        ..Issue::new(IssueKind::StaleFact)
                    };
                    self.stale.insert(place, stale); // the last one to be told
                }
                Season::Active | Season::Expired | Season::Upcoming => {}
            }
        }
    }

    /// What is wrong, if anything.
    pub fn issues(self) -> Vec<Issue> {
        let mut issues = Vec::new();
        for name in &self.names {
            if self.known.contains_key(&key(name)) {
                continue;
            }
            for known in self.known.values() {
                if let Some(distance) = nearly(name, known) {
                    issues.push(Issue {
                        mentioned: Some(name.clone()),
                        known_entity: Some(known.clone()),
                        edit_distance: Some(distance),
                        ..Issue::new(IssueKind::SimilarNameConflict)
                    });
                }
            }
        }
        issues.extend(self.contradictions);
        issues.extend(self.stale.into_iter().filter(|(place, _)| !self.holding.contains(place)).map(|(_, issue)| issue));
        issues
    }
}

/// What a text says of two things, in the three ways that are read.
fn said(text: &str) -> Vec<Said> {
    let words = words(text);
    let mut found = Vec::new();
    for start in 0..words.len() {
        // A name is read from its first word; the words inside it begin no other.
        if start > 0 && !words[start - 1].owns && words[start - 1].is_name() && words[start].follows && words[start].is_name() {
            continue;
        }
        let Some((subject, at)) = name_at(&words, start).filter(|(_, at)| !words[at - 1].owns) else { continue };
        let told = owned_role(&words, at).or_else(|| works_at(&words, at)).or_else(|| role_of(&words, at));
        let Some((predicate, object)) = told else { continue };
        if let Some(rest) = without_first(&words, start, &subject) {
            found.push(Said { subject: rest.to_owned(), predicate: predicate.clone(), object: object.clone() });
        }
        found.push(Said { subject, predicate, object });
    }
    found
}

/// `is Y's role`
fn owned_role(words: &[Word<'_>], at: usize) -> Option<(String, String)> {
    words.get(at).filter(|word| word.follows && word.is("is"))?;
    let (owner, after) = name_at(words, at + 1)?;
    let role = words.get(after).filter(|_| words[after - 1].owns)?;
    (!role.is_name()).then(|| (role.text.to_lowercase(), owner))
}

/// `works at Y`, `works for Y`
fn works_at(words: &[Word<'_>], at: usize) -> Option<(String, String)> {
    words.get(at).filter(|word| word.follows && word.is("works"))?;
    words.get(at + 1).filter(|word| word.follows && (word.is("at") || word.is("for")))?;
    let (place, _) = name_at(words, at + 2)?;
    Some(("works_at".into(), place))
}

/// `is the role of Y`, `is a role of Y`, `is role of Y`
fn role_of(words: &[Word<'_>], at: usize) -> Option<(String, String)> {
    words.get(at).filter(|word| word.follows && word.is("is"))?;
    let article = words.get(at + 1).is_some_and(|word| ["the", "a", "an"].iter().any(|article| word.is(article)));
    let role = words.get(at + 1 + usize::from(article)).filter(|word| word.follows && !word.is_name())?;
    words.get(at + 2 + usize::from(article)).filter(|word| word.follows && word.is("of"))?;
    let (of, _) = name_at(words, at + 3 + usize::from(article))?;
    Some((role.text.to_lowercase(), of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_ways_of_saying_something_are_read_and_no_others() {
        type Told<'t> = (&'t str, &'t str, &'t str);
        let table: &[(&str, &[Told<'_>])] = &[
            ("Bob is Alice's brother.", &[("Bob", "brother", "Alice")]),
            ("Bob is Alice\u{2019}s brother", &[("Bob", "brother", "Alice")]),
            (
                "I hear that Ada Lovelace works at Acme Mills, and Tom works for Acme",
                &[("Ada Lovelace", "works_at", "Acme Mills"), ("Tom", "works_at", "Acme")],
            ),
            ("Tom is the manager of Ada. Ada is sister of Zoe", &[("Tom", "manager", "Ada"), ("Ada", "sister", "Zoe")]),
            ("Today Bob works at Acme", &[("Bob", "works_at", "Acme"), ("Today Bob", "works_at", "Acme")]),
            ("Bob was Alice's brother", &[]),
            ("Bob is Alice's. Brother!", &[]),
            ("She works at Acme", &[]),
            ("Bob works atAcme", &[]),
            ("Bob is tall", &[]),
            ("", &[]),
        ];
        for (text, expected) in table {
            let found: Vec<(String, String, String)> = said(text).into_iter().map(|s| (s.subject, s.predicate, s.object)).collect();
            let found: Vec<(&str, &str, &str)> = found.iter().map(|(s, p, o)| (s.as_str(), p.as_str(), o.as_str())).collect();
            assert_eq!(found, *expected, "{text}");
        }
    }
}
