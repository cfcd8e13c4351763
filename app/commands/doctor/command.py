"""`balance-desk doctor`: what is installed, what works, and what to do about what does not."""

import asyncio
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from app.commands.doctor import profile as of_profile
from app.commands.doctor import servers, system
from app.commands.doctor.findings import DoctorFinding, Repair, Verdict
from app.connections import known_agents
from app.errors import BadProfile, DeskError
from app.system import display
from app.terminal.plain_text import printable

_MARKS: dict[Verdict, str] = {"ok": "ok", "note": "note", "problem": "PROBLEM", "fixed": "fixed"}
_QT_SECONDS = 30
AGENT_SECONDS = 15.0
_MODEL_SECONDS = 15.0
_MOST_MODELS = 5
_MODEL_REMEDY = "Look at [model] in settings.toml, at BALANCE_DESK_MODEL, or in the preferences."


def run(profile: Path, *, as_json: bool, fix: bool = False) -> int:
    """Look at everything, print each finding as it is made; 1 if a problem is left, else 0.

    With `fix`, what can be repaired is: what will be done is printed first, then what came of it.
    Without it nothing is changed but the profile's own lock file.
    """
    problems = 0
    for finding in _look(profile):
        _print(finding, as_json=as_json, fix=fix)
        if fix and finding.repair is not None:
            finding = _repaired(finding, finding.repair)
            _print(finding, as_json=as_json, fix=fix)
        problems += finding.verdict == "problem"
    return 1 if problems else 0


def put_back(profile: Path, copy: Path) -> int:
    """Go back to a copy of the database from before an update; return 0, or raise `BadInput`."""
    sys.stdout.write(f"{of_profile.put_back(profile, copy)}\n")
    return 0


def qt() -> int:
    """Print what Qt finds on this machine, as one JSON object; Qt may abort this process."""
    from gui.platform.qt_check import main

    return main()


def own_command(*arguments: str) -> list[str]:
    """Return how this program is started once more; in a bundle it is its own interpreter."""
    start = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "app"]
    return [*start, *arguments]


def _print(finding: DoctorFinding, *, as_json: bool, fix: bool) -> None:
    if as_json:
        line = json.dumps(finding.as_json(), ensure_ascii=False)
    else:
        line = f"{_MARKS[finding.verdict]:<8} {finding.name:<20} {finding.text}"
        said = [finding.remedy] if finding.remedy else []
        if finding.repair is not None:
            how = "This is done now" if fix else "`balance-desk doctor --fix` does this"
            said.append(f"{how}: {finding.repair.what}.")
        line += "".join(f"\n{'':<30}→ {words}" for words in said)
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _repaired(finding: DoctorFinding, repair: Repair) -> DoctorFinding:
    try:
        return DoctorFinding(finding.name, "fixed", repair.act())
    except (DeskError, OSError) as error:
        return DoctorFinding(
            finding.name, "problem", f"could not be repaired: {error}", finding.remedy
        )


def _look(profile: Path) -> Iterator[DoctorFinding]:
    yield _python()
    yield from _packages()
    yield _sqlite()
    yield from of_profile.folder(profile)
    yield of_profile.settings_file(profile)
    yield from of_profile.indexes(profile)
    yield servers.disk(profile)
    yield from of_profile.growth(profile)
    if _has_window():
        yield _display()
        yield from _qt()
    yield system.keyring()
    yield from asyncio.run(_service(profile))
    yield from asyncio.run(_sign_in(profile))
    yield from servers.databases()
    yield from asyncio.run(_brokers(profile))
    yield from asyncio.run(_agents(profile))
    yield asyncio.run(_model(profile))
    yield from asyncio.run(_mcp_servers(profile))


def _python() -> DoctorFinding:
    found = platform.python_version()
    if (3, 11) <= sys.version_info[:2] <= (3, 13):
        return DoctorFinding("python", "ok", found)
    return DoctorFinding("python", "problem", found, "Use Python 3.11, 3.12 or 3.13.")


def _has_window() -> bool:
    return find_spec("gui") is not None


def _packages() -> Iterator[DoctorFinding]:
    window = ("PySide6-Essentials", "qasync") if _has_window() else ()
    if not window:
        yield DoctorFinding("window", "ok", "not part of this installation, which is for servers")
    for name in (*window, "a2a-sdk", "duckdb", "SQLAlchemy"):
        try:
            yield DoctorFinding(name, "ok", version(name))
        except PackageNotFoundError:
            yield DoctorFinding(name, "problem", "not installed", "Install Balance Desk again.")


def _sqlite() -> DoctorFinding:
    from app.conversations.database.sqlite import engine_report

    report = engine_report()
    text = f"{report.version} ({report.driver}, journal {report.journal})"
    if report.journal == "wal":
        return DoctorFinding("sqlite", "ok", text)
    return DoctorFinding(
        "sqlite",
        "note",
        f"{text}: versions before 3.51.3 can damage a WAL database, so one slower connection is"
        " used",
        "Install the package pysqlite3, or a Python with a newer SQLite.",
    )


