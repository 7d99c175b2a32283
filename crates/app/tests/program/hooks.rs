//! `palace hooks` on real files, and `palace hook` as clients run it: their JSON in, their protocol out.

use crate::house::{House, Mcp, PALACE, Ran};
use serde_json::{Value as Json, json};
use std::{
    fs,
    io::Write,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use testkit::On;

/// A palace, a project and a person's home directory.
struct Desk {
    house: House,
    project: PathBuf,
    user: PathBuf,
}

impl Desk {
    fn new(on: On) -> Self {
        let house = House::unsealed(on);
        let (project, user) = (house.path("project"), house.path("user"));
        fs::create_dir_all(project.join(".git")).expect("a repository");
        fs::write(project.join(".git/HEAD"), "ref: refs/heads/main\n").expect("a head");
        fs::create_dir(&user).expect("a home directory");
        Self { house, project, user }
    }

    fn palace(&self, args: &[&str]) -> Ran {
        // A project's files name no folder, so the home is found as a client's processes find it.
        let mut command = self.house.command(args);
        command.env("HOME", &self.user).env("PALACE_HOME", &self.house.home).current_dir(&self.project).output().expect("run palace").into()
    }

    /// Runs a hook as a client would: by the words that `palace hooks install` writes.
    fn hook(&self, words: &[&str], said: &str) -> Ran {
        let mut command = Command::new(PALACE);
        command.arg("hook").args(words).arg("--home").arg(&self.house.home);
        if let Some(schema) = &self.house.schema {
            command.args(["--database", &schema.url()]);
        }
        run(command.current_dir("/").env_remove("PALACE_HOME").env_remove("PALACE_DATABASE_URL"), said)
    }

    /// Waits until every conversation that was put away is kept.
    fn filed(&self) {
        let ran = self.hook(&["pre-compact", "--filing"], "");
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_eq!(fs::read_dir(self.waiting()).expect("a folder").count(), 0);
    }

    fn waiting(&self) -> PathBuf {
        self.house.home.join("hooks/waiting")
    }

    fn says(&self, more: Json) -> String {
        let mut said = json!({ "session_id": "client-1", "cwd": self.project, "transcript_path": null, "hook_event_name": "x" });
        said.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        said.to_string()
    }

    /// Applies a preset that refuses what writes.
    fn is_strict(&self) {
        let config = self.house.path("mine.json");
        fs::write(&config, STRICT).expect("a file");
        self.palace(&["--mode", "human", "preset", "apply", "mine", "--config", &config.display().to_string()]).json();
    }

    /// An agent in the project that speaks MCP under a client's name: calls a tool, gives its answer or refusal.
    fn agent(&self, client: &str) -> impl FnMut(&str, Json) -> Json {
        let mut command = self.house.command(&["serve", "--profile", "cycle"]);
        command.current_dir(&self.project);
        let mut mcp = Mcp::start(command).initialized_as(client);
        move |tool, input| mcp.call(tool, input)["result"]["structuredContent"].take()
    }

    fn sessions(&self) -> Vec<(String, String)> {
        let listed = self.palace(&["session", "list"]).json();
        let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
        listed["result"]["sessions"].as_array().expect("sessions").iter().map(|s| (text(&s["agentType"]), text(&s["state"]))).collect()
    }
}

fn run(command: &mut Command, said: impl AsRef<[u8]>) -> Ran {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("start palace");
    // One that refuses its arguments does not read.
    let _ = child.stdin.take().expect("its input").write_all(said.as_ref());
    child.wait_with_output().expect("run palace").into()
}

#[track_caller]
fn silent(ran: &Ran) {
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", ""), "{ran:?}");
}

const CLIENTS: [&str; 5] = ["claude-code", "codex", "cursor", "gemini-cli", "opencode"];

#[test]
fn hooks_are_installed_shown_and_taken_out_for_every_client() {
    let desk = Desk::new(On::Sqlite);
    for client in CLIENTS {
        let planned = desk.palace(&["hooks", "install", "--client", client, "--dry-run"]).json();
        assert_eq!(planned["clients"][0]["state"], "planned", "{planned}");
        let file = PathBuf::from(planned["clients"][0]["file"].as_str().expect("a file"));
        assert!(!file.exists(), "{client}: a dry run writes nothing");
        let done = desk.palace(&["hooks", "install", "--client", client, "--user"]).json();
        assert_eq!((&done["clients"][0]["state"], &done["clients"][0]["changed"]), (&json!("installed"), &json!(true)), "{done}");
        let text = fs::read_to_string(&file).expect("the file");
        assert!(text.contains(PALACE) && text.contains("hook") && text.contains(&desk.house.home.display().to_string()), "{client}: {text}");
        let status = desk.palace(&["hooks", "status", "--client", client]).json();
        let events = status["clients"][0]["events"].as_object().expect("events");
        assert_eq!(events.len(), 6, "{status}");
        assert!(events.values().all(|state| state == "installed" || state.as_str().is_some_and(|s| s.starts_with("no such hook"))), "{status}");
        let again = desk.palace(&["hooks", "install", "--client", client]).json();
        assert_eq!(again["clients"][0]["changed"], false, "{again}");
    }
    let gone = desk.palace(&["hooks", "uninstall"]).json();
    for client in gone["clients"].as_array().expect("clients") {
        assert_eq!((&client["state"], &client["removed"]), (&json!("uninstalled"), &json!(true)), "{client}");
        assert!(!Path::new(client["file"].as_str().expect("a file")).exists());
    }
}

#[test]
fn a_project_has_hooks_of_its_own_and_a_broken_file_stops_them_all() {
    let desk = Desk::new(On::Sqlite);
    assert_eq!(desk.palace(&["hooks", "install", "--project"]).refused(), "NOT_FOUND");
    for folder in [".claude", ".gemini"] {
        fs::create_dir(desk.project.join(folder)).expect("a folder");
    }
    let settings = desk.project.join(".gemini/settings.json");
    fs::write(&settings, "{ // mine\n  \"theme\": }").expect("a file");
    assert_eq!(desk.palace(&["hooks", "install", "--project"]).refused(), "INPUT_INVALID");
    let told = desk.palace(&["hooks", "status", "--client", "gemini-cli"]).json();
    assert!(told["clients"][1]["unreadable"].is_string(), "what cannot be read is told, not passed over: {told}");
    assert!(!desk.project.join(".claude/settings.local.json").exists(), "nothing was written");
    fs::write(&settings, "{ // mine\r\n  \"theme\": \"x\"}").expect("a file");
    let done = desk.palace(&["hooks", "install", "--project", "--fail-closed"]).json();
    assert_eq!(done["clients"].as_array().map(Vec::len), Some(2), "{done}");
    assert_eq!(desk.palace(&["hooks", "status", "--project", "--client", "gemini-cli"]).json()["clients"][0]["failClosed"], true);
    // Whoever does not say whose file is told of both; a project that holds nothing of ours is not named.
    let files = |flags: &[&str]| -> Vec<PathBuf> {
        let told = desk.palace(&[&["hooks", "status", "--client", "gemini-cli"], flags].concat()).json();
        told["clients"].as_array().expect("clients").iter().map(|one| PathBuf::from(one["file"].as_str().expect("a file"))).collect()
    };
    let (everywhere, mine) = (files(&[]), files(&["--user"]));
    assert_eq!((&everywhere[..1], &everywhere[1..]), (&mine[..], &[settings.canonicalize().expect("the file")][..]));
    desk.palace(&["hooks", "uninstall", "--project"]).json();
    assert_eq!(files(&[]), mine);
    assert_eq!(fs::read_to_string(&settings).expect("the file"), "{ // mine\r\n  \"theme\": \"x\"}");
    assert!(!desk.project.join(".claude/settings.local.json").exists());
}

fn a_session_as_a_client_lives_it(on: On) {
    let desk = Desk::new(on);
    silent(&desk.hook(&["session-start"], &desk.says(json!({ "source": "startup" }))));
    silent(&desk.hook(&["user-prompt-submit"], &desk.says(json!({ "prompt": "write a file" }))));
    let file = desk.project.join("src/a.rs");
    let write = json!({ "tool_name": "Write", "tool_input": { "file_path": file, "content": "x" } });
    silent(&desk.hook(
        &["post-tool-use"],
        &desk.says(json!({ "tool_name": "Write", "tool_input": write["tool_input"], "tool_response": { "success": true } })),
    ));
    silent(
        &desk.hook(&["post-tool-use"], &desk.says(json!({ "tool_name": "Bash", "tool_input": { "command": "cargo test" }, "tool_response": {} }))),
    );
    silent(
        &desk.hook(&["post-tool-use"], &desk.says(json!({ "tool_name": "Read", "tool_input": { "file_path": "/etc/hosts" }, "tool_response": {} }))),
    );
    silent(&desk.hook(&["post-tool-use"], &desk.says(json!({ "tool_name": "mcp__palace__recall", "tool_input": {}, "tool_response": {} }))));
    assert_eq!(desk.sessions(), [("claude-code".to_owned(), "active".to_owned())]);
    let brief = desk.palace(&["file", "brief", "src/a.rs"]).json();
    assert!(brief.to_string().contains("file_edit") || brief["result"]["edits"] == 1 || brief.to_string().contains("\"edits\":1"), "{brief}");
    silent(&desk.hook(&["stop"], &desk.says(json!({ "stop_hook_active": false }))));
    assert_eq!(desk.sessions(), [("claude-code".to_owned(), "completed".to_owned())]);
    // The next turn is another stretch of work, and a second stop has nothing to end.
    silent(&desk.hook(&["stop"], &desk.says(json!({}))));
    silent(&desk.hook(
        &["post-tool-use", "--client", "cursor"],
        &desk.says(json!({ "conversation_id": "c", "tool_name": "Shell", "tool_input": "{\"command\":\"ls\"}" })),
    ));
    assert_eq!(desk.sessions().len(), 2);
}

#[test]
fn a_session_as_a_client_lives_it_on_sqlite() {
    a_session_as_a_client_lives_it(On::Sqlite);
}

#[test]
fn a_session_as_a_client_lives_it_on_postgres() {
    a_session_as_a_client_lives_it(On::Postgres);
}

#[test]
fn a_session_that_somebody_ended_is_followed_by_another() {
    let desk = Desk::new(On::Sqlite);
    let did = desk.says(json!({ "tool_name": "Bash", "tool_input": { "command": "make" } }));
    silent(&desk.hook(&["post-tool-use"], &did));
    let id = desk.palace(&["session", "list"]).json()["result"]["sessions"][0]["sessionId"].as_str().expect("an id").to_owned();
    desk.palace(&["--mode", "human", "session", "end", &id]).json();
    silent(&desk.hook(&["post-tool-use"], &did));
    let states: Vec<String> = desk.sessions().into_iter().map(|(_, state)| state).collect();
    assert_eq!(states, ["active", "completed"]);
}

#[test]
fn the_start_of_a_session_tells_what_holds_here_in_the_clients_protocol() {
    let desk = Desk::new(On::Sqlite);
    desk.palace(&[
        "--mode",
        "human",
        "store-direct",
        "Use PostgreSQL 16 for billing",
        "--as",
        "decision",
        "--rationale",
        "Invoices need transactions",
    ])
    .json();
    let said = desk.says(json!({ "source": "startup" }));
    let told = |client: &str| -> Json { serde_json::from_str(&desk.hook(&["session-start", "--client", client], &said).out).expect("JSON") };
    for (client, event) in [("claude-code", "SessionStart"), ("codex", "SessionStart"), ("gemini-cli", "SessionStart"), ("opencode", "session-start")]
    {
        let answer = told(client);
        assert_eq!(answer["hookSpecificOutput"]["hookEventName"], event, "{answer}");
        assert!(answer["hookSpecificOutput"]["additionalContext"].as_str().is_some_and(|text| text.contains("PostgreSQL 16")), "{answer}");
    }
    assert!(told("cursor")["additional_context"].as_str().is_some_and(|text| text.contains("PostgreSQL 16")));
}

#[test]
fn what_would_be_lost_is_kept_as_evidence() {
    let desk = Desk::new(On::Sqlite);
    let transcript = desk.house.path("t.jsonl");
    let line = |role: &str, words: &str| {
        json!({ "type": role, "sessionId": "client-1", "cwd": desk.project, "uuid": words, "message": { "role": role, "content": words } })
            .to_string()
    };
    fs::write(&transcript, format!("{}\n{}\n", line("user", "please use tabs in the makefile"), line("assistant", "the makefile has tabs now")))
        .expect("a transcript");
    let said = desk.says(json!({ "transcript_path": transcript, "trigger": "auto" }));
    silent(&desk.hook(&["pre-compact"], &said));
    silent(&desk.hook(&["pre-compact"], &said)); // known as it is
    let kept = fs::metadata(desk.waiting()).expect("a folder").permissions().mode();
    assert_eq!(kept & 0o777, 0o700);
    desk.filed();
    let sources = desk.palace(&["source", "list"]).json();
    assert_eq!(sources["result"]["sources"].as_array().map(Vec::len), Some(1), "{sources}");
    assert_eq!(sources["result"]["sources"][0]["path"], "claude-code#client-1/t", "{sources}");
    let conversation = json!({
        "info": { "id": "ses_9", "title": "ovens", "directory": desk.project, "time": { "created": 1 } },
        "messages": [{ "info": { "id": "m1", "role": "user", "sessionID": "ses_9", "time": { "created": 1 } }, "parts": [{ "id": "p1", "type": "text", "text": "ovens need heat" }] }],
    });
    silent(&desk.hook(&["pre-compact", "--client", "opencode"], &desk.says(json!({ "transcript": conversation }))));
    desk.filed();
    let found = desk.palace(&["recall", "ovens"]).json();
    assert!(found.to_string().contains("ovens need heat"), "{found}");
}

#[test]
fn a_conversation_that_cannot_be_kept_waits_and_is_told_at_the_next_start() {
    let desk = Desk::new(On::Sqlite);
    let (folder, waiting) = (desk.project.join("later"), desk.waiting());
    let line = json!({ "type": "user", "sessionId": "client-1", "cwd": desk.project, "uuid": "u", "message": { "role": "user", "content": "mend the gate" } });
    fs::create_dir_all(&waiting).expect("a folder");
    fs::write(
        waiting.join("00000000000000000001-1"),
        format!("{}\n{line}\n", json!({ "folder": folder, "path": "t.jsonl", "client": "claude-code" })),
    )
    .expect("a conversation");
    let filing = desk.hook(&["pre-compact", "--filing"], "");
    assert!(filing.code == Some(1) && filing.err.contains("could not be kept yet"), "{filing:?}");
    let told = desk.hook(&["session-start"], &desk.says(json!({ "source": "startup" })));
    assert!(told.err.contains("could not be kept yet (STORE_UNREACHABLE") && told.err.lines().count() == 1, "{told:?}");
    let doctor = desk.palace(&["doctor"]);
    assert!(doctor.out.contains("conversations") && doctor.out.contains("--filing"), "{doctor:?}");
    fs::create_dir(&folder).expect("a folder");
    desk.filed();
    assert!(desk.palace(&["recall", "gate"]).json().to_string().contains("mend the gate"));
}

#[test]
fn whatever_goes_wrong_lets_the_work_go_on_and_says_so_in_one_line() {
    let desk = Desk::new(On::Sqlite);
    let events = ["session-start", "user-prompt-submit", "pre-tool-use", "post-tool-use", "pre-compact", "stop"];
    let mut cases: Vec<(&str, String)> = ["", "   ", "no json", "[]", "{\"tool_name\": []}", "{", "\u{0}"]
        .iter()
        .flat_map(|said| events.map(|event| (event, (*said).to_owned())))
        .collect();
    cases.push(("pre-compact", desk.says(json!({ "transcript_path": desk.house.path("missing.jsonl") }))));
    cases.push(("pre-compact", desk.says(json!({ "transcript_path": desk.project }))));
    for (event, said) in cases {
        let ran = desk.hook(&[event], &said);
        assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (Some(0), "", 1), "{event} {said:?}: {ran:?}");
        assert!(ran.err.starts_with(&format!("palace hook {event}: ")), "{ran:?}");
    }
}

