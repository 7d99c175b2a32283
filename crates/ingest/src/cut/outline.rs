//! The lines of a part, how good a cut before each would be, and the headings they stand under.
//!
//! Not here: which cuts are made. See `pack`.

use kernel::text::Slice;
use std::ops::Range;

/// No cut before this line unless a paragraph is longer than any piece; then it is cut by sentences.
pub(super) const JOINED: u8 = 0;
/// A cut here tears something that belongs together: lines of a code fence, a closing brace.
pub(super) const LINE: u8 = 1;
/// Where such a thing is best torn when it is longer than any piece: at a blank line inside it.
pub(super) const SEAM: u8 = 2;

/// Longest heading of a piece, in characters.
const HEADING_CHARS_MAX: usize = 200;

/// Names looked at for the heading of one piece; more would not be shown.
const NAMES_MAX: usize = 32;

/// A line. Byte offsets are into the text; `before` counts characters, line ends included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) before: usize,
    /// How good a cut before this line is.
    pub(super) rank: u8,
    /// The cut only limits a length; what is on both sides belongs together as far as there is room.
    pub(super) weak: bool,
    /// The heading it stands under.
    pub(super) node: u32,
}

/// A heading. Its parent always has the smaller number, so that two of them find their common parent by climbing.
#[derive(Debug)]
struct Node {
    parent: u32,
    name: String,
}

/// A text with its lines and headings.
#[derive(Debug)]
pub(super) struct Outline<'t> {
    pub(super) text: &'t str,
    pub(super) lines: Vec<Line>,
    nodes: Vec<Node>,
    /// A paragraph that is too long is cut by its sentences.
    pub(super) prose: bool,
    chars: usize,
}

/// The node above all headings.
pub(super) const ROOT: u32 = 0;

impl<'t> Outline<'t> {
    /// Finds the lines; all are joined until a scanner marks them.
    pub(super) fn of(text: &'t str) -> Self {
        let (mut lines, mut start, mut before) = (Vec::with_capacity(text.len() / 32 + 1), 0, 0);
        for line in text.split('\n') {
            let end = start + line.len();
            lines.push(Line { start, end, before, rank: JOINED, weak: true, node: ROOT });
            before += if line.is_ascii() { line.len() } else { line.chars().count() } + 1;
            start = end + 1;
        }
        Self { text, lines, nodes: vec![Node { parent: ROOT, name: String::new() }], prose: false, chars: before - 1 }
    }

    /// Length of the whole text in characters.
    pub(super) fn chars(&self) -> usize {
        self.chars
    }

    /// Length of some lines in characters.
    pub(super) fn chars_of(&self, lines: Range<usize>) -> usize {
        let end = self.lines.get(lines.end).map_or(self.chars, |line| line.before - 1);
        self.lines.get(lines.start).map_or(0, |line| end.saturating_sub(line.before))
    }

    /// The words of a line.
    pub(super) fn line(&self, at: usize) -> &'t str {
        self.lines.get(at).map_or("", |line| self.text.slice(line.start..line.end))
    }

    /// Adds a heading under another.
    pub(super) fn node(&mut self, parent: u32, name: impl Into<String>) -> u32 {
        let Ok(id) = u32::try_from(self.nodes.len()) else { return parent };
        self.nodes.push(Node { parent, name: name.into() });
        id
    }

    /// What some lines stand under: the path to their common parent, then the names below it if they have several.
    pub(super) fn heading(&self, above: &str, first: usize, last: usize) -> String {
        let under = self.under(first, last);
        let common = under.iter().copied().reduce(|a, b| self.common(a, b)).unwrap_or(ROOT);
        let mut path = Vec::new();
        let mut at = common;
        while at != ROOT {
            path.push(self.nodes[at as usize].name.as_str());
            at = self.nodes[at as usize].parent;
        }
        if !above.is_empty() {
            path.push(above);
        }
        path.reverse();
        let mut heading = path.join(" > ");
        if !under.contains(&common) && !under.is_empty() {
            let mut below: Vec<u32> = under.iter().map(|node| self.child(common, *node)).collect();
            below.dedup();
            let names: Vec<&str> = below.iter().map(|node| self.nodes[*node as usize].name.as_str()).collect();
            heading.push_str(if heading.is_empty() { "" } else { " > " });
            heading.push_str(&names.join(", "));
        }
        shortened(heading)
    }

    /// The headings of some lines, in order. One that is above another of them and has few lines of its own, as a class
    /// has when only its first line and a method are here, is part of the way and not a place.
    fn under(&self, first: usize, last: usize) -> Vec<u32> {
        let mut under: Vec<(u32, usize)> = Vec::new();
        for at in first..=last {
            let line = &self.lines[at];
            match under.last_mut() {
                Some((node, bytes)) if *node == line.node => *bytes += line.end - line.start,
                _ if line.node == ROOT => {}
                _ => under.push((line.node, line.end - line.start)),
            }
        }
        under.truncate(NAMES_MAX);
        let total: usize = under.iter().map(|(_, bytes)| bytes).sum();
        let is_way =
            |node: u32, bytes: usize| bytes * 5 < total && under.iter().any(|(other, _)| *other != node && self.common(*other, node) == node);
        under.iter().filter(|(node, bytes)| !is_way(*node, *bytes)).map(|(node, _)| *node).collect()
    }

    fn common(&self, mut a: u32, mut b: u32) -> u32 {
        while a != b {
            let deeper = if a > b { &mut a } else { &mut b };
            *deeper = self.nodes[*deeper as usize].parent;
        }
        a
    }

    /// The node on the way from a parent down to one of its descendants.
    fn child(&self, parent: u32, mut node: u32) -> u32 {
        while self.nodes[node as usize].parent != parent {
            node = self.nodes[node as usize].parent;
        }
        node
    }
}

fn shortened(mut heading: String) -> String {
    if let Some((at, _)) = heading.char_indices().nth(HEADING_CHARS_MAX) {
        heading.truncate(at);
        heading.push('…');
    }
    heading
}
