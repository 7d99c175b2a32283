//! The words of a text as they are compared: without what quoting, markdown and sentences put around them.
//!
//! Only what stands at the edge of a word is taken off, and only marks that do not change what is said. A question mark
//! does, so does every operator: `x < 5` and `x > 5`, `-5` and `5`, `- [ ]` and `- [x]` stay apart.
//!
//! Not here: stems and synonyms.

use kernel::id;
use kernel::text::Slice;

/// Words in order, in one text with single spaces.
pub(super) struct Words {
    text: String,
    ends: Vec<usize>,
    /// For each word, whether it must be the same in a text that is near. Only filled in for comparing.
    kept: Vec<bool>,
}

/// Opening marks that say nothing.
const OPENING: &[char] = &['"', '\'', '“', '”', '‘', '’', '«', '„', '(', '`'];
/// Closing marks that say nothing.
const CLOSING: &[char] = &['"', '\'', '“', '”', '‘', '’', '»', '`', '.', ',', ';', ':', '!', '…'];

impl Words {
    /// The words of a text.
    pub(super) fn of(text: &str) -> Self {
        Self::read(text, |_| false)
    }

    /// The words of a text, those marked for which `keep` says yes; it sees them as they were written.
    pub(super) fn read(text: &str, keep: impl Fn(&str) -> bool) -> Self {
        let mut words =
            Self { text: String::with_capacity(text.len()), ends: Vec::with_capacity(text.len() / 5), kept: Vec::with_capacity(text.len() / 5) };
        for line in unquoted(text).lines() {
            for chunk in without_markers(line).split_whitespace() {
                if !is_citation(chunk) {
                    words.chunk(bare(chunk), &keep);
                }
            }
        }
        if words.ends.is_empty() {
            // Nothing but marks: they are all there is to know it by.
            words.push(text.trim(), true);
        }
        words
    }

    /// All words with single spaces between them.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The same, without the rest.
    pub(super) fn into_text(self) -> String {
        self.text
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        self.ends.iter().scan(0, |start, end| {
            let word = self.text.slice(*start..*end).trim_start_matches(' ');
            *start = *end;
            Some(word)
        })
    }

    /// The marked words in order, hashed.
    pub(super) fn kept(&self) -> impl Iterator<Item = u64> {
        self.iter().zip(&self.kept).filter(|(_, kept)| **kept).map(|(word, _)| hash(word))
    }

    /// Every three words that follow each other, hashed; a shorter text is one shingle.
    pub(super) fn shingles(&self) -> impl Iterator<Item = u64> {
        self.shingled(self.iter().map(hash))
    }

    /// The same, where a word that need not be the same is taken without the ending of a plural.
    pub(super) fn shingles_in_one_number(&self) -> impl Iterator<Item = u64> {
        let singular = |word: &'_ str| word.strip_suffix('s').filter(|rest| rest.len() > 2 && !rest.ends_with('s')).map_or_else(|| hash(word), hash);
        self.shingled(self.iter().zip(&self.kept).map(move |(word, kept)| if *kept { hash(word) } else { singular(word) }))
    }

    fn shingled(&self, mut hashes: impl Iterator<Item = u64>) -> impl Iterator<Item = u64> {
        let (mut a, mut b) = (hashes.next().unwrap_or(0), hashes.next().unwrap_or(0));
        let short = (self.ends.len() < 3).then(|| mixed(a, b, 0));
        short.into_iter().chain(hashes.map(move |c| {
            let shingle = mixed(a, b, c);
            (a, b) = (b, c);
            shingle
        }))
    }

    fn chunk(&mut self, chunk: &str, keep: &impl Fn(&str) -> bool) {
        if chunk.is_ascii() || !chunk.chars().any(is_ideograph) {
            if !chunk.is_empty() && !matches!(chunk, "—" | "–" | "|" | "*") {
                self.push(chunk, keep(chunk));
            }
            return;
        }
        // Scripts without spaces: every character is a word.
        let mut rest = chunk;
        while let Some(c) = rest.chars().next() {
            let len = if is_ideograph(c) { c.len_utf8() } else { rest.find(is_ideograph).unwrap_or(rest.len()) };
            let (word, after) = rest.split_at(len);
            if !matches!(word, "。" | "、" | "，" | "！" | "；" | "：" | "「" | "」" | "『" | "』") {
                self.push(word, keep(word));
            }
            rest = after;
        }
    }

    fn push(&mut self, word: &str, kept: bool) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        if word.is_ascii() {
            let start = self.text.len();
            self.text.push_str(word);
            if let Some(added) = self.text.get_mut(start..) {
                added.make_ascii_lowercase();
            }
        } else {
            self.text.extend(word.chars().flat_map(char::to_lowercase).map(|c| if c == '’' { '\'' } else { c }));
        }
        self.ends.push(self.text.len());
        self.kept.push(kept);
    }
}

/// Characters that are words by themselves, and the marks between them.
const fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3001}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff01}'..='\u{ff1b}' | '\u{20000}'..='\u{3134f}')
}

