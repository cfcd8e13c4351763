"""What is said of files that cannot be opened as tables."""

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from app.errors import BadFile

_NAMED = 20  # tables


def not_a_table(path: Path) -> BadFile:
    """Return the error for a file that no reader takes for a table."""
    return BadFile(
        f"{path.name} cannot be read as a table. Give a CSV, Parquet, Excel, JSON, SQLite or "
        "DuckDB file.",
        key="file_not_a_table",
        file=path.name,
    )


def no_such_table(path: Path, names: Iterable[str]) -> BadFile:
    """Return the error for a table that is not among those of a file or folder."""
    listed = ", ".join(islice(names, _NAMED)) or "–"
    return BadFile(
        f"{path.name} has these tables: {listed}. Name one of them after a #.",
        key="file_several_tables",
        file=path.name,
        tables=listed,
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
