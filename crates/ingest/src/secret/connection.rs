//! Passwords inside addresses, in `.netrc`, and after an option of a command.
//!
//! Not here: `name=value` in the query of an address. That is an assignment like any other.

use super::assignment::VALUE_MAX;
use super::name::kind_of;
use super::value::{Place, is_placeholder, is_secret};
use super::{Hit, SecretKind};
use kernel::text::Slice;

/// Looks at an address; `colon` is where its `://` starts. User and host stay.
pub(super) fn address(text: &str, colon: usize, hits: &mut Vec<Hit>) {
    let from = colon + 3;
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | '>' | '\\' | '|');
    let whole = text.slice(from..from + VALUE_MAX).split(ends).next().unwrap_or("");
    let authority = whole.split(['/', '?', '#']).next().unwrap_or("");
    let user = match authority.rfind('@') {
        // A password with both in it. The paths of these have no `@`, as those of the web and of files do.
        Some(at) => match whole.split('?').next().and_then(|path| path.rfind('@')) {
            Some(last) if last > at && authority.slice(..at).contains(':') && is_database(text.slice(..colon)) => whole.slice(..last),
            _ => authority.slice(..at),
        },
        // A password with a slash in it, which should have been escaped and was not.
        None => match (authority.split_once(':'), whole.rfind('@')) {
            (Some((_, port)), Some(at))
                if !port.bytes().all(|b| b.is_ascii_digit()) && !text.slice(..colon).ends_with("http") && !text.slice(..colon).ends_with("https") =>
            {
                whole.slice(..at)
            }
            _ => return,
        },
    };
    let (skip, secret) = match user.split_once(':') {
        Some((name, password)) => (name.len() + 1, password),
        // `https://token@host`
        None if user.len() >= 20 && is_secret(user, SecretKind::Token, Place::Quoted) => (0, user),
        None => return,
    };
    if secret.is_empty() || is_placeholder(secret) {
        return;
    }
    let start = from + skip;
    hits.push(Hit { range: start..start + secret.len(), kind: SecretKind::ConnectionPassword, doubt: 2 });
}

/// Whether the scheme that ends here is that of a database or a broker.
fn is_database(head: &str) -> bool {
    ["postgres", "postgresql", "mysql", "mariadb", "mongodb", "mongodb+srv", "redis", "rediss", "amqp", "amqps", "mssql", "sqlserver", "clickhouse"]
        .iter()
        .any(|scheme| head.ends_with(scheme))
}

/// `machine … login … password …`.
pub(super) fn find_named(text: &str, hits: &mut Vec<Hit>) {
    if text.contains("password") && (text.contains("login ") || text.contains("machine ")) {
        netrc(text, hits);
    }
}

/// Only entries in their own order, `machine HOST` and then pairs: the same words make sentences too.
fn netrc(text: &str, hits: &mut Vec<Hit>) {
    let place = |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
    let mut words = text.split_ascii_whitespace().peekable();
    while let Some(word) = words.next() {
        if word == "machine" {
            words.next();
        } else if word != "default" {
            continue;
        }
        while let Some(name) = words.next_if(|word| matches!(*word, "login" | "account" | "password")) {
            let Some(value) = words.next() else { return };
            if name == "password" && !is_placeholder(value) {
                hits.push(Hit { range: place(value)..place(value) + value.len(), kind: SecretKind::Password, doubt: 2 });
            }
        }
    }
}

/// `--password …`; `at` is the dashes. Says how far it looked.
pub(super) fn option(text: &str, at: usize, hits: &mut Vec<Hit>) -> usize {
    let reach = text.slice(..at + VALUE_MAX);
    let name = reach.slice(at + 2..).split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().unwrap_or("");
    let value_at = at + 2 + name.len() + 1;
    if name.is_empty() || name.starts_with('-') || reach.as_bytes().get(value_at - 1) != Some(&b' ') {
        return value_at;
    }
    let Some(kind) = kind_of(name).filter(|kind| *kind != SecretKind::HighEntropy) else { return value_at };
    let quoted = reach.slice(value_at..).starts_with(['"', '\'']);
    let from = value_at + usize::from(quoted);
    let value = reach.slice(from..).split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '\\' | '`')).next().unwrap_or("");
    if !value.starts_with('-') && is_secret(value, kind, Place::Line) {
        hits.push(Hit { range: from..from + value.len(), kind, doubt: 3 });
    }
    value_at
}
