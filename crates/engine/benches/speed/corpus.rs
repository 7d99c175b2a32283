//! A corpus that nobody wrote, but that is spread as real ones are: words by Zipf's law, the commonest ones English, sessions
//! and files with topics of their own. The same on every machine for the same state of this repository.
//!
//! Not here: meaning. Whether recall is right is measured on sets that people labelled.

use crate::common::Result;
use ingest::{Document, Kind, Part, Role};
use kernel::time::{DAY_MS, MINUTE_MS, Moment};
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

/// Words there are in all; the rare ones are made up, as most rare words are.
const WORDS: usize = 400_000;
/// How steeply words become rare.
const STEEPNESS: f64 = 1.05;
/// Of a hundred words, so many are of the document's own topic.
const TOPICAL: u64 = 25;
/// Words of a topic.
const TOPIC_WORDS: u64 = 40;
/// Words of a document that one question is about.
const STRETCH: usize = 40;
/// Topics come from beyond the commonest words.
const TOPIC_FROM: u64 = 300;
/// Folders of this repository that people wrote.
const WRITTEN: [&str; 4] = ["docs", "contracts", "crates", "xtask"];
const NAMES: [&str; 8] = ["Amara", "Bela", "Chen", "Dara", "Emil", "Farah", "Goran", "Hanna"];
const SYLLABLES: [&str; 24] = [
    "ba", "ce", "di", "fo", "gu", "ha", "jin", "ka", "lor", "mi", "nu", "pe", "qua", "ri", "sol", "ta", "ul", "ver", "wy", "xan", "yo", "zet", "bri",
    "cham",
];

/// A generator of numbers: small, good enough, and the same everywhere.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
    /// Below a limit.
    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit.max(1)
    }
    /// From one number up to another.
    fn between(&mut self, from: u64, to: u64) -> u64 {
        from + self.below(to - from + 1)
    }
    /// From 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Words, the commonest first.
pub(crate) struct Vocabulary(Vec<String>);

impl Vocabulary {
    /// The words of this repository by how often they are used, then words that are made up.
    pub(crate) fn of_repository() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut counts: HashMap<String, u64> = HashMap::new();
        let mut waiting: Vec<PathBuf> = WRITTEN.iter().map(|folder| root.join(folder)).collect();
        while let Some(path) = waiting.pop() {
            if path.is_dir() {
                for entry in fs::read_dir(&path)? {
                    waiting.push(entry?.path());
                }
            } else if path.extension().is_some_and(|kind| kind == "md" || kind == "rs") {
                for word in search::text::words(&fs::read_to_string(&path)?).into_iter().filter(|word| word.chars().all(char::is_alphabetic)) {
                    *counts.entry(word).or_default() += 1;
                }
            }
        }
        let mut counted: Vec<(String, u64)> = counts.into_iter().collect();
        counted.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let mut words: Vec<String> = counted.into_iter().map(|(word, _)| word).collect();
        let mut chance = Chance::new(1);
        while words.len() < WORDS {
            let syllables = chance.between(2, 5);
            words.push((0..syllables).map(|_| SYLLABLES[usize::try_from(chance.below(24)).unwrap_or(0)]).collect());
        }
        Ok(Self(words))
    }

    fn word(&self, rank: u64) -> &str {
        usize::try_from(rank).ok().and_then(|rank| self.0.get(rank)).map_or("", String::as_str)
    }

    /// A word, the commoner the likelier.
    fn drawn(&self, chance: &mut Chance) -> u64 {
        // The inverse of a power law's distribution, so that no table is needed.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a rank below the number of words")]
        let rank = {
            let (most, slope) = (WORDS as f64, 1.0 - STEEPNESS);
            ((1.0 + chance.share() * (most.powf(slope) - 1.0)).powf(1.0 / slope) - 1.0) as u64
        };
        rank.min(self.0.len() as u64 - 1)
    }
}

/// Writes documents, one after the other.
pub(crate) struct Writer<'v> {
    vocabulary: &'v Vocabulary,
    chance: Chance,
    written: u64,
}

impl<'v> Writer<'v> {
    pub(crate) fn new(vocabulary: &'v Vocabulary) -> Self {
        Self { vocabulary, chance: Chance::new(7), written: 0 }
    }

    /// The next document: mostly talk, some notes, some code.
    pub(crate) fn next(&mut self, now: Moment) -> Document {
        let n = self.written;
        self.written += 1;
        let topic = TOPIC_FROM + self.chance.below(WORDS as u64 / 20);
        match n % 8 {
            6 => self.markdown(n, topic),
            7 => self.code(n, topic),
            _ => self.talk(n, topic, now),
        }
    }

