//! A text held ready to be asked for words again and again. Not here: how many of the words found say something; that is
//! for the caller to weigh.

use crate::text;

/// From so many letters on, a word is also the beginning of a longer one.
const BEGINS_FROM: usize = 4;

/// A word that is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keyword {
    word: String,
    stem: String,
    begins: bool,
}

impl Keyword {
    /// The words of a question that say something, each once, in order.
    pub fn all(question: &str) -> Vec<Self> {
        crate::keywords(question).into_iter().map(Self::of).collect()
    }

    /// The same, or all of its words where none of them says anything.
    pub fn any(question: &str) -> Vec<Self> {
        let telling = Self::all(question);
        if telling.is_empty() { text::words(question).into_iter().map(Self::of).collect() } else { telling }
    }

    fn of(word: String) -> Self {
        Self { stem: text::stem(&word), begins: word.chars().count() >= BEGINS_FROM, word }
    }

    /// The word, in lower case.
    pub fn as_str(&self) -> &str {
        &self.word
    }
}

/// The words of a text, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    words: Vec<String>,
    stems: Vec<String>,
}

impl Said {
    /// What a text says.
    pub fn of(text: &str) -> Self {
        let mut words = text::words(text);
        words.sort_unstable();
        words.dedup();
        let mut stems: Vec<String> = words.iter().map(|word| text::stem(word)).collect();
        stems.sort_unstable();
        stems.dedup();
        Self { words, stems }
    }

    /// Whether it says a word: as it is, in another form, or as the beginning of a longer one. Never inside a word.
    pub fn says(&self, keyword: &Keyword) -> bool {
        if self.stems.binary_search(&keyword.stem).is_ok() {
            return true;
        }
        let next = self.words.partition_point(|word| *word < keyword.word);
        self.words.get(next).is_some_and(|word| *word == keyword.word || (keyword.begins && word.starts_with(&keyword.word)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Keyword, Said};

    #[test]
    fn what_is_held_ready_says_what_the_text_says() {
        let texts = ["Tokens are checked by the gate", "authentication", "until the utility ends", "ポートは八千", ""];
        for question in ["how is a token checked", "understand the auth flow", "til", "ポートは", "the a how"] {
            let keywords = Keyword::all(question);
            for text in texts {
                let said = Said::of(text);
                let found: Vec<&str> = keywords.iter().filter(|k| said.says(k)).map(|k| k.word.as_str()).collect();
                assert_eq!(found, crate::mentioned(&crate::keywords(question), text), "{question:?} in {text:?}");
            }
        }
    }
}
