//! No SQL names a standing: the lists come from the kernel, so that the two cannot disagree.
//!
//! Proposals and requests have statuses of their own, and some of those words are standings too. Such a word is at fault
//! only where it is compared with a column called `standing`.

use super::{Faults, House, or_fault};
use crate::workshop::Failure;
use std::path::Path;

const HOME: &str = "crates/kernel/src/claim/standing.rs";
/// Words that other lifecycles share with this one.
const SHARED: &[&str] = &["rejected", "expired"];
/// How far before a word its column is looked for.
const REACH: usize = 200;

pub(super) fn unquoted(house: &House<'_>) -> Faults {
    or_fault(house.file(HOME).and_then(|home| words(&home.text)).map(|words| named_in_store(house, &words)))
}

fn named_in_store(house: &House<'_>, words: &[String]) -> Faults {
    let mut faults = Vec::new();
    for file in &house.files {
        let is_store = file.is("rs") && file.is_in("crates/store/src") || file.is("sql") && file.is_in("crates/store");
        if is_store && file.path != Path::new(HOME) {
            faults.extend(
                quoted(&file.text, words)
                    .into_iter()
                    .map(|(line, word)| format!("{}: `{word}` is a standing; take it from the kernel", file.at(line))),
            );
        }
    }
    faults
}

/// The words, from the match in `Standing::name`.
fn words(source: &str) -> Result<Vec<String>, Failure> {
    let start = source.find("fn name(self)").ok_or_else(|| Failure(format!("{HOME}: there is no `fn name(self)`")))?;
    let arms = source[start..].lines().skip(1).take_while(|line| line.trim() != "}");
    let words: Vec<String> = arms.filter_map(|line| line.split("=> \"").nth(1)?.split('"').next()).map(str::to_owned).collect();
    if words.len() < 2 { Err(Failure(format!("{HOME}: no words in `fn name`"))) } else { Ok(words) }
}

fn quoted<'w>(text: &str, words: &'w [String]) -> Vec<(usize, &'w str)> {
    // Tests may say what they expect.
    let text = text.find("mod tests {").map_or(text, |end| &text[..end]);
    let mut found = Vec::new();
    for word in words {
        for quote in ['\'', '"'] {
            let needle = format!("{quote}{word}{quote}");
            for (place, _) in text.match_indices(&needle) {
                let line_start = text[..place].rfind('\n').map_or(0, |newline| newline + 1);
                let comment = text[line_start..place].trim_start().starts_with("//") || text[line_start..place].contains("--");
                if !comment && (!SHARED.contains(&word.as_str()) || column(&text[..place]) == Some("standing")) {
                    found.push((text[..place].lines().count().max(1), word.as_str()));
                }
            }
        }
    }
    found.sort_unstable();
    found
}

/// The column that a quoted word is compared with: the last one named before it.
fn column(before: &str) -> Option<&str> {
    let mut start = before.len().saturating_sub(REACH);
    while !before.is_char_boundary(start) {
        start += 1;
    }
    before[start..].split(|c: char| !c.is_alphanumeric() && c != '_').rfind(|word| matches!(*word, "standing" | "status" | "state" | "outcome"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_read_from_the_kernel() {
        let source = "impl Standing {\n    pub const fn name(self) -> &'static str {\n        match self {\n            Self::A => \"promoted\",\n            Self::B => \"expired\",\n        }\n    }\n}";
        assert_eq!(words(source).expect("two words"), ["promoted", "expired"]);
        assert!(words("enum Standing {}").is_err());
    }

    #[test]
    fn a_standing_is_found_and_a_status_of_the_same_name_is_not() {
        let words = ["promoted".to_owned(), "expired".to_owned()];
        let cases = [
            ("const A: &str = \"select id from claim where standing = 'promoted'\";", 1),
            ("where standing in ('promoted', 'expired')", 2),
            ("update proposal set status = 'expired'", 0),
            ("-- a comment about 'promoted'", 0),
            ("// the word \"promoted\" in prose", 0),
            ("Standing::named(\"promoted\")", 1),
            ("promoted_from_proposal_id", 0),
            ("fn a() {}\nmod tests {\n    \"promoted\"\n}", 0),
        ];
        for (text, count) in cases {
            assert_eq!(quoted(text, &words).len(), count, "{text}");
        }
    }
}
