//! Lets the configured model read what it has not read yet, beside the serving of calls, for as long as the palace is served.
//!
//! Not here: what is done with the vectors; the engine keeps them, and lets them serve once they are whole.

use super::AT_ONCE;
use crate::desk::Desk;
use engine::Reach;
use kernel::{actor::Actor, refusal::Refusal};
use std::{
    sync::{
        Arc, Weak,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    time::Duration,
};

/// How often it is looked whether there is something new. A look is a few small rows.
const LOOK: Duration = Duration::from_secs(2);
/// The first wait after a failure; each further one is twice as long.
const AFTER_FAILURE: Duration = Duration::from_secs(5);
/// The longest wait after failures.
const AFTER_FAILURES_MAX: Duration = Duration::from_secs(300);

/// Reading in the background. It ends soon after this is dropped, and with the process at the latest.
#[derive(Debug)]
pub struct Background {
    _stop: Sender<()>,
}

/// Begins to read in the background, if a model is configured.
pub fn in_background(desk: &Arc<Desk>) -> Option<Background> {
    if !desk.engine.has_embedder() {
        return None;
    }
    let (stop, stopped) = channel();
    // A weak hold: whoever closes the palace does not wait for us to let go of it.
    let desk = Arc::downgrade(desk);
    let spawned = std::thread::Builder::new().name("embedding".into()).spawn(move || keep_filling(&desk, &stopped));
    match spawned {
        Ok(_) => Some(Background { _stop: stop }),
        Err(error) => {
            tracing::warn!(%error, "the configured embedding model cannot read in the background");
            None
        }
    }
}

fn keep_filling(desk: &Weak<Desk>, stopped: &Receiver<()>) {
    let (mut failures, mut seen) = (Failures::default(), None);
    loop {
        let wait = match desk.upgrade().map(|desk| round(&desk, &mut seen)) {
            None => return,
            Some(Ok(Round::More)) => {
                failures.end();
                Duration::ZERO
            }
            Some(Ok(Round::Idle)) => LOOK,
            Some(Ok(Round::Whole)) => {
                failures.end();
                LOOK
            }
            Some(Err(refusal)) => failures.note(&refusal),
        };
        match stopped.recv_timeout(wait) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(()) | Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// What one round came to.
enum Round {
    /// There is more to read.
    More,
    /// Everything is read.
    Whole,
    /// Nothing has changed since everything was read.
    Idle,
}

fn round(desk: &Desk, seen: &mut Option<Reach>) -> Result<Round, Refusal> {
    let now = Some(desk.engine.reach().map_err(engine::Error::into_refusal)?);
    if *seen == now {
        return Ok(Round::Idle);
    }
    let filled = fill(desk)?;
    if filled.whole {
        *seen = now;
    }
    Ok(if filled.whole { Round::Whole } else { Round::More })
}

/// Lets the model read one batch.
pub(crate) fn fill(desk: &Desk) -> Result<engine::Filled, Refusal> {
    let call = desk.call(Actor::system("let the configured model read"), "")?;
    desk.engine.fill(&call, AT_ONCE)
}

/// Failures in a row. The first is told, and the next only when it is another.
#[derive(Default)]
struct Failures {
    told: Option<String>,
    wait: Duration,
}

impl Failures {
    fn note(&mut self, refusal: &Refusal) -> Duration {
        if self.told.as_deref() != Some(refusal.what()) {
            tracing::warn!("{}; recall goes on with the vectors that are whole", refusal.what());
            self.told = Some(refusal.what().to_owned());
        }
        self.wait = (self.wait * 2).clamp(AFTER_FAILURE, AFTER_FAILURES_MAX);
        self.wait
    }

    fn end(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::refusal::Code;

    #[test]
    fn failures_wait_longer_and_longer_and_begin_anew_after_a_success() {
        let mut failures = Failures::default();
        let refusal = Code::ModelUnreachable.refuse("m", "it is gone");
        let waits: Vec<u64> = (0..8).map(|_| failures.note(&refusal).as_secs()).collect();
        assert_eq!(waits, [5, 10, 20, 40, 80, 160, 300, 300]);
        failures.end();
        assert_eq!(failures.note(&refusal), AFTER_FAILURE);
    }
}
