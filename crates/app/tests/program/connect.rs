//! `palace connect` and `palace disconnect` on real files: written once, kept whole, shown before.

use crate::house::{House, PALACE, Ran};
use serde_json::Value as Json;
use std::{fs, path::PathBuf};
use testkit::On;

/// Client, file below the home directory, what a person had in it, and two of its lines that must stay.
const FILES: &[(&str, &str, &str, [&str; 2])] = &[
    (
        "claude-code",
        ".claude.json",
        "{\n  \"theme\": \"dark\",\n  \"mcpServers\": {\n    \"other\": { \"command\": \"other\" }\n  }\n}\n",
        ["\"theme\": \"dark\"", "\"other\": { \"command\": \"other\" }"],
    ),
    ("codex", ".codex/config.toml", "# mine\nmodel = \"o\" # fast\n\n[mcp_servers.other]\ncommand = \"other\"\n", ["# mine", "model = \"o\" # fast"]),
    (
        "vscode",
        ".config/Code/User/mcp.json",
        "{\n  // mine\n  \"servers\": {\n    \"other\": { \"command\": \"other\" }, // last\n  },\n}\n",
        ["// mine", "\"other\": { \"command\": \"other\" }, // last"],
    ),
    ("cursor", ".cursor/mcp.json", "{\n  // mine\n  \"mcpServers\": {}\n}\n", ["// mine", "\"mcpServers\""]),
    ("gemini-cli", ".gemini/settings.json", "{\n  // mine\n  \"theme\": \"x\"\n}\n", ["// mine", "\"theme\": \"x\""]),
    ("opencode", ".config/opencode/opencode.json", "{\n  // mine\n  \"model\": \"x\"\n}\n", ["// mine", "\"model\": \"x\""]),
    ("zed", ".config/zed/settings.json", "{\n  // mine\n  \"vim_mode\": true,\n}\n", ["// mine", "\"vim_mode\": true"]),
    ("windsurf", ".codeium/windsurf/mcp_config.json", "{\n  // mine\n  \"mcpServers\": {}\n}\n", ["// mine", "\"mcpServers\""]),
];

/// A palace, and a person whose home directory is empty.
struct Desk {
    house: House,
    user: PathBuf,
}

impl Desk {
    fn new() -> Self {
        let house = House::sealed();
        let user = house.path("user");
        fs::create_dir(&user).expect("a home directory");
        Self { house, user }
    }

    fn run(&self, args: &[&str]) -> Ran {
        self.house.command(args).env("HOME", &self.user).current_dir(&self.user).output().expect("run palace").into()
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.user.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("make the folder");
        fs::write(&path, text).expect("write the file");
        path
    }
}

#[test]
fn a_client_is_connected_once_and_everything_else_in_its_file_stays() {
    for (client, name, text, kept) in FILES {
        let desk = Desk::new();
        let path = desk.file(name, text);

        let planned = desk.run(&["connect", client, "--dry-run"]).json();
        assert_eq!((planned["state"].as_str(), planned["changed"].as_bool()), (Some("planned"), Some(false)), "{client}: {planned}");
        assert!(planned["diff"].as_str().expect("a diff").contains("\n+"), "{client}: {planned}");
        assert_eq!(fs::read_to_string(&path).expect("the file"), *text, "{client}: a dry run changes nothing");

        let done = desk.run(&["connect", client]).json();
        let written = fs::read_to_string(&path).expect("the file");
        for words in [PALACE, "serve", "--home", &desk.house.home.display().to_string()].into_iter().chain(kept.iter().copied()) {
            assert!(written.contains(words), "{client}: {words} is missing:\n{written}");
        }
        let backup = done["backup"].as_str().expect("a backup");
        assert_eq!(fs::read_to_string(backup).expect("the backup"), *text, "{client}");

        let again = desk.run(&["connect", client]).json();
        assert_eq!((again["changed"].as_bool(), again["backup"].is_null()), (Some(false), true), "{client}: {again}");
        assert_eq!(fs::read_to_string(&path).expect("the file"), written, "{client}: the second time changes nothing");

        desk.run(&["disconnect", client]).json();
        let left = fs::read_to_string(&path).expect("the file");
        assert!(!left.contains(PALACE) && kept.iter().all(|words| left.contains(words)), "{client}:\n{left}");
        assert_eq!(desk.run(&["disconnect", client]).json()["changed"], false, "{client}");
    }
}

#[test]
fn a_client_without_a_file_gets_one() {
    for (client, name, ..) in FILES {
        let desk = Desk::new();
        assert_eq!(desk.run(&["connect", client]).json()["backup"], Json::Null, "{client}");
        assert!(fs::read_to_string(desk.user.join(name)).expect("the file").contains(PALACE), "{client}");
    }
}

