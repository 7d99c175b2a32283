//! The one handler behind both transports: it turns MCP requests into questions to the house.
//!
//! Capabilities that are not declared answer "method not found", and lists never promise change
//! notifications, because nothing here sends them.

use std::sync::Arc;

use rmcp::{
    RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestMethod, CompleteRequestParams, CompleteResult, ContentBlock,
        CustomRequest, CustomResult, ErrorCode, ErrorData, GetPromptRequestParams, GetPromptResponse, Implementation, InitializeRequestParams,
        InitializeResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
        ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ServerCapabilities, ServerConfig, Tool,
    },
    service::{NotificationContext, RequestContext},
};
use serde_json::{Map, Value};

use super::{
    guard::Principal,
    page::page,
    seal::{self, Seals},
    service::{Caller, Era, McpService, Outcome},
    session::Session,
    watch::Reporter,
};

/// Methods that reach the custom handler only because their parameters have the wrong shape.
const KNOWN_METHODS: [&str; 9] = [
    "initialize",
    "server/discover",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
    "prompts/get",
];

/// The MCP face of a house; cheap to clone, one per connection or request.
#[derive(Clone)]
pub struct Door {
    house: Arc<dyn McpService>,
    seals: Arc<Seals>,
    connection: Arc<str>,
}

impl Door {
    /// Opens a door to `house`. `state_key` authenticates what travels through clients between
    /// two rounds of one call; fresh random bytes at every start are right.
    pub fn new(house: Arc<dyn McpService>, state_key: [u8; 32]) -> Self {
        Self { house, seals: Arc::new(Seals::new(state_key)), connection: Arc::from("") }
    }

    /// The same door for one connection that has an id of its own.
    pub(super) fn named(mut self, connection: &str) -> Self {
        self.connection = Arc::from(connection);
        self
    }

    /// Asks the house on a blocking thread. A panic there becomes an answer: a client that hears
    /// nothing waits for ever.
    async fn ask<T: Send + 'static>(&self, question: impl FnOnce(&dyn McpService) -> T + Send + 'static) -> Result<T, ErrorData> {
        let house = Arc::clone(&self.house);
        tokio::task::spawn_blocking(move || question(house.as_ref())).await.map_err(|error| {
            tracing::error!(%error, "the house did not finish its answer");
            ErrorData::internal_error("The server failed while answering; its log says more. Try again", None)
        })
    }

    fn caller(&self, context: &RequestContext<RoleServer>) -> Caller {
        let parts = context.extensions.get::<axum::http::request::Parts>();
        let session = match parts {
            None => self.connection.to_string(),
            Some(parts) => parts.extensions.get::<Session>().map(|session| session.0.clone()).unwrap_or_default(),
        };
        let principal = parts.and_then(|parts| parts.extensions.get::<Principal>()).map(|principal| principal.0.clone()).unwrap_or_default();
        let era = era(context);
        // Without a session rmcp remembers a client of its own making; only what the request says
        // counts then.
        let client = match era {
            Era::Initialized if !session.is_empty() => context.client_info(),
            Era::Initialized | Era::Stateless => context.meta.client_info(),
        };
        let (client, version) = client.map_or_else(Default::default, |client| (client.name, client.version));
        Caller { client, version, session, principal, era }
    }

    async fn call(
        &self,
        caller: Caller,
        tool: String,
        arguments: Map<String, Value>,
        context: &RequestContext<RoleServer>,
    ) -> Result<Outcome, ErrorData> {
        let (watch, reporter) = Reporter::pair(context.meta.get_progress_token(), context.ct.clone(), context.peer.clone());
        let work = self.ask(move |house| house.call(&caller, &tool, arguments, &watch));
        // The watch is dropped with the work, which ends the reporter: the result comes last.
        let (outcome, ()) = tokio::join!(work, reporter.run());
        outcome
    }
}

