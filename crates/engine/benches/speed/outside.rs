//! The program from outside: how soon a command answers, what a server costs while it waits, and how fast it answers a
//! client in another process over MCP's standard streams.

use crate::{
    asking::Answered,
    common::{Result, row, targets::Targets},
    times,
    timing::Times,
};
use serde_json::{Value as Json, json};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// How often a command is started.
const STARTS: usize = 20;

/// Measures the program on a palace that is there.
pub(crate) fn measure(program: &Path, home: &Path, questions: &[String], warm_up: usize, inside: &Answered, targets: &mut Targets) -> Result<()> {
    let mut cold = Times::default();
    for question in questions.iter().take(STARTS) {
        cold.run(|| {
            let done =
                Command::new(program).arg("--home").arg(home).args(["recall", question]).stdin(Stdio::null()).stderr(Stdio::null()).output()?;
            if done.status.success() { Ok(()) } else { Err(format!("`palace recall` failed: {}", String::from_utf8_lossy(&done.stdout)).into()) }
        })?;
    }
    row(&format!("the program, n = {STARTS}"), &["p50", "p95", "mean"].map(String::from));
    row("palace recall, from start to end (budget 60 ms)", &[cold.p50(), cold.p95(), cold.mean()].map(crate::ms));
    let mut server = Server::start(program, home)?;
    let waiting = server.memory()?;
    let (warming, asked) = questions.split_at(warm_up.min(questions.len()));
    for question in warming {
        server.recall(question)?;
    }
    let mut over = Times::default();
    for question in asked {
        over.run(|| server.recall(question))?;
    }
    row(&format!("over MCP stdio, another process, n = {}", over.n()), &["p50", "p95", "mean", "CPU mean"].map(String::from));
    times("tools/call recall (CPU: the client's)", &over);
    row(
        "against claim.recall in this process",
        &[over.p50() / inside.recall.p50(), over.p95() / inside.recall.p95(), over.mean() / inside.recall.mean()].map(|r| format!("{r:.2} ×")),
    );
    let after = server.memory()?;
    row("palace serve (budget 100 MB, 0 children)", &["RSS", "anonymous", "children"].map(String::from));
    for (name, memory) in [("waiting, nothing asked yet", &waiting), ("waiting, all questions answered", &after)] {
        row(name, &[format!("{:.1} MB", memory.resident), format!("{:.1} MB", memory.anonymous), memory.children.to_string()]);
    }
    targets.at_most("palace recall, from start to end, p50", cold.p50() * 1e3, 60.0, " ms");
    targets.at_most("palace serve, all questions answered, RSS", after.resident, 100.0, " MB");
    #[expect(clippy::cast_precision_loss, reason = "a handful of children")]
    targets.at_most("palace serve, child processes", after.children as f64, 0.0, "");
    server.stop()
}

struct Memory {
    resident: f64,
    anonymous: f64,
    children: usize,
}

/// `palace serve`, and the client's end of its streams.
struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    asked: u64,
}

impl Server {
    fn start(program: &Path, home: &Path) -> Result<Self> {
        let mut child =
            Command::new(program).arg("--home").arg(home).arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().ok_or("the server has no output")?);
        let mut server = Self { child, input, output, asked: 0 };
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "bench", "version": "0" } });
        server.ask("initialize", hello)?;
        server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
        Ok(server)
    }

    fn send(&mut self, message: &Json) -> Result<()> {
        let input = self.input.as_mut().ok_or("the server has no input")?;
        input.write_all(format!("{message}\n").as_bytes())?;
        Ok(input.flush()?)
    }

    fn ask(&mut self, method: &str, params: Json) -> Result<Json> {
        self.asked += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params }))?;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(format!("the server ended before it answered `{method}`").into());
            }
            let answer: Json = serde_json::from_str(&line)?;
            if answer["id"] != json!(self.asked) {
                continue; // it may say things of its own
            }
            if answer["result"].is_null() {
                return Err(format!("`{method}` was answered with {}", answer["error"]).into());
            }
            return Ok(answer["result"].clone());
        }
    }

    fn recall(&mut self, question: &str) -> Result<()> {
        let answer = self.ask("tools/call", json!({ "name": "recall", "arguments": { "query": question, "only": "evidence", "limit": 10 } }))?;
        if answer["isError"] == json!(true) { Err(format!("recall was refused: {answer}").into()) } else { Ok(()) }
    }

    fn memory(&self) -> Result<Memory> {
        let process = format!("/proc/{}", self.child.id());
        let status = fs::read_to_string(format!("{process}/status"))?;
        let megabytes = |name: &str| {
            let found = status.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse::<f64>().ok());
            found.unwrap_or(f64::NAN) * 1_024.0 / 1e6
        };
        let mut children = 0;
        for thread in fs::read_dir(format!("{process}/task"))? {
            children += fs::read_to_string(thread?.path().join("children")).unwrap_or_default().split_whitespace().count();
        }
        Ok(Memory { resident: megabytes("VmRSS:"), anonymous: megabytes("RssAnon:"), children })
    }

    fn stop(mut self) -> Result<()> {
        drop(self.input.take()); // the end of its input is the end of its work
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.input.is_some() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
