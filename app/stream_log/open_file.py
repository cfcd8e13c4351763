"""The file that is being written: appended whole lines, mended ends, and its last seal."""

import os
from pathlib import Path
from typing import Final, NamedTuple

from app.stream_log.day_files import Stem, quarantine
from app.stream_log.hash_chain import first_link, seal, unsealed
from app.stream_log.record import MAX_LINE, Whole, parse, scan
from app.system.files import append_whole, private_folder, sync_data

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


_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)


class OpenDay:
    """Owns the descriptor of one day file; every method is called under the log's lock.

    What other processes did since the last write shows in the file's size: then its end is read
    again, and a line that its writer could not finish is ended and its bytes put aside.

    `head` is the checkpoint after which a chain begins, or None to begin none.
    """

    def __init__(self, path: Path, stem: Stem, *, quarantine: Path, head: str | None) -> None:
        self.path = path
        self.stem = stem
        private_folder(path.parent)
        self.handle = os.open(path, _FLAGS, 0o600)
        found = os.fstat(self.handle)
        self.size = found.st_size
        self._identity = (found.st_dev, found.st_ino)
        self._place = str(path)
        self._quarantine = quarantine
        self._known = -1
        self._unfinished = False
        # A chain that was begun goes on, whatever this writer was told.
        self._head = head
        self._chain: str | None = None

    def is_current(self) -> bool:
        """Whether the file is still in its place; takes note of what others appended."""
        try:
            found = os.stat(self._place)  # noqa: PTH116
        except FileNotFoundError:
            return False
        self.size = found.st_size
        return (found.st_dev, found.st_ino) == self._identity

    def write(self, line: bytes) -> None:
        """Append a line, whole or not at all; raises OSError."""
        if self.size != self._known:
            self._look_at_end()
        chain = self._chain
        if chain is not None:
            line, chain = seal(line, chain)
        data = (b"\n" if self._unfinished else b"") + line + b"\n"
        start = self.size
        append_whole(self.handle, data, size=start)
        self._unfinished = False
        self._chain = chain
        self.size = self._known = start + len(data)

    def sync(self) -> None:
        """Make the file durable."""
        sync_data(self.handle)

    def close(self) -> None:
        """Close the file."""
        os.close(self.handle)

    def _look_at_end(self) -> None:
        tail = read_tail(self.handle, self.size)
        self._unfinished = bool(tail.unfinished)
        if tail.unfinished and parse(tail.unfinished) is None:
            quarantine(self._quarantine, self.stem, tail.begins, tail.unfinished)
        if self.size == 0:
            self._chain = self._begun_here()
        elif self._known < 0 or self._chain is not None:
            before = last_seal(self.handle, self.size, thorough=self._head is not None)
            self._chain = before or self._begun_here()

    def _begun_here(self) -> str | None:
        """Return the link of a chain that begins behind what stands here, if one is to begin."""
        if self._head is None:
            return None
        stands = self.path.read_bytes() + (b"\n" if self._unfinished else b"")
        return first_link(self.stem.name, self._head, stands)
