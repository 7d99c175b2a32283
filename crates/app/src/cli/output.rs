//! What a person or a script reads: answers on standard output, everything else on standard error, colour only on terminals.

use crate::{
    desk::Desk,
    render::{self, Sheet},
};
use engine::Envelope;
use kernel::{
    id::beginning,
    refusal::{Code, Refusal},
    text::Slice,
};
use serde_json::{Value as Json, json};
use std::{
    io::{ErrorKind, IsTerminal, Write},
    os::fd::AsFd,
    sync::OnceLock,
};

/// Columns of a terminal that does not tell.
const COLUMNS_UNKNOWN: usize = 80;

/// How answers are printed. Both mean the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs: the envelope, one line.
    Json,
}

/// Exit status of a refusal. Usage errors are clap's 2.
const REFUSED: u8 = 1;

/// Prints an answer. A document goes to standard output alone, as it is; what is said about it goes to standard error.
pub fn finish(format: Format, envelope: &Envelope) {
    finish_in(format, envelope, None, str::to_owned);
}

/// The same, where what to do next is said in the words of another vocabulary. On a terminal, ids of the palace at hand are shown by as
/// much of them as can be typed.
pub(super) fn finish_in(format: Format, envelope: &Envelope, desk: Option<&Desk>, words: fn(&str) -> String) {
    if format == Format::Json {
        return print(&(json!(envelope).to_string() + "\n"));
    }
    let mut result = envelope.result.clone();
    if let Ok(here) = std::env::current_dir() {
        render::make_reachable(&mut result, &here, &|folder| folder.is_dir());
    }
    let field = engine::find(envelope.op).map_or("", |op| op.spec().document);
    let document = result.as_object_mut().and_then(|fields| fields.remove(field));
    let sheet = if document.is_some() { sheet(&std::io::stderr()) } else { sheet(&std::io::stdout()) };
    if let Some(desk) = desk.filter(|_| sheet.columns.is_some()) {
        shorten(desk, &mut result);
    }
    let mut text = render::text_in(envelope.op, &result, sheet, words);
    if envelope.approval_required {
        text.push_str("Filed as a proposal: it waits for a human.\n");
    }
    if let Some(receipt) = &envelope.receipt {
        let hash = receipt.hash.to_string();
        text.push_str(&format!("Ledger entry {} {}\n", receipt.seq, hash.slice(..12)));
    }
    match document.as_ref().and_then(Json::as_str) {
        Some(document) => {
            let _ = std::io::stderr().lock().write_all(text.as_bytes());
            let sheet = self::sheet(&std::io::stdout());
            // What was shown once is shown again to the byte; a terminal is given a new pack as it can be read there.
            match desk.filter(|_| sheet.columns.is_some() && envelope.op == "context.assemble") {
                Some(desk) => print(&sheet.document(&with_short_ids(desk, document))),
                None => print(document),
            }
        }
        None => print(&text),
    }
}

/// What an answer is drawn on. Lines are not cut where no terminal shows them: a pipe, a file or another program.
fn sheet(stream: &(impl IsTerminal + AsFd)) -> Sheet {
    let columns = || rustix::termios::tcgetwinsize(stream).ok().map(|size| usize::from(size.ws_col)).filter(|columns| *columns > 0);
    Sheet { columns: stream.is_terminal().then(|| columns().unwrap_or(COLUMNS_UNKNOWN)), paints: paints(stream) }
}

/// A context pack with the ids that it cites, each `[in brackets]` at the beginning of a line, as short as they may be typed.
fn with_short_ids(desk: &Desk, text: &str) -> String {
    let cited = |line: &str| line.strip_prefix('[')?.split_once(']').map(|(id, _)| id.to_owned()).filter(|id| beginning(id).is_some());
    let ids: Vec<String> = text.lines().filter_map(cited).collect();
    let Ok(short) = desk.engine.short_ids(ids.iter().map(String::as_str)) else { return text.to_owned() };
    let lines = text.lines().map(|line| match cited(line).and_then(|id| Some((short.get(&id)?, line.slice(id.len() + 1..)))) {
        Some((short, rest)) => format!("[{short}{rest}\n"),
        None => format!("{line}\n"),
    });
    lines.collect()
}

/// Makes ids as short as they may be typed. What cannot be looked up stays whole.
fn shorten(desk: &Desk, result: &mut Json) {
    let mut ids = Vec::new();
    each_id(result, &mut |id| ids.push(id.clone()));
    let Ok(short) = desk.engine.short_ids(ids.iter().map(String::as_str)) else { return };
    each_id(result, &mut |id| {
        if let Some(short) = short.get(id) {
            id.clone_from(short);
        }
    });
}

/// Shows every text of an answer that is an id and nothing else.
fn each_id(value: &mut Json, take: &mut dyn FnMut(&mut String)) {
    match value {
        Json::String(text) if beginning(text).is_some() => take(text),
        Json::Array(items) => items.iter_mut().for_each(|item| each_id(item, take)),
        Json::Object(fields) => fields.values_mut().for_each(|field| each_id(field, take)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

/// Prints a refusal and gives the exit status.
pub fn fail(format: Format, refusal: &Refusal) -> std::process::ExitCode {
    let mut err = std::io::stderr().lock();
    let _ = match format {
        Format::Json => writeln!(err, "{}", refusal.to_json()),
        Format::Text => {
            let (red, dim, plain) = if paints(&std::io::stderr()) { ("\x1b[31m", "\x1b[2m", "\x1b[0m") } else { ("", "", "") };
            writeln!(
                err,
                "{red}{}{plain}: {}\n{dim}Next:{plain} {}",
                refusal.code().name(),
                crate::terminal::visible(refusal.what()),
                refusal.remedy()
            )
        }
    };
    std::process::ExitCode::from(REFUSED)
}

/// Says loudly that a palace is unsealed, on every screen.
pub fn banner(unsealed: bool) {
    if unsealed {
        let (yellow, plain) = if paints(&std::io::stderr()) { ("\x1b[33m", "\x1b[0m") } else { ("", "") };
        let _ = writeln!(std::io::stderr(), "{yellow}UNSEALED palace: approvals carry no signature. For tests and demos only.{plain}");
    }
}

/// Why part of the answer could not be written, if it could not. There is one standard output, so there is one of this.
static LOST: OnceLock<String> = OnceLock::new();

/// Writes to standard output; a reader who left early is not an error, and what else goes wrong is told by [`lost`].
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let _ = LOST.set(error.to_string());
        }
        Ok(()) | Err(_) => {}
    }
}

/// The refusal where an answer could not be written: whoever asked must not take silence for success.
pub(super) fn lost() -> Option<Refusal> {
    let what = format!("the answer cannot be written to standard output: {}", LOST.get()?);
    Some(Code::Internal.refuse("output", what).next("What was asked for is done; make room, or write the answer elsewhere, and look again"))
}

/// Whether colour is wanted here.
pub fn paints(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}
