//! The first minutes: `palace up` serves and says how to connect, `palace up --demo` shows how it works.

use crate::house::{House, PALACE, Ran};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value as Json, json};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
};
use testkit::On;

const CLIENTS: [&str; 8] = ["Claude Code", "Codex", "Cursor", "VS Code", "Gemini CLI", "opencode", "Zed", "Windsurf"];

/// A running `palace up`.
struct Up {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
}

impl Up {
    fn start(house: &House, args: &[&str]) -> Self {
        let mut command = Command::new(PALACE);
        command.arg("--home").arg(&house.home).args(args).env("HOME", house.temp.path()).env_remove("PALACE_HOME").env_remove("PALACE_DATABASE_URL");
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("run palace up");
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, out }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.out.read_line(&mut line).expect("a line");
        line
    }

    /// Everything up to the line that says it serves.
    fn page(&mut self) -> String {
        let mut page = String::new();
        while !page.contains("Ctrl-C stops") {
            let line = self.line();
            assert!(!line.is_empty(), "it ended after {page}");
            page.push_str(&line);
        }
        page
    }

    /// Ctrl-C; the exit must be a clean one.
    fn stop(mut self) {
        kill_process(Pid::from_child(&self.child), Signal::INT).expect("interrupt it");
        let status = self.child.wait().expect("wait");
        assert!(status.success(), "{status}");
    }
}

