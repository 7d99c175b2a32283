//! Plays the contracts' stories through every door of the real program: all of them on SQLite, and on PostgreSQL one for each noun.
//!
//! Every story also runs in process on both databases (testkit/tests). A door does not know which database is below it, so playing
//! every story through every door on PostgreSQL took minutes and found nothing that those two did not.

use crate::doors::story::{Program, Surface};
use ingest::format::Format;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};
use testkit::{On, story};

fn told_some(on: On, surface: Surface, among: impl Fn(&str) -> bool) {
    let wanted = |name: &str, text: &str| among(name) && plays_through_a_door(text);
    let played = story::run_all(&story::contracts(), wanted, |_| Box::new(Program::new(on, surface)));
    assert!(played >= 5, "only {played} stories can be told through a door");
}

fn plays_through_a_door(text: &str) -> bool {
    !story::needs(text, story::NEEDS_ENGINE) && !story::needs(text, story::NEEDS_PROGRAM)
}

/// For each noun the shortest story that calls it; a story counts for all nouns that it calls.
fn one_for_each_noun() -> BTreeMap<String, BTreeSet<&'static str>> {
    let contracts = story::contracts();
    let mut stories: Vec<(usize, String, BTreeSet<&'static str>)> = story::all(&contracts)
        .into_iter()
        .filter_map(|path| {
            let text = std::fs::read_to_string(&path).expect("a story");
            let calls = story::operations(&text);
            let nouns = calls.iter().filter_map(|name| Some(name.split_once('.')?.0)).collect();
            let name = path.strip_prefix(&contracts).expect("within").display().to_string();
            plays_through_a_door(&text).then_some((calls.len(), name, nouns))
        })
        .collect();
    stories.sort();
    let mut chosen: BTreeMap<String, BTreeSet<&'static str>> = BTreeMap::new();
    for (_, name, nouns) in stories {
        if nouns.iter().any(|noun| chosen.values().all(|known| !known.contains(noun))) {
            chosen.insert(name, nouns);
        }
    }
    chosen
}

#[test]
fn postgres_is_reached_through_every_door_by_a_story_of_every_noun() {
    let contracts = story::contracts();
    let texts = story::all(&contracts).into_iter().map(|path| std::fs::read_to_string(path).expect("a story"));
    let all: BTreeSet<&str> = texts
        .filter(|text| plays_through_a_door(text))
        .flat_map(|text| story::operations(&text))
        .filter_map(|name| Some(name.split_once('.')?.0))
        .collect();
    let chosen = one_for_each_noun();
    assert_eq!(chosen.values().flatten().copied().collect::<BTreeSet<_>>(), all);
    assert!(chosen.len() <= all.len(), "{} stories for {} nouns", chosen.len(), all.len());
}

/// Where a part of the stories begins; it ends where the next begins. On the command line every call is a process, so that all of
/// them in one test would keep one core busy for minutes and the others idle.
macro_rules! told_in_parts {
    ($($from:literal => $sqlite:ident;)*) => {
        const PARTS: &[&str] = &[$($from),*];
        $(
            #[test]
            fn $sqlite() {
                told_some(On::Sqlite, Surface::Cli, |name| part_of(name) == $from);
            }
        )*
    };
}

told_in_parts! {
    "" => stories_before_governance_b_through_cli_on_sqlite;
    "governance/b" => stories_from_governance_b_through_cli_on_sqlite;
    "governance/m" => stories_from_governance_m_through_cli_on_sqlite;
    "memory/" => stories_of_memory_through_cli_on_sqlite;
    "mind/" => stories_of_the_mind_through_cli_on_sqlite;
    "mind/p2" => stories_from_p20_through_cli_on_sqlite;
    "mind/p4" => stories_from_p40_through_cli_on_sqlite;
    "mind/p6" => stories_from_p60_through_cli_on_sqlite;
    "mind/w" => stories_from_w_through_cli_on_sqlite;
}

macro_rules! told_through {
    ($($surface:ident => $sqlite:ident, $postgres:ident;)*) => {$(
        #[test]
        fn $sqlite() {
            told_some(On::Sqlite, Surface::$surface, |_| true);
        }
        #[test]
        fn $postgres() {
            let chosen = one_for_each_noun();
            told_some(On::Postgres, Surface::$surface, |name| chosen.contains_key(name));
        }
    )*};
}

