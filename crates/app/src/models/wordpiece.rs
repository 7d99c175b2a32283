//! Text to token numbers by a model's own vocabulary: WordPiece over uncased words.
//!
//! Not here: what a word is. The model in the binary folds and parts words by the same rules, and does it for us.

use kernel::text::Slice;
use search::embed::Model;
use serde::Deserialize;
use std::collections::HashMap;

/// Longer words are no language; the reference calls them unknown.
const WORD_CHARS_MAX: usize = 100;

/// A vocabulary.
#[derive(Debug)]
pub(super) struct Vocabulary {
    numbers: HashMap<String, i64>,
    begin: i64,
    end: i64,
    unknown: i64,
}

#[derive(Deserialize)]
struct Tokenizer {
    normalizer: Option<Normalizer>,
    model: TokenizerModel,
}

#[derive(Deserialize)]
struct Normalizer {
    lowercase: Option<bool>,
}

#[derive(Deserialize)]
struct TokenizerModel {
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    vocab: serde_json::Value,
}

impl Vocabulary {
    /// Reads `vocab.txt`, one token a line, or `tokenizer.json`.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let numbers = if text.trim_start().starts_with('{') { from_json(text)? } else { from_lines(text) };
        // A cased vocabulary would be asked in lower case and know half of it.
        if numbers.keys().filter(|word| !word.starts_with('[')).any(|word| word.bytes().any(|b| b.is_ascii_uppercase())) {
            return Err("it tells capitals from small letters, and only uncased models are read here".into());
        }
        let special = |name: &str| numbers.get(name).copied().ok_or_else(|| format!("it has no {name}: it is no vocabulary of a BERT-like model"));
        let (begin, end, unknown) = (special("[CLS]")?, special("[SEP]")?, special("[UNK]")?);
        Ok(Self { numbers, begin, end, unknown })
    }

    /// The tokens of a text between the marks of its beginning and end, at most so many.
    pub(super) fn tokens(&self, text: &str, max: usize) -> Vec<i64> {
        let mut tokens = vec![self.begin];
        for word in Model::embedded().words(text) {
            if tokens.len() + 1 >= max {
                break;
            }
            self.cut(&word, &mut tokens);
        }
        tokens.truncate(max.saturating_sub(1));
        tokens.push(self.end);
        tokens
    }

    /// Cuts a word into the longest pieces that are known.
    fn cut(&self, word: &str, tokens: &mut Vec<i64>) {
        let before = tokens.len();
        let mut piece = String::new();
        let mut start = 0;
        let short = word.chars().nth(WORD_CHARS_MAX).is_none();
        while short && start < word.len() {
            let prefix = if start == 0 { "" } else { "##" };
            let found = (start + 1..=word.len()).rev().filter(|end| word.is_char_boundary(*end)).find_map(|end| {
                piece.clear();
                piece.push_str(prefix);
                piece.push_str(word.slice(start..end));
                self.numbers.get(&piece).map(|number| (*number, end))
            });
            let Some((number, end)) = found else { break };
            tokens.push(number);
            start = end;
        }
        if start < word.len() {
            tokens.truncate(before);
            tokens.push(self.unknown);
        }
    }
}

fn from_lines(text: &str) -> HashMap<String, i64> {
    text.lines().zip(0..).map(|(word, number)| (word.trim_end().to_owned(), number)).collect()
}

fn from_json(text: &str) -> Result<HashMap<String, i64>, String> {
    let tokenizer: Tokenizer =
        serde_json::from_str(text).map_err(|error| format!("it is not a tokenizer's JSON (line {}, column {})", error.line(), error.column()))?;
    let kind = tokenizer.model.kind.as_deref().unwrap_or("WordPiece");
    if kind != "WordPiece" {
        return Err(format!("its tokenizer is {kind}, and only WordPiece is read here"));
    }
    if tokenizer.normalizer.is_some_and(|normalizer| normalizer.lowercase == Some(false)) {
        return Err("it tells capitals from small letters, and only uncased models are read here".into());
    }
    let words = tokenizer.model.vocab.as_object().ok_or("it has no vocabulary")?;
    words
        .iter()
        .map(|(word, number)| Some((word.clone(), number.as_i64()?)))
        .collect::<Option<_>>()
        .ok_or_else(|| "its vocabulary is not numbered".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "[PAD]\n[UNK]\n[CLS]\n[SEP]\noven\n##s\nthe\nbread\n,\ncafe\n";

    #[test]
    fn words_are_cut_into_the_longest_known_pieces() {
        let vocabulary = Vocabulary::read(LINES).expect("a vocabulary");
        let cases: &[(&str, &[i64])] =
            &[("The ovens, bread", &[2, 6, 4, 5, 8, 7, 3]), ("Café", &[2, 9, 3]), ("zzz oven", &[2, 1, 4, 3]), ("", &[2, 3])];
        for (text, tokens) in cases {
            assert_eq!(vocabulary.tokens(text, 256), *tokens, "{text}");
        }
        assert_eq!(vocabulary.tokens("the the the the the the", 4), [2, 6, 6, 3]);
        let json = r###"{"normalizer":{"type":"BertNormalizer","lowercase":true},"model":{"type":"WordPiece","vocab":{"[UNK]":0,"[CLS]":1,"[SEP]":2,"oven":3,"##s":4}}}"###;
        assert_eq!(Vocabulary::read(json).expect("a tokenizer").tokens("ovens", 256), [1, 3, 4, 2]);
    }

    #[test]
    fn what_is_no_such_vocabulary_is_refused() {
        for (text, what) in [
            ("", "no [CLS]"),
            ("[CLS]\n[SEP]\n[UNK]\nParis\n", "capitals"),
            ("{", "not a tokenizer"),
            (r#"{"model":{"type":"Unigram","vocab":[]}}"#, "Unigram"),
            (r#"{"model":{"type":"WordPiece"}}"#, "no vocabulary"),
            (r#"{"model":{"vocab":{"[CLS]":"x"}}}"#, "not numbered"),
        ] {
            let error = Vocabulary::read(text).expect_err(text);
            assert!(error.contains(what), "{text}: {error}");
        }
    }
}
