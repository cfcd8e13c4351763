"""A text file as it is: how large, in which code, packed or not, and its text in blocks."""

import codecs
import gzip
import os
import time
import zlib
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, AnyStr, BinaryIO, Final, Literal, Protocol, cast

from agents.tools.encodings import SAMPLE, Encoding, encoding_of
from agents.tools.journal_export import BEGINNING, JournalExport
from app.domain.base import Value
from app.errors import BadFile

BLOCK: Final = 4 << 20
Packing = Literal["", "gzip", "zstd"]
_PACKINGS: Final[tuple[tuple[bytes, Packing], ...]] = (
    (b"\x1f\x8b", "gzip"), (b"\x28\xb5\x2f\xfd", "zstd"),
)  # fmt: skip
LONGEST_LINE: Final = 1 << 20
"""Bytes of a line that are read (characters, in a code of wide ones); the rest of it is not."""
# A file that was written to so shortly ago may be written to still.
_FRESH_SECONDS = 5.0


class Cut:
    """Counts the lines that were cut at `LONGEST_LINE`, and what of them was not read."""

    def __init__(self) -> None:
        self.lines = 0
        self.rest = 0


class TextFile(Value):
    """What is known of a text file before it is read.

    `size` are its bytes on the disk now; what is added later is not read. `encoding` is a Python
    codec; `guessed` says that the bytes allow others; `packing` says by what it is packed.
    `growing` says that it was written to in the last seconds, `journal` that it is an export of
    journald, which is read as JSON lines.
    """

    path: Path
    size: int
    modified: float
    encoding: str
    guessed: bool = False
    packing: Packing = ""
    growing: bool = False
    journal: bool = False

    @property
    def compressed(self) -> bool:
        """Whether it is packed."""
        return bool(self.packing)

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
    packing = _packing(start)
    if packing:
        start = _unpack(_unpacked(file, packing), SAMPLE, path)
        file.seek(0)
        encoding = encoding_of(start)
    else:
        encoding = _overall(file, found.st_size, start)
    journal = start.startswith(BEGINNING)
    if journal:
        encoding = Encoding("utf-8")  # it holds lengths as bytes, and is read as JSON lines
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
        packing=packing,
        journal=journal,
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
    cut: Cut | None = None,
) -> Iterator[tuple[str, int]]:
    """Yield the file's text in blocks of whole lines, and how many of its bytes were read so far.

    A line is read up to `LONGEST_LINE`, and `cut` counts those that are longer; a block is empty
    while the rest of one goes by.

    Not more than the file had when it was looked at is read, and a last line that was being
    written then is left out. A line that is not in the file's code is read in its own, if it can
    be, else what cannot be decoded becomes U+FFFD. `seen` is given the file's bytes as they come.
    Raises `BadFile` for a packed file that is damaged and for one that was cut off meanwhile.
    """
    file.seek(start)
    limited = _Limited(file, look.size - start, seen)
    raw: _Readable = _unpacked(limited, look.packing) if look.packing else limited
    raw = JournalExport(raw) if look.journal else raw
    lines = _wide if look.encoding.startswith(("utf-16", "utf-32")) else _by_line
    pieces = iter(lambda: _unpack(raw, most, look.path), b"")
    text, begun = "", start > 0
    for text in lines(pieces, look.encoding, cut or Cut()):
        if not begun:
            text, begun = text.removeprefix("\ufeff"), True
        if text.endswith("\n") or not text:
            yield text, limited.taken
            text = ""
    if start + limited.taken < look.size and not look.compressed:
        raise BadFile(
            f"{look.name} was cut off while it was read: read it again.",
            key="file_shrank",
            file=look.name,
        )
    grew = not look.compressed and os.fstat(file.fileno()).st_size > look.size
    if text and not grew:
        yield text, limited.taken


