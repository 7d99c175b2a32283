//! Finding words on SQLite: items by FTS5, which weighs by itself; texts of code by what is weighed here.

use super::{Among, Shelf, Wanted};
use crate::{error::Result, value::Value};
use rusqlite::{Connection, params_from_iter};
use std::collections::{HashMap, HashSet};

/// Where words are looked for.
pub(super) struct Words<'c> {
    pub(super) connection: &'c Connection,
    pub(super) shelf: Shelf,
    pub(super) among: Option<&'c Among>,
}

impl Words<'_> {
    /// So many items that hold the words, best first.
    pub(super) fn find(&self, wanted: &Wanted<'_>, limit: usize) -> Result<Vec<(i64, f64)>> {
        if self.shelf == Shelf::Code {
            return self.find_in_code(&wanted.any, limit);
        }
        let any = wanted.any.iter().map(|(word, _)| quoted(word)).collect::<Vec<_>>().join(" OR ");
        if any.is_empty() {
            return Ok(Vec::new());
        }
        let with = |word: &str| format!("({any}) AND {}", quoted(word));
        let mut found: HashMap<i64, f64> = HashMap::new();
        if wanted.together {
            // Not by rank: FTS5 counts first who holds each word, which costs more than all the rest.
            let told = wanted.any.iter().map(|(_, weight)| weight).sum::<f64>();
            for (word, weight) in &wanted.beside {
                self.each("0.0", &with(word), wanted.from, &mut |n, _| *found.entry(n).or_insert(told) += weight)?;
            }
            return Ok(best(found.into_iter().collect(), limit, Ties::NewestFirst));
        }
        let mut ranked = Vec::new();
        self.each("-rank", &any, wanted.from, &mut |n, rank| ranked.push((n, rank)))?;
        // Where all of them are given, what else they hold changes nothing.
        if ranked.len() > limit && !wanted.beside.is_empty() {
            found.extend(ranked.drain(..));
            for (word, weight) in &wanted.beside {
                self.each("0.0", &with(word), wanted.from, &mut |n, _| {
                    found.entry(n).and_modify(|score| *score += weight);
                })?;
            }
            ranked.extend(found);
        }
        Ok(best(ranked, limit, Ties::NewestFirst))
    }

    /// Shows every item that matches, from a number on, with what it scores.
    fn each(&self, score: &str, matching: &str, from: i64, take: &mut dyn FnMut(i64, f64)) -> Result<()> {
        let table = self.shelf.table();
        // `+rowid`: the words are looked up first and the condition tried on what they gave, never the other way round.
        let (mut condition, mut args) = self.among.map_or_else(Default::default, |a| (format!(" and +rowid in ({})", a.sql), a.args.clone()));
        args.push(Value::from(matching));
        let matched = args.len();
        if from > 0 {
            args.push(Value::from(from));
            condition.push_str(&format!(" and rowid >= ?{}", args.len()));
        }
        // The best are chosen by the caller: asked to order by rank, FTS5 prepares a second statement each time and sorts every match.
        let sql = format!("select rowid, {score} from {table} where {table} match ?{matched}{condition}");
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut rows = statement.query(params_from_iter(&args))?;
        while let Some(row) = rows.next()? {
            take(row.get(0)?, row.get(1)?);
        }
        Ok(())
    }

    /// The shelf of code keeps which texts hold a word and nothing of where or how often, so FTS5 has no rank to give there: each
    /// word is asked for by itself and weighed here.
    fn find_in_code(&self, words: &[(&str, f64)], limit: usize) -> Result<Vec<(i64, f64)>> {
        let mut statement = self.connection.prepare_cached("select rowid from code_words where code_words match ?1")?;
        let mut holding = Vec::with_capacity(words.len());
        for (word, weight) in words {
            let found = statement.query_map([quoted(word)], |row| row.get(0))?.collect::<rusqlite::Result<Vec<i64>>>()?;
            holding.push((found, *weight));
        }
        if let Some(among) = self.among {
            let mut statement = self.connection.prepare_cached(&among.sql)?;
            let here = statement.query_map(params_from_iter(&among.args), |row| row.get(0))?.collect::<rusqlite::Result<HashSet<i64>>>()?;
            for (found, _) in &mut holding {
                found.retain(|n| here.contains(n));
            }
        }
        Ok(best(weighed(&holding), limit, Ties::OldestFirst))
    }
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

/// Which of equals comes first.
#[derive(Clone, Copy)]
enum Ties {
    /// The higher number.
    NewestFirst,
    /// The lower number.
    OldestFirst,
}

/// So many of the best, best first.
fn best(mut found: Vec<(i64, f64)>, limit: usize, ties: Ties) -> Vec<(i64, f64)> {
    let order = |a: &(i64, f64), b: &(i64, f64)| {
        b.1.total_cmp(&a.1).then_with(|| match ties {
            Ties::NewestFirst => b.0.cmp(&a.0),
            Ties::OldestFirst => a.0.cmp(&b.0),
        })
    };
    if found.len() > limit {
        found.select_nth_unstable_by(limit, order);
        found.truncate(limit);
    }
    found.sort_unstable_by(order);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten items that hold "all"; "some" is held by 2, 4 and 6, "few" by 4 alone.
    fn shelf() -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(include_str!("sqlite.sql")).unwrap();
        for n in 1..=10 {
            let words = ["all", if [2, 4, 6].contains(&n) { "some" } else { "other" }, if n == 4 { "few" } else { "more" }].join(" ");
            connection.execute("insert into item_words (rowid, words) values (?1, ?2)", (n, words)).unwrap();
        }
        connection
    }

    #[test]
    fn equals_come_newest_first_and_other_words_are_weighed_where_more_match_than_are_wanted() {
        let connection = shelf();
        let words = Words { connection: &connection, shelf: Shelf::Now, among: None };
        let all = Wanted { any: vec![("all", 1.0)], ..Wanted::default() };
        let table = [
            (all.clone(), 3, vec![10, 9, 8]),
            (Wanted { from: 9, ..all.clone() }, 3, vec![10, 9]),
            (Wanted { beside: vec![("some", 1.0), ("few", 2.0)], ..all.clone() }, 4, vec![4, 6, 2, 10]),
            (Wanted { beside: vec![("some", 1.0), ("few", 2.0)], ..all.clone() }, 10, vec![10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
            (Wanted { beside: vec![("some", 1.0), ("few", 2.0)], together: true, ..all.clone() }, 10, vec![4, 6, 2]),
            (Wanted { beside: vec![("some", 1.0)], together: true, from: 4, ..all }, 10, vec![6, 4]),
        ];
        for (wanted, limit, expected) in table {
            let found: Vec<i64> = words.find(&wanted, limit).unwrap().into_iter().map(|(n, _)| n).collect();
            assert_eq!(found, expected, "{wanted:?}");
        }
    }
}
