//! Values given to names that tell: `DB_PASSWORD=…`, `"apiKey": "…"`, `let token: &str = "…"`, `Authorization: Basic …`.
//!
//! Every such thing has a `=` or a `:`; those are looked for thirty-two bytes at a time, and only the name before one is
//! read.
//!
//! Not here: whether the value is a secret. See `value`.

use super::connection;
use super::name::kind_of;
use super::value::{Place, is_placeholder, is_secret};
use super::{Hit, SecretKind};
use std::ops::Range;

/// Longest name, and longest value, that are looked at.
const NAME_MAX: usize = 64;
pub(super) const VALUE_MAX: usize = 1_024;

pub(super) fn find(text: &str, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    for (chunk, window) in bytes.chunks(32).enumerate() {
        if window.iter().fold(0, |any, byte| any | u8::from(*byte == b'=') | u8::from(*byte == b':')) != 0 {
            for (offset, byte) in window.iter().enumerate() {
                if matches!(byte, b'=' | b':') {
                    sign(text, chunk * 32 + offset, hits);
                }
            }
        }
    }
}

/// Looks at what is on both sides of a `=` or `:`.
fn sign(text: &str, at: usize, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    let next = bytes.get(at + 1).copied().unwrap_or(b'\n');
    let is_colon = bytes[at] == b':';
    if is_colon && bytes[at + 1..].starts_with(b"//") {
        return connection::address(text, at, hits);
    }
    if matches!(next, b'=' | b'~') || (is_colon && next == b':') {
        return;
    }
    let Some(name) = name_before(bytes, at) else { return };
    let word = &text[name.start..name.end];
    if is_authorization(word) {
        return authorization(text, at + 1, hits);
    }
    let Some(kind) = kind_of(word) else { return };
    let arrow = usize::from(!is_colon && next == b'>');
    let Some((from, place)) = value_start(text, at + 1 + arrow, is_colon, &name) else { return };
    let Some(to) = value_end(text, from, place) else { return };
    value(text, from..to, kind, place, hits);
}

/// Looks at a field whose name and value are known apart, as in JSON.
pub(super) fn field(name: &str, text: &str, hits: &mut Vec<Hit>) {
    if is_authorization(name) {
        authorization(text, 0, hits);
    } else if let Some(kind) = kind_of(name) {
        value(text, 0..text.len(), kind, Place::Quoted, hits);
    }
}

/// Takes a value given to a name of this kind for a secret, or leaves it.
fn value(text: &str, range: Range<usize>, kind: SecretKind, place: Place, hits: &mut Vec<Hit>) {
    let value = &text[range.clone()];
    if value.len() <= VALUE_MAX && is_secret(value, kind, place) {
        let kind = if kind == SecretKind::ApiKey && value.len() == 88 && value.ends_with("==") { SecretKind::AzureKey } else { kind };
        hits.push(Hit { range, kind, doubt: 4 });
    }
}

fn is_authorization(name: &str) -> bool {
    name.len() >= 13 && name.to_ascii_lowercase().ends_with("authorization")
}

/// A name: where it is, and whether an escape such as `\n` comes before it.
struct Name {
    start: usize,
    end: usize,
    escaped: bool,
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// The name that ends before a sign, past spaces, quotes and a closing bracket.
fn name_before(bytes: &[u8], at: usize) -> Option<Name> {
    let mut end = at;
    // A bound, so that a text of nothing but signs is not read from its start at each.
    while end > 0 && at - end < 16 && matches!(bytes[end - 1], b' ' | b'\t' | b'"' | b'\'' | b'`' | b']' | b'\\' | b':' | b'?' | b'+') {
        end -= 1;
    }
    let len = bytes[..end].iter().rev().take(NAME_MAX).take_while(|byte| is_name(**byte)).count();
    let start = end - len;
    // What was escaped is not part of the name: `\nTOKEN=`.
    let escaped = len > 1 && start > 0 && bytes[start - 1] == b'\\' && matches!(bytes[start], b'n' | b'r' | b't');
    (len > 0).then_some(Name { start: start + usize::from(escaped), end, escaped })
}

/// Where the value starts, past spaces, a type, a wrapper and the opening quote, and what kind of place that is.
fn value_start(text: &str, from: usize, is_colon: bool, name: &Name) -> Option<(usize, Place)> {
    let bytes = text.as_bytes();
    let spaces = |at: usize| at + bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let mut at = spaces(from);
    if is_colon && let Some(value) = after_type(text, at) {
        at = spaces(value);
    }
    at += wrapper(&text[at..]);
    let escape = usize::from(bytes.get(at) == Some(&b'\\'));
    if matches!(bytes.get(at + escape), Some(b'"' | b'\'' | b'`')) {
        return Some((at + escape + 1, Place::Quoted));
    }
    let first = *bytes.get(at)?;
    if matches!(first, b'\n' | b'\r') {
        return None;
    }
    let before = name.start.checked_sub(1).map(|place| bytes[place]);
    if !is_colon && matches!(before, Some(b'?' | b'&' | b';')) {
        return Some((at, Place::Query));
    }
    let line = line_before(text, name);
    let tight = at == from && name.end + 1 == from;
    let capitals = text[name.start..name.end].bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    let place = match line {
        Some("" | "export" | "ENV" | "ARG" | "-e" | "-" | "set" | "--env" | "env") if !is_colon && tight && capitals => Place::Environment,
        Some("" | "-" | "\"" | "'") => Place::Line,
        // An option of a command: `--password=…`
        _ if text[name.start..].starts_with("--") => Place::Line,
        _ => Place::Loose,
    };
    Some((at, place))
}

/// What stands before a name on its line, if it is short.
fn line_before<'t>(text: &'t str, name: &Name) -> Option<&'t str> {
    if name.escaped {
        return Some("");
    }
    let bytes = text.as_bytes();
    let len = bytes[..name.start].iter().rev().take(40).take_while(|byte| **byte != b'\n').count();
    (len < 40).then(|| text.get(name.start - len..name.start).map(str::trim)).flatten()
}

