//! MCP over lines of JSON: one message per line in, one per line out, nothing else on the output.
//!
//! Every line gets an answer it can be matched to, also the ones rmcp would drop without a word:
//! what is not JSON, what is not a message, what is too long. Where the streams come from is the
//! caller's business.

use std::{collections::HashSet, io};

use rmcp::{
    RoleServer, ServerHandler, ServiceExt,
    model::{ClientJsonRpcMessage, ClientRequest, GetMeta, JsonRpcMessage, ProtocolVersion, RequestId},
    service::{RxJsonRpcMessage, ServerInitializeError, TxJsonRpcMessage},
    transport::{Transport, io::stdio_pipes},
};
use serde::Deserialize;
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    sync::mpsc,
};
use tokio_util::sync::CancellationToken;

use super::{
    frame::{self, Fault, INVALID_REQUEST},
    handler::Door,
    unparsed,
};

/// The longest line that is read (16 MiB); a longer one is answered with an error and skipped.
pub const LINE_BYTES_MAX: usize = 16 * 1024 * 1024;
/// Lines that may wait for a slow reader before the handlers wait too.
const LINES_WAITING_MAX: usize = 64;

/// Serves `door` on the standard streams until the input ends or `stop` is cancelled.
pub async fn serve_stdio(door: Door, connection: &str, stop: CancellationToken) -> io::Result<()> {
    let (reader, writer) = stdio_pipes();
    serve_streams(door, connection, reader, writer, stop).await
}

/// Serves `door` on any pair of streams; `connection` is the session its callers will carry.
pub async fn serve_streams<R, W>(door: Door, connection: &str, reader: R, writer: W, stop: CancellationToken) -> io::Result<()>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    serve_lines(door.named(connection), reader, writer, stop).await
}

/// Serves any handler on lines.
pub(super) async fn serve_lines<H, R, W>(handler: H, reader: R, writer: W, stop: CancellationToken) -> io::Result<()>
where
    H: ServerHandler,
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let (out, waiting) = mpsc::channel(LINES_WAITING_MAX);
    let writing = tokio::spawn(write_lines(writer, waiting));
    let stop = stop.child_token();
    let served = handler.serve_with_ct(LineTransport::new(reader, out), stop.clone());
    let ended = match served.await {
        Ok(running) => running.waiting().await.map(drop).map_err(io::Error::other),
        // The input may end, or the process be told to stop, before anybody said hello.
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => Ok(()),
        Err(error) => Err(io::Error::other(error)),
    };
    // Calls that still run learn that nobody waits for them.
    stop.cancel();
    let written = writing.await.map_err(io::Error::other)?;
    match written {
        // A client that closes its end first is done with us, and so are we.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(error),
        Ok(()) => ended,
    }
}

/// The only writer: whole lines, one after the other, whoever sends them.
async fn write_lines<W: AsyncWrite + Unpin>(mut writer: W, mut waiting: mpsc::Receiver<Vec<u8>>) -> io::Result<()> {
    while let Some(line) = waiting.recv().await {
        writer.write_all(&line).await?;
        writer.flush().await?;
    }
    writer.shutdown().await
}

struct LineTransport<R> {
    lines: Lines<R>,
    out: mpsc::Sender<Vec<u8>>,
    /// An answer that waits to be sent. It lives here because rmcp drops `receive` at any await.
    fault: Option<Fault>,
    /// True once rmcp has chosen a lifecycle; before that it ends the connection on anything that
    /// is not a request.
    open: bool,
    /// Requests without an answer yet. rmcp would lose one of two answers with the same id. A
    /// cancelled request stays here: its late answer must not meet a new question.
    unanswered: HashSet<RequestId>,
}

impl<R: AsyncRead + Unpin> LineTransport<R> {
    fn new(reader: R, out: mpsc::Sender<Vec<u8>>) -> Self {
        Self { lines: Lines::new(reader), out, fault: None, open: false, unanswered: HashSet::new() }
    }

    fn accept(&mut self) -> Option<ClientJsonRpcMessage> {
        let line = self.lines.take();
        if line.trim_ascii().is_empty() {
            return None;
        }
        match message(&line).and_then(|message| self.admit(message)) {
            Ok(message) => message,
            Err(fault) => {
                tracing::debug!(code = fault.code, reason = %fault.message, "a line was not accepted");
                self.fault = fault.answered.then_some(fault);
                None
            }
        }
    }

