//! Keys, from the bytes a terminal sends. Pasted text comes as one piece, so that nothing in it is taken for a command.
//!
//! Not here: what keys mean; and mice, which nobody needs to say yes.

/// One press of a key, or one paste.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Press {
    Char(char),
    Enter,
    Newline,
    Tab,
    Escape,
    Backspace,
    Delete,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    /// Ctrl with a letter.
    Control(char),
    Paste(String),
    /// A key that means nothing here.
    Other,
}

const PASTE: &[u8] = b"\x1b[200~";
const PASTED: &[u8] = b"\x1b[201~";

/// Takes every whole key out of what has come so far; half a character or half a paste stays for the next time.
pub(crate) fn presses(bytes: &mut Vec<u8>) -> Vec<Press> {
    let mut found = Vec::new();
    while let Some((press, length)) = first(bytes) {
        bytes.drain(..length);
        found.push(press);
    }
    found
}

fn first(bytes: &[u8]) -> Option<(Press, usize)> {
    if let Some(rest) = bytes.strip_prefix(PASTE) {
        let end = rest.windows(PASTED.len()).position(|window| window == PASTED)?;
        let text = String::from_utf8_lossy(&rest[..end]).replace("\r\n", "\n").replace('\r', "\n");
        return Some((Press::Paste(text), PASTE.len() + end + PASTED.len()));
    }
    Some(match bytes {
        [] => return None,
        // Terminals send the longer sequences in one piece, so an Escape with nothing behind it is the key itself.
        [0x1b] => (Press::Escape, 1),
        [0x1b, b'[', rest @ ..] => {
            let parameters = rest.iter().take_while(|b| (0x20..0x40).contains(*b)).count();
            let length = bytes.len().min(2 + parameters + 1);
            (sequence(&rest[..parameters], rest.get(parameters)), length)
        }
        [0x1b, b'O', last, ..] => (sequence(b"", Some(last)), 3),
        [0x1b, ..] => (Press::Other, 2),
        [b'\r', ..] => (Press::Enter, 1),
        [b'\n', ..] => (Press::Newline, 1),
        [b'\t', ..] => (Press::Tab, 1),
        [0x7f | 0x08, ..] => (Press::Backspace, 1),
        [control @ 1..=26, ..] => (Press::Control(char::from(b'a' + control - 1)), 1),
        [0..=31, ..] => (Press::Other, 1),
        _ => return character(bytes),
    })
}

fn sequence(parameters: &[u8], last: Option<&u8>) -> Press {
    match (parameters, last) {
        (_, Some(b'A')) => Press::Up,
        (_, Some(b'B')) => Press::Down,
        (_, Some(b'C')) => Press::Right,
        (_, Some(b'D')) => Press::Left,
        (_, Some(b'H')) | (b"1" | b"7", Some(b'~')) => Press::Home,
        (_, Some(b'F')) | (b"4" | b"8", Some(b'~')) => Press::End,
        (b"3", Some(b'~')) => Press::Delete,
        (b"5", Some(b'~')) => Press::PageUp,
        (b"6", Some(b'~')) => Press::PageDown,
        _ => Press::Other,
    }
}

fn character(bytes: &[u8]) -> Option<(Press, usize)> {
    let start = &bytes[..bytes.len().min(4)];
    let text = match std::str::from_utf8(start) {
        Ok(text) => text,
        Err(error) if error.valid_up_to() > 0 => std::str::from_utf8(&start[..error.valid_up_to()]).unwrap_or_default(),
        Err(error) => return error.error_len().map(|length| (Press::Other, length)),
    };
    let character = text.chars().next()?;
    Some((Press::Char(character), character.len_utf8()))
}

#[cfg(test)]
mod tests {
    use super::{Press, presses};

    #[test]
    fn keys_and_pastes_come_apart_in_order() {
        let table: [(&[u8], &[Press], &[u8]); 9] = [
            (b"aA\r", &[Press::Char('a'), Press::Char('A'), Press::Enter], b""),
            (b"\x1b[A\x1b[1;5B\x1bOC", &[Press::Up, Press::Down, Press::Right], b""),
            (b"\x1b[5~\x1b[6~\x1b[3~", &[Press::PageUp, Press::PageDown, Press::Delete], b""),
            (b"\x1b", &[Press::Escape], b""),
            (b"\x03\x0a\x09\x7f", &[Press::Control('c'), Press::Newline, Press::Tab, Press::Backspace], b""),
            ("é日".as_bytes(), &[Press::Char('é'), Press::Char('日')], b""),
            (b"y\xc3", &[Press::Char('y')], b"\xc3"),
            (b"\x1b[200~a\rA\x1b[201~q", &[Press::Paste("a\nA".to_owned()), Press::Char('q')], b""),
            (b"\x1b[200~half", &[], b"\x1b[200~half"),
        ];
        for (bytes, wanted, left) in table {
            let mut buffer = bytes.to_vec();
            assert_eq!(presses(&mut buffer), wanted, "{bytes:?}");
            assert_eq!(buffer, left, "{bytes:?}");
        }
    }
}
