"""A file that will not grow any more is summed up in a checkpoint; checkpoints are linked too."""

import json
import os
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final, NamedTuple

from app.disk import private_file
from app.domain.ids import utc_now
from app.stream_log.day_files import DayFiles, Stem, parse_stem
from app.stream_log.sealing import unsealed

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
