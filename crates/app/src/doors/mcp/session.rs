//! Binds a transport session to the principal who opened it.
//!
//! rmcp knows a session by its id alone. Here a foreign token with a stolen id hears what it would
//! hear about an id that never was. Sessions are not kept alive here; rmcp ends them when idle.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, Method, StatusCode},
    middleware::Next,
    response::{IntoResponse, Response},
};
use rmcp::transport::streamable_http_server::session::{SessionManager, local::LocalSessionManager};

use super::{guard::Principal, http};

/// The header that names a session.
const SESSION_HEADER: &str = "mcp-session-id";
/// Owners remembered before the ones whose session has ended are swept out.
const OWNERS_SWEEP_AT: usize = 1024;

/// The session of a request, put into its extensions once its owner is known to be the caller.
#[derive(Debug, Clone)]
pub(super) struct Session(pub(super) String);

/// Which principal opened which session.
#[derive(Clone)]
pub(super) struct Sessions {
    owners: Arc<Mutex<HashMap<String, Principal>>>,
    live: Arc<LocalSessionManager>,
}

impl Sessions {
    pub(super) fn new(live: Arc<LocalSessionManager>) -> Self {
        Self { owners: Arc::default(), live }
    }

    fn with<T>(&self, work: impl FnOnce(&mut HashMap<String, Principal>) -> T) -> T {
        // The map is whole between any two statements, so a poisoned lock is still a good map.
        work(&mut self.owners.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn remember(&self, id: String, principal: Principal) {
        let full = self.with(|owners| {
            owners.insert(id, principal);
            owners.len() > OWNERS_SWEEP_AT
        });
        if full {
            self.sweep().await;
        }
    }

    /// Forgets the owners of sessions that have ended. A live one is never forgotten.
    async fn sweep(&self) {
        let ids: Vec<String> = self.with(|owners| owners.keys().cloned().collect());
        for id in ids {
            if let Ok(false) = self.live.has_session(&Arc::from(id.as_str())).await {
                self.with(|owners| owners.remove(&id));
            }
        }
    }
}

/// Lets a session be used only by who opened it.
pub(super) async fn check_owner(State(sessions): State<Sessions>, mut request: Request, next: Next) -> Response {
    let principal = request.extensions().get::<Principal>().cloned();
    let asked = session(request.headers());
    if let Some(id) = &asked {
        match sessions.with(|owners| owners.get(id).cloned()) {
            // An id we did not give out: rmcp knows what to say.
            None => {}
            owner if owner == principal => {
                request.extensions_mut().insert(Session(id.clone()));
            }
            Some(_) => return http::failure(StatusCode::NOT_FOUND, "Not Found: Session not found"),
        }
    }
    let ends = request.method() == Method::DELETE;
    let response = next.run(request).await;
    match (asked, session(response.headers()), principal) {
        (Some(id), _, _) if ends && response.status().is_success() => {
            sessions.with(|owners| owners.remove(&id));
            // rmcp answers 202, "it will be done", which clients take for a failure: it is done.
            return StatusCode::NO_CONTENT.into_response();
        }
        (None, Some(id), Some(principal)) => sessions.remember(id, principal).await,
        _ => {}
    }
    response
}

fn session(headers: &HeaderMap) -> Option<String> {
    let id = headers.get(SESSION_HEADER)?.to_str().ok()?;
    Some(id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn owners_of_ended_sessions_are_swept_out_and_live_ones_stay() {
        let live = Arc::new(LocalSessionManager::default());
        let sessions = Sessions::new(Arc::clone(&live));
        let (id, _transport) = live.create_session().await.expect("a session");
        let ada = || Principal("ada".to_owned());
        sessions.remember(id.to_string(), ada()).await;
        for n in 0..OWNERS_SWEEP_AT {
            sessions.remember(format!("ended-{n}"), ada()).await;
        }
        assert_eq!(sessions.with(|owners| owners.clone()), HashMap::from([(id.to_string(), ada())]));
    }
}
