//! A panic in the middle of a call is that call's error: over MCP on standard streams, MCP over HTTP, and REST. Its transaction is
//! rolled back, the server goes on, and the next call is answered.

use app::{
    desk::Desk,
    dialects::{Palace, Profile},
    home::Home,
    server::{
        mcp::{self, Bounds, Door, Guards, HttpOptions, Token},
        rest,
    },
};
use engine::{Engine, Roots, Signer};
use kernel::{actor::Mode, anchor::Anchor, palace::Sealing};
use serde_json::{Value as Json, json};
use std::sync::Arc;
use store::Store;
use testkit::{
    faults::{After, Faults, Faulty},
    temp::Temp,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_util::sync::CancellationToken;

/// The statement of a write that panics: one in the middle of its transaction.
const NTH: u64 = 12;
const SECRET: &str = "a token for this test alone";

/// A palace over a connection that panics once it is told to.
fn palace(folder: &Temp, faults: &Faults) -> Palace {
    let home = Home::at(folder.path().join("palace"));
    let (mut desk, created) = Desk::create(home.clone(), Mode::Agent, "ana", Sealing::Unsealed).expect("a palace");
    assert!(created);
    desk.stand_at(Anchor::Global);
    let raw = store::testing::connect(&home.place()).expect("connect");
    let store = Store::over(Box::new(Faulty::new(raw, faults.clone()))).expect("open the palace again");
    let signer = home.log_key(false).expect("a home").map(|key| Arc::new(key) as Arc<dyn Signer>);
    desk.engine = Engine::over(store, home.place(), Arc::new(home) as Arc<dyn Roots>, signer);
    Palace::new(Arc::new(desk), Profile::named("all").expect("a profile"))
}

/// How many memories were written, and what the ledger says of calls that ended in a fault.
fn kept(folder: &Temp) -> (i64, i64) {
    let home = Home::at(folder.path().join("palace"));
    let mut raw = store::testing::connect(&home.place()).expect("connect");
    let mut count = |sql: &str| raw.query(sql, &[]).expect(sql).pop().expect("a row").int().expect("a number");
    (count("select count(*) from evidence"), count("select count(*) from ledger where outcome = 'refused INTERNAL' and op = 'evidence.record'"))
}

fn remember(words: &str) -> Json {
    json!({ "content": words, "source": "a note" })
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime")
}

/// A conversation over the standard streams of MCP: one line each way.
struct Lines {
    near: tokio::io::DuplexStream,
    held: Vec<u8>,
    id: u32,
}

impl Lines {
    async fn ask(&mut self, method: &str, params: Json) -> Json {
        self.id += 1;
        let line = json!({ "jsonrpc": "2.0", "id": self.id, "method": method, "params": params });
        self.near.write_all(format!("{line}\n").as_bytes()).await.expect("the door reads");
        loop {
            if let Some(end) = self.held.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.held.drain(..=end).collect();
                let answer: Json = serde_json::from_slice(&line).expect("a line is JSON");
                if answer["id"] == self.id {
                    return answer;
                }
                continue;
            }
            let mut chunk = [0; 4096];
            let count = self.near.read(&mut chunk).await.expect("the door writes");
            assert!(count > 0, "the door closed before it answered `{method}`");
            self.held.extend_from_slice(&chunk[..count]);
        }
    }
}

#[test]
fn a_panic_in_a_call_over_standard_streams_is_its_error_and_the_next_is_answered() {
    let (folder, faults) = (Temp::new(), Faults::none());
    let palace = palace(&folder, &faults);
    runtime().block_on(async {
        let (near, far) = tokio::io::duplex(1 << 20);
        let (reader, writer) = tokio::io::split(far);
        let served = tokio::spawn(mcp::serve_streams(Door::new(Arc::new(palace), [7; 32]), "test", reader, writer, CancellationToken::new()));
        let mut lines = Lines { near, held: Vec::new(), id: 0 };
        let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "tester", "version": "0" } });
        lines.ask("initialize", hello).await;

        faults.arm(NTH, After::Panics);
        let answer = lines.ask("tools/call", json!({ "name": "evidence_record", "arguments": remember("Rye rests overnight.") })).await;
        assert!(faults.disarm(), "nothing panicked: {answer}");
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        internal(&answer["result"]["structuredContent"]);
        assert_eq!(kept(&folder), (0, 1), "nothing of it is kept, and the ledger says that it was refused");

        let answer = lines.ask("tools/call", json!({ "name": "evidence_record", "arguments": remember("Rye rests overnight.") })).await;
        assert_eq!(answer["result"]["isError"], false, "{answer}");
        assert_eq!(kept(&folder), (1, 1));
        drop(lines);
        served.await.expect("the door does not panic").expect("the door ends well");
    });
}

