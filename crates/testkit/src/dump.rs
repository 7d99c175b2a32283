//! The whole store as text that two databases can be compared by. Ids and digests are renamed in order of appearance.
//!
//! Not here: what the rows mean. A new table is dumped without a line being written, because the database is asked.

use std::collections::BTreeMap;
use std::fmt::Write;
use store::{Backend, Row};

const SQLITE_COLUMNS: &str = "select m.name, c.name from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'sqlite_%' and m.name not like 'code_words%' order by m.name, c.cid";
const POSTGRES_COLUMNS: &str = "select table_name::text, column_name::text from information_schema.columns c where table_schema = current_schema() and table_name not like 'code_words%'
    and exists (select 1 from information_schema.tables t where t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE')
    order by table_name::text collate \"C\", ordinal_position";

/// Every table and its columns, in order; but for the index of words of source files, which each database keeps in its own way.
///
/// # Panics
/// When the database does not answer.
pub fn tables(db: &mut dyn Backend) -> BTreeMap<String, Vec<String>> {
    let sql = if db.name() == "sqlite" { SQLITE_COLUMNS } else { POSTGRES_COLUMNS };
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for mut row in db.query(sql, &[]).expect("ask for the tables") {
        let (table, column) = (row.text().expect("a table"), row.text().expect("a column"));
        tables.entry(table).or_default().push(column);
    }
    tables
}

/// Every row of every table.
///
/// # Panics
/// When the database does not answer.
pub fn dump(db: &mut dyn Backend) -> String {
    dump_without(db, &[])
}

/// Every row of every table but these.
///
/// # Panics
/// When the database does not answer.
pub fn dump_without(db: &mut dyn Backend, left_out: &[&str]) -> String {
    let mut names = Names::default();
    let mut text = String::new();
    for (table, columns) in tables(db).into_iter().filter(|(table, _)| !left_out.contains(&table.as_str())) {
        let list = columns.iter().map(|c| format!("\"{c}\"")).collect::<Vec<_>>().join(", ");
        let rows = db.query(&format!("select {list} from \"{table}\""), &[]).expect("read a table");
        // Sorted here: two databases need not agree on how text sorts.
        let mut rows: Vec<Vec<String>> = rows.into_iter().map(|row| columns.iter().scan(row, |row, _| Some(cell(row))).collect()).collect();
        rows.sort_by_key(|row| row.iter().map(|cell| (cell.parse::<i64>().unwrap_or(0), cell.clone())).collect::<Vec<_>>());
        let _ = writeln!(text, "{table} ({})", rows.len());
        for row in rows {
            for (column, value) in columns.iter().zip(row) {
                if !value.is_empty() {
                    let _ = write!(text, "  {column}={}", names.rename(&value));
                }
            }
            text.push('\n');
        }
    }
    text
}

fn cell(row: &mut Row) -> String {
    row.value().unwrap_or(store::Value::Null).to_string()
}

/// Short names for ids and digests, in order of appearance.
#[derive(Debug, Default)]
pub struct Names {
    by_id: BTreeMap<String, String>,
    counts: BTreeMap<&'static str, usize>,
}

/// An id's prefix and what its short name begins with.
const SHORT: &[(&str, &str)] = &[
    ("pal", "palace"),
    ("ses", "s"),
    ("sr", "r"),
    ("lk", "k"),
    ("d", "d"),
    ("l", "l"),
    ("i", "i"),
    ("e", "e"),
    ("p", "p"),
    ("g", "g"),
    ("src", "src"),
    ("ctx", "ctx"),
    ("act", "act"),
    ("pm", "pm"),
    ("k", "kn"),
    ("card", "card"),
    ("triple", "t"),
    ("tunnel", "way"),
    ("adoption", "a"),
    ("reasoning", "rs"),
    ("thought", "th"),
    ("rcpt", "receipt"),
    ("tok", "token"),
    ("inv", "call"),
    ("x", "x"),
    ("sc", "scene"),
    ("cell", "cell"),
];
/// Length of the tails we mint.
const TAIL: usize = 16;
/// Length of a digest in hexadecimal.
const DIGEST: usize = 64;

/// What the id of a token begins with, and what its short name begins with.
const TOKENS: &[(&str, &str)] = &[("op-", "op"), ("session-", "st")];

/// What the short name of a token begins with, if the word is one: milliseconds, a dash, a tail of ours.
fn token(word: &str) -> Option<&'static str> {
    let (rest, short) = TOKENS.iter().find_map(|(begins, short)| word.strip_prefix(begins).map(|rest| (rest, *short)))?;
    let (at, tail) = rest.split_once('-')?;
    (at.bytes().all(|b| b.is_ascii_digit()) && tail.len() == TAIL && tail.bytes().all(|b| b.is_ascii_alphanumeric())).then_some(short)
}

impl Names {
    /// The text with every id and digest in it replaced by its short name.
    pub fn rename(&mut self, text: &str) -> String {
        let mut renamed = String::with_capacity(text.len());
        let mut word = String::new();
        for c in text.chars().chain(std::iter::once('\0')) {
            // The ids of tokens are the only ones with a dash in them.
            let in_token = c == '-' && TOKENS.iter().any(|(begins, _)| word.starts_with(begins) || format!("{word}-") == *begins);
            if c.is_ascii_alphanumeric() || c == '_' || in_token {
                word.push(c);
                continue;
            }
            if !word.is_empty() {
                renamed.push_str(&self.word(&word));
                word.clear();
            }
            if c != '\0' {
                renamed.push(c);
            }
        }
        renamed
    }

    fn word(&mut self, word: &str) -> String {
        if let Some(name) = self.by_id.get(word) {
            return name.clone();
        }
        if word.contains('-') && token(word).is_none() {
            return word.split('-').map(|part| self.word(part)).collect::<Vec<_>>().join("-");
        }
        let kind = match word.split_once('_') {
            _ if word.contains('-') => token(word),
            Some((prefix, tail)) if tail.len() == TAIL && tail.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_lowercase()) => {
                SHORT.iter().find(|(p, _)| *p == prefix).map(|(_, short)| *short)
            }
            None if word.len() == DIGEST && word.bytes().all(|b| b.is_ascii_hexdigit()) && word.bytes().any(|b| b != b'0') => Some("h"),
            _ => None,
        };
        let Some(kind) = kind else { return word.to_owned() };
        let count = self.counts.entry(kind).or_default();
        *count += 1;
        let name = format!("{kind}{count}");
        self.by_id.insert(word.to_owned(), name.clone());
        name
    }

    /// The id behind a short name, if one was given.
    pub fn id(&self, name: &str) -> Option<&str> {
        self.by_id.iter().find(|(_, short)| *short == name).map(|(id, _)| id.as_str())
    }

    /// The text with every short name in it replaced by what it stands for.
    pub fn resolve(&self, text: &str) -> String {
        let mut resolved = String::with_capacity(text.len());
        let mut word = String::new();
        for c in text.chars().chain(std::iter::once('\0')) {
            if c.is_ascii_alphanumeric() {
                word.push(c);
                continue;
            }
            resolved.push_str(self.id(&word).unwrap_or(&word));
            word.clear();
            if c != '\0' {
                resolved.push(c);
            }
        }
        resolved
    }
}
