//! Items: the rows by which evidence and claims are found again. Not the text itself, which stays where it was recorded.

use crate::{
    Result, Txn, View,
    value::{Cells, Value, args},
};
use kernel::{evidence::Lines, time::Moment};

const COLUMNS: &str = "i.n, (select named.id from evidence named where named.n = i.n), i.kind, i.anchor, i.source, i.revision, i.seq, i.thread, i.author, i.heading, i.at, i.since, i.until, i.sketch, i.traits, i.length, i.words, i.first_line, i.last_line";
/// What [`LentItem`] shows.
const LENT: &str = "i.n, i.kind, i.source, i.seq, i.thread, i.author, i.at, i.traits, i.words";
const PUT: &str =
    "insert into item (n, kind, anchor, source, revision, seq, thread, author, heading, at, since, until, sketch, traits, length, words,
        first_line, last_line)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)";
const MOVE: &str = "update item set seq = ?2, heading = ?3, author = ?4, first_line = ?5, last_line = ?6 where n = ?1";
const AUTHORS: &str = "select i.author from item i where i.until = '' and i.author <> '' group by i.author order by lower(i.author) = lower(?1) desc, count(*) desc, i.author limit ?2";
const REWORD: &str = "update item set heading = ?2, traits = ?3, length = ?4, words = ?5 where n = ?1";
const END: &str = "update item set until = ?2 where n = ?1";
const DROP: &str = "delete from item where n = ?1";
const SIGHT: &str = "insert into sighting (item, source, seq, seen_at, first_line, last_line) values (?1, ?2, ?3, ?4, ?5, ?6)
    on conflict (item, source, seq) do nothing";
const UNSIGHT: &str = "delete from sighting where source = ?1";
const UNSIGHT_ITEM: &str = "delete from sighting where item = ?1";
const SIGHTINGS: &str = "select s.id, s.path, g.seq, g.seen_at, g.first_line, g.last_line from sighting g join source s on s.n = g.source where g.item = ?1 order by s.path, g.seq";
const HEIRS: &str =
    "select g.source, g.seq, g.seen_at, g.first_line, g.last_line from sighting g join source s on s.n = g.source where g.item = ?1 and s.state = ?2
    order by g.seen_at, g.source, g.seq";
/// What a human took out of sight stays so wherever else it was seen.
const LOST: &str = "select g.item from sighting g join item i on i.n = g.item left join anchor a on a.n = i.anchor
    where g.source = ?1 and i.n not in (select e.n from drawer_deletion x cross join evidence e where e.id = x.id)
    and (i.until <> '' or a.name is null or a.name not in (select value from json_each(?2))) order by g.item limit 1";
const LOST_AMONG: &str = "select distinct g.source from json_each(?1) j cross join sighting g join item i on i.n = g.item
    left join anchor a on a.n = i.anchor where g.source = cast(j.value as bigint)
    and i.n not in (select e.n from drawer_deletion x cross join evidence e where e.id = x.id)
    and (i.until <> '' or a.name is null or a.name not in (select value from json_each(?2))) order by g.source";
const SKETCHES: &str = "select n, sketch from item where until = '' order by n";
const SIGHTED: &str = "select item, seq from sighting where source = ?1 order by seq, item";
const ANCHOR: &str = "select n from anchor where name = ?1";
const ANCHOR_NEXT: &str = "select coalesce(max(n), 0) + 1 from anchor";
const ANCHOR_PUT: &str = "insert into anchor (n, name) values (?1, ?2)";
const ANCHOR_NAME: &str = "select name from anchor where n = ?1";
const PRESENT: &str = "select n from item where until = ''";

/// What can be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its own number.
    pub n: i64,
    /// The evidence or claim.
    pub id: String,
    /// What kind of thing it is.
    pub kind: String,
    /// Where it belongs, by number.
    pub anchor: i64,
    /// The source, or 0.
    pub source: i64,
    /// The version of the source that brought it.
    pub revision: i64,
    /// Its place in the source.
    pub seq: i64,
    /// The stretch of talk it belongs to.
    pub thread: String,
    /// Who said it, as the source has it.
    pub author: String,
    /// Where in the source.
    pub heading: String,
    /// When it was said or written; when it was recorded, if nothing tells.
    pub at: Moment,
    /// Since when we know it.
    pub since: Moment,
    /// Until when it was current.
    pub until: Option<Moment>,
    /// What near things share most bits of.
    pub sketch: i64,
    /// What kind of words it has, one bit each; `search` knows their meaning.
    pub traits: i64,
    /// How many words it has, but for those that say nothing.
    pub length: i64,
    /// Its words in order, by their numbers in the lexicon, as [`crate::word_list`] packs them.
    pub words: Vec<u8>,
    /// On which lines of the file it stands, if it was read from one.
    pub lines: Option<Lines>,
}

