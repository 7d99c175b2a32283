//! What the door asks of the rest of the palace, and nothing more.
//!
//! The trait is synchronous: the door runs every question on a blocking thread, so the core stays
//! free of async. The wire shapes of rmcp appear here as plain values; its service types do not.

use rmcp::model::{ErrorCode, ErrorData, GetPromptResult, Prompt, Resource, ResourceContents, ResourceTemplate, Tool};
use serde_json::{Map, Value, json};

use super::watch::Watch;

/// Which of the two lifecycles of MCP a request belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// 2026-07-28 and later: every request carries its own protocol version and client.
    Stateless,
    /// 2025-11-25 and earlier: the connection began with `initialize`.
    Initialized,
}

/// Who is on the other side of this connection, as the door saw it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The client's own name for itself, or empty. It is a claim, not an identity.
    pub client: String,
    /// The client's version of itself, or empty.
    pub version: String,
    /// The transport's session, or the connection's id over stdio; empty where the stateless era
    /// over HTTP keeps neither.
    pub session: String,
    /// Whose token opened the door; empty over stdio, where the process is the proof.
    pub principal: String,
    /// Which lifecycle the request came in.
    pub era: Era,
}

/// How the palace introduces itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Face {
    /// Machine name of the server.
    pub name: String,
    /// Name to show to people.
    pub title: String,
    /// Version of the server.
    pub version: String,
    /// How an agent should use what it finds here.
    pub instructions: String,
}

/// An answer that is a JSON-RPC error rather than a result.
#[derive(Debug, Clone, PartialEq)]
pub struct ProtocolError {
    /// JSON-RPC error code.
    pub code: i32,
    /// What happened, to what, and what to do next.
    pub message: String,
    /// Details for programs.
    pub data: Option<Value>,
}

impl ProtocolError {
    /// The parameters cannot be used (`-32602`).
    pub fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::INVALID_PARAMS.0, message)
    }

    /// There is no resource with this address (`-32002`, sent as `-32602` from 2026-07-28 on).
    pub fn resource_not_found(uri: &str) -> Self {
        let message = format!("There is no resource `{uri}`; resources/list names the ones there are");
        Self { data: Some(json!({ "uri": uri })), ..Self::new(ErrorCode::RESOURCE_NOT_FOUND.0, message) }
    }

    fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }
}

impl From<ProtocolError> for ErrorData {
    fn from(error: ProtocolError) -> Self {
        Self::new(ErrorCode(error.code), error.message, error.data)
    }
}

/// How a tool call ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It was done.
    Done {
        /// The answer, sent as `structuredContent`.
        structured: Value,
        /// The same answer for a reader without structured content.
        text: String,
    },
    /// The answer is no, with a code and a remedy.
    Refused {
        /// The refusal, sent as `structuredContent` of an error result.
        structured: Value,
        /// The refusal in words.
        text: String,
    },
    /// A person has to seal this first.
    NeedsSeal {
        /// The refusal as a client without input requests sees it.
        structured: Value,
        /// The refusal in words.
        text: String,
        /// What to tell the person, with the exact command to run.
        request: String,
    },
    /// The request itself cannot be served.
    Protocol(ProtocolError),
}

/// The palace as the door sees it: lists, calls, reads.
pub trait McpService: Send + Sync + 'static {
    /// Says who answers.
    fn face(&self) -> Face;

    /// Lists the tools of the actor fixed at start, and only those.
    fn tools(&self) -> Vec<Tool>;

    /// Calls a tool. Long work looks at `watch` now and then.
    fn call(&self, caller: &Caller, tool: &str, arguments: Map<String, Value>, watch: &Watch) -> Outcome;

    /// Lists the resources that have a fixed address.
    fn resources(&self) -> Vec<Resource>;

    /// Lists the resources whose address has parts to fill in.
    fn resource_templates(&self) -> Vec<ResourceTemplate>;

    /// Reads one resource. The caller comes along because reading is governed and recorded too.
    fn read(&self, caller: &Caller, uri: &str) -> Result<Vec<ResourceContents>, ProtocolError>;

    /// Lists the prompts.
    fn prompts(&self) -> Vec<Prompt>;

    /// Renders one prompt.
    fn prompt(&self, caller: &Caller, name: &str, arguments: Map<String, Value>) -> Result<GetPromptResult, ProtocolError>;
}
