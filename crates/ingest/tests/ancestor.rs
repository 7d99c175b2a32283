//! A mempal palace of every version is read whole: each row of each table, in order, with its place and its time.

use ingest::{
    ancestor::{self, Ancestor, Drawer},
    format::{Cell, Tables},
};
use kernel::claim::{Form, Happening, Role, Status, Tier};
use std::path::Path;

/// A real database in memory.
struct Database(rusqlite::Connection);

impl Tables for Database {
    fn rows(&mut self, sql: &str) -> Result<Vec<Vec<Cell>>, String> {
        use rusqlite::types::Value;
        let mut statement = self.0.prepare(sql).map_err(|error| error.to_string())?;
        let width = statement.column_count();
        let rows = statement.query_map([], |row| {
            let cell = |place| {
                Ok(match row.get(place)? {
                    Value::Null => Cell::Null,
                    Value::Integer(whole) => Cell::Int(whole),
                    Value::Real(real) => Cell::Real(real),
                    Value::Text(text) => Cell::Text(text),
                    Value::Blob(bytes) => Cell::Bytes(bytes),
                })
            };
            (0..width).map(cell).collect()
        });
        rows.and_then(Iterator::collect).map_err(|error| error.to_string())
    }
}

fn database(sql: &str) -> Database {
    let connection = rusqlite::Connection::open_in_memory().expect("memory");
    connection.execute_batch(sql).expect("the fixture is SQL");
    Database(connection)
}

fn newest() -> Database {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/mempal/v9/palace.sql");
    database(&std::fs::read_to_string(path).expect("the fixture"))
}

fn read(database: &mut Database) -> (Vec<Drawer>, Ancestor) {
    let mut drawers = Vec::new();
    let rest = ancestor::read(database, &mut |drawer| drawers.push(drawer)).expect("it is read");
    (drawers, rest)
}

#[test]
fn no_row_of_any_table_is_passed_over() {
    let mut theirs = newest();
    let (drawers, rest) = read(&mut theirs);
    let mut count = |table: &str| match theirs.rows(&format!("select count(*) from {table}")).expect("a count")[0][0] {
        Cell::Int(count) => usize::try_from(count).expect("a count"),
        _ => 0,
    };
    let of = |form: Form| rest.knowledge.iter().filter(|known| known.form == form).count();
    let table = [
        ("drawers", drawers.len() + of(Form::Drawer)),
        ("knowledge_cards", of(Form::Card)),
        ("knowledge_evidence_links", rest.knowledge.iter().flat_map(|known| &known.refs).filter(|r| !r.link.is_empty()).count()),
        ("knowledge_events", rest.knowledge.iter().map(|known| known.events.len()).sum()),
        ("triples", rest.facts.len()),
        ("tunnels", rest.tunnels.len()),
        ("taxonomy", rest.signposts.len()),
        ("runtime_adoption_events", rest.adoptions.len()),
    ];
    for (name, found) in table {
        assert_eq!(found, count(name), "{name}");
    }
    assert_eq!((rest.version, rest.orphans.len()), (9, 0));
    assert_eq!((rest.counts.drawers, rest.counts.knowledge, rest.counts.links), (drawers.len(), of(Form::Drawer), 4));
}

#[test]
fn a_row_keeps_its_place_its_time_and_what_it_rests_on() {
    let (drawers, rest) = read(&mut newest());
    let drawer = |id: &str| drawers.iter().find(|drawer| drawer.id.ends_with(id)).expect(id);
    let log = drawer("a3");
    assert_eq!((log.place.anchor_id.as_str(), log.place.parent_anchor_id.as_str()), ("worktree:///home/x/proj-feature", "repo:///home/x/proj/.git"));
    assert_eq!((log.source_type.as_str(), log.provenance.as_str(), log.field.as_str()), ("conversation", "runtime", "debugging"));
    assert_eq!(log.added_at.map(|at| at.to_string()).as_deref(), Some("2025-11-10T08:01:40.000Z"));
    assert_eq!((drawer("a1").importance, drawer("a1").chunk_index, drawer("a2").normalize_version), (3, Some(0), 1));
    assert!(drawer("a6").deleted_at.is_some());
    assert_eq!(drawer("b1").statement, "Dials drift");
    let known = |id: &str| rest.knowledge.iter().find(|known| known.id.ends_with(id)).expect(id);
    assert_eq!((known("c2").tier, known("c2").status, known("c2").refs[0].drawer.as_str()), (Tier::DaoTian, Status::Canonical, "drawer_fake_1"));
    assert_eq!(known("c4").refs.iter().filter(|r| r.role == Role::Supporting).count(), 2, "said twice, read twice");
    assert_eq!(known("c1").trigger_hints["tool_needs"][0], "thermometer");
    let card = known("aaaa");
    assert_eq!((card.refs[0].note.as_str(), card.refs[0].link.as_str()), ("the maker says so", "link_1"));
    let happened: Vec<Happening> = card.events.iter().map(|event| event.what).collect();
    assert_eq!(happened, [Happening::Created, Happening::Promoted, Happening::Demoted, Happening::Promoted], "two of one second keep their order");
    // A card that was made from a drawer says so: in its first event, or by its id.
    let made: Vec<(&str, &str)> =
        rest.knowledge.iter().filter(|known| !known.made_from.is_empty()).map(|card| (card.id.as_str(), card.made_from.as_str())).collect();
    assert_eq!(
        made,
        [("card_dddddddddddddddd", "drawer_bakery_knowledge_0000000000c1"), ("card_ba780015b27dd6f2", "drawer_bakery_knowledge_0000000000c3")]
    );
    // What began nobody knows when is as old as the file: here, as its oldest fact.
    let since: Vec<Option<String>> = rest.facts.iter().map(|fact| fact.since_at_least.map(|at| at.to_string())).collect();
    assert_eq!(since, [None, None, Some("2024-10-27T03:33:20.000Z".to_owned())]);
    assert!(rest.facts.iter().any(|fact| fact.valid_to.is_some() && fact.valid_from < fact.valid_to));
    assert!(rest.tunnels.iter().any(|tunnel| tunnel.deleted_at.is_some()));
}

#[test]
fn older_versions_are_read_and_newer_ones_are_not() {
    let first = "create table drawers (id text primary key, content text not null, wing text not null, room text, source_file text,
        source_type text not null, added_at text not null, chunk_index integer);
        create table triples (id text primary key, subject text, predicate text, object text, valid_from text, valid_to text, confidence real, source_drawer text);
        insert into drawers values ('drawer_a_default_00000001', 'It was so.', 'a', null, null, 'manual', '1700000000', null);";
    for version in 0..=1 {
        let (drawers, rest) = read(&mut database(&format!("{first} pragma user_version = {version};")));
        assert_eq!((drawers.len(), rest.version, rest.knowledge.len()), (1, version, 0));
        let only = &drawers[0];
        assert_eq!((only.provenance.as_str(), only.place.anchor_id.as_str(), only.field.as_str()), ("human", "repo://legacy", "general"));
    }
    let newer = ancestor::read(&mut database(&format!("{first} pragma user_version = 10;")), &mut |_| ()).expect_err("newer");
    assert_eq!(newer, "its tables are of version 10, and this program knows versions up to 9; use a newer one");
}
