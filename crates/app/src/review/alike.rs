//! Which proposals say nearly the same, so that a person decides them together; and what exactly differs.
//!
//! Not here: meaning. Words are counted; whoever decides reads them.

use std::collections::BTreeSet;

/// Of all the words of two texts, so many hundredths must be in both for them to stand together.
const ALIKE_MIN: usize = 60;
/// Words compared one by one; of longer texts both versions are shown whole.
const WORDS_MAX: usize = 400;

/// The words of a text, whatever their case, order and punctuation.
pub(crate) fn words(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// How many of a hundred words two texts share.
pub(crate) fn alike(a: &BTreeSet<String>, b: &BTreeSet<String>) -> usize {
    let (both, all) = (a.intersection(b).count(), a.union(b).count());
    (both * 100).checked_div(all).unwrap_or(100)
}

/// Puts things of one sort with nearly the same words together, each with the first it is like, in their own order.
pub(crate) fn groups<'t>(things: impl Iterator<Item = (&'t str, &'t BTreeSet<String>)>) -> Vec<Vec<usize>> {
    let mut groups: Vec<(&str, &BTreeSet<String>, Vec<usize>)> = Vec::new();
    for (place, (sort, words)) in things.enumerate() {
        let near = |(other, first, _): &&mut (&str, &BTreeSet<String>, Vec<usize>)| {
            // A text much longer than another cannot share enough words with it, and most pairs end here.
            let (short, long) = (words.len().min(first.len()), words.len().max(first.len()));
            *other == sort && short * 100 >= long * ALIKE_MIN && alike(words, first) >= ALIKE_MIN
        };
        match groups.iter_mut().find(near) {
            Some((.., members)) => members.push(place),
            None => groups.push((sort, words, vec![place])),
        }
    }
    groups.into_iter().map(|(.., members)| members).collect()
}

/// A stretch of words, and in which of two texts it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Both(String),
    Old(String),
    New(String),
}

/// What differs between two texts, word by word.
pub(crate) fn difference(old: &str, new: &str) -> Vec<Part> {
    let (a, b): (Vec<&str>, Vec<&str>) = (old.split_whitespace().collect(), new.split_whitespace().collect());
    if a.len() > WORDS_MAX || b.len() > WORDS_MAX {
        return vec![Part::Old(a.join(" ")), Part::New(b.join(" "))];
    }
    // The longest run of words common to both, from the end.
    let mut common = vec![vec![0_u16; b.len() + 1]; a.len() + 1];
    for (i, x) in a.iter().enumerate().rev() {
        for (j, y) in b.iter().enumerate().rev() {
            common[i][j] = if x == y { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut parts) = (0, 0, Vec::new());
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            grow(&mut parts, Part::Both(a[i].to_owned()));
            (i, j) = (i + 1, j + 1);
        } else if i < a.len() && (j == b.len() || common[i + 1][j] >= common[i][j + 1]) {
            grow(&mut parts, Part::Old(a[i].to_owned()));
            i += 1;
        } else {
            grow(&mut parts, Part::New(b[j].to_owned()));
            j += 1;
        }
    }
    parts
}

fn grow(parts: &mut Vec<Part>, next: Part) {
    match (parts.last_mut(), &next) {
        (Some(Part::Both(text)), Part::Both(word)) | (Some(Part::Old(text)), Part::Old(word)) | (Some(Part::New(text)), Part::New(word)) => {
            text.push(' ');
            text.push_str(word);
        }
        _ => parts.push(next),
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, alike, difference, groups, words};

    #[test]
    fn nearly_the_same_words_of_one_sort_stand_together() {
        let texts = [
            ("decision", "We use one file for the store"),
            ("decision", "Deploys happen on Thursdays"),
            ("decision", "We use one file for the ledger"),
            ("idea", "We use one file for the store"),
            ("decision", "we use ONE file, for the store!"),
        ];
        let sets: Vec<_> = texts.iter().map(|(sort, text)| (*sort, words(text))).collect();
        assert_eq!(groups(sets.iter().map(|(sort, words)| (*sort, words))), [vec![0, 2, 4], vec![1], vec![3]]);
    }

    #[test]
    fn alikeness_is_the_share_of_common_words() {
        for (a, b, share) in [("one two", "two one", 100), ("one two", "one three", 33), ("one", "two", 0), ("", "", 100), ("日本 語", "日本 誌", 33)]
        {
            assert_eq!(alike(&words(a), &words(b)), share, "{a} / {b}");
        }
    }

    #[test]
    fn a_difference_names_the_words_that_changed() {
        let both = |t: &str| Part::Both(t.into());
        let (old, new) = (|t: &str| Part::Old(t.into()), |t: &str| Part::New(t.into()));
        let table = [
            ("we use one file", "we use two files", vec![both("we use"), old("one file"), new("two files")]),
            ("same words", "same  words", vec![both("same words")]),
            ("", "all new", vec![new("all new")]),
            ("a b c", "a c", vec![both("a"), old("b"), both("c")]),
        ];
        for (from, to, parts) in table {
            assert_eq!(difference(from, to), parts, "{from} → {to}");
        }
    }
}
