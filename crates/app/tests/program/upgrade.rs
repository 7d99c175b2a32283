//! A palace of an older schema and a newer program: a verified copy first, one line that names it, and then the migration.

use crate::house::{House, Ran};
use kernel::{
    evidence::{Evidence, Origin},
    id::EvidenceId,
    ledger::Digest,
    text::Content,
};
use serde_json::{Value as Json, json};
use std::{
    fs,
    os::unix::fs::{FileExt, PermissionsExt},
    path::{Path, PathBuf},
    process::Stdio,
};
use store::{Backend, MIGRATIONS, Place, Value, newest};
use testkit::{On, backends, dump::tables};

/// The schema before the last one.
fn previous() -> i64 {
    MIGRATIONS[MIGRATIONS.len() - 2].0
}

/// Brings a fresh database to an earlier schema.
fn earlier(db: &mut dyn Backend, schema: i64) {
    db.migrate(&mut |db| db.batch("create table if not exists schema_version (version bigint primary key, name text not null)")).expect("a table");
    for (version, name, sql) in MIGRATIONS.iter().filter(|(version, ..)| *version <= schema) {
        db.batch(sql).unwrap_or_else(|e| panic!("migration {version}: {e}"));
        if *version == 21 {
            db.batch("drop table evidence_before").expect("as the program does that runs it");
        }
        db.execute("insert into schema_version (version, name) values (?1, ?2)", &[(*version).into(), (*name).into()]).expect("a version");
    }
    db.batch(db.word_schema()).expect("words");
}

/// A palace with a proposal, in an earlier schema: what tables of today and of then have in common is carried over.
fn aged(schema: i64) -> House {
    let house = House::unsealed(On::Sqlite);
    house.store("Copies come first");
    let old = house.path("old.db");
    {
        let mut then = store::testing::connect(&Place::File(old.clone())).expect("connect");
        earlier(&mut *then, schema);
        let mut now = house.raw();
        let (there, here) = (tables(&mut *then), tables(&mut *now));
        let is_carried = |table: &str, columns: &Vec<String>| !["schema_version", "item"].contains(&table) && here.get(table) == Some(columns);
        if !is_carried("evidence", &there["evidence"]) {
            carry_evidence(&mut *now, &mut *then, &there["evidence"]);
        }
        for (table, columns) in there.iter().filter(|(table, columns)| is_carried(table, columns)) {
            let list = columns.join(", ");
            let places: Vec<String> = (1..=columns.len()).map(|n| format!("?{n}")).collect();
            for row in now.query(&format!("select {list} from {table}"), &[]).expect("rows") {
                let put = format!("insert into {table} ({list}) values ({})", places.join(", "));
                then.execute(&put, row.rest()).unwrap_or_else(|e| panic!("{table}: {e}"));
            }
        }
    }
    for end in ["-wal", "-shm", ".lock"] {
        let _ = fs::remove_file(house.home.join(format!("palace.db{end}")));
    }
    store::Store::settle_file(&old).expect("one file");
    fs::rename(old, house.db()).expect("put it there");
    drop(house.raw()); // as it lies there after it was used
    house
}

/// Evidence as it was kept before it shared provenance; before it had numbers its digest was text.
fn carry_evidence(now: &mut dyn Backend, then: &mut dyn Backend, columns: &[String]) {
    let rows = "select e.n, e.id, p.origin, p.principal, p.source, e.content, p.recorded_at from evidence e join provenance p on p.n = e.provenance";
    for mut row in now.query(rows, &[]).expect("rows") {
        let n = row.int().expect("a number");
        let evidence = Evidence {
            id: EvidenceId::parse(&row.text().expect("an id")).expect("an id"),
            origin: Origin::named(&row.text().expect("an origin")).expect("an origin"),
            principal: row.text().expect("a name"),
            source: row.text().expect("a source"),
            content: Content::parse(&row.text().expect("words")).expect("words"),
            recorded_at: row.moment().expect("a moment"),
        };
        let Evidence { id, origin, principal, source, content, recorded_at } = &evidence;
        let digest = evidence.digest();
        let shared: [Value; 6] =
            [id.as_str().into(), origin.name().into(), principal.into(), source.into(), content.as_str().into(), (*recorded_at).into()];
        let put = "insert into evidence (id, origin, principal, source, content, recorded_at";
        let (put, more) = if columns.iter().any(|column| column == "n") {
            (
                format!("{put}, digest, n, packed) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"),
                vec![digest.0[..].into(), n.into(), Vec::<u8>::new().into()],
            )
        } else {
            (format!("{put}, digest) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)"), vec![Value::from(digest)])
        };
        then.execute(&put, &[&shared[..], &more].concat()).expect("evidence");
    }
}

