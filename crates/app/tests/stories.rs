//! The contracts, told through every door of the real program, on both databases. The same text as in process.

mod doors;

use doors::story::{Program, Surface};
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
