"""`balance-desk log-format`: a person's own format of a log, tried on the first lines of a file."""

import argparse
import json
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import BadFile, BadInput
from app.profile import settings
from app.terminal.plain_text import printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_LINES = 20


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `log-format` to a parser's commands; what it parses is for `run`."""
    text = "what a pattern takes from the first lines of a log"
    tried = commands.add_parser(
        "log-format", help=text, description="Tells w" + text[1:] + ", or the patterns of the "
        "profile (logs.formats in settings.toml) do.",
    )  # fmt: skip
    tried.set_defaults(command="log-format")
    tried.add_argument("file", metavar="FILE", help="the log")
    tried.add_argument(
        "pattern", nargs="?", metavar="PATTERN",
        help="with named groups: (?P<time>\\S+) (?P<level>\\w+) (?P<message>.*)",
    )  # fmt: skip
    tried.add_argument(
        "--time", default="", metavar="FORM",
        help="of the group time, where it is not ISO 8601: %%d/%%m/%%y %%H:%%M:%%S",
    )  # fmt: skip
    tried.add_argument("--lines", type=int, default=_LINES, metavar="N", help="how many lines")
    tried.add_argument("--json", action="store_true", help="one JSON object per line on stdout")
    tried.add_argument("--profile", type=Path, default=argparse.SUPPRESS, metavar="DIR",
                       help="where all state is kept")  # fmt: skip


def run(profile: Path, given: argparse.Namespace) -> int:
    """Run the command; return 1 where no line fits. Raises `BadInput` and `BadFile`."""
    from agents.logs.columns.own_formats import own_format, own_formats, try_format

    formats = (
        [{"name": "", "pattern": given.pattern, "time": given.time}]
        if given.pattern else own_formats(settings.read_file(profile))
    )  # fmt: skip
    if not formats:
        raise BadInput("Give a pattern, or write one under [logs.formats.NAME] in settings.toml.")
    lines = _first(given.file, max(1, given.lines))
    fits = 0
    for one in formats:
        format_ = own_format(**one)
        tried = try_format(format_, lines)
        fits += sum(columns is not None for columns in tried)
        if given.json:
            for line, columns in zip(lines, tried, strict=True):
                told = {"format": one["name"], "line": line, "columns": columns}
                print(json.dumps(told, ensure_ascii=False))  # noqa: T201
        else:
            sys.stdout.write(_told(one["name"], lines, tried, has_time=format_.has_time))
    return 0 if fits else 1


def _told(
    name: str, lines: list[str], tried: "Sequence[Mapping[str, str] | None]", *, has_time: bool
) -> str:
    found = [one for one in tried if one is not None]
    said = [f"{name}: " if name else "", f"{len(found)} of {len(lines)} lines fit"]
    if has_time:
        said.append(f", of {sum('time' in one for one in found)} the time could be read")
    told = ["".join(said)]
    for line, columns in zip(lines, tried, strict=True):
        told.append(f"- {line}" if columns is None else "+ " + "  ".join(
            f"{column}={value}" for column, value in columns.items()
        ))  # fmt: skip
    return "\n".join(map(printable, told)) + "\n"


def _first(file: str, most: int) -> list[str]:
    try:
        with Path(file).open(encoding="utf-8", errors="replace") as opened:
            lines = [line.rstrip("\r\n") for line in islice(opened, most)]
    except OSError as error:
        raise BadFile(
            f"{file} cannot be read: {error.strerror}.", key="file_unreadable", file=file,
            cause=error.strerror or "",
        ) from None  # fmt: skip
    if not lines:
        raise BadFile(f"{file} is empty.", key="file_empty", file=file)
    return lines
