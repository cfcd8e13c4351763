"""The logs that are open: each file is read once, shared by those who ask, and let go in turn."""

import asyncio
import os
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from threading import Event
from typing import Final, NamedTuple

from agents.logs.files import log_files, place_of
from agents.logs.lines.dataset import LogDataset
from agents.logs.lines.loading import mark
from agents.logs.lines.profile import LogFacts
from agents.logs.lines.reading import added, read, read_several
from agents.logs.lines.table import LogTable
from agents.tools.folders import AllowedFolders
from agents.tools.threads import in_thread
from app.errors import BadFile

MOST_OPEN: Final = 3

Key = tuple[Path, int]


@dataclass
class OpenLog:
    """A log that was read: its table, what is known of it, and when that was.

    Of several files, `named` finds those that are meant now.
    """

    table: LogTable
    facts: LogFacts
    tail: int
    read_at: datetime
    users: int = 0
    named: Callable[[], Sequence[Path]] | None = None

    @cached_property
    def dataset(self) -> LogDataset:
        """The log as it is asked; looked at when it is first wanted, which blocks."""
        return LogDataset(self.table)

    def drift(self) -> str | None:
        """Return "gone", "grown" or "changed" if the file is no longer what was read; blocks.

        One that was rotated, cut off or written anew is another one, however large it is.
        """
        look = self.table.look
        if self.named is not None:
            return self._several(self.named)
        try:
            with look.path.open("rb") as file:
                found = os.fstat(file.fileno())
                if (found.st_size, found.st_mtime) == (look.size, look.modified):
                    return None
                begun = found.st_size > look.size and mark(file, look.size)
        except OSError:
            return "gone"
        return "grown" if begun == self.table.loaded.mark else "changed"

    def _several(self, named: Callable[[], Sequence[Path]]) -> str | None:
        read = [(one.path, one.size, one.modified) for one in self.table.loaded.files]
        refused = {name for name, _ in self.table.loaded.refused}
        try:
            found = [(one, one.stat()) for one in named() if one.name not in refused]
        except (BadFile, OSError):
            return "gone"
        now = [(path, stat.st_size, stat.st_mtime) for path, stat in found]
        return None if now == read else "changed"


@dataclass
class _Reading:
    done: int = 0
    total: int = 0
    lines: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def told(self, done: int, total: int, lines: int) -> None:
        """Take note of how far it is."""
        self.done, self.total, self.lines = done, total, lines


class ReadProgress(NamedTuple):
    """How much of a file has been read (0 … 1), and how many lines so far."""

    share: float
    lines: int


class LogStore:
    """Owns the tables of the logs that were read last; one that is in use is not let go."""

    def __init__(
        self, folders: AllowedFolders, *, formats: Sequence[Mapping[str, str]] = ()
    ) -> None:
        """Keep logs of these folders; a person's own `formats` come before those that are known."""
        self.folders = folders
        self.formats = tuple(formats)
        self._open: OrderedDict[Key, OpenLog] = OrderedDict()
        self._reading: dict[Key, _Reading] = {}

    @asynccontextmanager
    async def log(
        self, path: str | Path, *, tail: int = 0, anew: bool = False
    ) -> AsyncIterator[OpenLog]:
        """Give the log of a file, read now if it is not open; `tail` bytes of its end, 0 for all.

        A folder or glob of several is one log; of that, the end are the newest files.

        Of one that has grown meanwhile what was added is read, unless somebody is using it. `anew`
        reads it again if it has changed. Raises `BadFile`. Cancelling stops the reading.
        """
        real = await asyncio.to_thread(self.place, path)
        key = (real, tail)
        reading = self._reading.setdefault(key, _Reading())
        async with reading.lock:
            found = self._open.get(key)
            drift = await asyncio.to_thread(found.drift) if found is not None else None
            if found is not None and drift == "grown" and found.table.loaded.goes_on:
                if not found.users:
                    del self._open[key]
                    found = await self._go_on(real, found, reading)
            elif found is not None and drift is not None and anew:
                del self._open[key]
                self._let_go(found)
                found = None
            if found is None:
                found = await self._read(real, tail, reading)
            self._open[key] = found
            self._open.move_to_end(key)
            found.users += 1
        try:
            yield found
        finally:
            found.users -= 1
            self._make_room()
            if found not in self._open.values():
                self._let_go(found)

    def place(self, path: str | Path) -> Path:
        """Return the one file that is meant, or the folder or glob of several; raises `BadFile`."""
        place = place_of(self.folders, path)
        files = log_files(self.folders, place)
        return files[0] if len(files) == 1 else place

    def share(self, path: str | Path, tail: int = 0) -> ReadProgress | None:
        """Return how much of a file has been read, None while it is not being read."""
        try:
            reading = self._reading.get((self.place(path), tail))
        except BadFile:
            return None  # what happened to the file, the reading itself tells
        if reading is None or not reading.lock.locked() or not reading.total:
            return None
        return ReadProgress(reading.done / reading.total, reading.lines)

    def close(self) -> None:
        """Let all logs go; idempotent."""
        for log in self._open.values():
            log.table.close()
        self._open.clear()

    async def _read(self, real: Path, tail: int, reading: _Reading) -> OpenLog:
        def named() -> Sequence[Path]:
            return newest(log_files(self.folders, real), tail)

        def work(path: Path, stopped: Event) -> OpenLog:
            files = named()
            if len(files) > 1:
                with ExitStack() as stack:
                    opened = [stack.enter_context(self.folders.open(one)) for one in files]
                    table = read_several(
                        path, opened, formats=self.formats, progress=reading.told, stopped=stopped
                    )
                return OpenLog(table, LogFacts(table), tail, datetime.now(UTC), named=named)
            with self.folders.open(files[0]) as (place, file):
                table = read(
                    place, file, tail=tail, formats=self.formats, progress=reading.told,
                    stopped=stopped,
                )  # fmt: skip
            return OpenLog(table, LogFacts(table), tail, datetime.now(UTC))

        try:
            opened: OpenLog = await in_thread(work)(real)
        finally:
            reading.done = reading.total = 0
        return opened

    async def _go_on(self, real: Path, log: OpenLog, reading: _Reading) -> OpenLog | None:
        """Read what was added to a file; None where all of it is to be read."""

        def work(path: Path, stopped: Event) -> OpenLog | None:
            log.table.let_go()
            with self.folders.open(path) as (place, file):
                table = added(place, file, log.table, progress=reading.told, stopped=stopped)
            return OpenLog(table, LogFacts(table), 0, datetime.now(UTC)) if table else None

        try:
            opened: OpenLog | None = await in_thread(work)(real)
        finally:
            reading.done = reading.total = 0
        return opened

    def _make_room(self) -> None:
        for key, log in list(self._open.items()):
            if len(self._open) <= MOST_OPEN:
                return
            if log.users == 0:
                del self._open[key]
                log.table.close()

    def _let_go(self, log: OpenLog) -> None:
        if log.users == 0:
            log.table.close()


def newest(files: Sequence[Path], most: int) -> list[Path]:
    """Return the files that were written last and have at most so many bytes together, but one at
    least, in the order given; all of them for 0."""
    kept: set[Path] = set()
    room = most
    stats = {one: one.stat() for one in files}
    for path in sorted(files, key=lambda one: stats[one].st_mtime, reverse=True):
        room -= stats[path].st_size
        if most and kept and room < 0:
            break
        kept.add(path)
    return [one for one in files if one in kept]