def _display() -> DoctorFinding:
    if display.available():
        shown = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or "there is one"
        return DoctorFinding("display", "ok", shown)
    return DoctorFinding(
        "display",
        "note",
        "none: the window cannot open here",
        "`balance-desk chat` works in the terminal; `balance-desk demo --out DIR` draws pictures.",
    )


def _qt() -> Iterator[DoctorFinding]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    try:
        asked = subprocess.run(  # noqa: S603 this program, with words of ours
            own_command("doctor", "--qt"),
            capture_output=True,
            text=True,
            timeout=_QT_SECONDS,
            env=environment,
            check=True,
        )
        found: dict[str, Any] = json.loads(asked.stdout.splitlines()[-1])
    except (subprocess.SubprocessError, OSError, ValueError, IndexError) as error:
        said = str(getattr(error, "stderr", "") or error).strip().splitlines()
        yield DoctorFinding(
            "qt",
            "problem",
            said[-1] if said else "Qt does not start",
            "A system library is missing: `make run` names it (on Debian: libegl1, libgl1,"
            " libxkbcommon0, libdbus-1-3, libxcb-cursor0).",
        )
        return
    yield _qt_version(found)
    yield system.hangul(found["hangul"])
    yield system.input_method(found["input_methods"])


def _qt_version(found: dict[str, Any]) -> DoctorFinding:
    text = f"Qt {found['qt']}, PySide6 {found['pyside']}"
    # Built against 3.12 headers: on 3.10 and 3.11 each call loses a reference, until an abort.
    if found["pyside"].startswith("6.12.0") and sys.version_info < (3, 12):
        return DoctorFinding(
            "qt", "problem", f"{text} aborts on Python 3.11", "Install PySide6-Essentials 6.11.3."
        )
    return DoctorFinding("qt", "ok", text)


async def _agents(profile: Path) -> list[DoctorFinding]:
    from app.connections.directory import ProfileAgents
    from app.conversations.store.ephemeral_store import MemoryStore

    agents = ProfileAgents(profile=profile, records=MemoryStore(), as_of=None, recover=False)
    findings = []
    added: Iterable[str] = ()
    # What is wrong with the settings is told where they are looked at.
    with suppress(BadProfile):
        added = known_agents.known(profile)
    try:
        for name in ("data", *added):
            try:
                async with asyncio.timeout(AGENT_SECONDS):
                    link = await agents.link(name)
                findings.append(DoctorFinding(f"agent {name}", "ok", link.card.description))
            except (DeskError, TimeoutError) as error:
                text = str(error) or "no answer"
                verdict: Verdict = "problem" if name == "data" else "note"
                findings.append(DoctorFinding(f"agent {name}", verdict, text))
    finally:
        await agents.aclose()
    return findings


async def _service(profile: Path) -> list[DoctorFinding]:
    return [finding async for finding in servers.service(profile)]


async def _sign_in(profile: Path) -> list[DoctorFinding]:
    return [finding async for finding in servers.sign_in(profile)]


async def _brokers(profile: Path) -> list[DoctorFinding]:
    return [finding async for finding in servers.brokers(profile)]


async def _mcp_servers(profile: Path) -> list[DoctorFinding]:
    return [finding async for finding in system.mcp_servers(profile)]


async def _model(profile: Path) -> DoctorFinding:
    from app.connections.language_model import configured_model

    try:
        config = await asyncio.to_thread(configured_model, profile)
    except DeskError as error:
        return DoctorFinding("language model", "note", str(error), _MODEL_REMEDY)
    if config is None:
        return await _found_model()
    from agents.models.language_model import LanguageModel

    try:
        async with asyncio.timeout(_MODEL_SECONDS):
            await LanguageModel(config).test()
    except DeskError as error:
        return DoctorFinding("language model", "note", str(error), _MODEL_REMEDY)
    except TimeoutError:
        text = f"{config} at {config.address} did not answer within {_MODEL_SECONDS:g} seconds"
        return DoctorFinding("language model", "note", text, _MODEL_REMEDY)
    return DoctorFinding("language model", "ok", f"{config} at {config.address} answers")


async def _found_model() -> DoctorFinding:
    from app.connections.local_models import local_models

    text = "none is configured, and none is needed"
    found = await local_models()
    if not found:
        return DoctorFinding("language model", "ok", text)
    names = [printable(f"{one.kind}:{one.name}") for one in found[:_MOST_MODELS]]
    served = ", ".join(f"{name} at {one.url}" for name, one in zip(names, found, strict=False))
    remedy = (
        f"To use one, choose it in the preferences, or set BALANCE_DESK_MODEL={names[0]} and"
        f" BALANCE_DESK_MODEL_URL={found[0].url}."
    )
    return DoctorFinding("language model", "ok", f"{text}; on this machine: {served}", remedy)
