//! Measures and marks lines for one reader: how wide their terminal is, and whether it shows colour.

use crate::terminal::visible_line;
use kernel::text::Slice;
use ratatui::text::Span;

/// Columns that a tab takes in what is shown of a file.
const TAB: &str = "    ";
const ELLIPSIS: char = '…';

/// Where an answer is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// Columns of the terminal; lines are not cut where it is none.
    pub columns: Option<usize>,
    /// Whether it shows colour.
    pub paints: bool,
}

impl Sheet {
    pub(super) fn bold(self, text: &str) -> String {
        self.painted("1", text)
    }

    pub(super) fn dim(self, text: &str) -> String {
        self.painted("2", text)
    }

    pub(super) fn yellow(self, text: &str) -> String {
        self.painted("33", text)
    }

    fn painted(self, code: &str, text: &str) -> String {
        if self.paints && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// How many columns are left beside some.
    pub(super) fn beside(self, taken: usize) -> Option<usize> {
        self.columns.map(|columns| columns.saturating_sub(taken))
    }

    /// A line of a file or a talk: cut so that it fits beside what stands before it and shows the first of the words, which are marked.
    pub(super) fn quoted(self, line: &str, words: &[&str], taken: usize) -> String {
        let line = visible_line(&line.replace('\t', TAB));
        let marks = marks(&line, words);
        let (from, until) = self.beside(taken).map_or((0, line.len()), |columns| window(&line, marks.first().copied(), columns));
        let (before, after) = (if from > 0 { "…" } else { "" }, if until < line.len() { "…" } else { "" });
        let (mut out, mut at) = (String::from(before), from);
        for (start, end) in marks.into_iter().filter(|(start, end)| *start >= from && *end <= until) {
            out.push_str(line.slice(at..start));
            out.push_str(&self.bold(line.slice(start..end)));
            at = end;
        }
        out.push_str(line.slice(at..until));
        out + after
    }

    /// A text whose lines are broken between words; what follows a break stands as far in as the line did, behind the same mark of a quote.
    pub fn document(self, text: &str) -> String {
        let Some(columns) = self.columns else { return text.to_owned() };
        let mut out = String::with_capacity(text.len());
        for line in text.lines() {
            let words = line.trim_start_matches([' ', '>']);
            let mark = line.slice(..line.len() - words.len());
            // Hardly anything fits beside a mark that takes half of the line.
            let mark = if width(mark) * 2 > columns { "" } else { mark };
            out.push_str(&self.wrapped(line.slice(mark.len()..), mark));
        }
        out
    }

    /// A text in lines that fit beside an indent, broken between words; a word that is longer than a line stays whole. Its own line
    /// breaks are kept.
    pub(super) fn wrapped(self, text: &str, indent: &str) -> String {
        let columns = self.beside(width(indent));
        let mut out = String::new();
        for line in text.replace('\t', TAB).split('\n').map(visible_line) {
            let (mut taken, mut fresh) = (0, true);
            out.push_str(indent);
            for word in line.split(' ') {
                let length = width(word);
                if !fresh && columns.is_some_and(|columns| taken + 1 + length > columns) {
                    out.push('\n');
                    out.push_str(indent);
                    (taken, fresh) = (0, true);
                }
                if !fresh {
                    out.push(' ');
                    taken += 1;
                }
                out.push_str(word);
                (taken, fresh) = (taken + length, false);
            }
            out.push('\n');
        }
        out
    }
}

/// The columns that a text takes.
pub(super) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// The beginning of a text that fits.
pub(super) fn cut(text: &str, columns: usize) -> String {
    let (_, until) = window(text, None, columns);
    if until < text.len() { format!("{}{ELLIPSIS}", text.slice(..until)) } else { text.to_owned() }
}

/// Where words stand in a line: as a whole stretch of letters, or within one that is written without spaces.
fn marks(line: &str, words: &[&str]) -> Vec<(usize, usize)> {
    let (mut marks, mut at) = (Vec::new(), 0);
    while let Some(start) = line.slice(at..).find(char::is_alphanumeric).map(|start| at + start) {
        let end = line.slice(start..).find(|c: char| !c.is_alphanumeric()).map_or(line.len(), |length| start + length);
        let run = line.slice(start..end);
        let inside = words.iter().filter(|word| !run.is_ascii() && !word.is_empty()).find_map(|word| Some((run.find(word)?, word.len())));
        if words.contains(&run) {
            marks.push((start, end));
        } else if let Some((from, length)) = inside {
            marks.push((start + from, start + from + length));
        }
        at = end;
    }
    marks
}

/// The part of a line that fits and shows a mark.
fn window(line: &str, mark: Option<(usize, usize)>, columns: usize) -> (usize, usize) {
    if width(line) <= columns {
        return (0, line.len());
    }
    let (start, end) = mark.unwrap_or((0, 0));
    // A quarter of the line is for what stands before the mark.
    let from = if width(line.slice(..end)) < columns { 0 } else { back(line, start, columns / 4) };
    let mut left = columns.saturating_sub(1 + usize::from(from > 0));
    let mut until = from;
    for c in line.slice(from..).chars() {
        let wide = width(c.encode_utf8(&mut [0; 4]));
        if wide > left {
            break;
        }
        left -= wide;
        until += c.len_utf8();
    }
    // The rest of the line may fit in the place of the mark that says it was cut; and what stands before it fills the line.
    if from > 0 && width(line.slice(until..)) <= 1 + left {
        return (back(line, line.len(), columns.saturating_sub(1)), line.len());
    }
    (from, until)
}

/// The place so many columns before another.
fn back(line: &str, at: usize, columns: usize) -> usize {
    let mut left = columns;
    let mut from = at;
    for c in line.slice(..at).chars().rev() {
        let wide = width(c.encode_utf8(&mut [0; 4]));
        if wide > left {
            break;
        }
        left -= wide;
        from -= c.len_utf8();
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;

    const NARROW: Sheet = Sheet { columns: Some(20), paints: false };

    #[test]
    fn a_line_is_cut_around_its_first_mark_and_words_are_marked_whole() {
        let painted = Sheet { columns: Some(20), paints: true };
        let table: &[(Sheet, &str, &[&str], &str)] = &[
            (NARROW, "short", &["short"], "short"),
            (painted, "the lock, unlocked", &["lock"], "the \u{1b}[1mlock\u{1b}[0m, unlocked"),
            (NARROW, "a line that is longer than the terminal", &[], "a line that is long…"),
            (NARROW, "a line that is longer than the terminal", &["terminal"], "…r than the terminal"),
            (NARROW, "a line that is longer than the terminal", &["longer"], "…t is longer than t…"),
            (painted, "これは日本語です", &["日本"], "これは\u{1b}[1m日本\u{1b}[0m語です"),
            (NARROW, "\tindented\u{202e}", &[], "    indented⟨U+202E⟩"),
            (Sheet::default(), "a line that is longer than the terminal", &["terminal"], "a line that is longer than the terminal"),
        ];
        for (sheet, line, words, expected) in table {
            assert_eq!(sheet.quoted(line, words, 0), *expected, "{line}");
        }
        for columns in 1..60 {
            let cut = Sheet { columns: Some(columns), paints: false }.quoted("日本語 a line that is 日本語 longer than the terminal", &["longer"], 0);
            assert!(width(&cut) <= columns.max(2), "{columns}: {cut}");
        }
    }

    #[test]
    fn a_document_keeps_its_indents_and_quotes_where_its_lines_are_broken() {
        let text = "[e_1] a.md:1 (tool)\n>     if one and two:\n> no\n\n  operation  claim.propose\n";
        let broken = "[e_1] a.md:1 (tool)\n>     if one and\n>     two:\n> no\n\n  operation \n  claim.propose\n";
        assert_eq!(NARROW.document(text), broken);
        assert_eq!(Sheet::default().document(text), text);
    }

    #[test]
    fn text_is_broken_between_words_and_keeps_its_own_breaks() {
        assert_eq!(NARROW.wrapped("one two three four five\nsix", "    "), "    one two three\n    four five\n    six\n");
        assert_eq!(Sheet::default().wrapped("one two three four five", ""), "one two three four five\n");
    }
}
