"""The hash chain: each record carries the hash of the one before it; checkpoints sum up files.

`_chain` = SHA-256(chain of the record before, then the bytes of this line without `_chain`), in
hexadecimal; the first record of a file with a seal is linked to the name of its file, to the newest
checkpoint of that moment, and to all that stands before it. So files are chained in the order in
which they were begun; the days in their names are not in that order when the clock went back.
"""

import json
import os
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from app.domain.ids import utc_now
from app.stream_log.day_files import DayFiles, Stem, parse_stem
from app.system.files import private_file

if TYPE_CHECKING:
    from hashlib import _Hash as Hash


_SEAL = re.compile(rb',?"_chain":"([0-9a-f]{64})"\}\}$')
_END: Final = b"}}"
_EMPTY: Final = sha256().digest()


class Sealed(NamedTuple):
    """A line taken apart: its bytes without seal and end of line, and the seal."""

    bare: bytes
    chain: str


def first_link(stem_name: str, head: str, ahead: "bytes | Hash" = b"") -> str:
    """Return what the first sealed record of a file is linked to.

    `head` is the hash of the newest checkpoint; logs of older versions have "" there. `ahead` are
    the bytes before its line, or what SHA-256 has read of them: lines without a seal.
    """
    stands = sha256(ahead) if isinstance(ahead, bytes) else ahead
    after = f" after {head}" if head else ""
    before = "" if stands.digest() == _EMPTY else f" {stands.hexdigest()}"
    return sha256(f"balance-desk stream log {stem_name}{after}{before}".encode()).hexdigest()


def link(before: str, bare: bytes) -> str:
    """Return the chain value of a line without seal."""
    return sha256(before.encode() + bare).hexdigest()


def seal(bare: bytes, before: str) -> tuple[bytes, str]:
    """Return the line with its seal, and the chain value; `bare` ends with its metadata."""
    chain = link(before, bare)
    comma = b"" if bare.endswith(b"{" + _END) else b","
    return bare[:-2] + comma + b'"_chain":"' + chain.encode() + b'"' + _END, chain


def unsealed(line: bytes) -> Sealed | None:
    """Take a line apart, or return None when it has no seal."""
    line = line.rstrip(b"\n")
    found = _SEAL.search(line)
    return Sealed(line[: found.start()] + _END, found[1].decode()) if found else None


FIRST: Final = sha256(b"balance-desk stream log checkpoints").hexdigest()


class Checkpoint(NamedTuple):
    """What a closed file was: its bytes, their hash, its lines and its last chain value.

    `link` is SHA-256 of the line before in the file of checkpoints.
    """

    stem: Stem
    size: int
    digest: str
    lines: int
    chain: str | None
    link: str
    line: bytes


class Checkpoints:
    """Owns `stream/checkpoints.jsonl`; writers hold the log's lock."""

    def __init__(self, files: DayFiles) -> None:
        self._files = files
        self._path = files.stream / "checkpoints.jsonl"

    def __iter__(self) -> Iterator[Checkpoint]:
        """Yield the checkpoints in the order they were made; damaged lines are left out."""
        try:
            lines = self._path.read_bytes().splitlines()
        except FileNotFoundError:
            return
        for line in lines:
            if (found := _parse(line)) is not None:
                yield found

    def has(self, stem: Stem) -> bool:
        """Whether a file was closed."""
        return any(found.stem == stem for found in self)

    def head(self) -> str:
        """Return the hash of the last checkpoint: what to note down elsewhere."""
        last = FIRST
        for found in self:
            last = sha256(found.line).hexdigest()
        return last

    def close(self, stems: list[Stem]) -> None:
        """Write the checkpoints of files that will not grow any more; raises OSError.

        Those that are closed or empty are passed over.
        """
        done = {found.stem for found in self}
        for stem in stems:
            if stem in done:
                continue
            size, digest, lines, chain = _summed(self._files, stem)
            if size == 0:
                continue
            entry = {
                "stem": stem.name,
                "bytes": size,
                "sha256": digest,
                "lines": lines,
                "chain": chain,
                "t": utc_now().replace(tzinfo=None).isoformat(timespec="seconds"),
                "link": self.head(),
            }
            self._append(json.dumps(entry).encode())

    def _append(self, line: bytes) -> None:
        private_file(self._path)
        with self._path.open("a+b") as file:
            if file.tell() and file.seek(-1, os.SEEK_END) >= 0 and file.read(1) != b"\n":
                line = b"\n" + line
            file.write(line + b"\n")
            file.flush()
            os.fsync(file.fileno())


def _summed(files: DayFiles, stem: Stem) -> tuple[int, str, int, str | None]:
    whole = sha256()
    size = lines = 0
    chain = None
    with files.open(stem) as file:
        for line in file:
            whole.update(line)
            size += len(line)
            lines += 1
            if (taken := unsealed(line)) is not None:
                chain = taken.chain
    return size, whole.hexdigest(), lines, chain


def _parse(line: bytes) -> Checkpoint | None:
    try:
        entry: dict[str, Any] = json.loads(line)
        stem = parse_stem(entry["stem"])
        if stem is None:
            return None
        return Checkpoint(
            stem=stem,
            size=int(entry["bytes"]),
            digest=str(entry["sha256"]),
            lines=int(entry["lines"]),
            chain=entry["chain"],
            link=str(entry["link"]),
            line=line,
        )
    except (ValueError, KeyError, TypeError):
        return None
