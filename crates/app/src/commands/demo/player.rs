//! One side of a conversation: a `palace serve` process, spoken to in lines of JSON-RPC as any client would.

use kernel::refusal::{Code, Refusal};
use serde_json::{Value as Json, json};
use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// The version of MCP it speaks.
const VERSION: &str = "2025-11-25";

/// A client and the server it started.
pub(super) struct Player {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    asked: u64,
}

/// What a tool gave.
#[derive(Debug)]
pub(super) enum Answer {
    /// Its structured content.
    Done(Json),
    /// A typed no.
    Refused { code: String, message: String, next: String },
}

impl Answer {
    pub(super) fn raw(&self) -> Json {
        match self {
            Self::Done(result) => result.clone(),
            Self::Refused { code, message, next } => json!({ "error": { "code": code, "message": message, "next": next } }),
        }
    }
}

impl Player {
    /// Starts a server from this very program and says hello.
    pub(super) fn start(home: &Path, mode: &str, profile: &str, name: &str) -> Result<Self, Refusal> {
        let program = std::env::current_exe().map_err(|e| lost("this program cannot tell where it is", &e))?;
        let mut child = Command::new(program)
            .args(["serve", "--mode", mode, "--profile", profile, "--user", "ada", "--home"])
            .arg(home)
            // The scratch palace is a file, wherever the person's own one may be.
            .env_remove("PALACE_DATABASE_URL")
            .env_remove("PALACE_HOME")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| lost("no server could be started", &e))?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Code::Internal.refuse("demo", "the server has no standard streams"));
        };
        let mut player = Self { child, to: Some(to), from: BufReader::new(from), asked: 0 };
        player.ask(
            "initialize",
            &json!({ "protocolVersion": VERSION, "capabilities": {}, "clientInfo": { "name": name, "version": env!("CARGO_PKG_VERSION") } }),
        )?;
        player.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
        Ok(player)
    }

    /// The names of the tools it is shown.
    pub(super) fn tools(&mut self) -> Result<Vec<String>, Refusal> {
        let (mut names, mut params) = (Vec::new(), json!({}));
        loop {
            let page = self.ask("tools/list", &params)?["result"].take();
            names.extend(page["tools"].as_array().into_iter().flatten().filter_map(|tool| Some(tool["name"].as_str()?.to_owned())));
            match page["nextCursor"].as_str() {
                Some(cursor) => params = json!({ "cursor": cursor }),
                None => return Ok(names),
            }
        }
    }

    /// Calls a tool.
    pub(super) fn call(&mut self, tool: &str, arguments: &Json) -> Result<Answer, Refusal> {
        let answer = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }))?;
        let result = &answer["result"];
        let refused = [&answer["error"]["data"]["error"], &result["structuredContent"]["error"]].into_iter().find(|error| error.is_object());
        let word = |error: &Json, field: &str| error[field].as_str().unwrap_or_default().to_owned();
        match refused {
            Some(error) => Ok(Answer::Refused { code: word(error, "code"), message: word(error, "message"), next: word(error, "next") }),
            None if result["isError"] == false => Ok(Answer::Done(result["structuredContent"].clone())),
            None => Err(Code::Internal.refuse(tool, format!("the server answered {answer}"))),
        }
    }

    /// Closes the server's input and waits until it has gone.
    pub(super) fn leave(mut self) {
        self.to = None;
        let _ = self.child.wait();
    }

    fn ask(&mut self, method: &str, params: &Json) -> Result<Json, Refusal> {
        self.asked += 1;
        let id = self.asked;
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        loop {
            let mut line = String::new();
            let read = self.from.read_line(&mut line).map_err(|e| lost("the server cannot be heard", &e))?;
            if read == 0 {
                return Err(Code::Internal.refuse("demo", format!("the server left before it answered `{method}`")));
            }
            let message: Json =
                serde_json::from_str(&line).map_err(|e| Code::Internal.refuse("demo", format!("the server said what is not JSON: {e}")))?;
            if message["id"] == json!(id) {
                return Ok(message);
            }
        }
    }

    fn say(&mut self, message: &Json) -> Result<(), Refusal> {
        let Some(to) = &mut self.to else { return Err(Code::Internal.refuse("demo", "the conversation is over")) };
        writeln!(to, "{message}").and_then(|()| to.flush()).map_err(|e| lost("the server does not listen", &e))
    }
}

impl Drop for Player {
    /// A play that ends early leaves no process behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lost(what: &str, error: &std::io::Error) -> Refusal {
    Code::Internal.refuse("demo", format!("{what}: {error}"))
}
