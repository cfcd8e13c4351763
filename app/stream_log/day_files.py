"""The files of a log: which there are, where each is; damaged bytes, and what the disk refuses.

A stem (`2026-01-09`, `2026-01-09_session1`) names one piece of a day for good; its file goes from
`stream/` to `stream/archive/` and becomes `.jsonl.gz` there. Readers look in that order, so a file
that is on its way is found once: while two copies exist they are the same, and the first wins.
A file that a person packed with gzip where it is written is read there, and archived in its time.
"""

import errno
import logging
import os
import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import IO, Final, NamedTuple, cast

from app.errors import BadInput, DeskError, StoreError, as_fields, cause_of
from app.system.files import write_whole


def log_error(error: OSError) -> StoreError:
    """Return what to say when the log cannot be written or read."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            key = "log_full"
            words = "The disk is full: free some space. The record was not written."
        case errno.EACCES | errno.EPERM | errno.EROFS:
            key = "log_not_writable"
            words = "The stream log cannot be written: make its folder writable."
        case _:
            key = "log_io"
            words = f"The stream log cannot be written or read ({cause_of(error)})."
    return StoreError(words, key=key, path=str(error.filename or ""))


def not_durable() -> StoreError:
    """Return what to say about a record that is written, but that the disk does not confirm."""
    return StoreError(
        "The disk does not confirm what was written to the stream log: check the disk.",
        key="log_not_durable",
    )


class Outage:
    """Owns whether one kind of work on the log fails now: its beginning and its end are told."""

    def __init__(self, told: str) -> None:
        """`told` says what comes of it, and begins with what it is about."""
        self._told = told
        self._failing = False

    def failed(self, error: DeskError) -> None:
        """Say so, if the work did not fail before."""
        if not self._failing:
            self._failing = True
            log.error("%s: %s", self._told, error, extra={"fields": as_fields(error)})

    def over(self) -> None:
        """Say so, if the work failed before."""
        if self._failing:
            self._failing = False
            log.info("over: %s", self._told)


_STEM = re.compile(r"(\d{4}-\d{2}-\d{2})(?:_session([1-9]\d{0,5}))?")
_ENDINGS = (".jsonl.gz", ".jsonl")


class Stem(NamedTuple):
    """A day in UTC and the number of its piece: 0 for the first, n for `_sessionn`."""

    day: str
    session: int = 0

    @property
    def name(self) -> str:
        """The name of its file without ending."""
        return f"{self.day}_session{self.session}" if self.session else self.day

    @property
    def following(self) -> "Stem":
        """The next piece of the same day."""
        return Stem(self.day, self.session + 1)


class DayFiles:
    """Knows the folders below the root of a log; owns nothing open."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.stream = root / "stream"
        self.archive = self.stream / "archive"
        self.payloads = self.stream / "payloads"
        self.quarantine = self.stream / "quarantine"
        self.tasks = root / "tasks"

    def active(self, stem: Stem) -> Path:
        """Return where a piece is written."""
        return self.stream / f"{stem.name}.jsonl"

    def archived(self, stem: Stem) -> Path:
        """Return where a piece goes when it is old."""
        return self.archive / f"{stem.name}.jsonl"

    def compressed(self, stem: Stem) -> Path:
        """Return where a piece goes when it is very old."""
        return self.archive / f"{stem.name}.jsonl.gz"

    def packed(self, stem: Stem) -> Path | None:
        """Return where a piece is as gzip: in the archive, or packed by hand; None if nowhere."""
        for path in (self.compressed(stem), self.stream / self.compressed(stem).name):
            if path.exists():
                return path
        return None

    def stems(self) -> list[Stem]:
        """Return all pieces, oldest first."""
        # In the direction in which files move, so that none is missed while it does.
        return sorted({*_stems(self.stream), *_stems(self.archive)})

    def active_stems(self) -> list[Stem]:
        """Return the pieces that can be written to, oldest first."""
        return sorted(_stems(self.stream, ending=".jsonl"))

    def of_day(self, day: str) -> list[Stem]:
        """Return the pieces of a day, oldest first."""
        return [stem for stem in self.stems() if stem.day == day]

    def open(self, stem: Stem) -> IO[bytes]:
        """Open a piece for reading wherever it is; raises FileNotFoundError."""
        for path in (self.active(stem), self.archived(stem)):
            try:
                return path.open("rb")
            except FileNotFoundError:
                continue
        import gzip

        packed = self.packed(stem)
        if packed is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.active(stem)))
        return cast("IO[bytes]", gzip.open(packed, "rb"))


def stem_of(name: str) -> Stem | None:
    """Return the piece that a file name belongs to, or None for other files."""
    for ending in _ENDINGS:
        if name.endswith(ending):
            name = name.removesuffix(ending)
            break
    else:
        return None
    return parse_stem(name)


def parse_stem(name: str) -> Stem | None:
    """Return the piece of that name, or None."""
    found = _STEM.fullmatch(name)
    return Stem(found[1], int(found[2] or 0)) if found else None


def checked_day(day: str) -> str:
    """Return a day as `YYYY-MM-DD`; raises `BadInput`."""
    try:
        return date.fromisoformat(day).isoformat()
    except (ValueError, TypeError):
        raise BadInput(f"{day!r} is not a day: write YYYY-MM-DD.", key="bad_day") from None


def _stems(folder: Path, ending: str = "") -> Iterable[Stem]:
    try:
        names = [path.name for path in folder.iterdir() if path.name.endswith(ending)]
    except (FileNotFoundError, NotADirectoryError):
        return []
    return [stem for name in names if (stem := stem_of(name)) is not None]


MAX_COPY: Final = 1 << 20

log = logging.getLogger(__name__)


def quarantine(folder: Path, stem: Stem, offset: int, raw: bytes) -> None:
    """Keep a copy of damaged bytes (at most `MAX_COPY` of them) as `<stem>.<offset>.bad`.

    A log that cannot be written is still read: then there is no copy.
    """
    path = folder / f"{stem.name}.{offset}.bad"
    with suppress(OSError):
        if path.exists():
            return
        write_whole(path, raw[:MAX_COPY])
        log.warning("%s: damaged bytes at %d were skipped; a copy is %s", stem.name, offset, path)
