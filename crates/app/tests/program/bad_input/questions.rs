//! Questions with strange characters, which every door takes or refuses alike.
//!
//! Not here: what is no message at all; that is tested beside it.

use super::tool_call;
use crate::doors::{
    Home,
    http::{McpSession, Server},
    stdio::Pipes,
};
use serde_json::json;
use testkit::On;

/// A question with half an emoji in it, as JavaScript writes a text that was cut.
const CUT_QUESTION: &str = r#"{"query":"x \ud83d y"}"#;

#[test]
fn half_of_a_character_is_read_as_a_replacement_at_every_door() {
    let home = Home::unsealed(On::Sqlite);
    let mut pipes = Pipes::greeted(&home, &["serve", "--profile", "all"], "codex");
    pipes.send_line(&tool_call(77, "recall", CUT_QUESTION));
    let answer = pipes.hear();
    assert_eq!((&answer["id"], &answer["result"]["isError"]), (&json!(77), &json!(false)), "{answer}");
    assert!(pipes.leave().success());
    let server = Server::start(&home, &["--mode", "agent"]);
    let mcp = McpSession::greeted(&server, "codex");
    let answer = mcp.post_bytes(&server, &tool_call(78, "recall", CUT_QUESTION)).json();
    assert_eq!((&answer["id"], &answer["result"]["isError"]), (&json!(78), &json!(false)), "{answer}");
    let reply = server.ask("codex", "POST", "/v1/tools/recall", CUT_QUESTION.as_bytes());
    assert_eq!(reply.status, 200, "{reply:?}");

    // A question that hides something is refused, at each of them and on the command line: over MCP as a result that is an error.
    let hiding = r#"{"query":"x \u202e y"}"#;
    let answer = mcp.post_bytes(&server, &tool_call(79, "recall", hiding)).json();
    let over_mcp = answer["result"]["structuredContent"]["error"]["message"].clone();
    let over_http = server.ask("codex", "POST", "/v1/tools/recall", hiding.as_bytes()).json()["error"]["message"].clone();
    let printed = home.run(&["--format", "json", "recall", "x \u{202e} y"]);
    assert!(over_mcp.as_str().is_some_and(|text| text.contains("it hides the character U+202E")), "{answer}");
    assert_eq!(over_mcp, over_http);
    let text = format!("{}{}", printed.out, printed.err);
    assert!(printed.status != 0 && text.contains("it hides the character U+202E"), "{text}");
}
