//! Text to tokens: BERT's uncased WordPiece, and one step before it. A word that is no token as a whole is split where
//! its case changes, so `getUserName` is three words and `YouTube` stays one.
//!
//! `tools/embed/words.py` is the reference. Stop words are not removed here: the vectors carry their own weights.

use super::TokenId;
use super::file::{File, Kind};
use super::token_cache::TokenCache;
use kernel::text::Slice;

/// Longer words are no language; the reference calls them unknown.
const WORD_CHARS_MAX: usize = 100;

/// Shorter words are not split: `5K` is one thing.
const SPLIT_BYTES_MIN: usize = 3;

/// The tokens of one text.
pub(super) struct Words<'t> {
    file: &'t File,
    rest: std::str::Chars<'t>,
    /// The current word, folded.
    word: String,
    /// Prefix hashes of the word part being cut, reused between words.
    hashes: Vec<u32>,
    /// Where the case of the current word changes, as byte offsets into it.
    turns: Vec<usize>,
    /// Tokens of the current word in reverse order, waiting to be handed out.
    ready: Vec<TokenId>,
    /// How words were cut before.
    cache: Option<&'t mut TokenCache>,
}

impl<'t> Words<'t> {
    pub(super) fn new(file: &'t File, text: &'t str, cache: Option<&'t mut TokenCache>) -> Self {
        Words {
            cache,
            file,
            rest: text.chars(),
            word: String::with_capacity(32),
            hashes: Vec::with_capacity(32),
            turns: Vec::new(),
            ready: Vec::with_capacity(8),
        }
    }

    /// The words themselves, folded and not yet cut.
    pub(super) fn folded(mut self) -> impl Iterator<Item = String> {
        std::iter::from_fn(move || self.read().then(|| self.word.clone()))
    }

    /// Reads the next word into `word` and `turns`; false at the end of the text.
    fn read(&mut self) -> bool {
        self.word.clear();
        self.turns.clear();
        let (mut before, mut last) = (Case::Other, Case::Other);
        loop {
            let ahead = self.rest.clone();
            let Some(c) = self.rest.next() else { return !self.word.is_empty() };
            let kind = if c.is_ascii() { ascii_kind(c) } else { self.file.kind(c) };
            match kind {
                Kind::Dropped => {}
                Kind::Space if self.word.is_empty() => {}
                Kind::Space => return true,
                Kind::Alone if self.word.is_empty() => {
                    if c.is_ascii() {
                        self.word.push(c);
                    } else {
                        self.file.fold(c, &mut self.word);
                    }
                    return true;
                }
                Kind::Alone => {
                    self.rest = ahead;
                    return true;
                }
                Kind::Letter if c.is_ascii() => {
                    let case = Case::of(c);
                    match (before, last, case) {
                        (_, Case::Lower, Case::Upper) => self.turns.push(self.word.len()),
                        // The last capital of a run belongs to the word that follows it: HTTP, Server.
                        (Case::Upper, Case::Upper, Case::Lower) if c.is_ascii_lowercase() => self.turns.push(self.word.len() - 1),
                        _ => {}
                    }
                    (before, last) = (last, case);
                    self.word.push(c.to_ascii_lowercase());
                }
                Kind::Letter => {
                    (before, last) = (last, Case::Other);
                    self.file.fold(c, &mut self.word);
                }
            }
        }
    }

    /// Cuts the current word into tokens, last token first.
    fn cut(&mut self) {
        if self.word.len() < SPLIT_BYTES_MIN {
            self.turns.clear();
        }
        let is_known = self.word.len() > 1 && self.cache.as_mut().is_some_and(|cache| cache.recall(&self.word, &self.turns, &mut self.ready));
        if !is_known {
            self.cut_anew();
            if let Some(cache) = self.cache.as_mut().filter(|_| self.word.len() > 1) {
                cache.remember(&self.ready);
            }
        }
        self.ready.reverse();
    }

    /// Appends the tokens of the current word, in order.
    fn cut_anew(&mut self) {
        let word = std::mem::take(&mut self.word);
        if self.turns.is_empty() || !self.cut_part(&word, true) {
            let turns = std::mem::take(&mut self.turns);
            let mut start = 0;
            for end in turns.iter().copied().chain([word.len()]) {
                self.cut_part(word.slice(start..end), false);
                start = end;
            }
            self.turns = turns;
        }
        self.word = word;
    }

    /// Appends the tokens of one part, longest first; none when a piece of it is unknown, and none when it is not one whole token but must be.
    fn cut_part(&mut self, part: &str, whole: bool) -> bool {
        if let [byte @ 0..128] = part.as_bytes() {
            let token = self.file.find_single(*byte);
            self.ready.extend(token.map(TokenId));
            return token.is_some();
        }
        let before = self.ready.len();
        let mut start = 0;
        // Counting bytes first is enough for all but very long words.
        if part.len() > WORD_CHARS_MAX && part.chars().count() > WORD_CHARS_MAX {
            return false;
        }
        while start < part.len() {
            let rest = part.slice(start..);
            let prefix = if start == 0 { "" } else { "##" };
            let Some((token, length)) = self.longest(prefix, rest, whole) else {
                self.ready.truncate(before);
                return false;
            };
            self.ready.push(TokenId(token));
            start += length;
        }
        true
    }

    /// The longest token that `rest` starts with, and how many bytes of it.
    fn longest(&mut self, prefix: &str, rest: &str, whole: bool) -> Option<(u16, usize)> {
        if whole && rest.len() > self.file.longest() {
            return None;
        }
        let mut hash = prefix.bytes().fold(0x811C_9DC5, step);
        self.hashes.clear();
        self.hashes.extend(rest.bytes().take(self.file.longest()).map(|byte| {
            hash = step(hash, byte);
            hash
        }));
        for length in (1..=self.hashes.len()).rev() {
            if rest.is_char_boundary(length)
                && let Some(token) = self.file.find(self.hashes[length - 1], prefix, rest.slice(..length))
            {
                return Some((token, length));
            }
            if whole {
                return None;
            }
        }
        None
    }
}

impl Iterator for Words<'_> {
    type Item = TokenId;

    fn next(&mut self) -> Option<TokenId> {
        loop {
            if let Some(token) = self.ready.pop() {
                return Some(token);
            }
            if !self.read() {
                return None;
            }
            self.cut();
        }
    }
}

/// What a character is to the case rule. Digits count as lower case: `utf8Decode` is two words.
#[derive(Debug, Clone, Copy)]
enum Case {
    Lower,
    Upper,
    Other,
}

impl Case {
    fn of(c: char) -> Case {
        match c {
            'a'..='z' | '0'..='9' => Case::Lower,
            'A'..='Z' => Case::Upper,
            _ => Case::Other,
        }
    }
}

fn ascii_kind(c: char) -> Kind {
    match c {
        '\t' | '\n' | '\r' | ' ' => Kind::Space,
        c if c.is_ascii_alphanumeric() => Kind::Letter,
        c if c.is_ascii_punctuation() => Kind::Alone,
        _ => Kind::Dropped,
    }
}

/// One step of FNV-1a, as `tools/embed/pack.py` hashes.
fn step(hash: u32, byte: u8) -> u32 {
    (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
}
