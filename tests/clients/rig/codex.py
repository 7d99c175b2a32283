"""Codex, through its app server: it starts Palace itself, tells which tools it found, and calls one.

`codex mcp list` only repeats the configuration, so it is not asked.
"""

import contextlib
import json
import queue
import subprocess
import threading
import time
from collections.abc import Iterator

from .conversation import AGENT_TOOLS, HUMAN_TOOLS, Note, mentions
from .house import Bench, Palace
from .processes import kill_group, start
from .report import CannotRun, CheckFailed, Report, expect

ANSWER_SECONDS_MAX = 60


def codex(bench: Bench, report: Report) -> None:
    """Has Codex list and call Palace's tools on both transports."""
    with report.groundwork("Codex, stdio: its app server answers"):
        palace = Palace.create(bench, "codex-stdio")
        command, args = palace.serve()
        _list_and_call(report, palace, "stdio", {"command": command, "args": args}, {})
    with report.groundwork("Codex, HTTP: its app server answers"):
        palace = Palace.create(bench, "codex-http")
        with palace.http() as door:
            server = {"url": door.url, "bearer_token_env_var": "PALACE_TOKEN"}
            _list_and_call(report, palace, "HTTP", server, {"PALACE_TOKEN": door.token})


def _list_and_call(report: Report, palace: Palace, transport: str, server: dict, env: dict[str, str]) -> None:
    home = palace.home.parent / ".codex"
    home.mkdir()
    # A JSON string or list of strings is also TOML.
    lines = [f"{key} = {json.dumps(value)}" for key, value in server.items()]
    (home / "config.toml").write_text("\n".join(["[mcp_servers.palace]", *lines, ""]))
    with _app_server(palace, {"CODEX_HOME": str(home), **env}) as ask:
        ask("initialize", {"clientInfo": {"name": "palace-client-rig", "version": "1.0.0"}, "capabilities": None})
        with report.check(f"Codex, {transport}: its app server lists our tools and none of the human's"):
            _expect_tools(ask("mcpServerStatus/list", {})["data"])
        with report.check(f"Codex, {transport}: its call of store becomes a proposal in the palace"):
            note = Note()
            thread = ask("thread/start", {"ephemeral": True, "cwd": str(palace.home.parent)})["thread"]["id"]
            call = {"threadId": thread, "server": "palace", "tool": "store"}
            answer = ask("mcpServer/tool/call", {**call, "arguments": {"content": note.text, "as": "decision"}})
            expect(not answer.get("isError"), f"the tool failed: {json.dumps(answer)}")
            rows = palace.proposals()
            expect(mentions(rows, note), f"no proposal holds the sentence: {json.dumps(rows)}")


def _expect_tools(rows: list[dict]) -> None:
    servers = {row["name"]: row for row in rows}
    found = servers.get("palace")
    expect(found, f"Codex does not know the server: {json.dumps(servers)}")
    expect(not found.get("toolsError"), f"Codex could not list the tools: {found.get('toolsError')}")
    names = set(found["tools"])
    expect(names >= AGENT_TOOLS, f"missing: {sorted(AGENT_TOOLS - names)}; listed: {sorted(names)}")
    expect(not names & HUMAN_TOOLS, f"listed though only humans may call them: {sorted(names & HUMAN_TOOLS)}")


@contextlib.contextmanager
def _app_server(palace: Palace, env: dict[str, str]) -> Iterator:
    """Runs `codex app-server` and gives a function that asks it one thing and waits for the answer."""
    folder = palace.home.parent
    log = folder / "codex.log"
    with open(log, "w") as sink:
        line = [palace.bench.toolbox.program("codex"), "app-server"]
        server = start(line, env={**palace.env, **env}, cwd=folder, stdout=subprocess.PIPE, stderr=sink)
    heard: queue.Queue = queue.Queue()
    threading.Thread(target=_listen, args=(server.stdout, heard), daemon=True).start()
    asked = 0

    def ask(method: str, params: dict) -> dict:
        nonlocal asked
        asked += 1
        server.stdin.write(json.dumps({"id": asked, "method": method, "params": params}) + "\n")
        server.stdin.flush()
        return _answer_to(asked, method, heard, log)

    try:
        yield ask
    finally:
        kill_group(server)
        server.wait()


def _listen(stream, heard: queue.Queue) -> None:
    for line in stream:
        with contextlib.suppress(ValueError):
            heard.put(json.loads(line))
    heard.put(None)


def _answer_to(number: int, method: str, heard: queue.Queue, log) -> dict:
    deadline = time.monotonic() + ANSWER_SECONDS_MAX
    while True:
        try:
            message = heard.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            late = f"Codex did not answer `{method}` within {ANSWER_SECONDS_MAX} s"
            raise CannotRun(f"{late}\n{log.read_text()}") from None
        if message is None:
            raise CannotRun(f"Codex ended before it answered `{method}`\n{log.read_text()}")
        if message.get("id") == number and "method" not in message:
            if "error" in message:
                raise CheckFailed(f"Codex answered `{method}` with {json.dumps(message['error'])}")
            return message["result"]