told_through! {
    Stdio => stories_through_stdio_on_sqlite, a_story_of_each_noun_through_stdio_on_postgres;
    Rest => stories_through_rest_on_sqlite, a_story_of_each_noun_through_rest_on_postgres;
    McpHttp => stories_through_mcp_over_http_on_sqlite, a_story_of_each_noun_through_mcp_over_http_on_postgres;
}

#[test]
fn a_story_of_each_noun_through_cli_on_postgres() {
    let chosen = one_for_each_noun();
    told_some(On::Postgres, Surface::Cli, |name| chosen.contains_key(name));
}

/// The part that a story belongs to: the last that begins before it.
fn part_of(name: &str) -> &'static str {
    PARTS.iter().rfind(|from| **from <= name).expect("the first part begins before everything")
}

#[test]
fn every_story_is_in_one_part_and_every_part_has_stories() {
    assert!(PARTS.is_sorted_by(|a, b| a < b), "a part that begins before the one above it has no stories");
    let contracts = story::contracts();
    let names = story::all(&contracts).into_iter().map(|path| path.strip_prefix(&contracts).expect("within").display().to_string());
    let parts: BTreeSet<&str> = names.map(|name| part_of(&name)).collect();
    assert_eq!(parts.into_iter().collect::<Vec<_>>(), PARTS);
}

/// Stories with a shell in them: somebody runs commands, and somebody else asks through a surface.
fn told_beside_a_shell(on: On, surface: Surface) {
    let wanted = |_: &str, text: &str| story::needs(text, story::NEEDS_PROGRAM);
    let played = story::run_all(&story::contracts(), wanted, |_| Box::new(Program::new(on, surface)));
    assert!(played >= 18, "only {played} stories need the program");
}

testkit::backends! {
    what_is_read_is_recalled_on_the_command_line_on_sqlite, what_is_read_is_recalled_on_the_command_line_on_postgres => |on| told_beside_a_shell(on, Surface::Cli);
    what_is_read_is_recalled_over_mcp_on_sqlite, what_is_read_is_recalled_over_mcp_on_postgres => |on| told_beside_a_shell(on, Surface::Stdio);
}

/// What stands between two marks, again and again.
fn between<'t>(text: &'t str, open: &str, close: &str) -> Vec<&'t str> {
    text.split(open).skip(1).filter_map(|rest| rest.split_once(close)).map(|(inner, _)| inner).collect()
}

#[test]
fn every_promise_is_told_where_the_tables_say() {
    let contracts = story::contracts();
    let tables = std::fs::read_to_string(contracts.join("README.md")).expect("the tables");
    let linked: BTreeSet<&str> = between(&tables, "](", ")").into_iter().collect();
    for story in &linked {
        assert!(contracts.join(story).is_file(), "there is no {story}");
    }
    for folder in ["sources", "bad-input"] {
        for story in story::all(&contracts.join(folder)) {
            let name = story.strip_prefix(&contracts).expect("within").display().to_string();
            assert!(linked.contains(name.as_str()), "{name} is in no table");
        }
    }
    for test in between(&tables, "`", "`").into_iter().filter(|span| span.contains("::")) {
        let (file, name) = test.split_once("::").expect("a test");
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert!(text.contains(&format!("fn {name}(")), "there is no test {test}");
    }
    let rows: Vec<Vec<&str>> = tables
        .lines()
        .filter(|line| line.starts_with("| "))
        .map(|line| line.split(" | ").map(|cell| cell.trim_matches(['|', ' '])).collect())
        .collect();
    for row in &rows {
        let told = row.last().expect("a cell");
        assert!(told.contains("](") || told.contains("::") || ["Told by", "Story"].contains(told), "nothing tells this: {row:?}");
    }
    let formats: BTreeSet<&str> = rows.iter().filter(|row| row.len() == 3).flat_map(|row| row[1].split(", ")).collect();
    for format in Format::ALL {
        assert!(formats.contains(format.name()), "no source of the table is in the format {format}");
    }
}
