//! Knowing a text again: exactly, by the digest of its words; nearly, by a sketch that is then verified word by word.
//!
//! Looking up: every text whose sketch differs in few bits; of those, the ones for which [`is_near`] says yes. What comes
//! back from memory in quotes has the sketch of its original, so recalling and keeping it again cannot multiply a memory.
//!
//! The functions here are a stored format: a change to them is a change to every fingerprint kept, and the tests pin
//! them.
//!
//! Not here: meaning. Two ways to say one thing are two texts, and two facts in nearly the same words are two facts.

mod near;
mod words;

use kernel::ledger::Digest;
use words::Words;

pub use near::{Compared, Sketches, is_near};

/// What a text is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    /// SHA-256 of its words: lower case, single spaces, without markdown, quoting and the punctuation of sentences
    pub normal: [u8; 32],
    /// `SimHash` over every three words that follow each other; texts with most of them in common differ in few bits
    pub sketch: u64,
}

impl Fingerprint {
    /// The fingerprint of a text.
    pub fn of(text: &str) -> Self {
        let words = Words::of(text);
        Self { normal: Digest::of(words.text().as_bytes()).0, sketch: sketch(&words) }
    }
}

/// Each bit of a byte in a lane of its own.
const SPREAD: [u64; 256] = {
    let mut table = [0_u64; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// For every bit, whether it is set in more than half of the shingles. Sixty-four counters are kept in eight integers,
/// a byte each, and emptied before one could overflow.
fn sketch(words: &Words) -> u64 {
    let mut totals = [0_u32; 64];
    let mut shingles = 0;
    let mut lanes = [0_u64; 8];
    let mut held = 0;
    let mut empty = |lanes: &mut [u64; 8]| {
        for (totals, lane) in totals.as_chunks_mut::<8>().0.iter_mut().zip(lanes.iter_mut()) {
            for (total, count) in totals.iter_mut().zip(std::mem::take(lane).to_le_bytes()) {
                *total += u32::from(count);
            }
        }
    };
    for shingle in words.shingles() {
        for (lane, byte) in lanes.iter_mut().zip(shingle.to_le_bytes()) {
            *lane += SPREAD[usize::from(byte)];
        }
        shingles += 1;
        held += 1;
        if held == 255 {
            empty(&mut lanes);
            held = 0;
        }
    }
    empty(&mut lanes);
    (0..64).filter(|bit| totals[*bit] * 2 > shingles).fold(0, |sketch, bit| sketch | 1 << bit)
}
