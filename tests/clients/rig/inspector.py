"""The MCP Inspector on the command line, strict: it also judges whether schemas are portable.

The Inspector's web pages are not tried here.
"""

import json

from .conversation import AGENT_TOOLS, Note, mentions
from .house import Bench, Palace, proposal_id
from .processes import run
from .report import CheckFailed, Report, expect

SECONDS_MAX = 60


def inspector(bench: Bench, report: Report) -> None:
    """Lists and calls through the Inspector on both transports."""
    with report.groundwork("Inspector, stdio: a palace is made"):
        palace = Palace.create(bench, "inspector-stdio")
        command, args = palace.serve()
        _list_and_call(report, palace, "stdio", {"command": command, "args": args, "env": palace.env})
    with report.groundwork("Inspector, HTTP: a palace is served"):
        palace = Palace.create(bench, "inspector-http")
        with palace.http() as door:
            server = {"type": "streamable-http", "url": door.url, "headers": door.headers}
            _list_and_call(report, palace, "HTTP", server)


def _list_and_call(report: Report, palace: Palace, transport: str, server: dict) -> None:
    config = palace.home.parent / "inspector.json"
    config.write_text(json.dumps({"mcpServers": {"palace": server}}))
    config.chmod(0o600)

    def ask(*words: str) -> dict:
        program = palace.bench.toolbox.program("mcp-inspector")
        line = [program, "--cli", "--config", str(config), "--server", "palace", *words]
        # Left to itself it would look for the person's keychain.
        env = {**palace.env, "MCP_INSPECTOR_SECRET_STORE": "memory"}
        done = run(line, env=env, timeout_seconds=SECONDS_MAX, cwd=palace.home.parent)
        expect(done.code == 0, f"the Inspector found fault\n{done.said}")
        try:
            return json.loads(done.out)
        except ValueError:
            raise CheckFailed(f"the Inspector printed no JSON\n{done.said}") from None

    with report.check(f"Inspector, {transport}: a strict listing finds our tools and no fault in their schemas"):
        names = {tool["name"] for tool in ask("--method", "tools/list", "--strict")["tools"]}
        expect(names >= AGENT_TOOLS, f"missing: {sorted(AGENT_TOOLS - names)}; listed: {sorted(names)}")
    with report.check(f"Inspector, {transport}: a call of store becomes a proposal in the palace"):
        note = Note()
        arguments = ["--tool-arg", f"content={note.text}", "as=decision"]
        answer = ask("--method", "tools/call", "--tool-name", "store", *arguments)
        filed = proposal_id(answer.get("structuredContent") or {})
        expect(filed, f"no proposal id in {json.dumps(answer)}")
        rows = [row for row in palace.proposals() if proposal_id(row) == filed]
        expect(mentions(rows, note), f"`{filed}` with our sentence is not in `palace proposal list`")
