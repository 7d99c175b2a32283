//! The lexicon: every word that an item holds, its number, its stem, and how many items hold it. And how much there is in all.

use crate::{Result, StoreError, Txn, View, item::list, value::args};
use serde::Serialize;
use std::collections::HashMap;

const CORPUS: &str = "select items, words, next_item, next_word, next_source, posted from corpus where one = 1";
const CORPUS_PUT: &str = "insert into corpus (one, items, words, next_item, next_word, next_source, posted) values (1, ?1, ?2, ?3, ?4, ?5, ?6)
    on conflict (one) do update set items = excluded.items, words = excluded.words, next_word = excluded.next_word,
    next_source = excluded.next_source, posted = excluded.posted";
const BY_WORD: &str = "select l.word, l.id from json_each(?1) j cross join lexicon l where l.word = j.value";
/// A word that is its own stem has an empty one in its row.
const BY_STEM: &str = "select l.stem, l.id, l.word, l.items from json_each(?1) j cross join lexicon l where l.stem = j.value and l.stem <> ''
    union all select l.word, l.id, l.word, l.items from json_each(?1) j cross join lexicon l where l.word = j.value and l.stem = '' order by 2";
const BY_ID: &str = "select l.id, l.word, case l.stem when '' then l.word else l.stem end from json_each(?1) j cross join lexicon l where l.id = cast(j.value as bigint)";
const BEGINNING: &str = "select case stem when '' then word else stem end, id, word, items from lexicon where word >= ?1 and word < ?2 and items > 0 order by items desc, word limit ?3";
const DROP_EMPTY: &str = "delete from lexicon where items <= 0 and past <= 0";

/// How much there is, and the next numbers to give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Corpus {
    /// Current items.
    pub items: i64,
    /// Their words.
    pub words: i64,
    /// The number of the next piece of evidence, and of its item. Only recording evidence takes it.
    pub next_item: i64,
    /// The next word's number.
    pub next_word: i64,
    /// The next source's number.
    pub next_source: i64,
    /// Items from this number on are in no block of the index of words yet.
    pub posted: i64,
}

/// A word of the lexicon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its stem.
    pub stem: String,
    /// Its number.
    pub id: i64,
    /// The word.
    pub word: String,
    /// How many current items hold it.
    pub items: i64,
}

/// How many more, or fewer, items hold a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// Its number.
    pub id: i64,
    /// The word.
    pub word: String,
    /// Its stem, empty where that is the word itself.
    pub stem: String,
    /// Current items.
    pub items: i64,
    /// Items of the past.
    pub past: i64,
}

fn json<T: Serialize + ?Sized>(list: &T) -> Result<String> {
    serde_json::to_string(list).map_err(|e| StoreError::Other(e.to_string()))
}

fn known(mut row: crate::Row) -> Result<Known> {
    Ok(Known { stem: row.text()?, id: row.int()?, word: row.text()?, items: row.int()? })
}

impl View<'_> {
    /// How much there is.
    pub fn corpus(&mut self) -> Result<Corpus> {
        let found = self.many_once(CORPUS, &[], |mut row| {
            Ok(Corpus {
                items: row.int()?,
                words: row.int()?,
                next_item: row.int()?,
                next_word: row.int()?,
                next_source: row.int()?,
                posted: row.int()?,
            })
        })?;
        Ok(found.into_iter().next().unwrap_or(Corpus { next_item: 1, next_word: 1, next_source: 1, posted: 1, ..Corpus::default() }))
    }

    /// The numbers of these words, where the lexicon has them.
    pub fn numbered(&mut self, words: &[&str]) -> Result<HashMap<String, i64>> {
        let found = self.many(BY_WORD, args![json(words)?], |mut row| Ok((row.text()?, row.int()?)))?;
        Ok(found.into_iter().collect())
    }

    /// Every word with one of these stems.
    pub fn stemmed(&mut self, stems: &[&str]) -> Result<Vec<Known>> {
        self.many_once(BY_STEM, args![json(stems)?], known)
    }

    /// Shows the words behind these numbers, with their stems, in no order.
    pub fn each_spelled(&mut self, ids: impl IntoIterator<Item = i64>, take: &mut dyn FnMut(i64, &str, &str) -> Result<()>) -> Result<()> {
        self.db.scan(BY_ID, args![list(ids)], &mut |row| take(row.int(0)?, row.text(1)?, row.text(2)?))
    }

    /// Words that begin so, the commonest first.
    pub fn words_beginning(&mut self, prefix: &str, limit: i64) -> Result<Vec<Known>> {
        self.many_once(BEGINNING, args![prefix, format!("{prefix}\u{10ffff}"), limit], known)
    }
}

impl Txn<'_> {
    /// Keeps how much there is.
    pub fn put_corpus(&mut self, corpus: &Corpus) -> Result<()> {
        let c = corpus;
        self.db.execute(CORPUS_PUT, args![c.items, c.words, c.next_item, c.next_word, c.next_source, c.posted])?;
        Ok(())
    }

    /// Counts words, new ones and old.
    pub fn count_words(&mut self, counted: &[Counted]) -> Result<()> {
        self.db.count_words(counted)
    }

    /// Forgets the words that nothing holds any more.
    pub fn drop_empty_words(&mut self) -> Result<()> {
        self.db.execute(DROP_EMPTY, &[])?;
        Ok(())
    }
}
