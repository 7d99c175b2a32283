//! The fixed tools, prompts and resources that the MCP conformance suite calls by name.
//!
//! Served through the same transports and guards as the palace, without a token, because the suite
//! cannot send one. It exists only with the `conformance` feature; nothing of the palace is behind
//! it. What each fixture answers is data, in `fixture.json`.

// Sampling and logging are on their way out of MCP; the older revisions still ask for them.
#![allow(deprecated)]

mod fixture;
mod rounds;

use std::{io, sync::Arc, time::Duration};

use rmcp::{
    RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ClientResult, CompleteRequestParams, CompleteResult,
        CompletionInfo, ContentBlock, CreateMessageRequest, CreateMessageRequestParams, CustomRequest, CustomResult, ElicitRequest, ErrorData,
        GetPromptRequestParams, GetPromptResponse, GetPromptResult, Implementation, JsonObject, ListPromptsResult, ListResourceTemplatesResult,
        ListResourcesResult, ListToolsResult, LoggingLevel, LoggingMessageNotificationParam, PaginatedRequestParams, ProgressNotificationParam,
        ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ResultType, SamplingMessage, ServerCapabilities, ServerConfig,
        ServerRequest, SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
    },
    service::{RequestContext, SubscriptionContext},
    transport::streamable_http_server::session::local::LocalSessionManager,
};
use serde_json::json;
use tokio::{net::TcpListener, sync::broadcast};
use tokio_util::sync::CancellationToken;

use self::fixture::{Act, Fixture, List, fill};
use super::{
    Era, ProtocolError,
    guard::Guards,
    handler::{era, misfit},
    http::{self, HttpOptions},
    session::{Bounds, Session},
};

/// Between two logs or two reports, so that a client can see them apart.
const PAUSE: Duration = Duration::from_millis(50);

/// Streams of one session that are closed where the suite asks for it.
const STREAMS_MAX: u64 = 8;

/// Serves the fixture over HTTP until `stop` is cancelled.
pub async fn serve(listener: TcpListener, stop: CancellationToken) -> io::Result<()> {
    let live = Arc::new(LocalSessionManager::default());
    let suite = Suite {
        fixture: Arc::new(fixture::load()?),
        changes: broadcast::Sender::new(16),
        states: Arc::new(rounds::codec()),
        live: Arc::clone(&live),
    };
    let options = HttpOptions { guards: Guards::open(), stop: stop.clone(), sessions: Bounds::default() };
    let router = http::mount(live, move || suite.clone(), &options);
    http::serve_http(listener, router, stop).await
}

#[derive(Clone)]
struct Suite {
    fixture: Arc<Fixture>,
    changes: broadcast::Sender<List>,
    states: Arc<rmcp::model::RequestStateCodec>,
    live: Arc<LocalSessionManager>,
}

