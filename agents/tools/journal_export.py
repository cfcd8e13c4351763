"""journald's export format, read as JSON lines.

https://systemd.io/JOURNAL_EXPORT_FORMATS: an entry is lines of `FIELD=value`, or `FIELD`, a length
of eight bytes (little endian), so many bytes and an end of line; an empty line ends it.
"""

import json
from typing import Final, Protocol

BEGINNING: Final = b"__CURSOR="
_STEP: Final = 1 << 18
# A core dump in a field is no line of a log.
_LONGEST: Final = 1 << 20


class _Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


class JournalExport:
    """Reads an export as JSON lines, an object an entry; what is cut off at the end is left out."""

    def __init__(self, raw: _Readable) -> None:
        self._raw = raw
        self._buffer = b""
        self._at = 0
        self._ended = False

    def read(self, size: int = -1, /) -> bytes:
        """Return whole lines, at least `size` bytes of them while there are so many."""
        lines: list[bytes] = []
        length = 0
        while size < 0 or length < size:
            entry = self._entry()
            if entry is None:
                break
            line = json.dumps(entry, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
            lines.append(line)
            length += len(line)
        return b"".join(lines)

    def _entry(self) -> dict[str, str] | None:
        entry: dict[str, str] = {}
        while (line := self._line()) is not None:
            if not line:
                if entry:
                    return entry
                continue
            name, equals, value = line.partition(b"=")
            if not equals:
                length = int.from_bytes(self._exactly(8), "little")
                value = self._exactly(length)
                self._exactly(1)
            entry[name.decode("ascii", "replace")] = value[:_LONGEST].decode("utf-8", "replace")
        return entry or None

    def _line(self) -> bytes | None:
        line = b""
        while (end := self._buffer.find(b"\n", self._at)) < 0:
            line = (line + self._buffer[self._at :])[:_LONGEST]
            self._at = len(self._buffer)
            if not self._more():
                return None
        line = (line + self._buffer[self._at : end])[:_LONGEST]
        self._at = end + 1
        return line

    def _exactly(self, size: int) -> bytes:
        kept = b""
        while size > 0:
            piece = self._buffer[self._at : self._at + size]
            self._at += len(piece)
            size -= len(piece)
            kept = (kept + piece)[: _LONGEST + 1]
            if size and not self._more():
                break
        return kept

    def _more(self) -> bool:
        data = b"" if self._ended else self._raw.read(_STEP)
        self._ended = not data
        self._buffer = self._buffer[self._at :] + data
        self._at = 0
        return bool(data)