/// What a question is held against, shown where it lies: a question looks at hundreds of items and answers with ten.
#[derive(Clone, Copy, Debug)]
pub struct LentItem<'r> {
    /// Its own number.
    pub n: i64,
    /// What kind of thing it is.
    pub kind: &'r str,
    /// The source, or 0.
    pub source: i64,
    /// Its place in the source.
    pub seq: i64,
    /// The stretch of talk it belongs to.
    pub thread: &'r str,
    /// Who said it, as the source has it.
    pub author: &'r str,
    /// When it was said or written.
    pub at: Moment,
    /// What kind of words it has, one bit each.
    pub traits: i64,
    /// Its words in order, by their numbers in the lexicon, as [`crate::word_list`] packs them.
    pub words: &'r [u8],
}

/// The same words in another place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// The source.
    pub source: String,
    /// Its path.
    pub path: String,
    /// The place in it.
    pub seq: i64,
    /// When it was seen there.
    pub seen_at: Moment,
    /// On which lines of the file, if it is one.
    pub lines: Option<Lines>,
}

/// A place that still says what an item says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heir {
    /// The source, by its own number.
    pub source: i64,
    /// The place in it.
    pub seq: i64,
    /// When it was seen there.
    pub seen_at: Moment,
    /// On which lines of the file, if it is one.
    pub lines: Option<Lines>,
}

/// Read where it lies: a question looks at a thousand of these.
fn lent(row: Cells<'_>) -> Result<Item> {
    let until = row.text(12)?;
    Ok(Item {
        n: row.int(0)?,
        id: row.text(1)?.to_owned(),
        kind: row.text(2)?.to_owned(),
        anchor: row.int(3)?,
        source: row.int(4)?,
        revision: row.int(5)?,
        seq: row.int(6)?,
        thread: row.text(7)?.to_owned(),
        author: row.text(8)?.to_owned(),
        heading: row.text(9)?.to_owned(),
        at: Moment::from_millis(row.int(10)?),
        since: Moment::from_millis(row.int(11)?),
        until: if until.is_empty() { None } else { Some(row.moment(12)?) },
        sketch: row.int(13)?,
        traits: row.int(14)?,
        length: row.int(15)?,
        words: row.blob(16)?.to_vec(),
        lines: Lines::of_row(row.int(17)?, row.int(18)?),
    })
}

/// Numbers as one argument, so that one statement serves any number of them. Such statements say `cross join`: it keeps SQLite
/// from turning the join round, which would read the list once for every row of the table.
pub(crate) fn list(numbers: impl IntoIterator<Item = i64>) -> String {
    let told: Vec<String> = numbers.into_iter().map(|n| n.to_string()).collect();
    format!("[{}]", told.join(","))
}

