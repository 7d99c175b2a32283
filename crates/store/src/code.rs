//! The working tree: outlines by text, and which text lies where. Not the text itself, which is never kept.

use crate::{
    Among, Result, Row, Txn, View,
    item::list,
    value::{Value, args},
};
use kernel::ledger::Digest;

const ANCHOR: &str = "select n from anchor where name = ?1";
const ENDS: &str = "select (select coalesce(min(anchor), 0) from code_tree), (select coalesce(max(anchor), 0) from code_tree)";
const ANY: &str = "select 1 from code_tree where anchor = ?1 limit 1";
const FILES: &str = "select anchor, path, held, size, mtime from code_tree where anchor = ?1 order by path";
const HELD: &str = "select held from code_tree where anchor = ?1 and path = ?2";
const BY_DIGEST: &str = "select n from code_blob where digest = ?1";
const NEXT: &str = "select coalesce(max(n), 0) + 1 from code_blob";
const BLOBS: &str =
    "select b.n, b.digest, b.language, b.lines, b.kinds, b.outline from json_each(?1) j cross join code_blob b where b.n = cast(j.value as bigint)";
const PUT_BLOB: &str = "insert into code_blob (n, digest, language, lines, kinds, outline) values (?1, ?2, ?3, ?4, ?5, ?6)";
const PUT_FILE: &str = "insert into code_tree (anchor, path, held, size, mtime) values (?1, ?2, ?3, ?4, ?5)
    on conflict (anchor, path) do update set held = excluded.held, size = excluded.size, mtime = excluded.mtime";
const DROP_FILE: &str = "delete from code_tree where anchor = ?1 and path = ?2";
const UNUSED: &str = "select b.n from json_each(?1) j cross join code_blob b where b.n = cast(j.value as bigint)
    and not exists (select 1 from code_tree t where t.held = b.n) order by b.n";
const AT_PATH: &str = "select distinct held from code_tree where path = ?1 order by held";
const PATHS: &str = "select held, path from code_tree order by held, path";
const DROP_PLACES: &str = "delete from code_tree where held = ?1";
const DROP_BLOB: &str = "delete from code_blob where n = ?1";

/// A text that was outlined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeBlob {
    /// Its own number.
    pub n: i64,
    /// Digest of the text, its language and how it was outlined.
    pub digest: Digest,
    /// Its language.
    pub language: String,
    /// How many lines it has.
    pub lines: i64,
    /// The kinds of symbols in it, a bit each.
    pub kinds: i64,
    /// Its outline, as `syntax` writes it.
    pub outline: Vec<u8>,
}

/// A file of a checkout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeFile {
    /// The checkout, by number.
    pub anchor: i64,
    /// Its path there.
    pub path: String,
    /// Its text.
    pub held: i64,
    /// Its size in bytes, when it was read.
    pub size: i64,
    /// When it was changed, in microseconds.
    pub mtime: i64,
}

/// Where a text lies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CodePlace {
    /// The path.
    pub path: String,
    /// The text.
    pub held: i64,
    /// The checkout.
    pub anchor: i64,
}

/// Which part of the trees is asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeWhere {
    /// One checkout, or all of them.
    pub anchor: Option<i64>,
    /// Paths that begin so.
    pub prefix: String,
    /// Files, and folders with all that lies in them; everything, if none is named.
    pub places: Vec<String>,
}

impl CodeWhere {
    /// The condition, with its arguments.
    fn sql(&self) -> (String, Vec<Value>) {
        let mut sql = String::from("true");
        let mut args = Vec::new();
        if let Some(anchor) = self.anchor {
            args.push(Value::Int(anchor));
            sql.push_str(&format!(" and t.anchor = ?{}", args.len()));
        }
        if !self.prefix.is_empty() {
            args.push(Value::from(&self.prefix));
            // Not a range: databases do not agree on what lies between two texts.
            sql.push_str(&format!(" and substr(t.path, 1, length(?{n})) = ?{n}", n = args.len()));
        }
        if !self.places.is_empty() {
            args.push(Value::Text(serde_json::json!(self.places).to_string()));
            sql.push_str(&format!(
                " and exists (select 1 from json_each(?{}) p where t.path = p.value or substr(t.path, 1, length(p.value) + 1) = p.value || '/')",
                args.len()
            ));
        }
        (sql, args)
    }
}

fn place(mut row: Row) -> Result<CodePlace> {
    Ok(CodePlace { path: row.text()?, held: row.int()?, anchor: row.int()? })
}

