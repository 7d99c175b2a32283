//! Finds names in a text: runs of words that begin with a capital letter.
//!
//! Not here: who or what a name means. Two people may share one, and one may have two.

use kernel::text::Slice;
use std::collections::BTreeSet;

/// A word where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'t> {
    /// The word, without what owns: `Ada's` is `Ada`.
    pub text: &'t str,
    /// Whether it owns what follows.
    pub owns: bool,
    /// Whether nothing but a space stands between it and the word before.
    pub follows: bool,
}

impl Word<'_> {
    /// Whether it begins with a capital letter and could be a name. `I`, `The` and their like could not.
    pub fn is_name(&self) -> bool {
        let first = self.text.chars().next().is_some_and(char::is_uppercase);
        first && self.text.chars().nth(1).is_some() && !search::text::is_stop(&self.text.to_lowercase())
    }

    /// Whether it is this word, in whatever case.
    pub fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }
}

/// The words of a text, in order.
pub fn words(text: &str) -> Vec<Word<'_>> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let mut found = Vec::new();
    let (mut at, mut between) = (0, "");
    while let Some(start) = text.slice(at..).find(is_part).map(|start| at + start) {
        let end = text.slice(start..).find(|c: char| !is_part(c)).map_or(text.len(), |length| start + length);
        between = if at == 0 { between } else { text.slice(at..start) };
        let owner = ["'s", "\u{2019}s"].into_iter().find(|mark| {
            let rest = text.slice(end..).strip_prefix(mark);
            rest.is_some_and(|rest| !rest.starts_with(is_part))
        });
        found.push(Word {
            text: text.slice(start..end).trim_matches(['-', '_']),
            owns: owner.is_some(),
            follows: !found.is_empty() && between == " ",
        });
        at = end + owner.map_or(0, str::len);
        between = "";
    }
    found.retain(|word| !word.text.is_empty());
    found
}

/// The name that begins at a word, and the place of the word after it.
pub fn name_at(words: &[Word<'_>], start: usize) -> Option<(String, usize)> {
    let first = words.get(start).filter(|word| word.is_name())?;
    let mut parts = vec![first.text];
    let mut end = start + 1;
    while !words[end - 1].owns
        && let Some(next) = words.get(end)
        && next.follows
        && next.is_name()
    {
        parts.push(next.text);
        end += 1;
    }
    Some((parts.join(" "), end))
}

/// The name without its first word, where that may be a name only because it begins a sentence: `Yesterday Ada` is Ada.
pub fn without_first<'n>(words: &[Word<'_>], start: usize, name: &'n str) -> Option<&'n str> {
    name.split_once(' ').map(|(_, rest)| rest).filter(|_| !words[start].follows)
}

/// Every name in a text: whole runs, once each.
pub fn names(text: &str) -> BTreeSet<String> {
    let words = words(text);
    let (mut found, mut at) = (BTreeSet::new(), 0);
    while at < words.len() {
        match name_at(&words, at) {
            Some((name, end)) => {
                found.extend(without_first(&words, at, &name).map(str::to_owned));
                found.insert(name);
                at = end;
            }
            None => at += 1,
        }
    }
    found
}

/// The names that stand inside a sentence: what begins one has its capital letter for that alone, perhaps.
pub fn sure_names(text: &str) -> BTreeSet<String> {
    let words = words(text);
    let (mut found, mut at) = (BTreeSet::new(), 0);
    while at < words.len() {
        let Some((name, end)) = name_at(&words, at) else {
            at += 1;
            continue;
        };
        match without_first(&words, at, &name) {
            Some(rest) => found.insert(rest.to_owned()),
            None if words[at].follows => found.insert(name),
            None => false,
        };
        at = end;
    }
    found
}

/// How many letters two names differ by, if that is one or two and little of either.
pub fn nearly(one: &str, other: &str) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (one.to_lowercase().chars().collect(), other.to_lowercase().chars().collect());
    let shorter = a.len().min(b.len());
    if a.len().abs_diff(b.len()) > 2 || a == b {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
        }
    }
    // Two letters of a short name are most of it: Al and Ed are two people.
    row.last().copied().filter(|distance| (1..=2).contains(distance) && distance * 2 < shorter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_runs_of_capitalised_words() {
        let table: &[(&str, &[&str])] = &[
            ("", &[]),
            ("nothing here is called anything", &[]),
            ("The oven. It works, I think", &[]),
            ("Ada Lovelace met Charles. Babbage was there", &["Ada Lovelace", "Babbage", "Charles", "Lovelace"]),
            ("Yesterday Ada left", &["Ada", "Yesterday Ada"]),
            ("Ada's brother Tom", &["Ada", "Tom"]),
            ("We asked Jean-Luc about O\u{2019}Brien", &["Brien", "Jean-Luc"]),
            ("Élodie, Zoë", &["Zoë", "Élodie"]),
        ];
        for (text, expected) in table {
            assert_eq!(names(text).iter().map(String::as_str).collect::<Vec<_>>(), *expected, "{text}");
        }
    }

    #[test]
    fn a_name_is_sure_inside_a_sentence() {
        assert_eq!(sure_names("Backups run. Yesterday Ada met Tom").into_iter().collect::<Vec<_>>(), ["Ada", "Tom"]);
    }

    #[test]
    fn names_that_differ_by_a_letter_or_two_are_nearly_the_same() {
        let table = [
            ("Alice", "Alicia", Some(2)),
            ("Bob", "Rob", Some(1)),
            ("bob", "Bob", None),
            ("Al", "Ed", None),
            ("Ana", "Bo", None),
            ("Zoë", "Zoe", Some(1)),
            ("Caroline", "Catherine", None),
            ("Ada Lovelace", "Ada Lovelase", Some(1)),
        ];
        for (one, other, expected) in table {
            assert_eq!((nearly(one, other), nearly(other, one)), (expected, expected), "{one} {other}");
        }
    }
}
