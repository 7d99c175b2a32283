//! Every client in every state its file can be in.

use super::*;
use std::collections::BTreeSet;

/// What one client's files look like before and after.
struct Case {
    id: &'static str,
    /// A missing or empty file becomes this.
    fresh: &'static str,
    /// The same over HTTP, with the token in a variable; none where the client reads no variables.
    http: Option<&'static str>,
    /// A file with comments, where the client allows them, and another server.
    busy: &'static str,
    busy_connected: &'static str,
    /// A file whose `palace` is somebody else's.
    foreign: &'static str,
    /// A file that does not parse, and where.
    broken: (&'static str, usize, usize),
}

const CASES: &[Case] = &[
    Case {
        id: "claude-code",
        fresh: r#"{
  "mcpServers": {
    "palace": {
      "type": "stdio",
      "command": "/opt/palace",
      "args": ["mcp"]
    }
  }
}
"#,
        http: Some(
            r#"{
  "mcpServers": {
    "palace": {
      "type": "http",
      "url": "http://127.0.0.1:7777/mcp",
      "headers": {
        "Authorization": "Bearer ${PALACE_TOKEN}"
      }
    }
  }
}
"#,
        ),
        busy: r#"{
  "userID": "u",
  "mcpServers": {
    "other": {"type": "http", "url": "https://example.org/mcp"}
  },
  "projects": { "/p": { "mcpServers": {} } }
}"#,
        busy_connected: r#"{
  "userID": "u",
  "mcpServers": {
    "other": {"type": "http", "url": "https://example.org/mcp"},
    "palace": {
      "type": "stdio",
      "command": "/opt/palace",
      "args": ["mcp"]
    }
  },
  "projects": { "/p": { "mcpServers": {} } }
}"#,
        foreign: r#"{ "mcpServers": { "palace": { "command": "npx", "args": ["-y", "x"] } } }"#,
        broken: ("{\n  // not for Claude Code\n}\n", 2, 3),
    },
    Case {
        id: "codex",
        fresh: r#"[mcp_servers.palace]
command = "/opt/palace"
args = ["mcp"]
"#,
        http: Some(
            r#"[mcp_servers.palace]
url = "http://127.0.0.1:7777/mcp"
bearer_token_env_var = "PALACE_TOKEN"
"#,
        ),
        busy: r#"# mine
model = "m" # the good one

[mcp_servers.other] # kept
command = "other"
# args = []

[profiles.fast]
model = "s"
# the end
"#,
        busy_connected: r#"# mine
model = "m" # the good one

[mcp_servers.other] # kept
command = "other"
# args = []

[profiles.fast]
model = "s"
# the end

[mcp_servers.palace]
command = "/opt/palace"
args = ["mcp"]
"#,
        foreign: "[mcp_servers.palace]\nurl = \"https://example.org/mcp\"\n",
        broken: ("model = \"m\"\n\n[mcp_servers\n", 3, 13),
    },
    Case {
        id: "cursor",
        fresh: r#"{
  "mcpServers": {
    "palace": {
      "type": "stdio",
      "command": "/opt/palace",
      "args": ["mcp"]
    }
  }
}
"#,
        http: Some(
            r#"{
  "mcpServers": {
    "palace": {
      "url": "http://127.0.0.1:7777/mcp",
      "headers": {
        "Authorization": "Bearer ${env:PALACE_TOKEN}"
      }
    }
  }
}
"#,
        ),
        busy: r#"{
    // four spaces
    "mcpServers": {
        "other": { "command": "other" } // mine
    }
}
"#,
        busy_connected: r#"{
    // four spaces
    "mcpServers": {
        "other": { "command": "other" }, // mine
        "palace": {
            "type": "stdio",
            "command": "/opt/palace",
            "args": ["mcp"]
        }
    }
}
"#,
        foreign: r#"{ "mcpServers": { "palace": { "url": "https://example.org/mcp" } } }"#,
        broken: ("{ \"mcpServers\": {", 1, 18),
    },
    Case {
        id: "vscode",
        fresh: r#"{
  "servers": {
    "palace": {
      "type": "stdio",
      "command": "/opt/palace",
      "args": ["mcp"]
    }
  }
}
"#,
        http: Some(
            r#"{
  "servers": {
    "palace": {
      "type": "http",
      "url": "http://127.0.0.1:7777/mcp",
      "headers": {
        "Authorization": "Bearer ${env:PALACE_TOKEN}"
      }
    }
  }
}
"#,
        ),
        busy: "{\n\t\"inputs\": [], // none\n\t\"servers\": {\n\t\t/* a\n\t\t   block */\n\t\t\"other\": {\"type\": \"stdio\", \"command\": \"other\"},\n\t},\n}\n",
        busy_connected: "{\n\t\"inputs\": [], // none\n\t\"servers\": {\n\t\t/* a\n\t\t   block */\n\t\t\"other\": {\"type\": \"stdio\", \"command\": \"other\"},\n\t\t\"palace\": {\n\t\t\t\"type\": \"stdio\",\n\t\t\t\"command\": \"/opt/palace\",\n\t\t\t\"args\": [\"mcp\"],\n\t\t},\n\t},\n}\n",
        foreign: r#"{ "servers": { "palace": { "type": "stdio", "command": "docker" } } }"#,
        broken: ("{\n  servers: {}\n}", 2, 3),
    },
    Case {
        id: "gemini-cli",
        fresh: r#"{
  "mcpServers": {
    "palace": {
      "command": "/opt/palace",
      "args": ["mcp"]
    }
  }
}
"#,
        http: Some(
            r#"{
  "mcpServers": {
    "palace": {
      "httpUrl": "http://127.0.0.1:7777/mcp",
      "headers": {
        "Authorization": "Bearer ${PALACE_TOKEN}"
      }
    }
  }
}
"#,
        ),
        busy: r#"{
  // looks
  "theme": "Dracula",
  "mcpServers": {
    "other": { "command": "other" }
    // more to come
  }
}
"#,
        busy_connected: r#"{
  // looks
  "theme": "Dracula",
  "mcpServers": {
    "other": { "command": "other" },
    "palace": {
      "command": "/opt/palace",
      "args": ["mcp"]
    }
    // more to come
  }
}
"#,
        foreign: r#"{ "mcpServers": { "palace": { "httpUrl": "https://example.org/mcp" } } }"#,
        broken: ("{\n  \"theme\": 1,\n}", 2, 13),
    },
    Case {
        id: "opencode",
        fresh: r#"{
  "mcp": {
    "palace": {
      "type": "local",
      "command": ["/opt/palace", "mcp"],
      "enabled": true
    }
  }
}
"#,
        http: Some(
            r#"{
  "mcp": {
    "palace": {
      "type": "remote",
      "url": "http://127.0.0.1:7777/mcp",
      "headers": {
        "Authorization": "Bearer {env:PALACE_TOKEN}"
      },
      "enabled": true
    }
  }
}
"#,
        ),
        busy: "{\r\n  \"$schema\": \"https://opencode.ai/config.json\", // Windows\r\n  \"mcp\": {\r\n    \"other\": { \"type\": \"local\", \"command\": [\"other\"] }\r\n  }\r\n}\r\n",
        busy_connected: "{\r\n  \"$schema\": \"https://opencode.ai/config.json\", // Windows\r\n  \"mcp\": {\r\n    \"other\": { \"type\": \"local\", \"command\": [\"other\"] },\r\n    \"palace\": {\r\n      \"type\": \"local\",\r\n      \"command\": [\"/opt/palace\", \"mcp\"],\r\n      \"enabled\": true\r\n    }\r\n  }\r\n}\r\n",
        foreign: r#"{ "mcp": { "palace": { "type": "local", "command": ["bun", "palace"] } } }"#,
        broken: ("{\n  \"mcp\": {}\n  \"theme\": 1\n}", 2, 12),
    },
    Case {
        id: "zed",
        fresh: r#"{
  "context_servers": {
    "palace": {
      "command": "/opt/palace",
      "args": ["mcp"]
    }
  }
}
"#,
        http: None,
        busy: r#"// Zed settings
{
  "vim_mode": true, // of course
  "context_servers": {
    "other": { "command": "other", "args": [] },
  },
}
"#,
        busy_connected: r#"// Zed settings
{
  "vim_mode": true, // of course
  "context_servers": {
    "other": { "command": "other", "args": [] },
    "palace": {
      "command": "/opt/palace",
      "args": ["mcp"],
    },
  },
}
"#,
        foreign: r#"{ "context_servers": { "palace": { "settings": {} } } }"#,
        broken: ("{\n  \"vim_mode\": yes\n}", 2, 15),
    },
    Case {
        id: "windsurf",
        fresh: r#"{
  "mcpServers": {
    "palace": {
      "command": "/opt/palace",
      "args": ["mcp"]
    }
  }
}
"#,
        http: Some(
            r#"{
  "mcpServers": {
    "palace": {
      "serverUrl": "http://127.0.0.1:7777/mcp",
      "headers": {
        "Authorization": "Bearer ${env:PALACE_TOKEN}"
      }
    }
  }
}
"#,
        ),
        busy: "{\n  // first\n  \"mcpServers\": {\n    // none yet\n  }\n}",
        busy_connected: "{\n  // first\n  \"mcpServers\": {\n    // none yet\n    \"palace\": {\n      \"command\": \"/opt/palace\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}",
        foreign: r#"{ "mcpServers": { "palace": "later" } }"#,
        broken: ("{} {}", 1, 4),
    },
];

