//! Binds a transport session to the principal who opened it, and ends sessions that nobody uses any more.
//!
//! rmcp knows a session by its id alone. Here a foreign token with a stolen id hears what it would
//! hear about an id that never was, and so does whoever comes back to a session that was ended:
//! 404, which tells a client to begin anew. What a session remembers is rmcp's.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
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

/// How long and how many sessions are kept for clients that never end theirs. One costs about 80 KB.
#[derive(Clone)]
pub struct Bounds {
    /// A session is ended once nobody has used it for so long.
    pub idle: Duration,
    /// Beyond so many, the one that was idle for longest makes room.
    pub most: usize,
    /// The clock.
    pub now: Arc<dyn Fn() -> Instant + Send + Sync>,
}

impl Default for Bounds {
    fn default() -> Self {
        // An agent waits for its person, who may be at lunch.
        Self { idle: Duration::from_hours(2), most: 256, now: Arc::new(Instant::now) }
    }
}

/// The session of a request, put into its extensions once its owner is known to be the caller.
#[derive(Debug, Clone)]
pub(super) struct Session(pub(super) String);

/// Which principal opened which session, and when it was last used.
#[derive(Clone)]
pub(super) struct Sessions {
    open: Arc<Mutex<HashMap<String, Open>>>,
    live: Arc<LocalSessionManager>,
    bounds: Bounds,
}

/// A session that was opened and not ended.
struct Open {
    owner: Principal,
    used: Instant,
    /// Requests that wait for their answer. While there are any, nobody is idle.
    busy: usize,
}

impl Sessions {
    pub(super) fn new(live: Arc<LocalSessionManager>, bounds: Bounds) -> Self {
        Self { open: Arc::default(), live, bounds }
    }

    fn with<T>(&self, work: impl FnOnce(&mut HashMap<String, Open>) -> T) -> T {
        // The map is whole between any two statements, so a poisoned lock is still a good map.
        work(&mut self.open.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn owner(&self, id: &str) -> Option<Principal> {
        self.with(|open| open.get(id).map(|session| session.owner.clone()))
    }

    /// A request of this session begins; it ends when this is dropped, even if nobody waits for the answer any more.
    fn begin(&self, id: &str) -> Busy {
        self.with(|open| {
            if let Some(session) = open.get_mut(id) {
                session.busy += 1;
            }
        });
        Busy { sessions: self.clone(), id: id.to_owned() }
    }

    async fn remember(&self, id: String, owner: Principal) {
        let used = (self.bounds.now)();
        self.with(|open| open.insert(id, Open { owner, used, busy: 0 }));
        self.make_room().await;
    }

    /// Ends what was idle for too long, and what is too much.
    async fn make_room(&self) {
        let now = (self.bounds.now)();
        let ended = self.with(|open| {
            let mut idle: Vec<(Instant, String)> =
                open.iter().filter(|(_, session)| session.busy == 0).map(|(id, session)| (session.used, id.clone())).collect();
            idle.sort_unstable();
            let too_many = open.len().saturating_sub(self.bounds.most);
            let ended: Vec<String> = idle
                .into_iter()
                .enumerate()
                .filter(|(place, (used, _))| *place < too_many || now.saturating_duration_since(*used) >= self.bounds.idle)
                .map(|(_, (_, id))| id)
                .collect();
            for id in &ended {
                open.remove(id);
            }
            ended
        });
        for id in ended {
            if let Err(error) = self.live.close_session(&Arc::from(id.as_str())).await {
                tracing::debug!(%error, "a session that is to end has ended");
            }
        }
    }
}

/// A request under way.
struct Busy {
    sessions: Sessions,
    id: String,
}

impl Drop for Busy {
    fn drop(&mut self) {
        let now = (self.sessions.bounds.now)();
        self.sessions.with(|open| {
            if let Some(session) = open.get_mut(&self.id) {
                session.busy = session.busy.saturating_sub(1);
                session.used = now;
            }
        });
    }
}

/// Lets a session be used only by who opened it.
pub(super) async fn check_owner(State(sessions): State<Sessions>, mut request: Request, next: Next) -> Response {
    let principal = request.extensions().get::<Principal>().cloned();
    sessions.make_room().await;
    let asked = session(request.headers());
    let mut busy = None;
    if let Some(id) = &asked {
        match sessions.owner(id) {
            // An id we did not give out: rmcp knows what to say.
            None => {}
            owner if owner == principal => {
                busy = Some(sessions.begin(id));
                request.extensions_mut().insert(Session(id.clone()));
            }
            Some(_) => return http::failure(StatusCode::NOT_FOUND, "Not Found: Session not found"),
        }
    }
    let ends = request.method() == Method::DELETE;
    let response = next.run(request).await;
    drop(busy);
    match (asked, session(response.headers()), principal) {
        (Some(id), _, _) if ends && response.status().is_success() => {
            sessions.with(|open| open.remove(&id));
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

    /// Sessions with a clock that the test sets, in seconds.
    fn sessions(most: usize) -> (Sessions, Arc<Mutex<u64>>) {
        let (begun, seconds) = (Instant::now(), Arc::new(Mutex::new(0)));
        let clock = Arc::clone(&seconds);
        let now = Arc::new(move || begun + Duration::from_secs(*clock.lock().expect("a clock")));
        (Sessions::new(Arc::default(), Bounds { idle: Duration::from_secs(60), most, now }), seconds)
    }

    async fn open(sessions: &Sessions) -> String {
        let (id, _transport) = sessions.live.create_session().await.expect("a session");
        sessions.remember(id.to_string(), Principal("ada".to_owned())).await;
        id.to_string()
    }

    /// Which of these are known, here and to rmcp.
    async fn left(sessions: &Sessions, ids: &[&String]) -> Vec<bool> {
        let mut left = Vec::new();
        for id in ids {
            let (here, there) = (sessions.owner(id).is_some(), sessions.live.has_session(&Arc::from(id.as_str())).await.expect("an answer"));
            assert_eq!(here, there, "a session is ended on both sides or on none");
            left.push(here);
        }
        left
    }

    #[tokio::test]
    async fn a_session_that_nobody_uses_is_ended_and_a_busy_one_is_not() {
        let (sessions, seconds) = sessions(10);
        let (idle, used, busy) = (open(&sessions).await, open(&sessions).await, open(&sessions).await);
        let under_way = sessions.begin(&busy);
        *seconds.lock().expect("a clock") = 59;
        drop(sessions.begin(&used));
        sessions.make_room().await;
        assert_eq!(left(&sessions, &[&idle, &used, &busy]).await, [true; 3]);
        *seconds.lock().expect("a clock") = 60;
        sessions.make_room().await;
        assert_eq!(left(&sessions, &[&idle, &used, &busy]).await, [false, true, true]);
        drop(under_way);
        *seconds.lock().expect("a clock") = 119;
        sessions.make_room().await;
        assert_eq!(left(&sessions, &[&used, &busy]).await, [false, true]);
    }

    #[tokio::test]
    async fn the_one_that_was_idle_for_longest_makes_room() {
        let (sessions, seconds) = sessions(2);
        let (a, b) = (open(&sessions).await, open(&sessions).await);
        *seconds.lock().expect("a clock") = 1;
        drop(sessions.begin(&a));
        let c = open(&sessions).await;
        assert_eq!(left(&sessions, &[&a, &b, &c]).await, [true, false, true]);
    }
}
