//! One pass over the few bytes that a secret may be beside when there is no `=` or `:`: `('NAME', …`, `PASSWORD '…`,
//! `</name>`, `ENV NAME …`, ` -p…`, `--name …`, ` is …`, `$6$…`.
//!
//! Not here: what is around them. Each is handed to whoever knows.

use super::{Hit, beside, connection, file, token};

/// How many places are looked at together, and how far that reaches.
const BLOCK: usize = 16;
const REACH: usize = BLOCK + 5;

/// The bytes that something holds for, a bit for each. The compiler asks all at once if `is` has no branches.
pub(super) fn places(bytes: &[u8; 16], is: impl Fn(u8) -> bool) -> u16 {
    (0..16).fold(0, |all, i| all | (u16::from(is(bytes[i])) << i))
}

pub(super) fn find(text: &str, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    let mut dashes = 0;
    for start in (0..bytes.len()).step_by(BLOCK) {
        // One bit for each place; at the end of the text, where a block reaches too far, all of them.
        let mut places =
            bytes[start..].first_chunk::<REACH>().map_or(u16::MAX, |block| (0..BLOCK).fold(0, |all, i| all | (u16::from(is_clue(block, i)) << i)));
        while places != 0 {
            let at = start + places.trailing_zeros() as usize;
            places &= places - 1;
            match bytes.get(at..).unwrap_or_default() {
                [_, b'"' | b'\'', b',', ..] => beside::call(text, at + 1, hits),
                [_, b' ', b'"' | b'\'', ..] => beside::quoted(text, at + 2, hits),
                [_, b' ', b'i', b's', b' ', ..] => beside::spoken(text, at + 1, hits),
                [_, b' ', b'-', b'p' | b'a', ..] => beside::option(text, at + 1, hits),
                [b'n' | b'N', b'v' | b'V', b' ', ..] | [b't', b' ', b'-', ..] | [b't', b'x', b' ', ..] => beside::led(text, at, hits),
                [b'<', b'/', ..] => beside::element(text, at, hits),
                // A rule of dashes is looked at once.
                [b'-', b'-', ..] if at >= dashes => dashes = connection::option(text, at, hits),
                [b'$', _, ..] => file::hash(text, at, hits),
                [b'Q', b'~', ..] => token::azure(text, at + 1, hits),
                _ => {}
            }
        }
    }
}

/// The same without branches, so that the compiler looks at many places at once. It may say yes too often.
#[allow(clippy::needless_bitwise_bool, clippy::many_single_char_names, reason = "a lazy operator is a branch")]
const fn is_clue(block: &[u8; REACH], i: usize) -> bool {
    let (a, b, c, d) = (block[i], block[i + 1], block[i + 2], block[i + 3]);
    // The last letters of what tells: password, by, KEY, TOKEN, SECRET.
    let small = a | 0x20;
    let last = (small == b'd') | (small == b'y') | (small == b'n') | (small == b't');
    // ` '`, ` is`, ` -p`
    let space = (b == b' ') & ((last & ((c == b'"') | (c == b'\''))) | ((c == b'i') & (d == b's')) | ((c == b'-') & (d != b' ')));
    let call = last & ((b == b'"') | (b == b'\'')) & (c == b',');
    // Names of five letters at least: most of what closes in a page is shorter.
    let element = (a == b'<') & (b == b'/') & (d != b'>') & (block[i + 4] != b'>') & (block[i + 5] != b'>');
    // `ENV `, `setenv `, `setx `
    let set = ((b | 0x20 == b'v') | (b == b'x')) & (c == b' ');
    let other = (a == b'$') | ((a == b'Q') & (b == b'~')) | ((a == b'-') & (b == b'-'));
    space | call | element | set | other
}
