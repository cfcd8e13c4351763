"""Days are read wherever their files are; what had to be skipped is told with every read."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from app.stream_log.day_files import DayFiles, Stem
from app.stream_log.lines import Damage, Open, scan
from app.stream_log.payloads import Payloads
from app.stream_log.quarantine import MAX_COPY, quarantine
from app.stream_log.record import Message


class Skipped(NamedTuple):
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
        self.skipped: list[Skipped] = []

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
            Skipped(stem.name, damage.line, damage.offset, damage.length, damage.reason)
        )
        if keep and damage.length:
            with self._files.open(stem) as file:
                file.seek(damage.offset)
                raw = file.read(min(damage.length, MAX_COPY))
            quarantine(self._files.quarantine, stem, damage.offset, raw)
