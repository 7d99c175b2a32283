//! Forward only. What people read is `schema.sql`; a test proves that it equals the sum of the migrations.

use crate::{
    backend::{Backend, Keep, schema_copy},
    error::{Result, StoreError},
    packed_text::TextPacker,
    postings::{StemsByWord, post_all},
    value::{Bytes, Row, Value, args},
    vector_bits, word_list, word_numbers,
};
use kernel::{
    claim::{Form, Kind, Standing},
    evidence::Origin,
    id::ProposalId,
    time::Moment,
};
use std::path::Path;

/// Every migration, oldest first. The next one goes at the end.
pub const MIGRATIONS: &[(i64, &str, &str)] = &[
    (1, "house", include_str!("../migrations/0001_house.sql")),
    (2, "memory", include_str!("../migrations/0002_memory.sql")),
    (3, "sketches", include_str!("../migrations/0003_sketches.sql")),
    (4, "claims", include_str!("../migrations/0004_claims.sql")),
    (5, "work", include_str!("../migrations/0005_work.sql")),
    (6, "inbox", include_str!("../migrations/0006_inbox.sql")),
    (7, "code", include_str!("../migrations/0007_code.sql")),
    (8, "knowledge", include_str!("../migrations/0008_knowledge.sql")),
    (9, "adoption", include_str!("../migrations/0009_adoption.sql")),
    (10, "facts", include_str!("../migrations/0010_facts.sql")),
    (11, "drawers", include_str!("../migrations/0011_drawers.sql")),
    (12, "experience", include_str!("../migrations/0012_experience.sql")),
    (13, "cycle", include_str!("../migrations/0013_cycle.sql")),
    (14, "workflow", include_str!("../migrations/0014_workflow.sql")),
    (15, "experience_key", include_str!("../migrations/0015_experience_key.sql")),
    (16, "cell_change", include_str!("../migrations/0016_cell_change.sql")),
    (17, "drawers_for_all", include_str!("../migrations/0017_drawers_for_all.sql")),
    (18, "experience_key_by_trust", include_str!("../migrations/0018_experience_key.sql")),
    (19, "lines", include_str!("../migrations/0019_lines.sql")),
    (COMPACT, "compact", include_str!("../migrations/0021_compact.sql")),
    (22, "blocks_by_stamp", include_str!("../migrations/0022_blocks_by_stamp.sql")),
    (23, "postings", include_str!("../migrations/0023_postings.sql")),
    (SMALLER_ROWS, "smaller_rows", include_str!("../migrations/0024_smaller_rows.sql")),
];

/// The migration from which on evidence has numbers and is compressed, and the words of items are packed; before it each word
/// took four bytes.
pub const COMPACT: i64 = 21;
const UNMOVED: &str = "select i.n, e.id, e.origin, e.principal, e.source, e.content, e.digest, e.recorded_at
    from evidence_before e join item i on i.id = e.id where i.n > ?1 order by i.n limit 1024";
const UNMOVED_REST: &str = "select e.id, e.origin, e.principal, e.source, e.content, e.digest, e.recorded_at
    from evidence_before e where not exists (select 1 from item i where i.id = e.id) and e.id > ?1 order by e.id limit 1024";
const MOVE: &str =
    "insert into evidence (n, id, origin, principal, source, content, packed, digest, recorded_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
const NEXT: &str = "select next_item from corpus where one = 1";
const NEXT_PUT: &str = "update corpus set next_item = ?1 where one = 1";
const NEXT_BEGIN: &str = "insert into corpus (one, items, words, next_item, next_word, next_source) values (1, 0, 0, ?1, 1, 1)";
const UNPACKED: &str = "select n, words from item where n > ?1 order by n limit 4096";
const PACK: &str = "update item set words = ?2 where n = ?1";
const STEMS: &str = "select id, word, case stem when '' then word else stem end from lexicon";
const POSTED: &str = "update corpus set posted = ?1 where one = 1";

/// The migration from which on evidence shares provenance, items have times in milliseconds and words that repeat each other, and
/// vectors of the model in the binary take four bits a number.
pub(crate) const SMALLER_ROWS: i64 = 24;
const ITEMS_BEFORE: &str =
    "select n, kind, anchor, source, revision, seq, thread, author, heading, at, since, until, sketch, traits, length, words, first_line, last_line
    from item_before where n > ?1 order by n limit 4096";
const ITEM_MOVE: &str =
    "insert into item (n, kind, anchor, source, revision, seq, thread, author, heading, at, since, until, sketch, traits, length, words, first_line, last_line)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)";
/// Places of columns in [`ITEMS_BEFORE`].
const ITEM_TIMES: [usize; 2] = [9, 10];
const ITEM_WORDS: usize = 15;
const SETS: &str = "select n, model from vector_set order by n";
const VECTORS_BEFORE: &str = "select item, v from vector_before where vectors = ?1 and item > ?2 order by item limit 4096";
const VECTOR_MOVE: &str = "insert into vector (vectors, item, v) values (?1, ?2, ?3)";
/// How the names of models in the binary begin.
const EMBEDDED_MODEL: &str = "static256-";
/// Indexes are made once the rows are there, in one pass each.
const AFTER_SMALLER_ROWS: &str = "drop table item_before; drop table vector_before;
    create index item_by_place on item (source, seq);
    create index item_by_anchor on item (anchor);
    create index item_by_time on item (at);
    create index item_past on item (until) where until <> '';";

