"""A scratch palace: how it is made, how a client starts it, and what is in it afterwards.

This is the only place that knows Palace's command line. It never looks into the database file: what was
stored is asked for through the same door that people use.
"""

import contextlib
import json
import os
import socket
import stat
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .processes import kill_group, run, start
from .report import CannotRun, CheckFailed, expect
from .toolbox import Toolbox

COMMAND_SECONDS_MAX = 60
START_SECONDS_MAX = 30
POLL_SECONDS = 0.02


@dataclass(frozen=True)
class Bench:
    """What every check is handed: the program under test, the clients, and a place to work in."""

    palace: Path
    conformance_palace: Path | None
    toolbox: Toolbox
    scratch: Path

    def folder(self, name: str) -> Path:
        """A fresh folder below the scratch folder."""
        folder = self.scratch / name
        folder.mkdir(parents=True)
        return folder

    def environment(self, home: Path, **more: str) -> dict[str, str]:
        """The whole environment of a client: nothing of the person's own settings reaches it."""
        return {
            "PATH": self.toolbox.path,
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / ".config"),
            "XDG_DATA_HOME": str(home / ".local" / "share"),
            "XDG_STATE_HOME": str(home / ".local" / "state"),
            "XDG_CACHE_HOME": str(home / ".cache"),
            "TMPDIR": str(self.scratch),
            "LANG": "C.UTF-8",
            "NO_COLOR": "1",
            **more,
        }


@dataclass(frozen=True)
class Palace:
    """One scratch palace on disk."""

    bench: Bench
    home: Path

    @classmethod
    def create(cls, bench: Bench, name: str, *, sealed: bool = False) -> "Palace":
        """Makes a new palace; an unsealed one lets a test play the human without a terminal."""
        palace = cls(bench, bench.folder(name) / "palace")
        done = palace.command("init", *([] if sealed else ["--unsealed"]))
        if done.code != 0:
            raise CannotRun(f"`palace init` refused to make a scratch palace\n{done.said}")
        return palace

    @property
    def env(self) -> dict[str, str]:
        return self.bench.environment(self.home.parent)

    def command(self, *words: str):
        """Runs one `palace` command on this palace."""
        line = [str(self.bench.palace), "--home", str(self.home), *words]
        return run(line, env=self.env, timeout_seconds=COMMAND_SECONDS_MAX, cwd=self.home.parent)

    def serve(self, *flags: str) -> tuple[str, list[str]]:
        """The program and arguments with which a client starts this palace on stdio."""
        return str(self.bench.palace), ["--home", str(self.home), "serve", *flags]

    def proposals(self) -> list[dict]:
        """Every proposal, as `palace proposal list` prints it."""
        done = self.command("--format", "json", "proposal", "list")
        expect(done.code == 0, f"`palace proposal list` failed\n{done.said}")
        try:
            answer = json.loads(done.out)
        except ValueError as fault:
            raise CheckFailed(f"`palace proposal list` did not print JSON: {fault}\n{done.out}") from fault
        return [node for node in walk(answer) if isinstance(node, dict) and proposal_id(node)]

    @contextlib.contextmanager
    def http(self, *flags: str) -> Iterator["HttpDoor"]:
        """Serves this palace over HTTP while the block runs."""
        command, arguments = self.serve(*flags)
        with listening([command, *arguments], self.env, self.home.parent) as port:
            file = self.home / "token"
            if not file.exists():
                raise CannotRun(f"`palace serve --http` is listening but has not written {file.name} into its home")
            yield HttpDoor(f"http://127.0.0.1:{port}/mcp", file.read_text().strip(), stat.S_IMODE(file.stat().st_mode))


@dataclass(frozen=True)
class HttpDoor:
    """Where a served palace answers, and the token it wants."""

    url: str
    token: str
    token_mode: int

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


@contextlib.contextmanager
def listening(command: list[str], env: dict[str, str], folder: Path, *flags: str) -> Iterator[int]:
    """Runs `command --http 127.0.0.1:PORT flags…` on a free port and gives the port once it answers."""
    port = _free_port()
    log = folder / f"serve-{port}.log"
    with open(log, "w") as sink:
        line = [*command, "--http", f"127.0.0.1:{port}", *flags]
        # Standard input stays open: `serve` also speaks on it, and its end may mean "stop".
        server = start(line, env=env, cwd=folder, stdout=sink, stderr=subprocess.STDOUT)
    try:
        _wait_until_it_listens(server, port, log)
        yield port
        if server.poll() is not None:
            raise CheckFailed(f"the server ended with code {server.returncode} while it was in use\n{_tail(log)}")
    finally:
        kill_group(server)
        server.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_until_it_listens(server: subprocess.Popen, port: int, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS_MAX
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise CannotRun(f"the server ended with code {server.returncode} before it listened\n{_tail(log)}")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(POLL_SECONDS)
    raise CannotRun(f"the server did not listen on port {port} within {START_SECONDS_MAX} s\n{_tail(log)}")


def _tail(log: Path) -> str:
    return os.linesep.join(log.read_text(errors="replace").splitlines()[-20:])


def walk(value: object) -> Iterator[object]:
    """Every value inside a JSON value, itself first."""
    yield value
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for item in inside:
        yield from walk(item)


def proposal_id(answer: dict) -> str | None:
    """The proposal's id in an answer of `store` or a row of the list."""
    for key in ("proposalId", "proposal_id", "proposal", "id"):
        if isinstance(answer.get(key), str):
            return answer[key]
    return None
