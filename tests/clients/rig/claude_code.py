"""Claude Code: it connects on both transports, and led by a scripted model it really calls our tool.

No account and no network are needed; the model is the stand-in in `model`.
"""

import json

from .conversation import HUMAN_TOOLS, Note, mentions
from .house import Bench, Palace
from .model import FAREWELL, Model
from .processes import Finished, run
from .report import Report, expect

SECONDS_MAX = 90
QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    # Otherwise MCP tools are left out of the request until the model searches for them.
    "ENABLE_TOOL_SEARCH": "false",
}


def claude_code(bench: Bench, report: Report) -> None:
    """Runs the checks with Claude Code."""
    with report.check("Claude Code, stdio: `claude mcp list` says Connected"):
        palace = Palace.create(bench, "claude-stdio")
        command, args = palace.serve()
        _expect_connected(palace, ["palace", "--", command, *args])
    with report.check("Claude Code, stdio, no palace yet: `palace connect` and `claude mcp list` say Connected, and there is a sealed one"):
        palace = Palace(bench, bench.folder("claude-fresh") / "palace")
        connected = palace.command("connect", "claude-code")
        expect(connected.code == 0 and not palace.home.exists(), f"`palace connect` failed, or made a palace\n{connected.said}")
        _expect_listed(palace)
        status = palace.command("status")
        expect(status.code == 0 and "sealed" in status.out, f"there is no sealed palace afterwards\n{status.said}")
    with report.check("Claude Code, HTTP: `claude mcp list` says Connected"):
        palace = Palace.create(bench, "claude-http")
        with palace.http() as door:
            header = f"Authorization: {door.headers['Authorization']}"
            _expect_connected(palace, ["--transport", "http", "palace", door.url, "--header", header])
    _end_to_end(bench, report)


def _claude(palace: Palace, *words: str, **env: str) -> Finished:
    line = [palace.bench.toolbox.program("claude"), *words]
    return run(line, env={**palace.env, **QUIET, **env}, timeout_seconds=SECONDS_MAX, cwd=palace.home.parent)


def _expect_connected(palace: Palace, server: list[str]) -> None:
    added = _claude(palace, "mcp", "add", *server)
    expect(added.code == 0, f"`claude mcp add` failed\n{added.said}")
    _expect_listed(palace)


def _expect_listed(palace: Palace) -> None:
    listed = _claude(palace, "mcp", "list")
    (line,) = [line for line in listed.out.splitlines() if line.startswith("palace:")] or [""]
    expect(line.endswith("Connected"), f"`claude mcp list` does not say that palace is connected\n{listed.said}")


def _end_to_end(bench: Bench, report: Report) -> None:
    note = Note()
    model = Model("mcp__palace__store", {"content": note.text, "as": "decision", "scope": "palace"})
    with report.groundwork("Claude Code with a scripted model: it ends its turn with the model's last words"):
        palace = Palace.create(bench, "claude-end-to-end")
        _one_turn(palace, model)
        with report.check("Claude Code with a scripted model: it offers the model our tools and none of the human's"):
            leaked = {f"mcp__palace__{name}" for name in HUMAN_TOOLS} & model.offered
            expect(model.tool in model.offered, f"not offered: {model.tool}; offered: {sorted(model.offered)}")
            expect(not leaked, f"offered in agent mode though only humans may call them: {sorted(leaked)}")
        with report.check("Claude Code with a scripted model: it calls our tool and brings the model its answer"):
            expect(len(model.tool_results) == 1, f"expected one tool result, got {json.dumps(model.tool_results)}")
            expect(not model.tool_results[0].get("is_error"), f"the tool failed: {json.dumps(model.tool_results)}")
        with report.check("Claude Code with a scripted model: the proposal is in the palace"):
            rows = palace.proposals()
            expect(mentions(rows, note), f"no proposal holds the sentence: {json.dumps(rows)}")


def _one_turn(palace: Palace, model: Model) -> None:
    command, args = palace.serve()
    config = palace.home.parent / "mcp.json"
    config.write_text(json.dumps({"mcpServers": {"palace": {"command": command, "args": args}}}))
    words = ["-p", "Store the decision.", "--output-format", "text", "--mcp-config", str(config)]
    # The tool is allowed by name, and no other: whatever else the client wants to do, it may not.
    words += ["--strict-mcp-config", "--allowedTools", model.tool]
    with model.listening():
        done = _claude(palace, *words, ANTHROPIC_BASE_URL=model.url, ANTHROPIC_API_KEY="scripted")
    expect(done.code == 0 and FAREWELL in done.out, f"Claude Code did not finish\n{done.said}")
