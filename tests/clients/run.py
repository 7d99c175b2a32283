#!/usr/bin/env python3
"""Tries a built `palace` with MCP clients written by others.

    python3 tests/clients/run.py --palace PATH --conformance-binary PATH --cache DIR [--only NAME]

Installs the clients (versions pinned beside this file) into the cache folder, starts scratch palaces in a
temporary folder, prints `ok` or `not ok` for each check and ends with one line of counts. It changes
nothing outside those two folders.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from rig import toolbox
from rig.claude_code import claude_code
from rig.codex import codex
from rig.conformance import conformance
from rig.house import Bench
from rig.inspector import inspector
from rig.processes import no_survivors
from rig.report import CannotRun, Report
from rig.sdk import python_sdk, typescript_sdk
from rig.sqlite import sqlite

CLIENTS = {
    "python-sdk": python_sdk,
    "typescript-sdk": typescript_sdk,
    "inspector": inspector,
    "claude-code": claude_code,
    "codex": codex,
    "conformance": conformance,
    "sqlite": sqlite,
}


def main() -> int:
    arguments = parse()
    report = Report()
    with no_survivors(), tempfile.TemporaryDirectory(prefix="palace-clients-", ignore_cleanup_errors=True) as scratch:
        started = time.monotonic()
        bench = None
        with report.groundwork("the program and its clients are here"):
            bench = Bench(
                palace=program(arguments.palace),
                conformance_palace=arguments.conformance_binary and program(arguments.conformance_binary),
                toolbox=toolbox.prepare(arguments.cache, report),
                scratch=Path(scratch).resolve(),
            )
        for name in arguments.only or CLIENTS:
            if bench:
                CLIENTS[name](bench, report)
        report.note(f"{time.monotonic() - started:.1f} s")
        return report.finish()


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Try a built palace with MCP clients written by others.")
    parser.add_argument("--palace", type=Path, required=True, help="the program under test")
    parser.add_argument("--conformance-binary", type=Path, help="the test build with the suite's fixtures")
    parser.add_argument("--cache", type=Path, required=True, help="where the clients are installed and kept")
    parser.add_argument("--only", action="append", choices=sorted(CLIENTS), help="try this client; may be repeated")
    return parser.parse_args()


def program(path: Path) -> Path:
    path = path.resolve()
    if not path.is_file():
        raise CannotRun(f"there is no program at {path}; build it first")
    return path


if __name__ == "__main__":
    sys.exit(main())
