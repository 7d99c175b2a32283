"""A scripted stand-in for a model's Messages API, on loopback.

It makes one tool call and then says one sentence. It reads just enough of a request to know which of the
two is due; it checks no key and counts no tokens.
"""

import contextlib
import http.server
import json
import threading
from collections.abc import Iterator

FAREWELL = "The sentence is filed as a proposal."


class Model:
    """The script of one run, and what the client sent."""

    def __init__(self, tool: str, arguments: dict) -> None:
        self.tool = tool
        self.arguments = arguments
        self.url = ""
        self.offered: set[str] = set()
        self.tool_results: list[dict] = []

    def answer(self, request: dict) -> dict:
        """The next message: the call while the client has not brought its result, then the farewell."""
        names = {tool.get("name", "") for tool in request.get("tools", [])}
        self.offered |= names
        results = [block for block in _blocks(request) if block.get("type") == "tool_result"]
        self.tool_results = results or self.tool_results
        # Clients also ask the model for small things of their own (titles, summaries), without tools.
        due = self.tool in names and not results
        call = {"type": "tool_use", "id": "toolu_rig_1", "name": self.tool, "input": self.arguments}
        return {
            "id": "msg_rig",
            "type": "message",
            "role": "assistant",
            "model": request.get("model", "scripted"),
            "content": [call if due else {"type": "text", "text": FAREWELL}],
            "stop_reason": "tool_use" if due else "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }

    @contextlib.contextmanager
    def listening(self) -> Iterator["Model"]:
        """Answers on a free port of 127.0.0.1 while the block runs."""
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()
            thread.join(timeout=5)


def _blocks(request: dict) -> Iterator[dict]:
    for message in request.get("messages", []):
        if isinstance(message.get("content"), list):
            yield from message["content"]


def events(message: dict) -> Iterator[tuple[str, dict]]:
    """The same message as a stream of events, the way the API sends it in parts."""
    (block,) = message["content"]
    if block["type"] == "tool_use":
        opening = {**block, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    else:
        opening = {**block, "text": ""}
        delta = {"type": "text_delta", "text": block["text"]}
    ending = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield "message_start", {"message": {**message, "content": [], "stop_reason": None}}
    yield "content_block_start", {"index": 0, "content_block": opening}
    yield "content_block_delta", {"index": 0, "delta": delta}
    yield "content_block_stop", {"index": 0}
    yield "message_delta", {"delta": ending, "usage": {"output_tokens": 1}}
    yield "message_stop", {}


def _wire(name: str, data: dict) -> bytes:
    return f"event: {name}\ndata: {json.dumps({'type': name, **data})}\n\n".encode()


def _handler(model: Model) -> type[http.server.BaseHTTPRequestHandler]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:  # noqa: N802 the name is given by the base class
            self._send(200, "text/plain", b"")

        def do_GET(self) -> None:  # noqa: N802
            self._send(404, "application/json", b'{"type":"error","error":{"type":"not_found_error","message":"no"}}')

        def do_POST(self) -> None:  # noqa: N802
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            if self.path.partition("?")[0].endswith("/count_tokens"):
                self._send(200, "application/json", b'{"input_tokens":1}')
                return
            request = json.loads(body)
            message = model.answer(request)
            if request.get("stream"):
                self._send(200, "text/event-stream", b"".join(_wire(*event) for event in events(message)))
            else:
                self._send(200, "application/json", json.dumps(message).encode())

        def _send(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Stays quiet: the report is the only thing on standard output."""

    return Handler
