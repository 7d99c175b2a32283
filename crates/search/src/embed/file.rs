//! The model file: sections over the bytes as they lie in the binary. Nothing is copied and nothing is built.
//!
//! `tools/embed/pack.py` writes what is read here. No other format is read.

use super::vector::DIMS;
use kernel::text::Slice;

const MAGIC: &[u8] = b"PALVEC01";
const EMPTY: u16 = u16::MAX;

/// What a character is to the tokenizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Part of a word.
    Letter,
    /// Left out: marks, controls.
    Dropped,
    /// A word of its own.
    Alone,
    /// Between words.
    Space,
}

/// The sections of an opened model.
#[derive(Debug)]
pub(super) struct File {
    folds: &'static [u8],
    ranges: &'static [u8],
    offsets: &'static [u8],
    text: &'static str,
    slots: &'static [u8],
    scales: &'static [u8],
    rows: &'static [u8],
    longest: usize,
    /// The words of one ASCII character: code is full of them.
    single: [Option<u16>; 128],
}

impl File {
    /// Cuts the bytes into sections; `None` when they are not a model of this version and these dimensions.
    pub(super) fn open(bytes: &'static [u8]) -> Option<File> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        let mut number = || {
            let (head, tail) = rest.split_first_chunk::<4>()?;
            rest = tail;
            usize::try_from(u32::from_le_bytes(*head)).ok()
        };
        let (words, dims, folds, ranges, text, slots) = (number()?, number()?, number()?, number()?, number()?, number()?);
        if dims != DIMS || !slots.is_power_of_two() || words >= slots.min(usize::from(EMPTY)) {
            return None;
        }
        let mut section = |length: usize| {
            let (head, tail) = rest.split_at_checked(length)?;
            rest = tail;
            Some(head)
        };
        let mut file = File {
            folds: section(folds * 16)?,
            ranges: section(ranges * 12)?,
            offsets: section((words + 1) * 4)?,
            text: std::str::from_utf8(section(text)?).ok()?,
            slots: section(slots * 2)?,
            scales: section(words * 4)?,
            rows: section(words * DIMS)?,
            longest: 0,
            single: [None; 128],
        };
        file.longest = file
            .offsets
            .as_chunks::<4>()
            .0
            .array_windows()
            .map(|[start, end]| u32::from_le_bytes(*end) - u32::from_le_bytes(*start))
            .max()
            .unwrap_or(0) as usize;
        let mut single = [None; 128];
        for word in 0..u16::try_from(file.rows()).ok()? {
            if let [byte @ 0..128] = file.spelled(word)
                && let Some(place) = single.get_mut(usize::from(*byte))
            {
                *place = Some(word);
            }
        }
        file.single = single;
        rest.is_empty().then_some(file)
    }

    pub(super) fn rows(&self) -> usize {
        self.scales.len() / 4
    }

    pub(super) fn row(&self, word: u16) -> &'static [u8] {
        let start = usize::from(word) * DIMS;
        &self.rows[start..start + DIMS]
    }

    pub(super) fn scale(&self, word: u16) -> f32 {
        f32::from_bits(number(self.scales, usize::from(word)))
    }

    pub(super) fn word(&self, word: u16) -> &'static str {
        let at = |i| number(self.offsets, i) as usize;
        self.text.slice(at(usize::from(word))..at(usize::from(word) + 1))
    }

    /// A word's bytes.
    fn spelled(&self, word: u16) -> &'static [u8] {
        let at = |i| number(self.offsets, i) as usize;
        &self.text.as_bytes()[at(usize::from(word))..at(usize::from(word) + 1)]
    }

    /// Bytes of the longest word: no longer piece of a text is one.
    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    /// Finds the word that is one ASCII character.
    pub(super) fn find_single(&self, byte: u8) -> Option<u16> {
        self.single.get(usize::from(byte)).copied().flatten()
    }

    /// Finds the word written `prefix` + `rest`, whose hash is given.
    pub(super) fn find(&self, hash: u32, prefix: &str, rest: &str) -> Option<u16> {
        let mask = self.slots.len() / 2 - 1;
        let mut at = (hash ^ (hash >> 15)) as usize & mask;
        loop {
            let word = u16::from_le_bytes([self.slots[at * 2], self.slots[at * 2 + 1]]);
            if word == EMPTY {
                return None;
            }
            let spelled = self.spelled(word);
            // Lengths first: most of what shares a slot differs there already.
            if spelled.len() == prefix.len() + rest.len() && spelled.ends_with(rest.as_bytes()) && spelled.starts_with(prefix.as_bytes()) {
                return Some(word);
            }
            at = (at + 1) & mask;
        }
    }

    /// The class of a character beyond ASCII, as written.
    pub(super) fn kind(&self, c: char) -> Kind {
        let code = u32::from(c);
        let (mut low, mut high) = (0, self.ranges.len() / 12);
        while low < high {
            let middle = usize::midpoint(low, high);
            if number(self.ranges, middle * 3 + 1) < code { low = middle + 1 } else { high = middle }
        }
        if low < self.ranges.len() / 12 && number(self.ranges, low * 3) <= code {
            return match number(self.ranges, low * 3 + 2) {
                1 => Kind::Dropped,
                4 => Kind::Space,
                _ => Kind::Alone,
            };
        }
        // The supplementary planes past the ideographs hold tags and private use only.
        if code >= 0xE_0000 { Kind::Dropped } else { Kind::Letter }
    }

    /// Appends what a character beyond ASCII becomes: decomposed, marks dropped, lower case.
    pub(super) fn fold(&self, c: char, out: &mut String) {
        let code = u32::from(c);
        if let Some(syllable) = code.checked_sub(0xAC00).filter(|s| *s < 11_172) {
            // Hangul decomposes by rule: lead, vowel and, in most, a tail.
            let tail = (syllable % 28 > 0).then_some(0x11A7 + syllable % 28);
            let parts = [Some(0x1100 + syllable / 588), Some(0x1161 + syllable % 588 / 28), tail];
            out.extend(parts.into_iter().flatten().filter_map(char::from_u32));
            return;
        }
        let (mut low, mut high) = (0, self.folds.len() / 16);
        while low < high {
            let middle = usize::midpoint(low, high);
            if number(self.folds, middle * 4) < code { low = middle + 1 } else { high = middle }
        }
        if low < self.folds.len() / 16 && number(self.folds, low * 4) == code {
            out.extend((1..4).map(|i| number(self.folds, low * 4 + i)).filter(|to| *to != 0).filter_map(char::from_u32));
        } else {
            out.push(c);
        }
    }
}

/// The `i`-th number of a section of 32-bit numbers.
fn number(section: &[u8], i: usize) -> u32 {
    let start = i * 4;
    match section.get(start..).and_then(|rest| rest.first_chunk::<4>()) {
        Some(bytes) => u32::from_le_bytes(*bytes),
        None => panic!("BUG: number {i} lies outside its section of the model file"),
    }
}
