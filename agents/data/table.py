"""A table file becomes rows in DuckDB: read once, hashed, and never trusted to stay as it was."""

import codecs
import hashlib
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.domain.base import Value
from app.errors import BadFile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

TABLE: Final = "games"
_CHUNK = 1 << 20


class Source(Value):
    """The file behind a table, as it was when it was read.

    `rows` counts games (lines of the table). `relation` is the SQL by which DuckDB reads the same
    rows from the file again.
    """

    path: Path
    sha256: str
    rows: int
    size: int
    modified_ns: int
    relation: str
    simulated: bool = False

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return self.path.name


def load(connection: "DuckDBPyConnection", path: Path) -> Source:
    """Read a CSV or Parquet file into the table `games`; raises `BadFile` with a key of its own.

    CSV may be UTF-8 (with or without a byte order mark) or CP949, with any common delimiter.
    """
    path = path.expanduser()
    stat, digest = _fingerprint(path)
    parquet = path.suffix.lower() in (".parquet", ".pq")
    if parquet:
        relation = f"read_parquet({_quoted(path.name)})"
        _read(connection, path, f"read_parquet({_quoted(str(path))})")
    else:
        options = "header = true, quote = '\"', sample_size = -1"
        relation = f"read_csv({_quoted(path.name)}, {options})"
        if _is_utf8(path):
            _read(connection, path, f"read_csv({_quoted(str(path))}, {options})")
        else:
            _read_recoded(connection, path, options)
            relation += " /* after converting the file from CP949 to UTF-8 */"
    rows = int(_scalar(connection, f"SELECT count(*) FROM {TABLE}"))  # noqa: S608
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
        size=stat[0],
        modified_ns=stat[1],
        relation=relation,
        simulated="simulated" in path.stem.lower() or _says_simulated(connection, columns),
    )


def drift(source: Source) -> str | None:
    """Return "gone" or "changed" if the file on disk is no longer what was read, else None."""
    try:
        stat = source.path.stat()
        if (stat.st_size, stat.st_mtime_ns) == (source.size, source.modified_ns):
            return None
        return None if _sha256(source.path) == source.sha256 else "changed"
    except OSError:
        return "gone"


def _fingerprint(path: Path) -> tuple[tuple[int, int], str]:
    try:
        if path.is_dir():
            raise BadFile(
                f"{path} is a folder. Give a CSV or Parquet file.",
                key="file_is_directory",
                file=str(path),
            )
        stat = path.stat()
        digest = _sha256(path)
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
    if stat.st_size == 0:
        raise BadFile(f"{path.name} is empty.", key="file_empty", file=path.name)
    return (stat.st_size, stat.st_mtime_ns), digest


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_utf8(path: Path) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _read_recoded(connection: "DuckDBPyConnection", path: Path, options: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "table.csv"
        try:
            with (
                path.open(encoding="cp949", newline="") as old,
                copy.open("w", encoding="utf-8", newline="") as new,
            ):
                while chunk := old.read(_CHUNK):
                    new.write(chunk)
        except UnicodeDecodeError:
            raise _not_a_table(path) from None
        _read(connection, path, f"read_csv({_quoted(str(copy))}, {options})")


def _read(connection: "DuckDBPyConnection", path: Path, relation: str) -> None:
    import duckdb

    try:
        connection.execute(f"CREATE TABLE {TABLE} AS SELECT * FROM {relation}")  # noqa: S608
    except duckdb.OutOfMemoryException:
        raise BadFile(
            f"{path.name} does not fit into memory. Give a smaller file: fewer columns or games.",
            key="file_too_large",
            file=path.name,
        ) from None
    except duckdb.Error:
        raise _not_a_table(path) from None


def _not_a_table(path: Path) -> BadFile:
    return BadFile(
        f"{path.name} cannot be read as a table. Give a CSV (UTF-8 or CP949) or Parquet file with "
        "column names in its first line.",
        key="file_not_a_table",
        file=path.name,
    )


def _says_simulated(connection: "DuckDBPyConnection", columns: list[str]) -> bool:
    if "simulated" not in columns:
        return False
    others = (
        f"SELECT count(*) FROM {TABLE} WHERE lower(simulated::VARCHAR) NOT IN ('true','1','yes')"  # noqa: S608
    )
    return int(_scalar(connection, others)) == 0


def _scalar(connection: "DuckDBPyConnection", sql: str) -> int:
    row = connection.execute(sql).fetchone()
    assert row is not None
    return int(row[0])


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