/// Runs a check for every client, and makes sure that no client is left out.
fn every(check: impl Fn(&Case, &'static Client)) {
    let ids: Vec<_> = CASES.iter().map(|case| case.id).collect();
    assert_eq!(ids, clients().iter().map(|c| c.id).collect::<Vec<_>>());
    for case in CASES {
        check(case, find(case.id).unwrap());
    }
}

#[test]
fn a_missing_file_is_created() {
    every(|case, client| {
        let home = Home::new();
        let plan = home.plan(client, &stdio()).unwrap();
        assert_eq!((plan.before.as_deref(), plan.changed), (None, true));
        let applied = apply(&plan).unwrap();
        assert_eq!(applied.backup, None);
        assert_eq!(fs::read_to_string(applied.path).unwrap(), case.fresh, "{}", case.id);
        assert_eq!(home.files().len(), 1);
    });
}

#[test]
fn an_empty_file_reads_as_a_missing_one() {
    every(|case, _| {
        for empty in ["", "\n", "  \n\n"] {
            let text = connected(case.id, &stdio(), empty);
            assert_eq!(text.trim_start(), case.fresh, "{}", case.id);
        }
    });
}

#[test]
fn comments_and_other_servers_stay() {
    every(|case, _| {
        let text = connected(case.id, &stdio(), case.busy);
        assert_eq!(text, case.busy_connected, "{}", case.id);
    });
}

#[test]
fn connecting_twice_changes_nothing() {
    every(|case, client| {
        for text in [case.fresh, case.busy_connected] {
            let home = Home::new();
            home.write(client, text);
            let plan = home.plan(client, &stdio()).unwrap();
            assert_eq!((plan.changed, plan.after.as_str()), (false, text), "{}", case.id);
        }
    });
}

#[test]
fn http_entries_name_a_variable_for_the_token() {
    every(|case, client| {
        let home = Home::new();
        let planned = home.plan(client, &http(variable()));
        if let Some(expected) = case.http {
            assert_eq!(planned.unwrap().after, expected);
        } else {
            let error = planned.unwrap_err();
            assert!(matches!(error, ConnectError::VariableUnread { .. }), "{error}");
        }
    });
}

#[test]
fn disconnecting_takes_out_what_connecting_put_in() {
    every(|case, _| {
        assert_eq!(disconnected(case.id, case.busy_connected), case.busy, "{}", case.id);
        assert_eq!(disconnected(case.id, case.busy), case.busy, "{}", case.id);
        assert_eq!(disconnected(case.id, ""), "", "{}", case.id);
    });
}

#[test]
fn a_foreign_entry_needs_force() {
    every(|case, client| {
        let home = Home::new();
        let path = home.write(client, case.foreign);
        for act in [plan, plan_removal] {
            let go = |foreign| act(client, &stdio(), &Scope::User, home.path(), foreign);
            let error = go(Foreign::Refuse).unwrap_err();
            assert!(matches!(error, ConnectError::Foreign { .. }), "{error}");
            assert!(go(Foreign::Replace).unwrap().changed, "{}", case.id);
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), case.foreign);
        let force = plan(client, &stdio(), &Scope::User, home.path(), Foreign::Replace);
        apply(&force.unwrap()).unwrap();
        let again = home.plan(client, &stdio()).unwrap();
        assert!(!again.changed, "{}: {}", case.id, again.after);
        assert!(!again.after.contains("example.org"), "{}", again.after);
    });
}

