"""The conversation every SDK client has with Palace, and what its answers must be.

The drivers only speak and listen; all judgement is here, so that two SDKs, two transports and two eras
of the protocol are held to the same words.
"""

import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field

from .house import Palace, proposal_id, walk
from .report import CannotRun, expect

ERAS = ("2025-11-25", "2026-07-28")
INVALID_PARAMS = -32602
# What every profile shows an agent, and the profile with the governance contract's whole vocabulary.
AGENT_TOOLS = {"store", "recall"}
GOVERNANCE_TOOLS = AGENT_TOOLS | {"recall_decisions"}
GOVERNANCE = ("--profile", "palace")
HUMAN_TOOLS = {"store_direct", "approve", "reject"}


def list_tools() -> dict:
    """A step that lists every tool."""
    return {"method": "tools/list"}


def call(name: str, **arguments: object) -> dict:
    """A step that calls one tool."""
    return {"method": "tools/call", "name": name, "arguments": arguments}


@dataclass(frozen=True)
class Note:
    """A sentence no other test has written, so that finding it means this conversation stored it."""

    mark: str = field(default_factory=lambda: uuid.uuid4().hex)

    @property
    def text(self) -> str:
        return f"We decided that the client rig leaves the mark {self.mark}"


def steps(note: Note) -> list[dict]:
    """What is said, in order; `CHECKS` names each answer by its place."""
    return [
        list_tools(),
        call("store", content=note.text, **{"as": "decision"}, scope="palace"),
        call("recall", query="client rig mark"),
        call("recall_decisions", query="client rig mark"),
        call("no_such_tool"),
        call("store_direct", content=note.text, **{"as": "decision"}),
    ]


@dataclass(frozen=True)
class Heard:
    """What one client saw in one conversation."""

    era: str
    palace: Palace
    note: Note
    seen: dict

    def answer(self, place: int) -> dict:
        """The answer to a step; a conversation that broke off before it cannot be judged."""
        answers = self.seen["answers"]
        if place >= len(answers):
            reason = self.seen.get("failure", "no reason given")
            raise CannotRun(f"the conversation broke off before this step: {reason}")
        return answers[place]

    def result(self, place: int) -> dict:
        """A step's result, which must be neither an error nor a failed tool."""
        answer = self.answer(place)
        expect("result" in answer, f"expected a result, got {json.dumps(answer)}")
        expect(not answer["result"].get("isError"), f"the tool failed: {json.dumps(answer['result'])}")
        return answer["result"]

    def structured(self, place: int) -> dict:
        """A tool result's structured content."""
        content = self.result(place).get("structuredContent")
        expect(isinstance(content, dict), f"no structuredContent object in {json.dumps(self.result(place))}")
        return content

    def error(self, place: int) -> dict:
        """A step's protocol error."""
        answer = self.answer(place)
        expect("error" in answer, f"expected a JSON-RPC error, got {json.dumps(answer)}")
        return answer["error"]


def connects(heard: Heard) -> None:
    connected = heard.seen["connected"]
    expect(connected, f"no connection: {heard.seen.get('failure')} (HTTP statuses {heard.seen['statuses']})")
    version = connected["protocolVersion"]
    expect(version == heard.era, f"negotiated {version}, expected {heard.era}")
    expect((connected["server"] or {}).get("name"), f"the server gives no name: {json.dumps(connected)}")


def lists(heard: Heard) -> None:
    tools = {tool["name"]: tool for tool in heard.result(0)["tools"]}
    missing, leaked = GOVERNANCE_TOOLS - set(tools), HUMAN_TOOLS & set(tools)
    expect(not missing, f"missing from the list: {sorted(missing)}; listed: {sorted(tools)}")
    expect(not leaked, f"listed in agent mode though only humans may call them: {sorted(leaked)}")
    for name, tool in tools.items():
        expect(tool["inputSchema"].get("type") == "object", f"`{name}` has no object as input schema")
        expect(tool.get("description"), f"`{name}` has no description")


def files_a_proposal(heard: Heard) -> None:
    filed = proposal_id(heard.structured(1))
    expect(filed, f"no proposal id in {json.dumps(heard.structured(1))}")
    rows = [row for row in heard.palace.proposals() if proposal_id(row) == filed]
    expect(rows, f"`{filed}` is not in `palace proposal list`")
    expect(mentions(rows, heard.note), f"`{filed}` does not hold the sentence that was stored: {json.dumps(rows)}")


def recalls(heard: Heard) -> None:
    answer = heard.structured(2)
    waiting = answer.get("waiting", [])
    believed = {name: value for name, value in answer.items() if name != "waiting"}
    expect(not mentions(believed, heard.note), f"recall showed a sentence that no human has approved: {json.dumps(believed)}")
    expect(mentions(waiting, heard.note), f"recall does not show the proposal as waiting: {json.dumps(waiting)}")
    heard.structured(3)
    expect(not mentions(heard.result(3), heard.note), "recall_decisions showed a sentence that no human has approved")


def refuses_unknown_tool(heard: Heard) -> None:
    error = heard.error(4)
    expect(error["code"] == INVALID_PARAMS, f"expected code {INVALID_PARAMS}, got {json.dumps(error)}")


def refuses_human_tool(heard: Heard) -> None:
    error, wanted = heard.error(5), 'Tool "store_direct" not available in agent mode'
    expect(error["code"] == INVALID_PARAMS, f"expected code {INVALID_PARAMS}, got {json.dumps(error)}")
    # SDKs may put words of their own before the server's.
    expect(wanted in error["message"], f"expected `{wanted}`, got `{error['message']}`")


CHECKS: list[tuple[str, Callable[[Heard], None]]] = [
    ("connects and agrees on the protocol", connects),
    ("is shown the agent's tools and none of the human's", lists),
    ("stores a sentence, which becomes a proposal in the palace", files_a_proposal),
    ("recalls its proposal as waiting, never as approved", recalls),
    ("is told that an unknown tool is unknown", refuses_unknown_tool),
    ("is refused store_direct in agent mode", refuses_human_tool),
]


def mentions(value: object, note: Note) -> bool:
    """Whether a JSON value holds the note's mark anywhere in its texts."""
    return any(note.mark in node for node in walk(value) if isinstance(node, str))
