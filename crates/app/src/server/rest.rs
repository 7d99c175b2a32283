//! HTTP routes, one per operation, from the registry. Every answer is the envelope, every denial the refusal's one shape.

use super::mcp::{BODY_BYTES_MAX, Guards, MCP_PATH, Principal, guarded};
use crate::dialects::Palace;
use axum::{
    Router,
    body::Bytes,
    extract::{
        DefaultBodyLimit, Extension, Path, RawQuery, State,
        rejection::{BytesRejection, PathRejection},
    },
    http::{HeaderMap, StatusCode, Uri, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use engine::{Method, OPERATIONS, Op};
use kernel::refusal::{Code, Refusal};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// Path parts as axum found them, or what was wrong with them.
type Parts = Result<Path<BTreeMap<String, String>>, PathRejection>;

/// The routes of every operation, behind the guards.
pub fn router(palace: Palace, guards: &Guards) -> Router {
    let mut routes: Router<Palace> = Router::new();
    for op in OPERATIONS.iter().copied() {
        let (method, path) = op.spec().http;
        let answer = move |State(palace): State<Palace>,
                           principal: Option<Extension<Principal>>,
                           headers: HeaderMap,
                           parts: Parts,
                           RawQuery(query): RawQuery,
                           body: Result<Bytes, BytesRejection>| async move {
            let principal = principal.map_or_else(String::new, |Extension(Principal(name))| name);
            let client = client(&headers);
            let (parts, body) = match (parts.map_err(unread_path), json_of(&headers, body)) {
                (Ok(Path(parts)), Ok(body)) => (parts, body),
                (Err(refusal), _) | (_, Err(refusal)) => return refuse(&refusal),
            };
            // The engine is synchronous; it runs where blocking is allowed.
            let work = tokio::task::spawn_blocking(move || serve(&palace, &principal, &client, op, parts, query.as_deref(), &body));
            work.await.unwrap_or_else(|_| refuse(&Code::Internal.refuse("palace", "the call ended unexpectedly")))
        };
        routes = routes.route(
            path,
            match method {
                Method::Get => get(answer),
                Method::Post => post(answer),
            },
        );
    }
    let routes = routes
        .route("/v1/tools/{tool}", post(by_name))
        .method_not_allowed_fallback(wrong_method)
        .fallback(no_route)
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX));
    guarded(routes.with_state(palace), guards)
}

/// Any operation under any of its names, for callers who know tools rather than routes.
async fn by_name(
    State(palace): State<Palace>,
    principal: Option<Extension<Principal>>,
    headers: HeaderMap,
    tool: Result<Path<String>, PathRejection>,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let principal = principal.map_or_else(String::new, |Extension(Principal(name))| name);
    let client = client(&headers);
    let (tool, body) = match (tool.map_err(unread_path), json_of(&headers, body)) {
        (Ok(Path(tool)), Ok(body)) => (tool, body),
        (Err(refusal), _) | (_, Err(refusal)) => return refuse(&refusal),
    };
    let work = tokio::task::spawn_blocking(move || {
        let input = object(&body)?;
        palace.run(&principal, &client, "", &tool, Json::Object(input))
    });
    match work.await {
        Ok(Ok(envelope)) => axum::Json(envelope).into_response(),
        Ok(Err(refusal)) => refuse(&refusal),
        Err(_) => refuse(&Code::Internal.refuse("palace", "the call ended unexpectedly")),
    }
}

fn unread_path(why: PathRejection) -> Refusal {
    Code::InputInvalid.refuse("path", format!("the path cannot be read: {}", why.body_text()))
}

/// A body that says it is JSON, or none. What a page can send without asking first is something else, and is not read.
fn json_of(headers: &HeaderMap, body: Result<Bytes, BytesRejection>) -> Result<Bytes, Refusal> {
    let body = body.map_err(unread_body)?;
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if body.is_empty() || kind.eq_ignore_ascii_case("application/json") {
        return Ok(body);
    }
    let said = if kind.is_empty() { "nothing of what it is".to_owned() } else { format!("that it is `{kind}`") };
    Err(Code::MediaWrong.refuse("Content-Type", format!("the body says {said}, and only JSON is read")))
}

