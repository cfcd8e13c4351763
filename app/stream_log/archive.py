"""Old days move to the archive, very old ones are compressed there; nothing is ever removed.

At every moment, also after a crash in between, each day is readable exactly once: a file is
complete and durable under its new name before the old name goes, and while there are two, they
are the same and readers take the first.
"""

import errno
import gzip
import shutil
import zlib
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from app.stream_log.day_files import DayFiles, Stem, log_error
from app.stream_log.hash_chain import Checkpoints
from app.stream_log.log_settings import LogSettings
from app.stream_log.writer import SharedState
from app.system.file_lock import FileLock
from app.system.files import private_file, sync_folder, sync_path

_BLOCK: Final = 1 << 20
_LEVEL: Final = 6


class ArchiveReport(NamedTuple):
    """What was done (names of day files), or that another process is at it."""

    moved: tuple[str, ...] = ()
    compressed: tuple[str, ...] = ()
    busy: bool = False


class Archive:
    """Moves and compresses the day files of a log by their age."""

    def __init__(self, files: DayFiles, settings: LogSettings) -> None:
        self._files = files
        self._settings = settings

    def due(self, today: date) -> ArchiveReport:
        """Return what `run` would do."""
        stems = self._files.stems()
        active = set(self._files.active_stems())
        old = [
            stem
            for stem in stems
            if _age(stem, today) >= self._settings.archive_after_days
            and (stem in active or self._by_hand(stem))
        ]
        very_old = [
            stem
            for stem in stems
            if _age(stem, today) >= self._settings.compress_after_days
            and ((stem in old and stem in active) or self._files.archived(stem).exists())
        ]
        return ArchiveReport(
            tuple(stem.name for stem in old), tuple(stem.name for stem in very_old)
        )

    def run(self, today: date) -> ArchiveReport:
        """Move and compress what is due, and finish what a crash left half done.

        One process at a time: a second one returns `busy` at once. Raises `StoreError`.
        """
        try:
            lock = FileLock(self._files.archive / ".lock")
            try:
                if not lock.try_take():
                    return ArchiveReport(busy=True)
                return self._run(today)
            finally:
                lock.close()
        except OSError as error:
            raise log_error(error) from error

    def _run(self, today: date) -> ArchiveReport:
        for left in self._files.archive.glob(".*.part"):
            left.unlink()
        self._close_past_days(today)
        moved, compressed = [], []
        due = self.due(today)
        for stem in self._files.stems():
            if stem.name in due.moved:
                self._move(stem)
                moved.append(stem.name)
            if stem.name in due.compressed:
                self._compress(stem)
                compressed.append(stem.name)
        return ArchiveReport(tuple(moved), tuple(compressed))

    def _close_past_days(self, today: date) -> None:
        if not self._settings.chain:
            return
        lock = FileLock(self._files.stream / ".lock")
        shared = SharedState(lock.handle)
        checkpoints = Checkpoints(self._files)
        closed = {found.stem for found in checkpoints}
        try:
            for stem in self._files.stems():
                if stem not in closed and _age(stem, today) >= 1:
                    with lock:
                        # A writer whose clock is behind may have it open.
                        if state := shared.read():
                            shared.turn(state)
                        checkpoints.close([stem])
        finally:
            shared.close()
            lock.close()

    def _by_hand(self, stem: Stem) -> bool:
        packed = self._files.packed(stem)
        return packed is not None and packed.parent == self._files.stream

    def _move(self, stem: Stem) -> None:
        source, target = self._files.active(stem), self._files.archived(stem)
        packed = self._files.packed(stem)
        if not source.exists() and packed is not None:
            source, target = packed, self._files.compressed(stem)
        sync_path(source)
        lock = FileLock(self._files.stream / ".lock")
        try:
            # Nobody appends to it at this moment; who has it open sees that it is gone.
            with lock:
                try:
                    source.rename(target)
                except OSError as error:
                    if error.errno != errno.EXDEV:
                        raise
                    self._carry(source, target)
        finally:
            lock.close()
        sync_folder(target.parent)
        sync_folder(source.parent)

    def _carry(self, source: Path, target: Path) -> None:
        """Move a file to another disk, which no rename can do."""
        part = _part(target)
        private_file(part)
        shutil.copyfile(source, part)
        sync_path(part)
        part.replace(target)
        sync_folder(target.parent)
        source.unlink()

    def _compress(self, stem: Stem) -> None:
        source, target = self._files.archived(stem), self._files.compressed(stem)
        part = _part(target)
        _pack(source, part)
        sync_path(part)
        if not _holds_the_same(part, source):
            part.unlink()
            raise OSError(errno.EIO, "the compressed copy is not what was written", str(target))
        part.replace(target)
        sync_folder(target.parent)
        source.unlink()
        sync_folder(target.parent)


def _age(stem: Stem, today: date) -> int:
    return (today - date.fromisoformat(stem.day)).days


def _part(target: Path) -> Path:
    return target.with_name(f".{target.name}.part")


def _pack(source: Path, target: Path) -> None:
    private_file(target)
    with (
        source.open("rb") as plain,
        target.open("wb") as raw,
        gzip.GzipFile(source.name, "wb", _LEVEL, raw, mtime=0) as packed,
    ):
        shutil.copyfileobj(plain, packed, _BLOCK)


def _holds_the_same(packed: Path, source: Path) -> bool:
    try:
        with gzip.open(packed, "rb") as unpacked, source.open("rb") as plain:
            while block := plain.read(_BLOCK):
                if unpacked.read(len(block)) != block:
                    return False
            return not unpacked.read(1)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        return False
