//! Who may talk to the HTTP side at all: known host names, known origins, a bearer token.
//!
//! The checks are plain axum middleware, so every router that sits on the same port stands behind
//! the same three. What a principal may do once inside is not decided here.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header, uri::Authority},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
};
use kernel::refusal::{Code, Refusal};
use sha2::{Digest, Sha256};

/// Names under which a browser can reach this machine and nothing else.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// A bearer token and the name of who holds it.
#[derive(Clone)]
pub struct Token {
    /// Who is speaking when this token is shown.
    pub principal: String,
    /// The token itself.
    pub secret: String,
}

/// Who is speaking, put into the extensions of a request once its token is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal(pub String);

/// What the three checks compare with; cheap to clone.
#[derive(Clone)]
pub struct Guards {
    rules: Arc<Rules>,
}

struct Rules {
    hosts: Vec<String>,
    origins: Vec<String>,
    bearer: Bearer,
    remedy: String,
}

/// Asks the palace whose token this is, for tokens that come and go while the server runs.
pub type Lookup = Arc<dyn Fn(&str) -> Option<Principal> + Send + Sync>;

enum Bearer {
    /// Principals with the digest of their token.
    Required(Vec<(Principal, [u8; 32])>, Option<Lookup>),
    /// Only for the conformance suite, which cannot send a token.
    #[cfg(feature = "conformance")]
    Open,
}

impl Guards {
    /// Loopback names with any port, plus `hosts` (`name` or `name:port`) and `origins`
    /// (`scheme://name:port`). `remedy` tells a caller without a token where to get one. Without
    /// tokens nobody comes in.
    pub fn new(hosts: &[String], origins: &[String], tokens: &[Token], remedy: &str) -> Self {
        let digests = tokens.iter().map(|token| (Principal(token.principal.clone()), digest(&token.secret)));
        Self::with(hosts, origins, Bearer::Required(digests.collect(), None), remedy)
    }

    /// Also asks `lookup` about a token that is none of the fixed ones.
    #[must_use]
    pub fn asking(self, lookup: Lookup) -> Self {
        match &self.rules.bearer {
            Bearer::Required(known, _) => {
                Self::with(&self.rules.hosts, &self.rules.origins, Bearer::Required(known.clone(), Some(lookup)), &self.rules.remedy)
            }
            #[cfg(feature = "conformance")]
            Bearer::Open => self,
        }
    }

    /// Loopback names only, and no token.
    #[cfg(feature = "conformance")]
    pub(super) fn open() -> Self {
        Self::with(&[], &[], Bearer::Open, "")
    }

    fn with(hosts: &[String], origins: &[String], bearer: Bearer, remedy: &str) -> Self {
        let lower = |list: &[String]| list.iter().map(|item| item.to_ascii_lowercase()).collect();
        Self { rules: Arc::new(Rules { hosts: lower(hosts), origins: lower(origins), bearer, remedy: remedy.to_owned() }) }
    }

    fn admits_host(&self, authority: &Authority) -> bool {
        let name = bare(authority.host());
        let hosts = &self.rules.hosts;
        LOOPBACK.contains(&name.as_str()) || hosts.contains(&name) || hosts.contains(&authority.as_str().to_ascii_lowercase())
    }

    fn admits_origin(&self, origin: &str) -> bool {
        let origin = origin.to_ascii_lowercase();
        if self.rules.origins.contains(&origin) {
            return true;
        }
        let Ok(uri) = origin.parse::<Uri>() else {
            return false;
        };
        matches!(uri.scheme_str(), Some("http" | "https"))
            && uri.authority().is_some_and(|authority| !authority.as_str().contains('@') && LOOPBACK.contains(&bare(authority.host()).as_str()))
    }

    /// Whose token this is. Every token is compared, whole, whatever the first ones said.
    async fn recognise(&self, secret: Option<&str>) -> Option<Principal> {
        match &self.rules.bearer {
            Bearer::Required(known, lookup) => {
                // Comparing digests gives nothing to measure: they do not share a prefix with
                // a guess that is nearly right.
                let secret = secret?;
                let shown = digest(secret);
                let fixed = known.iter().fold(None, |found, (principal, digest)| if same(&shown, digest) { Some(principal.clone()) } else { found });
                match (fixed, lookup.clone()) {
                    (Some(principal), _) => Some(principal),
                    (None, None) => None,
                    // The palace is asked where waiting for a database is allowed.
                    (None, Some(ask)) => {
                        let secret = secret.to_owned();
                        tokio::task::spawn_blocking(move || ask(&secret)).await.ok().flatten()
                    }
                }
            }
            #[cfg(feature = "conformance")]
            Bearer::Open => Some(Principal("conformance".to_owned())),
        }
    }
}

/// Puts `router` behind all three checks: host, then origin, then token. Its fallback too, so that
/// strangers do not learn which paths exist.
pub fn guarded(router: Router, guards: &Guards) -> Router {
    // The layer added last runs first.
    router
        .layer(from_fn_with_state(guards.clone(), check_bearer))
        .layer(from_fn_with_state(guards.clone(), check_origin))
        .layer(from_fn_with_state(guards.clone(), check_host))
}

/// Refuses requests whose `Host` is not ours, which is how DNS rebinding shows.
async fn check_host(State(guards): State<Guards>, request: Request, next: Next) -> Response {
    let host = match request.headers().get(header::HOST) {
        Some(host) => host.to_str().ok().and_then(|host| host.parse().ok()),
        None => request.uri().authority().cloned(),
    };
    match host {
        Some(host) if guards.admits_host(&host) => next.run(request).await,
        _ => refuse(&Code::HostUnknown.refuse("Host", "The Host header names a server that is not this one")),
    }
}

/// Refuses requests a browser sends on behalf of a page that is not ours.
async fn check_origin(State(guards): State<Guards>, request: Request, next: Next) -> Response {
    let mut origins = request.headers().get_all(header::ORIGIN).iter();
    let ours = origins.all(|origin| origin.to_str().is_ok_and(|origin| guards.admits_origin(origin)));
    if ours {
        return next.run(request).await;
    }
    refuse(&Code::OriginUnknown.refuse("Origin", "The Origin header names a page that may not talk to this server"))
}

/// Refuses requests without a known bearer token; the others learn who speaks.
async fn check_bearer(State(guards): State<Guards>, mut request: Request, next: Next) -> Response {
    let secret = bearer(request.headers()).map(str::to_owned);
    if let Some(principal) = guards.recognise(secret.as_deref()).await {
        request.extensions_mut().insert(principal);
        return next.run(request).await;
    }
    let (challenge, message) = match secret {
        None => ("Bearer realm=\"palace\"", "The request carries no token"),
        Some(_) => ("Bearer realm=\"palace\", error=\"invalid_token\"", "The token is not one this server knows"),
    };
    let remedy = format!("Send the header `Authorization: Bearer <token>`; {}", guards.rules.remedy);
    let mut response = refuse(&Code::GrantUnknown.refuse("Authorization", message).next(remedy));
    response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
    response
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, secret) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| secret.trim_start())
}

/// A host name as it is compared: lower case, without the brackets of IPv6.
fn bare(host: &str) -> String {
    host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase()
}

fn digest(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

fn same(a: &[u8; 32], b: &[u8; 32]) -> bool {
    a.iter().zip(b).fold(0, |seen, (a, b)| seen | (a ^ b)) == 0
}

fn refuse(refusal: &Refusal) -> Response {
    let status = StatusCode::from_u16(refusal.code().http()).unwrap_or(StatusCode::FORBIDDEN);
    (status, axum::Json(refusal.to_json())).into_response()
}
