"""The process in which a log is read: what a hostile file does there, it does to nobody else.

Its standard input is the open file, or it inherits several; its argument is one JSON object, and it
writes a JSON object per line to its standard output: how far it is, then what came of it, or why
nothing did.
"""

import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

from agents.logs.columns.own_formats import own_format
from agents.logs.columns.parse_sql import TABLE
from agents.logs.lines.loading import (
    Progress,
    database,
    go_on,
    line_after,
    load,
    load_into,
    sampled,
)
from agents.logs.lines.merging import FileLines, merge
from agents.logs.lines.table import MEMORY, Loaded
from agents.tools.text_file import look_at
from app.errors import BadFile, DeskError
from app.system.child import end_with

# Address space, of which a database that is mapped takes much and uses little.
_MOST_MEMORY: Final = 4 << 30
_NICER: Final = 5
_EVERY_SECONDS: Final = 0.1


def main() -> int:
    """Read the log that the arguments name; 0 also where it could not be read, which is told."""
    given: dict[str, Any] = json.loads(sys.argv[1])
    end_with(given["parent"])
    _limit()
    try:
        if given["files"]:
            _tell({"done": _merged(given)})
        else:
            with os.fdopen(0, "rb") as file:
                _tell({"done": _done(given, file)})
    except DeskError as error:
        details = {key: str(value) for key, value in error.details.items()}
        _tell({"error": {"kind": type(error).__name__, "text": str(error),
                         "key": error.reason, "details": details}})  # fmt: skip
    return 0


def _done(given: dict[str, Any], file: BinaryIO) -> dict[str, Any]:
    look = look_at(Path(given["path"]), file)
    tail = int(given["tail"])
    start = max(0, look.size - tail) if tail and not look.compressed else 0
    start = line_after(file, start)
    if given["before"] is not None:
        before = Loaded.of(given["before"])
        told = _Told()
        added = go_on(before, look, file, Path(given["folder"]), progress=told)
        return added.value() if added is not None else {}
    own = tuple(own_format(**one) for one in given["formats"])
    detected = sampled(look, file, start, own=own)
    if not given["folder"]:
        format_ = detected.format
        return {
            "format": format_.key,
            "read": detected.read,
            "lines": detected.lines,
            "has_time": format_.has_time,
            "has_year": format_.has_year,
        }
    return load(look, detected, file, Path(given["folder"]), progress=_Told(), start=start).value()


def _merged(given: dict[str, Any]) -> dict[str, Any]:
    """Read several files into one table; those that are no text are told, and left out."""
    own = tuple(own_format(**one) for one in given["formats"])
    told = _Told()
    parts: list[FileLines] = []
    refused: list[BadFile] = []
    total = sum(os.fstat(handle).st_size for _, handle in given["files"])
    before = 0
    with database(Path(given["folder"]), MEMORY) as connection:
        for path, handle in given["files"]:
            with os.fdopen(handle, "rb") as file:
                try:
                    look = look_at(Path(path), file)
                    found = sampled(look, file, own=own)
                    loaded = load_into(
                        connection, look, found, file, progress=told.after(before, total)
                    )
                except BadFile as error:
                    connection.execute(f"DROP TABLE IF EXISTS {TABLE}")
                    refused.append(error)
                    continue
            before += look.size
            table = f"{TABLE}{len(parts)}"
            connection.execute(f"ALTER TABLE {TABLE} RENAME TO {table}")
            parts.append(FileLines(table, loaded))
        if not parts:
            raise refused[0]
        merged = merge(connection, Path(given["path"]), parts)
    reasons = tuple((str(one.details.get("file", "")), one.reason) for one in refused)
    return merged._replace(refused=reasons).value()


class _Told:
    """Tells how far the reading is, some times a second."""

    def __init__(self) -> None:
        self._at = 0.0

    def after(self, before: int, whole: int) -> Progress:
        """Return what tells of one of several files, of which so many bytes came before it."""
        return lambda done, _, lines: self(before + done, whole, lines)

    def __call__(self, done: int, total: int, lines: int) -> None:
        if time.monotonic() - self._at >= _EVERY_SECONDS:
            self._at = time.monotonic()
            _tell({"progress": [done, total, lines]})


def _tell(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def _limit() -> None:
    """Take no more memory than a log needs, and let whoever answers come first."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        os.nice(_NICER)


if __name__ == "__main__":
    sys.exit(main())
