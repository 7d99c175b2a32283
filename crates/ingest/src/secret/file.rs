//! Files of a known form, in which a secret has its place and needs no telling name: the keys of PuTTY and of JSON Web
//! Keys, Secrets of Kubernetes, `.pgpass`, and the hashes of `shadow` and `htpasswd`.
//!
//! Not here: armour. See `block`.

use super::assignment::{VALUE_MAX, is_name};
use super::value::{Place, is_placeholder, is_secret};
use super::{Hit, SecretKind};
use kernel::text::Slice;

/// How far a key of one kind and the word that says so may be apart, in bytes.
const NEAR: usize = 4_096;

/// Looks at a `:` by what is before it; `true` when the form says all there is to say.
pub(super) fn colon(text: &str, at: usize, name: &str, hits: &mut Vec<Hit>) -> bool {
    match name {
        "Private-Lines" => putty(text, at + 1, hits),
        "kind" => kubernetes(text, at, hits),
        "d" | "p" | "q" | "dp" | "dq" | "qi" | "k" => return web_key(text, at, hits),
        _ => {}
    }
    let rest = &text.as_bytes()[at + 1..];
    if rest.starts_with(b"{SHA}") || rest.starts_with(b"{SSHA}") {
        let from = at + 1 + text.slice(at + 1..).find('}').map_or(0, |len| len + 1);
        let len = text.as_bytes()[from..].iter().take(64).take_while(|byte| is_base64(**byte)).count();
        if len >= 27 {
            hits.push(Hit { range: from..from + len, kind: SecretKind::Password, doubt: 2 });
        }
    }
    false
}

const fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// The lines after `Private-Lines: 8`.
fn putty(text: &str, from: usize, hits: &mut Vec<Hit>) {
    let reach = text.slice(from..from + NEAR * 4);
    let Some((count, body)) = reach.split_once('\n') else { return };
    let Ok(count) = count.trim().parse::<usize>() else { return };
    let lines = body.split_inclusive('\n').take(count).take_while(|line| line.trim_end().bytes().all(is_base64));
    let len = lines.map(str::len).sum::<usize>();
    let len = body.slice(..len).trim_end().len();
    if len >= 32 {
        let start = from + reach.len() - body.len();
        hits.push(Hit { range: start..start + len, kind: SecretKind::PrivateKey, doubt: 0 });
    }
}

/// The private numbers of a JSON Web Key: `"d":"…"` with a `"kty"` near.
fn web_key(text: &str, at: usize, hits: &mut Vec<Hit>) -> bool {
    let rest = text.slice(at + 1..).trim_start_matches([' ', '\\']);
    let Some(value) = rest.strip_prefix('"') else { return false };
    let start = at + 1 + text.slice(at + 1..).len() - rest.len() + 1;
    let len = value.bytes().take(VALUE_MAX).take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')).count();
    let near = || text.slice(at.saturating_sub(NEAR)..start + NEAR);
    let is_key = len >= 32 && value.slice(len..).starts_with(['"', '\\']) && near().contains("\"kty") | near().contains("kty\\\"");
    if is_key {
        hits.push(Hit { range: start..start + len, kind: SecretKind::PrivateKey, doubt: 0 });
    }
    is_key
}

/// `host:port:database:user:password`, a line of its own; `at` is the first colon.
pub(super) fn pgpass(text: &str, at: usize, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    let head = bytes[..at].iter().rev().take(128).take_while(|byte| is_name(**byte) || **byte == b'*').count();
    let start = at - head;
    if start > 0 && bytes[start - 1] != b'\n' {
        return;
    }
    let line = text.slice(start..at + VALUE_MAX).split(['\n', '\r']).next().unwrap_or("");
    let mut fields = line.splitn(5, ':');
    let (Some(host), Some(port), Some(_), Some(user), Some(password)) = (fields.next(), fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return;
    };
    let is_port = port == "*" || ((4..=5).contains(&port.len()) && port.bytes().all(|byte| byte.is_ascii_digit()));
    let is_host = host == "*" || host.bytes().any(|byte| byte.is_ascii_alphabetic()) || host.split('.').count() == 4;
    if is_port && is_host && !user.is_empty() && !line.contains(' ') && is_secret(password, SecretKind::Password, Place::Line) {
        let from = start + line.len() - password.len();
        hits.push(Hit { range: from..from + password.len(), kind: SecretKind::Password, doubt: 2 });
    }
}

