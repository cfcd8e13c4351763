"""The lock files pin every package with its hashes, for Python 3.11–3.13, and name no registry.

`write` resolves anew what `pyproject.toml` asks for; `check` fails when a lock file and
`pyproject.toml`, or two lock files, are out of step. `check` needs no network. `run` and `dev` are
what `.venv` is made of; `bundle` is the program with all its extras and what bundles it.
"""

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import NamedTuple

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
GROUPS = {"run": ("build",), "dev": ("build", "dev"), "bundle": ("build", "bundle")}
WHOLE = ("bundle",)  # nothing can be installed into a bundle later, so it has every extra


class Pin(NamedTuple):
    """One package of a lock file."""

    version: str
    marker: Marker | None
    hashes: int


def main() -> int:
    """Write or check the lock files; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("action", choices=("write", "check"))
    parser.add_argument("--upgrade", action="store_true", help="take newer versions where allowed")
    arguments = parser.parse_args()
    if arguments.action == "write":
        for kind in GROUPS:
            write(kind, upgrade=arguments.upgrade)
    problems = [problem for kind in GROUPS for problem in check(kind)]
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        print("The lock files are out of step: run `make lock`.", file=sys.stderr)
    return 1 if problems else 0


def write(kind: str, *, upgrade: bool) -> None:
    """Resolve one lock file; versions that still fit stay unless `upgrade`."""
    target = path_of(kind)
    command = ["uv", "pip", "compile", "pyproject.toml", "--quiet", "--output-file", str(target)]
    command += ["--universal", "--python-version", "3.11", "--generate-hashes"]
    command += ["--no-header", "--no-emit-index-url", "--no-emit-find-links"]
    for group in GROUPS[kind]:
        command += ["--group", group]
    if kind in WHOLE:
        command += ["--all-extras"]
    if kind != "run":
        command += ["--constraints", str(path_of("run"))]
    if upgrade:
        command += ["--upgrade"]
    subprocess.run(
        [str(Path(sys.executable).parent / command[0]), *command[1:]], cwd=ROOT, check=True
    )


def path_of(kind: str, root: Path = ROOT) -> Path:
    """Return where the lock file of that kind is."""
    return root / "requirements" / f"{kind}.txt"


def check(kind: str, root: Path = ROOT) -> Iterator[str]:
    """Yield in words what is wrong with a lock file.

    What nothing needs is only found where all that is asked for is installed.
    """
    text = path_of(kind, root).read_text(encoding="utf-8")
    name = f"requirements/{kind}.txt"
    if "://" in text:
        yield f"{name} names an address"
    pins = pins_of(text)
    asked = declared(kind, root)
    for requirement in asked:
        pin = pins.get(canonicalize_name(requirement.name))
        if pin is None:
            yield f"{name} lacks {requirement}"
        elif pin.version not in requirement.specifier:
            yield f"{name} has {requirement.name} {pin.version}, asked for is {requirement}"
    for package, pin in pins.items():
        if not pin.hashes:
            yield f"{name} has no hash for {package}"
    here = {package for package, pin in pins.items() if not pin.marker or pin.marker.evaluate()}
    needed = closure(asked)
    for package in sorted(needed - here):
        yield f"{name} lacks {package}, which another package needs"
    if all(installed(requirement) for requirement in asked):
        for package in sorted(here - needed):
            yield f"{name} has {package}, which nothing needs"
    if kind != "run":
        for package, pin in pins_of(path_of("run", root).read_text(encoding="utf-8")).items():
            if pins.get(package, pin).version != pin.version:
                yield f"{name} has another version of {package} than requirements/run.txt"


def pins_of(text: str) -> dict[str, Pin]:
    """Return the pins of a lock file, by normalised name."""
    pins = {}
    for entry in re.findall(r"^\S+==.*(?:\n    .*)*", text, re.MULTILINE):
        requirement = Requirement(entry.split("\\\n")[0].strip())
        (version,) = (specifier.version for specifier in requirement.specifier)
        pins[canonicalize_name(requirement.name)] = Pin(
            version, requirement.marker, entry.count("--hash=sha256:")
        )
    return {str(package): pin for package, pin in pins.items()}


def declared(kind: str, root: Path = ROOT) -> list[Requirement]:
    """Return what `pyproject.toml` asks for."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    texts = [*project["project"]["dependencies"]]
    if kind in WHOLE:
        texts += [
            text for extra in project["project"]["optional-dependencies"].values() for text in extra
        ]
    for group in GROUPS[kind]:
        texts += project["dependency-groups"][group]
    return [Requirement(text) for text in texts]


def installed(requirement: Requirement) -> bool:
    """Return whether a package is in this environment, or is not meant for it."""
    if requirement.marker is not None and not requirement.marker.evaluate():
        return True
    try:
        return bool(version(requirement.name))
    except PackageNotFoundError:
        return False


def closure(asked: list[Requirement]) -> set[str]:
    """Return all that these requirements need on this Python, by the installed packages' word."""
    found: set[tuple[str, str]] = set()
    queue = [r for r in asked if r.marker is None or r.marker.evaluate()]
    while queue:
        requirement = queue.pop()
        name = str(canonicalize_name(requirement.name))
        for extra in ("", *requirement.extras):
            if (name, extra) in found:
                continue
            found.add((name, extra))
            try:
                texts = requires(name) or []
            except PackageNotFoundError:
                continue
            for needed in map(Requirement, texts):
                if needed.marker is None or needed.marker.evaluate({"extra": extra}):
                    queue.append(needed)
    return {name for name, _ in found}


if __name__ == "__main__":
    sys.exit(main())
