//! Marks in source code: blocks by indentation, names by the words that open a definition.
//!
//! Comments, attributes and decorators belong to what follows them; closing braces and `end` to what they close. The
//! deeper a line stands the weaker a cut before it, so a class is cut between its methods and a long method at its
//! blank lines.
//!
//! Not here: brackets are not counted. A brace in a string or a regular expression would throw the count off for the
//! rest of the file, where a wrong indentation costs one piece.

use super::outline::{LINE, Outline, ROOT, SEAM};
use super::signature;
use kernel::text::Slice;

/// Depths that have ranks of their own; what is deeper is all alike.
const DEPTHS: usize = 4;

/// A level of indentation under way: its width, and what was defined there last.
struct Level {
    width: usize,
    open: u32,
}

struct Scanner<'o, 't> {
    outline: &'o mut Outline<'t>,
    braces: bool,
    levels: Vec<Level>,
    /// Where the comments and attributes began that belong to the next line.
    lead: Option<usize>,
    in_comment: bool,
    /// Inside a string of several lines, which ends with this mark.
    in_string: Option<&'static str>,
    python: bool,
    blank: bool,
}

/// Marks the lines of a file; its name says which family of languages it is.
pub(super) fn mark(outline: &mut Outline<'_>, path: &str) {
    let name = path.split('#').next().unwrap_or(path);
    let ending = name.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    let mut scanner = Scanner {
        outline,
        braces: signature::has_braces(&ending),
        levels: Vec::new(),
        lead: None,
        in_comment: false,
        in_string: None,
        python: matches!(ending.as_str(), "py" | "pyi" | "pyw"),
        blank: true,
    };
    for at in 0..scanner.outline.lines.len() {
        scanner.line(at);
    }
}

