//! Asking a human, on the controlling terminal and only there.
//!
//! The terminal is opened by its own name, never through standard input or output, so a pipe, a
//! redirect or an environment variable cannot answer for the human. What is typed before a
//! question is on the screen is thrown away, so nothing is agreed to unseen.
//!
//! Not here: colour, progress and anything else that draws for its own sake. All text goes
//! through [`visible`], so that what is sealed is what is seen.

mod key;
mod modes;
mod screen;
#[cfg(test)]
mod tests;
mod visible;

use crate::keys::Passphrase;
use key::{Key, first_key};
use modes::Modes;
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use std::fs::File;
use std::io::{self, Read, Write};
use zeroize::Zeroizing;

pub use screen::{Heard, Screen};
pub use visible::{many, visible, visible_line};

const TERMINAL: &str = "/dev/tty";
/// The kernel's line buffer.
const LINE_BYTES_MAX: usize = 4096;
/// One byte less than fits with its line end: a full line may have lost its rest without a word.
const ANSWER_BYTES_MAX: usize = LINE_BYTES_MAX - 2;

/// Why there is no human to ask.
#[derive(Debug, thiserror::Error)]
pub enum NoTerminal {
    /// The process has no controlling terminal.
    #[error("this needs a human at a terminal, and the process has none; run the command yourself in a terminal window")]
    Absent,
    /// The process runs in the background of its terminal.
    #[error("this needs a human at the terminal, and the process runs in its background; bring it to the foreground with `fg`")]
    Background,
    /// The terminal is there but cannot be used.
    #[error("the controlling terminal cannot be used")]
    Unusable {
        /// What the operating system said.
        source: io::Error,
    },
}

