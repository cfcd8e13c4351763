"""`balance-desk log …`: the stream log shown, followed, checked, counted and archived."""

import argparse
import json
import sys
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.commands.log_arguments import add_commands
from app.errors import BadInput
from app.terminal.plain_text import printable

if TYPE_CHECKING:
    from app.stream_log import StreamLogger

__all__ = ["add_commands", "run"]

Message = dict[str, Any]

_STRUCTURED = 160


def run(profile: Path, given: argparse.Namespace) -> int:
    """Carry out one of the commands; raises `DeskError`, returns the exit code.

    `verify` returns 1 when something was altered; an unknown id is `BadInput`.
    """
    from app.profile.folder import Profile
    from app.stream_log import StreamLogger
    from app.stream_log.log_settings import load_settings

    settings = load_settings(profile)
    with StreamLogger(Profile(profile).conversations, settings=settings) as stream:
        if not stream.files.stream.is_dir() and not getattr(given, "follow", False):
            # Looking must not make a profile where there is none.
            return _nothing(given)
        return _ACTIONS[given.log_action](stream, given)


def _show(stream: "StreamLogger", given: argparse.Namespace) -> int:
    first, last = _days(stream, given)
    found = (m for m in stream.messages(first=first, last=last, raw=given.raw) if _wanted(m, given))
    shown = deque(found, given.limit) if given.limit else found
    if given.otlp:
        from app.stream_log.telemetry import otlp
        from app.system.installation import program_version

        for some in otlp(shown, version=program_version(), contents=given.contents):
            _line(some)
    else:
        _print(shown, given)
    _tell_skipped(stream)
    return 0


def _tail(stream: "StreamLogger", given: argparse.Namespace) -> int:
    from app.stream_log.tail import newest, watch

    _print(newest(stream, given.limit, lambda message: _wanted(message, given)), given)
    if given.follow:
        _print((message for message in watch(stream) if _wanted(message, given)), given)
    return 0


def _chain(stream: "StreamLogger", given: argparse.Namespace) -> int:
    chain = stream.get_chain(given.id)
    if not chain:
        raise BadInput(f"There is no message {given.id!r} in the log.", key="no_record")
    _print(chain, given)
    for mark, words in (
        ("parent_missing", "the message before the first one is not in the log"),
        ("parent_repeats", "the messages before lead round in a circle"),
    ):
        if chain[0]["metadata"].get(mark):
            _note(words)
    return 0


def _archive(stream: "StreamLogger", given: argparse.Namespace) -> int:
    from app.domain.ids import utc_now
    from app.stream_log.archive import Archive
    from app.stream_log.task_files import TaskFiles

    archive = Archive(stream.files, stream.settings)
    today = utc_now().date()
    report = archive.due(today) if given.dry_run else archive.run(today)
    tasks = [] if given.dry_run else TaskFiles(stream.files, stream.index, stream.chains).update()
    if given.json:
        _line(
            {
                "moved": report.moved,
                "compressed": report.compressed,
                "busy": report.busy,
                "task_files": [path.name for path in tasks],
                "dry_run": given.dry_run,
            }
        )
        return 0
    if report.busy:
        sys.stdout.write("Another process is archiving at this moment.\n")
        return 0
    would = "would be " if given.dry_run else ""
    for what, names in (("moved", report.moved), ("compressed", report.compressed)):
        for name in names:
            sys.stdout.write(f"{name} {would}{what}\n")
    for path in tasks:
        sys.stdout.write(f"{path.name} written\n")
    if not report.moved and not report.compressed:
        sys.stdout.write("Nothing is old enough.\n")
    return 0