/// Hashes of passwords: what they start with and how long the last part is. A hash can be guessed at, at leisure.
const HASHES: &[(&str, usize)] = &[
    ("$1$", 22),
    ("$5$", 43),
    ("$6$", 86),
    ("$y$", 43),
    ("$7$", 43),
    ("$2a$", 53),
    ("$2b$", 53),
    ("$2y$", 53),
    ("$apr1$", 22),
    ("$argon2", 22),
    ("$scrypt$", 22),
    ("$pbkdf2", 27),
];

/// `at` is the first `$` of a hash.
pub(super) fn hash(text: &str, at: usize, hits: &mut Vec<Hit>) {
    let rest = &text.as_bytes()[at..];
    if !rest.get(1).is_some_and(|byte| matches!(byte, b'1' | b'2' | b'5' | b'6' | b'7' | b'y' | b'a' | b's' | b'p')) {
        return;
    }
    let Some((_, min)) = HASHES.iter().find(|(start, _)| rest.starts_with(start.as_bytes())) else { return };
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'$' | b'.' | b'/' | b'+' | b'=' | b',' | b'-' | b'_');
    let len = rest.iter().take(256).take_while(|byte| is_part(**byte)).count();
    let last = text.slice(at..at + len).rsplit('$').next().unwrap_or("");
    if last.len() >= *min && last.len() <= 128 && !is_placeholder(last) {
        hits.push(Hit { range: at..at + len, kind: SecretKind::Password, doubt: 2 });
    }
}

/// What a Secret of Kubernetes holds, under `data` or `stringData`; `at` is the sign after `kind`.
fn kubernetes(text: &str, at: usize, hits: &mut Vec<Hit>) {
    let kind = text.slice(at + 1..).trim_start_matches([' ', '"', '\'']);
    if kind.strip_prefix("Secret").is_none_or(|rest| rest.starts_with(|c: char| c.is_alphanumeric())) {
        return;
    }
    // The manifest: between two lines of dashes, and within reach. The first `kind` in it sees to all.
    let before = text.slice(at.saturating_sub(NEAR)..at);
    let before = before.rfind("\n---").map_or(before, |dashes| before.slice(dashes + 1..));
    if before.contains("kind: Secret\n") {
        return;
    }
    let from = at - before.len();
    let reach = text.slice(from..at + NEAR * 16);
    let manifest = reach.split("\n---\n").next().unwrap_or("");
    let mut within: Option<usize> = None;
    let mut place = from;
    for line in manifest.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        let bare = line.trim();
        let closes = within.is_some_and(|outer| indent <= outer && !bare.is_empty());
        if closes {
            within = None;
        }
        if within.is_some() {
            pair(bare, place + indent, hits);
        } else if matches!(bare, "data:" | "stringData:" | "\"data\": {" | "\"stringData\": {") {
            within = Some(indent);
        }
        place += line.len();
    }
}

/// One `name: value` of such data.
fn pair(line: &str, at: usize, hits: &mut Vec<Hit>) {
    let Some((name, value)) = line.split_once(": ") else { return };
    let bare = value.trim_start_matches([' ', '"', '\'']);
    let start = at + name.len() + 2 + value.len() - bare.len();
    let bare = bare.split(['"', '\'', ' ', ',']).next().unwrap_or("");
    if bare.len() >= 4 && !bare.starts_with(['|', '>', '#']) && !is_placeholder(bare) {
        hits.push(Hit { range: start..start + bare.len(), kind: SecretKind::Secret, doubt: 3 });
    }
}
