//! Values beside a telling name with no `=` or `:` between them: `define('NAME', '…')`, `PASSWORD '…'`, `<name>…</name>`,
//! `ENV NAME …`, `mysql -p…`, and said in words: the password is ….
//!
//! Not here: whether the value is a secret. See `value`.

use super::assignment::{self, NAME_MAX, VALUE_MAX, is_name};
use super::name::kind_of;
use super::value::{Place, is_placeholder, is_secret, is_told};
use super::{Hit, SecretKind};
use kernel::text::Slice;

/// How sure these finders are: less than the assignment, which knows more of what is around it.
const DOUBT: u8 = 5;

/// The kind a name tells by itself; a name that only allows a secret is not enough here.
fn told(name: &str) -> Option<SecretKind> {
    kind_of(name).filter(|kind| *kind != SecretKind::HighEntropy)
}

/// `define('NAME', '…')`, `setenv("NAME", "…")`; `end` is the quote after the name.
pub(super) fn call(text: &str, end: usize, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    let at = end - bytes[..end].iter().rev().take(NAME_MAX).take_while(|byte| is_name(**byte)).count();
    if at < 2 || bytes[at - 1] != bytes[end] || bytes[at - 2] != b'(' {
        return;
    }
    let from = end + 2 + spaces(&bytes[end + 2..]);
    let name = text.slice(at..end);
    if name.eq_ignore_ascii_case("authorization") {
        return assignment::authorization(text, from, hits);
    }
    if let (Some(b'"' | b'\''), Some(kind)) = (bytes.get(from), told(name)) {
        take_quoted(text, from + 1, kind, hits);
    }
}

/// `PASSWORD '…'`, `IDENTIFIED BY '…'`; `at` is the quote. Of names that are no password only those written as
/// identifiers: of tokens in quotes the people who write parsers speak too.
pub(super) fn quoted(text: &str, at: usize, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    if at < 3 || bytes[at - 1] != b' ' || !bytes[at - 2].is_ascii_alphabetic() || bytes.get(at + 1).is_none_or(|byte| !is_opening(*byte)) {
        return;
    }
    let len = bytes[..at - 1].iter().rev().take(NAME_MAX).take_while(|byte| is_name(**byte)).count();
    let name = text.slice(at - 1 - len..at - 1);
    let kind = if name.eq_ignore_ascii_case("by") {
        let head = &bytes[..at - 1 - len];
        head.len().checked_sub(11).filter(|from| head[*from..].eq_ignore_ascii_case(b"identified ")).map(|_| SecretKind::Password)
    } else {
        told(name).filter(|kind| *kind == SecretKind::Password || (name.contains('_') && !name.bytes().any(|byte| byte.is_ascii_lowercase())))
    };
    // `pass 'a'` tells someone to.
    if let Some(kind) = kind.filter(|_| !name.eq_ignore_ascii_case("pass")) {
        take_quoted(text, at + 1, kind, hits);
    }
}

/// The quote before this opens something; after a closing one comes a comma, a plus or the like.
const fn is_opening(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\n' | b'+' | b'.' | b',' | b')' | b';' | b':' | b']' | b'}' | b'|' | b'&')
}

fn take_quoted(text: &str, from: usize, kind: SecretKind, hits: &mut Vec<Hit>) {
    if let Some(to) = assignment::value_end(text, from, Place::Quoted)
        && to - from <= VALUE_MAX
        && is_secret(text.slice(from..to), kind, Place::Quoted)
    {
        hits.push(Hit { range: from..to, kind, doubt: DOUBT });
    }
}

/// `<password>…</password>`; `at` is the start of the closing tag.
pub(super) fn element(text: &str, at: usize, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    if bytes.get(at + 1) != Some(&b'/') {
        return;
    }
    let len = bytes[at + 2..].iter().take(NAME_MAX).take_while(|byte| is_name(**byte) || **byte == b':').count();
    if len < 5 {
        return;
    }
    let tag = text.slice(at + 2..at + 2 + len);
    let Some(kind) = told(tag.rsplit(':').next().unwrap_or(tag)) else { return };
    let back = bytes[..at].iter().rev().take(VALUE_MAX).take_while(|byte| !matches!(**byte, b'>' | b'<')).count();
    let open = at - back;
    // With an attribute the tag is longer than its name; what it holds is the same.
    let opens =
        open > 0 && bytes[open - 1] == b'>' && text.slice(..open - 1).rfind('<').is_some_and(|lt| text.slice(lt + 1..open - 1).starts_with(tag));
    let value = text.slice(open..at).trim();
    if opens && is_secret(value, kind, Place::Quoted) {
        let start = value.as_ptr().addr() - text.as_ptr().addr();
        hits.push(Hit { range: start..start + value.len(), kind, doubt: DOUBT });
    }
}