fn copies(house: &House) -> Vec<PathBuf> {
    store::Store::schema_copies(&house.db())
}

fn schema(path: &Path) -> i64 {
    store::Store::version(&Place::File(path.to_owned())).expect("a version")
}

fn lines(ran: &Ran) -> Vec<&str> {
    ran.err.lines().filter(|line| line.starts_with("Bringing")).collect()
}

#[test]
fn a_newer_program_keeps_a_verified_copy_and_says_so_in_one_line() {
    let house = aged(previous());
    let ran = house.run(&["--mode", "agent", "recall", "copies"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let copy = house.home.join(format!("palace.schema-{}.db", previous()));
    let said = lines(&ran);
    assert!(said.len() == 1 && said[0].contains(&copy.display().to_string()), "{said:?}");
    assert!(said[0].contains(&format!("from schema {} to {}", previous(), newest())), "{said:?}");
    assert_eq!((schema(&house.db()), schema(&copy)), (newest(), previous()));
    assert_eq!(copy.metadata().expect("the copy").permissions().mode() & 0o777, 0o600);
    assert_eq!(copies(&house), [copy.as_path()]);
    assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
    assert!(lines(&house.run(&["status"])).is_empty(), "once");

    // The copy is the palace as it was: put back, it is migrated again to the same.
    let again = aged(previous());
    fs::copy(&copy, again.db()).expect("put it back");
    assert_eq!(again.run(&["ledger", "verify"]).json()["result"]["valid"], true);
    assert_eq!(again.number("select count(*) from proposal"), 1);
}

#[test]
fn eight_processes_migrate_once_and_make_one_copy() {
    let house = aged(previous());
    let children: Vec<_> =
        (0..8).map(|_| house.command(&["status"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("run palace")).collect();
    let ran: Vec<Ran> = children.into_iter().map(|child| child.wait_with_output().expect("wait").into()).collect();
    assert!(ran.iter().all(|one| one.code == Some(0)), "{ran:?}");
    assert_eq!(ran.iter().map(|one| lines(one).len()).sum::<usize>(), 1, "{ran:?}");
    assert_eq!(copies(&house).len(), 1);
}

#[test]
fn without_a_verified_copy_nothing_is_migrated() {
    // The place where the copy would grow is taken by a folder that cannot be removed as a file.
    let house = aged(previous());
    let before = fs::read(house.db()).expect("the palace");
    fs::create_dir(house.home.join(format!("palace.schema-{}.unverified", previous()))).expect("a folder");
    let ran = house.run(&["status"]);
    let code = ran.refused();
    assert!(["STORE_UNREACHABLE", "STORE_READ_ONLY"].contains(&code.as_str()) && ran.err.contains("was left as it is"), "{ran:?}");
    assert!(lines(&ran).is_empty() && copies(&house).is_empty(), "{ran:?}");
    assert_eq!(schema(&house.db()), previous());
    assert!(fs::read(house.db()).expect("the palace") == before, "not a byte of it changed");

    // A palace whose pages are damaged gives a copy that does not pass the check.
    let house = aged(previous());
    let page = house.number("select rootpage from sqlite_schema where name = 'cell'");
    store::Store::settle_file(&house.db()).expect("one file");
    let file = fs::OpenOptions::new().write(true).open(house.db()).expect("the palace");
    file.write_all_at(&[0x5a; 64], (u64::try_from(page).expect("a page") - 1) * 4096).expect("damage");
    let ran = house.run(&["status"]);
    assert!(ran.code == Some(1) && ran.err.contains("was left as it is"), "{ran:?}");
    assert_eq!((schema(&house.db()), copies(&house).len()), (previous(), 0), "{ran:?}");
}

#[test]
fn the_two_newest_copies_are_kept() {
    let house = aged(previous());
    for schema in ["3", "5", "7"] {
        fs::write(house.home.join(format!("palace.schema-{schema}.db")), "older").expect("a copy");
    }
    fs::write(house.home.join("palace.schema-of-mine.db"), "not ours").expect("a file");
    house.json(&["status"]);
    let names: Vec<String> = copies(&house).iter().map(|path| path.file_name().expect("a name").to_string_lossy().into_owned()).collect();
    assert_eq!(names, ["palace.schema-7.db".to_owned(), format!("palace.schema-{}.db", previous())]);
    assert!(house.home.join("palace.schema-of-mine.db").exists());
}

#[test]
fn an_erasure_deletes_such_copies() {
    let house = aged(previous());
    house.json(&["status"]);
    fs::write(house.home.join("palace.schema-5.unverified"), "what a killed process left").expect("a file");
    assert_eq!(copies(&house).len(), 2);
    let kept = house.result(&["--mode", "agent", "evidence", "record", "a word that must go", "--source", "test"]);
    let id = kept["id"].as_str().unwrap_or_else(|| panic!("{kept}")).to_owned();
    let erased = house.run(&["--mode", "human", "--user", "ana", "evidence", "erase", &id, "--reason", "asked"]);
    assert_eq!(erased.json()["result"]["erased"], json!(1), "{erased:?}");
    assert!(erased.err.lines().filter(|line| line.starts_with("Deleted ")).count() == 2, "{erased:?}");
    assert!(copies(&house).is_empty());
}

#[test]
fn a_backup_of_an_earlier_schema_comes_back_and_stays_as_it_is() {
    let house = aged(previous());
    let database = fs::read(house.db()).expect("the palace");
    let backup = house.path("b.palace-backup");
    house.json(&["backup", &backup.display().to_string()]);
    // The same backup as the program before would have made it.
    fs::write(backup.join("palace.db"), &database).expect("a database");
    let manifest = backup.join("manifest.json");
    let mut told: Json = serde_json::from_str(&fs::read_to_string(&manifest).expect("a manifest")).expect("JSON");
    for file in told["files"].as_array_mut().expect("files").iter_mut().filter(|file| file["name"] == "palace.db") {
        (file["bytes"], file["sha256"]) = (json!(database.len()), json!(Digest::of(&database)));
    }
    // The entry that says where the backup is came after the database that is in it now.
    told["checkpoint"] = json!(aged_checkpoint(&house, &database));
    told["entries"] = json!(told["entries"].as_u64().expect("a number") - 1);
    fs::write(&manifest, told.to_string()).expect("a manifest");
    let elsewhere = house.path("elsewhere");
    let ran = house.run_at(&elsewhere, &["restore", &backup.display().to_string()]);
    assert!(ran.code == Some(0) && lines(&ran).is_empty(), "{ran:?}");
    assert_eq!((schema(&elsewhere.join("palace.db")), store::Store::schema_copies(&elsewhere.join("palace.db")).len()), (newest(), 0));
    assert!(fs::read(backup.join("palace.db")).expect("the backup") == database, "the backup is as it was");
}

#[test]
fn a_restore_takes_the_copies_of_the_old_palace_aside_with_it() {
    let house = aged(previous());
    let backup = house.path("b.palace-backup").display().to_string();
    house.json(&["backup", &backup]);
    assert_eq!(copies(&house).len(), 1);
    let aside = house.json(&["restore", &backup, "--force"])["aside"].as_str().expect("a folder").to_owned();
    assert!(copies(&house).is_empty());
    assert!(Path::new(&aside).join(format!("palace.schema-{}.db", previous())).exists());
}

/// The signed checkpoint over a palace of an earlier schema.
fn aged_checkpoint(house: &House, database: &[u8]) -> String {
    let copied = house.copied();
    for end in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(copied.home.join(format!("palace.db{end}")));
    }
    fs::write(copied.db(), database).expect("a database");
    copied.result(&["ledger", "checkpoint"])["note"].as_str().expect("a note").to_owned()
}

#[test]
fn a_doctor_tells_of_an_earlier_schema_and_migrates_nothing() {
    let house = aged(previous());
    let doctor = house.run(&["doctor", "--http", "127.0.0.1:1"]);
    assert!(doctor.out.contains("keeps a verified copy beside it first"), "{doctor:?}");
    assert_eq!(schema(&house.db()), previous(), "a doctor migrates nothing");
    house.json(&["status"]);
    let doctor = house.run(&["doctor", "--http", "127.0.0.1:1"]);
    assert!(doctor.out.contains(&format!("palace.schema-{}.db: the palace before its schema changed", previous())), "{doctor:?}");
}

backends! {
    an_earlier_schema_is_told_before_it_changes_on_sqlite, an_earlier_schema_is_told_before_it_changes_on_postgres => told;
}

fn told(on: On) {
    let house = House::empty(on);
    fs::create_dir(&house.home).expect("a folder");
    earlier(&mut *house.raw(), previous());
    let ran = house.run(&["init", "--unsealed", "--no-describe"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let said = lines(&ran);
    assert_eq!(said.len(), 1, "{ran:?}");
    match on {
        On::Sqlite => assert!(said[0].contains("verified copy") && copies(&house).len() == 1, "{said:?}"),
        On::Postgres => assert!(said[0].contains("pg_dump") && copies(&house).is_empty(), "{said:?}"),
    }
}
