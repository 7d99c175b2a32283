//! Values given to names that tell: `DB_PASSWORD=…`, `"apiKey": "…"`, `let token: &str = "…"`, `Authorization: Basic …`.
//!
//! Every such thing has a `=` or a `:`; those are looked for sixteen bytes at a time, and only the name before one is
//! read.
//!
//! Not here: whether the value is a secret. See `value`.

use super::clues::places;
use super::name::{is_about, kind_of};
use super::value::{Place, is_phrase, is_placeholder, is_secret, is_stray};
use super::{Hit, SecretKind};
use super::{connection, file};
use kernel::text::Slice;
use std::ops::Range;

/// Longest name, and longest value, that are looked at.
pub(super) const NAME_MAX: usize = 64;
pub(super) const VALUE_MAX: usize = 1_024;

pub(super) fn find(text: &str, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    let (chunks, rest) = bytes.as_chunks::<16>();
    for (chunk, window) in chunks.iter().enumerate() {
        let mut places = places(window, is_sign);
        while places != 0 {
            sign(text, chunk * 16 + places.trailing_zeros() as usize, hits);
            places &= places - 1;
        }
    }
    for (offset, _) in rest.iter().enumerate().filter(|(_, byte)| is_sign(**byte)) {
        sign(text, bytes.len() - rest.len() + offset, hits);
    }
}

#[allow(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch")]
const fn is_sign(byte: u8) -> bool {
    (byte == b'=') | (byte == b':')
}

/// Looks at what is on both sides of a `=` or `:`.
fn sign(text: &str, at: usize, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    let next = bytes.get(at + 1).copied().unwrap_or(b'\n');
    let is_colon = bytes[at] == b':';
    if is_colon && bytes[at + 1..].starts_with(b"//") {
        return connection::address(text, at, hits);
    }
    // `a::b` is a path.
    if matches!(next, b'=' | b'~') || (is_colon && (next == b':' || at > 0 && bytes[at - 1] == b':')) {
        return;
    }
    // Most colons before a line's end open a block.
    if next == b'\n' && !(is_colon && below(text, at + 1).is_some()) {
        return;
    }
    if is_colon && (next.is_ascii_digit() || next == b'*') {
        file::pgpass(text, at, hits);
    }
    let Some(name) = name_before(bytes, at) else { return };
    let word = text.slice(name.start..name.end);
    if is_authorization(word) {
        return authorization(text, at + 1, hits);
    }
    if is_colon && (file::colon(text, at, word, hits) || user(text, at, &name, hits)) {
        return;
    }
    let arrow = usize::from(!is_colon && next == b'>');
    let told = if word.eq_ignore_ascii_case("value") { kind_of(named_before(text, name.start)) } else { kind_of(word) };
    let Some(kind) = told.or_else(|| is_long(bytes, at + 1 + arrow).then_some(SecretKind::HighEntropy)) else { return };
    let Some((from, place)) = value_start(text, at + 1 + arrow, is_colon, &name) else { return };
    let is_set = is_colon && place == Place::Line && told == Some(SecretKind::Password) && is_capital(word) && is_all_of_line(text.slice(from..));
    let place = if is_set { Place::Environment } else { place };
    let Some(to) = value_end(text, from, place) else { return };
    let value = text.slice(from..to);
    let is = match told {
        _ if value.len() > VALUE_MAX || is_folder(word, value) => false,
        // Whoever shows an image shows its address.
        _ if place == Place::Query && text.slice(..name.start).ends_with("badge.svg?") => false,
        Some(kind) => is_secret(value, kind, place) || (place == Place::Quoted && !is_colon && is_capital(word) && is_phrase(value, kind)),
        None => matches!(place, Place::Quoted | Place::Environment) && is_stray(value) && !is_about(word),
    };
    if is {
        hits.push(found(text, from..to, kind));
    }
}

/// Looks at a field whose name and value are known apart, as in JSON.
pub(super) fn field(name: &str, text: &str, hits: &mut Vec<Hit>) {
    if is_authorization(name) {
        authorization(text, 0, hits);
    } else if let Some(kind) = kind_of(name)
        && text.len() <= VALUE_MAX
        && is_secret(text, kind, Place::Quoted)
    {
        hits.push(found(text, 0..text.len(), kind));
    }
}

