"""How much there is of the log of `serve`, and what of it goes by its age or its size."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple

from app.serving.retention import Gone, Retention
from app.stream_log.day_files import DayFiles, Stem, stem_of
from app.stream_log.index import LogIndex
from app.system.file_lock import FileLock

AGAIN_SECONDS: Final = 60.0
"""A small disk, or one in memory, is not to be full before somebody looks."""

_FILES, _TASKS, _CONTENTS = "day files", "task files", "large contents"
_DAY = timedelta(days=1)
_FILLED = 0.9


class _Part(NamedTuple):
    """A file of the log: the day until which it is needed, its last change, and its size."""

    kind: str
    path: Path
    day: str
    changed: float
    size: int
    stem: Stem | None = None


def purge_log(root: Path, said: Retention, *, today: date, really: bool = True) -> Gone:
    """Remove files of a log below a root that are too old, or too large together.

    Those are day files, archived or not, task files and large contents; the index counts too, and
    forgets what is gone. The last file of each of the two newest days that are written to stays:
    somebody may have it open. Of a sealed log `log verify` names the files that are gone. While the
    log is being archived nothing goes. Raises OSError, `StoreError`.
    """
    files = DayFiles(root)
    parts = list(_parts(files))
    last = (today - said.log_days * _DAY).isoformat() if said.log_days else ""
    held = _perhaps_open(files)
    most = said.log_megabytes * 1_000_000
    over = _beyond(files, parts, most, held) if most else set()
    old = [
        part for part in parts if part.stem not in held and (part.day < last or part.path in over)
    ]
    if old and really and not _remove(files, old):
        old = []
    counts = Counter(part.kind for part in old)
    return {kind: {"": counts[kind]} for kind in (_FILES, _TASKS, _CONTENTS)}


def log_growth(root: Path, since: datetime) -> tuple[int, int]:
    """Return of how many bytes a log below a root is, and those of files written since a moment."""
    kept = [path.stat() for name in ("stream", "tasks") for path in (root / name).rglob("*.*")]
    late = sum(one.st_size for one in kept if one.st_mtime >= since.timestamp())
    return sum(one.st_size for one in kept), late


def _parts(files: DayFiles) -> Iterator[_Part]:
    # In the direction in which files move, so that none is missed while it does.
    for folder in (files.stream, files.archive):
        for path in folder.glob("*.jsonl*"):
            if (stem := stem_of(path.name)) is not None:
                yield from _part(_FILES, path, stem.day, stem)
    for path in files.tasks.glob("*.yaml"):
        yield from _part(_TASKS, path, path.name[:10])
    for path in files.payloads.glob("*/*.json"):
        yield from _part(_CONTENTS, path)


def _part(kind: str, path: Path, day: str = "", stem: Stem | None = None) -> Iterator[_Part]:
    try:
        found = path.stat()
    except FileNotFoundError:
        return  # it moved, or went, at this moment
    changed = found.st_mtime
    if day:
        # Copied or packed later: it is of its day all the same.
        first, last = _span(day)
        changed = min(max(changed, first), last)
    else:
        # The record is written after the content, perhaps on the next day.
        day = (datetime.fromtimestamp(changed, UTC) + _DAY).date().isoformat()
    yield _Part(kind, path, day, changed, found.st_size, stem)


@lru_cache(maxsize=2)
def _span(day: str) -> tuple[float, float]:
    begin = datetime.fromisoformat(f"{day}T00:00:00+00:00")
    return begin.timestamp(), (begin + _DAY).timestamp()


def _beyond(files: DayFiles, parts: list[_Part], most: int, held: set[Stem]) -> set[Path]:
    """Return what goes so that the newest have room together; nothing while all of it has.

    What belongs to a day file goes with it; of one that is `held`, large contents only.
    """
    index = sum(path.stat().st_size for path in files.stream.glob("*.db*"))
    if index + sum(part.size for part in parts) <= most:
        return set()
    # Some more than has to: else each new record would send the index through all of its own.
    room = int(most * _FILLED) - index
    gone: set[Path] = set()
    for stem, group in reversed(_groups(parts)):
        units = [group]
        if stem in held:
            room -= sum(part.size for part in group if part.kind != _CONTENTS)
            contents = [part for part in group if part.kind == _CONTENTS]
            units = [[part] for part in sorted(contents, key=_changed, reverse=True)]
        for unit in units:
            size = sum(part.size for part in unit)
            if gone or room < size:
                gone |= {part.path for part in unit}
            else:
                room -= size
    return gone


def _groups(parts: list[_Part]) -> list[tuple[Stem, list[_Part]]]:
    """Return the day files, oldest first, each with what belongs to it.

    That is what was written since the file before it ended; of large contents, since the one before
    that: the record that names one may have come into the next file.
    """
    days = sorted((part.stem, part) for part in parts if part.stem is not None)
    moments = list(accumulate((part.changed for _, part in days), max))
    groups = [(stem, [part]) for stem, part in days]
    for part in parts:
        if part.stem is None and groups:
            at = bisect_left(moments, part.changed) + (part.kind == _CONTENTS)
            groups[min(at, len(groups) - 1)][1].append(part)
    return groups


def _changed(part: _Part) -> float:
    return part.changed


def _perhaps_open(files: DayFiles) -> set[Stem]:
    # Clocks of writers may stand on both sides of midnight.
    newest = {stem.day: stem for stem in files.active_stems()}
    return {newest[day] for day in sorted(newest)[-2:]}


def _remove(files: DayFiles, old: list[_Part]) -> bool:
    """Remove them all, unless the log is being archived; return whether it was done."""
    with ExitStack() as stack:
        archiving = FileLock(files.archive / ".lock")
        stack.callback(archiving.close)
        if not archiving.try_take():
            return False
        writing = FileLock(files.stream / ".lock")
        stack.callback(writing.close)
        for part in old:
            # Nobody appends at this moment; who had it open looks anew where to go on.
            with writing:
                part.path.unlink(missing_ok=True)
        if stems := [part.stem for part in old if part.stem is not None]:
            index = LogIndex(files)
            stack.callback(index.close)
            index.forget(stems)
    return True
