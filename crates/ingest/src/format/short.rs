//! Shortening that tears no secret: half of one is none to whoever looks for whole ones.
//!
//! So a text is shortened without its secrets. Those that are left in what stays are put back, for they are counted, or
//! kept under a seal, by whoever keeps the text; unless they could not be found there again, because what told them was
//! cut away.
//!
//! Not here: how much is kept. Each caller has its own bounds.

use kernel::text::Slice;
use std::{borrow::Cow, ops::Range};

/// The longest mark in the place of a secret.
const MARK_MAX: usize = 40;

/// A text while it is shortened.
pub(super) struct Short<'t> {
    /// The text, with marks in the place of secrets.
    pub(super) text: Cow<'t, str>,
    secrets: Vec<&'t str>,
}

impl<'t> Short<'t> {
    /// The value of a field, whose name may tell.
    pub(super) fn of(name: &str, text: &'t str) -> Self {
        let (text, secrets) = crate::part(name, text);
        Self { text, secrets }
    }

    /// The secrets in a beginning of the text.
    pub(super) fn first(&self, head: &str) -> &[&'t str] {
        &self.secrets[..marks(head).min(self.secrets.len())]
    }

    /// The secrets in an end of the text.
    pub(super) fn last(&self, tail: &str) -> &[&'t str] {
        &self.secrets[self.secrets.len().saturating_sub(marks(tail))..]
    }
}

/// How many whole marks a text has.
pub(super) fn marks(text: &str) -> usize {
    parts(text).count()
}

/// Puts secrets back in the place of their marks, as far as they would be found there again, and nothing else.
pub(super) fn restored(kept: String, secrets: &[Cow<'_, str>]) -> String {
    if secrets.is_empty() || marks(&kept) != secrets.len() {
        return kept;
    }
    let places: Vec<Range<usize>> = parts(&kept).collect();
    let with = |back: &[bool]| {
        let mut whole = String::with_capacity(kept.len());
        let mut from = 0;
        for ((place, secret), _) in places.iter().zip(secrets).zip(back).filter(|(_, back)| **back) {
            whole.push_str(kept.slice(from..place.start));
            whole.push_str(secret);
            from = place.end;
        }
        whole.push_str(kept.slice(from..));
        whole
    };
    let is_found = |whole: &str| crate::redact(whole).text == kept;
    let mut back = vec![true; secrets.len()];
    if !is_found(&with(&back)) {
        // Seldom, and what is kept is short: one by one.
        back.fill(false);
        for place in 0..back.len() {
            back[place] = true;
            back[place] = is_found(&with(&back));
        }
    }
    with(&back)
}

/// Where marks are.
fn parts(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.match_indices(crate::MARK.0).filter_map(|(start, mark)| {
        let near = text.slice(start..start + MARK_MAX);
        near.slice(mark.len()..).find(crate::MARK.1).map(|len| start..start + mark.len() + len + crate::MARK.1.len())
    })
}