/// A value given to a name of this kind.
fn found(text: &str, range: Range<usize>, kind: SecretKind) -> Hit {
    let value = text.slice(range.clone());
    let kind = if kind == SecretKind::ApiKey && value.len() == 88 && value.ends_with("==") { SecretKind::AzureKey } else { kind };
    Hit { range, kind, doubt: 4 }
}

fn is_authorization(name: &str) -> bool {
    const WORD: &[u8] = b"authorization";
    name.len().checked_sub(WORD.len()).is_some_and(|at| name.as_bytes()[at..].eq_ignore_ascii_case(WORD))
}

/// How long a run after a sign is that needs no name to be looked at.
const STRAY_MIN: usize = 32;

/// Whether a long unbroken value follows, which is worth a look whatever the name.
fn is_long(bytes: &[u8], from: usize) -> bool {
    let skip = bytes[from..].iter().take(3).take_while(|byte| matches!(byte, b' ' | b'"' | b'\'')).count();
    let rest = &bytes[from + skip..];
    rest.len() >= STRAY_MIN && rest[..STRAY_MIN].iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_' | b'='))
}

/// The name that a `value` belongs to: `key="NAME" value=…`, `"name": "NAME", "value": …`, `- name: NAME` and a new line.
fn named_before(text: &str, at: usize) -> &str {
    let near = text.slice(at.saturating_sub(160)..at);
    let near = near.trim_end_matches(|c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\'' | ',' | '\\'));
    let len = near.bytes().rev().take(NAME_MAX).take_while(|byte| is_name(*byte)).count();
    let (head, name) = near.split_at(near.len() - len);
    let head = head.trim_end_matches([' ', '"', '\'', '\\']);
    if head.ends_with([':', '=']) { name } else { "" }
}

/// `-u name:…`, `--user name:…`; `at` is the colon.
fn user(text: &str, at: usize, name: &Name, hits: &mut Vec<Hit>) -> bool {
    let bytes = &text.as_bytes()[..name.start];
    let bytes = bytes.strip_suffix(b"'").or_else(|| bytes.strip_suffix(b"\"")).unwrap_or(bytes);
    let head = bytes.strip_suffix(b" ").or_else(|| bytes.strip_suffix(b"=")).unwrap_or(bytes);
    if !(head.ends_with(b" -u") || head.ends_with(b"--user") || head.ends_with(b"--proxy-user")) {
        return false;
    }
    let Some(to) = value_end(text, at + 1, Place::Loose) else { return false };
    // Others than curl have users, and groups after the colon.
    let near = text.slice(name.start.saturating_sub(200)..name.start);
    let curl = near.rsplit('\n').next().is_some_and(|line| line.contains("curl"));
    let is = is_secret(text.slice(at + 1..to), SecretKind::Password, if curl { Place::Environment } else { Place::Line });
    if is {
        hits.push(Hit { range: at + 1..to, kind: SecretKind::BasicAuth, doubt: 3 });
    }
    is
}

/// Whether a value is all that its line says, as in the files that set environments by `NAME: value`: an expression goes on
/// after a comma, and what tells by itself is a name.
fn is_all_of_line(text: &str) -> bool {
    let line = text.slice(..VALUE_MAX).split('\n').next().unwrap_or("").trim_end();
    !line.contains(char::is_whitespace) && !line.ends_with([',', ';', '.', ':', '|']) && kind_of(line).is_none()
}

/// The folder that a shell is in, which has the name that others give to a password.
fn is_folder(name: &str, value: &str) -> bool {
    matches!(name, "PWD" | "OLDPWD") && value.starts_with('/')
}

