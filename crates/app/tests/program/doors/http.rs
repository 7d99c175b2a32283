//! A client of HTTP/1.1 over a socket: one request per connection, no library.

use super::{Home, PATIENCE, stdio};
use serde_json::{Value as Json, json};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    process::{Child, Stdio},
    sync::mpsc::channel,
};

/// `palace serve --http` on a port of its own.
#[derive(Debug)]
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    pub token: String,
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Reply {
    /// The body as JSON.
    pub fn json(&self) -> Json {
        // A streamed answer of MCP comes as events; the last one is the result.
        let text = match self.header("content-type") {
            Some(kind) if kind.starts_with("text/event-stream") => {
                self.body.lines().filter_map(|l| l.strip_prefix("data:")).map(str::trim).rfind(|l| !l.is_empty()).unwrap_or_default()
            }
            _ => &self.body,
        };
        serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// A header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The result of an envelope, or the refusal's `error` object.
    pub fn answer(&self) -> Result<Json, Json> {
        let mut json = self.json();
        if self.status == 200 { Ok(json) } else { Err(json["error"].take()) }
    }
}

impl Server {
    /// Starts `palace serve --http 127.0.0.1:0` with more arguments.
    pub fn start(home: &Home, args: &[&str]) -> Self {
        Self::listing(home, args, "all")
    }

    /// The same, with another vocabulary over MCP.
    pub fn listing(home: &Home, args: &[&str], profile: &str) -> Self {
        Self::serving(home, args, &["--profile", profile])
    }

    /// Starts one with these words before `serve`, and those after it.
    pub fn serving(home: &Home, args: &[&str], served: &[&str]) -> Self {
        let args = [args, &["serve", "--http", "127.0.0.1:0"], served].concat();
        // The input stays open and silent: MCP over pipes is another test's business.
        let mut child = home.command(&args).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("start the program");
        let errors = child.stderr.take().expect("a pipe");
        let (send, said) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(errors).lines().map_while(Result::ok) {
                let _ = send.send(line); // read on to the end, so that the program never waits for us
            }
        });
        let address = loop {
            let line = said.recv_timeout(PATIENCE).expect("the server says where it listens");
            if let Some(rest) = line.strip_prefix("Listening on http://") {
                break rest.split(' ').next().and_then(|a| a.parse().ok()).expect("an address");
            }
        };
        Self { child, address, token: home.token() }
    }

    /// Sends bytes as they are and reads until the server closes.
    pub fn raw(&self, head: &str, body: &[u8]) -> Reply {
        let mut stream = TcpStream::connect_timeout(&self.address, PATIENCE).expect("connect");
        stream.set_read_timeout(Some(PATIENCE)).and_then(|()| stream.set_write_timeout(Some(PATIENCE))).expect("time limits");
        stream.write_all(head.as_bytes()).expect("the server reads the head");
        // A server that has seen enough answers and closes before the end of a long body.
        let _ = stream.write_all(body);
        let mut bytes = Vec::new();
        match stream.read_to_end(&mut bytes) {
            Ok(_) => {}
            Err(e) if !bytes.is_empty() => drop(e),
            Err(e) => panic!("no answer: {e}"),
        }
        parse(&bytes)
    }

    /// Sends a request with these headers besides `Host` and the length.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        use std::fmt::Write;
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "Host") {
            let _ = write!(head, "Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        self.raw(&(head + "\r\n"), body)
    }

    /// Sends a request with the token, as a client of this name.
    pub fn ask(&self, client: &str, method: &str, path: &str, body: &[u8]) -> Reply {
        let bearer = format!("Bearer {}", self.token);
        self.send(method, path, &[("Authorization", &bearer), ("User-Agent", client), ("Content-Type", "application/json")], body)
    }

    /// Calls an operation: at its route under its own name, and by the name of the tool under any other.
    pub fn call(&self, client: &str, op: &str, input: &Json) -> Result<Json, Json> {
        let (method, path, body) = route(op, input);
        self.ask(client, method, &path, body.as_bytes()).answer()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The request of an operation: method, path with query, body.
pub fn route(op: &str, input: &Json) -> (&'static str, String, String) {
    let Some(op) = engine::find(op).filter(|known| known.spec().name == op && complete(*known, input)) else {
        return ("POST", format!("/v1/tools/{}", escape(op)), input.to_string());
    };
    let (method, pattern) = op.spec().http;
    let mut rest = input.as_object().cloned().unwrap_or_default();
    let mut path = String::new();
    for step in pattern.split('/').skip(1) {
        let part = step.strip_prefix('{').and_then(|s| s.strip_suffix('}'));
        let text = part.map_or_else(|| step.to_owned(), |field| escape(&plain(&rest.remove(field).unwrap_or(Json::Null))));
        path = format!("{path}/{text}");
    }
    if method == engine::Method::Post {
        return ("POST", path, Json::Object(rest).to_string());
    }
    let pairs: Vec<String> = rest
        .iter()
        .flat_map(|(key, value)| match value {
            Json::Array(items) => items.iter().map(|item| format!("{key}={}", escape(&plain(item)))).collect(),
            other => vec![format!("{key}={}", escape(&plain(other)))],
        })
        .collect();
    ("GET", if pairs.is_empty() { path } else { format!("{path}?{}", pairs.join("&")) }, String::new())
}

/// Whether the path of the route can be filled in.
fn complete(op: &dyn engine::Op, input: &Json) -> bool {
    op.spec().http.1.split('/').filter_map(|step| step.strip_prefix('{')?.strip_suffix('}')).all(|field| !input[field].is_null())
}

fn plain(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Everything but the plainest characters as escapes.
pub fn escape(text: &str) -> String {
    text.bytes().map(|b| if b.is_ascii_alphanumeric() || b"-_.".contains(&b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}

fn parse(bytes: &[u8]) -> Reply {
    let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").unwrap_or_else(|| panic!("no head: {}", String::from_utf8_lossy(bytes)));
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next().and_then(|l| l.split(' ').nth(1)).and_then(|s| s.parse().ok()).expect("a status");
    let headers: Vec<(String, String)> =
        lines.filter_map(|l| l.split_once(':')).map(|(n, v)| (n.trim().to_ascii_lowercase(), v.trim().to_owned())).collect();
    let chunked = headers.iter().any(|(n, v)| n == "transfer-encoding" && v == "chunked");
    let body = &bytes[end + 4..];
    let body = if chunked { unchunk(body) } else { body.to_vec() };
    Reply { status, headers, body: String::from_utf8(body).expect("the server answers in UTF-8") }
}

fn unchunk(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = bytes.windows(2).position(|w| w == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).ok().and_then(|s| usize::from_str_radix(s.trim(), 16).ok()).expect("the size of a chunk");
        whole.extend_from_slice(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[(end + 4 + size).min(bytes.len())..];
    }
    whole
}

/// A client of MCP over HTTP, with a session of its own.
#[derive(Debug)]
pub struct McpSession {
    session: String,
    token: String,
    next_id: u64,
}

impl McpSession {
    /// Says hello under a client's name.
    pub fn greeted(server: &Server, client: &str) -> Self {
        let mut new = Self { session: String::new(), token: server.token.clone(), next_id: 0 };
        let reply = new.post(server, &json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": stdio::hello(client) }));
        reply.header("mcp-session-id").unwrap_or_else(|| panic!("no session: {reply:?}")).clone_into(&mut new.session);
        let reply = new.post(server, &json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        assert_eq!(reply.status, 202, "{reply:?}");
        new
    }

    /// Sends one message.
    pub fn post(&self, server: &Server, message: &Json) -> Reply {
        self.post_bytes(server, message.to_string().as_bytes())
    }

    /// Sends bytes as a message.
    pub fn post_bytes(&self, server: &Server, body: &[u8]) -> Reply {
        let bearer = format!("Bearer {}", self.token);
        let mut headers = vec![
            ("Authorization", bearer.as_str()),
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("MCP-Protocol-Version", "2025-11-25"),
        ];
        if !self.session.is_empty() {
            headers.push(("Mcp-Session-Id", &self.session));
        }
        server.send("POST", "/mcp", &headers, body)
    }

    /// Sends a request and gives the message that answers it.
    pub fn request(&mut self, server: &Server, method: &str, params: Json) -> Json {
        self.next_id += 1;
        self.post(server, &json!({ "jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params })).json()
    }

    /// Calls a tool.
    pub fn call(&mut self, server: &Server, tool: &str, arguments: Json) -> Result<Json, Json> {
        stdio::answer(self.request(server, "tools/call", json!({ "name": tool, "arguments": arguments })))
    }
}
