//! The program over HTTP: who may come in, what the routes say, what MCP offers beside tools.

use crate::doors::{
    Home,
    http::{McpSession, Server},
    stdio::Pipes,
};
use engine::Dialect;
use kernel::actor::ActorKind;
use serde_json::{Value as Json, json};
use std::os::unix::fs::PermissionsExt;
use testkit::On;

fn human(on: On) -> (Server, Home) {
    let home = Home::unsealed(on);
    (Server::start(&home, &["--mode", "human", "--user", "ana"]), home)
}

fn text_of(message: &Json) -> Json {
    let text = message["result"]["contents"][0]["text"].as_str().unwrap_or_else(|| panic!("{message}"));
    serde_json::from_str(text).expect("a resource is JSON")
}

#[test]
fn health_is_open_and_nothing_else_is() {
    let (server, _home) = human(On::Sqlite);
    let health = server.send("GET", "/healthz", &[], b"");
    assert_eq!((health.status, health.json()), (200, json!({ "status": "ok" })));
    for path in ["/v1/status", "/v1/nothing", "/mcp", "/", "/v1/tools/recall"] {
        let reply = server.send("GET", path, &[], b"");
        assert_eq!(reply.status, 401, "{path}: {reply:?}");
        assert_eq!(reply.json()["error"]["code"], "GRANT_UNKNOWN", "{path}");
        assert!(reply.header("www-authenticate").is_some_and(|v| v.starts_with("Bearer")), "{path}");
    }
}

#[test]
fn a_stranger_is_told_where_the_token_lies_only_where_no_stranger_can_come_in() {
    let home = Home::unsealed(On::Sqlite);
    let folder = home.dir().to_str().expect("text").to_owned();
    for (args, is_told) in [(&[][..], true), (&["--allow-host", "palace.example"], false), (&["--allow-origin", "https://palace.example"], false)] {
        let server = Server::serving(&home, &[], args);
        let reply = server.send("GET", "/v1/status", &[], b"");
        assert_eq!((reply.status, reply.json().to_string().contains(&folder)), (401, is_told), "{args:?}: {reply:?}");
    }
}

#[test]
fn a_body_is_json_or_not_read() {
    let (server, _home) = human(On::Sqlite);
    let bearer = format!("Bearer {}", server.token);
    let body = br#"{"content": "We use one file", "as": "decision"}"#;
    for (kind, is_refused) in [
        (Some("application/json"), false),
        (Some("Application/JSON; charset=utf-8"), false),
        (Some("text/plain"), true),
        (Some("application/x-www-form-urlencoded"), true),
        (None, true),
    ] {
        for path in ["/v1/claims/propose", "/v1/tools/claim.propose"] {
            let mut headers = vec![("Authorization", bearer.as_str())];
            headers.extend(kind.map(|kind| ("Content-Type", kind)));
            let reply = server.send("POST", path, &headers, body);
            // The second time it waits already: what was read is judged, what was not read is not.
            assert_eq!(reply.status == 415, is_refused, "{path} {kind:?}: {reply:?}");
        }
    }
    // Without a body there is nothing to say about it.
    assert_eq!(server.send("GET", "/v1/status", &[("Authorization", &bearer)], b"").status, 200);
}

