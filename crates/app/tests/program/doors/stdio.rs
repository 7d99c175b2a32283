//! A client of MCP over pipes: one JSON message per line, no library.

use super::{Home, PATIENCE};
use serde_json::{Value as Json, json};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Stdio},
    sync::mpsc::{Receiver, channel},
};

/// `palace serve` with a client at its pipes.
#[derive(Debug)]
pub struct Pipes {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    next_id: u64,
    listed: Json,
}

impl Pipes {
    /// Starts `palace serve` with these arguments and says nothing yet.
    pub fn start(home: &Home, args: &[&str]) -> Self {
        let mut child = home.command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("start the program");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("a pipe");
        let (send, lines) = channel();
        // A thread, because a read from a pipe has no time limit.
        std::thread::spawn(move || {
            let mut reader = BufReader::new(output);
            let mut line = Vec::new();
            while reader.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
                if send.send(std::mem::take(&mut line)).is_err() {
                    break;
                }
            }
        });
        Self { child, input, lines, next_id: 0, listed: Json::Null }
    }

    /// Starts and greets, under a client's name. Gives what the server said of itself too.
    pub fn greeted(home: &Home, args: &[&str], client: &str) -> Self {
        let mut pipes = Self::start(home, args);
        let hello = pipes.request("initialize", hello(client));
        assert!(hello["result"]["serverInfo"].is_object(), "{hello}");
        pipes.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        pipes
    }

    /// Sends one message.
    pub fn send(&mut self, message: &Json) {
        self.send_line(message.to_string().as_bytes());
    }

    /// Sends bytes and the end of a line.
    pub fn send_line(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(line).and_then(|()| input.write_all(b"\n")).and_then(|()| input.flush()).expect("the program reads");
    }

    /// The next message.
    pub fn hear(&mut self) -> Json {
        let line = self.lines.recv_timeout(PATIENCE).expect("the program answers in time");
        serde_json::from_slice(&line).unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&line)))
    }

    /// Sends a request and gives its answer, passing over notifications.
    pub fn request(&mut self, method: &str, params: Json) -> Json {
        self.next_id += 1;
        let id = json!(self.next_id);
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.hear();
            if message["id"] == id {
                return message;
            }
            assert!(message["method"].is_string(), "an answer to nothing: {message}");
        }
    }

    /// Everything that is listed, page after page.
    pub fn listing(&mut self) -> Json {
        let (mut tools, mut params) = (Vec::new(), json!({}));
        loop {
            let page = self.request("tools/list", params)["result"].take();
            tools.extend(page["tools"].as_array().cloned().unwrap_or_default());
            match page["nextCursor"].as_str() {
                Some(cursor) => params = json!({ "cursor": cursor }),
                None => return json!({ "tools": tools }),
            }
        }
    }

    /// Calls a tool: its structured answer, or the refusal's `error` object.
    pub fn call(&mut self, tool: &str, arguments: Json) -> Result<Json, Json> {
        answer(self.request("tools/call", json!({ "name": tool, "arguments": arguments })))
    }

    /// The same, held to the shape that the listing declares for it, as clients do.
    pub fn call_as_listed(&mut self, tool: &str, arguments: Json) -> Result<Json, Json> {
        if self.listed.is_null() {
            self.listed = self.listing();
        }
        let answer = self.call(tool, arguments)?;
        let listed = self.listed["tools"].as_array().into_iter().flatten().find(|listed| listed["name"] == tool);
        if let Some(fault) = listed.and_then(|listed| testkit::shape::fault(&listed["outputSchema"], &answer)) {
            panic!("{tool}: {fault}");
        }
        Ok(answer)
    }

    /// Closes the input and gives the exit status, once the program has ended.
    pub fn leave(mut self) -> std::process::ExitStatus {
        self.input = None;
        while self.lines.recv_timeout(PATIENCE).is_ok() {}
        self.child.wait().expect("the program ends")
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The parameters of `initialize`.
pub fn hello(client: &str) -> Json {
    json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": client, "version": "1" } })
}

/// The meaning of an answer to `tools/call`.
pub fn answer(mut message: Json) -> Result<Json, Json> {
    if message["error"].is_object() {
        // A refusal that never reached a tool carries its one shape beside the words of JSON-RPC.
        let inner = message["error"]["data"]["error"].take();
        return Err(if inner.is_object() { inner } else { message["error"].take() });
    }
    let mut result = message["result"].take();
    if result["isError"] == json!(true) { Err(result["structuredContent"]["error"].take()) } else { Ok(result["structuredContent"].take()) }
}
