//! What an edit leaves alone, what it brings up to date, and what a person is shown.

use super::*;

fn check(id: &str, server: &Server, before: &str, after: &str) {
    let text = connected(id, server, before);
    assert_eq!(text, after, "{id}, from:\n{before}");
    assert_eq!(connected(id, server, &text), text, "{id} a second time");
}

#[test]
fn toml_is_edited_in_the_style_it_is_written_in() {
    for (before, after) in [
        (
            "mcp_servers = { a = { command = \"a\" } } # inline\n",
            "mcp_servers = { a = { command = \"a\" } , palace = { command = \"/opt/palace\", args = [\"mcp\"] } } # inline\n",
        ),
        (
            "mcp_servers.a.command = \"a\"\nother = 1\n\n[t]\nx = 1\n",
            "mcp_servers.a.command = \"a\"\nmcp_servers.palace = { command = \"/opt/palace\", args = [\"mcp\"] }\nother = 1\n\n[t]\nx = 1\n",
        ),
        (
            "[mcp_servers]\r\na = { command = \"a\" }\r\n[t]\r\nx=1\r\n",
            "[mcp_servers]\r\na = { command = \"a\" }\r\n[t]\r\nx=1\r\n\r\n[mcp_servers.palace]\r\ncommand = \"/opt/palace\"\r\nargs = [\"mcp\"]\r\n",
        ),
        ("# only a comment", "# only a comment\n\n[mcp_servers.palace]\ncommand = \"/opt/palace\"\nargs = [\"mcp\"]\n"),
        ("\u{feff}x = \"\"\"a\r\nb\"\"\"\n", "\u{feff}x = \"\"\"a\r\nb\"\"\"\n\n[mcp_servers.palace]\ncommand = \"/opt/palace\"\nargs = [\"mcp\"]\n"),
    ] {
        check("codex", &stdio(), before, after);
    }
}

#[test]
fn an_older_entry_of_ours_is_brought_up_to_date_and_keeps_what_a_person_added() {
    check(
        "codex",
        &stdio(),
        "[mcp_servers.palace]\ncommand = \"/old/palace\" # mine\nargs = [\n  \"mcp\", # door\n]\nstartup_timeout_sec = 20\n\n# about env\n[mcp_servers.palace.env]\nPALACE_HOME = \"/x\"\nLANG = \"C\"\n",
        "[mcp_servers.palace]\ncommand = \"/opt/palace\" # mine\nargs = [\n  \"mcp\", # door\n]\nstartup_timeout_sec = 20\n\n# about env\n[mcp_servers.palace.env]\nLANG = \"C\"\n",
    );
    check(
        "codex",
        &stdio(),
        "mcp_servers.palace.command = \"/old/palace\"\nmcp_servers.palace.url = \"x\"\n",
        "mcp_servers.palace.command = \"/opt/palace\"\nmcp_servers.palace.args = [\"mcp\"]\n",
    );
    check(
        "cursor",
        &stdio(),
        r#"{
  "mcpServers": {
    "palace": {
      // moved
      "command": "C:\\bin\\palace.exe", // old
      "env": { "PALACE_HOME": "/x", "LANG": "C" },
      "timeout": 5
    }
  }
}
"#,
        r#"{
  "mcpServers": {
    "palace": {
      // moved
      "command": "/opt/palace", // old
      "env": { "LANG": "C" },
      "timeout": 5,
      "type": "stdio",
      "args": ["mcp"]
    }
  }
}
"#,
    );
}

#[test]
fn changing_the_transport_takes_the_other_ones_fields_away() {
    let stdio_text = r#"{
  "servers": {
    "palace": {
      "type": "stdio",
      "command": "/opt/palace",
      "args": ["mcp"],
      "gallery": true
    }
  }
}
"#;
    let http_text = r#"{
  "servers": {
    "palace": {
      "type": "http",
      "gallery": true,
      "url": "http://127.0.0.1:7777/mcp",
      "headers": {
        "Authorization": "Bearer ${env:PALACE_TOKEN}"
      }
    }
  }
}
"#;
    check("vscode", &http(variable()), stdio_text, http_text);
    let back = connected("vscode", &stdio(), http_text);
    assert!(!back.contains("7777") && !back.contains("headers"), "{back}");
    let no_token = connected("vscode", &http(Token::None), http_text);
    assert!(!no_token.contains("Authorization"), "{no_token}");
}