#[test]
fn a_missing_palace_fails_open_unless_the_hook_was_told_to_refuse() {
    let desk = Desk::new(On::Sqlite);
    let nowhere = desk.house.path("nowhere");
    let hook = |words: &[&str], tool: &str| {
        let said = desk.says(json!({ "tool_name": tool, "tool_input": {} }));
        run(Command::new(PALACE).arg("hook").args(words).arg("--home").arg(&nowhere).env_remove("PALACE_DATABASE_URL"), &said)
    };
    for event in ["session-start", "user-prompt-submit", "pre-tool-use", "post-tool-use", "stop"] {
        let ran = hook(&[event], "Write");
        assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (Some(0), "", 1), "{event}: {ran:?}");
    }
    for (client, code) in [("claude-code", 2), ("codex", 2), ("opencode", 2), ("cursor", 0), ("gemini-cli", 0)] {
        let ran = hook(&["pre-tool-use", "--client", client, "--fail-closed"], "Write");
        assert_eq!(ran.code, Some(code), "{client}: {ran:?}");
        assert!(code == 2 && !ran.err.is_empty() || ran.out.contains("deny"), "{client}: {ran:?}");
        let reads = hook(&["pre-tool-use", "--client", client, "--fail-closed"], "Read");
        assert_eq!((reads.code, reads.out.as_str()), (Some(0), ""), "{client}: reading harms nobody: {reads:?}");
    }
    assert_eq!(hook(&["pre-compact", "--filing"], "").code, Some(0), "nothing waits");
    assert!(!nowhere.exists(), "a hook makes no palace");

    // Words that another version of the program wrote down: nothing is stopped by them, unless it was told to refuse.
    for (words, code) in [
        (vec!["session-end"], 1),
        (vec!["pre-tool-use", "--client", "zed"], 1),
        (vec!["pre-tool-use", "--patience", "3"], 1),
        (vec![], 1),
        (vec!["pre-tool-use", "--patience", "3", "--fail-closed"], 2),
        (vec!["--help"], 0),
    ] {
        let ran = run(Command::new(PALACE).arg("hook").args(&words).env_remove("PALACE_HOME"), "{}");
        assert_eq!(ran.code, Some(code), "{words:?}: {ran:?}");
    }
}

