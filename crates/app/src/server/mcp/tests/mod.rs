//! The door against a house of a few rooms, over both transports.

mod http;
mod lines;
mod refused;

use std::sync::{Arc, Mutex, mpsc};

use rmcp::model::{GetPromptResult, Prompt, PromptMessage, Resource, ResourceContents, ResourceTemplate, Role, Tool};
use serde_json::{Map, Value, json};

use super::{Caller, Door, Era, Face, McpService, Outcome, ProtocolError, Watch};

/// A house with two tools that work (`echo`, `wait`), one that waits for a person (`seal`), one
/// that breaks (`break`), and as many idle ones as a test wants.
pub(super) struct Cottage {
    idle_tools: usize,
    sealed: Mutex<bool>,
    /// `wait` says "started" and "stopped" here.
    says: mpsc::Sender<&'static str>,
}

/// The cottage's door, the cottage, and what its `wait` says.
pub(super) fn cottage(idle_tools: usize) -> (Door, Arc<Cottage>, mpsc::Receiver<&'static str>) {
    let (says, heard) = mpsc::channel();
    let cottage = Arc::new(Cottage { idle_tools, sealed: Mutex::new(false), says });
    let door = Door::new(Arc::clone(&cottage) as Arc<dyn McpService>, [7; 32]);
    (door, cottage, heard)
}

impl Cottage {
    /// A person seals what `seal` asks for.
    pub(super) fn put_seal(&self) {
        *self.sealed.lock().expect("nobody panics with the seal") = true;
    }
}

fn tool(name: String) -> Tool {
    let schema = Map::from_iter([("type".to_owned(), json!("object"))]);
    Tool::new(name, "A tool of the cottage", schema)
}

fn refusal() -> Value {
    json!({ "refused": "seal_required" })
}

impl McpService for Cottage {
    fn face(&self) -> Face {
        Face { name: "cottage".into(), title: "Cottage".into(), version: "1.2.3".into(), instructions: "Knock first".into() }
    }

    fn tools(&self) -> Vec<Tool> {
        let working = ["echo", "wait", "seal", "break"].map(String::from);
        let idle = (0..self.idle_tools).map(|n| format!("idle_{n:03}"));
        working.into_iter().chain(idle).map(tool).collect()
    }

    fn call(&self, caller: &Caller, tool: &str, arguments: Map<String, Value>, watch: &Watch) -> Outcome {
        match tool {
            "echo" => {
                for step in [1, 1, 2] {
                    watch.progress(step, Some(2), "echoing");
                }
                Outcome::Done {
                    structured: json!({
                        "said": arguments,
                        "client": caller.client,
                        "session": caller.session,
                        "principal": caller.principal,
                        "stateless": caller.era == Era::Stateless,
                    }),
                    text: "echoed".into(),
                }
            }
            "wait" => {
                self.says.send("started").expect("the test listens");
                while !watch.cancelled() {
                    std::thread::yield_now();
                }
                self.says.send("stopped").expect("the test listens");
                Outcome::Refused { structured: json!({ "refused": "cancelled" }), text: "cancelled".into() }
            }
            "seal" if *self.sealed.lock().expect("nobody panics with the seal") => {
                Outcome::Done { structured: json!({ "sealed": true }), text: "sealed".into() }
            }
            "seal" => Outcome::NeedsSeal { structured: refusal(), text: "a person must seal this".into(), request: "Run `cottage seal 1`".into() },
            "break" => panic!("the cottage burns"),
            other => Outcome::Protocol(ProtocolError::invalid_params(format!("Tool \"{other}\" not available in agent mode"))),
        }
    }

    fn resources(&self) -> Vec<Resource> {
        vec![Resource::new("cottage://roof", "roof")]
    }

    fn resource_templates(&self) -> Vec<ResourceTemplate> {
        vec![ResourceTemplate::new("cottage://room/{n}", "room")]
    }

    fn read(&self, _caller: &Caller, uri: &str) -> Result<Vec<ResourceContents>, ProtocolError> {
        if uri == "cottage://roof" {
            return Ok(vec![ResourceContents::text("thatch", uri)]);
        }
        Err(ProtocolError::resource_not_found(uri))
    }

    fn prompts(&self) -> Vec<Prompt> {
        vec![Prompt::new("greet", Some("Greets"), None)]
    }

    fn prompt(&self, _caller: &Caller, name: &str, _arguments: Map<String, Value>) -> Result<GetPromptResult, ProtocolError> {
        if name == "greet" {
            let message = PromptMessage::new_text(Role::User, "hello");
            return Ok(GetPromptResult::new(vec![message]));
        }
        Err(ProtocolError::invalid_params(format!("There is no prompt `{name}`")))
    }
}

/// `initialize` of a 2025-11-25 client.
pub(super) fn hello() -> Value {
    json!({
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "tester", "version": "0" },
        },
    })
}

/// A request of an initialized client.
pub(super) fn request(id: u32, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// A request of the stateless era, from a client that shows forms.
pub(super) fn stateless(id: u32, method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "modern", "version": "0" },
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
    });
    request(id, method, params)
}
