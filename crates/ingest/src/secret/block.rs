//! Private keys in armour: from `-----BEGIN … PRIVATE KEY-----` to its end, and what is left of one when either is cut off.
//!
//! Not here: certificates and public keys, which are meant to be seen.

use super::value::distinct;
use super::{Hit, SecretKind};
use kernel::text::Slice;
use std::ops::Range;

const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";
const DASHES: &str = "-----";
/// What every label of these has.
const LABEL: &str = "PRIVATE KEY";
const LABEL_MAX: usize = 40;

/// Longest armour looked at, in bytes; the largest keys have a tenth of it.
const ARMOUR_MAX: usize = 65_536;

/// The least that a label and an end make a key, in bytes with what closes it.
const CLOSED_MIN: usize = 64;

/// The least that is a key, in digits of base64, where no end closes it.
const DIGITS_MIN: usize = 40;

/// The widest margin between two lines of a key, in bytes: the rest of a box drawn around them.
const MARGIN_MAX: usize = 320;

/// How many words may stand between a label and the key: `Proc-Type: 4,ENCRYPTED` and the like.
const HEADER_WORDS_MAX: usize = 16;

pub(super) fn find(text: &str, hits: &mut Vec<Hit>) {
    if !text.contains(LABEL) {
        return;
    }
    let before = hits.len();
    let mut from = 0;
    while let Some(begin) = text.slice(from..).find(BEGIN).map(|at| from + at) {
        from = begin + BEGIN.len();
        let Some(label) = label(text, from) else { continue };
        let reach = text.slice(..label.end + ARMOUR_MAX);
        let closed = reach.slice(label.end..).find(END).map(|len| label.end..label.end + len).filter(|body| is_body(reach, body.clone()));
        let end = match closed {
            // A label in prose has nothing after it that could be a key.
            Some(body) => Some(past_label(text, body.end + END.len())).filter(|end| end - label.end >= CLOSED_MIN),
            None => cut_off(reach, label.end),
        };
        if let Some(end) = end {
            from = end;
            hits.push(Hit { range: begin..end, kind: SecretKind::PrivateKey, doubt: 0 });
        }
    }
    let after = hits.len();
    let mut from = 0;
    while let Some(end) = text.slice(from..).find(END).map(|at| from + at) {
        from = end + END.len();
        let whole = &hits[before..after];
        let taken = whole.get(whole.partition_point(|hit| hit.range.end <= end)).is_some_and(|hit| hit.range.start < end);
        if let Some(begin) = label(text, from).filter(|_| !taken).and_then(|_| torn_off(text, end)) {
            hits.push(Hit { range: begin..past_label(text, from), kind: SecretKind::PrivateKey, doubt: 0 });
        }
    }
}

/// The label of a private key that starts here, without its dashes.
fn label(text: &str, from: usize) -> Option<Range<usize>> {
    let near = text.slice(from..from + LABEL_MAX + DASHES.len());
    let label = near.split(DASHES).next().filter(|label| label.len() <= LABEL_MAX && label.contains(LABEL))?;
    Some(from..from + label.len())
}

/// Where a label and its dashes end.
fn past_label(text: &str, from: usize) -> usize {
    let near = text.slice(from..from + LABEL_MAX + DASHES.len());
    near.find(DASHES).map_or(from + near.len(), |len| from + len + DASHES.len())
}

/// Whether what stands between a beginning and an end is a key. Whatever shows a file has a margin of its own: numbers,
/// arrows, boxes, moments. So all that is asked is that most of it be digits of a key.
fn is_body(text: &str, body: Range<usize>) -> bool {
    let inner = text.slice(body.clone());
    if is_armour(inner) {
        return true;
    }
    // Of two beginnings before one end the first is cut off.
    if inner.contains(BEGIN) {
        return false;
    }
    let (mut key, mut all, mut at) = (0, 0, body.start);
    while let Some(run) = run_after(text.as_bytes(), at, body.end) {
        at = run.end;
        all += run.len();
        key += if Run::of(text, &run) == Run::Key { run.len() } else { 0 };
    }
    key >= DIGITS_MIN && key * 2 >= all
}