#[test]
fn a_hook_acts_as_the_agent_whatever_the_terminal_says() {
    let desk = Desk::new(On::Sqlite);
    silent(&desk.hook(&["post-tool-use"], &desk.says(json!({ "tool_name": "Bash", "tool_input": { "command": "make" } }))));
    let entries = desk.palace(&["ledger", "show"]).json();
    let of_hook: Vec<&Json> = entries["result"]["entries"]
        .as_array()
        .expect("entries")
        .iter()
        .filter(|e| e["op"].as_str().is_some_and(|op| op.starts_with("session.")))
        .collect();
    assert!(!of_hook.is_empty() && of_hook.iter().all(|e| e.to_string().contains("agent")), "{entries}");
}

/// What a strict preset says that wants nothing but a token: the gates themselves have stories of their own.
const STRICT: &str = r#"{"name":"mine","description":"d","enforcement":"strict","token_ttl":{"operation":60000,"session":1800000},"gates":{"teach":{"required_tools":[],"description":"d"},"learn":{"required_tools":[],"description":"d"},"reason":{"required_tools":[],"description":"d"}}}"#;

/// A signing key that others may know, or that is none, signs nothing and vouches for nothing: whoever spoils it opens no door.
fn without_a_fit_key(desk: &Desk, session: &str, write: &str) {
    let path = desk.house.home.join("signing.key");
    let key = fs::read(&path).expect("the key");
    let spoil = |mode: u32, text: &[u8]| {
        fs::write(&path, text).expect("write");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
    };
    for (mode, text) in [(0o644, key.as_slice()), (0o600, b"abc".as_slice()), (0o600, [&key[..], b"00"].concat().as_slice()), (0o600, b"")] {
        spoil(mode, text);
        let refused = desk.palace(&["--user", "claude-code", "workflow", "verify", "reason", "write more", "--session-id", session]);
        assert_eq!(refused.refused(), "SIGNING_KEY_UNFIT", "{mode:o} {}", text.len());
        assert_eq!(desk.hook(&["pre-tool-use"], write).code, Some(2), "{mode:o} {}: no token is known to hold", text.len());
        silent(&desk.hook(&["pre-tool-use"], &desk.says(json!({ "tool_name": "Read", "tool_input": {} }))));
    }
    spoil(0o600, &key);
    silent(&desk.hook(&["pre-tool-use"], write));
}