/// Past a type and the `=` after it: `token: &'static str = "…"`.
fn after_type(text: &str, at: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[at..];
    let is_type =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'&' | b'\'' | b'<' | b'>' | b'[' | b']' | b'|' | b'?' | b'.' | b',' | b' ');
    let len = bytes.iter().take(48).take_while(|byte| is_type(**byte)).count();
    let starts_as_type = bytes.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'&');
    (len > 0 && starts_as_type && bytes.get(len) == Some(&b'=') && bytes.get(len + 1) != Some(&b'=') && bytes[len - 1] == b' ')
        .then_some(at + len + 1)
}

/// The length of what wraps a quoted value: `String::from(`, `Some(`, `b`, `f`.
fn wrapper(text: &str) -> usize {
    for wrapper in
        ["String::from(", "SecretString::from(", "SecretString::new(", "Secret::new(", "Some(", "str(", "SecretStr(", "b", "r", "u", "f", "@"]
    {
        if let Some(rest) = text.strip_prefix(wrapper)
            && rest.starts_with(['"', '\'', '`'])
        {
            return wrapper.len();
        }
    }
    0
}

/// Where the value ends; none when a quote is not closed on its line.
fn value_end(text: &str, from: usize, place: Place) -> Option<usize> {
    let rest = &text.as_bytes()[from..];
    let rest = &rest[..rest.len().min(VALUE_MAX + 1)];
    let len = match place {
        Place::Quoted => {
            let quote = text.as_bytes()[from - 1];
            // Inside an escaped text the closing quote is escaped like the opening one.
            let nested = from >= 2 && text.as_bytes()[from - 2] == b'\\';
            let mut escaped = false;
            let len = rest.iter().position(|byte| {
                let ends = *byte == b'\n' || (*byte == quote && (nested || !escaped)) || (nested && *byte == b'\\');
                escaped = *byte == b'\\' && !escaped;
                ends
            })?;
            if rest[len] == b'\n' {
                return None;
            }
            len
        }
        Place::Query => rest
            .iter()
            .position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'&' | b';' | b'"' | b'\'' | b'`' | b'\\' | b'<' | b'>'))
            .unwrap_or(rest.len()),
        Place::Environment => rest.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'\\')).unwrap_or(rest.len()),
        Place::Line | Place::Loose => rest
            .iter()
            .position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'`' | b'\\' | b',' | b';' | b'&'))
            .unwrap_or(rest.len()),
    };
    (len > 0 && text.is_char_boundary(from + len)).then_some(from + len)
}

/// `Basic dXNlcjpwYXNz`, `Bearer …`, `token …` after the name of the header.
fn authorization(text: &str, from: usize, hits: &mut Vec<Hit>) {
    let reach = &text[from..text.floor_char_boundary(from + VALUE_MAX)];
    let head = reach.trim_start_matches([' ', '\t', '"', '\'', '`', '\\']);
    let at = from + reach.len() - head.len();
    let Some((scheme, _)) = head.split_once(' ').filter(|(scheme, _)| scheme.len() <= 8) else { return };
    let kind = match scheme.to_ascii_lowercase().as_str() {
        "basic" => SecretKind::BasicAuth,
        "bearer" | "token" | "apikey" => SecretKind::BearerToken,
        _ => return,
    };
    let start = at + scheme.len() + 1;
    let value = head[scheme.len() + 1..].split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '\\' | ',' | ';')).next().unwrap_or("");
    let made = value.len() >= 8
        && !value.contains(['(', '$', '{', '['])
        && (value.bytes().any(|byte| byte.is_ascii_digit()) || value.bytes().any(|byte| byte.is_ascii_uppercase()));
    if made && !is_placeholder(value) {
        hits.push(Hit { range: start..start + value.len(), kind, doubt: 3 });
    }
}
