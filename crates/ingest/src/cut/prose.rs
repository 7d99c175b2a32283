//! Marks in text for people: markdown along its headings, plain text along its paragraphs, and what was said.
//!
//! Not here: rendering. Markdown is looked at line by line, only as far as its cuts need.

use super::outline::{JOINED, LINE, Outline, ROOT, SEAM};
use kernel::text::Slice;

/// A list's entry.
const ITEM: u8 = 3;
/// A new paragraph, a list, a table, a code fence.
const PARAGRAPH: u8 = 4;
/// A heading of the sixth level; the first level is five more.
const HEADING: u8 = 5;

/// How much of markdown a text is expected to have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Headings, lists, fences, tables and front matter.
    Markdown,
    /// Paragraphs and lists.
    Plain,
    /// A turn or a message: fences and lists, and paragraphs that belong together as far as there is room. What looks
    /// like a heading in a turn is as often a comment pasted from a shell.
    Said,
}

/// A code fence under way: its mark and how often it is repeated.
type Fence = (u8, usize);

struct Scanner<'o, 't> {
    outline: &'o mut Outline<'t>,
    style: Style,
    /// The headings above, by level.
    above: [u32; 7],
    fence: Option<Fence>,
    /// The last line was blank, or there was none.
    blank: bool,
    /// The last line that was not blank is a heading: what follows stays with it.
    titled: bool,
    in_list: bool,
    node: u32,
}

/// Marks the lines of a text.
pub(super) fn mark(outline: &mut Outline<'_>, style: Style) {
    outline.prose = true;
    let matter = if style == Style::Markdown { front_matter(outline) } else { 0 };
    for at in 1..matter {
        outline.lines[at].rank = LINE;
    }
    let mut scanner = Scanner { outline, style, above: [ROOT; 7], fence: None, blank: true, titled: false, in_list: false, node: ROOT };
    for at in matter..scanner.outline.lines.len() {
        scanner.line(at);
    }
}

/// How many lines of front matter there are: between two `---` (or `+++`), the first on the first line.
fn front_matter(outline: &Outline<'_>) -> usize {
    let mark = outline.line(0).trim_end();
    if !matches!(mark, "---" | "+++") {
        return 0;
    }
    // Without an end it was a rule; nobody has two hundred lines of front matter.
    (1..outline.lines.len().min(200)).find(|at| outline.line(*at).trim_end() == mark).map_or(0, |at| at + 1)
}

impl Scanner<'_, '_> {
    fn line(&mut self, at: usize) {
        let line = self.outline.line(at);
        let words = line.trim();
        let indent = line.len() - line.trim_start().len();
        self.outline.lines[at].node = self.node;
        if self.fence.is_some() {
            return self.inside_fence(at, words);
        }
        if words.is_empty() {
            self.blank = true;
            return;
        }
        let rank = if self.style != Style::Plain && self.opens_fence(words) {
            if self.blank { PARAGRAPH } else { LINE }
        } else if let Some((level, name)) = self.heading(at, words, indent) {
            return self.title(at, level, name);
        } else if is_item(words) {
            let nested = self.in_list && indent >= 2;
            let rank = if nested {
                LINE
            } else if self.in_list || !self.blank {
                ITEM
            } else {
                PARAGRAPH
            };
            self.in_list = true;
            rank
        } else if self.in_list && indent >= 2 {
            if self.blank { LINE } else { JOINED }
        } else if self.blank {
            self.in_list = false;
            PARAGRAPH
        } else if words.starts_with('|') || self.stands_alone(at, words) {
            if self.style == Style::Plain { ITEM } else { LINE }
        } else {
            JOINED
        };
        // The first words below a heading stay with it.
        self.set(at, if self.titled && rank > LINE { JOINED } else { rank });
        self.titled = false;
        self.blank = false;
    }

    fn set(&mut self, at: usize, rank: u8) {
        let weak = rank < PARAGRAPH || self.style == Style::Said;
        let line = &mut self.outline.lines[at];
        (line.rank, line.weak, line.node) = (rank, weak, self.node);
    }

    fn inside_fence(&mut self, at: usize, words: &str) {
        self.set(at, if self.blank { SEAM } else { LINE });
        self.blank = words.is_empty();
        let ends = |(mark, count): Fence| words.len() >= count && words.bytes().all(|b| b == mark);
        if self.fence.is_some_and(ends) {
            (self.fence, self.blank) = (None, false);
        }
    }

    fn opens_fence(&mut self, words: &str) -> bool {
        let mark = words.as_bytes()[0];
        if !matches!(mark, b'`' | b'~') {
            return false;
        }
        let count = words.bytes().take_while(|b| *b == mark).count();
        // ```` ```code``` ```` on one line is no fence.
        let opens = count >= 3 && (mark == b'~' || !words.slice(count..).contains('`'));
        if opens {
            self.fence = Some((mark, count));
        }
        opens
    }

    /// The level and words of a heading: marked with `#`, or underlined in the next line.
    fn heading<'w>(&self, at: usize, words: &'w str, indent: usize) -> Option<(usize, &'w str)> {
        if self.style != Style::Markdown || indent > 3 {
            return None;
        }
        let level = words.bytes().take_while(|b| *b == b'#').count();
        if (1..=6).contains(&level) {
            let name = words.slice(level..);
            return (name.is_empty() || name.starts_with([' ', '\t'])).then(|| (level, name.trim_matches(['#', ' ', '\t'])));
        }
        let under = self.outline.line(at + 1).trim_end();
        let level = match under.as_bytes().first() {
            Some(b'=') if under.bytes().all(|b| b == b'=') => 1,
            Some(b'-') if under.len() >= 2 && under.bytes().all(|b| b == b'-') => 2,
            _ => return None,
        };
        (self.blank && !words.starts_with(['|', '-', '>'])).then_some((level, words))
    }

    fn title(&mut self, at: usize, level: usize, name: &str) {
        let parent = self.above[level - 1];
        self.node = if name.is_empty() { parent } else { self.outline.node(parent, name.replace(['`', '*'], "")) };
        for below in &mut self.above[level..] {
            *below = self.node;
        }
        self.set(at, HEADING + 6 - u8::try_from(level).unwrap_or(6));
        (self.titled, self.blank, self.in_list) = (true, false, false);
    }

    /// A line that does not read on from the one before: logs, tables, addresses. Wrapped prose starts with a letter
    /// after a line that was full.
    fn stands_alone(&self, at: usize, words: &str) -> bool {
        let before = self.outline.line(at - 1).trim();
        let reads = |line: &str| line.starts_with(|c: char| c.is_alphabetic() || matches!(c, '"' | '\'' | '(' | '“' | '`' | '*' | '[' | '>'));
        self.style == Style::Plain && !(before.len() >= 40 && reads(before) && reads(words))
    }
}

/// Starts with a bullet or a number.
fn is_item(words: &str) -> bool {
    let rest = words.strip_prefix(['-', '*', '+', '•']).or_else(|| {
        let rest = words.trim_start_matches(|c: char| c.is_ascii_digit());
        if (1..=3).contains(&(words.len() - rest.len())) { rest.strip_prefix(['.', ')']) } else { None }
    });
    rest.is_some_and(|rest| rest.starts_with([' ', '\t']))
}