/// The session that a refusal names.
#[track_caller]
fn session_named(said: &str) -> String {
    let word = said.split_whitespace().find(|word| word.starts_with("ses_")).unwrap_or_else(|| panic!("no session in {said}"));
    word.trim_end_matches('.').to_owned()
}

/// Calls that serde_json or the guard does not take: each holds a write that nobody gave a token for.
fn unreadable_writes(desk: &Desk) -> Vec<(&'static str, Vec<u8>)> {
    let write = |content: &str, more: &str| {
        let cwd = json!(desk.project);
        format!(r#"{{"session_id":"client-1","cwd":{cwd},"tool_name":"Write","tool_input":{{"file_path":"a","content":"{content}"}}{more}}}"#)
    };
    vec![
        ("half an emoji", write(r"hello \ud83d half an emoji", "").into_bytes()),
        ("a number beyond every type", write("x", r#","n":1e999"#).into_bytes()),
        ("two hundred levels", write("x", &format!(r#","n":{}{}"#, "[".repeat(200), "]".repeat(200))).into_bytes()),
        ("bytes that are no text", [write("x", "").as_bytes(), b"\xff"].concat()),
        ("torn", br#"{"tool_name":"Write","#.to_vec()),
        ("a field of another type", br#"{"tool_name":["Write"]}"#.to_vec()),
        ("nothing", Vec::new()),
        ("a name that the guard does not take", desk.says(json!({ "tool_name": "x".repeat(200), "tool_input": {} })).into_bytes()),
    ]
}

#[test]
fn a_call_that_cannot_be_checked_is_refused_where_writes_are_guarded_and_only_there() {
    let desk = Desk::new(On::Sqlite);
    let hook = |event: &str, client: &str, payload: &[u8]| {
        let mut command = Command::new(PALACE);
        command.args(["hook", event, "--client", client, "--home"]).arg(&desk.house.home).current_dir(&desk.project);
        run(&mut command, payload)
    };
    for (what, payload) in unreadable_writes(&desk) {
        assert_eq!(hook("pre-tool-use", "claude-code", &payload).code, Some(0), "no preset: {what}");
    }
    desk.is_strict();
    for (what, payload) in unreadable_writes(&desk) {
        let refused = hook("pre-tool-use", "claude-code", &payload);
        assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""), "{what}: {refused:?}");
        assert!(refused.err.starts_with("Palace: ") && refused.err.lines().count() == 1, "{what}: {refused:?}");
        assert!(hook("pre-tool-use", "cursor", &payload).out.starts_with(r#"{"permission":"deny""#), "{what}");
        assert_eq!(hook("post-tool-use", "claude-code", &payload).code, Some(0), "what is done is done: {what}");
    }
    let read = br#"{"tool_name":"Read","tool_input":{"file_path":"a \ud83d"},"n":1e999}"#;
    silent(&hook("pre-tool-use", "claude-code", read));
}

#[test]
fn what_an_agent_passes_over_mcp_opens_the_gate_of_its_own_hook() {
    let desk = Desk::new(On::Sqlite);
    desk.is_strict();
    let write = desk.says(json!({ "tool_name": "Write", "tool_input": { "file_path": "a", "content": "x" } }));
    // As each calls itself over MCP, where its hooks know only its id.
    for (client, called) in [("claude-code", "claude-code"), ("codex", "codex-mcp-client"), ("opencode", "opencode")] {
        let hook = |event: &str| desk.hook(&[event, "--client", client], &write);
        silent(&hook("session-start"));
        let stopped = hook("pre-tool-use");
        assert_eq!(stopped.code, Some(2), "{stopped:?}");
        let session = session_named(&stopped.err);
        let mut other = desk.agent("gemini-cli-mcp-client-palace");
        let foreign = other("verify_compliance", json!({ "current_phase": "reason", "action": "write a", "session_id": session }));
        assert_eq!(foreign["error"]["code"], "SESSION_FOREIGN", "{foreign}");
        let mut agent = desk.agent(called);
        let verified = agent("verify_compliance", json!({ "current_phase": "reason", "action": "write a", "session_id": session }));
        assert_eq!(hook("pre-tool-use").code, Some(2), "a token for an operation is none for a session");
        agent("authorize_operation", json!({ "operation_token": verified["operation_token"], "create_session_token": true }));
        silent(&hook("pre-tool-use"));
    }
    let stopped = desk.hook(&["pre-tool-use", "--client", "gemini-cli"], &write);
    assert!(stopped.out.contains("deny"), "another client's token is not ours: {stopped:?}");
}

#[test]
fn the_connection_that_a_refusal_asks_for_has_the_tools_that_it_names() {
    let desk = Desk::new(On::Sqlite);
    desk.is_strict();
    let stopped = desk.hook(&["pre-tool-use"], &desk.says(json!({ "tool_name": "Write", "tool_input": {} })));
    let words: Vec<&str> = stopped.err.split('`').find_map(|part| part.strip_prefix("palace connect ")).expect("a command").split(' ').collect();
    let tools = || -> Vec<String> {
        let file: Json = serde_json::from_slice(&fs::read(desk.user.join(".claude.json")).expect("a file")).expect("JSON");
        let entry = &file["mcpServers"]["palace"];
        let mut command = Command::new(entry["command"].as_str().expect("a program"));
        command.args(entry["args"].as_array().expect("arguments").iter().map(|word| word.as_str().expect("a word")));
        let listed = Mcp::start(command).initialized().ask("tools/list", json!({}));
        let tools = listed["result"]["tools"].as_array().expect("tools").iter();
        tools.map(|tool| tool["name"].as_str().expect("a name").to_owned()).collect()
    };
    desk.palace(&["connect", "claude-code"]).json();
    assert!(!tools().contains(&"verify_compliance".to_owned()), "what most agents need has no gates");
    desk.palace(&[&["connect"][..], &words].concat()).json();
    let listed = tools();
    for tool in ["verify_compliance", "authorize_operation"] {
        assert!(stopped.err.contains(tool) && listed.iter().any(|name| name == tool), "{tool}: {listed:?}");
    }
    let known = desk.palace(&["connect", "--list"]).json();
    assert_eq!(known["clients"][0]["state"], "connected, profile cycle", "{known}");
    assert_eq!(desk.palace(&["connect", "codex", "--profile", "bogus"]).refused(), "INPUT_INVALID");
    let done = desk.palace(&["hooks", "install", "--client", "claude-code"]).json();
    assert_eq!(done["clients"][0]["gates"], format!("palace connect {}", words.join(" ")), "{done}");
}

fn a_write_needs_a_token(on: On) {
    let desk = Desk::new(on);
    let file = desk.project.join("src/a.rs");
    let tool = |name: &str, input: Json| {
        desk.says(json!({ "hook_event_name": "PreToolUse", "tool_name": name, "tool_input": input, "permission_mode": "default" }))
    };
    let write = tool("Write", json!({ "file_path": file, "content": "fn main() {}" }));

    // Nobody chose a preset: nothing is in the way, and nothing is said.
    silent(&desk.hook(&["pre-tool-use"], &write));
    silent(&desk.hook(&["user-prompt-submit"], &desk.says(json!({ "prompt": "write" }))));

    desk.is_strict();

    // Without a token a write is stopped, and the agent is told what to do.
    let stopped = desk.hook(&["pre-tool-use"], &write);
    assert_eq!((stopped.code, stopped.out.as_str()), (Some(2), ""), "{stopped:?}");
    assert!(stopped.err.contains("verify_compliance") && stopped.err.contains("no session token"), "{stopped:?}");
    let session = session_named(&stopped.err);
    for (name, input) in [
        ("Edit", json!({})),
        ("MultiEdit", json!({})),
        ("NotebookEdit", json!({})),
        ("Bash", json!({ "command": "rm -r src" })),
        ("something_new", json!({})),
    ] {
        assert_eq!(desk.hook(&["pre-tool-use"], &tool(name, input)).code, Some(2), "{name}");
    }
    for (name, input) in [("Read", json!({ "file_path": file })), ("Bash", json!({ "command": "git status" })), ("mcp__palace__recall", json!({}))] {
        silent(&desk.hook(&["pre-tool-use"], &tool(name, input)));
    }
    let denied = desk.hook(&["pre-tool-use", "--client", "cursor"], &tool("Shell", json!({ "command": "touch a" })));
    assert!(denied.code == Some(0) && denied.out.starts_with(r#"{"permission":"deny""#), "{denied:?}");
    let denied = desk.hook(&["pre-tool-use", "--client", "gemini-cli"], &tool("write_file", json!({})));
    assert!(denied.code == Some(0) && denied.out.starts_with(r#"{"decision":"deny""#), "{denied:?}");
    let told: Json = serde_json::from_str(&desk.hook(&["user-prompt-submit"], &desk.says(json!({ "prompt": "write" }))).out).expect("JSON");
    let line = told["hookSpecificOutput"]["additionalContext"].as_str().expect("a line");
    assert!(line.lines().count() == 1 && line.contains(&session), "{line}");
    assert!(line.starts_with("Palace: nothing may be changed here yet") && !line.contains("`Write`"), "no tool was used yet: {line}");

    // With one it goes through, until the session ends.
    let verified = desk.palace(&["--user", "claude-code", "workflow", "verify", "reason", "write src/a.rs", "--session-id", &session]).json();
    let token = verified["result"]["operationToken"].as_str().unwrap_or_else(|| panic!("{verified}")).to_owned();
    assert_eq!(desk.hook(&["pre-tool-use"], &write).code, Some(2), "a token for an operation is none for a session");
    desk.palace(&["--user", "claude-code", "workflow", "authorize", &token, "--create-session-token"]).json();
    silent(&desk.hook(&["pre-tool-use"], &write));
    silent(&desk.hook(&["user-prompt-submit"], &desk.says(json!({ "prompt": "write" }))));
    silent(&desk.hook(&["post-tool-use"], &desk.says(json!({ "tool_name": "Write", "tool_input": { "file_path": file }, "tool_response": {} }))));
    without_a_fit_key(&desk, &session, &write);
    let other = json!({ "session_id": "client-2", "cwd": desk.project, "tool_name": "Write", "tool_input": {} }).to_string();
    assert_eq!(desk.hook(&["pre-tool-use"], &other).code, Some(2), "another session's token is not ours");
    silent(&desk.hook(&["stop"], &desk.says(json!({}))));
    assert_eq!(desk.hook(&["pre-tool-use"], &write).code, Some(2), "a session that has ended takes its token with it");
}

#[test]
fn a_write_needs_a_token_on_sqlite() {
    a_write_needs_a_token(On::Sqlite);
}

#[test]
fn a_write_needs_a_token_on_postgres() {
    a_write_needs_a_token(On::Postgres);
}

#[test]
fn a_preset_that_only_advises_lets_everything_through() {
    let desk = Desk::new(On::Sqlite);
    desk.palace(&["--mode", "human", "preset", "apply", "minimal"]).json();
    let told = desk.hook(&["pre-tool-use"], &desk.says(json!({ "tool_name": "Write", "tool_input": {} })));
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""), "{told:?}");
    let answer: Json = serde_json::from_str(&told.out).expect("JSON");
    assert_eq!(answer["hookSpecificOutput"]["hookEventName"], "PreToolUse");
    assert!(answer["hookSpecificOutput"].get("permissionDecision").is_none(), "advice decides nothing: {answer}");
}

#[test]
fn a_palace_begins_with_the_preset_that_was_asked_for() {
    let house = House::empty(On::Sqlite);
    let made = house.json(&["--mode", "human", "init", "--unsealed", "--no-describe", "--preset", "strict"]);
    assert_eq!(made["preset"], json!({ "name": "strict", "state": "applied" }), "{made}");
    let waits = House::empty(On::Sqlite).json(&["init", "--no-describe", "--preset", "minimal"]);
    assert_eq!(waits["preset"]["state"], "waits", "{waits}");
    let waits = House::empty(On::Sqlite).json(&["--mode", "human", "init", "--no-describe", "--preset", "minimal"]);
    assert_eq!(waits["preset"]["state"], "waits", "a person without a key: {waits}");
    assert_eq!(House::empty(On::Sqlite).run(&["init", "--preset", "bogus"]).code, Some(2));
}

#[test]
fn a_person_at_a_terminal_is_asked_for_a_preset_and_finds_it_in_the_inbox() {
    let house = House::empty(On::Sqlite);
    let mut pty = house.pty(&["init", "--no-describe"]);
    pty.expect("Press a number: ");
    pty.send("3");
    let (status, said) = pty.finish();
    assert!(status.success() && said.contains("Preset strict waits for your seal: make a key"), "{said}");
    let inbox = house.result(&["proposals"]);
    let waiting = &inbox["proposals"][0];
    assert_eq!((&waiting["op"], &waiting["input"]["presetName"]), (&json!("preset.apply"), &json!("strict")), "{inbox}");
}