#[test]
fn variables_of_the_process_are_written_in_order() {
    let mut server = stdio();
    let Transport::Stdio { env, .. } = &mut server.transport else { unreachable!() };
    env.extend([("PALACE_HOME".into(), "/h".into()), ("A".into(), "b\"\\".into())]);
    check(
        "opencode",
        &server,
        "",
        "{\n  \"mcp\": {\n    \"palace\": {\n      \"type\": \"local\",\n      \"command\": [\"/opt/palace\", \"mcp\"],\n      \"environment\": {\n        \"PALACE_HOME\": \"/h\",\n        \"A\": \"b\\\"\\\\\"\n      },\n      \"enabled\": true\n    }\n  }\n}\n",
    );
    check("codex", &server, "", "[mcp_servers.palace]\ncommand = \"/opt/palace\"\nargs = [\"mcp\"]\nenv = { PALACE_HOME = \"/h\", A = 'b\"\\' }\n");
    assert_eq!(
        lines(find("claude-code").unwrap(), &server),
        "claude mcp add palace --scope user --env PALACE_HOME=/h --env 'A=b\"\\' -- /opt/palace mcp\n"
    );
}

#[test]
fn removal_keeps_the_comments_above_a_table() {
    for (before, after) in [
        ("# the file\n\n[mcp_servers.palace]\ncommand = \"/opt/palace\"\n\n[t]\nx = 1\n", "# the file\n\n[t]\nx = 1\n"),
        ("a = 1\n\n# about a\n[mcp_servers.palace]\ncommand = \"/opt/palace\"\n# the end\n", "a = 1\n\n# about a\n# the end\n"),
    ] {
        assert_eq!(disconnected("codex", before), after);
    }
}

#[test]
fn a_file_that_says_a_key_twice_is_refused() {
    for text in
        [r#"{ "mcpServers": {}, "mcpServers": {} }"#, r#"{ "mcpServers": { "palace": {"command": "palace"}, "palace": {"command": "palace"} } }"#]
    {
        let (home, client) = (Home::new(), find("cursor").unwrap());
        home.write(client, text);
        let error = home.plan(client, &stdio()).unwrap_err();
        assert!(matches!(error, ConnectError::Twice { .. }), "{error}");
    }
}

#[test]
fn the_second_name_of_a_file_is_used_when_it_is_the_one_that_exists() {
    let (home, client) = (Home::new(), find("opencode").unwrap());
    let path = home.path().join(".config/opencode/opencode.jsonc");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, "{}").unwrap();
    assert_eq!(home.plan(client, &stdio()).unwrap().path, path);
}

