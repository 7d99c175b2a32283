//! Input that no reader expects, made from bytes: for property tests and fuzz targets, and nothing else.
//!
//! The same bytes always make the same input. Fewer and smaller bytes make a simpler one, so whoever shrinks the bytes shrinks the
//! input. Not here: what must hold of whatever reads it; see `fuzz/checks`.

mod choices;
mod json;
mod pieces;

pub use json::{damaged, json};

use choices::Choices;
use pieces::PIECES;

/// How often a piece is repeated at most: enough for a line that is longer than any limit on one.
const REPEATED_MAX: usize = 4_000;
/// Longest text, in bytes. Generators and fuzzers would else spend their time on a few very long ones.
const TEXT_BYTES_MAX: usize = 64 << 10;

/// A text of pieces in several scripts, box drawing, combining marks, emoji, controls, every kind of line end, and the words and marks
/// that cutters and finders look for. Some pieces are repeated into very long lines.
pub fn text(bytes: &[u8]) -> String {
    let mut choices = Choices::of(bytes);
    let mut text = String::new();
    while let Some(choice) = choices.more() {
        match choice {
            // Any character at all.
            252 => text.push(choices.character()),
            // The last piece again and again, without a line end.
            253 => {
                let (piece, times) = (choices.piece(PIECES), choices.repeated(REPEATED_MAX));
                (0..times).for_each(|_| text.push_str(piece));
            }
            // The same, each on a line of its own.
            254 => {
                let (piece, times) = (choices.piece(PIECES), choices.repeated(REPEATED_MAX));
                (0..times).for_each(|_| text.extend([piece, "\n"]));
            }
            // What stands there already, once more.
            255 => text = text.repeat(2),
            choice => text.push_str(PIECES[usize::from(choice) % PIECES.len()]),
        }
        if text.len() > TEXT_BYTES_MAX {
            let end = text.floor_char_boundary(TEXT_BYTES_MAX);
            text.truncate(end);
            break;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_bytes_make_the_same_text_and_every_piece_is_made() {
        let all: Vec<u8> = (0..252).collect();
        let made = text(&all);
        assert_eq!(made, text(&all));
        assert!(PIECES.len() <= 252, "a byte names a piece");
        for piece in PIECES {
            assert!(made.contains(piece), "{piece:?}");
        }
        assert_eq!(text(&[]), "");
        assert_eq!(text(&[0]), "a");
    }

    #[test]
    fn texts_are_long_and_bounded() {
        let long = text(&[253, 0, 255, 255]);
        assert!(long.len() > 1_000 && !long.contains('\n'));
        assert!(text(&[254, 3, 255, 255, 255, 255, 255, 255, 255, 255]).len() <= TEXT_BYTES_MAX);
    }
}