impl View<'_> {
    fn lend(&mut self, sql: &str, args: &[Value]) -> Result<Vec<Item>> {
        let mut items = Vec::new();
        self.db.scan(sql, args, &mut |row| {
            items.push(lent(row)?);
            Ok(())
        })?;
        Ok(items)
    }

    /// The item of a record.
    pub fn item_of(&mut self, id: &str) -> Result<Option<Item>> {
        Ok(self.lend(&format!("select {COLUMNS} from evidence e join item i on i.n = e.n where e.id = ?1"), args![id])?.pop())
    }

    /// Who said what is current: this name first if anybody has it, in any case, then those who said most.
    pub fn authors(&mut self, name: &str, limit: i64) -> Result<Vec<String>> {
        self.many(AUTHORS, args![name, limit], |mut row| row.text())
    }

    /// Items by their numbers, in the order of the numbers.
    pub fn items(&mut self, numbers: &[i64]) -> Result<Vec<Item>> {
        if numbers.is_empty() {
            return Ok(Vec::new());
        }
        let sql = format!("select {COLUMNS} from json_each(?1) j cross join item i where i.n = cast(j.value as bigint)");
        let mut found = self.lend(&sql, args![list(numbers.iter().copied())])?;
        found.sort_by_key(|item| item.n);
        Ok(found)
    }

    /// Items by their numbers, shown where they lie; in no order.
    pub fn each_item(&mut self, numbers: &[i64], take: &mut dyn FnMut(LentItem<'_>) -> Result<()>) -> Result<()> {
        let sql = format!("select {LENT} from json_each(?1) j cross join item i where i.n = cast(j.value as bigint)");
        self.show(&sql, &list(numbers.iter().copied()), take)
    }

    /// The current items in some spans, shown where they lie; in no order. A span is a source, a first and a last place. All
    /// of them are asked for at once: beginning a statement costs more than the few rows of one span.
    pub fn each_between(&mut self, spans: &[(i64, i64, i64)], take: &mut dyn FnMut(LentItem<'_>) -> Result<()>) -> Result<()> {
        // Numbers of one width, taken apart by place: both databases do that faster than they read JSON.
        let told: Vec<String> = spans.iter().map(|(source, from, to)| format!(r#""{source:020}{from:020}{to:020}""#)).collect();
        let sql = format!(
            "select {LENT} from json_each(?1) j cross join item i where i.source = cast(substr(j.value, 1, 20) as bigint)
             and i.seq >= cast(substr(j.value, 21, 20) as bigint) and i.seq <= cast(substr(j.value, 41, 20) as bigint) and i.until = ''"
        );
        self.show(&sql, &format!("[{}]", told.join(",")), take)
    }

    fn show(&mut self, sql: &str, list: &str, take: &mut dyn FnMut(LentItem<'_>) -> Result<()>) -> Result<()> {
        if list == "[]" {
            return Ok(());
        }
        self.db.scan(sql, args![list], &mut |row| {
            take(LentItem {
                n: row.int(0)?,
                kind: row.text(1)?,
                source: row.int(2)?,
                seq: row.int(3)?,
                thread: row.text(4)?,
                author: row.text(5)?,
                at: Moment::from_millis(row.int(6)?),
                traits: row.int(7)?,
                words: row.blob(8)?,
            })
        })
    }

    /// The current items of a source from one place to another.
    pub fn items_between(&mut self, source: i64, from: i64, to: i64) -> Result<Vec<Item>> {
        let sql = format!("select {COLUMNS} from item i where i.source = ?1 and i.seq >= ?2 and i.seq <= ?3 and i.until = '' order by i.seq");
        self.lend(&sql, args![source, from, to])
    }

    /// All current items of a source, in order.
    pub fn items_of_source(&mut self, source: i64) -> Result<Vec<Item>> {
        self.items_between(source, i64::MIN, i64::MAX)
    }

    /// The name of an anchor.
    pub fn anchor_named(&mut self, n: i64) -> Result<Option<String>> {
        self.one(ANCHOR_NAME, args![n], |mut row| row.text())
    }

    /// Where else the words of an item were seen.
    pub fn sightings(&mut self, item: i64) -> Result<Vec<Sighting>> {
        self.many(SIGHTINGS, args![item], |mut row| {
            let (source, path, seq, seen_at) = (row.text()?, row.text()?, row.int()?, row.moment()?);
            Ok(Sighting { source, path, seq, seen_at, lines: Lines::of_row(row.int()?, row.int()?) })
        })
    }

    /// Where else the words of an item still are, in the order they were seen there.
    pub fn heirs(&mut self, item: i64) -> Result<Vec<Heir>> {
        let live = crate::SourceState::Live.name();
        self.many(HEIRS, args![item, live], |mut row| {
            let (source, seq, seen_at) = (row.int()?, row.int()?, row.moment()?);
            Ok(Heir { source, seq, seen_at, lines: Lines::of_row(row.int()?, row.int()?) })
        })
    }

    /// Whether something that was seen in a source is the past where it is kept, or belongs to none of these anchors.
    pub fn has_lost(&mut self, source: i64, anchors: &[String]) -> Result<bool> {
        let any = serde_json::to_string(anchors).map_err(|e| crate::StoreError::Other(e.to_string()))?;
        Ok(self.one(LOST, args![source, any], |mut row| row.int())?.is_some())
    }

    /// The same of many sources at once: those of them that have lost something.
    pub fn lost_among(&mut self, sources: &[i64], anchors: &[String]) -> Result<Vec<i64>> {
        let any = serde_json::to_string(anchors).map_err(|e| crate::StoreError::Other(e.to_string()))?;
        self.many(LOST_AMONG, args![list(sources.iter().copied()), any], |mut row| row.int())
    }

    /// The sketches of all current items, with their numbers.
    pub fn each_sketch(&mut self, take: &mut dyn FnMut(i64, i64) -> Result<()>) -> Result<()> {
        self.db.scan(SKETCHES, &[], &mut |row| take(row.int(0)?, row.int(1)?))
    }

    /// What was seen in a source and is kept under another: its number, and its place here.
    pub fn sighted_in(&mut self, source: i64) -> Result<Vec<(i64, i64)>> {
        self.many(SIGHTED, args![source], |mut row| Ok((row.int()?, row.int()?)))
    }

    /// The numbers of all current items.
    pub fn each_present(&mut self, take: &mut dyn FnMut(i64) -> Result<()>) -> Result<()> {
        self.db.scan(PRESENT, &[], &mut |row| take(row.int(0)?))
    }

    /// The numbers that a condition lets through.
    pub fn each_among(&mut self, among: &crate::Among, take: &mut dyn FnMut(i64) -> Result<()>) -> Result<()> {
        self.db.scan(&among.sql, &among.args, &mut |row| take(row.int(0)?))
    }
}

impl Txn<'_> {
    /// Keeps an item. Its words, vector and sketch are kept beside it by their own methods.
    pub fn put_item(&mut self, item: &Item) -> Result<()> {
        let i = item;
        let (first_line, last_line) = Lines::to_row(i.lines);
        self.db.execute(
            PUT,
            args![
                i.n,
                &i.kind,
                i.anchor,
                i.source,
                i.revision,
                i.seq,
                &i.thread,
                &i.author,
                &i.heading,
                i.at.millis(),
                i.since.millis(),
                i.until,
                i.sketch,
                i.traits,
                i.length,
                i.words.as_slice(),
                first_line,
                last_line
            ],
        )?;
        Ok(())
    }

    /// The number of an anchor, which it is given now if it has none.
    pub fn anchor_number(&mut self, name: &str) -> Result<i64> {
        if let Some(n) = self.one(ANCHOR, args![name], |mut row| row.int())? {
            return Ok(n);
        }
        let n = self.one(ANCHOR_NEXT, &[], |mut row| row.int())?.unwrap_or(1);
        self.db.execute(ANCHOR_PUT, args![n, name])?;
        Ok(n)
    }

    /// The same piece, now in another place of its source.
    pub fn move_item(&mut self, n: i64, seq: i64, heading: &str, author: &str, lines: Option<Lines>) -> Result<()> {
        let (first_line, last_line) = Lines::to_row(lines);
        self.db.execute(MOVE, args![n, seq, heading, author, first_line, last_line])?;
        Ok(())
    }

    /// The same piece, found by other words than before.
    pub fn reword_item(&mut self, item: &Item) -> Result<()> {
        self.db.execute(REWORD, args![item.n, &item.heading, item.traits, item.length, item.words.as_slice()])?;
        Ok(())
    }

    /// The item is the past from now on, or current again.
    pub fn end_item(&mut self, n: i64, until: Option<Moment>) -> Result<()> {
        self.db.execute(END, args![n, until])?;
        Ok(())
    }

    /// Removes the item's row and where else it was seen.
    pub fn drop_item(&mut self, n: i64) -> Result<()> {
        self.db.execute(UNSIGHT_ITEM, args![n])?;
        self.db.execute(DROP, args![n])?;
        Ok(())
    }

    /// Remembers that an item's words were seen elsewhere too.
    pub fn sight(&mut self, item: i64, source: i64, seq: i64, at: Moment, lines: Option<Lines>) -> Result<()> {
        let (first_line, last_line) = Lines::to_row(lines);
        self.db.execute(SIGHT, args![item, source, seq, at, first_line, last_line])?;
        Ok(())
    }

    /// Forgets where else an item's words were seen.
    pub fn unsight_item(&mut self, item: i64) -> Result<()> {
        self.db.execute(UNSIGHT_ITEM, args![item])?;
        Ok(())
    }

    /// Forgets what else was seen in a source, before it is read anew.
    pub fn unsight(&mut self, source: i64) -> Result<()> {
        self.db.execute(UNSIGHT, args![source])?;
        Ok(())
    }
}