impl Drop for Up {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Status and body of a request.
fn request(address: &str, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("connect");
    let length = body.len();
    write!(stream, "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}")
        .expect("ask");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let status = answer.split(' ').nth(1).and_then(|s| s.parse().ok()).expect("a status");
    let body = answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default();
    (status, body)
}

fn address(url: &str) -> &str {
    url.trim_start_matches("http://").trim_end_matches("/mcp")
}

#[test]
fn up_makes_a_sealed_palace_and_answers_where_it_says() {
    let house = House::empty(On::Sqlite);
    let mut up = Up::start(&house, &["--format", "json", "up", "--http", "127.0.0.1:0"]);
    let said: Json = serde_json::from_str(&up.line()).expect("one JSON object");
    assert_eq!(said["created"], true);
    assert_eq!(said["sealing"], "sealed");
    assert_eq!(said["mode"], "agent");
    assert!(said["next"].as_str().expect("a next step").contains("palace key create"), "{said}");
    let names: Vec<&str> = said["clients"].as_array().expect("clients").iter().map(|c| c["name"].as_str().expect("a name")).collect();
    assert_eq!(names, CLIENTS);

    let token = std::fs::read_to_string(said["tokenFile"].as_str().expect("a file")).expect("the token");
    assert!(!said.to_string().contains(&token), "the token itself is never printed");
    let address = address(said["mcp"].as_str().expect("a url")).to_owned();
    assert_eq!(request(&address, "GET", "/healthz", "", ""), (200, r#"{"status":"ok"}"#.to_owned()));
    let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } } });
    let headers = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
    assert_eq!(request(&address, "POST", "/mcp", headers, &hello.to_string()).0, 401);
    let (status, body) = request(&address, "POST", "/mcp", &format!("{headers}Authorization: Bearer {token}\r\n"), &hello.to_string());
    assert_eq!(status, 200, "{body}");
    assert!(body.contains(r#""name":"palace""#), "{body}");
    up.stop();
}

#[test]
fn the_page_fits_and_names_what_to_paste() {
    let house = House::sealed();
    let mut up = Up::start(&house, &["up", "--http", "127.0.0.1:0"]);
    let page = up.page();
    for client in CLIENTS {
        assert!(page.contains(client), "{client} is missing:\n{page}");
    }
    let home = house.home.display().to_string();
    for words in [
        "key    none yet: run `palace key create`",
        "claude mcp add palace --scope user --",
        "codex mcp add palace --",
        "\"context_servers\"",
        &format!("serve --home {home}"),
    ] {
        assert!(page.contains(words), "{words} is missing:\n{page}");
    }
    assert!(!page.contains('\x1b'), "no colour into a pipe");
    // Paths are as long as they are; everything we say ourselves fits.
    let wide: Vec<&str> = page.lines().filter(|line| line.chars().count() > 80 && !line.contains('/')).collect();
    assert!(wide.is_empty(), "{wide:?}");
    up.stop();
}

#[test]
fn a_port_that_is_taken_is_refused_with_the_way_out() {
    let house = House::sealed();
    let mut up = Up::start(&house, &["--format", "json", "up", "--http", "127.0.0.1:0"]);
    let said: Json = serde_json::from_str(&up.line()).expect("one JSON object");
    let address = address(said["mcp"].as_str().expect("a url"));
    let second = house.run(&["up", "--http", address]);
    second.refused();
    assert!(second.err.contains("A palace answers there already"), "{second:?}");
    assert_eq!(second.out, "", "nothing is promised before it is so");
    let looked = house.run(&["doctor", "--http", address]);
    assert!(looked.out.contains("a palace answers on"), "{looked:?}");
    for other in ["0.0.0.0:0", "nonsense"] {
        assert_eq!(house.run(&["up", "--http", other]).refused(), "INPUT_INVALID");
    }
    up.stop();
}

/// Runs the demonstration with a folder for temporary files of its own and nothing else in the environment.
fn demo(scratch: &Path, args: &[&str]) -> Ran {
    let mut command = Command::new(PALACE);
    command.env_clear().env("TMPDIR", scratch).current_dir(scratch).stdin(Stdio::null()).args(args);
    command.output().expect("run the demonstration").into()
}

#[test]
fn the_demonstration_reads_as_it_was_written() {
    let house = House::empty(On::Sqlite);
    let ran = demo(house.temp.path(), &["up", "--demo"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.err, "");
    assert!(ran.out.contains("UNSEALED: approvals in this scratch palace carry no signature"), "{}", ran.out);
    let wide: Vec<&str> = ran.out.lines().filter(|line| line.chars().count() > 80 && !line.contains('/')).collect();
    assert!(wide.is_empty(), "{wide:?}");

    let steps = ran.out.split_once("\n 1. ").and_then(|(_, rest)| rest.split_once("\nThe scratch palace is removed.")).expect("steps").0;
    let shape = masked(&format!(" 1. {steps}"));
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/demo.txt");
    if std::env::var_os("UPDATE").is_some_and(|v| v == "1") {
        std::fs::write(&golden, &shape).expect("rewrite the golden file");
    }
    let kept = std::fs::read_to_string(&golden).unwrap_or_default();
    for (line, (now, then)) in (1..).zip(shape.lines().zip(kept.lines())) {
        assert_eq!(now, then, "line {line} of tests/program/demo.txt; UPDATE=1 rewrites it");
    }
    assert_eq!(shape.lines().count(), kept.lines().count(), "UPDATE=1 rewrites tests/program/demo.txt");
    let left: Vec<_> = std::fs::read_dir(house.temp.path()).expect("the folder").collect();
    assert!(left.is_empty(), "the demonstration cleans up: {left:?}");
}

#[test]
fn a_kept_demonstration_can_be_looked_at() {
    let house = House::empty(On::Sqlite);
    let ran = demo(house.temp.path(), &["--format", "json", "up", "--demo", "--keep"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let lines: Vec<Json> = ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON lines")).collect();
    assert_eq!(lines.iter().filter_map(|line| line["step"].as_u64()).max(), Some(15));
    let kept = std::fs::read_dir(house.temp.path()).expect("the folder").next().expect("a palace").expect("an entry").path();
    assert_eq!(house.run_at(&kept, &["ledger", "verify"]).refused(), "STORE_DAMAGED");
}

/// The page without what differs from run to run: ids, hashes, signatures.
fn masked(page: &str) -> String {
    let mut out = String::new();
    for line in page.lines() {
        if let Some((head, _)) = line.split_once("— palace-log ") {
            out.push_str(&format!("{head}— palace-log <signature>\n"));
            continue;
        }
        let words: Vec<String> = line.split(' ').map(word).collect();
        out.push_str(&words.join(" "));
        out.push('\n');
    }
    out
}

fn word(word: &str) -> String {
    if word.len() == 44 && word.ends_with('=') {
        return "<root>".into();
    }
    let mut out = String::new();
    for part in word.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        let bare = part.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let id = bare.split_once('_').filter(|(kind, tail)| ["pal", "p", "d", "e"].contains(kind) && tail.len() == 16);
        let hash = bare.len() == 12 && bare.chars().all(|c| c.is_ascii_hexdigit());
        match id {
            Some((kind, _)) => out.push_str(&part.replace(bare, &format!("{kind}_<id>"))),
            None if hash => out.push_str(&part.replace(bare, "<hash>")),
            None => out.push_str(part),
        }
    }
    out
}