fn unread_body(why: BytesRejection) -> Refusal {
    if why.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return Code::InputTooLarge.refuse("body", format!("the body is longer than {BODY_BYTES_MAX} bytes"));
    }
    Code::InputInvalid.refuse("body", format!("the body cannot be read: {}", why.body_text()))
}

async fn no_route(uri: Uri) -> Response {
    refuse(
        &Code::ToolUnknown
            .refuse(uri.path(), format!("there is no route `{}`", uri.path()))
            .next(format!("See docs/reference/openapi.json for the routes, or speak MCP at {MCP_PATH}")),
    )
}

async fn wrong_method(method: axum::http::Method, uri: Uri) -> Response {
    refuse(&Code::MethodWrong.refuse(uri.path(), format!("`{}` does not answer {method}", uri.path())))
}

/// What the client calls itself: the first product of its `User-Agent`, as an MCP client names itself when it says hello.
fn client(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let product = agent.split([' ', '/']).next().unwrap_or_default();
    if product.is_empty() { "http".to_owned() } else { product.chars().take(100).collect() }
}

fn serve(
    palace: &Palace,
    principal: &str,
    client: &str,
    op: &'static dyn Op,
    parts: BTreeMap<String, String>,
    query: Option<&str>,
    body: &[u8],
) -> Response {
    let input = match input_of(op, parts, query, body) {
        Ok(input) => input,
        Err(refusal) => return refuse(&refusal),
    };
    match palace.run(principal, client, "", op.spec().name, Json::Object(input)) {
        Ok(envelope) => axum::Json(envelope).into_response(),
        Err(refusal) => refuse(&refusal),
    }
}

/// Path parts, query and body make one input: the same JSON that MCP sends.
fn input_of(op: &dyn Op, parts: BTreeMap<String, String>, query: Option<&str>, body: &[u8]) -> Result<Map<String, Json>, Refusal> {
    let mut input = object(body)?;
    let schema = op.input_schema();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for pair in query.unwrap_or_default().split('&').filter(|p| !p.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        texts.entry(plain(key)).or_default().push(plain(value));
    }
    for (key, value) in parts {
        texts.insert(key, vec![value]);
    }
    for (key, values) in texts {
        let shape = &schema["properties"][&key];
        if input.contains_key(&key) || (values.len() > 1 && !crate::cli::is_list(shape)) {
            return Err(Code::InputInvalid.refuse(key.clone(), format!("`{key}` was given twice")));
        }
        let value = crate::cli::value_of(shape, &values).map_err(|why| Code::InputInvalid.refuse(key.clone(), format!("`{key}`: {why}")))?;
        input.insert(key, value);
    }
    Ok(input)
}

/// A body: a JSON object, or nothing.
fn object(body: &[u8]) -> Result<Map<String, Json>, Refusal> {
    if body.is_empty() {
        return Ok(Map::new());
    }
    match super::mcp::strict_json(body).map_err(|why| Code::InputInvalid.refuse("body", format!("the body is not JSON: {why}")))? {
        Json::Object(fields) => Ok(fields),
        _ => Err(Code::InputInvalid.refuse("body", "the body must be a JSON object")),
    }
}

/// Undoes the escapes of a query; a broken escape stays as it is and fails where the value is read.
fn plain(text: &str) -> String {
    let bytes = text.replace('+', " ").into_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let pair = bytes.get(at + 1..at + 3).and_then(|p| std::str::from_utf8(p).ok()).and_then(|p| u8::from_str_radix(p, 16).ok());
        match (bytes[at], pair) {
            (b'%', Some(byte)) => {
                out.push(byte);
                at += 3;
            }
            (byte, _) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn refuse(refusal: &Refusal) -> Response {
    let status = StatusCode::from_u16(refusal.code().http()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, axum::Json(refusal.to_json())).into_response()
}