const VERSION_TABLE: &str = "create table if not exists schema_version (version bigint primary key, name text not null)";
const VERSION: &str = "select coalesce(max(version), 0) from schema_version";
const VERSION_PUT: &str = "insert into schema_version (version, name) values (?1, ?2) on conflict (version) do nothing";
const STANDING_PUT: &str = "insert into standing (name, authority, authoritative, decision_status, learning_status) values (?1, ?2, ?3, ?4, ?5)
    on conflict (name) do update set authority = excluded.authority, authoritative = excluded.authoritative,
    decision_status = excluded.decision_status, learning_status = excluded.learning_status";
const STATUS_PUT: &str = "insert into mind_status (standing, status) values (?1, ?2) on conflict (standing) do update set status = excluded.status";
const PREFIX_PUT: &str = "insert into id_prefix (prefix, kind) values (?1, ?2) on conflict (prefix) do update set kind = excluded.kind";
const STANDINGS: &str = "select count(*) from standing";

/// The newest version this program knows.
pub fn newest() -> i64 {
    MIGRATIONS.last().map_or(0, |(version, ..)| *version)
}

/// A palace of an older schema, about to be brought up to date: the transaction that does it has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Migrating<'a> {
    /// The schema it has.
    pub from: i64,
    /// The schema it gets.
    pub to: i64,
    /// The verified copy of it as it is now; none of a database that is no file.
    pub copy: Option<&'a Path>,
}

