//! The JSON-RPC door over lines: whatever bytes arrive after a handshake, every line that goes out is a JSON-RPC message,
//! and the door still answers a ping afterwards. Nothing panics.
#![no_main]

use app::server::mcp::{Caller, Door, Face, McpService, Outcome, ProtocolError, Watch, serve_streams};
use libfuzzer_sys::fuzz_target;
use rmcp::model::{GetPromptResult, Prompt, PromptMessage, Resource, ResourceContents, ResourceTemplate, Role, Tool};
use serde_json::{Map, Value, json};
use std::sync::{Arc, LazyLock};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    runtime::{Builder, Runtime},
};
use tokio_util::sync::CancellationToken;

/// A house with one of everything, which says back what it heard.
struct Echo;

impl McpService for Echo {
    fn face(&self) -> Face {
        Face { name: "echo".into(), title: "Echo".into(), version: "0".into(), instructions: String::new() }
    }
    fn tools(&self) -> Vec<Tool> {
        let schema = Map::from_iter([("type".to_owned(), json!("object"))]);
        ["echo", "seal"].map(|name| Tool::new(name, "Says it back", schema.clone())).into()
    }
    fn call(&self, _: &Caller, tool: &str, arguments: Map<String, Value>, watch: &Watch) -> Outcome {
        watch.progress(1, Some(1), "heard");
        match tool {
            "echo" => Outcome::Done { structured: json!({ "said": arguments }), text: "said".into() },
            "seal" => Outcome::NeedsSeal { structured: json!({}), text: "seal it".into(), request: "Run `palace seal`".into() },
            other => Outcome::Refused { structured: json!({ "tool": other }), text: "no".into() },
        }
    }
    fn resources(&self) -> Vec<Resource> {
        vec![Resource::new("echo://a", "a")]
    }
    fn resource_templates(&self) -> Vec<ResourceTemplate> {
        vec![ResourceTemplate::new("echo://{a}", "a")]
    }
    fn read(&self, _: &Caller, uri: &str) -> Result<Vec<ResourceContents>, ProtocolError> {
        if uri == "echo://a" { Ok(vec![ResourceContents::text("a", uri)]) } else { Err(ProtocolError::resource_not_found(uri)) }
    }
    fn prompts(&self) -> Vec<Prompt> {
        vec![Prompt::new("echo", Some("Says it back"), None)]
    }
    fn prompt(&self, _: &Caller, name: &str, _: Map<String, Value>) -> Result<GetPromptResult, ProtocolError> {
        match name {
            "echo" => Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, "hello")])),
            other => Err(ProtocolError::invalid_params(format!("no prompt {other}"))),
        }
    }
}

const HELLO: &str = r#"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"fuzz","version":"0"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
"#;
const LAST: &str = r#"{"jsonrpc":"2.0","id":"the last one","method":"ping"}"#;

/// Made once: a runtime takes longer to start and stop than a conversation.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Builder::new_current_thread().enable_time().build().expect("a runtime"));

fuzz_target!(|bytes: &[u8]| {
    let said = RUNTIME.block_on(conversation(bytes));
    let lines: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect();
    assert!(lines.iter().all(|line| line["jsonrpc"] == "2.0"), "every line is JSON-RPC: {said}");
    assert!(lines.iter().any(|line| line["id"] == "the last one"), "the door no longer answers: {said}");
});

/// Says hello, then the bytes, then one ping, and hears everything out.
async fn conversation(bytes: &[u8]) -> String {
    let (mut near, far) = tokio::io::duplex(1 << 22);
    let (reader, writer) = tokio::io::split(far);
    let served = tokio::spawn(serve_streams(Door::new(Arc::new(Echo), [7; 32]), "fuzz", reader, writer, CancellationToken::new()));
    for part in [HELLO.as_bytes(), bytes, b"\n", LAST.as_bytes(), b"\n"] {
        near.write_all(part).await.expect("the door reads");
    }
    let mut said = String::new();
    // The input ends only when the last answer is there: an end of input cancels what still runs.
    while !said.contains("\"the last one\"") || !said.ends_with('\n') {
        let mut heard = [0; 4096];
        match near.read(&mut heard).await.expect("the door writes") {
            0 => break,
            count => said.push_str(std::str::from_utf8(&heard[..count]).expect("the door writes UTF-8")),
        }
    }
    near.shutdown().await.expect("the input ends");
    served.await.expect("the door does not panic").expect("the door ends well");
    said
}
