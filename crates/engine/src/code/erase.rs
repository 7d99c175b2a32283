//! Erases words from the index of the working tree: texts, outlines, words and places.
//!
//! A text goes whole, as the index is made again from the files. Not here: the files, which bring back what they still say.

use super::each_word;
use crate::{Error, memory::Quotes};
use std::collections::BTreeSet;
use store::{CodeWhere, Txn, View};
use syntax::Outline;

/// Forgets the texts that quote, those that hold all words of a text that must go or lie at a path that says it, and those at the paths that erased pieces were
/// read from.
pub(crate) fn erase(txn: &mut Txn<'_>, matching: Option<&str>, quotes: &Quotes, paths: &BTreeSet<String>) -> Result<usize, Error> {
    let mut gone = BTreeSet::new();
    txn.each_outline(&CodeWhere::default(), &mut |n, bytes| {
        if Outline::from_bytes(bytes).is_some_and(|outline| texts(&outline).any(|text| quotes.in_text(text))) {
            gone.insert(n);
        }
        Ok(())
    })?;
    if let Some(text) = matching {
        gone.extend(holding(txn, text)?);
        gone.extend(txn.code_lying_where(&mut |path| path.contains(text))?);
    }
    for path in paths {
        gone.extend(txn.code_lying_at(path)?);
    }
    Ok(txn.forget_code(&gone.into_iter().collect::<Vec<_>>())?)
}

/// All that an outline says.
fn texts(outline: &Outline) -> impl Iterator<Item = &str> {
    let symbols = outline.symbols.iter().flat_map(|s| [&s.name, &s.parent, &s.signature, &s.doc]);
    let mentions = outline.mentions.iter().map(|mention| &mention.name);
    symbols.chain(mentions).chain(outline.imports.iter().map(|import| &import.what)).map(String::as_str)
}

/// The texts that hold every word of a text. The index knows no order, so it may be that they say something else.
fn holding(view: &mut View<'_>, text: &str) -> Result<BTreeSet<i64>, Error> {
    let mut words = BTreeSet::new();
    each_word(text, |word| {
        words.insert(word);
    });
    let mut all: Option<BTreeSet<i64>> = None;
    for word in words {
        let these: BTreeSet<i64> = view.find_code(&CodeWhere::default(), &[(&word, 1.0)], i64::MAX)?.into_iter().map(|(n, _)| n).collect();
        all = Some(all.map_or_else(|| these.clone(), |all| all.intersection(&these).copied().collect()));
    }
    Ok(all.unwrap_or_default())
}