def _verify(stream: "StreamLogger", given: argparse.Namespace) -> int:
    from app.stream_log.verification import verify

    first, last = _range(given)
    report = verify(stream.files, first=first or "", last=last or "9999")
    if given.json:
        for altered in report.alterations:
            _line({"event": "altered", **altered._asdict()})
        _line({"event": "verified", **report._asdict(), "alterations": len(report.alterations)})
    else:
        for altered in report.alterations:
            where = f"{altered.file}, line {altered.line}" if altered.line else altered.file
            named = f" ({printable(altered.id)})" if altered.id else ""
            sys.stdout.write(f"{where}{named}: {altered.what}\n")
        sys.stdout.write(
            f"{report.files} files, {report.sealed} records with a seal, {report.open} without,"
            f" {report.damaged} damaged lines; {len(report.alterations)} altered files\n"
            f"head {report.head}\n"
        )
        if not report.sealed and report.open:
            _note('without a hash chain nothing can be proved: set "chain = true" under [log]')
    return 1 if report.alterations else 0


def _stats(stream: "StreamLogger", given: argparse.Namespace) -> int:
    from app.stream_log.index import stats

    if given.rebuild:
        stream.index.rebuild()
    first, last = _range(given)
    figures = stats(stream.files, stream.index, first=first or "", last=last or "9999")
    if given.json:
        _line(figures)
        return 0
    for name, value in figures.items():
        if isinstance(value, Mapping):
            sys.stdout.write(f"{name}\n")
            for key, count in value.items():
                sys.stdout.write(f"  {printable(str(key)):<20} {count}\n")
        else:
            sys.stdout.write(f"{name:<22} {'' if value is None else value}\n")
    return 0


_ACTIONS: Mapping[str, Callable[["StreamLogger", argparse.Namespace], int]] = {
    "show": _show,
    "tail": _tail,
    "chain": _chain,
    "archive": _archive,
    "verify": _verify,
    "stats": _stats,
}


def _nothing(given: argparse.Namespace) -> int:
    if given.log_action == "chain":
        raise BadInput(f"There is no message {given.id!r} in the log.", key="no_record")
    _note("nothing was logged in this profile yet")
    return 0


def _days(stream: "StreamLogger", given: argparse.Namespace) -> tuple[str | None, str | None]:
    first, last = _range(given)
    if first is None and last is None:
        from app.domain.ids import utc_now

        first = last = utc_now().date().isoformat()
    return first, last


def _range(given: argparse.Namespace) -> tuple[str | None, str | None]:
    from app.stream_log.day_files import checked_day

    if given.date and (given.first or given.last):
        raise BadInput("--date is one day: leave --from and --to out.", key="bad_day")
    first, last = given.date or given.first, given.date or given.last
    return first and checked_day(first), last and checked_day(last)


def _wanted(message: Message, given: argparse.Namespace) -> bool:
    metadata = message["metadata"]
    return (
        given.agent in (None, message["from_agent"])
        and given.party in (None, message["from_agent"], message["to_agent"])
        and (given.type is None or message["type"] == given.type)
        and (given.conversation is None or metadata.get("context_id") == given.conversation)
        and (given.task is None or metadata.get("task_id") == given.task)
    )


def _print(messages: Iterable[Message], given: argparse.Namespace) -> None:
    for message in messages:
        if given.json or getattr(given, "raw", False):
            _line(message)
        else:
            sys.stdout.write(_readable(message))
        sys.stdout.flush()


def _readable(message: Message) -> str:
    content = message["content"]
    text = content if isinstance(content, str) else _short(content)
    towards = f" → {message['to_agent']}" if message["to_agent"] else ""
    head = f"{message['t'][:19]}  {message['from_agent']}{towards}  {message['type']}"
    body = "".join(f"    {printable(line)}\n" for line in text.splitlines())
    return f"{printable(head)}  {printable(message['id'])}\n{body}"


def _short(content: object) -> str:
    """Return a line of a structured content; the whole of it is for `--json`."""
    text = json.dumps(content, ensure_ascii=False)
    return text if len(text) <= _STRUCTURED else f"{text[: _STRUCTURED - 1]}…"


def _tell_skipped(stream: "StreamLogger") -> None:
    for skipped in stream.skipped:
        _note(
            f"{skipped.stem}.jsonl, line {skipped.line} (byte {skipped.offset}, {skipped.length}"
            f" bytes) was skipped: {skipped.reason}"
        )


def _line(value: object) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def _note(text: str) -> None:
    sys.stderr.write(f"· {text}\n")
