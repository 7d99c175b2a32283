//! Maps the lines of a text that was cleaned and redacted to the lines of the file it was read from.
//!
//! A line of a file ends with `\n`, as for `git`, `grep`, `sed` and compilers. Cleaning makes a line end of a lone `\r`, and redaction makes
//! one line of a key that spans several, so the lines of a piece are not those of its file.

use crate::document::{Document, Kind};
use kernel::evidence::Lines;

/// The lines of a file, for each line of what was made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLines {
    /// The line of the file on which each line of the text begins, from 1. None, where they are the same.
    begins: Option<Vec<u32>>,
    /// How many lines the file has.
    count: u32,
}

impl FileLines {
    /// The lines of a document that is one file as it lies on disk; none, where its text was taken from something else, such as the
    /// turns of a transcript.
    pub fn of(document: &Document) -> Option<Self> {
        let is_file = matches!(document.kind, Kind::Code | Kind::Markdown | Kind::Text) && !document.path.contains('#');
        match document.parts.as_slice() {
            [part] if is_file => Some(Self::of_text(&part.text)),
            _ => None,
        }
    }

    /// The lines of a text before [`crate::clean`].
    fn of_text(text: &str) -> Self {
        let (mut begins, mut line, mut has_lone) = (vec![1], 1_u32, false);
        let bytes = text.as_bytes();
        if !bytes.contains(&b'\r') {
            return Self { begins: None, count: counted(text) };
        }
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                b'\n' => line = line.saturating_add(1),
                b'\r' if bytes.get(at + 1) != Some(&b'\n') => has_lone = true,
                _ => continue,
            }
            begins.push(line);
        }
        Self { begins: has_lone.then_some(begins), count: counted(text) }
    }

    /// The same after a redaction that made one line of several, as [`crate::Redacted`] says it.
    #[must_use]
    pub fn joined(self, joined: Option<Vec<u32>>) -> Self {
        let Some(joined) = joined else { return self };
        let begins = joined.into_iter().map(|line| self.begin(line)).collect();
        Self { begins: Some(begins), ..self }
    }

    /// The line of the file on which a line of the text begins, which is counted from 0.
    fn begin(&self, line: u32) -> u32 {
        match &self.begins {
            Some(begins) => begins.get(line as usize).copied().unwrap_or(self.count.saturating_add(1)),
            None => line.saturating_add(1),
        }
    }

    /// The lines of the file on which some lines of the text stand, which are counted from 1.
    pub fn span(&self, first: u32, last: u32) -> Lines {
        let first = self.begin(first.saturating_sub(1));
        // A line goes on until the next one begins.
        let end = self.begin(last.saturating_sub(1)).max(self.begin(last).saturating_sub(1));
        Lines { first, last: end.min(self.count).max(first) }
    }
}

/// How many lines a text has; a line end at its end begins none.
fn counted(text: &str) -> u32 {
    let ends = text.bytes().filter(|byte| *byte == b'\n').count();
    u32::try_from(ends + usize::from(!text.is_empty() && !text.ends_with('\n'))).unwrap_or(u32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Part, clean, cut, redact};

    /// Each piece of a file with its lines, as they are kept.
    fn lines(path: &str, kind: Kind, text: &str) -> Vec<(String, Lines)> {
        let mut document = Document { path: path.into(), title: String::new(), kind, parts: vec![Part { text: text.into(), ..Part::default() }] };
        let lines = FileLines::of(&document).expect("a file");
        let cleaned = clean(text).into_owned();
        let redacted = redact(&cleaned);
        let lines = lines.joined(redacted.joined.clone());
        document.parts[0].text = redacted.text.into_owned();
        cut(&document).into_iter().map(|piece| (piece.text, lines.span(piece.line, piece.last))).collect()
    }

    /// A key of six lines.
    fn key() -> String {
        let body = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2g\n".repeat(4);
        format!("-----BEGIN OPENSSH PRIVATE KEY-----\n{body}-----END OPENSSH PRIVATE KEY-----")
    }

    #[test]
    fn lines_are_those_of_the_file_on_disk() {
        let key = key();
        let cases: [(&str, String, &[u32]); 8] = [
            ("plain", "one\ntwo\nthree\n".into(), &[1, 3]),
            ("blank lines around", "\n\none\n\ntwo\n\n\n".into(), &[3, 5]),
            ("CRLF", "one\r\n\r\ntwo\r\n".into(), &[1, 3]),
            ("BOM", "\u{feff}\r\none\r\ntwo".into(), &[2, 3]),
            ("form feeds and separators", "\u{c}\none\u{c}two\u{2028}three\u{85}four\n\u{b}\nend".into(), &[2, 4]),
            ("a lone carriage return ends no line of a file", "10%\r20%\r30%\ndone\n".into(), &[1, 2]),
            ("a key is one line of the piece and six of the file", format!("above\n{key}\nbelow\n"), &[1, 8]),
            ("a key at the end", format!("above\r\n{}\r\n", key.replace('\n', "\r\n")), &[1, 7]),
        ];
        for (name, text, expected) in cases {
            let found: Vec<Lines> = lines("notes.txt", Kind::Text, &text).into_iter().map(|(_, lines)| lines).collect();
            assert_eq!(found, [Lines { first: expected[0], last: expected[1] }], "{name}");
        }
    }

    #[test]
    fn every_piece_begins_and_ends_with_the_words_of_its_lines() {
        let key = key();
        let mut text = String::new();
        for n in 0..120 {
            let end = ["\n", "\r\n", "\r\n\r\n", "\u{c}\n\n"][n % 4];
            text.push_str(&format!("fn number_{n}() {{{end}    let held = \"words of number {n}\"; // progress\r{end}}}{end}"));
            if n % 17 == 0 {
                text.push_str(&format!("const KEY_{n}: &str = \"{key}\";\n"));
            }
        }
        let on_disk: Vec<&str> = text.split('\n').collect();
        let pieces = lines("a.rs", Kind::Code, &text);
        assert!(pieces.len() > 5, "{}", pieces.len());
        assert!(pieces.iter().all(|(piece, _)| !piece.contains("BEGIN OPENSSH")), "the keys are redacted");
        for (piece, Lines { first, last }) in pieces {
            let begins = piece.lines().next().expect("words").split("[redacted").next().expect("words").trim();
            let ends = piece.lines().next_back().expect("words").rsplit(']').next().expect("words").trim();
            assert!(clean(on_disk[first as usize - 1]).contains(begins), "{begins:?} is not on line {first}");
            assert!(clean(on_disk[last as usize - 1]).contains(ends), "{ends:?} is not on line {last}");
        }
    }

    #[test]
    fn turns_and_parts_of_other_files_have_no_lines() {
        let part = || Part { text: "words".into(), ..Part::default() };
        let document = |path: &str, kind, parts| Document { path: path.into(), title: String::new(), kind, parts };
        let cases = [
            (document("a.md", Kind::Markdown, vec![part()]), true),
            (document("a.md", Kind::Markdown, vec![part(), part()]), false),
            (document("claude-code#s-1", Kind::Conversation, vec![part()]), false),
            (document("palace#notes.md", Kind::Text, vec![part()]), false),
        ];
        for (document, has) in cases {
            assert_eq!(FileLines::of(&document).is_some(), has, "{document:?}");
        }
    }
}
