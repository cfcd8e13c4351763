"""Lines become records; whatever is not a record is told as damage and never hides the others."""

import re
import zlib
from collections.abc import Iterator
from typing import IO, Final, NamedTuple

from app.stream_log.record import Message, parse

MAX_LINE: Final = 16 * 2**20

_BEGINNING = re.compile(rb'\{"id":"')
_MOST_BEGINNINGS = 32


class Whole(NamedTuple):
    """A record and where its bytes are; its line has number `line` and ends before `after`."""

    offset: int
    length: int
    line: int
    after: int
    message: Message


class Damage(NamedTuple):
    """Bytes that are no record: where, how many, and what they look like."""

    offset: int
    length: int
    line: int
    after: int
    reason: str


class Open(NamedTuple):
    """A last line without its end: it is being written, or its writer was stopped in it."""

    offset: int
    length: int
    line: int
    message: Message | None


def scan(file: IO[bytes], *, offset: int = 0, line: int = 0) -> Iterator[Whole | Damage | Open]:
    """Yield what is in an open file from a line's beginning on, in order, in bounded memory.

    `line` is how many lines stand before `offset`. Empty lines are passed over.
    """
    if offset:
        file.seek(offset)
    while True:
        try:
            raw = file.readline(MAX_LINE)
        except (EOFError, OSError, zlib.error) as error:
            yield Damage(offset, 0, line + 1, offset, f"the file cannot be read on: {error}")
            return
        if not raw:
            return
        line += 1
        length = len(raw)
        if raw[-1:] != b"\n":
            if length == MAX_LINE:
                length = _rest_of_line(file, length)
                yield Damage(offset, length, line, offset + length, "a line without end")
                offset += length
                continue
            yield Open(offset, length, line, parse(raw))
            return
        message = parse(raw)
        if message is not None:
            yield Whole(offset, length, line, offset + length, message)
        elif length > 1:
            yield from _pieces(raw, offset, line)
        offset += length


def _rest_of_line(file: IO[bytes], length: int) -> int:
    while more := file.readline(MAX_LINE):
        length += len(more)
        if more[-1:] == b"\n":
            break
    return length


def _pieces(raw: bytes, offset: int, line: int) -> Iterator[Whole | Damage]:
    """Yield the records that stand in a damaged line, and the rest as damage."""
    beginnings = [found.start() for found in _BEGINNING.finditer(raw)][:_MOST_BEGINNINGS]
    done, after = 0, offset + len(raw)
    for number, start in enumerate(beginnings):
        if start < done:
            continue
        for stop in reversed([*beginnings[number + 1 :], len(raw)]):
            piece = raw[start:stop].rstrip(b"\0\n\r ")
            message = parse(piece)
            if message is None:
                continue
            if start > done:
                yield _damage(raw[done:start], offset + done, line, after)
            yield Whole(offset + start, len(piece), line, after, message)
            done = start + len(piece)
            break
    if raw[done:].strip(b"\n\r "):
        yield _damage(raw[done:], offset + done, line, after)


def _damage(raw: bytes, offset: int, line: int, after: int) -> Damage:
    bare = raw.strip(b"\0\n\r ")
    if not bare:
        reason = "a block of NUL bytes"
    elif bare.startswith(b"{"):
        reason = "a record that was cut off or altered"
    else:
        reason = "not a record"
    return Damage(offset, len(raw), line, after, reason)
