//! The house as MCP sees it: tools from the registry, calls to the engine, answers as structured content.

use super::{Profile, listing::tool, resources};
use crate::{
    connect::hooks,
    desk::Desk,
    render,
    server::mcp::{Caller, Face, McpService, Outcome, ProtocolError, Watch},
};
use engine::{Request, offered};
use kernel::{
    actor::{Actor, ActorKind, Grant, Mode},
    id::GrantId,
    palace::Sealing,
    refusal::{Code, Refusal, Wire},
};
use rmcp::model::{GetPromptResult, Prompt, Resource, ResourceContents, ResourceTemplate, Tool};
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;

/// How a token's holder is named between the guard and the house.
pub(crate) const GRANT_PREFIX: &str = "grant ";

/// A palace behind a door.
#[derive(Clone, Debug)]
pub struct Palace {
    desk: Arc<Desk>,
    profile: Profile,
    unsealed: bool,
}

impl Palace {
    /// Puts a desk behind a door, with what one profile lists.
    pub fn new(desk: Arc<Desk>, profile: Profile) -> Self {
        // Asked once, here: a palace never changes its sealing, and the face is shown where nothing may wait for a database.
        let unsealed = desk.engine.house().is_ok_and(|house| house.genesis.sealing == Sealing::Unsealed);
        Self { desk, profile, unsealed }
    }

    /// The desk.
    pub fn desk(&self) -> &Arc<Desk> {
        &self.desk
    }

    fn kind(&self) -> ActorKind {
        self.desk.actor().kind()
    }

    /// Who calls: the holder of a token, or whoever this process speaks for, under the client's name.
    pub(crate) fn actor(&self, principal: &str, client: &str) -> Result<Actor, Refusal> {
        if let Some(id) = principal.strip_prefix(GRANT_PREFIX) {
            let unknown = || Code::GrantUnknown.refuse(id, "the token is not one this palace knows");
            let id = GrantId::parse(id).map_err(|_| unknown())?;
            let record = self.desk.engine.grant(&id).map_err(engine::Error::into_refusal)?.ok_or_else(unknown)?;
            let grant = Grant { id: record.id, expires: record.expires_at, revoked: record.revoked_at };
            return Ok(Actor::admit(Mode::Agent, ActorKind::Agent, &record.name).holding(grant));
        }
        let own = self.desk.actor();
        let nameless = own.kind() == ActorKind::Human || client.is_empty();
        Ok(if nameless { own } else { Actor::admit(self.desk.mode, own.kind(), hooks::acting(client)) })
    }

    /// Runs one operation for a caller, under any of its names.
    pub(crate) fn run(&self, principal: &str, client: &str, session: &str, op: &str, input: Json) -> Result<engine::Envelope, Refusal> {
        self.ask(principal, client, session, Request { op, input, ..Default::default() })
    }

    fn ask(&self, principal: &str, client: &str, session: &str, request: Request<'_>) -> Result<engine::Envelope, Refusal> {
        let call = self.desk.call(self.actor(principal, client)?, session)?;
        self.desk.engine.call(&call, Request { client, ..request }).map(kernel::disclose::Disclosed::into_inner)
    }
}

/// A client that waits for a call.
struct Waiting<'w>(&'w Watch);

impl std::fmt::Debug for Waiting<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Waiting")
    }
}

impl engine::Watcher for Waiting<'_> {
    fn progress(&self, done: u64, total: u64, what: &str) {
        self.0.progress(u32::try_from(done).unwrap_or(u32::MAX), u32::try_from(total).ok(), what);
    }
    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}

impl McpService for Palace {
    fn face(&self) -> Face {
        let warning = if self.unsealed { " THIS PALACE IS UNSEALED: approvals carry no signature; use it for tests and demos only." } else { "" };
        Face {
            name: "palace".into(),
            title: if warning.is_empty() { "Palace".into() } else { "Palace (UNSEALED)".into() },
            version: env!("CARGO_PKG_VERSION").into(),
            instructions: format!("{}{warning}", self.profile.instructions),
        }
    }

    fn tools(&self) -> Vec<Tool> {
        let kind = self.kind();
        offered(kind, self.profile.dialects).iter().map(|offer| tool(offer, kind)).collect()
    }

    fn call(&self, caller: &Caller, name: &str, arguments: Map<String, Json>, watch: &Watch) -> Outcome {
        if watch.cancelled() {
            return refused(&Code::Cancelled.refuse(name, "the call was cancelled before it began"));
        }
        let request = Request {
            op: name,
            input: Json::Object(arguments),
            dialects: self.profile.dialects,
            watcher: Some(&Waiting(watch)),
            ..Default::default()
        };
        match self.ask(&caller.principal, &caller.client, &caller.session, request) {
            Ok(envelope) => Outcome::Done {
                text: render::text(envelope.op, &envelope.result),
                structured: answer(envelope, self.profile.dialects.iter().any(|dialect| dialect.is_snake())),
            },
            Err(refusal) => refused(&refusal),
        }
    }

    fn resources(&self) -> Vec<Resource> {
        resources::fixed()
    }

    fn resource_templates(&self) -> Vec<ResourceTemplate> {
        resources::templates()
    }

    fn read(&self, caller: &Caller, uri: &str) -> Result<Vec<ResourceContents>, ProtocolError> {
        resources::read(uri, |op, input| self.run(&caller.principal, &caller.client, &caller.session, op, input))
    }

    fn prompts(&self) -> Vec<Prompt> {
        resources::prompts()
    }

    fn prompt(&self, caller: &Caller, name: &str, arguments: Map<String, Json>) -> Result<GetPromptResult, ProtocolError> {
        resources::prompt(name, &arguments, |op, input| self.run(&caller.principal, &caller.client, &caller.session, op, input))
    }
}

/// What a tool gives: the operation's answer, and where it stands on the ledger.
pub(crate) fn answer(envelope: engine::Envelope, is_snake: bool) -> Json {
    let mut result = envelope.result;
    if let Json::Object(fields) = &mut result {
        if envelope.approval_required {
            fields.insert(if is_snake { "approval_required" } else { "approvalRequired" }.into(), json!(true));
        }
        if let Some(receipt) = envelope.receipt {
            fields.insert("receipt".into(), json!(receipt));
        }
    }
    result
}

fn refused(refusal: &Refusal) -> Outcome {
    let (structured, text) = (refusal.to_json(), refusal.to_string());
    match (refusal.code(), refusal.code().wire()) {
        (Code::SealRequired, _) => Outcome::NeedsSeal { structured, text, request: refusal.remedy().to_owned() },
        (code, Wire::Protocol) => Outcome::Protocol(ProtocolError { code: code.rpc(), message: refusal.what().to_owned(), data: Some(structured) }),
        (_, Wire::Result) => Outcome::Refused { structured, text },
    }
}
