"""Programs of the SDKs of other languages, installed or built once into a cache outside the tree.

Node.js with npm, and Go, have to be there; the packages come from where those get theirs.
"""

import hashlib
import os
import pwd
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.live.servers import NoServer

HERE = Path(__file__).parent
PROGRAMS = ("client", "agent")
_SECONDS = 900


def javascript(program: str) -> list[str]:
    """Return the command of a program of the JavaScript SDK; raises `NoServer`."""
    node = _tool("node", "nodejs npm")
    npm = _tool("npm", "nodejs npm")
    home = _kept("js")
    if not (home / "ready").exists():
        shutil.copytree(HERE / "js", home, dirs_exist_ok=True)
        _run([npm, "install", "--no-package-lock", "--no-audit", "--no-fund"], home)
        (home / "ready").touch()
    return [node, str(home / f"{program}.mjs")]


def go(program: str) -> list[str]:
    """Return the command of a program of the Go SDK; raises `NoServer`."""
    compiler, home = _go(), _kept("go")
    if not (home / "ready").exists():
        shutil.copytree(HERE / "go", home, dirs_exist_ok=True)
        for one in PROGRAMS:
            _run([compiler, "build", "-o", str(home / "bin" / one), f"./{one}"], home)
        (home / "ready").touch()
    return [str(home / "bin" / program)]


def written(language: str, code: str, folder: Path) -> list[str]:
    """Return the command of a program that is written here into a folder; raises `NoServer`."""
    if language == "javascript":
        node, program = javascript("client")
        (folder / "node_modules").symlink_to(Path(program).parent / "node_modules")
        (folder / "page.mjs").write_text(code)
        return [node, str(folder / "page.mjs")]
    for one in ("go.mod", "go.sum"):
        shutil.copy(HERE / "go" / one, folder)
    (folder / "main.go").write_text(code)
    _run([_go(), "build", "-o", "page", "."], folder)
    return [str(folder / "page")]


def _go() -> str:
    found = shutil.which("go") or "/usr/local/go/bin/go"
    if not Path(found).exists():
        raise NoServer("Go is not installed (1.25 or newer)")
    return found


def _tool(name: str, packages: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise NoServer(f"{name} is not installed (Debian: apt-get install {packages})")
    return found


def _kept(language: str) -> Path:
    """Return the folder of the programs as they are now."""
    sources = sorted(one for one in (HERE / language).rglob("*") if one.is_file())
    told = hashlib.sha256(b"".join(one.read_bytes() for one in sources)).hexdigest()[:16]
    return _home() / ".cache" / "balance-desk" / "sdks" / f"{language}-{told}"


def _home() -> Path:
    return Path(pwd.getpwuid(os.getuid()).pw_dir)  # not $HOME, which tests point elsewhere


def _run(command: Sequence[str], folder: Path) -> None:
    environment = {**os.environ, "HOME": str(_home())}
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        environment.pop(name, None)
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=_SECONDS, env=environment
        )
    except subprocess.TimeoutExpired as late:
        raise NoServer(f"{command[0]} does not come to an end") from late
    if done.returncode:
        raise NoServer(f"{Path(command[0]).name} fails: {done.stderr.strip()[-500:]}")
