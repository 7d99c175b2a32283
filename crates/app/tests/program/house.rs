//! A real palace in a folder of its own, driven through the real program: without a terminal, on one, and over MCP.
//!
//! Not here: worlds in memory. Those are the testkit's; these tests are about processes, files and terminals.

use serde_json::{Value as Json, json};
use std::{
    ffi::OsStr,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio},
    sync::atomic::{AtomicU64, Ordering},
};
use store::{Backend, Place};
use testkit::{On, pg::Schema, pty::Pty, temp::Temp};

pub const PALACE: &str = env!("CARGO_BIN_EXE_palace");
pub const PASSPHRASE: &str = "correct horse battery";

/// A palace's folder, and the database if it is not in it.
pub struct House {
    pub temp: Temp,
    pub schema: Option<Schema>,
    pub home: PathBuf,
}

/// What a run of the program came to.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Ran {
    /// The answer of a run that went well, as JSON.
    #[track_caller]
    pub fn json(&self) -> Json {
        assert_eq!(self.code, Some(0), "{self:?}");
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// The code of a refusal. Anything but a refusal fails the test: a panic, a signal, a success.
    #[track_caller]
    pub fn refused(&self) -> String {
        assert_eq!(self.code, Some(1), "{self:?}");
        let line = self.err.lines().find(|line| line.starts_with('{')).unwrap_or_else(|| panic!("no refusal in {self:?}"));
        let error: Json = serde_json::from_str(line).expect("a refusal is JSON");
        for part in ["code", "message", "subject", "next"] {
            assert!(error["error"][part].as_str().is_some_and(|text| !text.is_empty()), "a refusal without {part}: {line}");
        }
        error["error"]["code"].as_str().expect("a code").to_owned()
    }
}

impl House {
    /// A folder with nothing in it yet.
    pub fn empty(on: On) -> Self {
        let temp = Temp::new();
        let home = temp.path().join("home");
        Self { schema: (on == On::Postgres).then(Schema::new), home, temp }
    }

    pub fn unsealed(on: On) -> Self {
        let house = Self::empty(on);
        house.json(&["init", "--unsealed"]);
        house
    }

    /// A sealed palace without a key.
    pub fn sealed() -> Self {
        let house = Self::empty(On::Sqlite);
        house.json(&["init"]);
        house
    }

    /// A sealed palace whose key was made by a person on a terminal. Answers the recovery code too.
    pub fn with_key() -> (Self, String) {
        let house = Self::sealed();
        let code = house.create_key();
        (house, code)
    }

    pub fn create_key(&self) -> String {
        let mut pty = self.pty(&["key", "create", "--name", "ana"]);
        pty.expect("New passphrase");
        pty.send(&format!("{PASSPHRASE}\r"));
        pty.expect("The same again");
        pty.send(&format!("{PASSPHRASE}\r"));
        pty.expect("if the passphrase is lost:\n\n");
        let code = pty.expect("\n\n").trim().to_owned();
        let (status, seen) = pty.finish();
        assert!(status.success(), "{seen}");
        code
    }

