"""What lies at a path is looked at, told apart by its first bytes, and read by its reader."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from agents.answering.source import size_and_time
from agents.data.tables.rows import Rows
from app.errors import BadFile

_GZIP = b"\x1f\x8b"
_STARTS = {b"SQLite format 3\x00": "sqlite", b"PAR1": "parquet"}


def looked_at(path: Path, files: list[Path]) -> tuple[int, int]:
    """Return size and time of change of files; raises `BadFile` for what cannot be read."""
    try:
        size, modified = size_and_time(files)
        for file in files:
            file.open("rb").close()
    except FileNotFoundError:
        raise BadFile(
            f"There is no file {path}. Check the name and the folder.",
            key="file_missing",
            file=str(path),
        ) from None
    except OSError as error:
        raise BadFile(
            f"{path} cannot be read: {error.strerror}.",
            key="file_unreadable",
            file=str(path),
            cause=error.strerror or "",
        ) from None
    if size == 0:
        raise BadFile(f"{path.name} is empty.", key="file_empty", file=path.name)
    return size, modified


@contextmanager
def rows_of(path: Path, chosen: str = "") -> Iterator[list[Rows]]:
    """Give the tables of a file, to be read within the context; raises `BadFile`.

    `chosen` names one of several tables.
    """
    with tempfile.TemporaryDirectory(prefix="balance-desk-") as folder:
        yield _read(path, chosen, Path(folder))


def _read(path: Path, chosen: str, folder: Path) -> list[Rows]:
    from agents.data.tables.readers import text

    with path.open("rb") as file:
        start = file.read(16)
    if start.startswith(_GZIP):
        return _read(text.unpacked(path, folder), chosen, folder)
    return [text.read_text(path, folder)]


def not_a_table(path: Path) -> BadFile:
    """Return the error for a file that no reader takes for a table."""
    return BadFile(
        f"{path.name} cannot be read as a table. Give a CSV, Parquet, Excel, JSON, SQLite or "
        "DuckDB file.",
        key="file_not_a_table",
        file=path.name,
    )


def vanished(path: Path) -> BadFile:
    """Return the error for a file that went away while it was read."""
    return BadFile(
        f"{path.name} went away while it was read. Put it back, or choose another file.",
        key="file_missing",
        file=str(path),
    )


def too_large(path: Path) -> BadFile:
    """Return the error for a file that does not fit into memory."""
    return BadFile(
        f"{path.name} does not fit into memory. Give a smaller file: fewer columns or rows.",
        key="file_too_large",
        file=path.name,
    )
