"""The end of a file that others write too: whether its last line is whole, and its last seal."""

import os
from typing import Final, NamedTuple

from app.stream_log.lines import MAX_LINE, Whole, scan
from app.stream_log.sealing import unsealed

_STEP: Final = 65_536


class Tail(NamedTuple):
    """What stands after the last end of line, and where that begins."""

    begins: int
    unfinished: bytes


def read_tail(handle: int, size: int) -> Tail:
    """Return what follows the last end of line of an open file of `size` bytes.

    Of what is longer than any record, only the end is looked at.
    """
    if size == 0 or _read(handle, size - 1, 1) == b"\n":
        return Tail(size, b"")
    begins = size
    blocks: list[bytes] = []
    while begins > 0 and size - begins < MAX_LINE:
        step = min(_STEP, begins)
        block = _read(handle, begins - step, step)
        cut = block.rfind(b"\n")
        blocks.append(block[cut + 1 :])
        begins -= step
        if cut >= 0:
            begins += cut + 1
            break
    return Tail(begins, b"".join(reversed(blocks)))


def last_seal(handle: int, size: int, *, thorough: bool) -> str | None:
    """Return the chain value of the last whole record that has one, or None.

    It is looked for in the last MiB, and if `thorough` in the whole file.
    """
    for step in (_STEP, 1 << 20):
        start = max(0, size - step)
        lines = _read(handle, start, size - start).split(b"\n")
        for line in reversed(lines[1:] if start else lines):
            if (taken := unsealed(line)) is not None:
                return taken.chain
        if start == 0:
            return None
    if not thorough:
        return None
    found = None
    with os.fdopen(os.dup(handle), "rb") as file:
        file.seek(0)
        for item in scan(file):
            if isinstance(item, Whole):
                found = item.message["metadata"].get("_chain", found)
    return found


def _read(handle: int, offset: int, length: int) -> bytes:
    os.lseek(handle, offset, os.SEEK_SET)
    found = b""
    while len(found) < length and (more := os.read(handle, length - len(found))):
        found += more
    return found
