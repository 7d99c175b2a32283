//! Private keys in armour: from `-----BEGIN … PRIVATE KEY-----` to its end.
//!
//! Not here: certificates and public keys, which are meant to be seen.

use super::{Hit, SecretKind};

const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";

/// Longest armour looked at, in bytes; the largest keys have a tenth of it.
const ARMOUR_MAX: usize = 65_536;

pub(super) fn find(text: &str, hits: &mut Vec<Hit>) {
    if !text.contains(BEGIN) {
        return;
    }
    let mut from = 0;
    while let Some(begin) = text[from..].find(BEGIN).map(|at| from + at) {
        let label_at = begin + BEGIN.len();
        let reach = &text[..text.floor_char_boundary(label_at + ARMOUR_MAX)];
        let label = reach[label_at..].split("-----").next().unwrap_or("");
        from = label_at;
        if label.len() > 40 || !label.contains("PRIVATE KEY") {
            continue;
        }
        let body = label_at + label.len();
        let end = match reach[body..].find(END).filter(|len| is_armour(&reach[body..body + len])) {
            Some(at) => reach[body + at + END.len()..].find("-----").map_or(reach.len(), |len| body + at + END.len() + len + "-----".len()),
            // Cut off: as far as it looks like a key.
            None => body + reach[body..].find(|c| !is_armour_char(c)).unwrap_or(reach.len() - body),
        };
        // A label in prose has nothing after it that could be a key.
        if end - body >= 64 {
            from = end;
            hits.push(Hit { range: begin..end, kind: SecretKind::PrivateKey, doubt: 0 });
        }
    }
}

fn is_armour(body: &str) -> bool {
    // Escapes such as `\n`, quotes and `+` come with keys inside source code.
    body.chars().all(|c| is_armour_char(c) || matches!(c, '"' | '\'' | '.' | ';' | '(' | ')' | '<' | '>' | '@' | '#' | '*' | '|'))
}

const fn is_armour_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=' | '-' | '\\' | '\n' | '\r' | '\t' | ' ' | ',' | ':')
}