fn blob(mut row: Row) -> Result<CodeBlob> {
    Ok(CodeBlob { n: row.int()?, digest: row.digest()?, language: row.text()?, lines: row.int()?, kinds: row.int()?, outline: row.blob()? })
}

impl View<'_> {
    /// The number of a checkout that has an index.
    pub fn code_anchor(&mut self, name: &str) -> Result<Option<i64>> {
        let Some(n) = self.one(ANCHOR, args![name], |mut row| row.int())? else { return Ok(None) };
        Ok(self.one(ANY, args![n], |mut row| row.int())?.map(|_| n))
    }

    /// The only checkout there is, if there is only one.
    pub fn code_only_anchor(&mut self) -> Result<Option<i64>> {
        let ends = self.one(ENDS, &[], |mut row| Ok((row.int()?, row.int()?)))?;
        Ok(ends.filter(|(first, last)| first == last && *first != 0).map(|(first, _)| first))
    }

    /// Every file of a checkout, by path.
    pub fn code_files(&mut self, anchor: i64) -> Result<Vec<CodeFile>> {
        self.many(FILES, args![anchor], |mut row| {
            Ok(CodeFile { anchor: row.int()?, path: row.text()?, held: row.int()?, size: row.int()?, mtime: row.int()? })
        })
    }

    /// Every path, in order.
    pub fn code_paths(&mut self, among: &CodeWhere) -> Result<Vec<CodePlace>> {
        let (condition, args) = among.sql();
        self.many(&format!("select t.path, t.held, t.anchor from code_tree t where {condition} order by t.path, t.anchor"), &args, place)
    }

    /// Where exactly this path lies.
    pub fn code_at(&mut self, among: &CodeWhere, path: &str) -> Result<Option<CodePlace>> {
        let (condition, mut args) = among.sql();
        args.push(Value::from(path));
        let sql =
            format!("select t.path, t.held, t.anchor from code_tree t where {condition} and t.path = ?{} order by t.anchor limit 1", args.len());
        self.one(&sql, &args, place)
    }

    /// Whether any path is among these.
    pub fn any_code(&mut self, among: &CodeWhere) -> Result<bool> {
        let (condition, args) = among.sql();
        Ok(self.one(&format!("select 1 from code_tree t where {condition} limit 1"), &args, |mut row| row.int())?.is_some())
    }

    /// Paths that hold any of some words, short ones first. The words are letters and digits alone.
    pub fn code_paths_with(&mut self, among: &CodeWhere, words: &[&str], limit: i64) -> Result<Vec<CodePlace>> {
        let (condition, mut args) = among.sql();
        let mut holds = Vec::new();
        for word in words {
            args.push(Value::Text(format!("%{word}%")));
            holds.push(format!("lower(t.path) like ?{}", args.len()));
        }
        if holds.is_empty() {
            return Ok(Vec::new());
        }
        args.push(Value::Int(limit));
        let (holds, most) = (holds.join(" or "), args.len());
        let sql = format!(
            "select t.path, t.held, t.anchor from code_tree t where {condition} and ({holds}) order by length(t.path), t.path, t.anchor limit ?{most}"
        );
        self.many(&sql, &args, place)
    }

    /// Where these texts lie, by path.
    pub fn code_places(&mut self, among: &CodeWhere, held: &[i64]) -> Result<Vec<CodePlace>> {
        if held.is_empty() {
            return Ok(Vec::new());
        }
        let (condition, mut args) = among.sql();
        args.push(Value::Text(list(held.iter().copied())));
        let sql = format!(
            "select t.path, t.held, t.anchor from json_each(?{}) j cross join code_tree t where t.held = cast(j.value as bigint) and {condition}",
            args.len()
        );
        let mut places = self.many(&sql, &args, place)?;
        places.sort();
        Ok(places)
    }

    /// Texts by their numbers.
    pub fn code_blobs(&mut self, numbers: &[i64]) -> Result<Vec<CodeBlob>> {
        if numbers.is_empty() {
            return Ok(Vec::new());
        }
        self.many(BLOBS, args![list(numbers.iter().copied())], blob)
    }

    /// The files that have symbols of some kinds, by path, each with its text.
    pub fn code_with_kinds(&mut self, among: &CodeWhere, kinds: i64, take: &mut dyn FnMut(CodePlace, &[u8]) -> Result<bool>) -> Result<()> {
        let (condition, mut args) = among.sql();
        args.push(Value::Int(kinds));
        let sql = format!(
            "select t.path, t.held, t.anchor from code_tree t join code_blob b on b.n = t.held where {condition} and (b.kinds & ?{}) <> 0 order by t.path, t.anchor",
            args.len()
        );
        for place in self.many(&sql, &args, place)? {
            let Some(found) = self.code_blobs(&[place.held])?.pop() else { continue };
            if !take(place, &found.outline)? {
                break;
            }
        }
        Ok(())
    }

    /// Every outline of a part of the trees, once for each text.
    pub fn each_outline(&mut self, among: &CodeWhere, take: &mut dyn FnMut(i64, &[u8]) -> Result<()>) -> Result<()> {
        let (condition, args) = among.sql();
        let sql = format!("select b.n, b.outline from code_blob b where b.n in (select t.held from code_tree t where {condition}) order by b.n");
        self.db.scan(&sql, &args, &mut |row| take(row.int(0)?, row.blob(1)?))
    }

    /// The text that lies at a path of a checkout.
    pub fn code_held(&mut self, anchor: i64, path: &str) -> Result<Option<i64>> {
        self.one(HELD, args![anchor, path], |mut row| row.int())
    }

    /// The number of a text.
    pub fn code_blob_of(&mut self, digest: Digest) -> Result<Option<i64>> {
        self.one(BY_DIGEST, args![digest], |mut row| row.int())
    }

    /// The texts that lie at a path, of any checkout.
    pub fn code_lying_at(&mut self, path: &str) -> Result<Vec<i64>> {
        self.many(AT_PATH, args![path], |mut row| row.int())
    }

    /// The texts that lie at a path that `says` picks, of any checkout.
    pub fn code_lying_where(&mut self, says: &mut dyn FnMut(&str) -> bool) -> Result<Vec<i64>> {
        let mut found = Vec::new();
        self.db.scan(PATHS, &[], &mut |row| {
            if says(row.text(1)?) {
                found.push(row.int(0)?);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Texts that hold any of these words, best first.
    pub fn find_code(&mut self, among: &CodeWhere, words: &[(&str, f64)], limit: i64) -> Result<Vec<(i64, f64)>> {
        let only = among.prefix.is_empty() && among.places.is_empty() && (among.anchor.is_none() || self.code_only_anchor()? == among.anchor);
        let (condition, args) = among.sql();
        let among = Among { sql: format!("select t.held from code_tree t where {condition}"), args };
        self.db.find_words(words, (!only).then_some(&among), limit)
    }
}

impl Txn<'_> {
    /// The number that the next text gets.
    pub fn next_code(&mut self) -> Result<i64> {
        Ok(self.one(NEXT, &[], |mut row| row.int())?.unwrap_or(1))
    }

    /// Keeps an outline, and lets it be found by its words.
    pub fn put_code(&mut self, blob: CodeBlob, words: &str) -> Result<()> {
        self.db.put_words(blob.n, words)?;
        self.db.execute(PUT_BLOB, args![blob.n, blob.digest, blob.language, blob.lines, blob.kinds, blob.outline])?;
        Ok(())
    }

    /// Says what lies at a path.
    pub fn put_code_file(&mut self, file: &CodeFile) -> Result<()> {
        self.db.execute(PUT_FILE, args![file.anchor, &file.path, file.held, file.size, file.mtime])?;
        Ok(())
    }

    /// Nothing lies there any more. Answers whether something did.
    pub fn drop_code_file(&mut self, anchor: i64, path: &str) -> Result<bool> {
        Ok(self.db.execute(DROP_FILE, args![anchor, path])? > 0)
    }

    /// Nothing is known of these texts any more, nor where they lie.
    pub fn forget_code(&mut self, numbers: &[i64]) -> Result<usize> {
        for n in numbers {
            self.db.execute(DROP_PLACES, args![*n])?;
        }
        self.drop_unused_code(numbers)
    }

    /// Drops those of these texts that lie nowhere any more. Answers how many.
    pub fn drop_unused_code(&mut self, numbers: &[i64]) -> Result<usize> {
        if numbers.is_empty() {
            return Ok(0);
        }
        let unused = self.many(UNUSED, args![list(numbers.iter().copied())], |mut row| row.int())?;
        for n in &unused {
            self.db.drop_words(*n)?;
            self.db.execute(DROP_BLOB, args![*n])?;
        }
        Ok(unused.len())
    }
}