impl Suite {
    async fn act(&self, act: &Act, request: CallToolRequestParams, context: &RequestContext<RoleServer>) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.clone().unwrap_or_default();
        let text = match act {
            Act::Answer(answer) => {
                let mut answer = answer.clone();
                // The fixture leaves out what every result of the stateless era says.
                answer.result_type = Some(ResultType::COMPLETE);
                return Ok(answer.into());
            }
            Act::HangUp => {
                self.hang_up(context).await;
                "Reconnection test completed".to_owned()
            }
            Act::Log => log(context).await?,
            Act::Progress => progress(context).await?,
            Act::Sample => sample(&arguments, context).await?,
            Act::Elicit(form) => elicit(fill(form, &arguments)?, context).await?,
            Act::NeedSampling => {
                let declared = context.client_capabilities();
                if declared.is_none_or(|declared| declared.sampling.is_none()) {
                    return Err(ErrorData::missing_required_client_capability(ClientCapabilities::builder().enable_sampling().build()));
                }
                "The client can sample".to_owned()
            }
            Act::Announce(list) => {
                // Nobody may be listening, which is fine.
                let _ = self.changes.send(*list);
                "Announced".to_owned()
            }
            Act::Rounds(rounds) => {
                let next = rounds.next(
                    &self.states,
                    &request.name,
                    request.request_state.as_deref(),
                    request.input_responses.as_ref(),
                    context.client_capabilities().as_ref(),
                )?;
                match next {
                    rounds::Next::Ask(question) => return Ok(question.into()),
                    rounds::Next::Done(text) => text,
                }
            }
        };
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
    }

    /// Closes the stream the call came on; the answer waits in the session until the client comes back for it.
    async fn hang_up(&self, context: &RequestContext<RoleServer>) {
        let parts = context.extensions.get::<axum::http::request::Parts>();
        let Some(Session(id)) = parts.and_then(|parts| parts.extensions.get::<Session>()) else { return };
        if let Some(session) = self.live.sessions.read().await.get(id.as_str()) {
            // rmcp numbers the streams of a session and does not tell a handler its own; the suite opens one.
            for stream in 0..STREAMS_MAX {
                let _ = session.close_sse_stream(stream, None).await;
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// In the stateless era a request gets logs only where it asks for them.
async fn log(context: &RequestContext<RoleServer>) -> Result<String, ErrorData> {
    let wanted = era(context) == Era::Initialized || context.meta.log_level().is_some();
    for line in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
        if wanted {
            let entry = LoggingMessageNotificationParam::new(LoggingLevel::Info, json!(line));
            let sent = context.peer.notify_logging_message(entry).await;
            sent.map_err(lost)?;
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok("Logged three times".to_owned())
}

async fn progress(context: &RequestContext<RoleServer>) -> Result<String, ErrorData> {
    for done in [0.0, 50.0, 100.0] {
        if let Some(token) = context.meta.get_progress_token() {
            let report = ProgressNotificationParam::new(token, done).with_total(100.0);
            context.peer.notify_progress(report).await.map_err(lost)?;
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok("Reported three times".to_owned())
}

async fn sample(arguments: &JsonObject, context: &RequestContext<RoleServer>) -> Result<String, ErrorData> {
    let prompt = arguments.get("prompt").and_then(|prompt| prompt.as_str()).unwrap_or_default();
    let params = CreateMessageRequestParams::new(vec![SamplingMessage::user_text(prompt)], 100);
    let request = ServerRequest::CreateMessageRequest(CreateMessageRequest::new(params));
    match context.peer.send_request(request).await.map_err(lost)? {
        ClientResult::CreateMessageResult(result) => {
            let content = result.message.content.first();
            let text = content.and_then(|content| content.as_text());
            let text = text.map_or("", |text| text.text.as_str());
            Ok(format!("LLM response: {text}"))
        }
        other => Err(unexpected(&other)),
    }
}

async fn elicit(form: rmcp::model::ElicitRequestParams, context: &RequestContext<RoleServer>) -> Result<String, ErrorData> {
    let request = ServerRequest::ElicitRequest(ElicitRequest::new(form));
    match context.peer.send_request(request).await.map_err(lost)? {
        ClientResult::ElicitResult(result) => {
            let said = serde_json::to_value(&result).unwrap_or_default();
            Ok(format!("Elicitation completed: action={}, content={}", said["action"].as_str().unwrap_or_default(), said["content"]))
        }
        other => Err(unexpected(&other)),
    }
}

fn lost(error: rmcp::ServiceError) -> ErrorData {
    ErrorData::internal_error(format!("The client did not answer: {error}"), None)
}

fn unexpected(result: &ClientResult) -> ErrorData {
    ErrorData::internal_error(format!("The client answered something else: {result:?}"), None)
}

impl ServerHandler for Suite {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(
            ServerCapabilities::builder()
                .enable_tools()
                .enable_tool_list_changed()
                .enable_resources()
                .enable_resources_subscribe()
                .enable_prompts()
                .enable_prompts_list_changed()
                .enable_completions()
                .enable_logging()
                .build(),
        )
        .with_server_info(Implementation::new("palace-conformance", "0"))
    }

    async fn list_tools(&self, _request: Option<PaginatedRequestParams>, _context: RequestContext<RoleServer>) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.fixture.tools()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.fixture.tool(name).map(|(tool, _)| tool.clone())
    }

    async fn call_tool(&self, request: CallToolRequestParams, context: RequestContext<RoleServer>) -> Result<CallToolResponse, ErrorData> {
        let Some((_, act)) = self.fixture.tool(&request.name) else {
            let message = format!("There is no tool `{}`", request.name);
            return Err(ErrorData::invalid_params(message, None));
        };
        self.act(act, request, &context).await
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(self.fixture.resources()))
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(self.fixture.templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let contents = self.fixture.read(&request.uri)?;
        let contents = contents.ok_or_else(|| ProtocolError::resource_not_found(&request.uri))?;
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(self.fixture.prompts()))
    }

    async fn get_prompt(&self, request: GetPromptRequestParams, context: RequestContext<RoleServer>) -> Result<GetPromptResponse, ErrorData> {
        let Some(prompt) = self.fixture.prompt(&request.name) else {
            let message = format!("There is no prompt `{}`", request.name);
            return Err(ErrorData::invalid_params(message, None));
        };
        if let Some(rounds) = &prompt.rounds {
            let next = rounds.next(
                &self.states,
                &request.name,
                request.request_state.as_deref(),
                request.input_responses.as_ref(),
                context.client_capabilities().as_ref(),
            )?;
            if let rounds::Next::Ask(question) = next {
                return Ok(question.into());
            }
        }
        let arguments = request.arguments.unwrap_or_default();
        let messages = fill(&prompt.messages, &arguments)?;
        Ok(GetPromptResult::new(messages).into())
    }

    async fn complete(&self, request: CompleteRequestParams, _context: RequestContext<RoleServer>) -> Result<CompleteResult, ErrorData> {
        let values = ["paris", "park", "party"].into_iter().filter(|value| value.starts_with(&request.argument.value)).map(str::to_owned);
        let completion = CompletionInfo::with_all_values(values.collect()).map_err(|error| ErrorData::internal_error(error, None))?;
        Ok(CompleteResult::new(completion))
    }

    async fn set_level(&self, _request: SetLevelRequestParams, _context: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        // Every log of the fixture is of one level, the one the suite sets.
        Ok(())
    }

    async fn subscribe(&self, _request: SubscribeRequestParams, _context: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(&self, _request: UnsubscribeRequestParams, _context: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut changes = self.changes.subscribe();
        loop {
            let change = tokio::select! {
                change = changes.recv() => change,
                () = context.cancelled() => return Ok(()),
            };
            let sink = context.sink();
            // A kind of change this stream did not ask for is refused by the sink itself.
            let _ = match change {
                Ok(List::Tools) => sink.notify_tool_list_changed().await,
                Ok(List::Prompts) => sink.notify_prompt_list_changed().await,
                Err(broadcast::error::RecvError::Lagged(_)) => continue,
                Err(broadcast::error::RecvError::Closed) => return Ok(()),
            };
        }
    }

    async fn on_custom_request(&self, request: CustomRequest, context: RequestContext<RoleServer>) -> Result<CustomResult, ErrorData> {
        Err(misfit(&request, &context))
    }
}
