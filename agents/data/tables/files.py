"""What lies at a path is looked at, told apart by its first bytes, and read by its reader."""

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from agents.answering.source import size_and_time
from agents.data.tables.refusals import no_such_table
from agents.data.tables.rows import Rows
from app.domain.messages import TABLE_ENDINGS
from app.errors import BadFile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_GZIP, _PARQUET, _SQLITE = b"\x1f\x8b", b"PAR1", b"SQLite format 3\x00"
_ZIP, _OLE, _DUCKDB = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"DUCK"
_REPLAYS = "*.SC2Replay"


def looked_at(path: Path) -> tuple[list[Path], int, int]:
    """Return the files that a path means, with their size and time of change.

    Raises `BadFile` for what cannot be read.
    """
    try:
        files = _files_of(path)
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
    return files, size, modified


def _files_of(spec: Path) -> list[Path]:
    """Return the files that a path means: itself, those of a folder, or of a pattern (`*.csv`).

    Of a folder those of its commonest kind, or the replays in it. Raises `BadFile` where there are
    none.
    """
    if spec.is_dir():
        found = [one for one in sorted(spec.iterdir())
                 if one.is_file() and not one.name.startswith((".", "_"))]  # fmt: skip
        kinds = Counter(_kind(one) for one in found if _kind(one))
        if not kinds and (replays := sorted(spec.rglob(_REPLAYS))):
            return replays
        if kinds:
            best = max(kinds, key=lambda kind: (kinds[kind], kind))
            return [one for one in found if _kind(one) == best]
    elif not spec.exists() and set("*?[") & set(spec.name) and spec.parent.is_dir():
        found = [one for one in sorted(spec.parent.glob(spec.name)) if one.is_file()]
        if found:
            return found
    else:
        return [spec]
    raise BadFile(
        f"{spec.name} has no tables in it. Give a CSV, Parquet, Excel, JSON, SQLite or DuckDB "
        "file, or a folder of such files.",
        key="file_is_directory",
        file=spec.name,
    )


def _kind(file: Path) -> str:
    """Return the ending by which a file may be a table, "" for others."""
    name = file.name.lower().removesuffix(".gz")
    return next((one for one in TABLE_ENDINGS if name.endswith(one)), "")


@contextmanager
def rows_of(
    connection: "DuckDBPyConnection", files: list[Path], chosen: str = ""
) -> Iterator[list[Rows]]:
    """Give the tables of files of one shape, to be read within the context; raises `BadFile`.

    `chosen` names one of several tables, which then is the first.
    """
    from agents.data.tables.readers.databases import detach

    with tempfile.TemporaryDirectory(prefix="balance-desk-") as folder:
        try:
            yield _read(connection, files, chosen, Path(folder))
        finally:
            detach(connection)


def _in_order(found: Sequence[Rows], chosen: str, path: Path) -> list[Rows]:
    """Return tables of a folder, the chosen one first; raises `BadFile` if it is not there."""
    from agents.data.tables.readers.databases import MOST_TABLES

    names = [one.table or path.stem for one in found]
    if chosen and chosen not in names:
        raise no_such_table(path.parent, names)
    return sorted(found, key=lambda one: one.table != chosen)[:MOST_TABLES]


def _read(
    connection: "DuckDBPyConnection", files: list[Path], chosen: str, folder: Path
) -> list[Rows]:
    from agents.data.tables.readers import databases, json_files, replays, sheets, text, typed

    path = files[0]
    if path.match(_REPLAYS):
        return [replays.read_replays(files, folder)]
    with path.open("rb") as file:
        start = file.read(64)
        rest = iter(partial(file.read, 2**20), b"")
        blank = not start.strip() and not any(map(bytes.strip, rest))
    if blank and len(files) == 1:
        raise BadFile(f"{path.name} is empty.", key="file_empty", file=path.name)
    if start[8:12] == _DUCKDB and len(files) == 1:  # a checksum before it may look like any other
        return databases.read_duckdb(connection, path, chosen)
    if start.startswith(_GZIP):
        files = [text.unpacked(one, folder) for one in files]
        return _read(connection, files, chosen, folder)
    if start.startswith(_PARQUET):
        return _in_order(typed.read_parquet(connection, files), chosen, path)
    if json_files.begins_like_json(start) and _kind(path) not in (".csv", ".tsv"):
        return _in_order(json_files.read_json(connection, path, folder, files), chosen, path)
    if not (start.startswith((_SQLITE, _ZIP, _OLE)) or start[8:12] == _DUCKDB):
        return _in_order(text.read_text(files, folder), chosen, path)
    if len(files) > 1:
        raise BadFile(
            f"Several files such as {path.name} cannot be read as one table. Give one of them.",
            key="file_not_a_table",
            file=path.name,
        )
    if start.startswith(_SQLITE):
        return databases.read_sqlite(path, chosen, folder)
    return sheets.read_sheets(path, chosen, folder)