/// What a name and a value come after, a space between them: Dockerfiles, fish, csh, Windows.
const LEADS: &[&str] = &["ENV ", "set -x ", "set -gx ", "set -Ux ", "setx ", "setenv "];

/// Commands, and the option that a password comes after.
const COMMANDS: &[(&str, &str)] =
    &[("mysql", " -p"), ("mariadb", " -p"), ("sshpass", " -p"), ("sshpass", " -p "), ("docker login", " -p "), ("redis-cli", " -a ")];

/// `ENV NAME …`, at the start of its line; `at` is within the word it starts with.
pub(super) fn led(text: &str, at: usize, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    let start = at - bytes[..at].iter().rev().take(6).take_while(|byte| byte.is_ascii_alphabetic()).count();
    let indent = bytes[..start].iter().rev().take(40).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    if start > indent && bytes[start - indent - 1] != b'\n' {
        return;
    }
    let Some(lead) = LEADS.iter().find(|lead| text.slice(start..).starts_with(**lead)) else { return };
    let Some((name, rest)) = line(text, start + lead.len()).split_once(' ') else { return };
    let Some(kind) = told(name).filter(|_| name.bytes().all(is_name)) else { return };
    let (value, place) = word(rest.trim_start());
    if is_secret(value, kind, place.unwrap_or(Place::Environment)) {
        push(text, value, kind, hits);
    }
}

/// `mysql -u root -p… db`; `at` is before the option.
pub(super) fn option(text: &str, at: usize, hits: &mut Vec<Hit>) {
    let near = text.slice(at.saturating_sub(200)..at);
    let command = near.rsplit(['\n', '|', ';']).next().unwrap_or("");
    for (_, option) in COMMANDS.iter().filter(|(name, option)| text.slice(at..).starts_with(option) && command.contains(name)) {
        let (value, place) = word(line(text, at + option.len()));
        if is_secret(value, SecretKind::Password, place.unwrap_or(Place::Line)) {
            push(text, value, SecretKind::Password, hits);
        }
    }
}

/// The password is …; `at` is before the verb.
pub(super) fn spoken(text: &str, at: usize, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    // The last letters of what can be told, before anything is read.
    if !matches!(bytes[at.saturating_sub(1)] | 0x20, b'd' | b'e' | b'n' | b'y' | b't') {
        return;
    }
    let last = at - bytes[..at].iter().rev().take(NAME_MAX).take_while(|byte| is_name(**byte)).count();
    // Two words, for `api key`; more would find the secret of another sentence.
    let first = match last.checked_sub(1) {
        Some(space) if bytes[space] == b' ' => space - bytes[..space].iter().rev().take(NAME_MAX).take_while(|byte| is_name(**byte)).count(),
        _ => last,
    };
    let Some(kind) = told(text.slice(first..at)).filter(|_| kind_of(text.slice(last..at)).is_some()) else { return };
    let (value, _) = word(line(text, at + " is ".len()));
    let value = value.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '*', '_']);
    if is_told(value, kind) && !is_placeholder(value) {
        push(text, value, kind, hits);
    }
}

/// The rest of a line, as far as it is looked at.
fn line(text: &str, from: usize) -> &str {
    text.slice(from..from + VALUE_MAX).split('\n').next().unwrap_or("")
}

/// The first word, or what is between the quotes that it starts with.
fn word(rest: &str) -> (&str, Option<Place>) {
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'));
    match quote {
        Some(quote) => rest.slice(1..).split_once(quote).map_or(("", None), |(value, _)| (value, Some(Place::Quoted))),
        None => (rest.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '\\')).next().unwrap_or(""), None),
    }
}

fn push(text: &str, value: &str, kind: SecretKind, hits: &mut Vec<Hit>) {
    let start = value.as_ptr().addr() - text.as_ptr().addr();
    hits.push(Hit { range: start..start + value.len(), kind, doubt: DOUBT });
}

fn spaces(bytes: &[u8]) -> usize {
    bytes.iter().take(16).take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}