#[test]
fn a_broken_file_is_left_alone_and_the_place_is_named() {
    every(|case, client| {
        let home = Home::new();
        let (text, at_line, at_column) = case.broken;
        let path = home.write(client, text);
        match home.plan(client, &stdio()).unwrap_err() {
            ConnectError::Broken { line, column, .. } => {
                assert_eq!((line, column), (at_line, at_column), "{}", case.id);
            }
            error => panic!("{}: {error}", case.id),
        }
        assert_eq!(fs::read_to_string(path).unwrap(), text);
        assert_eq!(home.files().len(), 1);
    });
}

#[test]
fn a_key_that_holds_no_object_is_refused() {
    every(|case, client| {
        let toml = client.format == Format::Toml;
        let texts: &[String] = &if toml {
            vec![format!("{} = 1\n", client.key), format!("[[{}]]\n", client.key)]
        } else {
            let (key, values) = (client.key, ["null", "[]", "\"x\""]);
            let mut texts: Vec<_> = values.map(|v| format!("{{\"{key}\": {v}}}")).into();
            texts.extend(values.map(String::from));
            texts
        };
        for text in texts {
            let home = Home::new();
            home.write(client, text);
            let error = home.plan(client, &stdio()).unwrap_err();
            assert!(matches!(error, ConnectError::NotObject { .. }), "{}: {error}", case.id);
        }
    });
}

