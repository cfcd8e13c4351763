"""`balance-desk runs …`: each command reads the runs of a profile and prints them."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from app.errors import BadFile, BadInput
from app.profile.folder import Profile
from app.terminal.plain_text import printable


def run(profile: Path, given: argparse.Namespace) -> int:
    """Run the command that the arguments name; return its exit code.

    `list` returns 1 when a run cannot be read. Raises `BadInput`.
    """
    return _ACTIONS[given.runs_action](Profile(profile).runs, given)


def _list(folder: Path, given: argparse.Namespace) -> int:
    from agents.storage.runs import runs

    shown, code = 0, 0
    for found in runs(folder):
        if given.limit is not None and shown >= given.limit:
            break
        if isinstance(found, BadFile):
            sys.stderr.write(f"· {printable(str(found))}\n")
            code = 1
            continue
        summary = found.summary()
        if given.conversation not in (None, summary["context_id"]):
            continue
        shown += 1
        if given.json:
            _line(summary)
        else:
            steps = f"{summary['results']} results"
            head = f"{found.session_id}  {summary['created_at']}  {found.status:<11}  {steps}"
            sys.stdout.write(f"{head}  {printable(_short(summary['user_query']))}\n")
    if not shown and not code:
        sys.stderr.write("· there are no runs in this profile yet\n")
    return code


def _show(folder: Path, given: argparse.Namespace) -> int:
    from agents.storage.runs import run_of

    found = run_of(folder, given.id)
    if given.json:
        summary = found.summary()
        whole = found.whole()
        _line({"event": "run", **summary})
        for result in whole["results"]:
            _line({"event": "result", **result})
        _line({"event": "end", "final_response": whole["final_response"], "status": found.status})
        return 0
    from app.commands.runs_text import lines_of

    for line in lines_of(found):
        sys.stdout.write(f"{line}\n")
    if found.damaged:
        sys.stderr.write(f"· {found.damaged} damaged lines of this run were passed over\n")
    return 0


def _export(folder: Path, given: argparse.Namespace) -> int:
    from agents.storage.runs import run_of
    from app.system.files import write_whole

    found = run_of(folder, given.id)
    whole = found.whole()
    if given.format == "otlp":
        from agents.storage.telemetry import otlp
        from app.system.installation import program_version

        whole = otlp(found, version=program_version(), contents=given.contents)
    data = json.dumps(whole, ensure_ascii=False, indent=2) + "\n"
    if given.out is None:
        if given.json:
            _line(json.loads(data))
        else:
            sys.stdout.write(data)
        return 0
    try:
        write_whole(given.out, data.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise BadInput(f"{given.out} cannot be written: {error.strerror}.") from error
    if given.json:
        _line({"file": str(given.out), "bytes": len(data.encode("utf-8", "backslashreplace"))})
    return 0


def _resume(folder: Path, given: argparse.Namespace) -> int:
    """Ask the agent of a run, in its conversation, to go on with it; returns what `ask` does."""
    from agents.storage.runs import run_of
    from app.commands.chat import TalkOptions, ask
    from app.domain.messages import CHOICE_MEDIA_TYPE, DataPart
    from app.profile import settings
    from app.terminal.terminal import TerminalRequest

    found = run_of(folder, given.id)
    origin = found.session.origin
    agent, context = origin.get("agent"), origin.get("context_id")
    if found.status == "running":
        raise BadInput(f"The run {found.session_id} goes on in another program.", key="run_goes_on")
    if not agent or not context:
        raise BadInput(
            f"The run {found.session_id} does not tell which agent made it in which conversation:"
            " ask its question again.",
            key="run_without_origin",
        )
    data = DataPart(data={"slot": "retry", "value": found.session_id}, media_type=CHOICE_MEDIA_TYPE)
    task = origin.get("task_id")
    request = TerminalRequest(
        found.session.context["user_query"], references=[task] if task else None, data=data
    )
    chosen = settings.load(folder.parent, agent=agent, context=context)
    return ask(chosen, request, TalkOptions(as_json=given.json))


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 160 else flat[:159] + "…"


def _line(value: object) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


_ACTIONS: Mapping[str, Callable[[Path, argparse.Namespace], int]] = {
    "list": _list,
    "show": _show,
    "export": _export,
    "resume": _resume,
}