fn a_write_and_a_read(on: On) {
    let (server, home) = human(on);
    let written =
        server.ask("curl", "POST", "/v1/claims", br#"{"content": "We use one file", "as": "decision", "scope": "file", "scopePath": "src/lib.rs"}"#);
    assert_eq!(written.status, 200, "{written:?}");
    let written = written.json();
    assert_eq!(written["op"], "claim.adopt");
    assert!(written["receipt"]["seq"].is_u64() && written["approval_required"] == json!(false), "{written}");
    let read = server.ask("curl", "GET", "/v1/claims?query=one+file&scope=file&scopePath=src%2Flib.rs&limit=3", b"").json();
    assert_eq!((&read["result"]["total"], &read["result"]["items"][0]["id"]), (&json!(1), &written["result"]["id"]));
    let one = server.ask("curl", "GET", &format!("/v1/claims/{}", written["result"]["id"].as_str().expect("an id")), b"").json();
    assert_eq!(one["result"]["authoritative"], json!(true), "{one}");
    assert_eq!(home.verify()["valid"], json!(true));
}

fn resources_and_prompts(on: On) {
    let (server, _home) = human(on);
    let claim =
        server.call("curl", "claim.adopt", &json!({"content": "We use one file", "as": "decision", "scope": "file", "scopePath": "store/lib.rs"}));
    let id = claim.expect("written")["result"]["id"].as_str().expect("an id").to_owned();
    server
        .call("curl", "claim.adopt", &json!({"content": "SQL lives here", "as": "learning", "scope": "room", "scopePath": "store"}))
        .expect("written");
    let mut mcp = McpSession::greeted(&server, "browser");
    let listed = mcp.request(&server, "resources/list", json!({}));
    let uris: Vec<&str> = listed["result"]["resources"].as_array().expect("resources").iter().filter_map(|r| r["uri"].as_str()).collect();
    assert_eq!(uris, ["palace://rooms", "palace://files", "palace://claims", "palace://brief"]);
    let templates = mcp.request(&server, "resources/templates/list", json!({}));
    assert_eq!(templates["result"]["resourceTemplates"].as_array().map(Vec::len), Some(3), "{templates}");
    let mut read = |uri: &str| mcp.request(&server, "resources/read", json!({ "uri": uri }));
    let rooms = text_of(&read("palace://rooms"));
    assert_eq!(rooms["rooms"][0], json!({"name": "store", "claims": 1}), "{rooms}");
    assert_eq!(text_of(&read("palace://rooms/store"))["total"], 1);
    assert_eq!(text_of(&read("palace://files/store/lib.rs"))["total"], 2);
    assert_eq!(text_of(&read("palace://files/store%2Flib.rs"))["total"], 2);
    assert_eq!(text_of(&read(&format!("palace://claims/{id}")))["items"][0]["id"], json!(id));
    assert_eq!(text_of(&read("palace://brief"))["pending"], 0);
    for lost in [
        "palace://claims/d_0",
        "palace://nothing",
        "palace://files/../secrets",
        "palace://files/%2e%2e/secrets",
        "file:///etc/passwd",
        "palace://files/%ff",
    ] {
        let answer = read(lost);
        assert!(answer["error"]["code"].is_i64() && answer["error"]["message"].is_string(), "{lost}: {answer}");
    }
    let prompts = mcp.request(&server, "prompts/list", json!({}));
    assert_eq!(prompts["result"]["prompts"].as_array().map(Vec::len), Some(2), "{prompts}");
    for (name, arguments, word) in [("brief", json!({"file": "store/lib.rs"}), "We use one file"), ("review", json!({}), "wait for a human")] {
        let prompt = mcp.request(&server, "prompts/get", json!({ "name": name, "arguments": arguments }));
        let text = prompt["result"]["messages"][0]["content"]["text"].as_str().unwrap_or_else(|| panic!("{prompt}"));
        assert!(text.contains(word), "{name}: {text}");
    }
    let lost = mcp.request(&server, "prompts/get", json!({ "name": "nonsense" }));
    assert_eq!(lost["error"]["code"], -32602, "{lost}");
}

testkit::backends! {
    a_route_writes_and_another_reads_on_sqlite, a_route_writes_and_another_reads_on_postgres => a_write_and_a_read;
    resources_and_prompts_are_served_on_sqlite, resources_and_prompts_are_served_on_postgres => resources_and_prompts;
}

#[test]
fn every_tool_of_the_profile_all_is_on_some_page_once() {
    let (server, _home) = human(On::Sqlite);
    let mut mcp = McpSession::greeted(&server, "a client");
    let (mut names, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let params = cursor.take().map_or_else(|| json!({}), |cursor| json!({ "cursor": cursor }));
        let page = mcp.request(&server, "tools/list", params)["result"].take();
        names.extend(page["tools"].as_array().expect("tools").iter().map(|tool| tool["name"].as_str().expect("a name").to_owned()));
        match page["nextCursor"].as_str() {
            Some(next) => cursor = Some(next.to_owned()),
            None => break,
        }
    }
    let known = engine::offered(ActorKind::Human, &[Dialect::Palace, Dialect::Native]).len();
    assert_eq!(names.len(), known);
    names.sort();
    names.dedup();
    assert_eq!(names.len(), known, "a tool is on two pages");
    let foreign = mcp.request(&server, "tools/list", json!({ "cursor": "bm9uc2Vuc2U" }));
    assert_eq!(foreign["error"]["code"], -32602, "{foreign}");
}

#[test]
fn the_token_file_is_private_and_stays_the_same() {
    let (server, home) = human(On::Sqlite);
    let file = home.dir().join("token");
    let mode = std::fs::metadata(&file).expect("the token file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert!(server.token.len() >= 64, "the token is short");
    drop(server);
    let again = Server::start(&home, &["--mode", "human"]);
    assert_eq!(again.ask("curl", "GET", "/v1/status", b"").status, 200);
}

#[test]
fn other_machines_are_let_in_only_when_that_is_said() {
    let home = Home::unsealed(On::Sqlite);
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:80"] {
        let refusal = home.run(&["--format", "json", "serve", "--http", address]).answer().expect_err(address);
        assert_eq!((&refusal["code"], &refusal["subject"]), (&json!("INPUT_INVALID"), &json!("--http")), "{refusal}");
        assert!(refusal["next"].as_str().is_some_and(|next| next.contains("--expose")), "{refusal}");
    }
}

#[test]
fn a_long_call_says_how_far_it_is_and_the_result_comes_last() {
    let home = Home::unsealed(On::Sqlite);
    let mut pipes = Pipes::greeted(&home, &["serve", "--profile", "all"], "a client");
    pipes.send(&json!({ "jsonrpc": "2.0", "id": "v", "method": "tools/call",
        "params": { "name": "ledger_verify", "arguments": {}, "_meta": { "progressToken": 7 } } }));
    loop {
        let message = pipes.hear();
        if message["id"] == "v" {
            assert_eq!(message["result"]["structuredContent"]["valid"], json!(true), "{message}");
            break;
        }
        assert_eq!((&message["method"], &message["params"]["progressToken"]), (&json!("notifications/progress"), &json!(7)), "{message}");
    }
    // A cancellation that comes too late, or for nothing, disturbs nobody.
    for id in [json!("v"), json!(999)] {
        pipes.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } }));
    }
    assert!(pipes.request("ping", json!({}))["result"].is_object());
    assert!(pipes.leave().success());
}

#[test]
fn a_server_told_to_stop_stops() {
    let home = Home::unsealed(On::Sqlite);
    let pipes = Pipes::greeted(&home, &["serve"], "a client");
    assert!(pipes.leave().success(), "the end of the input is the end of the conversation");
}
