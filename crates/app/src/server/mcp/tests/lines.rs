//! The door over lines, on in-memory streams.

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;

use super::{
    super::{Door, LINE_BYTES_MAX, serve_streams},
    cottage, hello, request, stateless,
};

/// A client at the other end of the lines.
struct Client {
    input: WriteHalf<DuplexStream>,
    output: Lines<BufReader<ReadHalf<DuplexStream>>>,
    served: JoinHandle<std::io::Result<()>>,
}

impl Client {
    fn new(door: Door) -> Self {
        let (near, far) = tokio::io::duplex(64 * 1024);
        let (reader, writer) = tokio::io::split(far);
        let stop = CancellationToken::new();
        let served = tokio::spawn(serve_streams(door, "line-1", reader, writer, stop));
        let (output, input) = tokio::io::split(near);
        Self { input, output: BufReader::new(output).lines(), served }
    }

    /// A client that has said hello and heard the answer.
    async fn greeted(door: Door) -> Self {
        let mut client = Self::new(door);
        client.ask(&hello()).await;
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        client
    }

    async fn send(&mut self, message: &Value) {
        self.send_line(message.to_string().as_bytes()).await;
    }

    async fn send_line(&mut self, line: &[u8]) {
        self.input.write_all(line).await.expect("the door reads");
        self.input.write_all(b"\n").await.expect("the door reads");
    }

    async fn hear(&mut self) -> Value {
        let line = self.output.next_line().await.expect("the door writes UTF-8");
        serde_json::from_str(&line.expect("the door is open")).expect("a line is JSON")
    }

    async fn ask(&mut self, message: &Value) -> Value {
        self.send(message).await;
        self.hear().await
    }

    /// Closes the input and returns what is still said, and how serving ended.
    async fn leave(mut self) -> (Vec<Value>, std::io::Result<()>) {
        self.input.shutdown().await.expect("the door listens");
        let mut rest = Vec::new();
        while let Some(line) = self.output.next_line().await.expect("the door writes UTF-8") {
            rest.push(serde_json::from_str(&line).expect("a line is JSON"));
        }
        (rest, self.served.await.expect("serving does not panic"))
    }
}

fn call(id: u32, tool: &str, arguments: Value) -> Value {
    request(id, "tools/call", json!({ "name": tool, "arguments": arguments }))
}

#[tokio::test]
async fn an_initialized_client_is_greeted_without_promises_of_change() {
    let (door, _, _) = cottage(0);
    let mut client = Client::new(door);
    assert_eq!(
        client.ask(&hello()).await["result"],
        json!({
            "protocolVersion": "2025-11-25",
            "capabilities": { "tools": {}, "resources": {}, "prompts": {} },
            "serverInfo": { "name": "cottage", "title": "Cottage", "version": "1.2.3" },
            "instructions": "Knock first",
        })
    );
}

