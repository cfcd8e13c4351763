"""A record's chain: the record, the one it answers, and so on up to the first."""

from collections import OrderedDict
from typing import Final

from app.stream_log.day_files import DayFiles, Stem
from app.stream_log.index import LogIndex, RecordPlace
from app.stream_log.payloads import Payloads
from app.stream_log.record import Message, parse

_UNPACKED: Final = 4
_MAX_UNPACKED: Final = 16 * 2**20


class Chains:
    """Follows parents by the index; keeps the last few unpacked files, where most chains stay."""

    def __init__(self, files: DayFiles, index: LogIndex) -> None:
        self._files = files
        self._index = index
        self._payloads = Payloads(files.payloads)
        self._unpacked: OrderedDict[Stem, bytes] = OrderedDict()

    def chain(self, identity: str) -> list[Message]:
        """Return the records from the first to this one; empty when there is no such record.

        A parent that is not in the log, or that would lead round in a circle, ends the chain: the
        first record's metadata then says `parent_missing` or `parent_repeats`.
        """
        found: list[Message] = []
        seen: set[str] = set()
        wanted: str | None = identity
        while wanted is not None and wanted not in seen:
            message = self.record(wanted)
            if message is None:
                break
            found.append(message)
            seen.add(wanted)
            wanted = message["parent_id"]
        if found and wanted is not None:
            mark = "parent_repeats" if wanted in seen else "parent_missing"
            first = found[-1]
            found[-1] = {**first, "metadata": {**first["metadata"], mark: True}}
        return found[::-1]

    def record(self, identity: str) -> Message | None:
        """Return one record, whole, or None."""
        place = self._index.place(identity)
        if place is None:
            return None
        message = self.at(place)
        return message if message is not None and message["id"] == identity else None

    def at(self, place: RecordPlace) -> Message | None:
        """Return the record at a place, or None when it is not there any more."""
        message = parse(self._bytes(place))
        return None if message is None else self._payloads.restore(message)

    def _bytes(self, place: RecordPlace) -> bytes:
        stem, offset, length, _ = place
        kept = self._unpacked.get(stem)
        if kept is not None:
            return kept[offset : offset + length]
        try:
            with self._files.open(stem) as file:
                if self._files.packed(stem) is not None:
                    # Going to an offset in a packed file means unpacking up to there.
                    whole = file.read(_MAX_UNPACKED)
                    if len(whole) < _MAX_UNPACKED:
                        self._unpacked[stem] = whole
                        if len(self._unpacked) > _UNPACKED:
                            self._unpacked.popitem(last=False)
                    if offset + length <= len(whole):
                        return whole[offset : offset + length]
                file.seek(offset)
                return file.read(length)
        except (OSError, EOFError):
            return b""
