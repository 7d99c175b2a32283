//! How the terminal behaves while a question waits, and how it gets back.
//!
//! The signal keys are off in every mode: Ctrl-C arrives as a character, so that the terminal is
//! restored in the ordinary way and never left without echo.
//!
//! Not here: a signal handler. A process that is killed outright leaves the modes to the shell.

use rustix::termios::{InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};
use std::fs::File;
use std::io;

const CTRL_C: u8 = 0x03;
const CTRL_D: u8 = 0x04;

/// The four ways to listen.
#[derive(Clone, Copy)]
pub(super) enum Modes {
    /// A line, edited and echoed by the kernel.
    Line,
    /// A line, edited by the kernel and not echoed.
    SecretLine,
    /// One key at a time, not echoed.
    Key,
    /// Every key at once and as it is, Enter told from a line feed and Ctrl-S a key like others.
    Screen,
}

/// Puts the modes back when dropped.
pub(super) struct Held {
    terminal: File,
    before: Termios,
}

impl Drop for Held {
    fn drop(&mut self) {
        // Flushing drops what was typed after the answer: it was not meant for the shell.
        let _ = tcsetattr(&self.terminal, OptionalActions::Flush, &self.before);
    }
}

/// Sets the modes and throws away what was typed before.
pub(super) fn enter(terminal: &File, modes: Modes) -> io::Result<Held> {
    let before = tcgetattr(terminal)?;
    let held = Held { terminal: terminal.try_clone()?, before: before.clone() };
    tcsetattr(terminal, OptionalActions::Flush, &listening(before, modes))?;
    Ok(held)
}

pub(super) fn listening(mut termios: Termios, modes: Modes) -> Termios {
    let echo = LocalModes::ECHO | LocalModes::ECHONL;
    termios.local_modes -= LocalModes::ISIG | echo;
    // The program before us may have left Enter as a carriage return.
    termios.input_modes |= InputModes::ICRNL;
    termios.input_modes -= InputModes::INLCR | InputModes::IGNCR;
    match modes {
        Modes::Line | Modes::SecretLine => {
            termios.local_modes |= LocalModes::ICANON;
            // Ends the line at once; else it would wait in the line for Enter.
            termios.special_codes[SpecialCodeIndex::VEOL] = CTRL_C;
            termios.special_codes[SpecialCodeIndex::VEOF] = CTRL_D;
        }
        Modes::Key | Modes::Screen => {
            termios.local_modes -= LocalModes::ICANON | LocalModes::IEXTEN;
            termios.special_codes[SpecialCodeIndex::VMIN] = 1;
            termios.special_codes[SpecialCodeIndex::VTIME] = 0;
        }
    }
    match modes {
        Modes::Line => termios.local_modes |= LocalModes::ECHO,
        Modes::Screen => termios.input_modes -= InputModes::ICRNL | InputModes::IXON,
        Modes::SecretLine | Modes::Key => {}
    }
    termios
}
