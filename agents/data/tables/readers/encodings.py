"""Text files in other encodings than UTF-8 are told apart by their bytes, and copied into UTF-8."""

import codecs
import re
from pathlib import Path
from typing import Literal

TextEncoding = Literal["UTF-8", "UTF-16", "CP949", "CP1252"]
_CHUNK = 1 << 20
_RUNS = re.compile(rb"[\x80-\xff]+")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def encoding_of(path: Path) -> TextEncoding | None:
    """Return the encoding of a text file, or None for one that holds something else.

    What is neither UTF-8 nor marked as UTF-16 is CP949 or CP1252 (Latin-1 with more signs). In
    CP949 characters beyond ASCII are pairs of bytes, and mostly both are beyond it; in Spanish or
    French text such a byte mostly stands alone.
    """
    with path.open("rb") as file:
        start = file.read(2)
    if start in _UTF_16:
        return "UTF-16" if _decodes(path, "utf-16") else None
    if _decodes(path, "utf-8"):
        return "UTF-8"
    pairs, alone = _runs(path)
    order: tuple[TextEncoding, ...] = ("CP949", "CP1252") if pairs >= alone else ("CP1252", "CP949")
    return next((name for name in order if _decodes(path, name)), None)


def recode(path: Path, copy: Path, encoding: TextEncoding) -> None:
    """Write a text file in UTF-8, all its lines ended by a line feed."""
    with (
        path.open(encoding=encoding) as old,
        copy.open("w", encoding="utf-8", newline="") as new,
    ):
        while chunk := old.read(_CHUNK):
            new.write(chunk)


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
    """Return how many runs of bytes beyond ASCII are of even and of odd length."""
    even = odd = 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            for run in _RUNS.findall(chunk):
                if len(run) % 2:
                    odd += 1
                else:
                    even += 1
            if even + odd > _CHUNK:
                break
    return even, odd