impl ServerHandler for Door {
    fn get_info(&self) -> ServerConfig {
        let face = self.house.face();
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build())
            .with_server_info(Implementation::new(face.name, face.version).with_title(face.title))
            .with_instructions(face.instructions)
    }

    async fn initialize(&self, request: InitializeRequestParams, context: RequestContext<RoleServer>) -> Result<InitializeResult, ErrorData> {
        let result = self.negotiate_initialize(&request)?;
        // The peer is remembered with the version we agreed on, not the one it asked for: a second
        // `initialize` must not talk its way into another era.
        let mut peer = request;
        peer.protocol_version = result.protocol_version.clone();
        context.peer.set_peer_info(peer);
        Ok(result)
    }

    async fn on_initialized(&self, _context: NotificationContext<RoleServer>) {}

    async fn list_tools(&self, request: Option<PaginatedRequestParams>, _context: RequestContext<RoleServer>) -> Result<ListToolsResult, ErrorData> {
        let tools = self.ask(McpService::tools).await?;
        let (tools, next) = page("tools", tools, |tool| tool.name.as_ref(), request)?;
        let mut result = ListToolsResult::with_all_items(tools);
        result.next_cursor = next;
        Ok(result)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.house.tools().into_iter().find(|tool| tool.name == name)
    }

    async fn call_tool(&self, request: CallToolRequestParams, context: RequestContext<RoleServer>) -> Result<CallToolResponse, ErrorData> {
        let caller = self.caller(&context);
        let era = caller.era;
        let arguments = request.arguments.unwrap_or_default();
        let binding = seal::binding(&caller, &request.name, &arguments);
        let round = self.seals.reopen(&binding, request.request_state.as_deref(), request.input_responses.as_ref())?;
        let tool = request.name.into_owned();
        match self.call(caller, tool, arguments, &context).await? {
            Outcome::Done { structured, text } => Ok(result(structured, text, false)),
            Outcome::Refused { structured, text } => Ok(result(structured, text, true)),
            Outcome::NeedsSeal { structured, text, request } => {
                let client = context.client_capabilities();
                let question = match era {
                    Era::Stateless => self.seals.ask(&binding, round, client.as_ref(), &request),
                    Era::Initialized => None,
                };
                Ok(question.map_or_else(|| result(structured, text, true), CallToolResponse::InputRequired))
            }
            Outcome::Protocol(error) => Err(error.into()),
        }
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resources = self.ask(McpService::resources).await?;
        let (resources, next) = page("resources", resources, |item| &item.uri, request)?;
        let mut result = ListResourcesResult::with_all_items(resources);
        result.next_cursor = next;
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let templates = self.ask(McpService::resource_templates).await?;
        let (templates, next) = page("resource templates", templates, |item| &item.uri_template, request)?;
        let mut result = ListResourceTemplatesResult::with_all_items(templates);
        result.next_cursor = next;
        Ok(result)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let caller = self.caller(&context);
        let contents = self.ask(move |house| house.read(&caller, &request.uri)).await??;
        Ok(ReadResourceResult::new(contents).into())
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let prompts = self.ask(McpService::prompts).await?;
        let (prompts, next) = page("prompts", prompts, |item| &item.name, request)?;
        let mut result = ListPromptsResult::with_all_items(prompts);
        result.next_cursor = next;
        Ok(result)
    }

    async fn get_prompt(&self, request: GetPromptRequestParams, context: RequestContext<RoleServer>) -> Result<GetPromptResponse, ErrorData> {
        let caller = self.caller(&context);
        let arguments = request.arguments.unwrap_or_default();
        let prompt = self.ask(move |house| house.prompt(&caller, &request.name, arguments)).await??;
        Ok(prompt.into())
    }

    async fn complete(&self, _request: CompleteRequestParams, _context: RequestContext<RoleServer>) -> Result<CompleteResult, ErrorData> {
        Err(ErrorData::method_not_found::<CompleteRequestMethod>())
    }

    async fn on_custom_request(&self, request: CustomRequest, context: RequestContext<RoleServer>) -> Result<CustomResult, ErrorData> {
        Err(misfit(&request, &context))
    }
}

/// Says why a request did not reach a method: there is none, or its parameters do not fit.
pub(super) fn misfit(request: &CustomRequest, context: &RequestContext<RoleServer>) -> ErrorData {
    let method = request.method.as_str();
    // The stateless era has no `initialize`, however it is asked for.
    let gone = method == "initialize" && era(context) == Era::Stateless;
    if KNOWN_METHODS.contains(&method) && !gone {
        return ErrorData::invalid_params(format!("The parameters of `{method}` do not have the shape MCP gives them"), None);
    }
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("There is no method `{method}`"), None)
}

/// The era a request belongs to, by the version it names or the one agreed on at its start.
pub(super) fn era(context: &RequestContext<RoleServer>) -> Era {
    match context.protocol_version() {
        Some(version) if version >= ProtocolVersion::V_2026_07_28 => Era::Stateless,
        _ => Era::Initialized,
    }
}

fn result(structured: Value, text: String, refused: bool) -> CallToolResponse {
    let content = vec![ContentBlock::text(text)];
    let mut result = if refused { CallToolResult::error(content) } else { CallToolResult::success(content) };
    result.structured_content = Some(structured);
    result.into()
}
