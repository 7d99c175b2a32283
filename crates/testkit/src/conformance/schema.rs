//! The schema: migrations, the readable truth beside them, and the kernel's table of standings.

use super::Bare;
use crate::{
    On,
    world::{Site, World},
};
use kernel::{
    claim::{Form, Kind, Standing},
    palace::Sealing,
};
use store::{Backend, MIGRATIONS, Store, StoreError, WantedStem, Within, newest};

/// What people read.
const SCHEMA: &str = include_str!("../../../store/schema.sql");

fn lines(db: &mut dyn Backend, sql: &str) -> Vec<String> {
    let rows = db.query(sql, &[]).expect("ask the database");
    rows.into_iter()
        .map(|mut row| {
            let mut cells = Vec::new();
            while let Some(value) = row.value() {
                cells.push(format!("{value:?}"));
            }
            cells.join(" ")
        })
        .collect()
}

/// Everything a database says about its own shape.
fn shape(db: &mut dyn Backend) -> Vec<String> {
    if db.name() == "sqlite" {
        let text = lines(db, "select type, name, coalesce(sql, '') from sqlite_master order by type, name");
        // Spacing and letter case of keywords are not shape.
        return text.into_iter().map(|line| line.replace("\\n", " ").to_lowercase().split_whitespace().collect::<String>()).collect();
    }
    let here = lines(db, "select current_schema()::text").pop().expect("a schema");
    let here = here.trim_start_matches("Text(\"").trim_end_matches("\")").to_owned();
    let mut shape = lines(
        db,
        "select table_name::text, column_name::text, data_type::text, is_nullable::text, coalesce(column_default::text, '') from information_schema.columns
         where table_schema = current_schema() order by 1, ordinal_position",
    );
    shape.extend(lines(db, "select indexname::text, indexdef::text from pg_indexes where schemaname = current_schema() order by 1"));
    shape.extend(lines(db, "select viewname::text, definition::text from pg_views where schemaname = current_schema() order by 1"));
    // A table that was made anew beside its old self has a numbered key: its name is not shape.
    shape.into_iter().map(|line| line.replace(&here, "here").replace("_pkey1", "_pkey").replace("_key1", "_key")).collect()
}

/// `schema.sql` is the sum of the migrations.
///
/// # Panics
/// When it is not; both sides are shown.
pub fn readable_schema_is_the_sum(on: On) {
    let (migrated, written) = (Site::new(on), Site::new(on));
    drop(Store::open(&migrated.place()).expect("migrate"));
    let mut db = written.raw();
    db.migrate(&mut |db| db.batch(SCHEMA).and_then(|()| db.batch(db.word_schema()))).expect("schema.sql runs");
    assert_eq!(
        shape(&mut *db).join("\n"),
        shape(&mut *migrated.raw()).join("\n"),
        "crates/store/schema.sql (left) is not the sum of the migrations (right)"
    );
}

/// Every table is carried by an export, stays behind and is told, or is made again: none is left behind without a word.
///
/// # Panics
/// When a table is in no list, or a list names one that is not there.
pub fn every_table_is_carried_or_told(on: On) {
    let site = Site::new(on);
    drop(Store::open(&site.place()).expect("migrate"));
    let sql = match on {
        On::Sqlite => "select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by 1",
        On::Postgres => {
            "select table_name::text from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1"
        }
    };
    let rows = site.raw().query(sql, &[]).expect("ask the database");
    // The index of words of source files is each database's own.
    let there: Vec<String> = rows.into_iter().map(|mut row| row.text().expect("a name")).filter(|name| !name.contains("_words")).collect();
    let known: Vec<&str> = store::CARRIAGE.iter().map(|(table, _)| *table).collect();
    let unknown: Vec<&String> = there.iter().filter(|table| !known.contains(&table.as_str())).collect();
    let gone: Vec<&&str> = known.iter().filter(|table| !there.iter().any(|name| name == *table)).collect();
    assert!(unknown.is_empty() && gone.is_empty(), "say what becomes of {unknown:?} in crates/store/src/imported.rs, and take out {gone:?}");
}

