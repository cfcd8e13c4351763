"""A table file becomes rows in DuckDB: read once, hashed, and never trusted to stay as it was."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from agents.answering.source import REPLAYS, TABLE, LoadNote, Source, digest_of, size_and_time
from agents.data.tables.reshape.steps import shaped
from agents.data.tables.subject import ANY, Subject
from app.errors import BadFile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
_SQLITE_START = b"SQLite format 3\x00"


def load(
    connection: "DuckDBPyConnection",
    path: Path,
    tables: Path | None = None,
    subject: Subject = ANY,
) -> Source:
    """Read a table into `games`; raises `BadFile` with a key of its own.

    CSV may be UTF-8 or UTF-16 (with or without a byte order mark), CP949 or CP1252, with any
    common delimiter;
    Parquet, SQLite (`file.db#table` names one of several tables) and folders of StarCraft II
    replays are read too. The games of replays are kept as CSV in the folder `tables`. `subject` is
    what is known of such tables beforehand.
    """
    path = path.expanduser()
    given, _, chosen = str(path).partition("#")
    if chosen and not path.exists():
        path = Path(given)
    files = sorted(path.rglob(REPLAYS)) if path.is_dir() else [path]
    size, modified = _looked_at(path, files)
    with ThreadPoolExecutor(max_workers=1) as beside:  # a digest takes a tenth of a read
        digesting = beside.submit(digest_of, files)
        try:
            relation, chose = _read(
                connection, path, chosen, files, tables, digesting.result, subject
            )
        except OSError:
            raise _vanished(path) from None
        except BadFile:
            if not path.exists():  # it was there when it was opened
                raise _vanished(path) from None
            raise
        relation, notes = _shaped(connection, path, relation, subject)
        try:
            digest = digesting.result()
        except OSError:
            raise _vanished(path) from None
    if _changed(files, size, modified):
        raise BadFile(
            f"{path.name} changed while it was read. Try again when nothing writes to it.",
            key="file_changing",
            file=path.name,
        )
    rows = int(_scalar(connection, f"SELECT count(*) FROM {TABLE}"))
    columns = [str(row[0]) for row in connection.execute(f"DESCRIBE {TABLE}").fetchall()]
    if len(columns) < 2:
        raise BadFile(
            f"{path.name} is not a table: only one column was found. Give a CSV or Parquet file "
            "with one row per game.",
            key="file_not_a_table",
            file=path.name,
        )
    if rows == 0:
        raise BadFile(
            f"{path.name} has column names but no rows.", key="file_without_rows", file=path.name
        )
    return Source(
        path=path,
        sha256=digest,
        rows=rows,
        size=size,
        modified_ns=modified,
        relation=relation,
        notes=(*chose, *notes),
        simulated="simulated" in path.stem.lower() or _says_simulated(connection, columns),
    )


def _read(
    connection: "DuckDBPyConnection",
    path: Path,
    chosen: str,
    files: list[Path],
    tables: Path | None,
    digest: Callable[[], str],
    subject: Subject,
) -> tuple[str, tuple[LoadNote, ...]]:
    """Make the table, and return how DuckDB reads the same rows, and which one was chosen."""
    from agents.data.tables.readers import delimited, replays
    from agents.data.tables.readers import sqlite as sqlite_file

    def kept() -> Path | None:
        return tables / f"{path.name}-{digest()[:12]}.csv" if tables is not None else None

    if path.is_dir():
        return replays.read(connection, path, files, tables, digest()), ()
    if path.suffix.lower() in (".parquet", ".pq"):
        return delimited.read_parquet(connection, path), ()
    with path.open("rb") as file:
        start = file.read(len(_SQLITE_START))
    if start == _SQLITE_START:
        return sqlite_file.read(connection, path, chosen, kept, subject)
    return delimited.read_csv(connection, path, kept, subject.headers), ()


def _shaped(
    connection: "DuckDBPyConnection", path: Path, relation: str, subject: Subject
) -> tuple[str, tuple[LoadNote, ...]]:
    import duckdb

    from agents.data.tables.readers import delimited

    try:
        return shaped(connection, relation, subject.steps)
    except duckdb.OutOfMemoryException:
        raise delimited.too_large(path) from None


def _vanished(path: Path) -> BadFile:
    return BadFile(
        f"{path.name} went away while it was read. Put it back, or choose another file.",
        key="file_missing",
        file=str(path),
    )


def _looked_at(path: Path, files: list[Path]) -> tuple[int, int]:
    """Return size and time of change; raises `BadFile` for what is missing, closed or empty."""
    if path.is_dir() and not files:
        raise BadFile(
            f"{path} is a folder without StarCraft II replays. Give a CSV, Parquet or SQLite file, "
            "or a folder of .SC2Replay files.",
            key="file_is_directory",
            file=str(path),
        )
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


def _changed(files: list[Path], size: int, modified: int) -> bool:
    try:
        return size_and_time(files) != (size, modified)
    except OSError:
        return False  # gone, but read: the first answer says so


def _says_simulated(connection: "DuckDBPyConnection", columns: list[str]) -> bool:
    if "simulated" not in columns:
        return False
    others = (
        f"SELECT count(*) FROM {TABLE} WHERE lower(simulated::VARCHAR) NOT IN ('true','1','yes')"
    )
    return int(_scalar(connection, others)) == 0


def _scalar(connection: "DuckDBPyConnection", sql: str) -> int:
    row = connection.execute(sql).fetchone()
    assert row is not None
    return int(row[0])
