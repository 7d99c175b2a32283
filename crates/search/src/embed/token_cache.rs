//! Remembers how words are cut into tokens: most words of a text were in the texts before it, and cutting is most of embedding.

use super::TokenId;
use std::collections::HashMap;

/// Words remembered at most. A batch of source code has some twenty thousand different ones.
const WORDS_MAX: usize = 1 << 15;
/// Longer words are seldom seen again.
const WORD_BYTES_MAX: usize = 48;

/// Words and their tokens, for one thread that embeds many texts.
#[derive(Debug, Default)]
pub struct TokenCache {
    tokens: Vec<TokenId>,
    /// Where the tokens of a word lie.
    words: HashMap<Box<[u8]>, std::ops::Range<u32>>,
    /// The word that was asked for last, as a key.
    key: Vec<u8>,
}

impl TokenCache {
    /// Appends the tokens of a word, in order; `false` if it is not remembered. `turns` says where its case changes.
    pub(super) fn recall(&mut self, word: &str, turns: &[usize], tokens: &mut Vec<TokenId>) -> bool {
        self.key.clear();
        if word.len() > WORD_BYTES_MAX {
            return false;
        }
        self.key.extend_from_slice(word.as_bytes());
        if !turns.is_empty() {
            self.key.push(u8::MAX); // no byte of UTF-8
            self.key.extend(turns.iter().filter_map(|turn| u8::try_from(*turn).ok()));
        }
        let Some(range) = self.words.get(self.key.as_slice()) else { return false };
        let found = self.tokens.get(range.start as usize..range.end as usize).unwrap_or_default();
        tokens.extend_from_slice(found);
        true
    }

    /// Remembers the tokens of the word that was asked for last.
    pub(super) fn remember(&mut self, tokens: &[TokenId]) {
        if self.key.is_empty() {
            return;
        }
        if self.words.len() == WORDS_MAX {
            self.words.clear();
            self.tokens.clear();
        }
        let start = self.tokens.len();
        self.tokens.extend_from_slice(tokens);
        if let (Ok(start), Ok(end)) = (u32::try_from(start), u32::try_from(self.tokens.len())) {
            self.words.insert(self.key.as_slice().into(), start..end);
        }
    }
}