/// Why a question got no answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The human pressed Ctrl-C, Ctrl-D or Escape.
    #[error("cancelled at the terminal; nothing was done")]
    Cancelled,
    /// The terminal went away, or stopped being ours.
    #[error(transparent)]
    NoTerminal(#[from] NoTerminal),
    /// The answer held keys that are not text.
    #[error("the answer holds control characters (an arrow key, perhaps); type it again")]
    NotText,
    /// The answer does not fit one line of the terminal.
    #[error("the answer is longer than {ANSWER_BYTES_MAX} bytes; give a shorter one")]
    TooLong,
    /// Reading or writing failed.
    #[error("the terminal failed")]
    Io(#[from] io::Error),
}

/// The terminal that this process is in the foreground of.
#[derive(Debug)]
pub struct Terminal {
    file: File,
}

impl Terminal {
    /// Opens the controlling terminal.
    pub fn open() -> Result<Self, NoTerminal> {
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = match rustix::fs::open(TERMINAL, flags, Mode::empty()) {
            Ok(descriptor) => File::from(descriptor),
            Err(Errno::NXIO | Errno::NODEV | Errno::NOENT | Errno::NOTTY) => {
                return Err(NoTerminal::Absent);
            }
            Err(errno) => return Err(unusable(errno)),
        };
        let terminal = Self { file };
        terminal.require_foreground()?;
        Ok(terminal)
    }

    /// How many columns it has, if it tells.
    pub fn columns(&self) -> Option<usize> {
        rustix::termios::tcgetwinsize(&self.file).ok().map(|size| usize::from(size.ws_col)).filter(|columns| *columns > 0)
    }

    /// Shows `text`, made safe, and ends the line if it does not.
    pub fn show(&mut self, text: &str) -> Result<(), AskError> {
        let mut shown = visible(text);
        if !shown.ends_with('\n') {
            shown.push('\n');
        }
        self.write(&shown)
    }

    /// Asks for a secret: nothing of it is echoed, not even its length.
    pub fn ask_secret(&mut self, prompt: &str) -> Result<Passphrase, AskError> {
        let answer = self.ask_in(Modes::SecretLine, prompt)?;
        // Exactly sized from the start: a string that grows leaves copies behind.
        let text = std::str::from_utf8(&answer).map_err(|_| AskError::NotText)?;
        Ok(Passphrase::new(text.to_owned()))
    }

    /// Asks for a line of text, echoed as it is typed.
    pub fn ask_line(&mut self, prompt: &str) -> Result<String, AskError> {
        let answer = self.ask_in(Modes::Line, prompt)?;
        let text = std::str::from_utf8(&answer).map_err(|_| AskError::NotText)?;
        Ok(text.to_owned())
    }

    /// Asks for one of the `allowed` keys and waits until one is pressed. An upper-case letter
    /// counts as its lower case where only that is allowed.
    pub fn ask_key(&mut self, prompt: &str, allowed: &[char]) -> Result<char, AskError> {
        self.require_foreground()?;
        let held = modes::enter(&self.file, Modes::Key)?;
        self.write(&visible(prompt))?;
        let answer = self.read_key(allowed);
        match &answer {
            Ok(key) => self.write(&format!("{}\n", visible_line(&key.to_string())))?,
            Err(_) => self.write("\n")?,
        }
        drop(held);
        answer
    }

    /// Takes the whole screen, until what is given back is dropped. Questions can still be asked meanwhile.
    pub fn screen(&self) -> Result<Screen, AskError> {
        self.require_foreground()?;
        Ok(Screen::take(&self.file)?)
    }

    /// One line, without its end. The modes are set before the prompt appears: who answers at
    /// once must not be echoed.
    fn ask_in(&mut self, modes: Modes, prompt: &str) -> Result<Zeroizing<Vec<u8>>, AskError> {
        self.require_foreground()?;
        let held = modes::enter(&self.file, modes)?;
        self.write(&visible(prompt))?;
        let line = self.read_line();
        // The end of a secret line is not echoed either, and Ctrl-C leaves the cursor in the line.
        if matches!(modes, Modes::SecretLine) || line.is_err() {
            self.write("\n")?;
        }
        drop(held);
        line
    }

    fn read_line(&mut self) -> Result<Zeroizing<Vec<u8>>, AskError> {
        let mut buffer = Zeroizing::new([0; LINE_BYTES_MAX]);
        let count = self.read(buffer.as_mut_slice())?;
        // Ctrl-C ends the line with itself. Ctrl-D gives nothing at the start of a line, and later
        // hands over what is there without an end.
        let Some((&b'\n', typed)) = buffer[..count].split_last() else {
            return Err(AskError::Cancelled);
        };
        if typed.len() > ANSWER_BYTES_MAX {
            return Err(AskError::TooLong);
        }
        if typed.iter().any(u8::is_ascii_control) {
            return Err(AskError::NotText);
        }
        Ok(Zeroizing::new(typed.to_vec()))
    }

    /// Reads until an allowed key or a cancelling one. What comes with it in one piece is dropped.
    fn read_key(&mut self, allowed: &[char]) -> Result<char, AskError> {
        let mut typed = Vec::new();
        loop {
            let mut chunk = [0; 32];
            let count = self.read(&mut chunk)?;
            if count == 0 {
                return Err(AskError::Cancelled);
            }
            typed.extend_from_slice(&chunk[..count]);
            while let Some((key, length)) = first_key(&typed) {
                typed.drain(..length);
                match key {
                    Key::Cancel => return Err(AskError::Cancelled),
                    Key::Other => {}
                    Key::Character(typed) => {
                        let lower = typed.to_ascii_lowercase();
                        let answers = |key: &char| allowed.contains(key);
                        if let Some(key) = [typed, lower].into_iter().find(answers) {
                            return Ok(key);
                        }
                    }
                }
            }
        }
    }

    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, AskError> {
        loop {
            match self.file.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return Ok(result?),
            }
        }
    }

    fn write(&mut self, text: &str) -> Result<(), AskError> {
        self.file.write_all(text.as_bytes())?;
        Ok(self.file.flush()?)
    }

    /// Whoever is in the background must not talk over the program that the human sees.
    fn require_foreground(&self) -> Result<(), NoTerminal> {
        match rustix::termios::tcgetpgrp(&self.file) {
            Ok(group) if group == rustix::process::getpgrp() => Ok(()),
            Ok(_) => Err(NoTerminal::Background),
            Err(Errno::NOTTY) => Err(NoTerminal::Absent),
            Err(errno) => Err(unusable(errno)),
        }
    }
}

fn unusable(errno: Errno) -> NoTerminal {
    NoTerminal::Unusable { source: errno.into() }
}
