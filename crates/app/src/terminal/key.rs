//! Bytes from the keyboard, taken apart into keys.
//!
//! Not here: names for arrows and function keys. No question asks for them, so they only need to
//! be told from Escape and stepped over.

const CTRL_C: u8 = 0x03;
const CTRL_D: u8 = 0x04;
const ESCAPE: u8 = 0x1b;

/// One press of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// A character.
    Character(char),
    /// Escape, Ctrl-C or Ctrl-D.
    Cancel,
    /// An arrow, a function key, or bytes that are no text.
    Other,
}

/// The first key in `bytes` and how many bytes it takes; nothing while it is still on its way.
///
/// An Escape with nothing behind it is the key itself: terminals send the longer sequences of
/// other keys in one piece.
pub(super) fn first_key(bytes: &[u8]) -> Option<(Key, usize)> {
    match bytes {
        [] => None,
        [CTRL_C | CTRL_D, ..] | [ESCAPE] => Some((Key::Cancel, 1)),
        [ESCAPE, b'[', rest @ ..] => {
            // Parameters, then one final byte.
            let parameters = rest.iter().take_while(|b| (0x20..0x40).contains(*b)).count();
            Some((Key::Other, bytes.len().min(2 + parameters + 1)))
        }
        [ESCAPE, b'O', ..] => Some((Key::Other, bytes.len().min(3))),
        [ESCAPE, ..] => Some((Key::Other, 2)),
        _ => first_character(bytes),
    }
}

fn first_character(bytes: &[u8]) -> Option<(Key, usize)> {
    let start = &bytes[..bytes.len().min(4)];
    let text = match std::str::from_utf8(start) {
        Ok(text) => text,
        Err(error) if error.valid_up_to() > 0 => std::str::from_utf8(&start[..error.valid_up_to()]).unwrap_or_default(),
        Err(error) => return error.error_len().map(|length| (Key::Other, length)),
    };
    let character = text.chars().next()?;
    Some((Key::Character(character), character.len_utf8()))
}

#[cfg(test)]
mod tests {
    use super::{Key, first_key};

    #[test]
    fn keys_come_apart_in_order() {
        let cases: [(&[u8], &[Key]); 10] = [
            (b"", &[]),
            (b"yn", &[Key::Character('y'), Key::Character('n')]),
            ("é日y".as_bytes(), &[Key::Character('é'), Key::Character('日'), Key::Character('y')]),
            (b"\x1b", &[Key::Cancel]),
            (b"x\x03", &[Key::Character('x'), Key::Cancel]),
            (b"\x1b[Ay", &[Key::Other, Key::Character('y')]),
            (b"\x1b[1;5Cy\x1bOPn", &[Key::Other, Key::Character('y'), Key::Other, Key::Character('n')]),
            (b"\x1b[", &[Key::Other]),
            (b"\xffy", &[Key::Other, Key::Character('y')]),
            // The first half of é: wait for the other.
            (b"y\xc3", &[Key::Character('y')]),
        ];
        for (bytes, expected) in cases {
            let mut rest = bytes;
            let mut keys = Vec::new();
            while let Some((key, length)) = first_key(rest) {
                keys.push(key);
                rest = &rest[length..];
            }
            assert_eq!(keys, expected, "{bytes:?}");
        }
    }
}
