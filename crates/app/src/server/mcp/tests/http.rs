//! The door over HTTP, on a real loopback listener.

use std::{collections::HashMap, net::SocketAddr};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::{
    super::{Bounds, Guards, HttpOptions, Token, router, serve_http},
    cottage, hello, request, stateless,
};

/// A running server; dropping it ends it.
struct Server {
    at: SocketAddr,
    _stop: DropGuard,
}

/// What came back.
struct Answer {
    status: u16,
    headers: HashMap<String, String>,
    body: String,
}

impl Answer {
    /// The body as JSON, or the last message of an event stream.
    fn json(&self) -> Value {
        let stream = self.headers["content-type"].starts_with("text/event-stream");
        let data = if stream {
            let events = self.body.lines().filter_map(|line| line.strip_prefix("data:"));
            let mut messages = events.map(str::trim).filter(|data| !data.is_empty());
            messages.next_back().expect("the stream has a message")
        } else {
            &self.body
        };
        serde_json::from_str(data).unwrap_or_else(|error| panic!("{error} in {:?}", self.body))
    }
}

async fn server() -> Server {
    server_keeping(Bounds::default()).await
}

async fn server_keeping(sessions: Bounds) -> Server {
    let token = |principal: &str, secret: &str| Token { principal: principal.into(), secret: secret.into() };
    let tokens = [token("ada", "secret-a"), token("bob", "secret-b")];
    let stop = CancellationToken::new();
    let options = HttpOptions {
        guards: Guards::new(&["palace.example:8080".into()], &["https://console.example".into()], &tokens, "`cottage token` prints it"),
        stop: stop.clone(),
        sessions,
    };
    let (door, ..) = cottage(0);
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let at = listener.local_addr().expect("a bound port");
    tokio::spawn(serve_http(listener, router(door, &options), stop.clone()));
    Server { at, _stop: stop.drop_guard() }
}

impl Server {
    /// Sends a request as it would look on the wire; `headers` replace the usual ones.
    async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut all = vec![
            ("host", "localhost"),
            ("authorization", "Bearer secret-a"),
            ("accept", "application/json, text/event-stream"),
            ("content-type", "application/json"),
        ];
        all.retain(|(name, _)| !headers.iter().any(|(new, _)| new == name));
        all.extend(headers.iter().filter(|(_, value)| !value.is_empty()));
        let length = body.len().to_string();
        if !headers.iter().any(|(name, _)| *name == "content-length") {
            all.push(("content-length", &length));
        }
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        for (name, value) in all {
            head.extend([name, ": ", value, "\r\n"]);
        }
        head += "\r\n";
        let mut stream = TcpStream::connect(self.at).await.expect("the server listens");
        let sent = [head.as_bytes(), body].concat();
        stream.write_all(&sent).await.expect("the server reads");
        let mut raw = Vec::new();
        stream.read_to_end(&mut raw).await.expect("the server answers");
        parse(&raw)
    }

    async fn post(&self, headers: &[(&str, &str)], message: &Value) -> Answer {
        let body = message.to_string();
        self.send("POST", "/mcp", headers, body.as_bytes()).await
    }

    /// A stateless request with the headers that name it.
    async fn modern(&self, method: &str, name: &str, message: &Value) -> Answer {
        let headers = [("mcp-protocol-version", "2026-07-28"), ("mcp-method", method), ("mcp-name", name)];
        self.post(&headers, message).await
    }
}

fn parse(raw: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(raw);
    let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1));
    let headers: HashMap<_, _> =
        lines.filter_map(|line| line.split_once(": ")).map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect();
    let chunked = headers.get("transfer-encoding").is_some_and(|how| how == "chunked");
    Answer {
        status: status.and_then(|status| status.parse().ok()).expect("a status"),
        body: if chunked { unchunk(body) } else { body.to_owned() },
        headers,
    }
}

fn unchunk(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).expect("a chunk has a size");
        whole += &rest[..size];
        body = rest[size..].trim_start_matches("\r\n");
    }
    whole
}

fn echo(id: u32) -> Value {
    request(id, "tools/call", json!({ "name": "echo", "arguments": {} }))
}

