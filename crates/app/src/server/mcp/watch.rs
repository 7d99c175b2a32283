//! The thread between a running call and the client that waits for it.
//!
//! Progress goes out, cancellation comes in. Reports are advisory: when the client reads slower
//! than the call reports, reports are dropped, never the call held up.

use rmcp::{
    Peer, RoleServer,
    model::{ProgressNotificationParam, ProgressToken},
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Reports that may wait for a slow client before new ones are dropped.
const REPORTS_WAITING_MAX: usize = 64;

/// Lets a running call report progress and notice that nobody waits for it any more.
///
/// It is not `Clone`: the result of a call goes out when the watch is gone.
#[derive(Debug)]
pub struct Watch {
    reports: Option<mpsc::Sender<Report>>,
    stop: CancellationToken,
}

#[derive(Debug)]
struct Report {
    done: u32,
    total: Option<u32>,
    message: String,
}

impl Watch {
    /// Reports how far the call is. Says nothing unless the client asked for progress.
    pub fn progress(&self, done: u32, total: Option<u32>, message: &str) {
        if let Some(reports) = &self.reports {
            let report = Report { done, total, message: message.to_owned() };
            // A full channel means a slow client; the next report says more than this one.
            let _ = reports.try_send(report);
        }
    }

    /// True once the client has cancelled the call or gone away.
    pub fn cancelled(&self) -> bool {
        self.stop.is_cancelled()
    }
}

/// The door's end of a [`Watch`]: sends what the call reports.
pub(super) struct Reporter {
    waiting: mpsc::Receiver<Report>,
    token: Option<ProgressToken>,
    peer: Peer<RoleServer>,
    /// MCP wants progress to increase with every notification.
    last: Option<u32>,
}

impl Reporter {
    /// Makes both ends of a watch for one call.
    pub(super) fn pair(token: Option<ProgressToken>, stop: CancellationToken, peer: Peer<RoleServer>) -> (Watch, Self) {
        let (reports, waiting) = mpsc::channel(REPORTS_WAITING_MAX);
        let watch = Watch { reports: token.is_some().then_some(reports), stop };
        let reporter = Self { waiting, token, peer, last: None };
        (watch, reporter)
    }

    /// Sends reports until the call has dropped its watch, so that none comes after the result.
    pub(super) async fn run(mut self) {
        while let Some(report) = self.waiting.recv().await {
            let Some(token) = &self.token else { continue };
            if self.last.is_some_and(|last| report.done <= last) {
                continue;
            }
            self.last = Some(report.done);
            let mut params = ProgressNotificationParam::new(token.clone(), f64::from(report.done));
            if let Some(total) = report.total {
                params = params.with_total(f64::from(total));
            }
            if !report.message.is_empty() {
                params = params.with_message(report.message);
            }
            if let Err(error) = self.peer.notify_progress(params).await {
                tracing::debug!(%error, "a progress report did not reach the client");
            }
        }
    }
}
