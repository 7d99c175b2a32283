//! Cutting one long paragraph, or one long line: after a sentence, else at a line end or clause, else between words,
//! else anywhere but inside a character that is drawn as one.
//!
//! Not here: knowing abbreviations. A piece that ends with `e.g.` is a blemish; a list of abbreviations is never whole.

use super::{PIECE_CHARS_GOAL, PIECE_CHARS_MAX, PIECE_CHARS_MIN};
use kernel::text::Slice;

/// Parts of a text of so many characters: where each starts and ends, in bytes, and how many characters it has.
pub(super) fn split(text: &str, chars: usize) -> Vec<(usize, usize, usize)> {
    let goal = chars / chars.div_ceil(PIECE_CHARS_GOAL).max(1);
    let (mut parts, mut start, mut left) = (Vec::new(), 0, chars);
    // When little would be left over it is taken along.
    while left > PIECE_CHARS_GOAL + PIECE_CHARS_MIN / 2 || (left > PIECE_CHARS_GOAL && parts.is_empty()) {
        let (len, taken) = next_cut(text.slice(start..), goal);
        if len == 0 {
            break;
        }
        parts.push((start, start + len, taken));
        start += len;
        left -= taken.min(left);
    }
    if start < text.len() {
        debug_assert!(left <= PIECE_CHARS_MAX, "BUG: {left} characters were left uncut");
        parts.push((start, text.len(), left));
    }
    parts
}

/// The best place within the next stretch, as bytes and characters from its start.
fn next_cut(text: &str, goal: usize) -> (usize, usize) {
    // The last place of each quality so far: between words, after a clause or line, after a sentence.
    let mut best = [(0, 0); 3];
    let mut anywhere = (0, 0);
    let mut chars = text.char_indices().enumerate().peekable();
    while let Some((count, (at, c))) = chars.next() {
        let here = (at + c.len_utf8(), count + 1);
        let next = chars.peek().map(|(_, (_, next))| *next);
        if count + 1 >= PIECE_CHARS_GOAL || next.is_none() {
            break;
        }
        if !next.is_some_and(is_attached) && !is_attached(c) {
            anywhere = here;
        }
        if let Some(quality) = quality(c, next, text.slice(here.0..)) {
            best[quality] = here;
            if quality == 2 && here.1 * 8 >= goal * 7 && here.1 >= PIECE_CHARS_MIN {
                return here;
            }
        }
    }
    let best = best.into_iter().rev().find(|(_, count)| *count >= PIECE_CHARS_MIN);
    let found = best.unwrap_or(anywhere);
    // A stretch of nothing but joined marks is cut where it must be.
    if found.1 > 0 {
        found
    } else {
        text.char_indices().nth(PIECE_CHARS_GOAL).map_or((text.len(), PIECE_CHARS_GOAL), |(at, _)| (at, PIECE_CHARS_GOAL))
    }
}

/// How good a cut after this character is: 2 after a sentence, 1 after a line or clause, 0 between words.
fn quality(c: char, next: Option<char>, rest: &str) -> Option<usize> {
    match c {
        '\n' => Some(1),
        ' ' | '\t' => Some(0),
        '。' | '！' | '？' | '．' => Some(2),
        '.' | '!' | '?' | '…' if next == Some(' ') || next == Some('\n') => {
            let follows = rest.trim_start().chars().next();
            (!follows.is_some_and(char::is_lowercase)).then_some(2)
        }
        ';' | ',' | ':' if next == Some(' ') => Some(1),
        '；' | '，' | '、' => Some(1),
        ';' | ',' | '}' => Some(0),
        c if c.is_whitespace() => Some(0),
        _ => None,
    }
}

/// Marks that are drawn with the character before them: accents, joiners, variation selectors, skin tones.
const fn is_attached(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{20d0}'..='\u{20ff}' | '\u{1f3fb}'..='\u{1f3ff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Vec<&str> {
        let parts = split(text, text.chars().count());
        assert_eq!(parts.iter().map(|(from, to, _)| &text[*from..*to]).collect::<String>(), text);
        for (from, to, chars) in &parts {
            assert_eq!(text[*from..*to].chars().count(), *chars);
            assert!(*chars <= PIECE_CHARS_MAX);
        }
        parts.iter().map(|(from, to, _)| &text[*from..*to]).collect()
    }

    #[test]
    fn a_long_paragraph_is_cut_after_a_sentence() {
        let sentence = "The gate refuses what has no evidence, e.g. a guess. ";
        for part in check(&sentence.repeat(60)) {
            assert!(part.trim_end().ends_with("guess."), "{part}");
        }
        for part in check(&"記憶は証拠から始まる。".repeat(400)) {
            assert!(part.ends_with('。'), "{part}");
        }
    }

    #[test]
    fn what_has_no_sentences_is_cut_all_the_same() {
        check(&"x".repeat(10_000));
        check(&"word ".repeat(1_000));
        check(&"\u{301}".repeat(5_000));
        for part in check(&"👩\u{200d}🚀".repeat(2_000)) {
            assert!(part.starts_with('👩') && part.ends_with('🚀'));
        }
        for part in check(&"می\u{200c}".repeat(3_000)) {
            assert!(!part.starts_with('\u{200c}'));
        }
    }
}
