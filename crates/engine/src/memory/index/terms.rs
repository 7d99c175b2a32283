//! Computes what a text is found by: its words, each once and in order, and its vector.
//!
//! Pure, so that many texts are read at once while one transaction writes: see [`crate::ops::source`]. Not here: the numbers of
//! the words, which only the transaction can give; see [`crate::memory::index::vocabulary`].

use search::{
    Traits,
    embed::{Model, TokenCache, Vector},
    text::each_word,
};
use std::collections::HashMap;

/// Words of one item, at most; what follows can be read, but not found.
const WORDS_MAX: usize = 32_768;

/// What one text is found by.
#[derive(Debug)]
pub(crate) struct Terms {
    /// The distinct words in the order in which they come first, one after another.
    spelled: String,
    /// Where each of them ends.
    ends: Vec<u32>,
    /// The words in order, by their places among the distinct ones.
    pub(super) order: Vec<u32>,
    /// What the embedded model makes of the text.
    pub(super) vector: Vector,
    /// What the text is, whatever its words.
    pub(super) traits: Traits,
}

impl Terms {
    /// Reads a text. A title and a heading are part of how people ask for what is under them.
    pub(crate) fn of(names: [&str; 2], text: &str, tokens: &mut TokenCache) -> Self {
        let found_by = found_by(names, text);
        let mut terms = Self {
            spelled: String::with_capacity(found_by.len() / 2),
            ends: Vec::with_capacity(found_by.len() / 12),
            order: Vec::with_capacity(found_by.len() / 6),
            vector: Model::embedded().embed_next(&found_by, tokens),
            traits: Traits::of_text(text),
        };
        let mut places: HashMap<String, u32> = HashMap::with_capacity(found_by.len() / 12);
        each_word(&found_by, &mut |word| {
            if terms.order.len() == WORDS_MAX {
                return;
            }
            let place = places.get(word).copied().unwrap_or_else(|| {
                let place = terms.add(word);
                places.insert(word.to_owned(), place);
                place
            });
            terms.order.push(place);
        });
        terms
    }

    fn add(&mut self, word: &str) -> u32 {
        self.spelled.push_str(word);
        self.ends.push(u32::try_from(self.spelled.len()).unwrap_or(u32::MAX));
        u32::try_from(self.ends.len() - 1).unwrap_or(u32::MAX)
    }

    /// The distinct words.
    pub(super) fn distinct(&self) -> impl Iterator<Item = &str> {
        self.ends.iter().scan(0, |start, end| {
            let word = self.spelled.get(*start..*end as usize).unwrap_or_default();
            *start = *end as usize;
            Some(word)
        })
    }
}

/// The text with the names that people ask for it by.
pub(super) fn found_by(names: [&str; 2], text: &str) -> String {
    let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
    if names.is_empty() { text.to_owned() } else { format!("{}\n{text}", names.join("\n")) }
}
