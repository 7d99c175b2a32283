//! A labelled set as it lies in its folder: documents, questions, and which half of them a weight may be chosen on.
//!
//! Not here: the sets themselves. They are other people's, for evaluation, and never part of this repository.

use crate::common::Result;
use kernel::{ledger::Digest, time::Moment};
use serde::{Deserialize, de::DeserializeOwned};
use std::{
    collections::{BTreeSet, HashMap},
    path::Path,
};

/// A document of the corpus: a turn, a session, a function.
#[derive(Clone, Deserialize)]
pub(crate) struct Document {
    pub(crate) id: String,
    pub(crate) group: String,
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) session: Option<String>,
    #[serde(default)]
    pub(crate) ts: Option<String>,
    #[serde(default)]
    pub(crate) role: Option<String>,
}

/// A question with what answers it.
#[derive(Clone, Deserialize)]
pub(crate) struct Question {
    pub(crate) id: String,
    pub(crate) group: String,
    pub(crate) query: String,
    pub(crate) gold: Vec<String>,
    #[serde(default)]
    pub(crate) gold_session: Vec<String>,
    #[serde(default, rename = "type")]
    pub(crate) kind: String,
    #[serde(default)]
    pub(crate) ts: Option<String>,
}

/// Which questions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Half {
    /// Those that a weight may be chosen on.
    Tune,
    /// Those that it is then reported on.
    Report,
    /// Both.
    All,
}

impl Half {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Tune => "tune",
            Self::Report => "report",
            Self::All => "whole, not a",
        }
    }
}

/// How a function begins, in the languages that sets have.
const DEFINITIONS: [&str; 8] = ["def ", "async def ", "class ", "@", "fn ", "pub fn ", "function ", "func "];

/// Questions that a set is asked though it holds no answer.
const STRANGE: usize = 100;

/// In how many parts a set is cut that is not cut by its conversations, for figures about what was not seen.
pub(crate) const PARTS: usize = 5;

/// A set.
#[derive(Clone)]
pub(crate) struct Set {
    pub(crate) name: String,
    pub(crate) documents: Vec<Document>,
    pub(crate) questions: Vec<Question>,
    places: HashMap<(String, String), usize>,
    /// The conversations, or where there is only one the questions, that a weight may be chosen on.
    tuning: BTreeSet<String>,
}