#[tokio::test]
async fn health_needs_no_token_and_the_rest_is_not_discussed_without_one() {
    let server = server().await;
    let no_token = [("authorization", "")];
    let health = server.send("GET", "/healthz", &no_token, b"").await;
    assert_eq!((health.status, health.json()), (200, json!({ "status": "ok" })));
    assert_eq!(server.send("GET", "/else", &no_token, b"").await.status, 401);
    assert_eq!(server.send("GET", "/else", &[], b"").await.status, 404);
}

#[tokio::test]
async fn without_a_known_token_the_way_in_is_explained() {
    let server = server().await;
    for (shown, challenge) in [
        ("", "Bearer realm=\"palace\""),
        ("Basic abc", "Bearer realm=\"palace\""),
        ("Bearer", "Bearer realm=\"palace\""),
        ("Bearer secret-", "Bearer realm=\"palace\", error=\"invalid_token\""),
        ("Bearer secret-a2", "Bearer realm=\"palace\", error=\"invalid_token\""),
    ] {
        let answer = server.post(&[("authorization", shown)], &hello()).await;
        assert_eq!(answer.status, 401, "{shown}");
        assert_eq!(answer.headers["www-authenticate"], challenge, "{shown}");
        assert_eq!(answer.json()["error"]["code"], json!("GRANT_UNKNOWN"));
        assert_eq!(answer.json()["error"]["next"], json!("Send the header `Authorization: Bearer <token>`; `cottage token` prints it"));
    }
}

#[tokio::test]
async fn hosts_and_origins_are_ours_or_refused() {
    let server = server().await;
    for (header, value, status) in [
        ("host", "localhost:9", 200),
        ("host", "127.0.0.1", 200),
        ("host", "[::1]:80", 200),
        ("host", "LOCALHOST", 200),
        ("host", "palace.example:8080", 200),
        ("host", "palace.example", 403),
        ("host", "evil.example", 403),
        ("host", "localhost.evil.example", 403),
        ("host", "localhost@evil.example", 403),
        ("origin", "http://localhost:5173", 200),
        ("origin", "https://127.0.0.1", 200),
        ("origin", "http://[::1]:3000", 200),
        ("origin", "https://console.example", 200),
        ("origin", "https://console.example:444", 403),
        ("origin", "http://evil.example", 403),
        ("origin", "http://localhost.evil.example", 403),
        ("origin", "http://localhost@evil.example", 403),
        ("origin", "http://user@localhost", 403),
        ("origin", "file://localhost", 403),
        ("origin", "null", 403),
    ] {
        let answer = server.post(&[(header, value)], &hello()).await;
        assert_eq!(answer.status, status, "{header}: {value}");
        if status == 403 {
            let code = format!("{}_NOT_ALLOWED", header.to_uppercase());
            assert_eq!(answer.json()["error"]["code"], json!(code), "{value}");
        }
    }
}

#[tokio::test]
async fn bad_bodies_are_answered_in_json() {
    let server = server().await;
    for (body, code, id) in [
        ("", -32700, Value::Null),
        ("{bad", -32700, Value::Null),
        ("[]", -32600, Value::Null),
        ("{\"id\":1}", -32600, json!(1)),
        ("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\",\"id\":2}", -32600, Value::Null),
        ("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\",\"params\":3}", -32602, json!(3)),
    ] {
        let answer = server.send("POST", "/mcp", &[], body.as_bytes()).await;
        assert_eq!(answer.status, 400, "{body}");
        let answer = answer.json();
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), &id), "{body}");
    }
}

#[tokio::test]
async fn refusals_of_the_transport_are_json_too() {
    let server = server().await;
    for (method, header, value, status) in [
        ("POST", "accept", "text/html", 406),
        ("POST", "content-type", "text/plain", 415),
        ("POST", "mcp-session-id", "nobody", 404),
        ("GET", "accept", "text/html", 406),
        ("PUT", "accept", "*/*", 405),
    ] {
        let body = echo(1).to_string();
        let answer = server.send(method, "/mcp", &[(header, value)], body.as_bytes()).await;
        assert_eq!(answer.status, status, "{method} {header}");
        let error = &answer.json()["error"];
        assert!(error["message"].is_string(), "{method} {header}");
    }
}

