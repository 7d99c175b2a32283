//! Choosing the cuts: along the strongest marks, joining what is tiny, never longer than the maximum.
//!
//! Not here: any knowledge of code or markdown; it is all in the marks.

use super::outline::{JOINED, Outline, SEAM};
use super::sentences;
use super::{PIECE_CHARS_GOAL, PIECE_CHARS_MAX, PIECE_CHARS_MIN};
use kernel::text::Slice;

/// What is shorter than this is put to a neighbour even if that becomes longer than it should.
const TINY: usize = 160;

/// A piece to be: its bytes, its first and last line, its length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) first: usize,
    pub(super) last: usize,
    chars: usize,
}

/// Lines that are not torn at the level under way.
#[derive(Clone, Copy)]
struct Block {
    first: usize,
    last: usize,
    chars: usize,
    weak: bool,
    /// It was put together from several, so it is not taken apart again.
    joined: bool,
}

/// Cuts a marked text. What is not longer than `whole` stays whole.
pub(super) fn pack(outline: &Outline<'_>, whole: usize) -> Vec<Span> {
    let mut packer = Packer { outline, out: Vec::new() };
    let all = packer.block(0, outline.lines.len() - 1);
    // One look at the marks even when all would fit: two functions of six hundred characters are two pieces.
    if all.chars <= whole.min(PIECE_CHARS_MIN) || (whole >= PIECE_CHARS_MAX && all.chars <= whole) {
        packer.push(all);
    } else {
        packer.split(all);
    }
    packer.out
}

struct Packer<'o, 't> {
    outline: &'o Outline<'t>,
    out: Vec<Span>,
}

impl Packer<'_, '_> {
    fn block(&self, first: usize, last: usize) -> Block {
        Block { first, last, chars: self.outline.chars_of(first..last + 1), weak: self.outline.lines[first].weak, joined: false }
    }

    fn push(&mut self, block: Block) {
        let (start, end) = (self.outline.lines[block.first].start, self.outline.lines[block.last].end);
        self.out.push(Span { start, end, first: block.first, last: block.last, chars: block.chars });
    }

    /// Parts a block along its strongest inner marks and goes on within what is still too long. Every level has weaker
    /// marks than the one above and there are a dozen, so the work stays proportional to the text.
    fn split(&mut self, block: Block) {
        let lines = &self.outline.lines;
        let rank = lines[block.first + 1..=block.last].iter().map(|line| line.rank).max().unwrap_or(0);
        // A paragraph longer than it should be is cut by sentences; code and tables are torn only when they must be.
        let enough = if rank == JOINED && self.outline.prose { PIECE_CHARS_GOAL } else { PIECE_CHARS_MAX };
        if rank <= SEAM && block.chars <= enough {
            return self.push(block);
        }
        if rank == JOINED {
            return self.sentences(block);
        }
        let strong = lines[block.first + 1..=block.last].iter().any(|line| line.rank == rank && !line.weak);
        if block.chars <= PIECE_CHARS_GOAL && !strong {
            return self.push(block);
        }
        let start = self.out.len();
        let goal = block.chars / block.chars.div_ceil(PIECE_CHARS_GOAL);
        let (mut held, mut first) = (None::<Block>, block.first);
        for at in block.first + 1..=block.last + 1 {
            let inside = lines.get(at).is_some_and(|line| line.rank < rank);
            if inside && at <= block.last {
                continue;
            }
            let next = self.block(first, at - 1);
            first = at;
            held = Some(match held {
                None => next,
                Some(held) => match join(held, next, goal) {
                    Some(joined) => joined,
                    None => self.emit(held, next),
                },
            });
        }
        if let Some(last) = held {
            self.finish(last, start);
        }
    }

    /// Puts out what is held and holds the next. A tiny opening before something long, such as `class A:`, goes with
    /// the first piece of that.
    fn emit(&mut self, held: Block, next: Block) -> Block {
        if held.chars < TINY && next.chars > PIECE_CHARS_GOAL {
            let start = self.out.len();
            self.split(next);
            let begin = self.outline.lines[held.first].start;
            match self.out.get_mut(start) {
                Some(span) if span.chars + held.chars < PIECE_CHARS_MAX => {
                    (span.start, span.first, span.chars) = (begin, held.first, span.chars + held.chars + 1);
                }
                _ => {
                    let (end, chars) = (self.outline.lines[held.last].end, held.chars);
                    self.out.insert(start, Span { start: begin, end, first: held.first, last: held.last, chars });
                }
            }
            // The next is out already; what follows begins with nothing held.
            return Block { first: next.last + 1, last: next.last, chars: 0, weak: true, joined: false };
        }
        self.put(held);
        next
    }

    fn put(&mut self, block: Block) {
        if block.chars > PIECE_CHARS_GOAL && !block.joined {
            self.split(block);
        } else if block.first <= block.last {
            self.push(block);
        }
    }

    /// The last block of a level; a tiny rest, such as a closing brace, goes with the piece before it.
    fn finish(&mut self, last: Block, start: usize) {
        let end = self.outline.lines[last.last].end;
        let is_rest = last.first <= last.last && last.chars < TINY && self.out.len() > start;
        let before = self.out.last_mut().filter(|span| is_rest && span.chars + last.chars < PIECE_CHARS_MAX);
        if let Some(span) = before {
            (span.end, span.last, span.chars) = (end, last.last, span.chars + last.chars + 1);
            return;
        }
        self.put(last);
    }

    fn sentences(&mut self, block: Block) {
        let (start, end) = (self.outline.lines[block.first].start, self.outline.lines[block.last].end);
        let mut line = block.first;
        for (from, to, chars) in sentences::split(self.outline.text.slice(start..end), block.chars) {
            let (from, to) = (start + from, start + to);
            while self.outline.lines[line].end < from && line < block.last {
                line += 1;
            }
            let first = line;
            while self.outline.lines[line].end < to && line < block.last {
                line += 1;
            }
            self.out.push(Span { start: from, end: to, first, last: line, chars });
        }
    }
}

/// Two neighbours as one, when they should be: one of them is too small to stand alone, or the mark between them is weak
/// and there is room.
fn join(held: Block, next: Block, goal: usize) -> Option<Block> {
    if held.first > held.last {
        return Some(next);
    }
    let chars = held.chars + 1 + next.chars;
    let fits = chars <= PIECE_CHARS_GOAL || (held.chars.min(next.chars) < TINY && held.chars.max(next.chars) <= PIECE_CHARS_GOAL);
    let wanted = if next.weak { held.chars < goal } else { held.chars < PIECE_CHARS_MIN || next.chars < PIECE_CHARS_MIN };
    (fits && wanted).then_some(Block { first: held.first, last: next.last, chars, weak: held.weak, joined: true })
}