#[tokio::test]
async fn every_bad_line_is_answered_and_the_connection_goes_on() {
    let deep = "[".repeat(100_000);
    let nested = format!("{{\"jsonrpc\":\"2.0\",\"id\":\"n\",\"method\":\"ping\",\"params\":{}1{}}}", "{\"a\":".repeat(200), "}".repeat(200));
    let long = vec![b'x'; LINE_BYTES_MAX + 1];
    let long_request = [&b"{\"jsonrpc\":\"2.0\",\"id\":21,\"method\":\""[..], &long, b"\"}"].concat();
    let cases: &[(&[u8], Value, i32)] = &[
        (b"not json", Value::Null, -32700),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,", json!(1), -32700),
        (nested.as_bytes(), json!("n"), -32700),
        (&long_request, json!(21), -32600),
        (b"{} {}", Value::Null, -32700),
        (b"\0\0\0", Value::Null, -32700),
        (b"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\xfe\"}", Value::Null, -32700),
        (deep.as_bytes(), Value::Null, -32700),
        (&long, Value::Null, -32600),
        (b"7", Value::Null, -32600),
        (b"null", Value::Null, -32600),
        (b"[]", Value::Null, -32600),
        (
            b"[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
            Value::Null,
            -32600,
        ),
        (b"{\"id\":3,\"method\":\"ping\"}", json!(3), -32600),
        (b"{\"jsonrpc\":\"1.0\",\"id\":\"a\"}", json!("a"), -32600),
        (b"{\"jsonrpc\":\"2.0\",\"id\":4}", json!(4), -32600),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":6}",
            json!(5),
            -32600,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
            Value::Null,
            -32600,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}",
            Value::Null,
            -32600,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"ping\",\"method\":\"tools/list\"}",
            json!(6),
            -32600,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":7,\"id\":8,\"method\":\"ping\"}",
            Value::Null,
            -32600,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"a\":1,\"a\":2}}}",
            json!(9),
            -32600,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":10,\"method\":\"ping\",\"params\":[1]}",
            json!(10),
            -32602,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":11,\"method\":\"ping\",\"result\":{}}",
            json!(11),
            -32600,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":12,\"method\":\"tools/call\",\"params\":{\"name\":5}}",
            json!(12),
            -32602,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":13,\"method\":\"tools/call\"}",
            json!(13),
            -32602,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":14,\"method\":\"nope/x\"}",
            json!(14),
            -32601,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":15,\"method\":\"logging/setLevel\",\"params\":{\"level\":\"info\"}}",
            json!(15),
            -32601,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":16,\"method\":\"completion/complete\",\"params\":{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\"},\"argument\":{\"name\":\"a\",\"value\":\"\"}}}",
            json!(16),
            -32601,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":17,\"method\":\"resources/subscribe\",\"params\":{\"uri\":\"cottage://roof\"}}",
            json!(17),
            -32601,
        ),
    ];
    let (door, _, _) = cottage(0);
    let mut client = Client::greeted(door).await;
    for (line, id, code) in cases {
        client.send_line(line).await;
        let answer = client.hear().await;
        let shown = String::from_utf8_lossy(&line[..line.len().min(80)]);
        assert_eq!((&answer["id"], &answer["error"]["code"]), (id, &json!(code)), "{shown} was answered with {answer}");
        assert!(answer["error"]["message"].is_string(), "{shown}");
        let pong = client.ask(&request(99, "ping", json!({}))).await;
        assert_eq!(pong, json!({ "jsonrpc": "2.0", "id": 99, "result": {} }));
    }
    let (rest, ended) = client.leave().await;
    assert_eq!(rest, Vec::<Value>::new());
    ended.expect("the connection ends well");
}

#[tokio::test]
async fn what_needs_no_answer_gets_none() {
    let (door, _, _) = cottage(0);
    let mut client = Client::new(door);
    let silent = [
        "",
        "   \r",
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        r#"{"jsonrpc":"2.0","method":"made/up"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":[]}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#,
    ];
    // Before hello, where rmcp alone would end the connection, and after it.
    for line in silent {
        client.send_line(line.as_bytes()).await;
    }
    assert_eq!(client.ask(&hello()).await["id"], json!(0));
    for line in silent {
        client.send_line(line.as_bytes()).await;
    }
    let pong = client.ask(&request(2, "ping", json!({}))).await;
    assert_eq!(pong["id"], json!(2));
}

#[tokio::test]
async fn a_call_answers_with_structure_and_text() {
    let (door, _, _) = cottage(0);
    let mut client = Client::greeted(door).await;
    let answer = client.ask(&call(1, "echo", json!({ "a": 1 }))).await;
    assert_eq!(
        answer["result"],
        json!({
            "content": [{ "type": "text", "text": "echoed" }],
            "structuredContent": {
                "said": { "a": 1 },
                "client": "tester",
                "session": "line-1",
                "principal": "",
                "stateless": false,
            },
            "isError": false,
        })
    );
}

#[tokio::test]
async fn an_unknown_tool_is_an_error_of_the_protocol() {
    let (door, _, _) = cottage(0);
    let mut client = Client::greeted(door).await;
    let answer = client.ask(&call(1, "store_direct", json!({}))).await;
    assert_eq!(answer["error"], json!({ "code": -32602, "message": "Tool \"store_direct\" not available in agent mode" }));
}

