"""Which turns of a desk wait for their answer, on disk: a desk that starts again reads them back.

A folder for each agent of a cluster, and in it one file of JSON lines for each running program; the
lock on it says that the program still runs.
"""

import contextlib
import json
import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, NamedTuple

from app.system.file_lock import FileLock

_KEEP_SECONDS = 24 * 3600.0  # as long as replies stay in the log, where the topic is ours


class PendingTurn(NamedTuple):
    """A turn that was sent, and from where in the reply topic its answer stands."""

    offset: int
    at: float  # Unix time


class PendingTurns:
    """Owns this program's file, and what it took over from programs that have ended.

    What waited for longer than replies are kept is `expired`: it is not waited for any more.
    """

    def __init__(self, folder: Path) -> None:
        """Open it; raises `OSError`."""
        self._file = folder / f"{secrets.token_hex(8)}.jsonl"
        self._lock = FileLock(self._file)
        self._lock.try_take()
        self._lines: IO[str] = self._file.open("a", encoding="utf-8")
        self._waiting: dict[str, PendingTurn] = {}
        self.expired: set[str] = set()
        for left in sorted(folder.glob("*.jsonl")):
            if left != self._file:
                self._take_over(left)

    @property
    def turns(self) -> Mapping[str, PendingTurn]:
        """What waits for its answer, by correlation id."""
        return dict(self._waiting)

    def add(self, correlation_id: str, waiting: PendingTurn) -> None:
        """Keep a turn that is about to be sent."""
        self._waiting[correlation_id] = waiting
        self._write({"id": correlation_id, **waiting._asdict()})

    def done(self, correlation_id: str) -> None:
        """Forget a turn that was answered."""
        if self._waiting.pop(correlation_id, None) is not None:
            self._write({"id": correlation_id})
        if not self._waiting:
            self._lines.truncate(0)

    def close(self) -> None:
        """Close the file; it stays if something waits."""
        self._lines.close()
        self._lock.close()
        if not self._waiting:
            self._file.unlink(missing_ok=True)

    def _take_over(self, left: Path) -> None:
        lock = FileLock(left)
        try:
            if lock.try_take():  # else that program runs
                for name, waiting in _read(left).items():
                    if time.time() - waiting.at < _KEEP_SECONDS:
                        self.add(name, waiting)
                    else:
                        self.expired.add(name)
                left.unlink(missing_ok=True)
        finally:
            lock.close()

    def _write(self, told: Mapping[str, object]) -> None:
        self._lines.write(json.dumps(told) + "\n")
        self._lines.flush()


def _read(file: Path) -> Mapping[str, PendingTurn]:
    """Return what a file leaves waiting; a line that was cut off is the end."""
    found: dict[str, PendingTurn] = {}
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        for line in file.read_text("utf-8").splitlines():
            told = json.loads(line)
            found.pop(str(told["id"]), None)
            if "offset" in told:
                found[str(told["id"])] = PendingTurn(int(told["offset"]), float(told["at"]))
    return found
