//! The program as a user has it: commands, and one long session of questions.

use crate::workshop::Failure;
use serde_json::{Value as Json, json};
use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

/// A question that takes longer was not answered.
const ANSWER_MAX: Duration = Duration::from_secs(30);
/// As many sources are listed at once.
const PAGE: usize = 1_000;

/// A palace and the program that keeps it.
#[derive(Debug)]
pub(super) struct Palace {
    pub(super) program: PathBuf,
    pub(super) home: PathBuf,
    scratch: PathBuf,
    /// When commands are ended, however far they are.
    pub(super) deadline: Instant,
}

/// What came of a command.
#[derive(Debug)]
pub(super) struct Ran {
    /// No status: a signal ended it.
    pub(super) status: Option<i32>,
    pub(super) answer: Json,
    pub(super) said: String,
    pub(super) took: Duration,
    /// Whether it was ended because time was up.
    pub(super) out_of_time: bool,
}

impl Ran {
    /// What shows that the program is broken, if anything does.
    pub(super) fn fault(&self) -> Option<String> {
        let panic = self.said.lines().find(|line| line.contains("panicked at") || line.contains("BUG:") || line.contains("overflowed its stack"));
        match (panic, self.status) {
            (Some(line), _) => Some(line.to_owned()),
            (None, None) if !self.out_of_time => Some(format!("ended by a signal: {}", self.said.lines().last().unwrap_or_default())),
            (None, _) => None,
        }
    }
}

impl Palace {
    /// A new palace in a folder.
    pub(super) fn create(program: &Path, scratch: &Path, name: &str, deadline: Instant) -> Result<Self, Failure> {
        let palace = Self { program: program.to_owned(), home: scratch.join(name), scratch: scratch.to_owned(), deadline };
        let ran = palace.run(&["init", "--unsealed"])?;
        if ran.status == Some(0) { Ok(palace) } else { Err(Failure(format!("`palace init` failed: {}", ran.said))) }
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.arg("--home").arg(&self.home).args(["--format", "json", "--mode", "agent", "--user", "soak"]).args(words);
        command.env_remove("PALACE_HOME").env_remove("PALACE_DATABASE_URL").stdin(Stdio::null());
        command
    }

    /// Runs a command and reads its answer.
    pub(super) fn run(&self, words: &[&str]) -> Result<Ran, Failure> {
        let failed = |e: std::io::Error| Failure(format!("`palace {}`: {e}", words.join(" ")));
        let (out, err) = (self.scratch.join("answer"), self.scratch.join("said"));
        let started = Instant::now();
        let mut child =
            self.command(words).stdout(File::create(&out).map_err(failed)?).stderr(File::create(&err).map_err(failed)?).spawn().map_err(failed)?;
        let mut pause = Duration::from_millis(1);
        let (status, out_of_time) = loop {
            if let Some(status) = child.try_wait().map_err(failed)? {
                break (status.code(), false);
            }
            if Instant::now() > self.deadline {
                let _ = child.kill();
                let _ = child.wait();
                break (None, true);
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(50));
        };
        let took = started.elapsed();
        let text = |path: &Path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).map_err(failed);
        let answer = text(&out)?.lines().last().and_then(|line| serde_json::from_str(line).ok()).unwrap_or(Json::Null);
        Ok(Ran { status, answer, said: text(&err)?, took, out_of_time })
    }

    /// The names of live sources that belong somewhere.
    pub(super) fn live(&self, anchor: &str) -> Result<Vec<String>, Failure> {
        let mut names: Vec<String> = Vec::new();
        loop {
            let page = PAGE.to_string();
            let mut words = vec!["source", "list", "--state", "live", "--anchor", anchor, "--limit", &page];
            if let Some(last) = names.last() {
                words.extend(["--after", last]);
            }
            let ran = self.run(&words)?;
            let Some(sources) = ran.answer["result"]["sources"].as_array() else {
                return Err(Failure(format!("`palace source list` gave no list: {}", ran.said)));
            };
            let is_last = sources.len() < PAGE;
            names.extend(sources.iter().filter_map(|source| source["path"].as_str()).map(str::to_owned));
            if is_last {
                return Ok(names);
            }
        }
    }

    /// How many items can be found.
    pub(super) fn items(&self) -> Result<u64, Failure> {
        let ran = self.run(&["index", "status"])?;
        ran.answer["result"]["items"].as_u64().ok_or_else(|| Failure(format!("`palace index status` gave no number: {}", ran.said)))
    }

    /// A session over standard input and output.
    pub(super) fn session(&self) -> Result<Session, Failure> {
        let failed = |e: std::io::Error| Failure(format!("`palace serve` cannot be started: {e}"));
        let said = self.scratch.join("serve-said");
        let mut command = self.command(&["serve"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(File::create(&said).map_err(failed)?).spawn().map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Failure("`palace serve` has no pipes".into()));
        };
        let (tell, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if let Ok(answer) = serde_json::from_str::<Json>(&line)
                    && tell.send(answer).is_err()
                {
                    break;
                }
            }
        });
        let mut session = Session { child, input, answers, last: 0, said };
        let client = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "soak", "version": "1" } });
        session.ask("initialize", &client).map_err(Failure)?;
        session.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).map_err(Failure)?;
        Ok(session)
    }
}