    fn talk(&mut self, n: u64, topic: u64, now: Moment) -> Document {
        let days = i64::try_from(self.chance.below(1_000)).unwrap_or(0);
        let start = now.plus(-(days + 1) * DAY_MS);
        let pair = self.chance.below(4) * 2;
        let turns = self.chance.between(16, 40);
        let parts = (0..turns).map(|turn| {
            let words = self.chance.between(6, 45);
            let author = NAMES[usize::try_from(pair + turn % 2).unwrap_or(0)];
            let at = Some(start.plus(i64::try_from(turn).unwrap_or(0) * MINUTE_MS));
            Part { text: self.sentences(words, topic), author: author.into(), role: Role::User, at, ..Part::default() }
        });
        Document { path: format!("talk/{n}.jsonl"), title: String::new(), kind: Kind::Conversation, parts: parts.collect() }
    }

    fn markdown(&mut self, n: u64, topic: u64) -> Document {
        let sections = self.chance.between(6, 14);
        let mut text = format!("# {}\n", self.sentences(4, topic));
        for _ in 0..sections {
            let heading = self.sentences(3, topic);
            let words = self.chance.between(80, 150);
            text.push_str(&format!("\n## {heading}\n\n{}\n", self.sentences(words, topic)));
        }
        Document { path: format!("notes/{n}.md"), title: String::new(), kind: Kind::Markdown, parts: vec![Part { text, ..Part::default() }] }
    }

    fn code(&mut self, n: u64, topic: u64) -> Document {
        let functions = self.chance.between(8, 20);
        let mut text = String::new();
        for _ in 0..functions {
            let (name, taken, about) = (self.name(topic, 3), self.name(topic, 1), self.sentences(12, topic));
            text.push_str(&format!("/// {about}\nfn {name}({taken}: &str) -> usize {{\n"));
            for _ in 0..self.chance.between(6, 16) {
                let (left, right) = (self.name(topic, 2), self.name(topic, 2));
                text.push_str(&format!("    let {left} = {right}({taken}, {});\n", self.chance.below(100)));
            }
            text.push_str("}\n\n");
        }
        Document { path: format!("src/{n}.rs"), title: String::new(), kind: Kind::Code, parts: vec![Part { text, ..Part::default() }] }
    }

    fn name(&mut self, topic: u64, words: u64) -> String {
        let ranks: Vec<u64> = (0..words).map(|_| self.rank(topic)).collect();
        ranks.into_iter().map(|rank| self.vocabulary.word(rank)).collect::<Vec<_>>().join("_")
    }

    fn rank(&mut self, topic: u64) -> u64 {
        if self.chance.below(100) < TOPICAL { topic + self.chance.below(TOPIC_WORDS) } else { self.vocabulary.drawn(&mut self.chance) }
    }

    fn sentences(&mut self, words: u64, topic: u64) -> String {
        let mut text = String::new();
        for n in 0..words {
            let rank = self.rank(topic);
            let word = self.vocabulary.word(rank);
            match n % 11 {
                0 if n > 0 => text.push_str(". "),
                0 => {}
                6 => text.push_str(", "),
                _ => text.push(' '),
            }
            text.push_str(word);
        }
        text
    }
}

/// Questions about what was written, one for each document.
pub(crate) struct Questions {
    chance: Chance,
    asked: Vec<String>,
}

impl Questions {
    pub(crate) fn new() -> Self {
        Self { chance: Chance::new(11), asked: Vec::new() }
    }

    /// Asks about a document.
    pub(crate) fn look(&mut self, document: &Document) {
        let place = usize::try_from(self.chance.below(document.parts.len() as u64)).unwrap_or(0);
        let Some(part) = document.parts.get(place) else { return };
        // From one stretch of it, as somebody would who remembers that stretch.
        let told = search::text::words(&part.text);
        let from = usize::try_from(self.chance.below(told.len() as u64)).unwrap_or(0).min(told.len().saturating_sub(STRETCH));
        let mut words: Vec<&String> = told.iter().skip(from).take(STRETCH).filter(|word| !search::text::is_stop(word) && word.len() > 2).collect();
        let wanted = usize::try_from(self.chance.between(2, 5)).unwrap_or(2);
        while words.len() > wanted {
            words.remove(usize::try_from(self.chance.below(words.len() as u64)).unwrap_or(0));
        }
        let about = words.into_iter().map(String::as_str).collect::<Vec<_>>().join(" ");
        if about.is_empty() {
            return; // a stretch of real text may hold nothing but short words and signs
        }
        let author = if part.author.is_empty() { "we" } else { &part.author };
        self.asked.push(match self.chance.below(10) {
            0 => format!("What did {author} say about {about} in May 2025?"),
            1..=5 => format!("What did {author} say about {about}?"),
            6 | 7 => about,
            _ => format!("how do we handle {about}"),
        });
    }

    /// So many of them, evenly.
    pub(crate) fn some(self, wanted: usize) -> Vec<String> {
        let all = self.asked.len();
        (0..wanted.min(all)).map(|n| self.asked[n * all / wanted.min(all)].clone()).collect()
    }
}