/// A palace of every older schema is brought to the newest one by opening it, and opening it again changes nothing.
///
/// # Panics
/// When its tables are not those of a new palace, or something changed.
pub fn every_older_schema_becomes_the_newest(on: On) {
    let new = Bare::new(on);
    let expected = shape(&mut *new.site.raw());
    for (last, (version, name, _)) in MIGRATIONS.iter().enumerate() {
        let old = Site::new(on);
        // Rows of a schema that needs the program to move them are moved as it runs, so it cannot be stopped behind that migration.
        if *version >= store::COMPACT {
            break;
        }
        // The text is the same on both databases, and a new one takes a second on PostgreSQL: there the oldest schema is enough.
        if on == On::Postgres && last > 0 {
            break;
        }
        let until = &MIGRATIONS[..=last];
        old.raw()
            .migrate(&mut |db| {
                db.batch("create table schema_version (version bigint primary key, name text not null)")?;
                until.iter().try_for_each(|(version, name, sql)| {
                    db.batch(sql)?;
                    db.batch(&format!("insert into schema_version (version, name) values ({version}, '{name}')"))
                })?;
                db.batch(db.word_schema())
            })
            .unwrap_or_else(|e| panic!("schema {version}: {e}"));
        drop(Store::open(&old.place()).unwrap_or_else(|e| panic!("open schema {version} ({name}): {e}")));
        assert_eq!(shape(&mut *old.raw()).join("\n"), expected.join("\n"), "schema {version} ({name}), left, is not the newest one after opening it");
        let before = crate::dump::dump(&mut *old.raw());
        drop(Store::open(&old.place()).expect("open again"));
        assert_eq!(before, crate::dump::dump(&mut *old.raw()), "opening schema {version} ({name}) again");
    }
}

/// The items of a palace from before there was an index of our own are found after it is opened, the past among them.
///
/// # Panics
/// When one is not.
pub fn words_of_an_older_palace_are_found(on: On) {
    let old = Site::new(on);
    let item =
        "insert into item (n, id, kind, anchor, source, revision, seq, thread, author, heading, at, since, until, sketch, traits, length, words)
        values (?1, ?2, 'text', 1, 0, 0, 0, '', '', '', ?3, ?3, ?4, 0, 0, 1, ?5)";
    let then = kernel::time::Moment::from_millis(0);
    let filled = old.raw().migrate(&mut |db| {
        db.batch("create table schema_version (version bigint primary key, name text not null)")?;
        for (version, name, sql) in MIGRATIONS.iter().filter(|(version, ..)| *version < 23) {
            db.batch(sql)?;
            db.batch(&format!("insert into schema_version (version, name) values ({version}, '{name}')"))?;
        }
        db.batch("create table item_words (n bigint primary key)")?;
        db.batch("drop table evidence_before")?; // as the program does that runs migration 21
        db.batch("insert into lexicon (id, word, stem, items, past) values (1, 'harbours', 'harbour', 400, 100), (2, 'the', '', 400, 100), (3, 'mole', '', 1, 0)")?;
        db.batch("insert into corpus (one, items, words, next_item, next_word, next_source) values (1, 399, 800, 20001, 4, 1)")?;
        for n in (1..=499).chain([20_000_i64]) {
            let words = if n == 20_000 { [1, 3] } else { [1, 2] };
            let until = if n <= 100 { then.to_string() } else { String::new() };
            db.execute(item, &[n.into(), format!("e_{n}").into(), then.into(), until.into(), store::word_numbers::pack(words).into()])?;
        }
        Ok(())
    });
    filled.expect("an older palace");
    let mut store = Store::open(&old.place()).expect("open it");
    let mut view = store.look().expect("look");
    let corpus = view.corpus().expect("how much there is");
    let all = vec![u64::MAX; 400];
    let mut find = |stem, within| -> Vec<i64> {
        let wanted = [WantedStem { stem, tells: 1.0, words: &[] }];
        view.find_items(&wanted, &corpus, within, 1_000).expect("find items").into_iter().map(|(n, _)| n).collect()
    };
    let newest = |from: i64| std::iter::once(20_000).chain((from..=499).rev()).collect::<Vec<_>>();
    assert_eq!(find("harbour", Within::Current), newest(101));
    assert_eq!(find("harbour", Within::Numbers(&all)), newest(1));
    assert_eq!(find("mole", Within::Current), [20_000]);
    assert_eq!(find("the", Within::Current), [0; 0], "which says nothing by itself");
}

/// A palace of the newest version opens while somebody writes in it, and on a server while somebody else migrates.
///
/// # Panics
/// When it waits, which ends in a failure.
pub fn opening_waits_for_nobody(on: On) {
    let bare = Bare::new(on);
    let open = || drop(Store::open(&bare.site.place()).expect("open"));
    let mut writer = bare.site.raw();
    writer.begin_write().expect("write");
    open();
    writer.rollback().expect("end");
    if on == On::Postgres {
        let opened = writer.migrate(&mut |_| {
            open();
            Ok(())
        });
        opened.expect("hold the lock of migrations");
    }
}

