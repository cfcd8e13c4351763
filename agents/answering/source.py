"""The file behind a table, as it was when it was read, and whether it still is."""

import hashlib
from pathlib import Path
from threading import Event
from typing import Final

from app.domain.base import Value


class LoadNote(Value):
    """What was changed on load: `key` of the sentence, how many rows, which values, and of which
    of several tables.
    """

    key: str
    count: int = 0
    what: str = ""
    table: str = ""


LEFT_OUT: Final = "read_lines_left_out"
"""The note of lines that could not be read; it stands beside each answer."""
TABLE: Final = "games"
_CHUNK: Final = 1 << 20
LARGE: Final = 400_000_000  # bytes from which on a table is kept on disk, not in memory


class Source(Value):
    """The file behind a table, or the `files` of a folder, as they were when they were read.

    `rows` counts lines of the table. `relation` is the SQL by which DuckDB reads the same rows
    again, `view` the statement that makes its table of them, "" where there is none. `size` and
    `modified_ns` are sums over the files. `notes` tell what was changed on load.
    """

    path: Path
    files: tuple[Path, ...] = ()
    sha256: str
    rows: int
    size: int
    modified_ns: int
    relation: str = ""
    view: str = ""
    simulated: bool = False
    notes: tuple[LoadNote, ...] = ()

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return self.path.name


def statement_text(sql: str, source: Source) -> str:
    """Return a statement as it ran, under the file that it ran on and how its table is made."""
    view = "".join(one if one.isprintable() else "\ufffd" for one in source.view)
    made = f". In DuckDB: {view}" if view else ""
    return f"-- {source.name}, sha256 {source.sha256}{made}\n{sql.rstrip().rstrip(';')};\n"


def size_of(path: Path) -> int:
    """Return the size of a table's file in bytes; 0 for a folder, or if it cannot be seen."""
    given = Path(str(path.expanduser()).partition("#")[0])
    try:
        return given.stat().st_size if given.is_file() else 0
    except OSError:
        return 0


def drift(source: Source) -> str | None:
    """Return "gone" or "changed" if the file on disk is no longer what was read, else None."""
    try:
        files = list(source.files) or [source.path]
        if not all(file.exists() for file in files):
            return "gone"
        if size_and_time(files) == (source.size, source.modified_ns):
            return None
        return None if digest_of(files) == source.sha256 else "changed"
    except OSError:
        return "gone"


def size_and_time(files: list[Path]) -> tuple[int, int]:
    """Return the sums over files of their sizes in bytes and times of change in nanoseconds."""
    stats = [file.stat() for file in files]
    return sum(stat.st_size for stat in stats), sum(stat.st_mtime_ns for stat in stats)


def digest_of(files: list[Path], given_up: Event | None = None) -> str:
    """Return the digest of a file; of several, the digest of their digests; "" once given up."""
    digests = []
    for path in files:
        digest = hashlib.sha256()
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                if given_up is not None and given_up.is_set():
                    return ""
                digest.update(chunk)
        digests.append(digest.hexdigest())
    return (
        digests[0] if len(digests) == 1 else hashlib.sha256("".join(digests).encode()).hexdigest()
    )
