//! The contracts, told through every door of the real program, on both databases. The same text as in process.

mod doors;

use doors::story::{Program, Surface};
use ingest::format::Format;
use std::{collections::BTreeSet, path::Path};
use testkit::{On, story};

fn told(on: On, surface: Surface) {
    let wanted = |text: &str| !story::needs(text, story::NEEDS_ENGINE) && !story::needs(text, story::NEEDS_PROGRAM);
    let played = story::run_all(&story::contracts(), wanted, |_| Box::new(Program::new(on, surface)));
    assert!(played >= 5, "only {played} stories can be told through a door");
}

/// Stories with a shell in them: somebody runs commands, and somebody else asks through a surface.
fn told_beside_a_shell(on: On, surface: Surface) {
    let wanted = |text: &str| story::needs(text, story::NEEDS_PROGRAM);
    let played = story::run_all(&story::contracts(), wanted, |_| Box::new(Program::new(on, surface)));
    assert!(played >= 18, "only {played} stories need the program");
}

testkit::backends! {
    governance_stories_through_cli_on_sqlite, governance_stories_through_cli_on_postgres => |on| told(on, Surface::Cli);
    governance_stories_through_stdio_on_sqlite, governance_stories_through_stdio_on_postgres => |on| told(on, Surface::Stdio);
    governance_stories_through_rest_on_sqlite, governance_stories_through_rest_on_postgres => |on| told(on, Surface::Rest);
    what_is_read_is_recalled_on_the_command_line_on_sqlite, what_is_read_is_recalled_on_the_command_line_on_postgres => |on| told_beside_a_shell(on, Surface::Cli);
    what_is_read_is_recalled_over_mcp_on_sqlite, what_is_read_is_recalled_over_mcp_on_postgres => |on| told_beside_a_shell(on, Surface::Stdio);
    governance_stories_through_mcp_over_http_on_sqlite, governance_stories_through_mcp_over_http_on_postgres => |on| told(on, Surface::McpHttp);
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
