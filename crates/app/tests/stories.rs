//! The contracts, told through every door of the real program, on both databases. The same text as in process.

mod doors;

use doors::story::{Program, Surface};
use testkit::{On, story};

fn told(on: On, surface: Surface) {
    let below_the_doors = |text: &str| text.lines().any(|line| line == story::NEEDS_ENGINE);
    let played = story::run_all(&story::contracts(), |text| !below_the_doors(text), |_| Box::new(Program::new(on, surface)));
    assert!(played >= 5, "only {played} stories can be told through a door");
}

testkit::backends! {
    governance_stories_through_cli_on_sqlite, governance_stories_through_cli_on_postgres => |on| told(on, Surface::Cli);
    governance_stories_through_stdio_on_sqlite, governance_stories_through_stdio_on_postgres => |on| told(on, Surface::Stdio);
    governance_stories_through_rest_on_sqlite, governance_stories_through_rest_on_postgres => |on| told(on, Surface::Rest);
    governance_stories_through_mcp_over_http_on_sqlite, governance_stories_through_mcp_over_http_on_postgres => |on| told(on, Surface::McpHttp);
}
