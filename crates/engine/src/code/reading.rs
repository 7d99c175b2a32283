//! Reads a file into its outline and the words it is found by, without secrets.

use kernel::ledger::Digest;
use std::collections::HashSet;
use store::CodeBlob;
use syntax::{Language, Outline, Outliner, Tree};

/// Longest word that mixes letters and digits: beyond that it is a number in disguise.
const MIXED_MAX: usize = 24;

/// A text that is to be outlined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unread<'t> {
    pub(crate) language: Language,
    pub(crate) digest: Digest,
    pub(crate) text: &'t str,
}

/// What is kept of a text. Its number is given by whoever keeps it.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) blob: CodeBlob,
    pub(crate) symbols: usize,
    pub(crate) words: String,
}

/// A name as the index of words has it: folded, and of one piece.
pub(crate) fn token(mark: char, name: &str) -> String {
    let mut token = String::with_capacity(name.len() + 1);
    token.push(mark);
    for c in name.chars() {
        if c.is_alphanumeric() {
            token.extend(c.to_lowercase());
        } else {
            token.push('^');
        }
    }
    token
}

/// Outlines texts, on all processors. The order is kept.
pub(crate) fn read_all(texts: &[Unread<'_>]) -> Vec<Reading> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(texts.len().max(1));
    if workers == 1 || texts.len() < 8 {
        let mut outliner = Outliner::default();
        return texts.iter().map(|unread| read(&mut outliner, *unread)).collect();
    }
    let mut readings: Vec<Option<Reading>> = Vec::new();
    readings.resize_with(texts.len(), || None);
    // Dealt out like cards: neighbours are alike in size, so everybody gets as much.
    std::thread::scope(|scope| {
        let hands: Vec<_> = (0..workers)
            .map(|first| {
                scope.spawn(move || {
                    let mut outliner = Outliner::default();
                    let mine = texts.iter().enumerate().skip(first).step_by(workers);
                    mine.map(|(place, unread)| (place, read(&mut outliner, *unread))).collect::<Vec<_>>()
                })
            })
            .collect();
        for (place, reading) in hands.into_iter().flat_map(|hand| hand.join().unwrap_or_default()) {
            readings[place] = Some(reading);
        }
    });
    // A hand that was lost (its thread ran out of memory or stack) is played again here, where the reason shows.
    let mut outliner = Outliner::default();
    readings.into_iter().zip(texts).map(|(reading, unread)| reading.unwrap_or_else(|| read(&mut outliner, *unread))).collect()
}

fn read(outliner: &mut Outliner, Unread { language, digest, text }: Unread<'_>) -> Reading {
    let mut outline = outliner.outline(language, text);
    let redacted = ingest::redact(text);
    if !redacted.found.is_empty() {
        for symbol in &mut outline.symbols {
            symbol.signature = ingest::redact(&symbol.signature).text.into_owned();
            symbol.doc = ingest::redact(&symbol.doc).text.into_owned();
        }
    }
    let words = words(&outline, &redacted.text);
    let blob = CodeBlob {
        n: 0,
        digest,
        language: language.name().to_owned(),
        lines: i64::from(outline.lines),
        kinds: outline.kinds(),
        outline: outline.to_bytes(),
    };
    Reading { blob, symbols: outline.symbols.len(), words }
}

/// All that a file is found by, each once.
fn words(outline: &Outline, text: &str) -> String {
    let mut page = Page { seen: HashSet::new(), text: String::with_capacity(text.len() / 4) };
    for symbol in &outline.symbols {
        page.put(token('=', &symbol.name));
        for part in search::text::words(&symbol.name) {
            page.put(token('=', &part));
        }
    }
    for mention in &outline.mentions {
        page.put(token('>', &mention.name));
    }
    for name in outline.imports.iter().flat_map(|import| Tree::names_in(&import.what)) {
        page.put(token('<', name));
    }
    each_word(text, |word| page.put(word));
    page.text
}

/// Hands over the words of a text that it can be found by.
pub(crate) fn each_word(text: &str, mut take: impl FnMut(String)) {
    for word in syntax::words(text).into_iter().flat_map(search::text::words) {
        let mixed = word.len() > MIXED_MAX && word.bytes().any(|b| b.is_ascii_digit());
        if word.len() > 1 && !mixed {
            take(word);
        }
    }
}

struct Page {
    seen: HashSet<String>,
    text: String,
}

impl Page {
    fn put(&mut self, word: String) {
        if !self.seen.contains(&word) {
            self.text.push_str(&word);
            self.text.push(' ');
            self.seen.insert(word);
        }
    }
}
