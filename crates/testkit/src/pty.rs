//! A real pseudo-terminal with a real program on it, driven as a person would: wait for the
//! words, then type.
//!
//! The program becomes the leader of a session whose controlling terminal is the pty (`setsid`
//! of util-linux arranges that), so it may open the terminal by name and read keys from it.
//! Every wait is for an event, up to one deadline for the whole conversation.
//!
//! Not here: an emulator. Escape sequences come back as the program wrote them.

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, OutputModes, Winsize, tcgetattr, tcsetattr, tcsetwinsize};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a whole conversation may take, unless [`Pty::within`] says otherwise.
const DEADLINE: Duration = Duration::from_mins(1);
const SIZE: Winsize = Winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };

/// A program on a terminal of its own. Dropping it ends the program.
pub struct Pty {
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    child: Child,
    seen: Vec<u8>,
    /// How much of `seen` earlier calls of `expect` have used up.
    read: usize,
    deadline: Instant,
}

impl Pty {
    /// Starts `program` in `cwd`, with `envs` added to the environment.
    ///
    /// # Panics
    /// When there is no pty or no `setsid`: no test can go on without.
    #[track_caller]
    pub fn spawn(program: impl AsRef<OsStr>, args: &[&str], envs: &[(&str, &str)], cwd: &Path) -> Self {
        let (master, slave) = open_pair().expect("open a pseudo-terminal");
        let on_slave = || slave.try_clone().expect("share the pseudo-terminal");
        // Not being a group leader, `setsid` turns into the program itself: its number and its
        // exit status are the child's.
        let child = Command::new("setsid")
            .args(["--ctty", "--wait"])
            .arg(program)
            .args(args)
            .env("TERM", "xterm-256color")
            .envs(envs.iter().copied())
            .current_dir(cwd)
            .stdin(on_slave())
            .stdout(on_slave())
            .stderr(on_slave())
            .spawn()
            .expect("start `setsid` of util-linux");
        // The last holder of the other side must be the child, or its end would go unnoticed.
        drop(slave);
        let keyboard = master.try_clone().expect("share the pseudo-terminal");
        Self { keyboard, screen: watch(master), child, seen: Vec::new(), read: 0, deadline: Instant::now() + DEADLINE }
    }

    /// Gives the rest of the conversation this long.
    #[must_use]
    pub fn within(mut self, limit: Duration) -> Self {
        self.deadline = Instant::now() + limit;
        self
    }

    /// Reads until `needle` appears; gives all that is new, up to the end of the needle.
    ///
    /// # Panics
    /// When the deadline passes or the program ends first; the message shows everything seen.
    #[track_caller]
    pub fn expect(&mut self, needle: &str) -> String {
        loop {
            if let Some(place) = find(&self.seen[self.read..], needle.as_bytes()) {
                let end = self.read + place + needle.len();
                let new = String::from_utf8_lossy(&self.seen[self.read..end]).into_owned();
                self.read = end;
                return new;
            }
            if let Err(why) = self.receive() {
                panic!("{why} while waiting for {needle:?}; seen:\n{}", self.transcript());
            }
        }
    }

    /// Types `text` exactly as given; Enter is `\r`, Ctrl-C is `\x03`.
    ///
    /// # Panics
    /// When the terminal is gone.
    #[track_caller]
    pub fn send(&mut self, text: &str) {
        self.keyboard.write_all(text.as_bytes()).expect("type on the pseudo-terminal");
    }

    /// Makes the window another size, as a person drags it.
    ///
    /// # Panics
    /// When the terminal is gone.
    #[track_caller]
    pub fn resize(&mut self, columns: u16, rows: u16) {
        let size = Winsize { ws_row: rows, ws_col: columns, ..SIZE };
        tcsetwinsize(&self.keyboard, size).expect("resize the pseudo-terminal");
    }

    /// Tells the program to end.
    ///
    /// # Panics
    /// When it has ended already.
    #[track_caller]
    pub fn terminate(&mut self) {
        let process = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(process, rustix::process::Signal::TERM).expect("send a signal");
    }

    /// Everything the terminal has shown so far.
    pub fn transcript(&self) -> String {
        String::from_utf8_lossy(&self.seen).into_owned()
    }

    /// Waits for the program to end; gives its status and everything it showed.
    ///
    /// # Panics
    /// When the deadline passes first; the message shows everything seen.
    #[track_caller]
    pub fn finish(mut self) -> (ExitStatus, String) {
        loop {
            match self.receive() {
                Ok(()) => {}
                Err(Silence::Ended) => break,
                Err(why) => panic!("{why} before the program ended; seen:\n{}", self.transcript()),
            }
        }
        // The terminal closes a moment before the status is there.
        loop {
            match self.child.try_wait().expect("ask for the exit status") {
                Some(status) => return (status, self.transcript()),
                None if Instant::now() < self.deadline => thread::yield_now(),
                None => panic!("the program closed its terminal and runs on; seen:\n{}", self.transcript()),
            }
        }
    }

