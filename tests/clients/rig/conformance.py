"""The official conformance suite, against a test build that serves the suite's fixed names.

A scenario that fails must be named, with its reason, in `conformance-expected-failures.yml`; the suite
itself objects when an entry there no longer fails.
"""

import re

from .house import Bench, listening
from .processes import run
from .report import CannotRun, Report, expect
from .toolbox import HERE

SECONDS_MAX = 300
BASELINE = HERE / "conformance-expected-failures.yml"
TOTAL = re.compile(r"^Total: (\d+) passed, (\d+) failed", re.MULTILINE)


def conformance(bench: Bench, report: Report) -> None:
    """Runs the frozen requirement sets of both eras of the protocol."""
    with report.check("Conformance 2025-11-25: every required scenario passes, with nothing excused"):
        passed, failed = _suite(bench, report, "2025-11-25", [])
        expect(failed == 0 and passed > 0, f"{passed} passed, {failed} failed")
    with report.check("Conformance 2026-07-28: every required scenario passes, save the ones excused by name"):
        if not BASELINE.is_file():
            raise CannotRun(f"{BASELINE.name} is missing; it lists the scenarios that may fail")
        passed, _ = _suite(bench, report, "2026-07-28", ["--expected-failures", str(BASELINE)])
        expect(passed > 0, "nothing passed")


def _suite(bench: Bench, report: Report, revision: str, flags: list[str]) -> tuple[int, int]:
    if bench.conformance_palace is None:
        raise CannotRun("no test build was given; name it with --conformance-binary")
    folder = bench.folder(f"conformance-{revision}")
    env = bench.environment(folder, PALACE_HOME=str(folder / "palace"))
    command = [str(bench.conformance_palace), "serve"]
    with listening(command, env, folder, "--profile", "conformance") as port:
        # The suite's checks of the Host header want the server by this name.
        url = f"http://localhost:{port}/mcp"
        line = [bench.toolbox.program("conformance"), "server", "--url", url, "--requirements", revision, *flags]
        done = run([*line, "-o", str(folder / "results")], env=env, timeout_seconds=SECONDS_MAX, cwd=folder)
    total = TOTAL.search(done.out)
    expect(total, f"the suite printed no total\n{done.said}")
    passed, failed = int(total[1]), int(total[2])
    report.note(f"conformance {revision}: {passed} passed, {failed} failed")
    # The suite reports dozens of passes even when no server answers; its exit code is the verdict.
    expect(done.code == 0, f"{passed} passed, {failed} failed\n{_faults(done.out)}")
    return passed, failed


def _faults(out: str) -> str:
    """The lines that matter of a long report: what failed, and the summary of excuses."""
    lines = [line for line in out.splitlines() if "✗" in line or "FAIL" in line or "baseline" in line.lower()]
    return "\n".join(lines) or out
