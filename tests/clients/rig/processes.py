"""Starts other programs with a time limit and makes sure none outlives the rig.

Output is always kept, because a client that fails quietly is the usual case. Nothing here runs in a shell.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .report import CannotRun

PR_SET_CHILD_SUBREAPER = 36


@dataclass(frozen=True)
class Finished:
    """A program that ended by itself."""

    code: int
    out: str
    err: str

    @property
    def said(self) -> str:
        """Both streams, for a failure message."""
        return f"exit code {self.code}\n{self.out}\n{self.err}".strip()


def run(
    command: Sequence[str],
    *,
    env: Mapping[str, str],
    timeout_seconds: float,
    cwd: Path | None = None,
    stdin: str = "",
) -> Finished:
    """Runs a program to its end, or kills it and its children at the limit and raises `CannotRun`."""
    child = start(command, env=env, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        out, err = child.communicate(stdin, timeout=timeout_seconds)
    except subprocess.TimeoutExpired:
        kill_group(child)
        out, err = child.communicate()
        raise CannotRun(
            f"`{' '.join(command)}` was still running after {timeout_seconds:g} s and was stopped\n{out}\n{err}"
        ) from None
    return Finished(child.returncode, out, err)


def start(command: Sequence[str], *, env: Mapping[str, str], cwd: Path | None, stdout, stderr) -> subprocess.Popen:
    """Starts a program in a process group of its own, with an open pipe as its standard input."""
    try:
        return subprocess.Popen(
            list(command),
            env=dict(env),
            cwd=cwd,
            stdin=subprocess.PIPE,
            stdout=stdout,
            stderr=stderr,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
    except OSError as fault:
        raise CannotRun(f"`{command[0]}` cannot be started: {fault}") from fault


def kill_group(child: subprocess.Popen) -> None:
    """Kills a program and its group, unless it has been waited for: then its number may be a stranger's."""
    if child.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)


@contextlib.contextmanager
def no_survivors() -> Iterator[None]:
    """On leaving, kills every process that was started inside, however far down.

    SDK clients put the servers they start into sessions of their own, out of reach of a group kill. A
    subreaper inherits such orphans, so that they can still be found as our own children.
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)
    try:
        yield
    finally:
        # Killing a parent hands its children to us, so one sweep is not always enough.
        while children := _children_of(os.getpid()):
            for pid in children:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(pid, 0)


def _leave(number: int, _frame: object) -> None:
    raise SystemExit(128 + number)


def _children_of(parent: int) -> list[int]:
    found: list[int] = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            # The program's name stands in brackets and may hold anything, so count from the last one.
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(stat.parent.name))
    return found