/// A word without the marks around it.
fn bare(chunk: &str) -> &str {
    // Most words have none.
    if let [first, .., last] = chunk.as_bytes()
        && first.is_ascii_alphanumeric()
        && last.is_ascii_alphanumeric()
    {
        return chunk;
    }
    let mut word = chunk;
    loop {
        let before = word.len();
        word = word.trim_start_matches(OPENING).trim_end_matches(CLOSING);
        if !word.contains('(') {
            word = word.trim_end_matches(')');
        }
        for emphasis in ["***", "**", "~~"] {
            word = word.strip_prefix(emphasis).unwrap_or(word);
            word = word.strip_suffix(emphasis).unwrap_or(word);
        }
        // One mark is emphasis only around a whole word: `*p` and `_name` are not.
        for emphasis in ['*', '_'] {
            word = word
                .strip_prefix(emphasis)
                .and_then(|inner| inner.strip_suffix(emphasis))
                .filter(|inner| !inner.is_empty() && !inner.starts_with(emphasis))
                .unwrap_or(word);
        }
        if word.len() == before {
            return word;
        }
    }
}

/// A line without marks of quoting, headings and lists, and without ids that cite it.
fn without_markers(line: &str) -> &str {
    let mut rest = line.trim_start();
    loop {
        let before = rest.len();
        rest = rest.trim_start_matches('>').trim_start();
        let first = rest.split_whitespace().next().unwrap_or("");
        if is_citation(first) {
            rest = rest.slice(first.len()..).trim_start();
        }
        if rest.len() == before {
            break;
        }
    }
    let heading = rest.trim_start_matches('#');
    if heading.len() < rest.len() && heading.starts_with(' ') {
        rest = heading.trim_start();
    }
    ["- ", "* ", "+ ", "• "].iter().find_map(|bullet| rest.strip_prefix(bullet)).unwrap_or(rest)
}

/// `[e_123]`, `[e_123,`: an id in brackets says where a text came from, not what it says.
fn is_citation(chunk: &str) -> bool {
    (chunk.starts_with('[') || chunk.contains(']')) && is_id(chunk.trim_matches(['[', ']', ',', '.', ':', ';']))
}

fn is_id(word: &str) -> bool {
    let Some((prefix, tail)) = word.split_once('_') else { return false };
    let known = id::KINDS.iter().any(|(_, prefixes)| prefixes.contains(&prefix));
    known && !tail.is_empty() && tail.len() <= id::TAIL_MAX && tail.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Words that an opening such as `Recalled from memory:` consists of, and those of which it needs one.
#[rustfmt::skip] // a table of words, not a column of them
const OPENING_WORDS: &[&str] = &[
    "from", "according", "to", "the", "my", "your", "our", "as", "i", "we", "it", "is", "was", "noted", "earlier", "previously", "stored",
    "saved", "says", "in", "this", "here", "found", "kept", "past", "previous", "session", "sessions", "relevant", "long-term",
];
#[rustfmt::skip] // a table of words, not a column of them
const OPENING_CORE: &[&str] = &[
    "memory", "memories", "recalled", "recall", "remember", "remembered", "palace", "evidence", "quote", "quoted", "quoting",
];

/// A text without the opening that quotes it.
fn unquoted(text: &str) -> &str {
    let mut rest = text;
    for _ in 0..4 {
        let start = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '>' | '*' | '"' | '“'));
        let first = start.split_whitespace().next().unwrap_or("");
        if is_citation(first) {
            rest = start.slice(first.len()..);
            continue;
        }
        let reach = start.slice(..64);
        let Some((opening, _)) = reach.split_once(':').filter(|(opening, _)| !opening.contains('\n')) else { break };
        let mut core = false;
        let known = opening.split([' ', '*', '(', ')', '[', ']', ',', '`']).filter(|word| !word.is_empty()).all(|word| {
            let word = word.to_ascii_lowercase();
            let is_core = OPENING_CORE.contains(&word.as_str()) || is_id(&word);
            core |= is_core;
            is_core || OPENING_WORDS.contains(&word.as_str())
        });
        let after = start.slice(opening.len() + 1..);
        // `Memory:` alone is a text, and `Memory: 16 GB` is about memory.
        let enough = if opening.contains(' ') || opening.contains('_') { 1 } else { 4 };
        let words = after.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).take(enough).count();
        if !known || !core || opening.ends_with(' ') || words < enough {
            break;
        }
        rest = after;
    }
    rest
}

/// FNV-1a: it is written down, so it must be the same everywhere and for ever.
fn hash(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Three words as one number, every bit of which depends on all of them.
fn mixed(a: u64, b: u64, c: u64) -> u64 {
    let mut hash = a.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ b.rotate_left(21).wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
        ^ c.rotate_left(42).wrapping_mul(0x1656_67b1_9e37_79f9);
    hash = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash = (hash ^ hash >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ hash >> 33
}