/// A session of questions. It ends when it is dropped.
#[derive(Debug)]
pub(super) struct Session {
    child: Child,
    input: ChildStdin,
    answers: Receiver<Json>,
    last: u64,
    said: PathBuf,
}

/// What was found for some words.
#[derive(Debug)]
pub(super) struct Hit {
    pub(super) source: String,
    pub(super) line: String,
}

impl Session {
    fn send(&mut self, message: &Json) -> Result<(), String> {
        writeln!(self.input, "{message}").and_then(|()| self.input.flush()).map_err(|e| format!("the session ended: {e}"))
    }

    fn ask(&mut self, method: &str, params: &Json) -> Result<Json, String> {
        self.last += 1;
        let id = self.last;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        let until = Instant::now() + ANSWER_MAX;
        loop {
            let answer = self.answers.recv_timeout(until.saturating_duration_since(Instant::now())).map_err(|e| format!("no answer: {e}"))?;
            if answer["id"] == id {
                return if answer["error"].is_null() { Ok(answer["result"].clone()) } else { Err(answer["error"].to_string()) };
            }
        }
    }

    /// What is found for some words.
    pub(super) fn recall(&mut self, query: &str) -> Result<Vec<Hit>, String> {
        let answer = self.ask("tools/call", &json!({ "name": "recall", "arguments": { "query": query, "limit": 10, "anywhere": true } }))?;
        if answer["isError"] == true {
            return Err(answer["content"].to_string());
        }
        let text = |hit: &Json, field: &str| hit[field].as_str().unwrap_or_default().to_owned();
        if !answer["structuredContent"]["items"].is_array() {
            return Err(format!("an answer of another shape: {answer}"));
        }
        // The list is left out where nothing was found.
        let seen = answer["structuredContent"]["seen"].as_array().into_iter().flatten();
        Ok(seen.map(|hit| Hit { source: text(hit, "source"), line: text(hit, "line") }).collect())
    }

    /// Ends it, and answers what shows that the program is broken.
    pub(super) fn end(mut self) -> Option<String> {
        let said = self.said.clone();
        let child = &mut self.child;
        let alive = child.try_wait().is_ok_and(|status| status.is_none());
        drop(self);
        let text = fs::read_to_string(said).unwrap_or_default();
        let panic = text.lines().find(|line| line.contains("panicked at")).map(str::to_owned);
        panic.or_else(|| (!alive).then(|| format!("the session ended by itself: {}", text.lines().last().unwrap_or_default())))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
