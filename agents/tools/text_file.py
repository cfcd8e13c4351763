"""A text file as it is: how large, in which code, packed or not, and its text in blocks."""

import codecs
import gzip
import os
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from agents.tools.encodings import SAMPLE, Encoding, encoding_of
from app.domain.base import Value
from app.errors import BadFile

BLOCK: Final = 4 << 20
_GZIP = b"\x1f\x8b"
# A file that was written to so shortly ago may be written to still.
_FRESH_SECONDS = 5.0


class TextFile(Value):
    """What is known of a text file before it is read.

    `size` are its bytes on the disk now; what is added later is not read. `encoding` is a Python
    codec; `guessed` says that the bytes allow others. `growing` says that it was written to in the
    last seconds.
    """

    path: Path
    size: int
    modified: float
    encoding: str
    guessed: bool = False
    compressed: bool = False
    growing: bool = False

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return self.path.name


def look_at(path: Path, file: BinaryIO) -> TextFile:
    """Look at an open file; raises `BadFile` for one that is empty or no text."""
    found = os.fstat(file.fileno())
    if found.st_size == 0:
        raise BadFile(f"{path.name} is empty.", key="file_empty", file=path.name)
    start = _read_at(file, 0, SAMPLE)
    compressed = start.startswith(_GZIP)
    if compressed:
        with gzip.GzipFile(fileobj=file) as packed:
            start = _unpack(packed, SAMPLE, path)
        file.seek(0)
        encoding = encoding_of(start)
    else:
        encoding = _overall(file, found.st_size, start)
    if not start:
        raise BadFile(f"{path.name} is empty.", key="file_empty", file=path.name)
    if encoding is None:
        raise BadFile(
            f"{path.name} is not text: it has bytes that no text has.",
            key="file_binary",
            file=path.name,
        )
    return TextFile(
        path=path,
        size=found.st_size,
        modified=found.st_mtime,
        encoding=encoding.name,
        guessed=encoding.guessed,
        compressed=compressed,
        growing=time.time() - found.st_mtime < _FRESH_SECONDS,
    )


def _overall(file: BinaryIO, size: int, start: bytes) -> Encoding | None:
    """Return the code of a file by its start, or where that is plain ASCII by later parts."""
    encoding = encoding_of(start)
    if encoding is None or encoding.name != "utf-8" or not start.isascii():
        return encoding
    for part in range(1, 16):
        place = size * part // 16
        if place < len(start):
            continue
        piece = _read_at(file, place, 4096)
        line = piece[piece.find(b"\n") + 1 :]
        if not line.isascii():
            return encoding_of(line[: line.rfind(b"\n") + 1] or line)
    return encoding


def blocks(
    look: TextFile,
    file: BinaryIO,
    *,
    seen: Callable[[bytes], None] | None = None,
    most: int = BLOCK,
    start: int = 0,
) -> Iterator[tuple[str, int]]:
    """Yield the file's text in blocks of whole lines, and how many of its bytes were read so far.

    Not more than the file had when it was looked at is read, and a last line that was being
    written then is left out. What cannot be decoded becomes U+FFFD. `seen` is given
    the file's bytes as they come. Raises `BadFile` for a packed file that is damaged and for one
    that was cut off meanwhile.
    """
    file.seek(start)
    limited = _Limited(file, look.size - start, seen)
    raw: _Readable = gzip.GzipFile(fileobj=limited, mode="rb") if look.compressed else limited
    decoder = codecs.getincrementaldecoder(look.encoding)("replace")
    rest, begun = "", start > 0
    while True:
        data = _unpack(raw, most, look.path)
        text = rest + decoder.decode(data, final=not data)
        if not begun:
            text, begun = text.removeprefix("\ufeff"), True
        if not data:
            break
        cut = text.rfind("\n") + 1
        rest = text[cut:]
        if cut:
            yield text[:cut], limited.taken
    if start + limited.taken < look.size and not look.compressed:
        raise BadFile(
            f"{look.name} was cut off while it was read: read it again.",
            key="file_shrank",
            file=look.name,
        )
    grew = not look.compressed and os.fstat(file.fileno()).st_size > look.size
    if text and not grew:
        yield text, limited.taken


class _Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


class _Limited:
    """Reads an open file up to a number of bytes."""

    def __init__(self, file: BinaryIO, size: int, seen: Callable[[bytes], None] | None) -> None:
        self._file = file
        self._left = size
        self._seen = seen
        self.taken = 0

    def seek(self, place: int, whence: int = 0, /) -> int:
        """Go nowhere: what was read cannot be read again."""
        raise OSError("not seekable")

    def read(self, size: int = -1, /) -> bytes:
        data = self._file.read(min(self._left, size if size >= 0 else self._left))
        self._left -= len(data)
        self.taken += len(data)
        if self._seen is not None:
            self._seen(data)
        return data


def _unpack(file: _Readable, size: int, path: Path) -> bytes:
    try:
        return file.read(size)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadFile(
            f"{path.name} is a damaged gzip file: {error}.", key="file_gzip", file=path.name
        ) from error


def _read_at(file: BinaryIO, place: int, size: int) -> bytes:
    file.seek(place)
    data = file.read(size)
    file.seek(0)
    return data