    /// A copy of this home, for changing behind the palace's back.
    pub fn copied(&self) -> Self {
        let temp = Temp::new();
        let home = temp.path().join("home");
        std::fs::create_dir(&home).expect("make a folder");
        for entry in std::fs::read_dir(&self.home).expect("list").map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()) {
            std::fs::copy(&entry, home.join(entry.file_name().expect("a name"))).expect("copy");
        }
        Self { temp, schema: None, home }
    }

    /// A path beside the home.
    pub fn path(&self, name: &str) -> PathBuf {
        self.temp.path().join(name)
    }

    pub fn db(&self) -> PathBuf {
        self.home.join("palace.db")
    }

    /// A command without a controlling terminal, whatever the tests were started from.
    pub fn command<S: AsRef<OsStr>>(&self, args: &[S]) -> Command {
        self.command_at(&self.home, args)
    }

    pub fn command_at<S: AsRef<OsStr>>(&self, home: &Path, args: &[S]) -> Command {
        let mut command = Command::new("setsid");
        command.args(["--wait", PALACE, "--home"]).arg(home).args(["--format", "json"]);
        if let Some(schema) = &self.schema {
            command.args(["--database", &schema.url()]);
        }
        command.args(args).current_dir(self.temp.path()).stdin(Stdio::null()).env_remove("PALACE_HOME").env_remove("PALACE_DATABASE_URL");
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        self.command(args).output().expect("run palace").into()
    }

    pub fn run_at(&self, home: &Path, args: &[&str]) -> Ran {
        self.command_at(home, args).output().expect("run palace").into()
    }

    /// The same, called in the folder of a project.
    pub fn run_in(&self, project: &str, args: &[&str]) -> Ran {
        let dir = self.path(project);
        std::fs::create_dir_all(dir.join(".palace")).expect("a folder");
        std::fs::write(dir.join(".palace/anchor"), project).expect("a marker");
        self.command(args).current_dir(dir).output().expect("run palace").into()
    }

    /// The same with something on standard input.
    pub fn run_with(&self, args: &[&str], input: &str, envs: &[(&str, &str)]) -> Ran {
        let mut child = self
            .command(args)
            .envs(envs.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("run palace");
        // A program that does not read its input is free to close it.
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        child.wait_with_output().expect("wait").into()
    }

    #[track_caller]
    pub fn json(&self, args: &[&str]) -> Json {
        self.run(args).json()
    }

    #[track_caller]
    pub fn result(&self, args: &[&str]) -> Json {
        self.json(args)["result"].clone()
    }

    /// A person at a terminal.
    pub fn pty(&self, args: &[&str]) -> Pty {
        self.pty_at(&self.home, args)
    }

    pub fn pty_at(&self, home: &Path, args: &[&str]) -> Pty {
        let home = home.display().to_string();
        let url = self.schema.as_ref().map(Schema::url);
        let mut all = vec!["--home", &home];
        if let Some(url) = &url {
            all.extend(["--database", url]);
        }
        all.extend(args);
        Pty::spawn(PALACE, &all, &[("NO_COLOR", "1")], self.temp.path())
    }

    /// A person approves a proposal on their terminal.
    pub fn approve(&self, proposal: &str) {
        let mut pty = self.pty(&["approve", proposal]);
        pty.expect("Passphrase of ana");
        pty.send(&format!("{PASSPHRASE}\r"));
        let (status, seen) = pty.finish();
        assert!(status.success(), "{seen}");
    }

    /// Leaves one of everything that stands beside claims: an outcome, two confidences, a promotion, a setting, and two postmortems,
    /// of which one is resolved.
    #[track_caller]
    pub fn work(&self) {
        let call = |op: &str, input: Json| self.result(&["--mode", "human", "--user", "ana", "call", op, &input.to_string()]);
        let decision = call("store_direct", json!({ "content": "We use one file", "as": "decision" }))["id"].clone();
        call("recall_outcome", json!({ "decisionId": decision, "outcome": "success", "note": "well" }));
        let learning = call("store_direct", json!({ "content": "One file is easy to copy", "as": "learning", "confidence": 0.6 }))["id"].clone();
        call("decay_boost", json!({ "learningId": learning }));
        call("corridor_promote", json!({ "learningId": learning }));
        call("corridor_reinforce", json!({ "learningId": learning }));
        call("palace.configure", json!({ "proposalDays": 7 }));
        let failed = call("store_postmortem", json!({ "title": "It stopped", "whatHappened": "The disk was full" }))["id"].clone();
        call("store_postmortem", json!({ "title": "It slowed", "whatHappened": "The disk was old" }));
        call("resolve_postmortem", json!({ "id": failed }));
        call("adoption.record", json!({ "track": "card_context", "signal": "accepted", "feature": "include_cards", "note": "it helped" }));
    }

    /// An agent proposes a decision. Answers the proposal.
    #[track_caller]
    pub fn store(&self, content: &str) -> String {
        let result = self.result(&["--mode", "agent", "--user", "bot", "store", content, "--as", "decision"]);
        result["proposalId"].as_str().expect("a proposal").to_owned()
    }

    /// What recall answers, as contents.
    #[track_caller]
    pub fn recalled(&self) -> Vec<String> {
        contents(&self.result(&["--mode", "agent", "recall", "--limit", "1000"]))
    }

    /// Changes rows behind the palace's back.
    pub fn sql(&self, text: &str) {
        self.raw().batch(text).expect("change rows behind the palace's back");
    }

    pub fn raw(&self) -> Box<dyn Backend> {
        let place = match &self.schema {
            Some(schema) => Place::Database(schema.url()),
            None => Place::File(self.db()),
        };
        store::testing::connect(&place).expect("connect behind the palace's back")
    }

    pub fn number(&self, sql: &str) -> i64 {
        self.raw().query(sql, &[]).expect("ask").pop().expect("a row").int().expect("a number")
    }

    pub fn text(&self, sql: &str) -> String {
        self.raw().query(sql, &[]).expect("ask").pop().expect("a row").text().expect("a text")
    }

    pub fn serve(&self, args: &[&str]) -> Mcp {
        Mcp::start(self.command(&[&["--user", "ana", "serve"], args].concat()))
    }
}

/// A server over HTTP. It ends with the value.
pub struct Http {
    child: Child,
    address: String,
    token: String,
}