fn is_armour(body: &str) -> bool {
    // Escapes such as `\n`, quotes and `+` come with keys inside source code.
    let is_part = |c: char| {
        c.is_ascii_alphanumeric()
            || matches!(c, '+' | '/' | '=' | '-' | '\\' | '\n' | '\r' | '\t' | ' ' | ',' | ':')
            || matches!(c, '"' | '\'' | '.' | ';' | '(' | ')' | '<' | '>' | '@' | '#' | '*' | '|')
    };
    body.chars().all(is_part)
}

/// Where a key ends whose end is missing: as far as it looks like one.
fn cut_off(text: &str, from: usize) -> Option<usize> {
    let (mut words, mut digits, mut at, mut end) = (0, 0, from, None);
    while let Some(run) = run_after(text.as_bytes(), at, text.len()).filter(|run| run.start - at <= MARGIN_MAX) {
        at = run.end;
        match Run::of(text, &run) {
            Run::Key => {
                digits += run.len();
                end = Some(run.end);
            }
            Run::Margin => {}
            Run::Word if digits == 0 && words < HEADER_WORDS_MAX => words += 1,
            Run::Word => {
                // The last line of a key is a short one, alone where it stands.
                let rest = text.slice(run.end..).trim_start_matches([' ', '│', '|', '"', '\'']);
                let alone = rest.is_empty() || rest.starts_with(['\n', '\r', '\\', '…']);
                end = if alone && digits > 0 { Some(run.end) } else { end };
                break;
            }
        }
    }
    end.filter(|_| digits >= DIGITS_MIN)
}

/// Where a key starts whose beginning is missing: as far back from its end as it looks like one.
fn torn_off(text: &str, end: usize) -> Option<usize> {
    let (mut words, mut at, mut start) = (0, end, None);
    while let Some(run) = run_before(text.as_bytes(), at).filter(|run| at - run.end <= MARGIN_MAX && end - run.start <= ARMOUR_MAX) {
        let what = Run::of(text, &run);
        // An end named in prose stands on the line of its sentence.
        if at == end && what != Run::Margin && !text.slice(run.end..end).contains('\n') {
            return None;
        }
        at = run.start;
        match what {
            Run::Key => start = Some(run.start + usize::from(is_escape(text.as_bytes(), run.start))),
            Run::Margin => {}
            // The short last line, and the sum that some have below it.
            Run::Word if start.is_none() && words < 2 => words += 1,
            Run::Word => break,
        }
    }
    start
}

/// What a run of digits of base64 is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    /// A line of a key, or most of one.
    Key,
    /// The number of a line, or the letter of an escape such as `\n`.
    Margin,
    /// Anything else.
    Word,
}

impl Run {
    fn of(text: &str, run: &Range<usize>) -> Self {
        let bytes = &text.as_bytes()[run.clone()];
        // The last line is short and may have no figures; then what fills it up tells.
        let mixed = || {
            let has = |is: fn(&u8) -> bool| bytes.iter().any(is);
            has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && (has(u8::is_ascii_digit) || bytes.ends_with(b"="))
        };
        if run.len() >= DIGITS_MIN && distinct(text.slice(run.clone())) > 8 || run.len() >= 16 && mixed() {
            Self::Key
        } else if run.len() <= 7 && bytes.iter().all(u8::is_ascii_digit) || run.len() == 1 && is_escape(text.as_bytes(), run.start) {
            Self::Margin
        } else {
            Self::Word
        }
    }
}

fn is_escape(bytes: &[u8], at: usize) -> bool {
    at > 0 && bytes[at - 1] == b'\\' && matches!(bytes[at], b'n' | b'r' | b't')
}

const fn is_digit(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// The next run of digits of base64.
fn run_after(bytes: &[u8], from: usize, to: usize) -> Option<Range<usize>> {
    let start = from + bytes[from..to].iter().position(|byte| is_digit(*byte))?;
    let len = bytes[start..to].iter().take_while(|byte| is_digit(**byte)).count();
    Some(start..start + len)
}

/// The run before.
fn run_before(bytes: &[u8], to: usize) -> Option<Range<usize>> {
    let end = bytes[..to].iter().rposition(|byte| is_digit(*byte))? + 1;
    let len = bytes[..end].iter().rev().take_while(|byte| is_digit(**byte)).count();
    Some(end - len..end)
}