/// Brings a database to the newest version, once, however many processes try at the same time. Most starts find nothing to do, and
/// then take no lock: they must not wait for a writer, nor for each other, to learn it. `tell` hears of a palace that has an older
/// one, before anything in it changes.
pub(crate) fn run(db: &mut dyn Backend, keep: Keep, tell: &mut dyn FnMut(&Migrating<'_>)) -> Result<()> {
    if found(db)? == newest() {
        return Ok(());
    }
    db.migrate(&mut |db| {
        let current = found(db)?; // another process may have been faster
        if current == newest() {
            return Ok(());
        }
        // A database without a palace has nothing to keep.
        let copy = if current == 0 { db.batch("begin").map(|()| None)? } else { db.begin_migration(current, keep)? };
        if current > 0 {
            tell(&Migrating { from: current, to: newest(), copy: copy.as_deref() });
        }
        let done = apply(db, current).and_then(|()| db.commit());
        if done.is_err() {
            db.rollback()?;
        }
        // Nothing was changed after all, so there is nothing that the copy would be needed for.
        if let (Some(copy), Err(_)) = (copy, &done) {
            schema_copy::remove(&copy)?;
        }
        done
    })
}

/// The version that a database has, 0 if it has none; refused if this program does not know it.
fn found(db: &mut dyn Backend) -> Result<i64> {
    match version(db) {
        Ok(found) if found > newest() => Err(StoreError::Newer { found, known: newest() }),
        Err(StoreError::Other(_)) => Ok(0), // there is no such table yet
        found => found,
    }
}

fn apply(db: &mut dyn Backend, current: i64) -> Result<()> {
    db.batch(VERSION_TABLE)?;
    for (version, name, sql) in MIGRATIONS.iter().filter(|(version, ..)| *version > current) {
        db.batch(sql)?;
        if *version == COMPACT {
            pack_words(db)?;
            move_evidence(db)?;
        }
        if *version == SMALLER_ROWS {
            move_items(db)?;
            move_vectors(db)?;
            db.batch(AFTER_SMALLER_ROWS)?;
            // The table is of migration 23. It is filled here because items are read in the form that they have now.
            post_items(db)?;
        }
        db.execute(VERSION_PUT, args![*version, *name])?;
    }
    db.batch(db.word_schema())?;
    for s in Standing::ALL {
        db.execute(
            STANDING_PUT,
            args![s.name(), s.authority(), i64::from(s.is_authoritative()), s.decision_status().name(), s.learning_status().name()],
        )?;
        db.execute(STATUS_PUT, args![s.name(), s.status().name()])?;
    }
    for kind in Kind::ALL {
        db.execute(PREFIX_PUT, args![kind.prefix(), kind.name()])?;
    }
    for form in Form::ALL {
        db.execute(PREFIX_PUT, args![form.prefix(), "knowledge"])?;
    }
    db.execute(PREFIX_PUT, args![ProposalId::PREFIXES[0], "proposal"])?;
    let count = db.query(STANDINGS, &[])?.pop().map_or(Ok(0), |mut row| row.int())?;
    debug_assert_eq!(usize::try_from(count).ok(), Some(Standing::ALL.len()));
    Ok(())
}

/// Packs the words of every item, some thousand at a time.
fn pack_words(db: &mut dyn Backend) -> Result<()> {
    let mut last = i64::MIN;
    loop {
        let rows = db.query(UNPACKED, args![last])?;
        if rows.is_empty() {
            return Ok(());
        }
        for mut row in rows {
            last = row.int()?;
            let numbers = row.blob()?.as_chunks::<4>().0.iter().map(|four| u32::from_le_bytes(*four)).collect::<Vec<_>>();
            db.execute(PACK, args![last, word_numbers::pack(numbers)])?;
        }
    }
}

/// Brings every item into the index of words.
fn post_items(db: &mut dyn Backend) -> Result<()> {
    let Some(next) = db.query(NEXT, &[])?.pop().map(|mut row| row.int()).transpose()? else { return Ok(()) };
    let mut stems = StemsByWord::default();
    db.scan(STEMS, &[], &mut |row| {
        stems.learn(row.int(0)?, row.text(1)?, row.text(2)?);
        Ok(())
    })?;
    post_all(db, &stems, next)?;
    db.execute(POSTED, args![next])?;
    Ok(())
}

/// Gives every piece of evidence a number, that of its item if it has one, and compresses what was read from files.
fn move_evidence(db: &mut dyn Backend) -> Result<()> {
    let mut packer = TextPacker::default();
    db.batch("create index item_by_id on item (id)")?;
    let mut last = i64::MIN;
    loop {
        let rows = db.query(UNMOVED, args![last])?;
        if rows.is_empty() {
            break;
        }
        for mut row in rows {
            last = row.int()?;
            move_row(db, last, row, Some(&mut packer))?;
        }
    }
    db.batch("drop index item_by_id")?;
    let mut next = db.query(NEXT, &[])?.pop().map(|mut row| row.int()).transpose()?;
    let (before, mut last) = (next, String::new());
    loop {
        let rows = db.query(UNMOVED_REST, args![&last])?;
        if rows.is_empty() {
            break;
        }
        for row in rows {
            last = row.rest().first().map(ToString::to_string).unwrap_or_default();
            let n = next.unwrap_or(1);
            move_row(db, n, row, None)?;
            next = Some(n + 1);
        }
    }
    match next {
        Some(next) if before.is_none() => drop(db.execute(NEXT_BEGIN, args![next])?),
        Some(next) => drop(db.execute(NEXT_PUT, args![next])?),
        None => {}
    }
    db.batch("drop table evidence_before")
}

/// Moves a row of evidence, from its id on. Without a packer its words stay as they are.
fn move_row(db: &mut dyn Backend, n: i64, mut row: Row, packer: Option<&mut TextPacker>) -> Result<()> {
    let (id, origin, principal, source, content) = (row.text()?, row.text()?, row.text()?, row.text()?, row.text()?);
    let (digest, recorded_at) = (row.digest()?, row.text()?);
    let packed = packer.filter(|_| origin == Origin::Import.name()).map(|packer| packer.pack(&content)).unwrap_or_default();
    let content = if packed.is_empty() { content } else { String::new() };
    db.execute(MOVE, args![n, id, origin, principal, source, content, packed.bytes(), &digest.0[..], recorded_at])?;
    Ok(())
}

/// Gives items times in milliseconds, and packs their words anew.
fn move_items(db: &mut dyn Backend) -> Result<()> {
    let mut last = i64::MIN;
    loop {
        let rows = db.query(ITEMS_BEFORE, args![last])?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in rows {
            let mut values = row.rest().to_vec();
            if let Some(Value::Int(n)) = values.first() {
                last = *n;
            }
            for place in ITEM_TIMES {
                if let Some(Value::Text(at)) = values.get(place) {
                    let at = Moment::parse(at).map_err(|e| StoreError::Damaged(format!("item {last}: {e}")))?;
                    values[place] = Value::Int(at.millis());
                }
            }
            if let Some(Value::Blob(Bytes(words))) = values.get(ITEM_WORDS) {
                values[ITEM_WORDS] = Value::from(word_list::pack(word_numbers::unpack(words)));
            }
            db.execute(ITEM_MOVE, &values)?;
        }
    }
}

/// Packs the vectors of the model in the binary; those of another stay as they are.
fn move_vectors(db: &mut dyn Backend) -> Result<()> {
    for mut row in db.query(SETS, &[])? {
        let (set, is_embedded) = (row.int()?, row.text()?.starts_with(EMBEDDED_MODEL));
        let mut last = i64::MIN;
        loop {
            let rows = db.query(VECTORS_BEFORE, args![set, last])?;
            if rows.is_empty() {
                break;
            }
            for mut row in rows {
                last = row.int()?;
                let vector = row.blob()?;
                let packed = <[u8; vector_bits::DIMS]>::try_from(vector.as_slice())
                    .ok()
                    .filter(|_| is_embedded)
                    .map(|vector| vector_bits::pack(&vector.map(u8::cast_signed)));
                db.execute(VECTOR_MOVE, args![set, last, packed.unwrap_or(vector)])?;
            }
        }
    }
    Ok(())
}

/// The newest migration that has run.
pub(crate) fn version(db: &mut dyn Backend) -> Result<i64> {
    db.query(VERSION, &[])?.into_iter().next().map_or(Ok(0), |mut row| row.int())
}