impl Drop for Http {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl House {
    /// `palace serve --http` on a port of its own.
    pub fn http(&self, args: &[&str]) -> Http {
        let home = self.home.display().to_string();
        // Without `setsid` between us, so that ending the child ends the server; nothing here asks a terminal.
        let mut command = Command::new(PALACE);
        command.args(["--home", &home]).args(args).args(["serve", "--http", "127.0.0.1:0", "--profile", "all"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("run palace serve");
        let errors = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut address = String::new();
        let mut lines = errors.lines();
        while address.is_empty() {
            let line = lines.next().expect("the server says where it listens").expect("a line");
            if let Some(rest) = line.strip_prefix("Listening on http://") {
                rest.split([' ', '/']).next().unwrap_or_default().clone_into(&mut address);
            }
        }
        std::thread::spawn(move || lines.for_each(drop)); // read on, so that the server never waits for us
        let token = std::fs::read_to_string(self.home.join("token")).expect("the token file").trim().to_owned();
        Http { child, address, token }
    }
}

impl Http {
    /// Sends JSON; answers the status and the body's JSON.
    pub fn post(&self, path: &str, body: &Json) -> (u16, Json) {
        let (body, address, token) = (body.to_string(), &self.address, &self.token);
        let mut stream = std::net::TcpStream::connect(address).expect("connect");
        stream.set_read_timeout(Some(std::time::Duration::from_mins(1))).expect("a time limit");
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .expect("send");
        let mut text = String::new();
        std::io::Read::read_to_string(&mut stream, &mut text).expect("an answer");
        let status = text.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
        let json = text
            .lines()
            .map(|line| line.strip_prefix("data:").unwrap_or(line).trim())
            .filter_map(|line| serde_json::from_str::<Json>(line).ok())
            .rfind(Json::is_object);
        (status, json.unwrap_or(Json::Null))
    }
}

/// What a client of the stateless era adds to every request.
pub fn stateless(mut params: Json) -> Json {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "modern", "version": "0" },
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
    });
    params
}

/// The contents of a list of claims.
pub fn contents(result: &Json) -> Vec<String> {
    result["items"].as_array().expect("items").iter().map(|item| item["content"].as_str().expect("content").to_owned()).collect()
}

/// A conversation over standard input and output.
pub struct Mcp {
    pub child: Child,
    input: Option<ChildStdin>,
    lines: BufReader<ChildStdout>,
    next: AtomicU64,
}

impl Mcp {
    pub fn start(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().expect("run palace serve");
        let input = child.stdin.take();
        let lines = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, input, lines, next: AtomicU64::new(1) }
    }

    /// Says hello in the era of sessions.
    #[must_use]
    pub fn initialized(self) -> Self {
        self.initialized_as("bot")
    }

    /// The same under a client's name.
    #[must_use]
    pub fn initialized_as(mut self, client: &str) -> Self {
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": client, "version": "1" } });
        let answer = self.ask("initialize", params);
        assert_eq!(answer["result"]["protocolVersion"], "2025-11-25", "{answer}");
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        self
    }

    /// Writes a line; false when the other side is gone.
    pub fn send(&mut self, message: &Json) -> bool {
        self.input.as_mut().is_some_and(|input| writeln!(input, "{message}").and_then(|()| input.flush()).is_ok())
    }

    /// Reads a line; nothing when the other side is gone.
    pub fn read(&mut self) -> Option<Json> {
        let mut line = String::new();
        match self.lines.read_line(&mut line) {
            Ok(0) | Err(_) => None,
            // A line without its end was cut short by a death, and nobody was told anything.
            Ok(_) if !line.ends_with('\n') => None,
            Ok(_) => Some(serde_json::from_str(&line).expect("a message is JSON")),
        }
    }

    pub fn ask(&mut self, method: &str, params: Json) -> Json {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        assert!(self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })), "the server is gone");
        loop {
            let message = self.read().expect("an answer");
            if message["id"] == json!(id) {
                return message;
            }
        }
    }

    pub fn call(&mut self, tool: &str, arguments: Json) -> Json {
        self.ask("tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    /// The end of the conversation: the input closes, the program ends by itself.
    pub fn close(mut self) {
        drop(self.input.take());
        let status = self.child.wait().expect("wait");
        assert!(status.success(), "{status}");
    }

    /// Takes both ends apart, for those who read and write at once.
    pub fn split(mut self) -> (Child, ChildStdin, BufReader<ChildStdout>) {
        (self.child, self.input.take().expect("the input"), self.lines)
    }
}

/// A small generator, so that every random trial can be run again from its seed.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: u64) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % sides.max(1)
    }

    pub fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.roll(len as u64)).expect("small")
    }
}
