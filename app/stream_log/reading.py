"""Records are read by day, or in order since a position, wherever their files are."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from app.stream_log.day_files import MAX_COPY, DayFiles, Stem, quarantine
from app.stream_log.payloads import Payloads
from app.stream_log.record import Damage, Message, Open, Whole, scan


class Position(NamedTuple):
    """How far a file was read: the next line begins at `offset`, after `line` lines.

    `complete` says that the file was archived when its end was reached.
    """

    offset: int = 0
    line: int = 0
    complete: bool = False


class Batch(NamedTuple):
    """What stands in a file up to `position`."""

    stem: Stem
    records: list[Whole]
    damages: list[Damage]
    position: Position


def follow(
    files: DayFiles, positions: Mapping[Stem, Position], *, size: int = 5000
) -> Iterator[Batch]:
    """Yield what was appended since `positions`, oldest file first, `size` records at a time.

    An unfinished last line is left for later, unless its file will not be written any more.
    """
    stems = files.stems()
    # Looked up last: what is not active now was archived, and will not grow any more.
    active = set(files.active_stems())
    for stem in stems:
        position = positions.get(stem, Position())
        if position.complete:
            continue
        if stem in active and _size(files, stem) <= position.offset:
            continue
        yield from _file(files, stem, position, stem not in active, stem == stems[-1], size)


def _file(
    files: DayFiles, stem: Stem, position: Position, archived: bool, newest: bool, size: int
) -> Iterator[Batch]:
    records: list[Whole] = []
    damages: list[Damage] = []
    try:
        file = files.open(stem)
    except FileNotFoundError:
        return
    with file:
        for item in scan(file, offset=position.offset, line=position.line):
            if len(records) >= size and item.line > position.line:
                yield Batch(stem, records, damages, position)
                records, damages = [], []
            if isinstance(item, Open):
                if item.message is None or newest:
                    continue
                item = Whole(
                    item.offset, item.length, item.line, item.offset + item.length, item.message
                )
            if isinstance(item, Whole):
                records.append(item)
            else:
                damages.append(item)
            position = Position(item.after, item.line)
    if archived:
        position = position._replace(complete=True)
    if records or damages or position.complete:
        yield Batch(stem, records, damages, position)


def _size(files: DayFiles, stem: Stem) -> int:
    try:
        return files.active(stem).stat().st_size
    except FileNotFoundError:
        # Archived at this moment: what is new in it is read from there.
        return 1 << 62


class SkippedBytes(NamedTuple):
    """Bytes of a file that are no record: its stem, line (from 1), offset, length, and why."""

    stem: str
    line: int
    offset: int
    length: int
    reason: str


class LogReader:
    """Reads the files of a log in order; owns the list of what it had to skip."""

    def __init__(self, files: DayFiles) -> None:
        self._files = files
        self._payloads = Payloads(files.payloads)
        self.skipped: list[SkippedBytes] = []

    def read(self, stems: Iterable[Stem], *, raw: bool = False) -> Iterator[Message]:
        """Yield the records of some files, in order; `raw` as they stand in their lines.

        Damaged lines are skipped, listed in `skipped` and copied to the quarantine.
        """
        for stem in stems:
            try:
                file = self._files.open(stem)
            except FileNotFoundError:
                continue
            with file:
                for item in scan(file):
                    if isinstance(item, Damage):
                        self._skip(stem, item, keep=True)
                    elif isinstance(item, Open) and item.message is None:
                        # It may be written at this moment: its copy is made when that is settled.
                        torn = Damage(item.offset, item.length, item.line, 0, "an unfinished line")
                        self._skip(stem, torn, keep=False)
                    elif item.message is not None:
                        yield item.message if raw else self._payloads.restore(item.message)

    def _skip(self, stem: Stem, damage: Damage, *, keep: bool) -> None:
        self.skipped.append(
            SkippedBytes(stem.name, damage.line, damage.offset, damage.length, damage.reason)
        )
        if keep and damage.length:
            with self._files.open(stem) as file:
                file.seek(damage.offset)
                raw = file.read(min(damage.length, MAX_COPY))
            quarantine(self._files.quarantine, stem, damage.offset, raw)
