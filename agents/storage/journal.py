"""A run is a file of JSON lines: each event appended, whole and durable, when it happens."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from agents.storage.records import as_json
from app.errors import BadFile, StoreError
from app.system.file_lock import FileLock
from app.system.files import append_whole, private_folder, sync_data, sync_folder

FORMAT: Final = "balance-desk.run"
VERSION: Final = 2
"""Before 2, a record's step was its number, and that of the plan stood beside it."""
_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)

Event = dict[str, Any]


class RunRead(NamedTuple):
    """The events of a run in order, and how many lines were damaged."""

    events: tuple[Event, ...]
    damaged: int


class RunJournal:
    """Owns the file of one run while its session goes on; calls come one at a time.

    It holds the run's lock, by which others see that the run goes on.
    """

    def __init__(self, path: Path, *, fresh: bool) -> None:
        private_folder(path.parent)
        self._handle = os.open(path, _FLAGS | (os.O_EXCL if fresh else 0), 0o600)
        self._lock = FileLock(path)
        if not self._lock.try_take():
            self.close()
            raise StoreError(f"The run {path.stem} goes on in another program.", key="run_goes_on")
        self._size = os.fstat(self._handle).st_size
        if fresh:
            sync_folder(path.parent)
        elif not _ends_with_line(path):
            # The writer was stopped inside a line: it ends here, whatever it says.
            self._write(b"\n")

    def append(self, event: Event) -> None:
        """Write an event; returns when the disk has it, and raises `StoreError` otherwise."""
        self._write(as_json(event) + b"\n")

    def close(self) -> None:
        """Close the files, which gives the lock back."""
        os.close(self._handle)
        self._lock.close()

    def _write(self, data: bytes) -> None:
        try:
            append_whole(self._handle, data, size=self._size)
            self._size += len(data)
            sync_data(self._handle)
        except OSError as error:
            raise StoreError(
                f"The step could not be written ({error.strerror}): check the disk.",
                key="run_not_written",
            ) from error


def _ends_with_line(path: Path) -> bool:
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 1))
        return file.read(1) in (b"", b"\n")


def read_run(path: Path) -> RunRead:
    """Return the events of a run; lines that are damaged are counted, and hide no others.

    Raises `BadFile` for a file that is no run, or that a newer version has written.
    """
    try:
        with path.open("rb") as file:
            lines = list(_events(file.read()))
    except FileNotFoundError:
        raise BadFile(f"There is no run {path.stem}.", key="no_run", run=path.stem) from None
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.", key="run_unreadable") from error
    events = tuple(line for line in lines if line is not None)
    first = next((one for one in events if one.get("event") == "started"), None)
    if first is None or first.get("format") != FORMAT:
        raise BadFile(f"{path.name} is not a run of this program.", key="run_foreign")
    if first.get("version") not in (1, VERSION):
        raise BadFile(
            f"{path.name} was written by another version of this program"
            f" (version {first.get('version')}, this one reads {VERSION}).",
            key="run_version",
        )
    return RunRead(events, len(lines) - len(events))


def _events(data: bytes) -> Iterator[Event | None]:
    for line in data.split(b"\n"):
        if not line.strip():
            continue
        try:
            event = json.loads(line)
        except ValueError:
            yield None
            continue
        yield event if isinstance(event, dict) and isinstance(event.get("event"), str) else None


def goes_on(path: Path) -> bool:
    """Whether a program is writing this run at this moment; the file is there."""
    lock = FileLock(path)
    try:
        return not lock.try_take()
    finally:
        lock.close()