    /// Lets a message through to rmcp, or nothing where rmcp could not bear it.
    fn admit(&mut self, message: ClientJsonRpcMessage) -> Result<Option<ClientJsonRpcMessage>, Fault> {
        self.open = self.open || opens(&message);
        let ClientJsonRpcMessage::Request(request) = &message else {
            return Ok(self.open.then_some(message));
        };
        if !self.unanswered.insert(request.id.clone()) {
            let id = request.id.clone().into_json_value();
            let text = format!("The id {id} belongs to a request that has no answer yet; use a new one");
            return Err(Fault::new(id, INVALID_REQUEST, text));
        }
        Ok(Some(message))
    }
}

/// Reads a line as a message of MCP.
fn message(line: &[u8]) -> Result<ClientJsonRpcMessage, Fault> {
    let value = frame::read(line)?;
    let id = value.get("id").cloned().unwrap_or(Value::Null);
    let answered = value.get("method").is_none() || !id.is_null();
    ClientJsonRpcMessage::deserialize(value)
        .map_err(|error| Fault { answered, ..Fault::new(id, INVALID_REQUEST, format!("The message does not have the shape MCP gives it: {error}")) })
}

/// True for the message with which rmcp leaves its opening loop.
fn opens(message: &ClientJsonRpcMessage) -> bool {
    let ClientJsonRpcMessage::Request(request) = message else {
        return false;
    };
    match &request.request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::DiscoverRequest(_) | ClientRequest::PingRequest(_) => false,
        other => {
            let meta = other.get_meta();
            meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty()
                && meta.protocol_version().is_some_and(|version| ProtocolVersion::KNOWN_VERSIONS.contains(&version))
        }
    }
}

impl<R: AsyncRead + Send + Unpin + 'static> Transport<RoleServer> for LineTransport<R> {
    type Error = io::Error;

    fn send(&mut self, item: TxJsonRpcMessage<RoleServer>) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let answered = match &item {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        if let Some(id) = answered {
            self.unanswered.remove(id);
        }
        let out = self.out.clone();
        async move {
            let mut line = serde_json::to_vec(&item)?;
            line.push(b'\n');
            out.send(line).await.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            if let Some(fault) = &self.fault {
                let place = self.out.reserve().await.ok()?;
                let mut line = serde_json::to_vec(&fault.response()).ok()?;
                line.push(b'\n');
                place.send(line);
                self.fault = None;
            }
            let read = tokio::select! {
                read = self.lines.next() => read,
                () = self.out.closed() => return None,
            };
            match read {
                Ok(Line::Whole) => {
                    if let Some(message) = self.accept() {
                        return Some(message);
                    }
                }
                Ok(Line::TooLong(id)) => {
                    self.fault = Some(Fault::new(id, INVALID_REQUEST, format!("A line is longer than {LINE_BYTES_MAX} bytes; send less at once")));
                }
                Ok(Line::End) => return None,
                Err(error) => {
                    tracing::error!(%error, "the input cannot be read any more");
                    return None;
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        Ok(())
    }
}

/// What [`Lines::next`] found.
enum Line {
    /// A line, waiting in the buffer.
    Whole,
    /// A line that was longer than allowed and is gone, by the id at its beginning.
    TooLong(Value),
    /// The end of the input.
    End,
}

/// Splits a stream into lines of bounded length. Dropping `next` loses nothing.
struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    /// The id of the line that is too long, while the rest of it is passed over.
    skipped: Option<Value>,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    fn new(reader: R) -> Self {
        Self { reader: BufReader::new(reader), line: Vec::new(), skipped: None }
    }

    /// Takes the line that `next` announced.
    fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.line)
    }

    async fn next(&mut self) -> io::Result<Line> {
        loop {
            let chunk = self.reader.fill_buf().await?;
            if chunk.is_empty() {
                // A last line without its newline still counts: `printf '{…}' | palace` is fine.
                return Ok(if let Some(id) = self.skipped.take() {
                    Line::TooLong(id)
                } else if self.line.is_empty() {
                    Line::End
                } else {
                    Line::Whole
                });
            }
            let newline = chunk.iter().position(|byte| *byte == b'\n');
            let text = &chunk[..newline.unwrap_or(chunk.len())];
            if self.skipped.is_none() {
                if self.line.len() + text.len() > LINE_BYTES_MAX {
                    self.skipped = Some(unparsed::id(&std::mem::take(&mut self.line)));
                } else {
                    self.line.extend_from_slice(text);
                }
            }
            let used = text.len() + usize::from(newline.is_some());
            self.reader.consume(used);
            if newline.is_some() {
                return Ok(self.skipped.take().map_or(Line::Whole, Line::TooLong));
            }
        }
    }
}