#[test]
fn projects_have_files_of_their_own() {
    let expected = [
        ("claude-code", Some(".mcp.json")),
        ("codex", Some(".codex/config.toml")),
        ("cursor", Some(".cursor/mcp.json")),
        ("vscode", Some(".vscode/mcp.json")),
        ("gemini-cli", Some(".gemini/settings.json")),
        ("opencode", Some("opencode.json")),
        ("zed", Some(".zed/settings.json")),
        ("windsurf", None),
    ];
    for (id, file) in expected {
        let (home, project, client) = (Home::new(), Home::new(), find(id).unwrap());
        let scope = Scope::Project(project.path().to_path_buf());
        let planned = plan(client, &stdio(), &scope, home.path(), Foreign::Refuse);
        if let Some(file) = file {
            assert_eq!(planned.unwrap().path, project.path().join(file));
        } else {
            let error = planned.unwrap_err();
            assert!(matches!(error, ConnectError::NoProject { .. }), "{error}");
        }
    }
}

#[test]
fn ids_are_unique_and_so_are_files() {
    let ids: BTreeSet<_> = clients().iter().map(|client| client.id).collect();
    assert_eq!(ids.len(), clients().len());
    for platform in [Platform::Linux, Platform::Mac, Platform::Windows] {
        let files: Vec<_> = clients().iter().flat_map(|c| c.user.on(platform)).collect();
        assert_eq!(files.iter().collect::<BTreeSet<_>>().len(), files.len());
    }
}

#[test]
fn an_unknown_client_is_answered_with_the_nearest() {
    for (asked, nearest) in [
        ("claude", Some("claude-code")),
        ("Claude Code", Some("claude-code")),
        ("cursr", Some("cursor")),
        ("vs-code", Some("vscode")),
        ("gemini", Some("gemini-cli")),
        ("open-code", Some("opencode")),
        ("emacs-with-everything", None),
    ] {
        match find(asked).unwrap_err() {
            ConnectError::Unknown { nearest: got, known, .. } => {
                assert_eq!((got, known.len()), (nearest, clients().len()), "{asked}");
            }
            error => panic!("{error}"),
        }
    }
    assert_eq!(
        find("cursr").unwrap_err().to_string(),
        "there is no client `cursr` (did you mean `cursor`?); known clients: claude-code, codex, \
         cursor, vscode, gemini-cli, opencode, zed, windsurf"
    );
}