#[test]
fn ours_may_move_but_others_stay_foreign() {
    let entry = |entry: &str| format!("{{ \"mcpServers\": {{ \"palace\": {entry} }} }}");
    for (found, server, ours) in [
        (r#"{"command": "/elsewhere/palace"}"#, stdio(), true),
        (r#"{"command": "/elsewhere/palace"}"#, http(Token::None), true),
        (r#"{"url": "http://127.0.0.1:1/mcp"}"#, http(Token::None), true),
        (r#"{"url": "http://localhost/mcp"}"#, stdio(), true),
        (r#"{"url": "http://127.0.0.1:1/sse"}"#, stdio(), false),
        (r#"{"url": "https://127.0.0.1.example.org/mcp"}"#, stdio(), false),
        (r#"{"url": "https://127.0.0.1@example.org/mcp"}"#, stdio(), false),
        (r#"{"command": "palace-of-others"}"#, stdio(), false),
        (r#"{"command": "npx", "args": ["-y", "@acme/palace@2"]}"#, stdio(), true),
        (r#"{"command": "/usr/bin/uvx", "args": ["--from", "other", "palace"]}"#, stdio(), true),
        (r#"{"command": "npx", "args": ["-y", "other", "palace"]}"#, stdio(), false),
        (r#"{"command": "npx"}"#, stdio(), false),
        (r#"{"command": "node", "args": ["palace"]}"#, stdio(), false),
        ("[]", stdio(), false),
    ] {
        let (home, client) = (Home::new(), find("cursor").unwrap());
        home.write(client, &entry(found));
        let planned = home.plan(client, &server);
        assert_eq!(planned.is_ok(), ours, "{found}: {planned:?}");
    }
}

#[test]
fn a_foreign_entry_is_described_without_its_secrets() {
    let (home, client) = (Home::new(), find("cursor").unwrap());
    let text = r#"{ "mcpServers": { "palace": { "url": "https://me:pw@example.org:1/x?key=k" } } }"#;
    let path = home.write(client, text);
    let error = home.plan(client, &stdio()).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "{} already has an entry `palace` that is not ours (it points at \
             https://example.org/x); choose another name, or replace it with --force",
            path.display()
        )
    );
}

#[test]
fn secrets_stay_out_of_projects_command_lines_and_logs() {
    let (home, project) = (Home::new(), Home::new());
    let server = http(Token::Literal("s3cret".into()));
    let scope = Scope::Project(project.path().to_path_buf());
    for client in clients().iter().filter(|client| !client.project.is_empty()) {
        let error = plan(client, &server, &scope, home.path(), Foreign::Refuse).unwrap_err();
        assert!(matches!(error, ConnectError::Secret { .. }), "{error}");
        let plan = home.plan(client, &server).unwrap();
        assert!(plan.after.contains("Bearer s3cret"));
        assert!(!format!("{plan:?}{server:?}").contains("s3cret"));
        assert!(!lines(client, &server).starts_with(['c']), "{}", client.id);
    }
}

#[test]
fn names_that_would_need_quoting_are_refused() {
    let home = Home::new();
    for name in ["", "a b", "a.b", "pälace", "\""] {
        let mut server = stdio();
        server.name = name.into();
        let error = home.plan(find("codex").unwrap(), &server).unwrap_err();
        assert!(matches!(error, ConnectError::Name { .. }), "{error}");
    }
}

#[test]
fn a_person_is_shown_a_command_or_a_whole_file() {
    let claude = find("claude-code").unwrap();
    let codex = find("codex").unwrap();
    let zed = find("zed").unwrap();
    for (client, server, expected) in [
        (claude, stdio(), "claude mcp add palace --scope user -- /opt/palace mcp\n"),
        (
            claude,
            http(variable()),
            "claude mcp add palace http://127.0.0.1:7777/mcp --scope user --transport http --header 'Authorization: Bearer ${PALACE_TOKEN}'\n",
        ),
        (codex, stdio(), "codex mcp add palace -- /opt/palace mcp\n"),
        (codex, http(variable()), "codex mcp add palace --url http://127.0.0.1:7777/mcp --bearer-token-env-var PALACE_TOKEN\n"),
        (
            codex,
            http(Token::Literal("t0".into())),
            "[mcp_servers.palace]\nurl = \"http://127.0.0.1:7777/mcp\"\nhttp_headers = { Authorization = \"Bearer t0\" }\n",
        ),
        (
            zed,
            http(variable()),
            "{\n  \"context_servers\": {\n    \"palace\": {\n      \"url\": \"http://127.0.0.1:7777/mcp\",\n      \"headers\": {\n        \"Authorization\": \"Bearer <the value of PALACE_TOKEN>\"\n      }\n    }\n  }\n}\n",
        ),
    ] {
        assert_eq!(lines(client, &server), expected);
    }
}

#[test]
fn a_dry_run_shows_a_unified_diff() {
    let (home, client) = (Home::new(), find("cursor").unwrap());
    let path = client.user_path(home.path()).display().to_string();
    let new = home.plan(client, &stdio()).unwrap().diff();
    assert!(new.starts_with(&format!("--- /dev/null\n+++ {path}\n@@ -0,0 +1,9 @@\n+{{\n")), "{new}");

    home.write(client, "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3,\n  \"d\": 4,\n  \"mcpServers\": {\n    \"x\": {}\n  }\n}");
    assert_eq!(
        home.plan(client, &stdio()).unwrap().diff(),
        format!(
            "--- {path}
+++ {path}
@@ -4,6 +4,11 @@
   \"c\": 3,
   \"d\": 4,
   \"mcpServers\": {{
-    \"x\": {{}}
+    \"x\": {{}},
+    \"palace\": {{
+      \"type\": \"stdio\",
+      \"command\": \"/opt/palace\",
+      \"args\": [\"mcp\"]
+    }}
   }}
 }}
\\ No newline at end of file
"
        )
    );
}
