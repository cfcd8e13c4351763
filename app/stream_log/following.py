"""New records since a position, in order; positions make a reading resumable after a crash."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from app.stream_log.day_files import DayFiles, Stem
from app.stream_log.lines import Damage, Open, Whole, scan


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
