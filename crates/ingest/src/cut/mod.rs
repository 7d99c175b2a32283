//! Cutting a document into pieces that can be kept, found and shown one by one.
//!
//! Each kind has a scanner that marks every line with how good a cut before it would be; one packer then chooses the
//! cuts. Pieces never overlap: recall reads on into the neighbours instead, which costs nothing to store.
//!
//! Not here: parsing a language. Indentation, blank lines and the words that open a definition tell enough, in every
//! language alike and without a grammar that could refuse the file.

mod clean;
mod code;
mod lines;
mod outline;
mod pack;
mod prose;
mod sentences;
mod signature;

use crate::document::{Document, Kind, Part, Role};
pub use clean::clean;
use kernel::text::Slice;
use kernel::time::Moment;
pub use lines::FileLines;
use outline::Outline;

/// Below this many characters a piece is joined with its neighbour, if they have the same parent.
pub const PIECE_CHARS_MIN: usize = 400;
/// Above this many characters a piece is cut, if there is a good place.
pub const PIECE_CHARS_GOAL: usize = 1_200;
/// No piece is longer, whatever it takes.
pub const PIECE_CHARS_MAX: usize = 2_000;

/// A stretch of a part: what is kept, embedded and shown as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The words, verbatim but for [`clean`] and the whitespace around them
    pub text: String,
    /// Where in the document: the part's heading, then headings or names, outermost first
    pub heading: String,
    /// Who said it, by name; what they are, where nobody is named
    pub author: String,
    /// What they are
    pub role: Role,
    /// When it was said
    pub at: Option<Moment>,
    /// The stretch of talk it belongs to
    pub thread: String,
    /// Its first line within the part, counted from 1
    pub line: u32,
    /// Its last line within the part
    pub last: u32,
}

/// Cuts a document into pieces, in order. Nothing is lost but whitespace and what [`clean`] takes out.
pub fn cut(document: &Document) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for part in &document.parts {
        cut_part(document, part, &mut pieces);
    }
    pieces
}

fn cut_part(document: &Document, part: &Part, pieces: &mut Vec<Piece>) {
    let text = clean(&part.text);
    let mut outline = Outline::of(&text);
    let whole = match document.kind {
        Kind::Code | Kind::Markdown | Kind::Text | Kind::Conversation => PIECE_CHARS_GOAL,
        Kind::Commit | Kind::Memory => PIECE_CHARS_MAX,
    };
    // Most turns and notes are one piece: nothing needs to be known of their lines.
    if outline.chars() > whole || matches!(document.kind, Kind::Code | Kind::Markdown | Kind::Text) {
        match document.kind {
            Kind::Code => code::mark(&mut outline, &document.path),
            Kind::Markdown => prose::mark(&mut outline, prose::Style::Markdown),
            Kind::Text => prose::mark(&mut outline, prose::Style::Plain),
            Kind::Conversation | Kind::Commit | Kind::Memory => prose::mark(&mut outline, prose::Style::Said),
        }
    }
    let (above, named, thread) = (one_line(&part.heading), one_line(&part.author), one_line(&part.thread));
    // Transcripts name the model and the tools, and seldom the person.
    let author = if named.is_empty() { part.role.name().to_owned() } else { named };
    for span in pack::pack(&outline, whole) {
        let words = text.slice(span.start..span.end);
        let trimmed = words.trim_start();
        if trimmed.is_empty() {
            continue;
        }
        let skipped = words.slice(..words.len() - trimmed.len()).matches('\n').count();
        let text = trimmed.trim_end();
        let line = span.first + skipped + 1;
        pieces.push(Piece {
            text: text.to_owned(),
            heading: outline.heading(&above, span.first, span.last),
            author: author.clone(),
            role: part.role,
            at: part.at,
            thread: thread.clone(),
            line: u32::try_from(line).unwrap_or(u32::MAX),
            last: u32::try_from(line + text.matches('\n').count()).unwrap_or(u32::MAX),
        });
    }
}

/// Names are shown on one line, without what cannot be seen.
fn one_line(name: &str) -> String {
    let name = clean(name);
    if name.contains(['\n', '\t']) { name.split_whitespace().collect::<Vec<_>>().join(" ") } else { name.trim().to_owned() }
}