/// A palace of a newer version is refused and left as it was.
///
/// # Panics
/// When it is opened.
pub fn newer_is_refused(on: On) {
    let bare = Bare::new(on);
    bare.site.raw().batch(&format!("insert into schema_version (version, name) values ({}, 'tomorrow')", newest() + 1)).expect("tamper");
    let before = crate::dump::dump(&mut *bare.site.raw());
    match Store::open(&bare.site.place()) {
        Err(StoreError::Newer { found, known }) => assert_eq!((found, known), (newest() + 1, newest())),
        other => panic!("a newer palace was not refused: {other:?}"),
    }
    assert_eq!(before, crate::dump::dump(&mut *bare.site.raw()));
}

/// A palace's version can be asked for without opening it, whatever it is, and asking changes nothing.
///
/// # Panics
/// When it cannot, or something changed.
pub fn asking_for_the_version_changes_nothing(on: On) {
    let bare = Bare::new(on);
    for version in [newest(), 1, newest() + 1] {
        let sql = format!("delete from schema_version; insert into schema_version (version, name) values ({version}, 'some')");
        bare.site.raw().batch(&sql).expect("tamper");
        let before = crate::dump::dump(&mut *bare.site.raw());
        assert_eq!(Store::version(&bare.site.place()).expect("ask"), version);
        assert_eq!(before, crate::dump::dump(&mut *bare.site.raw()));
    }
    let empty = Site::new(on);
    drop(empty.raw());
    assert!(Store::version(&empty.place()).is_err(), "nothing has no version");
    assert!(crate::dump::tables(&mut *empty.raw()).is_empty(), "and was given none");
}

/// Only a palace that says it is unsealed is forged in for show.
///
/// # Panics
/// When a sealed one is.
pub fn a_sealed_palace_is_not_forged_in(on: On) {
    let edits = [("update schema_version set name = 'forged' where version = ?1", vec![newest().into()])];
    for (sealing, forged) in [(Sealing::Unsealed, true), (Sealing::Sealed, false)] {
        let world = World::new(on, sealing);
        let before = crate::dump::dump(&mut *world.raw());
        assert_eq!(store::forge(&world.place(), &edits).is_ok(), forged, "{sealing:?}");
        assert_eq!(before != crate::dump::dump(&mut *world.raw()), forged, "{sealing:?}");
    }
}

/// The tables of standings and of id prefixes are the kernel's, word for word: `IsAuthoritative` has one home.
///
/// # Panics
/// When it is not.
pub fn standings_are_the_kernels(on: On) {
    let bare = Bare::new(on);
    let stored = lines(&mut *bare.site.raw(), "select name, authority, authoritative, decision_status, learning_status from standing order by name");
    let mut known: Vec<String> = Standing::ALL
        .into_iter()
        .map(|s| {
            format!(
                "Text({:?}) Text({:?}) Int({}) Text({:?}) Text({:?})",
                s.name(),
                s.authority(),
                i64::from(s.is_authoritative()),
                s.decision_status().name(),
                s.learning_status().name()
            )
        })
        .collect();
    known.sort();
    assert_eq!(stored, known);
    let prefixes = lines(&mut *bare.site.raw(), "select prefix, kind from id_prefix order by prefix");
    let mut known: Vec<String> = Kind::ALL.into_iter().map(|kind| format!("Text({:?}) Text({:?})", kind.prefix(), kind.name())).collect();
    known.extend(Form::ALL.into_iter().map(|form| format!("Text({:?}) Text(\"knowledge\")", form.prefix())));
    known.push("Text(\"p\") Text(\"proposal\")".into());
    known.sort();
    assert_eq!(prefixes, known);
}

/// A migration that fails at any statement leaves nothing behind, and the next start finishes the work.
///
/// # Panics
/// When a half-made palace is found.
pub fn failed_migrations_leave_nothing(on: On) {
    use crate::faults::{After, Faults, Faulty};
    for nth in 1.. {
        let site = Site::new(on);
        let faults = Faults::none();
        faults.arm(nth, After::Recovers);
        let opened = Store::over(Box::new(Faulty::new(site.raw(), faults.clone())));
        let hit = faults.disarm();
        if opened.is_err() {
            let made = crate::dump::tables(&mut *site.raw());
            assert!(made.is_empty(), "failure {nth} left {:?}", made.keys());
        }
        drop(opened);
        drop(Store::open(&site.place()).expect("the next start finishes"));
        if !hit {
            return;
        }
    }
}
