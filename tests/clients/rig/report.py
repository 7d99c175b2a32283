"""Counts checks and prints one line for each: `ok` or `not ok`, a number and a sentence.

There is no "skipped": a check that could not run has not shown anything, so it has failed.
"""

import contextlib
import time
from collections.abc import Iterator

DETAIL_LINES_MAX = 40


class CheckFailed(Exception):
    """The server or a client answered, and the answer is not the one the contract asks for."""


class CannotRun(Exception):
    """The check could not be carried out; its message says what is missing and what to do."""


def expect(holds: object, otherwise: str) -> None:
    """Fails the running check with `otherwise` unless `holds` is true."""
    if not holds:
        raise CheckFailed(otherwise)


class Report:
    """The running tally."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    @contextlib.contextmanager
    def check(self, sentence: str) -> Iterator[None]:
        """Runs the block as one check; any exception inside makes it `not ok` and the rig goes on."""
        started = time.monotonic()
        with self.groundwork(sentence) as laid:
            yield
        if laid:
            self.passed += 1
            self._line("ok", sentence, started)

    @contextlib.contextmanager
    def groundwork(self, sentence: str) -> Iterator[list[bool]]:
        """Runs what checks stand on: a failure counts like theirs, a success proves nothing and is not counted."""
        started = time.monotonic()
        laid: list[bool] = []
        try:
            yield laid
        except Exception as fault:
            self.failed += 1
            self._line("not ok", sentence, started)
            for line in _explain(fault):
                print(f"  # {line}", flush=True)
        else:
            laid.append(True)

    def note(self, text: str) -> None:
        """Prints a comment line that belongs to no check."""
        print(f"# {text}", flush=True)

    def finish(self) -> int:
        """Prints the last line and gives the exit code: 1 on any failure, and 1 if nothing ran."""
        if self.passed + self.failed == 0:
            self.note("no check ran, which shows nothing")
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return 0 if self.passed > 0 and self.failed == 0 else 1

    def _line(self, verdict: str, sentence: str, started: float) -> None:
        number = self.passed + self.failed
        print(f"{verdict} {number} - {sentence} ({time.monotonic() - started:.1f} s)", flush=True)


def _explain(fault: Exception) -> list[str]:
    kind = "" if isinstance(fault, CheckFailed | CannotRun) else f"{type(fault).__name__}: "
    lines = f"{kind}{fault}".strip().splitlines() or [type(fault).__name__]
    if len(lines) <= DETAIL_LINES_MAX:
        return lines
    # The end of a log says why it stopped; the beginning rarely does.
    return [lines[0], f"({len(lines) - DETAIL_LINES_MAX} lines left out)", *lines[-DETAIL_LINES_MAX:]]