#[tokio::test]
async fn a_call_that_panics_is_answered() {
    let (door, _, _) = cottage(0);
    let mut client = Client::greeted(door).await;
    let answer = client.ask(&call(1, "break", json!({}))).await;
    assert_eq!(answer["error"]["code"], json!(-32603));
}

#[tokio::test]
async fn progress_rises_and_comes_before_the_result() {
    let (door, _, _) = cottage(0);
    let mut client = Client::greeted(door).await;
    let mut asked = call(1, "echo", json!({}));
    asked["params"]["_meta"] = json!({ "progressToken": "t" });
    client.send(&asked).await;
    for done in [1.0, 2.0] {
        assert_eq!(
            client.hear().await,
            json!({
                "jsonrpc": "2.0",
                "method": "notifications/progress",
                "params": {
                    "progressToken": "t", "progress": done, "total": 2.0, "message": "echoing",
                },
            })
        );
    }
    assert_eq!(client.hear().await["id"], json!(1));
}

#[tokio::test]
async fn a_call_in_progress_keeps_its_id_and_stops_unanswered_when_cancelled() {
    let (door, _, heard) = cottage(0);
    let mut client = Client::greeted(door).await;
    client.send(&call(1, "wait", json!({}))).await;
    let heard = listen(heard, "started").await;
    let twin = client.ask(&request(1, "ping", json!({}))).await;
    assert_eq!((&twin["id"], &twin["error"]["code"]), (&json!(1), &json!(-32600)));
    client
        .send(&json!({
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": { "requestId": 1, "reason": "changed my mind" },
        }))
        .await;
    listen(heard, "stopped").await;
    let next = client.ask(&request(2, "ping", json!({}))).await;
    assert_eq!(next["id"], json!(2));
}

/// Waits on a blocking thread until the cottage says `word`.
async fn listen(heard: std::sync::mpsc::Receiver<&'static str>, word: &'static str) -> std::sync::mpsc::Receiver<&'static str> {
    tokio::task::spawn_blocking(move || {
        assert_eq!(heard.recv().expect("the cottage speaks"), word);
        heard
    })
    .await
    .expect("listening does not panic")
}

#[tokio::test]
async fn lists_come_in_pages_and_foreign_cursors_are_refused() {
    let (door, _, _) = cottage(296);
    let mut client = Client::greeted(door).await;
    let first = client.ask(&request(1, "tools/list", json!({}))).await;
    let cursor = &first["result"]["nextCursor"];
    let second = client.ask(&request(2, "tools/list", json!({ "cursor": cursor }))).await;
    let count = |page: &Value| page["result"]["tools"].as_array().map(Vec::len);
    assert_eq!((count(&first), count(&second)), (Some(150), Some(150)));
    assert_eq!(first["result"]["tools"][0]["name"], json!("echo"));
    assert_eq!(second["result"]["tools"][149]["name"], json!("idle_295"));
    assert_eq!(second["result"]["nextCursor"], Value::Null);
    for (method, cursor) in
        [("tools/list", &json!("nonsense")), ("resources/list", cursor), ("resources/templates/list", cursor), ("prompts/list", cursor)]
    {
        let answer = client.ask(&request(3, method, json!({ "cursor": cursor }))).await;
        assert_eq!(answer["error"]["code"], json!(-32602), "{method}");
    }
}

#[tokio::test]
async fn resources_and_prompts_are_read() {
    let (door, _, _) = cottage(0);
    let mut client = Client::greeted(door).await;
    let roof = request(1, "resources/read", json!({ "uri": "cottage://roof" }));
    let roof = client.ask(&roof).await;
    assert_eq!(roof["result"]["contents"][0]["text"], json!("thatch"));
    let cellar = request(2, "resources/read", json!({ "uri": "cottage://cellar" }));
    let cellar = client.ask(&cellar).await;
    assert_eq!(cellar["error"]["code"], json!(-32002));
    let greet = request(3, "prompts/get", json!({ "name": "greet" }));
    let greet = client.ask(&greet).await;
    assert_eq!(greet["result"]["messages"][0]["content"]["text"], json!("hello"));
}

