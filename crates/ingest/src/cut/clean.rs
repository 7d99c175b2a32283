//! Text as a reader sees it: one kind of line end, and nothing that changes the sight of other characters.
//!
//! Not here: Unicode normalisation. What was written stays as it was spelled.

use kernel::text::Slice;
use std::borrow::Cow;

use kernel::text::{is_hidden, is_spelling};

/// Makes text that [`kernel::text::Content`] accepts, unless it is blank or too long. Line ends become `\n`; marks that
/// only steer how text is drawn (zero-width, bidirectional, terminal colours) are taken out; any other control
/// character becomes `U+FFFD`, so that the words around it do not grow together and a reader sees that something was
/// there. The number of lines stays what an editor would show.
pub fn clean(text: &str) -> Cow<'_, str> {
    let Some(first) = first_hidden(text) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len());
    out.push_str(text.slice(..first));
    let mut rest = text.slice(first..).chars();
    while let Some(c) = rest.next() {
        match c {
            '\r' => {
                if !rest.as_str().starts_with('\n') {
                    out.push('\n');
                }
            }
            '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push(' '),
            '\u{1b}' => match colours(rest.as_str()) {
                Some(len) => rest = rest.as_str().slice(len..).chars(),
                None => out.push(char::REPLACEMENT_CHARACTER),
            },
            '\0'..='\u{8}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{9f}' => out.push(char::REPLACEMENT_CHARACTER),
            c if is_hidden(c) && !is_spelling(&out, c, rest.as_str()) => {}
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Where the first character is that has to change. ASCII is looked through thirty-two bytes at a time.
fn first_hidden(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let window = &bytes[at..bytes.len().min(at + 32)];
        if window.iter().fold(false, |any, b| any | !(matches!(*b, 0x20..=0x7e | b'\n' | b'\t'))) {
            let mut start = at;
            while !text.is_char_boundary(start) {
                start -= 1;
            }
            let mut end = at + window.len();
            while !text.is_char_boundary(end) {
                end += 1;
            }
            let hides = |at: usize, c: char| is_hidden(c) && !is_spelling(text.slice(..at), c, text.slice(at + c.len_utf8()..));
            if let Some((place, _)) = text.slice(start..end).char_indices().find(|(place, c)| hides(start + place, *c)) {
                return Some(start + place);
            }
            at = end;
        } else {
            at += window.len();
        }
    }
    None
}

/// The length of a terminal's control sequence (`[31m`, `[2K`) after its escape character.
fn colours(rest: &str) -> Option<usize> {
    let parameters = rest.strip_prefix('[')?;
    let len = parameters.bytes().take(32).position(|b| !matches!(b, b'0'..=b'?'))?;
    parameters.as_bytes()[len].is_ascii_alphabetic().then_some(len + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_sees_all_there_is() {
        for (text, seen) in [
            ("plain\tand\nsimple — naïve 👩\u{200d}🚀", "plain\tand\nsimple — naïve 👩\u{200d}🚀"),
            ("a\r\nb\rc\r", "a\nb\nc\n"),
            ("\u{feff}a\u{200b}b\u{202e}c\u{2066}d", "abcd"),
            ("می\u{200c}خواهم pass\u{200c}word", "می\u{200c}خواهم password"),
            ("می\u{200c}\u{200c}خواهم\u{200c}", "می\u{200c}خواهم"),
            ("nul\0here", "nul\u{fffd}here"),
            ("\u{1b}[1;31mred\u{1b}[0m \u{1b}]", "red \u{fffd}]"),
            ("form\u{c}feed\u{2028}x", "form feed x"),
        ] {
            assert_eq!(clean(text), seen, "{text:?}");
        }
        assert!(matches!(clean("é".repeat(100).as_str()), Cow::Borrowed(_)));
    }
}
