//! Keep a talk: each turn becomes evidence that recall finds. Told twice, it is kept once.

use super::folder;
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    memory::Secrets as Counted,
    ops::{
        missing,
        source::{self, Batch, Secrets},
    },
};
use ingest::{Document, Kind, Part, Role};
use kernel::{
    call::id_tail,
    canonical,
    effect::Propose,
    id::{SessionId, SourceId},
    refusal::Code,
    text::{Content, Name},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// Largest talk, in bytes of JSON.
const BYTES_MAX: usize = 8 << 20;

/// Keeps a talk.
#[derive(Debug)]
pub struct Store;

/// What was said.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// What it was about, and what came of it
    #[serde(default)]
    pub summary: Option<Content>,
    /// What was said, in order
    #[serde(default)]
    pub messages: Vec<Message>,
    /// Client that took part: claude-code, codex, cursor…
    #[serde(default, alias = "agent_type")]
    pub agent_type: Option<Name>,
    /// Session it belongs to
    #[serde(default, alias = "session_id")]
    pub session_id: Option<SessionId>,
}

/// One turn.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Message {
    /// Who spoke
    pub role: Speaker,
    /// What they said
    pub content: String,
}

/// Who spoke. It is what a transcript says, and proves nothing.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Speaker {
    /// A person
    User,
    /// A model
    Assistant,
    /// A tool's output
    Tool,
    /// Whoever set the stage
    System,
}

impl Speaker {
    const fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
            Self::System => "system",
        }
    }

    const fn role(self) -> Role {
        match self {
            Self::User => Role::User,
            Self::Assistant => Role::Assistant,
            Self::Tool => Role::Tool,
            Self::System => Role::None,
        }
    }
}

/// What was kept.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The talk: its source
    pub conversation_id: SourceId,
    /// new, or unchanged if it was told before
    pub change: &'static str,
    /// Pieces that were not known
    pub kept: usize,
    /// Pieces that said what another already says
    pub again: usize,
    /// Secrets that were taken out before anything was written, by kind
    #[serde(skip_serializing_if = "Counted::is_empty")]
    pub redacted: Counted,
}

impl Operation for Store {
    const SPEC: Spec =
        Spec::new("conversation.store", "Keep a conversation as evidence: its turns can be found and cited, and are believed by nobody")
            .http(Method::Post, "/v1/conversations")
            .bytes_max(BYTES_MAX)
            .also(&[(Dialect::Palace, "conversation_store")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        if input.summary.is_none() && input.messages.iter().all(|message| message.content.trim().is_empty()) {
            return Err(Code::InputInvalid.refuse("messages", "a conversation has a summary, or messages in which something is said").into());
        }
        if let Some(id) = &input.session_id {
            cx.session(id)?.ok_or_else(|| missing("session", id))?;
        }
        let (house, call) = (cx.house, cx.call);
        let batch = Batch { documents: vec![document(&input)?], missing: Vec::new(), aliases: Vec::new(), wing: None, room: None };
        let kept = source::keep(cx, house, call, batch, Secrets::Redact, None)?;
        let done = kept.sources.into_iter().next().ok_or_else(|| Code::Internal.refuse("conversation", "it was kept as nothing"))?;
        cx.about(&done.id);
        Ok(Output { conversation_id: done.id, change: done.change, kept: kept.kept, again: kept.again, redacted: kept.redacted })
    }

    fn noted(input: &Json) -> Option<Json> {
        let messages = input["messages"].as_array().map_or(0, Vec::len);
        Some(json!({ "messages": messages, "agentType": input["agentType"], "sessionId": input["sessionId"] }))
    }
}

/// The talk as a document. Its name follows from what is said, so that the same talk has the same name.
fn document(input: &Input) -> Result<Document, Error> {
    let words = canonical::digest(&(&input.summary, &input.messages, &input.agent_type))?;
    let thread = input.session_id.as_ref().map_or_else(String::new, ToString::to_string);
    let client = input.agent_type.as_ref().map_or("", Name::as_str);
    let summary = input.summary.iter().map(|text| Part {
        text: text.as_str().to_owned(),
        author: client.to_owned(),
        heading: "Summary".into(),
        thread: thread.clone(),
        ..Part::default()
    });
    let turns = input.messages.iter().map(|message| Part {
        text: message.content.clone(),
        author: message.role.name().to_owned(),
        role: message.role.role(),
        thread: thread.clone(),
        ..Part::default()
    });
    Ok(Document {
        path: format!("{}{}", folder(input.session_id.as_ref()), id_tail(&words.0)),
        // No word of the talk itself: a title stays for as long as anything of it does.
        title: if client.is_empty() { "Conversation".into() } else { format!("Conversation with {client}") },
        kind: Kind::Conversation,
        parts: summary.chain(turns).collect(),
    })
}
