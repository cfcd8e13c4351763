"""Which version this copy of the program is, how it came here, and what brings it up to date.

Nobody is asked whether there is a newer version: that would tell somebody who uses this one.
"""

import os
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from app.system import child

RELEASES = "https://balance-desk.org"
"""Where the newest version is named; opened only when the person asks for it."""

Kind = Literal["flatpak", "bundle", "source", "package"]


def program_version() -> str:
    """Return the version of this copy; "?" where it runs without being installed.

    The packages' metadata is looked for only then.
    """
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("balance-desk")
    except PackageNotFoundError:
        return "?"


def called_as(program: str) -> str:
    """Return what to type to run this copy again, where `program` is what was called.

    That is its bare name only where the search path leads to this copy: a virtual environment that
    is not activated, as after `make run`, is called by its path. A module is run as one.
    """
    path = Path(program)
    if path.suffix == ".py":
        return f"{Path(sys.executable).name} -m app"
    found = shutil.which(path.name)
    if found is not None and path.exists() and Path(found).samefile(path):
        return path.name
    return shlex.quote(program)


def own_module(name: str) -> list[str]:
    """Return how a module of this program is run in a process of its own.

    What stands in the working folder is no module of ours (-P). A bundle is its own interpreter,
    and runs the module where its first argument says so (`app.__main__`).
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, "--module", name]
    return [sys.executable, "-P", "-m", name]


def tied(command: Sequence[str]) -> list[str]:
    """Return how a command is run so that it ends with this program, where the system can do that.

    A command that is not there stays as it is, for whoever starts it to tell.
    """
    if sys.platform != "linux" or shutil.which(command[0]) is None:
        return list(command)
    if getattr(sys, "frozen", False):
        return [*own_module(child.__name__), str(os.getpid()), *command]
    return [sys.executable, "-I", str(child.__file__), str(os.getpid()), *command]


class Installed(NamedTuple):
    """What kind of copy this is, and the command that updates it ("" where there is none)."""

    kind: Kind
    command: str


def installed(
    *,
    environment: Mapping[str, str] | None = None,
    frozen: bool | None = None,
    prefix: Path | None = None,
    code: Path | None = None,
) -> Installed:
    """Return how this copy came here; what is not given is taken from the running program.

    `prefix` is the Python environment's folder, `code` the folder that
    holds the program's packages.
    """
    environment = os.environ if environment is None else environment
    frozen = bool(getattr(sys, "frozen", False)) if frozen is None else frozen
    prefix = Path(sys.prefix) if prefix is None else prefix
    code = Path(__file__).resolve().parents[2] if code is None else code
    if name := environment.get("FLATPAK_ID"):
        return Installed("flatpak", f"flatpak update {name}")
    if frozen:
        return Installed("bundle", "")
    if (code / ".git").exists():
        return Installed("source", "git pull && make run")
    folders = tuple(part.lower() for part in prefix.parts)
    for tool, inside in (("uv tool", ("uv", "tools")), ("pipx", ("pipx", "venvs"))):
        if any(folders[at : at + 2] == inside for at in range(len(folders))):
            return Installed("package", f"{tool} upgrade balance-desk")
    return Installed("package", "python -m pip install --upgrade balance-desk")
