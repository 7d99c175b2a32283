//! Text made safe to show: whatever would move, hide or reorder it is spelled out.
//!
//! Not here: letters that merely look alike, such as Latin a and Cyrillic а. They are ordinary
//! text in their own languages; the digest of what was shown tells them apart.

use std::fmt::Write;
use std::ops::RangeInclusive;

/// Characters that draw nothing of their own but change what the reader believes to see, in
/// order of their numbers. Controls (C0, DEL, C1) are added by rule.
const UNSEEN: &[RangeInclusive<char>] = &[
    '\u{00AD}'..='\u{00AD}',   // soft hyphen
    '\u{034F}'..='\u{034F}',   // combining grapheme joiner
    '\u{061C}'..='\u{061C}',   // Arabic letter mark (bidi)
    '\u{115F}'..='\u{1160}',   // Hangul fillers
    '\u{17B4}'..='\u{17B5}',   // Khmer inherent vowels
    '\u{180B}'..='\u{180F}',   // Mongolian selectors and vowel separator
    '\u{200B}'..='\u{200F}',   // zero-width space and joiners, left/right marks (bidi)
    '\u{2028}'..='\u{202E}',   // line and paragraph separators, bidi embeddings and overrides
    '\u{2060}'..='\u{206F}',   // word joiner, invisible operators, bidi isolates
    '\u{2800}'..='\u{2800}',   // Braille blank
    '\u{3164}'..='\u{3164}',   // Hangul filler
    '\u{FE00}'..='\u{FE0F}',   // variation selectors: a known way to hide bytes in text
    '\u{FEFF}'..='\u{FEFF}',   // byte order mark
    '\u{FFA0}'..='\u{FFA0}',   // halfwidth Hangul filler
    '\u{FFF0}'..='\u{FFFB}',   // interlinear annotation and its unassigned neighbours
    '\u{1BCA0}'..='\u{1BCA3}', // shorthand format controls
    '\u{1D173}'..='\u{1D17A}', // musical format controls
    '\u{E0000}'..='\u{E0FFF}', // tags and more variation selectors
];

/// The bracket of our own notation. It is spelled out too, so a text that contains the notation
/// never looks like a text that contains the character.
const BRACKET: char = '⟨';

/// Spells out every control, bidi and zero-width character as `⟨U+202E⟩`. Line feeds stay: they
/// are the layout of a longer text.
pub fn visible(text: &str) -> String {
    spell(text, |character| character != '\n')
}

/// A number with its noun.
pub fn many<N: std::fmt::Display + PartialEq + From<u8>>(n: N, one: &str, more: &str) -> String {
    let noun = if n == N::from(1) { one } else { more };
    format!("{n} {noun}")
}

/// Like [`visible`], with line feeds spelled out too: for a value that has one line to itself and
/// must not pretend to be the next one.
pub fn visible_line(text: &str) -> String {
    spell(text, |_| true)
}

fn spell(text: &str, may_spell: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if misleads(character) && may_spell(character) {
            // Writing to a string cannot fail.
            let _ = write!(shown, "{BRACKET}U+{:04X}⟩", u32::from(character));
        } else {
            shown.push(character);
        }
    }
    shown
}

fn misleads(character: char) -> bool {
    character.is_control() || character == BRACKET || UNSEEN.iter().any(|range| range.contains(&character))
}
