//! Text in columns of a given width: wide characters count twice, long words are broken, and nothing hidden gets through.
//!
//! Not here: colours. A tone says what words are; drawing decides how that looks.

use crate::terminal::{visible, visible_line};
use ratatui::text::Span;

/// What a stretch of words is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    Label,
    Dim,
    Old,
    New,
    Yes,
    No,
    Warn,
}

/// Words of one tone.
pub(crate) type Stretch = (Tone, String);

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// As much of a line as fits, with a mark where it was cut.
pub(crate) fn fit(text: &str, columns: usize) -> String {
    let text = visible_line(text);
    if width(&text) <= columns {
        return text;
    }
    let (mut kept, mut used) = (String::new(), 0);
    for c in text.chars() {
        let wide = width(c.encode_utf8(&mut [0; 4]));
        if used + wide + 1 > columns {
            break;
        }
        used += wide;
        kept.push(c);
    }
    if columns > 0 {
        kept.push('…');
    }
    kept
}

/// A paragraph in lines of at most so many columns, each after the first set in by so many. Line feeds end a line.
pub(crate) fn wrap(paragraph: &[Stretch], columns: usize, indent: usize) -> Vec<Vec<Stretch>> {
    let columns = columns.max(indent + 4);
    let mut lines = Lines { done: Vec::new(), line: Vec::new(), used: 0, columns, indent };
    for (tone, text) in paragraph {
        for (n, row) in visible(text).split('\n').enumerate() {
            if n > 0 {
                lines.end();
            }
            for word in row.split_inclusive(' ') {
                lines.word(*tone, word);
            }
        }
    }
    lines.end();
    lines.done
}

struct Lines {
    done: Vec<Vec<Stretch>>,
    line: Vec<Stretch>,
    used: usize,
    columns: usize,
    indent: usize,
}

impl Lines {
    fn end(&mut self) {
        self.done.push(std::mem::take(&mut self.line));
        self.used = 0;
        if self.indent > 0 {
            self.put(Tone::Plain, &" ".repeat(self.indent));
        }
    }

    fn put(&mut self, tone: Tone, text: &str) {
        self.used += width(text);
        match self.line.last_mut() {
            Some((last, words)) if *last == tone => words.push_str(text),
            _ => self.line.push((tone, text.to_owned())),
        }
    }

    fn word(&mut self, tone: Tone, word: &str) {
        let bare = word.trim_end_matches(' ');
        if self.used + width(bare) > self.columns && self.used > self.indent && width(bare) <= self.columns - self.indent {
            self.end();
        }
        if self.used + width(bare) <= self.columns {
            // The space after a word that ends a line is not carried over.
            let fits = self.used + width(word) <= self.columns;
            return self.put(tone, if fits { word } else { bare });
        }
        for c in word.chars() {
            let text = c.encode_utf8(&mut [0; 4]).to_owned();
            if self.used + width(&text) > self.columns {
                self.end();
            }
            self.put(tone, &text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Tone, fit, width, wrap};

    fn wrapped(text: &str, columns: usize) -> Vec<String> {
        let lines = wrap(&[(Tone::Plain, text.to_owned())], columns, 0);
        lines.into_iter().map(|line| line.into_iter().map(|(_, words)| words).collect::<String>().trim_end().to_owned()).collect()
    }

    #[test]
    fn lines_are_broken_between_words_and_long_words_anywhere() {
        assert_eq!(wrapped("we use one file", 8), ["we use", "one file"]);
        assert_eq!(wrapped("a\nb", 8), ["a", "b"]);
        assert_eq!(wrapped("abcdefghijk lm", 5), ["abcde", "fghij", "k lm"]);
        assert_eq!(wrapped("日本語日本語", 5), ["日本", "語日", "本語"]);
        assert_eq!(wrapped("", 5), [""]);
    }

    #[test]
    fn no_line_is_wider_than_its_column_and_nothing_hides() {
        for text in
            ["e\u{301}e\u{301}e\u{301} combining", "👩\u{200d}🚀 rocket", "a\u{202e}b\u{200b}c \u{1b}[31m", "שלום עולם", "ก็ไม่ได้", &"x".repeat(200)]
        {
            for columns in [4, 7, 20] {
                for line in wrapped(text, columns) {
                    assert!(width(&line) <= columns, "{line:?} in {columns}");
                    assert!(!line.contains(['\u{202e}', '\u{200b}', '\u{1b}', '\u{200d}']), "{line:?}");
                }
                assert!(width(&fit(text, columns)) <= columns, "{text:?}");
            }
        }
        assert_eq!(fit("日本語", 5), "日本…");
        assert_eq!(fit("two\nlines", 40), "two⟨U+000A⟩lines");
        assert_eq!(fit("x", 0), "");
    }
}