#[test]
fn a_panic_in_a_call_over_rest_is_its_error_and_the_next_is_answered() {
    let (refused, answered) = over_http("/v1/tools/evidence.record", &remember("Rye rests overnight."));
    internal(&refused.1);
    assert_eq!((refused.0, answered.0), (500, 200), "{answered:?}");
}

#[test]
fn a_panic_in_a_call_of_mcp_over_http_is_its_error_and_the_next_is_answered() {
    let meta = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "tester", "version": "0" } });
    let params = json!({ "name": "evidence_record", "arguments": remember("Rye rests overnight."), "_meta": meta });
    let (refused, answered) = over_http(mcp::MCP_PATH, &json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }));
    internal(&refused.1["result"]["structuredContent"]);
    assert_eq!((refused.0, answered.0), (200, 200));
    assert_eq!((&refused.1["result"]["isError"], &answered.1["result"]["isError"]), (&json!(true), &json!(false)), "{answered:?}");
}

/// Asks a server twice to record the same: what it answers when it panics, and afterwards.
fn over_http(path: &str, body: &Json) -> ((u16, Json), (u16, Json)) {
    let (folder, faults) = (Temp::new(), Faults::none());
    let palace = palace(&folder, &faults);
    runtime().block_on(async {
        let guards = Guards::new(&[], &[], &[Token { principal: String::new(), secret: SECRET.into() }], "ask the test");
        let stop = CancellationToken::new();
        let options = HttpOptions { guards: guards.clone(), stop: stop.clone(), sessions: Bounds::default() };
        let routes = mcp::router(Door::new(Arc::new(palace.clone()), [7; 32]), &options).merge(rest::router(palace, &guards));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let served = tokio::spawn(mcp::serve_http(listener, routes, stop.clone()));
        faults.arm(NTH, After::Panics);
        let refused = post(address, path, body).await;
        assert!(faults.disarm(), "nothing panicked: {refused:?}");
        assert_eq!(kept(&folder), (0, 1), "nothing of it is kept, and the ledger says that it was refused");
        let answered = post(address, path, body).await;
        assert_eq!(kept(&folder), (1, 1), "{answered:?}");
        stop.cancel();
        served.await.expect("the server does not panic").expect("the server ends well");
        (refused, answered)
    })
}

/// The refusal of a call that panicked.
fn internal(refusal: &Json) {
    assert_eq!(refusal["error"]["code"], "INTERNAL", "{refusal}");
    let what = refusal["error"]["what"].as_str().or_else(|| refusal["error"]["message"].as_str()).unwrap_or_default();
    assert!(what.contains("a fault in this program at ") && what.contains("faults.rs:") && what.contains("injected panic"), "{refusal}");
}

/// Sends JSON with the token, and reads the answer, which may come as an event.
async fn post(address: std::net::SocketAddr, path: &str, body: &Json) -> (u16, Json) {
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nAuthorization: Bearer {SECRET}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: evidence_record\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await.expect("connect");
    stream.write_all(format!("{head}{body}").as_bytes()).await.expect("the server reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("the server answers");
    let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
    let json = answer.lines().map(|line| line.strip_prefix("data:").unwrap_or(line).trim()).rfind(|line| line.starts_with('{'));
    (status, serde_json::from_str(json.unwrap_or_else(|| panic!("no JSON: {answer}"))).expect("JSON"))
}
