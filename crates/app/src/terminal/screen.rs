//! The whole screen of the terminal, held for a while: another page, one key at a time, told when its size changes.
//!
//! It is given back when dropped, when the program panics, and when it is told to end by a signal, so that nobody is left
//! with a terminal that shows nothing of what they type.
//!
//! Not here: what is drawn, and what keys mean.

use super::modes::{self, Modes};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::termios::{OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcsetattr};
use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Another page, without a cursor, and with pasted text told from typed keys.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?2004h";
/// Back to where it was.
const LEAVE: &[u8] = b"\x1b[?2004l\x1b[0m\x1b[?25h\x1b[?1049l";
/// What a shell reports of a program that a signal ended: this and the signal's number.
const ENDED_BY: i32 = 128;

/// What came from the terminal.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// Bytes from the keyboard.
    Bytes(Vec<u8>),
    /// Its size may have changed.
    Resized,
    /// It is gone.
    Closed,
}

/// The screen, until dropped.
#[derive(Debug)]
pub struct Screen {
    file: File,
    wake: PipeReader,
    way_back: Arc<WayBack>,
}

/// How the terminal was, for whoever has to put it back: the one who drops the screen, a panic, or a signal.
#[derive(Debug)]
struct WayBack {
    file: File,
    before: Termios,
    held: AtomicBool,
}

impl WayBack {
    fn take(&self) {
        if self.held.swap(false, Ordering::SeqCst) {
            let _ = (&self.file).write_all(LEAVE);
            // Flushing drops what was typed after the last key that was read: it was not meant for the shell.
            let _ = tcsetattr(&self.file, OptionalActions::Flush, &self.before);
        }
    }
}

impl Screen {
    /// Takes the screen of this terminal.
    pub(super) fn take(terminal: &File) -> io::Result<Self> {
        let file = terminal.try_clone()?;
        let (wake, waker) = io::pipe()?;
        let way_back = Arc::new(WayBack { file: terminal.try_clone()?, before: tcgetattr(terminal)?, held: AtomicBool::new(true) });
        listen(way_back.clone(), waker)?;
        let on_panic = way_back.clone();
        let told_before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            on_panic.take();
            told_before(panic);
        }));
        tcsetattr(terminal, OptionalActions::Flush, &modes::listening(way_back.before.clone(), Modes::Screen))?;
        (&file).write_all(ENTER)?;
        Ok(Self { file, wake, way_back })
    }

    /// The terminal, to draw on.
    pub fn paper(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Waits until a key is pressed or the size changes.
    pub fn hear(&mut self) -> io::Result<Heard> {
        loop {
            let mut waiting = [PollFd::new(&self.file, PollFlags::IN), PollFd::new(&self.wake, PollFlags::IN)];
            match poll(&mut waiting, None) {
                Err(rustix::io::Errno::INTR) => continue,
                result => result?,
            };
            let [keys, wake] = waiting.map(|fd| fd.revents());
            if wake.intersects(PollFlags::IN) {
                let mut told = [0; 64];
                let _ = self.wake.read(&mut told)?;
                return Ok(Heard::Resized);
            }
            if keys.intersects(PollFlags::IN) {
                let mut bytes = vec![0; 4096];
                let count = self.file.read(&mut bytes)?;
                bytes.truncate(count);
                return Ok(if count == 0 { Heard::Closed } else { Heard::Bytes(bytes) });
            }
            if keys.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
                return Ok(Heard::Closed);
            }
        }
    }

    /// Throws away what was typed and not yet read: it was not typed at what is on the screen now.
    pub fn forget_typed(&self) -> io::Result<()> {
        Ok(tcflush(&self.file, QueueSelector::IFlush)?)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.way_back.take();
    }
}

/// Hears signals in a thread of its own, from before this returns.
fn listen(way_back: Arc<WayBack>, mut waker: PipeWriter) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let inside = runtime.enter();
    let mut resized = signal(SignalKind::window_change())?;
    let ends = [SignalKind::terminate(), SignalKind::hangup(), SignalKind::interrupt(), SignalKind::quit()];
    let mut ends = ends.into_iter().map(|kind| Ok((kind, signal(kind)?))).collect::<io::Result<Vec<(SignalKind, Signal)>>>()?;
    drop(inside);
    std::thread::spawn(move || {
        runtime.block_on(async move {
            loop {
                let ended = std::future::poll_fn(|cx| {
                    let found = ends.iter_mut().find_map(|(kind, signal)| signal.poll_recv(cx).is_ready().then_some(*kind));
                    match (found, resized.poll_recv(cx)) {
                        (Some(kind), _) => std::task::Poll::Ready(Some(kind)),
                        (None, std::task::Poll::Ready(_)) => std::task::Poll::Ready(None),
                        (None, std::task::Poll::Pending) => std::task::Poll::Pending,
                    }
                })
                .await;
                match ended {
                    Some(kind) => {
                        way_back.take();
                        std::process::exit(ENDED_BY + kind.as_raw_value());
                    }
                    // Nobody reads any more: the screen was given back, and there is nothing to draw.
                    None if waker.write_all(b"w").is_err() => {}
                    None => {}
                }
            }
        });
    });
    Ok(())
}
