//! Answers whoever connects over stdio why no palace is served: a client shows the answer to `initialize`, and its user seldom sees
//! standard error.

use super::{LINE_BYTES_MAX, ProtocolError, frame};
use std::io::{self, BufRead, IsTerminal, Read, Write};

/// Answers every request with the same error until the input ends. At once where a person sits at the input: they read standard error.
pub fn refuse_stdio(error: &ProtocolError) -> io::Result<()> {
    let input = io::stdin();
    if input.is_terminal() {
        return Ok(());
    }
    refuse_lines(error, input.lock(), io::stdout().lock())
}

/// The same on any pair of streams.
pub(super) fn refuse_lines(error: &ProtocolError, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        // A message that is longer is no longer one: what is left of it is read as the next, and answered as what is no message.
        let read = input.by_ref().take(LINE_BYTES_MAX as u64).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        let id = match frame::read(&line) {
            Ok(message) if message.get("method").is_some() && message.get("id").is_some() => message["id"].clone(),
            Ok(_) => continue, // a notification, or an answer that nobody asked for
            Err(fault) if fault.answered && !line.trim_ascii().is_empty() => fault.id,
            Err(_) => continue,
        };
        let answer = frame::Refusal::new(&id, error.code, &error.message, error.data.clone());
        serde_json::to_writer(&mut output, &answer)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
}
