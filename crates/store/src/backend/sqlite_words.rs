//! Finding the words of source files on SQLite: FTS5 says which files hold a word, and how much that tells is weighed here.

use super::Among;
use crate::error::Result;
use rusqlite::{Connection, params_from_iter};
use std::collections::HashSet;

/// So many texts that hold any of the words, best first, and of equals the oldest. The index keeps which texts hold a word and nothing
/// of where or how often, so FTS5 has no rank to give: each word is asked for by itself.
pub(super) fn find(connection: &Connection, words: &[(&str, f64)], among: Option<&Among>, limit: usize) -> Result<Vec<(i64, f64)>> {
    let mut statement = connection.prepare_cached("select rowid from code_words where code_words match ?1")?;
    let mut holding = Vec::with_capacity(words.len());
    for (word, weight) in words {
        let found = statement.query_map([quoted(word)], |row| row.get(0))?.collect::<rusqlite::Result<Vec<i64>>>()?;
        holding.push((found, *weight));
    }
    if let Some(among) = among {
        let mut statement = connection.prepare_cached(&among.sql)?;
        let here = statement.query_map(params_from_iter(&among.args), |row| row.get(0))?.collect::<rusqlite::Result<HashSet<i64>>>()?;
        for (found, _) in &mut holding {
            found.retain(|n| here.contains(n));
        }
    }
    let mut found = weighed(&holding);
    let order = |a: &(i64, f64), b: &(i64, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
    if found.len() > limit {
        found.select_nth_unstable_by(limit, order);
        found.truncate(limit);
    }
    found.sort_unstable_by(order);
    Ok(found)
}

/// Quoted, so that no word is ever read as the query language.
fn quoted(word: &str) -> String {
    format!("\"{}\"", word.replace('"', ""))
}

/// What holds any of some words, and how much that tells: a word tells more the fewer hold it. PostgreSQL counts the same.
#[expect(clippy::cast_precision_loss, reason = "there are fewer texts than a float can count")]
fn weighed(holding: &[(Vec<i64>, f64)]) -> Vec<(i64, f64)> {
    let numbers = || holding.iter().flat_map(|(found, _)| found.iter().copied());
    let (Some(first), Some(last)) = (numbers().min(), numbers().max()) else { return Vec::new() };
    // Numbers are given one after the other, so a place for each costs less than looking each up.
    let place = |n: i64| usize::try_from(n - first).unwrap_or(usize::MAX);
    let mut scores = vec![0.0; place(last) + 1];
    numbers().for_each(|n| scores[place(n)] = 1.0);
    let all: f64 = scores.iter().sum();
    numbers().for_each(|n| scores[place(n)] = 0.0);
    for (found, weight) in holding {
        let tells = weight * (1.0 + (all / found.len().max(1) as f64).ln());
        for n in found {
            scores[place(*n)] += tells;
        }
    }
    // Rounded, so that equals stay equal whatever order they were added up in.
    (first..).zip(scores).filter(|(_, score)| *score > 0.0).map(|(n, score)| (n, (score * 1e6).round() / 1e6)).collect()
}
