"""`balance-desk doctor`: what is installed, what works, and what to do about what does not."""

import asyncio
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal, NamedTuple

from app import display, known_agents
from app.errors import DeskError
from app.profile import Profile

Verdict = Literal["ok", "note", "problem"]
_MARKS: dict[Verdict, str] = {"ok": "ok", "note": "note", "problem": "PROBLEM"}
_QT_SECONDS = 30
_AGENT_SECONDS = 15.0
_MODEL_SECONDS = 15.0
_MODEL_REMEDY = "Look at [model] in settings.toml, at BALANCE_DESK_MODEL, or in the preferences."


class Finding(NamedTuple):
    """One thing that was looked at; `remedy` says what to do, empty where nothing is to be done."""

    name: str
    verdict: Verdict
    text: str
    remedy: str = ""


def run(profile: Path, *, as_json: bool) -> int:
    """Look at everything, print each finding as it is made; 1 if there is a problem, else 0."""
    problems = 0
    for finding in _look(profile):
        problems += finding.verdict == "problem"
        if as_json:
            line = json.dumps(finding._asdict(), ensure_ascii=False)
        else:
            line = f"{_MARKS[finding.verdict]:<8} {finding.name:<20} {finding.text}"
            line += f"\n{'':<30}→ {finding.remedy}" if finding.remedy else ""
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return 1 if problems else 0


def _look(profile: Path) -> Iterator[Finding]:
    yield _python()
    yield from _packages()
    yield _sqlite()
    yield from _profile(profile)
    yield _display()
    yield from _qt()
    yield from asyncio.run(_agents(profile))
    yield asyncio.run(_model(profile))


def _python() -> Finding:
    found = platform.python_version()
    if (3, 11) <= sys.version_info[:2] <= (3, 13):
        return Finding("python", "ok", found)
    return Finding("python", "problem", found, "Use Python 3.11, 3.12 or 3.13.")


def _packages() -> Iterator[Finding]:
    for name in ("PySide6-Essentials", "qasync", "a2a-sdk", "duckdb", "SQLAlchemy"):
        try:
            yield Finding(name, "ok", version(name))
        except PackageNotFoundError:
            yield Finding(name, "problem", "not installed", "Install Balance Desk again.")


def _sqlite() -> Finding:
    from app.conversations.engine import engine_report

    report = engine_report()
    text = f"{report.version} ({report.driver}, journal {report.journal})"
    if report.journal == "wal":
        return Finding("sqlite", "ok", text)
    return Finding(
        "sqlite",
        "note",
        f"{text}: versions before 3.51.3 can damage a WAL database, so one slower connection is"
        " used",
        "Install the package pysqlite3, or a Python with a newer SQLite.",
    )


def _profile(folder: Path) -> Iterator[Finding]:
    profile = Profile(folder)
    try:
        profile.prepare()
        free = profile.try_lock()
        profile.unlock()
    except DeskError as error:
        yield Finding("profile", "problem", str(error))
        return
    text = str(folder) if free else f"{folder} (in use by process {profile.owner()})"
    yield Finding("profile", "ok", text)
    for path in sorted(folder.glob("desk.db.damaged-*")):
        if path.suffix not in (".-wal", ".-shm") and not path.name.endswith(("-wal", "-shm")):
            yield Finding(
                "database",
                "note",
                f"a damaged database was put aside: {path}",
                "Remove it when nothing in it is missed.",
            )


def _display() -> Finding:
    if display.available():
        shown = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or "there is one"
        return Finding("display", "ok", shown)
    return Finding(
        "display",
        "note",
        "none: the window cannot open here",
        "`balance-desk chat` works in the terminal; `balance-desk demo --out DIR` draws pictures.",
    )


def _qt() -> Iterator[Finding]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    try:
        asked = subprocess.run(
            [sys.executable, "-m", "gui.checks"],
            capture_output=True,
            text=True,
            timeout=_QT_SECONDS,
            env=environment,
            check=True,
        )
        found: dict[str, Any] = json.loads(asked.stdout.splitlines()[-1])
    except (subprocess.SubprocessError, OSError, ValueError, IndexError) as error:
        said = str(getattr(error, "stderr", "") or error).strip().splitlines()
        yield Finding(
            "qt",
            "problem",
            said[-1] if said else "Qt does not start",
            "A system library is missing: `make run` names it (on Debian: libegl1, libgl1,"
            " libxkbcommon0, libdbus-1-3, libxcb-cursor0).",
        )
        return
    yield _qt_version(found)
    hangul = found["hangul"]
    if hangul:
        yield Finding("hangul", "ok", ", ".join(hangul[:3]))
    else:
        yield Finding(
            "hangul",
            "problem",
            "no installed font can show Korean",
            "Install one (on Debian and Ubuntu: apt install fonts-noto-cjk).",
        )
    yield _input_method(found["input_methods"])


def _qt_version(found: dict[str, Any]) -> Finding:
    text = f"Qt {found['qt']}, PySide6 {found['pyside']}"
    # Built against 3.12 headers: on 3.10 and 3.11 each call loses a reference, until an abort.
    if found["pyside"].startswith("6.12.0") and sys.version_info < (3, 12):
        return Finding(
            "qt", "problem", f"{text} aborts on Python 3.11", "Install PySide6-Essentials 6.11.3."
        )
    return Finding("qt", "ok", text)


def _input_method(plugins: list[str]) -> Finding:
    wanted = os.environ.get("QT_IM_MODULE", "")
    if wanted.startswith("fcitx") and not any("fcitx" in name for name in plugins):
        return Finding(
            "input method",
            "note",
            f"{wanted}: Qt's packages have no plugin for it; ibus is asked instead, which fcitx5"
            " answers",
        )
    text = f"{wanted or 'the system’s'} (Qt has: {', '.join(plugins)})"
    return Finding("input method", "ok", text)


async def _agents(profile: Path) -> list[Finding]:
    from app.conversations.memory_store import MemoryStore
    from app.directory import ProfileAgents

    agents = ProfileAgents(profile=profile, records=MemoryStore(), as_of=None, recover=False)
    findings = []
    try:
        for name in ("data", *known_agents.known(profile)):
            try:
                async with asyncio.timeout(_AGENT_SECONDS):
                    link = await agents.link(name)
                findings.append(Finding(f"agent {name}", "ok", link.card.description))
            except (DeskError, TimeoutError) as error:
                text = str(error) or "no answer"
                verdict: Verdict = "problem" if name == "data" else "note"
                findings.append(Finding(f"agent {name}", verdict, text))
    finally:
        await agents.aclose()
    return findings


async def _model(profile: Path) -> Finding:
    from app.model_settings import configured_model

    try:
        config = await asyncio.to_thread(configured_model, profile)
    except DeskError as error:
        return Finding("language model", "note", str(error), _MODEL_REMEDY)
    if config is None:
        return Finding("language model", "ok", "none is configured, and none is needed")
    from agents.models.language_model import LanguageModel

    try:
        async with asyncio.timeout(_MODEL_SECONDS):
            await LanguageModel(config).test()
    except DeskError as error:
        return Finding("language model", "note", str(error), _MODEL_REMEDY)
    except TimeoutError:
        text = f"{config} at {config.address} did not answer within {_MODEL_SECONDS:g} seconds"
        return Finding("language model", "note", text, _MODEL_REMEDY)
    return Finding("language model", "ok", f"{config} at {config.address} answers")
