"""The Python and TypeScript SDK clients, on stdio and streamable HTTP, in both eras of the protocol.

Each client is a small driver in its own language; the words and the judgement are in `conversation`.
"""

import json
from dataclasses import dataclass

from .conversation import CHECKS, ERAS, GOVERNANCE, HUMAN_TOOLS, Heard, Note, call, list_tools, mentions, steps
from .house import Bench, HttpDoor, Palace, proposal_id
from .processes import run
from .report import CannotRun, Report, expect
from .toolbox import HERE

CONVERSATION_SECONDS_MAX = 60


@dataclass(frozen=True)
class Sdk:
    """One SDK client and how its driver is started."""

    name: str
    bench: Bench
    driver: list[str]

    def talk(self, palace: Palace, script: dict) -> dict:
        """Holds one conversation and gives what the client saw."""
        # The driver gives up first, so that what it has seen by then is still told.
        done = run(
            self.driver,
            env=palace.env,
            timeout_seconds=CONVERSATION_SECONDS_MAX,
            cwd=palace.home.parent,
            stdin=json.dumps({"timeoutSeconds": CONVERSATION_SECONDS_MAX - 10, **script}),
        )
        try:
            return {**json.loads(done.out), "stderr": done.err}
        except ValueError:
            raise CannotRun(f"the {self.name} driver printed no answer\n{done.said}") from None

    def on_stdio(self, palace: Palace, words: list[dict], *flags: str, era: str = ERAS[0]) -> dict:
        """A conversation with a server that the client itself starts."""
        command, args = palace.serve(*GOVERNANCE, *flags)
        return self.talk(palace, {"command": command, "args": args, "env": palace.env, "era": era, "steps": words})

    def over_http(self, palace: Palace, words: list[dict], door: HttpDoor, headers: dict, era: str = ERAS[0]) -> dict:
        """A conversation with a server that is already listening."""
        return self.talk(palace, {"url": door.url, "headers": headers, "era": era, "steps": words})


def python_sdk(bench: Bench, report: Report) -> None:
    """Runs the common checks with the Python SDK, then the loop through both modes."""
    driver = [str(bench.toolbox.python), str(HERE / "drivers" / "python_sdk.py")]
    client = Sdk("Python SDK", bench, driver)
    _common(client, report)
    _both_modes(client, report)


def typescript_sdk(bench: Bench, report: Report) -> None:
    """Runs the common checks with the TypeScript SDK."""
    driver = [str(bench.toolbox.node), str(HERE / "drivers" / "typescript_sdk.mjs"), str(bench.toolbox.packages)]
    _common(Sdk("TypeScript SDK", bench, driver), report)


def _common(client: Sdk, report: Report) -> None:
    folder = client.name.lower().replace(" ", "-")
    for era in ERAS:
        note = Note()
        with report.groundwork(f"{client.name}, stdio, {era}: the conversation takes place"):
            palace = Palace.create(client.bench, f"{folder}-stdio-{era}")
            seen = client.on_stdio(palace, steps(note), era=era)
            _judge(client, report, "stdio", Heard(era, palace, note, seen))
    with report.groundwork(f"{client.name}, HTTP: a palace is served"):
        palace = Palace.create(client.bench, f"{folder}-http")
        with palace.http(*GOVERNANCE) as door:
            for era in ERAS:
                note = Note()
                with report.groundwork(f"{client.name}, HTTP, {era}: the conversation takes place"):
                    seen = client.over_http(palace, steps(note), door, door.headers, era)
                    _judge(client, report, "HTTP", Heard(era, palace, note, seen))
            _refusals_at_the_door(client, report, palace, door)


def _judge(client: Sdk, report: Report, transport: str, heard: Heard) -> None:
    failed_before = report.failed
    for sentence, judge in CHECKS:
        with report.check(f"{client.name}, {transport}, {heard.era}: the client {sentence}"):
            judge(heard)
    if report.failed > failed_before:
        for line in heard.seen["stderr"].splitlines()[-20:]:
            report.note(f"stderr: {line}")


def _refusals_at_the_door(client: Sdk, report: Report, palace: Palace, door: HttpDoor) -> None:
    with report.check(f"{client.name}, HTTP: the token file is its owner's alone"):
        expect(door.token_mode == 0o600, f"the token file has mode {door.token_mode:o}, expected 600")
    for sentence, headers in [
        ("without a token", {}),
        ("with a wrong token", {"Authorization": "Bearer wrong"}),
    ]:
        for era in ERAS:
            with report.check(f"{client.name}, HTTP, {era}: a client {sentence} is answered 401"):
                seen = client.over_http(palace, [list_tools()], door, headers, era)
                expect(not seen["answers"], f"the client was let in: {json.dumps(seen['answers'])}")
                # A client turned away may go on to look for a login; those requests may end in 404.
                expect(seen["statuses"][:1] == [401], f"HTTP statuses were {seen['statuses']}, expected 401 first")
                expect(200 not in seen["statuses"], f"HTTP statuses were {seen['statuses']}, none may be 200")


def _both_modes(client: Sdk, report: Report) -> None:
    def answer(palace: Palace, step: dict, *flags: str) -> dict:
        seen = client.on_stdio(palace, [step], *flags)
        expect(seen["answers"], f"no answer: {seen.get('failure')}\n{seen['stderr']}")
        return seen["answers"][0]

    note = Note()
    decision = {"content": note.text, "as": "decision"}
    question = call("recall_decisions", query="client rig mark")
    human = ("--mode", "human")
    with report.check(f"{client.name}, human mode: the human's tools are listed"):
        palace = Palace.create(client.bench, "human-lists")
        listed = answer(palace, list_tools(), *human)
        names = {tool["name"] for tool in listed.get("result", {}).get("tools", [])}
        expect(names >= HUMAN_TOOLS, f"missing: {sorted(HUMAN_TOOLS - names)}; listed: {sorted(names)}")
    with report.check(f"{client.name}, both modes: an agent proposes, a human approves, the agent recalls"):
        palace = Palace.create(client.bench, "human-approves")
        stored = answer(palace, call("store", **decision))
        filed = proposal_id(stored.get("result", {}).get("structuredContent") or {})
        expect(filed, f"no proposal id in {json.dumps(stored)}")
        approved = answer(palace, call("approve", proposalId=filed), *human)
        expect("result" in approved and not approved["result"].get("isError"), f"not approved: {json.dumps(approved)}")
        recalled = answer(palace, question)
        expect(mentions(recalled, note), f"the approved decision was not recalled: {json.dumps(recalled)}")
    with report.check(f"{client.name}, human mode, sealed palace: nothing is decided without a human's key"):
        palace = Palace.create(client.bench, "human-without-seal", sealed=True)
        refused = answer(palace, call("store_direct", **decision), *human)
        # The scratch palace has no key yet, and a client cannot make one: that takes a terminal.
        expect("KEY_MISSING" in json.dumps(refused), f"expected KEY_MISSING, got {json.dumps(refused)}")
        recalled = answer(palace, question)
        expect("result" in recalled, f"recall_decisions failed: {json.dumps(recalled)}")
        expect(not mentions(recalled, note), "the palace recalled a decision that nobody sealed")