def _wide(data: Iterator[bytes], encoding: str, cut: Cut) -> Iterator[str]:
    """Yield the text of a code whose characters are several bytes, cut at ends of lines."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    decoded = (decoder.decode(piece, final=not piece) for piece in chain(data, [b""]))
    return _lines(decoded, "\n", cut)


def _by_line(data: Iterator[bytes], encoding: str, cut: Cut) -> Iterator[str]:
    """Yield text cut at ends of lines; a line in another code is read in that."""
    return (_decoded(block, encoding) for block in _lines(data, b"\n", cut))


def _lines(data: Iterator[AnyStr], end: AnyStr, cut: Cut) -> Iterator[AnyStr]:
    """Yield whole lines, several at once, without what is too long of them."""
    rest = end[:0]
    within = False  # the rest of a line that was cut
    for piece in data:
        if within:
            length = piece.find(end)
            if length < 0:
                cut.rest += len(piece)
                yield end[:0]
                continue
            cut.rest += length
            within, piece = False, piece[length + 1 :]
        rest += piece
        kept, at = [], 0
        while len(rest) - at > LONGEST_LINE or rest.find(end, at) >= 0:
            ends = rest.rfind(end, at, at + LONGEST_LINE + 1) + 1
            if ends:
                kept.append(rest[at:ends])
                at = ends
                continue
            head = _whole(rest[at : at + LONGEST_LINE + 1])
            kept += [head, end]
            ends = rest.find(end, at + LONGEST_LINE)
            within = ends < 0
            cut.lines += 1
            cut.rest += (len(rest) if within else ends) - at - len(head)
            at = len(rest) if within else ends + 1
        rest = rest[at:]
        if kept:
            yield end[:0].join(kept)
    if rest:
        yield rest


def _whole(line: AnyStr) -> AnyStr:
    """Return a line without its last byte or character, and what that one cuts in UTF-8."""
    if isinstance(line, str):
        return line[:-1]
    last = len(line) - 1
    while last > len(line) - 4 and 0x80 <= line[last] < 0xC0:
        last -= 1
    return line[:last]


def _decoded(block: bytes, encoding: str) -> str:
    try:
        # Latin-1 reads everything, also what is UTF-8.
        return block.decode("utf-8" if encoding == "latin-1" else encoding)
    except UnicodeDecodeError:
        pass
    return "".join(_line(line, encoding) for line in block.splitlines(keepends=True))


def _line(line: bytes, encoding: str) -> str:
    try:
        return line.decode("utf-8" if encoding == "latin-1" else encoding)
    except UnicodeDecodeError:
        if encoding == "latin-1":
            return line.decode(encoding)
        found = encoding_of(line[:SAMPLE])
        name = found.name if found is not None and found.name != "latin-1" else encoding
        return line.decode(name, "replace")


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


def _packing(start: bytes) -> Packing:
    for sign, name in _PACKINGS:
        if start.startswith(sign):
            return name
    return ""


def _unpacked(file: "BinaryIO | _Limited", packing: Packing) -> _Readable:
    """Return what unpacks an open file."""
    if packing == "gzip":
        return gzip.GzipFile(fileobj=file, mode="rb")
    return _Zstd(file)


class _Zstd:
    """Unpacks zstd, and tells of damage as zlib does; imported when a file is packed so."""

    def __init__(self, file: "BinaryIO | _Limited") -> None:
        from backports import zstd

        self._file = cast("Any", zstd).ZstdFile(file, "r")
        self._damaged: type[Exception] = zstd.ZstdError

    def read(self, size: int = -1, /) -> bytes:
        try:
            return bytes(self._file.read(size))
        except self._damaged as error:
            raise zlib.error(str(error)) from error


def _unpack(file: _Readable, size: int, path: Path) -> bytes:
    try:
        return file.read(size)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadFile(
            f"{path.name} is a damaged packed file: {error}.", key="file_gzip", file=path.name
        ) from error


def _read_at(file: BinaryIO, place: int, size: int) -> bytes:
    file.seek(place)
    data = file.read(size)
    file.seek(0)
    return data
