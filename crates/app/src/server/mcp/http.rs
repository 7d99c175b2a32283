//! MCP over streamable HTTP: the guards, the checks of the body, and rmcp's service behind them.
//!
//! Both eras share the path: clients that begin with `initialize` get a session, requests of
//! 2026-07-28 stand alone. Every error has a JSON body. Other routers on the same port are not
//! mounted here; they take [`guarded`](super::guarded) and stand beside this one.

use std::{borrow::Cow, io, sync::Arc};

use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::{Next, from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::get,
};
use kernel::json_repair::repair_json;
use rmcp::{
    ServerHandler,
    transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager},
};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::{
    frame::{self, Refusal},
    guard::{Guards, guarded},
    handler::Door,
    session::{Bounds, Sessions, check_owner},
};

/// Where MCP is mounted.
pub const MCP_PATH: &str = "/mcp";
/// The longest body that is read (4 MiB), here and by the other routes on the port.
pub(in crate::server) const BODY_BYTES_MAX: usize = 4 * 1024 * 1024;
/// JSON-RPC code for what only the transport can refuse.
const TRANSPORT_ERROR: i32 = -32000;
/// JSON-RPC code for a session that is not there.
const NO_SESSION: i32 = -32001;

/// How the HTTP side is served.
#[derive(Clone)]
pub struct HttpOptions {
    /// Who may come in, and under which names.
    pub guards: Guards,
    /// Ends open streams when cancelled; give the same token to [`serve_http`].
    pub stop: CancellationToken,
    /// How long and how many sessions are kept.
    pub sessions: Bounds,
}

/// The MCP routes: `/mcp` behind the guards and `/healthz` before them.
pub fn router(door: Door, options: &HttpOptions) -> Router {
    let mut live = LocalSessionManager::default();
    // rmcp ends what is idle by a timer of its own, also where no further request comes by.
    live.session_config.keep_alive = Some(options.sessions.idle);
    mount(Arc::new(live), move || door.clone(), options)
}

/// Mounts any handler behind the same stack, with its sessions in `live`.
pub(super) fn mount<H>(live: Arc<LocalSessionManager>, handler: impl Fn() -> H + Send + Sync + 'static, options: &HttpOptions) -> Router
where
    H: ServerHandler,
{
    // Hosts and origins are checked by the guards for every router on the port, so rmcp's own
    // checks are off: two lists would drift apart.
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .disable_allowed_origins()
        .with_legacy_session_mode(true)
        .with_json_response(true)
        .with_max_request_body_bytes(BODY_BYTES_MAX)
        .with_cancellation_token(options.stop.clone());
    let service = StreamableHttpService::new(move || Ok(handler()), Arc::clone(&live), config);
    let mcp = Router::new()
        .route_service(MCP_PATH, service)
        .route_layer(from_fn(type_errors))
        .route_layer(from_fn_with_state(Sessions::new(live, options.sessions.clone()), check_owner))
        .route_layer(from_fn(check_body));
    Router::new().route("/healthz", get(health)).merge(guarded(mcp, &options.guards))
}

/// Serves `router` on `listener` until `stop` is cancelled and the open requests have ended.
pub async fn serve_http(listener: TcpListener, router: Router, stop: CancellationToken) -> io::Result<()> {
    axum::serve(listener, router).with_graceful_shutdown(stop.cancelled_owned()).await
}

async fn health() -> axum::Json<Value> {
    axum::Json(json!({ "status": "ok" }))
}

/// Reads the body of a message and refuses what rmcp would answer with plain text.
async fn check_body(request: Request, next: Next) -> Response {
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    if announced(&parts.headers).is_some_and(|bytes| bytes > BODY_BYTES_MAX) {
        return too_large();
    }
    // Reading stops at the limit, so an error here is a body that is too long or a client that
    // left in the middle; the second does not hear the answer.
    let Ok(bytes) = to_bytes(body, BODY_BYTES_MAX).await else {
        return too_large();
    };
    // rmcp reads the body once more, and without repairs.
    let bytes = match repair_json(&bytes) {
        Cow::Owned(repaired) => {
            parts.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(repaired.len()));
            Bytes::from(repaired)
        }
        Cow::Borrowed(_) => bytes,
    };
    match frame::read(&bytes) {
        Ok(_) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Err(fault) => (StatusCode::BAD_REQUEST, axum::Json(fault.response())).into_response(),
    }
}

fn announced(headers: &HeaderMap) -> Option<usize> {
    let length = headers.get(header::CONTENT_LENGTH)?;
    length.to_str().ok()?.parse().ok()
}

fn too_large() -> Response {
    let message = format!("The body is longer than {BODY_BYTES_MAX} bytes; send less at once");
    let data = json!({ "bytes_max": BODY_BYTES_MAX });
    let body = Refusal::new(&Value::Null, frame::INVALID_REQUEST, &message, Some(data));
    (StatusCode::PAYLOAD_TOO_LARGE, axum::Json(body)).into_response()
}

/// Gives rmcp's plain-text refusals the body of a JSON-RPC error; status and headers stay.
async fn type_errors(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    let is_json =
        response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(|kind| kind.starts_with("application/json"));
    if is_json || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (parts, body) = response.into_parts();
    let text = to_bytes(body, BODY_BYTES_MAX).await.unwrap_or_else(|_| Bytes::new());
    let mut typed = failure(status, &String::from_utf8_lossy(&text));
    for (name, value) in &parts.headers {
        if name != header::CONTENT_TYPE && name != header::CONTENT_LENGTH {
            typed.headers_mut().append(name, value.clone());
        }
    }
    typed
}

/// A refusal of the transport as a JSON-RPC error without an id.
pub(super) fn failure(status: StatusCode, message: &str) -> Response {
    let code = if status == StatusCode::NOT_FOUND { NO_SESSION } else { TRANSPORT_ERROR };
    let message = if message.is_empty() { status.canonical_reason().unwrap_or("The request failed") } else { message };
    (status, axum::Json(Refusal::new(&Value::Null, code, message, None))).into_response()
}
