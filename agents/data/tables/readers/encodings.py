"""Text files in other encodings than UTF-8 are told apart by their bytes, and copied into UTF-8."""

import codecs
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Literal

TextEncoding = Literal["UTF-8", "UTF-16", "CP949", "CP1252"]
_CHUNK = 1 << 20
_RUNS = re.compile(rb"[\x80-\xff]+")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def encoding_of(path: Path) -> TextEncoding | None:
    """Return the encoding of a text file, or None for one that holds something else.

    What is neither UTF-8 nor marked as UTF-16 is CP949 or CP1252 (Latin-1 with more signs), in
    which runs of UTF-8 may stand: tables are put together of several. In CP949 characters beyond
    ASCII are pairs of bytes, and mostly both are beyond it; in Spanish or French text such a byte
    mostly stands alone.
    """
    if marked_utf_16(path):
        return "UTF-16" if _decodes(path, "utf-16") else None
    if _decodes(path, "utf-8"):
        return "UTF-8"
    pairs, alone = _runs(path)
    order: tuple[TextEncoding, ...] = ("CP949", "CP1252") if pairs >= alone else ("CP1252", "CP949")
    return next((name for name in order if _holds(path, name)), None)


def marked_utf_16(path: Path) -> bool:
    """Whether a file begins with a byte order mark of UTF-16."""
    with path.open("rb") as file:
        return file.read(2) in _UTF_16


def recode(path: Path, copy: Path, encoding: TextEncoding) -> None:
    """Write a text file in UTF-8, all its lines ended by a line feed."""
    if encoding == "CP1252":
        with path.open("rb") as file, copy.open("wb") as new_bytes:
            for lines in _lines(file):
                recoded = _RUNS.sub(lambda run: _western(run[0]).encode(), lines)
                new_bytes.write(recoded.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
        return
    with (
        path.open(encoding=encoding) as old,
        copy.open("w", encoding="utf-8", newline="") as new,
    ):
        while chunk := old.read(_CHUNK):
            new.write(chunk)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield a file in pieces of whole lines."""
    while chunk := file.read(_CHUNK):
        yield chunk + file.readline()


def _western(run: bytes) -> str:
    """Return what bytes beyond ASCII say in UTF-8, else in CP1252; raises UnicodeDecodeError."""
    return run.decode() if _is_utf_8(run) else run.decode("CP1252")


def _is_utf_8(run: bytes) -> bool:
    try:
        run.decode()
    except UnicodeDecodeError:
        return False
    return True


def _holds(path: Path, encoding: TextEncoding) -> bool:
    """Whether the whole file can be read in an encoding."""
    if encoding != "CP1252":
        return _decodes(path, encoding)
    try:
        with path.open("rb") as file:
            for lines in _lines(file):
                for run in _RUNS.findall(lines):
                    _western(run)
    except UnicodeDecodeError:
        return False
    return True


def _decodes(path: Path, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _runs(path: Path) -> tuple[int, int]:
    """Return how many runs of bytes beyond ASCII, no UTF-8, are of even and of odd length."""
    even = odd = 0
    with path.open("rb") as file:
        for lines in _lines(file):
            for run in _RUNS.findall(lines):
                if not _is_utf_8(run):
                    even, odd = even + (len(run) % 2 == 0), odd + len(run) % 2
            if even + odd > _CHUNK:
                break
    return even, odd