#[test]
fn what_cannot_be_connected_is_refused_with_what_to_do() {
    let cases: &[(&str, &str, &[&str], &str, &str)] = &[
        ("a name nobody has", "", &["connect", "claud"], "INPUT_INVALID", "Use one of claude-code, codex"),
        ("a client without project files", "", &["connect", "windsurf", "--project"], "INPUT_INVALID", "Leave the project out"),
        (
            "an entry that leads elsewhere",
            r#"{"mcpServers":{"palace":{"command":"/bin/true"}}}"#,
            &["connect", "claude-code"],
            "INPUT_INVALID",
            "--force",
        ),
        (
            "an entry that leads elsewhere, to go",
            r#"{"mcpServers":{"palace":{"command":"/bin/true"}}}"#,
            &["disconnect", "claude-code"],
            "INPUT_INVALID",
            "--force",
        ),
        ("a file that does not parse", "{", &["connect", "claude-code"], "INPUT_INVALID", "Mend it"),
        ("servers that are none", r#"{"mcpServers":[]}"#, &["connect", "claude-code"], "INPUT_INVALID", "Mend it"),
        ("an address of other machines", "", &["connect", "claude-code", "--http=0.0.0.0:1"], "INPUT_INVALID", "127.0.0.1"),
    ];
    for (what, text, args, code, next) in cases {
        let desk = Desk::new();
        let path = desk.file(".claude.json", text);
        let ran = desk.run(args);
        assert_eq!(ran.refused(), *code, "{what}");
        assert!(ran.err.contains(next), "{what}: {ran:?}");
        assert_eq!(fs::read_to_string(&path).expect("the file"), *text, "{what}");
    }
}

#[test]
fn force_replaces_what_leads_elsewhere() {
    let desk = Desk::new();
    let path = desk.file(".claude.json", r#"{"mcpServers":{"palace":{"command":"/bin/true"}}}"#);
    desk.run(&["connect", "claude-code", "--force"]).json();
    let text = fs::read_to_string(path).expect("the file");
    assert!(text.contains(PALACE) && !text.contains("/bin/true"), "{text}");
}

#[test]
fn over_http_the_token_stands_in_the_persons_file_alone() {
    let desk = Desk::new();
    let planned = desk.run(&["connect", "claude-code", "--http", "--dry-run"]);
    assert!(planned.out.contains("http://127.0.0.1:8765/mcp"), "{planned:?}");
    assert!(!desk.house.home.join("token").exists(), "a dry run draws no token");

    let done = desk.run(&["connect", "claude-code", "--http=127.0.0.1:9000"]);
    let token = fs::read_to_string(desk.house.home.join("token")).expect("the token");
    let text = fs::read_to_string(desk.user.join(".claude.json")).expect("the file");
    assert!(text.contains(token.trim()) && text.contains("http://127.0.0.1:9000/mcp"), "{text}");
    assert!(!done.out.contains(token.trim()), "the token is not printed");
    let removed = desk.run(&["disconnect", "claude-code"]);
    assert_eq!(removed.json()["changed"], true);
    assert!(!removed.out.contains(token.trim()), "nor when it goes");

    desk.run(&["connect", "claude-code", "--http", "--project"]).json();
    let text = fs::read_to_string(desk.user.join(".mcp.json")).expect("the project's file");
    assert!(text.contains("${PALACE_TOKEN}") && !text.contains(token.trim()), "{text}");
}

#[test]
fn the_mode_is_written_only_when_it_was_asked_for() {
    let desk = Desk::new();
    desk.run(&["connect", "codex"]).json();
    let path = desk.user.join(".codex/config.toml");
    assert!(!fs::read_to_string(&path).expect("the file").contains("--mode"));
    desk.run(&["--mode", "human", "connect", "codex"]).json();
    assert!(fs::read_to_string(&path).expect("the file").contains(r#""--mode", "human""#));
}

#[test]
fn the_list_says_which_clients_are_connected() {
    let desk = Desk::new();
    desk.run(&["connect", "codex"]).json();
    desk.file(".cursor/mcp.json", r#"{"mcpServers":{"palace":{"command":"/gone/palace"}}}"#);
    let list = desk.run(&["connect", "--list"]).json();
    let states: Vec<(String, String)> = list["clients"]
        .as_array()
        .expect("clients")
        .iter()
        .map(|c| (c["id"].as_str().unwrap_or("").into(), c["state"].as_str().unwrap_or("").into()))
        .collect();
    let state = |id: &str| states.iter().find(|(i, _)| i == id).map(|(_, s)| s.as_str());
    assert_eq!(states.len(), 8);
    assert_eq!(state("codex"), Some("connected"));
    assert_eq!(state("cursor"), Some("connected, but it starts `/gone/palace`"));
    assert_eq!(state("zed"), Some("not connected"));
}

#[test]
fn without_a_palace_connecting_says_who_makes_one() {
    let house = House::empty(On::Sqlite);
    let mut command = std::process::Command::new(PALACE);
    command.arg("--home").arg(&house.home).args(["connect", "codex"]).env("HOME", house.temp.path()).env_remove("PALACE_DATABASE_URL");
    let ran: Ran = command.output().expect("run palace").into();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("the client's first start makes a sealed one"), "{ran:?}");
}
