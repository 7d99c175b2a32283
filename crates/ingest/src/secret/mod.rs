//! Secrets, found by their shape and taken out before anything is written.
//!
//! Only the secret goes; what tells a reader where it was stays: the name it was assigned to, the user and the host of a
//! connection. Placeholders, digests and identifiers stay too, because a memory full of holes is no memory. Published
//! examples such as the access key in every AWS manual are taken out like any other: by shape they are keys, the words
//! around them lose nothing, and an exception for the word EXAMPLE would be a way around.
//!
//! Not here: deciding what may be kept in spite of this. That needs a human, and is the engine's.

mod assignment;
mod beside;
mod block;
mod clues;
mod connection;
mod file;
mod kind;
mod name;
mod token;
mod value;

use kernel::text::Slice;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

pub use kind::SecretKind;

/// A text without its secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redacted<'t> {
    /// The text; borrowed when there was nothing to take out
    pub text: Cow<'t, str>,
    /// How many secrets of each kind were taken out
    pub found: BTreeMap<SecretKind, usize>,
    /// For each line of `text`, the line of the given text on which it begins, from 0. None, where no line end was taken out
    pub joined: Option<Vec<u32>>,
}

/// A secret: where it is, what it is, and how sure its finder is (less is surer).
struct Hit {
    range: Range<usize>,
    kind: SecretKind,
    doubt: u8,
}

/// Looks taken at one text. Taking out a secret can bare another that it overlapped; two looks were enough for every
/// text tried, and the bound keeps a hostile one from asking for more.
const LOOKS_MAX: usize = 8;

/// Takes the secrets out of a text. Doing it twice changes nothing.
pub fn redact(text: &str) -> Redacted<'_> {
    redact_field("", text)
}

/// The same for the value of a field: its name may tell what its shape does not.
pub fn redact_field<'t>(name: &str, value: &'t str) -> Redacted<'t> {
    let mut redacted = Redacted { text: Cow::Borrowed(value), found: BTreeMap::new(), joined: None };
    for _ in 0..LOOKS_MAX {
        let hits = find(name, &redacted.text);
        if hits.is_empty() {
            break;
        }
        redacted.joined = joined(&redacted.text, &hits, redacted.joined);
        redacted.text = Cow::Owned(without(&redacted.text, &hits));
        for hit in hits {
            *redacted.found.entry(hit.kind).or_default() += 1;
        }
    }
    redacted
}

/// The text without its secrets, and the secrets in order, for whoever shortens a text before it is redacted. None of
/// them when they cannot be told apart, because taking out one bared another.
pub(crate) fn part<'t>(name: &str, value: &'t str) -> (Cow<'t, str>, Vec<&'t str>) {
    let hits = find(name, value);
    if hits.is_empty() {
        return (Cow::Borrowed(value), Vec::new());
    }
    let text = without(value, &hits);
    let again = redact_field(name, &text);
    if again.found.is_empty() {
        let secrets = hits.into_iter().map(|hit| value.slice(hit.range)).collect();
        return (Cow::Owned(text), secrets);
    }
    (Cow::Owned(again.text.into_owned()), Vec::new())
}

/// How a mark in the place of a secret begins and ends; its kind is between.
pub(crate) const MARK: (&str, &str) = ("[redacted: ", "]");

/// Whether something was taken out of a text, or somebody wrote that it was.
pub fn is_redacted(text: &str) -> bool {
    text.contains(MARK.0)
}

/// The text with marks in the place of what was found.
fn without(text: &str, hits: &[Hit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for hit in hits {
        out.push_str(text.slice(from..hit.range.start));
        out.push_str(MARK.0);
        out.push_str(hit.kind.name());
        out.push_str(MARK.1);
        from = hit.range.end;
    }
    out.push_str(text.slice(from..));
    out
}

/// On which line each line begins that is left when what was found is taken out: a key of many lines becomes one mark. `before` says
/// the same of the text as it is.
fn joined(text: &str, hits: &[Hit], before: Option<Vec<u32>>) -> Option<Vec<u32>> {
    if !hits.iter().any(|hit| text.slice(hit.range.clone()).contains('\n')) {
        return before;
    }
    let began = |line: usize| before.as_ref().map_or(u32::try_from(line).ok(), |before| before.get(line).copied()).unwrap_or(u32::MAX);
    let mut hits = hits.iter().peekable();
    let mut left = vec![began(0)];
    for (line, (end, _)) in text.match_indices('\n').enumerate() {
        while hits.next_if(|hit| hit.range.end <= end).is_some() {}
        if hits.peek().is_none_or(|hit| end < hit.range.start) {
            left.push(began(line + 1));
        }
    }
    Some(left)
}

/// Every secret, in order and apart. Where two finders claim the same words the surer one has it.
fn find(name: &str, text: &str) -> Vec<Hit> {
    let mut hits = Vec::new();
    assignment::field(name, text, &mut hits);
    block::find(text, &mut hits);
    token::find(text, &mut hits);
    assignment::find(text, &mut hits);
    clues::find(text, &mut hits);
    connection::find_named(text, &mut hits);
    hits.sort_by_key(|hit| (hit.range.start, hit.doubt));
    let mut apart: Vec<Hit> = Vec::with_capacity(hits.len());
    for hit in hits {
        match apart.last_mut() {
            Some(last) if hit.range.start < last.range.end => {
                if hit.doubt < last.doubt {
                    *last = hit;
                }
            }
            _ => apart.push(hit),
        }
    }
    apart
}