#[tokio::test]
async fn a_stateless_client_needs_no_hello() {
    let (door, _, _) = cottage(0);
    let mut client = Client::new(door);
    let params = json!({ "name": "echo", "arguments": {} });
    let answer = client.ask(&stateless(1, "tools/call", params)).await;
    assert_eq!(answer["result"]["resultType"], json!("complete"));
    let said = &answer["result"]["structuredContent"];
    assert_eq!((&said["client"], &said["stateless"]), (&json!("modern"), &json!(true)));
}

#[tokio::test]
async fn an_initialized_client_hears_the_refusal_that_needs_a_seal() {
    let (door, _, _) = cottage(0);
    let mut client = Client::greeted(door).await;
    let answer = client.ask(&call(1, "seal", json!({}))).await;
    assert_eq!(answer["result"]["isError"], json!(true));
    assert_eq!(answer["result"]["structuredContent"], json!({ "refused": "seal_required" }));
}

#[tokio::test]
async fn a_stateless_client_is_asked_for_the_seal_and_retries() {
    let (door, cottage, _) = cottage(0);
    let mut client = Client::new(door);
    let params = |state: &Value, action: &str| {
        json!({
            "name": "seal",
            "arguments": {},
            "requestState": state,
            "inputResponses": { "seal": { "action": action, "content": { "done": true } } },
        })
    };
    let first = json!({ "name": "seal", "arguments": {} });
    let asked = client.ask(&stateless(1, "tools/call", first)).await;
    assert_eq!(asked["result"]["resultType"], json!("input_required"));
    let form = &asked["result"]["inputRequests"]["seal"];
    assert_eq!(form["method"], json!("elicitation/create"));
    assert_eq!(form["params"]["message"], json!("Run `cottage seal 1`"));
    let state = &asked["result"]["requestState"];

    // The state opens for this very call only.
    let mut other = params(state, "accept");
    other["arguments"] = json!({ "b": 1 });
    let other = client.ask(&stateless(2, "tools/call", other)).await;
    assert_eq!(other["error"]["code"], json!(-32602));

    // A person who declines is not asked again.
    let declined = params(state, "decline");
    let declined = client.ask(&stateless(3, "tools/call", declined)).await;
    assert_eq!(declined["result"]["isError"], json!(true));

    // Saying "done" seals nothing; the house knows.
    let hasty = params(state, "accept");
    let hasty = client.ask(&stateless(4, "tools/call", hasty)).await;
    assert_eq!(hasty["result"]["resultType"], json!("input_required"));

    cottage.put_seal();
    let done = params(&hasty["result"]["requestState"], "accept");
    let done = client.ask(&stateless(5, "tools/call", done)).await;
    assert_eq!(done["result"]["structuredContent"], json!({ "sealed": true }));
}

#[tokio::test]
async fn the_end_of_the_input_ends_well_after_the_last_answer() {
    let (door, _, _) = cottage(0);
    let (rest, ended) = Client::new(door).leave().await;
    assert_eq!(rest, Vec::<Value>::new());
    ended.expect("nobody came, which is fine");

    let (door, ..) = cottage(0);
    let mut client = Client::greeted(door).await;
    let last = call(1, "echo", json!({})).to_string();
    let input = client.input.write_all(last.as_bytes());
    input.await.expect("the door reads a line without an end");
    let (rest, ended) = client.leave().await;
    assert_eq!(rest.len(), 1, "{rest:?}");
    ended.expect("the connection ends well");
}

#[tokio::test]
async fn a_client_that_goes_away_ends_the_connection_well() {
    let (door, ..) = cottage(0);
    let mut client = Client::greeted(door).await;
    client.send(&call(1, "echo", json!({}))).await;
    let Client { input, output, served } = client;
    drop((input, output));
    served.await.expect("serving does not panic").expect("the connection ends well");
}