impl Scanner<'_, '_> {
    fn line(&mut self, at: usize) {
        let line = self.outline.line(at);
        let words = line.trim_start();
        if words.is_empty() {
            // A comment followed by nothing is about the whole file or section, not about the next definition.
            if !self.in_comment && self.in_string.is_none() {
                self.lead = None;
            }
            self.blank = true;
            self.outline.lines[at].node = self.scope(usize::MAX);
            return;
        }
        let after_blank = std::mem::replace(&mut self.blank, false);
        if self.in_comment {
            self.in_comment = !words.contains("*/");
            return self.set(at, LINE, true, self.scope(usize::MAX));
        }
        if let Some(mark) = self.in_string {
            if words.matches(mark).count() % 2 == 1 {
                self.in_string = None;
            }
            return self.set(at, if after_blank { SEAM } else { LINE }, true, self.scope(usize::MAX));
        }
        let width = line.slice(..line.len() - words.len()).bytes().map(|b| if b == b'\t' { 4 } else { 1 }).sum();
        if self.python {
            self.in_string = [r#"""""#, "'''"].into_iter().find(|mark| words.matches(mark).count() % 2 == 1);
        }
        if self.goes_on(words, width) {
            let depth = self.levels.iter().take_while(|level| level.width < width).count();
            let node = self.levels.get(depth).map_or_else(|| self.scope(depth), |level| level.open);
            return self.set(at, LINE, true, if node == ROOT { self.scope(depth) } else { node });
        }
        let depth = self.enter(width);
        if is_lead(words) || (self.braces && width == 0 && is_type(words)) {
            self.in_comment = words.starts_with("/*") && !words.contains("*/");
            self.levels[depth].open = ROOT;
            if self.lead.is_none() {
                self.set(at, rank(depth, after_blank), depth > 0 || !after_blank, self.scope(depth));
                self.lead = Some(at);
            } else {
                self.set(at, LINE, true, self.scope(depth));
            }
            return;
        }
        let name = self.name(at, words, depth);
        let from = self.lead.take().unwrap_or(at);
        let node = match name {
            Some(name) => {
                let node = self.outline.node(self.scope(depth), name);
                self.levels[depth].open = node;
                let first = &mut self.outline.lines[from];
                (first.rank, first.weak) = (rank(depth, true), false);
                for line in &mut self.outline.lines[from..=at] {
                    line.node = node;
                }
                node
            }
            None => {
                self.levels[depth].open = ROOT;
                self.scope(depth)
            }
        };
        if from == at {
            let defines = node != self.scope(depth);
            self.set(at, rank(depth, after_blank || defines), !defines && (depth > 0 || !after_blank), node);
        } else {
            self.set(at, LINE, true, node);
        }
    }

    fn name(&self, at: usize, words: &str, depth: usize) -> Option<String> {
        let loose = depth > 0 && self.scope(depth) == ROOT;
        // A brace on its own line belongs to the signature.
        let opens = self.braces && words.ends_with(')') && self.outline.line(at + 1).trim() == "{";
        if opens { signature::name(&format!("{words} {{"), true, loose) } else { signature::name(words, self.braces, loose) }
    }

    fn set(&mut self, at: usize, rank: u8, weak: bool, node: u32) {
        let line = &mut self.outline.lines[at];
        (line.rank, line.weak, line.node) = (rank, weak, node);
    }

    /// The innermost definition around a depth.
    fn scope(&self, depth: usize) -> u32 {
        let around = &self.levels[..depth.min(self.levels.len())];
        around.iter().rev().map(|level| level.open).find(|open| *open != ROOT).unwrap_or(ROOT)
    }

    /// Leaves deeper levels and finds the one of this width.
    fn enter(&mut self, width: usize) -> usize {
        while self.levels.last().is_some_and(|level| level.width > width) {
            self.levels.pop();
        }
        if self.levels.last().is_none_or(|level| level.width < width) {
            self.levels.push(Level { width, open: ROOT });
        }
        self.levels.len() - 1
    }

    /// A line that belongs to the one before: it closes or continues something, or stands at the margin without
    /// meaning it, as preprocessor lines and labels do.
    fn goes_on(&self, words: &str, width: usize) -> bool {
        let first = words.as_bytes()[0];
        if matches!(first, b'}' | b')' | b']' | b'{' | b'.' | b'|' | b'&' | b'+' | b'?' | b':' | b',' | b'=') {
            return true;
        }
        let inside = self.levels.last().is_some_and(|level| level.width > width);
        if self.braces && inside && ((first == b'#' && words.as_bytes().get(1) != Some(&b'[')) || is_label(words)) {
            return true;
        }
        first.is_ascii_lowercase() && {
            let word = words.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("");
            let closes = [
                "end", "else", "elif", "elsif", "elseif", "except", "finally", "catch", "rescue", "ensure", "fi", "done", "esac", "then", "do",
                "where",
            ];
            closes.contains(&word) && !words.slice(word.len()..).trim_start().starts_with(['=', ':', '(', '.'])
                || matches!(words, "else:" | "finally:" | "except:")
        }
    }
}

/// A cut before a line at this depth: better where something is defined or after a blank line.
fn rank(depth: usize, begins: bool) -> u8 {
    let depth = u8::try_from(DEPTHS - depth.min(DEPTHS)).unwrap_or(0);
    LINE + 1 + 2 * depth + u8::from(begins)
}

/// Comments, attributes and decorators.
fn is_lead(words: &str) -> bool {
    let bytes = words.as_bytes();
    match bytes[0] {
        b'/' => matches!(bytes.get(1), Some(b'/' | b'*')),
        b'*' => matches!(bytes.get(1), None | Some(b' ' | b'/' | b'*')),
        b'#' => matches!(bytes.get(1), None | Some(b' ' | b'[' | b'!' | b'#')),
        b'@' => bytes.get(1).is_some_and(u8::is_ascii_alphabetic),
        b'-' => bytes.get(1) == Some(&b'-'),
        b';' => bytes.get(1) == Some(&b';'),
        b'[' => bytes.get(1).is_some_and(u8::is_ascii_uppercase) && words.trim_end().ends_with(']'),
        b't' => words.starts_with("template<") || words.starts_with("template <"),
        _ => false,
    }
}

/// A type on a line of its own, before the name of the function that returns it.
fn is_type(words: &str) -> bool {
    words.len() < 40 && words.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b' ' | b'*'))
}

fn is_label(words: &str) -> bool {
    let words = words.trim_end();
    words.strip_suffix(':').is_some_and(|name| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'))
}
