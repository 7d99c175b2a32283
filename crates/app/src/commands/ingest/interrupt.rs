//! Ends a run at Ctrl-C, so that the summary can say what is kept.
//!
//! A batch that is being prepared is left out between two chunks, however large its files are; one that is being committed is kept. A second Ctrl-C ends the
//! process at once. Not here: what happens to a batch then. The store keeps it whole or not at all.

use std::{
    io::Write,
    process::exit,
    sync::atomic::{AtomicBool, Ordering},
};
use tokio::signal::unix::{SignalKind, signal};

/// Whether documents are being read and kept.
static AT_WORK: AtomicBool = AtomicBool::new(false);
/// Whether the user asked for an end.
static ASKED: AtomicBool = AtomicBool::new(false);

/// Listens for Ctrl-C from now on. Where that cannot be done, Ctrl-C ends the process at once, as ever.
pub(super) fn listen() {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else { return };
    let inside = runtime.enter();
    let Ok(mut interrupts) = signal(SignalKind::interrupt()) else { return };
    drop(inside);
    std::thread::spawn(move || {
        runtime.block_on(async move {
            while interrupts.recv().await.is_some() {
                if !AT_WORK.load(Ordering::SeqCst) || ASKED.swap(true, Ordering::SeqCst) {
                    exit(i32::from(super::INTERRUPTED));
                }
                let _ = writeln!(
                    std::io::stderr(),
                    "\nStopping: what is kept stays, and files that are not done yet are left for the next run. Press Ctrl-C again to stop at once."
                );
            }
        });
    });
}

/// While this is held, Ctrl-C asks for an end; otherwise it ends the process.
#[derive(Debug)]
pub(super) struct AtWork;

impl AtWork {
    pub(super) fn begin() -> Self {
        AT_WORK.store(true, Ordering::SeqCst);
        Self
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        AT_WORK.store(false, Ordering::SeqCst);
    }
}

/// Whether the user asked for an end.
pub(super) fn is_asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}