    fn receive(&mut self) -> Result<(), Silence> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        let left = self.deadline.saturating_duration_since(Instant::now());
        match self.screen.recv_timeout(left) {
            Ok(bytes) => {
                self.seen.extend_from_slice(&bytes);
                Ok(())
            }
            Err(Timeout) => Err(Silence::Late),
            Err(Disconnected) => Err(Silence::Ended),
        }
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        // Both fail harmlessly when the program has ended and was waited for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

enum Silence {
    Late,
    Ended,
}

impl std::fmt::Display for Silence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Late => "the deadline passed",
            Self::Ended => "the program ended",
        })
    }
}

fn open_pair() -> io::Result<(File, File)> {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
    grantpt(&master)?;
    unlockpt(&master)?;
    let name = ptsname(&master, Vec::new())?;
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let slave = rustix::fs::open(name.as_c_str(), flags, Mode::empty())?;
    tcsetwinsize(&slave, SIZE)?;
    // What comes back is what the program wrote: no carriage return before each line feed.
    let mut modes = tcgetattr(&slave)?;
    modes.output_modes -= OutputModes::ONLCR;
    tcsetattr(&slave, OptionalActions::Now, &modes)?;
    Ok((File::from(master), File::from(slave)))
}

/// Reads in a thread, so that a wait for output can have an end. The thread goes when the
/// terminal does: the last close on the program's side makes the read fail.
fn watch(mut master: File) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        loop {
            match master.read(&mut buffer) {
                Ok(0) => return,
                Ok(count) if sender.send(buffer[..count].to_vec()).is_err() => return,
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    });
    receiver
}

fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    if needle.is_empty() {
        return Some(0);
    }
    text.windows(needle.len()).position(|window| window == needle)
}

#[cfg(test)]
mod tests {
    use super::Pty;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::path::Path;
    use std::time::Duration;

    fn spawn(program: &str, args: &[&str], envs: &[(&str, &str)]) -> Pty {
        Pty::spawn(program, args, envs, Path::new("/"))
    }

    fn message_of(run: impl FnOnce()) -> String {
        let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("it should have panicked");
        *panic.downcast::<String>().expect("a formatted message")
    }

    #[test]
    fn what_is_typed_is_echoed_and_then_answered() {
        let mut pty = spawn("cat", &[], &[]);
        pty.send("hello\r");
        assert_eq!(pty.expect("hello\n"), "hello\n");
        assert_eq!(pty.expect("hello\n"), "hello\n");
        pty.send("\x04");
        let (status, seen) = pty.finish();
        assert!(status.success());
        assert_eq!(seen, "hello\nhello\n");
    }

    #[test]
    fn the_program_runs_on_a_terminal_of_the_given_place() {
        let (status, seen) = spawn("tty", &[], &[]).finish();
        assert!(status.success() && seen.starts_with("/dev/pts/"), "{seen}");
        let (_, seen) = spawn("pwd", &[], &[]).finish();
        assert_eq!(seen, "/\n");
        let (_, seen) = spawn("printenv", &["COLOUR"], &[("COLOUR", "teal")]).finish();
        assert_eq!(seen, "teal\n");
    }

    #[test]
    fn the_exit_status_is_the_programs_own() {
        for (program, code) in [("true", 0), ("false", 1)] {
            let (status, _) = spawn(program, &[], &[]).finish();
            assert_eq!(status.code(), Some(code), "{program}");
        }
    }

    #[test]
    fn the_terminal_is_the_controlling_one_so_ctrl_c_interrupts() {
        let mut pty = spawn("cat", &["-", "/dev/tty"], &[]);
        pty.send("up\r");
        pty.expect("up\nup\n");
        pty.send("\x03");
        let (status, _) = pty.finish();
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(2));
    }

    #[test]
    fn a_late_or_ended_program_shows_everything_seen() {
        let said = message_of(|| {
            let mut pty = spawn("cat", &[], &[]);
            pty.send("early\r");
            pty.expect("early\nearly");
            pty.within(Duration::from_millis(20)).expect("never");
        });
        assert!(said.contains("deadline passed") && said.contains("early"), "{said}");
        let said = message_of(|| {
            spawn("printf", &["last words"], &[]).expect("never");
        });
        assert!(said.contains("program ended") && said.contains("last words"), "{said}");
    }
}