#[tokio::test]
async fn a_body_that_is_too_long_is_refused_by_its_length() {
    let server = server().await;
    // Announced: nothing has to be sent. Not announced: reading stops at the limit.
    let announced = [("content-length", "4194305")];
    let announced = server.send("POST", "/mcp", &announced, b"").await;
    assert_eq!(announced.status, 413);
    assert_eq!(announced.json()["error"]["data"]["bytes_max"], json!(4_194_304));

    let chunked = [("content-length", ""), ("transfer-encoding", "chunked")];
    let mut body = format!("{:x}\r\n", 4_194_305).into_bytes();
    body.resize(body.len() + 4_194_305, b' ');
    body.extend(b"\r\n0\r\n\r\n");
    let chunked = server.send("POST", "/mcp", &chunked, &body).await;
    assert_eq!(chunked.status, 413);
}

#[tokio::test]
async fn an_initialized_client_works_in_a_session_of_its_own() {
    let server = server().await;
    let greeted = server.post(&[], &hello()).await;
    assert_eq!(greeted.status, 200);
    assert_eq!(greeted.json()["result"]["protocolVersion"], json!("2025-11-25"));
    let session = greeted.headers["mcp-session-id"].as_str();
    let ours = [("mcp-session-id", session), ("mcp-protocol-version", "2025-11-25")];
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(server.post(&ours, &ready).await.status, 202);
    let said = server.post(&ours, &echo(1)).await.json();
    let said = &said["result"]["structuredContent"];
    assert_eq!(
        said,
        &json!({
            "said": {},
            "client": "tester",
            "session": session,
            "principal": "ada",
            "stateless": false,
        })
    );

    // A stolen session id is worth nothing with another token.
    let theirs = [ours[0], ours[1], ("authorization", "Bearer secret-b")];
    for method in ["POST", "GET", "DELETE"] {
        let body = echo(2).to_string();
        let answer = server.send(method, "/mcp", &theirs, body.as_bytes()).await;
        assert_eq!(answer.status, 404, "{method}");
    }

    assert_eq!(server.send("DELETE", "/mcp", &ours, b"").await.status, 204);
    assert_eq!(server.post(&ours, &echo(3)).await.status, 404);
}

#[tokio::test]
async fn a_session_that_made_room_is_answered_404_and_its_client_begins_anew() {
    let server = server_keeping(Bounds { most: 2, ..Bounds::default() }).await;
    let mut opened = Vec::new();
    for _ in 0..3 {
        opened.push(server.post(&[], &hello()).await.headers["mcp-session-id"].clone());
    }
    for (session, status) in opened.iter().zip([404, 202, 202]) {
        let headers = [("mcp-session-id", session.as_str()), ("mcp-protocol-version", "2025-11-25")];
        let answer = server.post(&headers, &json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        assert_eq!(answer.status, status, "{session} of {opened:?}: {}", answer.body);
    }
    assert_eq!(server.post(&[], &hello()).await.status, 200);
}

#[tokio::test]
async fn progress_is_streamed_before_the_result() {
    let server = server().await;
    let mut call = stateless(1, "tools/call", json!({ "name": "echo", "arguments": {} }));
    call["params"]["_meta"]["progressToken"] = json!(7);
    let answer = server.modern("tools/call", "echo", &call).await;
    assert_eq!(answer.body.matches("notifications/progress").count(), 2);
    assert_eq!(answer.json()["id"], json!(1));
}

#[tokio::test]
async fn a_stateless_client_gets_plain_json_and_no_session() {
    let server = server().await;
    let found = stateless(1, "server/discover", json!({}));
    let found = server.modern("server/discover", "", &found).await;
    let found = found.json();
    let versions = found["result"]["supportedVersions"].as_array();
    assert!(versions.is_some_and(|all| all.contains(&json!("2026-07-28"))), "{found}");

    let call = stateless(2, "tools/call", json!({ "name": "echo", "arguments": {} }));
    let answer = server.modern("tools/call", "echo", &call).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["content-type"], "application/json");
    assert!(!answer.headers.contains_key("mcp-session-id"));
    assert_eq!(
        answer.json()["result"]["structuredContent"],
        json!({
            "said": {},
            "client": "modern",
            "session": "",
            "principal": "ada",
            "stateless": true,
        })
    );

    // What the era has done away with is not there, however it is spelled.
    let gone = stateless(3, "initialize", json!({}));
    let gone = server.modern("initialize", "", &gone).await;
    assert_eq!((gone.status, &gone.json()["error"]["code"]), (404, &json!(-32601)));

    // A header that contradicts the body is refused before anything runs.
    let lie = server.modern("tools/call", "seal", &call).await;
    assert_eq!((lie.status, &lie.json()["error"]["code"]), (400, &json!(-32020)));
}
