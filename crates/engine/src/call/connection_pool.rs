//! Lends database connections, one a call, so that a client that asks a thousand things at once waits for its turn.
//!
//! Not here: fairness between processes. That is the database's.

use crate::Error;
use kernel::refusal::Code;
use std::{
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};
use store::{Place, Store, StoreError};

/// Connections of one process at most. Writers take turns anyway, so more would only wait in the database instead of here.
const CONNECTIONS_MAX: usize = 8;

pub(crate) struct Pool {
    place: Place,
    state: Mutex<State>,
    returned: Condvar,
}

struct State {
    idle: Vec<Store>,
    /// Idle and lent together.
    open: usize,
}

/// A connection on loan; it comes back when this is dropped. After a panic only its place does: nobody knows what state it is in.
struct Loan<'p> {
    pool: &'p Pool,
    store: Option<Store>,
}

impl Pool {
    pub(crate) fn new(place: Place, first: Store) -> Self {
        Self { place, state: Mutex::new(State { idle: vec![first], open: 1 }), returned: Condvar::new() }
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// Lends a connection for one job, opening another while there are fewer than the most.
    pub(crate) fn with<T>(&self, job: impl FnOnce(&mut Store) -> Result<T, Error>) -> Result<T, Error> {
        let mut loan = Loan { pool: self, store: self.take() };
        let store = match &mut loan.store {
            Some(store) => store,
            empty @ None => empty.insert(Store::open(&self.place)?),
        };
        let answer = job(store);
        if answer.as_ref().is_err_and(lost) {
            loan.store = None; // a connection whose database went away is not lent again
        }
        answer
    }

    /// An idle connection, or leave to open one.
    fn take(&self) -> Option<Store> {
        let mut state = self.state();
        loop {
            if let Some(store) = state.idle.pop() {
                return Some(store);
            }
            if state.open < CONNECTIONS_MAX {
                state.open += 1;
                return None;
            }
            state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Nothing panics with the state in hand, and if it did, a list of connections cannot be half changed.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Loan<'_> {
    fn drop(&mut self) {
        // Closed before another may be opened in its place, and not with the list in hand.
        let store = self.store.take().filter(|_| !thread::panicking());
        let mut state = self.pool.state();
        match store {
            Some(store) => state.idle.push(store),
            None => state.open -= 1,
        }
        drop(state);
        self.pool.returned.notify_one();
    }
}

fn lost(error: &Error) -> bool {
    match error {
        Error::Store(error) => matches!(error, StoreError::Unreachable(_)),
        Error::Refused(refusal) | Error::Noted(refusal) => refusal.code() == Code::StoreUnreachable,
        Error::Unread(_) => false,
    }
}