pub(super) fn is_capital(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

/// A name: where it is, and whether an escape such as `\n` comes before it.
struct Name {
    start: usize,
    end: usize,
    escaped: bool,
}

pub(super) const fn is_name(byte: u8) -> bool {
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
    if is_colon && let Some(below) = below(text, at) {
        at = below;
    }
    at += wrapper(text.slice(at..));
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
    let capitals = !is_colon && tight && is_capital(text.slice(name.start..name.end));
    let place = match line {
        Some("" | "-") if capitals => Place::Environment,
        _ if capitals && SETTERS.contains(&word_before(text, name)) => Place::Environment,
        Some("" | "-" | "\"" | "'") => Place::Line,
        _ if capitals => Place::Line,
        // An option of a command: `--password=…`
        _ if text.slice(name.start..).starts_with("--") => Place::Line,
        _ => Place::Loose,
    };
    Some((at, place))
}

/// Words after which `NAME=value` is all there is to say.
const SETTERS: &[&str] =
    &["export", "ENV", "ARG", "-e", "set", "--env", "env", "--build-arg", "--set", "declare", "-x", "&&", ";", "sudo", "then", "do"];

/// The word before a name, on its line or in the text that an escape starts.
fn word_before<'t>(text: &'t str, name: &Name) -> &'t str {
    let near = text.slice(name.start.saturating_sub(16)..name.start);
    let line = near.rsplit('\n').next().unwrap_or("");
    line.trim_end_matches([' ', '"', '\'']).rsplit([' ', '\t', '→']).next().unwrap_or("")
}

/// A value on the line below its name: after `>-` and its like, or in quotes.
fn below(text: &str, at: usize) -> Option<usize> {
    let rest = &text.as_bytes()[at..];
    let folded = rest.first().is_some_and(|byte| matches!(byte, b'>' | b'|'));
    let mark = if folded { 1 + usize::from(rest.get(1).is_some_and(|byte| matches!(byte, b'-' | b'+'))) } else { 0 };
    let end = mark + usize::from(rest.get(mark) == Some(&b'\r'));
    if rest.get(end) != Some(&b'\n') {
        return None;
    }
    let indent = rest[end + 1..].iter().take(64).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let first = rest.get(end + 1 + indent)?;
    (folded || matches!(first, b'"' | b'\'')).then_some(at + end + 1 + indent)
}

/// What stands before a name on its line, if it is short, past the margin.
fn line_before<'t>(text: &'t str, name: &Name) -> Option<&'t str> {
    if name.escaped {
        return Some("");
    }
    let bytes = text.as_bytes();
    let len = bytes[..name.start].iter().rev().take(40).take_while(|byte| **byte != b'\n').count();
    (len < 40).then(|| text.get(name.start - len..name.start).map(past_margin)).flatten()
}

/// Without what a program that shows a file puts before its lines: `     3→`, `12:`, `│ `.
fn past_margin(line: &str) -> &str {
    let is_edge = |c: char| c.is_whitespace() || matches!(c, '│' | '⎿');
    let line = line.trim_matches(is_edge);
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let past = if rest.len() == line.len() {
        None
    } else if rest.is_empty() {
        Some(rest)
    } else {
        rest.strip_prefix(['→', ':', '|', '│', '\t'])
    };
    past.map_or(line, |past| past.trim_matches(is_edge))
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
pub(super) fn value_end(text: &str, from: usize, place: Place) -> Option<usize> {
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
pub(super) fn authorization(text: &str, from: usize, hits: &mut Vec<Hit>) {
    let reach = text.slice(from..from + VALUE_MAX);
    let head = reach.trim_start_matches([' ', '\t', '"', '\'', '`', '\\']);
    let at = from + reach.len() - head.len();
    let Some((scheme, _)) = head.split_once(' ').filter(|(scheme, _)| scheme.len() <= 8) else { return };
    let kind = match scheme.to_ascii_lowercase().as_str() {
        "basic" => SecretKind::BasicAuth,
        "bearer" | "token" | "apikey" => SecretKind::BearerToken,
        _ => return,
    };
    let start = at + scheme.len() + 1;
    let value =
        head.slice(scheme.len() + 1..).split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '\\' | ',' | ';')).next().unwrap_or("");
    let made = value.len() >= 8
        && !value.contains(['(', '$', '{', '['])
        && (value.bytes().any(|byte| byte.is_ascii_digit()) || value.bytes().any(|byte| byte.is_ascii_uppercase()));
    if made && !is_placeholder(value) {
        hits.push(Hit { range: start..start + value.len(), kind, doubt: 3 });
    }
}