impl Set {
    /// Reads `corpus.jsonl` and `queries.jsonl`.
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        let name = folder.file_name().map_or_else(|| "set".into(), |name| name.to_string_lossy().into_owned());
        Ok(Self::of(name, lines(&folder.join("corpus.jsonl"))?, lines(&folder.join("queries.jsonl"))?))
    }

    pub(crate) fn of(name: String, documents: Vec<Document>, questions: Vec<Question>) -> Self {
        let places = documents.iter().enumerate().map(|(n, d)| ((d.group.clone(), d.id.clone()), n)).collect();
        let mut set = Self { name, documents, questions, places, tuning: BTreeSet::new() };
        let groups = set.groups();
        let mut units: Vec<String> = if groups.len() > 1 { groups } else { set.questions.iter().map(|q| q.id.clone()).collect() };
        // In an order that says nothing about them and is the same everywhere.
        units.sort_by_key(|unit| Digest::of(unit.as_bytes()).0);
        set.tuning = units[..units.len() / 2].iter().cloned().collect();
        set
    }

    /// The same set as texts by themselves: nothing was said before or after them. There are no sessions then.
    pub(crate) fn as_texts(&self) -> Self {
        let documents = self.documents.iter().map(|document| Document { session: None, ..document.clone() }).collect();
        let questions = self.questions.iter().map(|question| Question { gold_session: Vec::new(), ..question.clone() }).collect();
        Self { name: format!("{} as texts", self.name), documents, questions, places: self.places.clone(), tuning: self.tuning.clone() }
    }

    /// Its documents with other questions.
    pub(crate) fn asked(&self, name: &str, questions: Vec<Question>) -> Self {
        Self::of(name.to_owned(), self.documents.clone(), questions)
    }

    /// Its documents asked for what they do not hold: questions of another set, every second one with its words spelled backwards.
    pub(crate) fn asked_strangely(&self, other: &Self) -> Self {
        let groups = self.groups();
        let backwards = |query: &str| query.split(' ').map(|word| word.chars().rev().collect::<String>()).collect::<Vec<_>>().join(" ");
        let few = other.questions.iter().step_by(other.questions.len().div_ceil(STRANGE).max(1)).enumerate();
        let questions = few.zip(groups.iter().cycle()).map(|((n, question), group)| Question {
            group: group.clone(),
            query: if n % 2 == 0 { question.query.clone() } else { backwards(&question.query) },
            gold: Vec::new(),
            gold_session: Vec::new(),
            ..question.clone()
        });
        self.asked(&format!("{}, asked what it does not hold", self.name), questions.collect())
    }

    /// Several sets in one store, as a palace has it that keeps talk, documents and code.
    pub(crate) fn mixed(sets: &[Self]) -> Self {
        let (mut documents, mut questions) = (Vec::new(), Vec::new());
        for set in sets {
            let own = |name: &String| format!("{}/{name}", set.name);
            let group = String::from("all");
            documents.extend(set.documents.iter().map(|document| Document {
                id: own(&format!("{}/{}", document.group, document.id)),
                group: group.clone(),
                session: document.session.as_ref().map(|session| own(&format!("{}/{session}", document.group))),
                ..document.clone()
            }));
            questions.extend(set.questions.iter().map(|question| Question {
                id: own(&question.id),
                group: group.clone(),
                gold: question.gold.iter().map(|id| own(&format!("{}/{id}", question.group))).collect(),
                gold_session: question.gold_session.iter().map(|session| own(&format!("{}/{session}", question.group))).collect(),
                kind: set.name.clone(),
                ..question.clone()
            }));
        }
        let name = format!("{} in one store", sets.iter().map(|set| set.name.as_str()).collect::<Vec<_>>().join(" and "));
        Self::of(name, documents, questions)
    }

    /// The stores, in the order they first appear.
    pub(crate) fn groups(&self) -> Vec<String> {
        let mut seen = BTreeSet::new();
        self.documents.iter().map(|d| &d.group).filter(|group| seen.insert(*group)).cloned().collect()
    }

    fn unit<'q>(&self, question: &'q Question) -> &'q str {
        if self.groups().len() > 1 { &question.group } else { &question.id }
    }

    /// Whether a question belongs to a half.
    pub(crate) fn is_in(&self, question: &Question, half: Half) -> bool {
        match half {
            Half::All => true,
            Half::Tune => self.tuning.contains(self.unit(question)),
            Half::Report => !self.tuning.contains(self.unit(question)),
        }
    }

    /// The part of the set that a question is left out with when weights are fitted on the rest: its conversation, or where there
    /// is only one a fifth of the questions.
    pub(crate) fn part(&self, question: &Question) -> String {
        if self.groups().len() > 1 { question.group.clone() } else { (usize::from(Digest::of(question.id.as_bytes()).0[0]) % PARTS).to_string() }
    }

    /// What such a part is called.
    pub(crate) fn part_in_words(&self) -> &'static str {
        if self.groups().len() > 1 { "conversation" } else { "fifth" }
    }

    /// Which is which.
    pub(crate) fn split_in_words(&self) -> String {
        let groups = self.groups();
        let count = |half| self.questions.iter().filter(|q| self.is_in(q, half)).count();
        let (tune, report) = (count(Half::Tune), count(Half::Report));
        if groups.len() == 1 {
            return format!("one store, so by question: tune n = {tune}, report n = {report}");
        }
        let named = |wanted: bool| groups.iter().filter(|g| self.tuning.contains(*g) == wanted).cloned().collect::<Vec<_>>().join(", ");
        format!("by conversation: tune n = {tune} ({}), report n = {report} ({})", named(true), named(false))
    }

    /// The document of a store by its id.
    pub(crate) fn place(&self, group: &str, id: &str) -> Option<usize> {
        self.places.get(&(group.to_owned(), id.to_owned())).copied()
    }
}

fn lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let read = |(n, line): (usize, &str)| serde_json::from_str(line).map_err(|e| format!("{}, line {}: {e}", path.display(), n + 1).into());
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(read).collect()
}

/// Whether a document is a function, and not prose.
pub(crate) fn is_code(document: &Document) -> bool {
    document.session.is_none() && DEFINITIONS.iter().any(|word| document.text.trim_start().starts_with(word))
}

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Reads a moment as the sets write it: RFC 3339, `1:56 pm on 8 May, 2023`, `2023/04/10 (Mon) 17:50`. Their clocks have no zone.
pub(crate) fn moment(text: &str) -> Option<Moment> {
    if let Ok(moment) = Moment::parse(text) {
        return Some(moment);
    }
    let (mut year, mut month, mut day, mut hour, mut minute, mut afternoon) = (None, None, None, 0_u32, 0_u32, None);
    let lower = text.to_lowercase();
    for token in lower.split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')')).filter(|token| !token.is_empty()) {
        if let Some((h, m)) = token.split_once(':') {
            (hour, minute) = (h.parse().ok()?, m.get(..2)?.parse().ok()?);
        } else if matches!(token, "am" | "pm") {
            afternoon = Some(token == "pm");
        } else if let [y, m, d] = token.split(['/', '-']).collect::<Vec<_>>()[..] {
            (year, month, day) = (y.parse().ok(), m.parse().ok(), d.parse().ok());
        } else if let Ok(number) = token.parse::<u32>() {
            if number > 31 { year = Some(number) } else { day = Some(number) }
        } else if let Some(place) = MONTHS.iter().position(|name| token.starts_with(name)) {
            month = month.or(u32::try_from(place + 1).ok());
        }
    }
    hour = match afternoon {
        Some(true) => hour % 12 + 12,
        Some(false) => hour % 12,
        None => hour,
    };
    Moment::parse(&format!("{:04}-{:02}-{:02}T{hour:02}:{minute:02}:00.000Z", year?, month?, day?)).ok()
}
