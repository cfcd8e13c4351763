"""How the bytes of a text file are read: byte order marks, UTF-8, UTF-16, CP949, Latin-1."""

import codecs
import re
from typing import Final, NamedTuple

SAMPLE: Final = 65_536

_MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROLS = re.compile(rb"[\x00-\x06\x0e-\x1a\x1c-\x1f]")
_MOST_CONTROLS = 0.05
_UTF_16_ZEROS = 0.3


class Encoding(NamedTuple):
    """A codec's name, and whether it was only guessed."""

    name: str
    guessed: bool = False


def encoding_of(sample: bytes) -> Encoding | None:
    """Return how a text that begins so is read, or None for bytes that are no text.

    Bytes that are neither UTF-8 nor CP949 are read as Latin-1, which reads everything: a guess.
    """
    for mark, name in _MARKS:
        if sample.startswith(mark):
            return Encoding(name)
    if b"\0" in sample:
        return _without_mark(sample)
    if len(_CONTROLS.findall(sample)) > _MOST_CONTROLS * len(sample):
        return None
    for name in ("utf-8", "cp949"):
        if _decodes(sample, name):
            return Encoding(name, guessed=name == "cp949")
    if (several := _of_lines(sample)) is not None:
        return several
    # A few broken bytes in a text that is UTF-8 otherwise: a log that something else wrote into.
    lost = sample.decode("utf-8", "replace").count("\ufffd")
    if lost * 100 < len(sample) and any(byte > 127 for byte in sample):
        strange = sum(byte > 127 for byte in sample)
        if lost * 2 < strange:
            return Encoding("utf-8")
    return Encoding("latin-1", guessed=True)


def _of_lines(sample: bytes) -> Encoding | None:
    """Return the code of most lines where each is in one of two, as several programs write them."""
    lines = [line for line in sample.split(b"\n")[:-1] if not line.isascii()]
    unicode = sum(_decodes(line, "utf-8") for line in lines)
    korean = sum(not _decodes(line, "utf-8") and _decodes(line, "cp949") for line in lines)
    if not unicode or not korean or unicode + korean < len(lines):
        return None
    return Encoding("utf-8" if unicode >= korean else "cp949", guessed=True)


def _without_mark(sample: bytes) -> Encoding | None:
    """Return UTF-16 where every other byte is zero often, as in text that is mostly ASCII."""
    for name, start in (("utf-16-le", 1), ("utf-16-be", 0)):
        high = sample[start::2]
        low = sample[1 - start :: 2]
        if high and high.count(0) > _UTF_16_ZEROS * len(high) and low.count(0) * 100 < len(low):
            return Encoding(name, guessed=True)
    zeros = sample.count(0)
    # A block of zeros in a log is what a crash of the machine leaves.
    lines = [line for line in sample.split(b"\n") if line.strip(b"\0\r ")]
    texts = sum(encoding is not None for encoding in map(_line_encoding, lines[:200]))
    if zeros * 2 < len(sample) and len(lines) > 1 and texts * 10 > 9 * len(lines[:200]):
        return Encoding("utf-8", guessed=True)
    return None


def _line_encoding(line: bytes) -> Encoding | None:
    bare = line.strip(b"\0\r ")
    return None if b"\0" in bare else encoding_of(bare)


def _decodes(sample: bytes, name: str) -> bool:
    decoder = codecs.getincrementaldecoder(name)()
    try:
        decoder.decode(sample)
    except UnicodeDecodeError:
        return False
    return True
