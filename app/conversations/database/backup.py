"""All conversations of a database in one file, whatever the database: written, put back, compared.

A gzip of JSON lines: first what it is and the columns of each table, then a line for each row,
`[table, value, …]`, last the number of rows of each table and a digest of them. Values are those of
`tables`: moments in microseconds, bytes in base64, texts without the escapes of a database. So what
was kept in a file can be put into a server. The digest is a sum: the order of rows is no matter.

Nothing of it depends on who may see what: the file has every tenant's rows, and is its owner's to
guard.
"""

import base64
import gzip
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, Connection, LargeBinary, Table, insert, select
from sqlalchemy.exc import SQLAlchemyError

from app.conversations.database import postgres, postgres_schema, schema
from app.conversations.database.columns import EPOCH, MICROSECOND, UtcMicros, micros_of
from app.conversations.database.job_thread import store_error
from app.conversations.database.sqlite import reading_engine
from app.conversations.database.tables import AUDIT, METADATA
from app.domain.ids import utc_now
from app.errors import BadInput, StoreError
from app.system.files import private_file, sync_folder

FORMAT: Final = "balance-desk conversations"
RESTORED: Final = "database.restore"
"""The act that the audit of a database tells of which a file was put back into."""

_AT_ONCE: Final = 1000
_MODULUS: Final = 1 << 256

_encode = json.JSONEncoder(separators=(",", ":")).encode


class TableDigest(NamedTuple):
    """How many rows a table has, and a digest of them."""

    rows: int
    digest: str


class TableDifference(NamedTuple):
    """A table whose rows are not those of the file."""

    table: str
    expected: int
    found: int


Note = Callable[[Connection, str, datetime], None]
"""Notes something in the audit of a tenant, in a transaction that writes it: of when a file is."""


def check_new(file: Path) -> None:
    """Raise `BadInput` for a file that is there already."""
    if file.exists():
        raise BadInput(f"{file} is there already: choose another name.", key="bad_file")


def write(where: Path | str, file: Path) -> dict[str, TableDigest]:
    """Write all rows of a database, as they were at one moment, into a new file, and tell of them.

    Others go on reading and writing meanwhile. Raises `BadInput` for a file that is there already,
    `StoreError`.
    """
    check_new(file)
    unfinished = Path(f"{file}.part")
    try:
        private_file(unfinished)
        with unfinished.open("r+b") as raw, gzip.GzipFile(fileobj=raw, mode="wb") as packed:
            with _reading(where) as connection:
                held = _written(connection, packed)
            packed.close()
            os.fsync(raw.fileno())
        unfinished.replace(file)
        sync_folder(file.parent)
    except OSError as error:
        raise StoreError(
            f"The backup could not be written: {error}.", key="store_backup", cause=str(error)
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)
    return held


def put_back(file: Path, connection: Connection, note: Note) -> dict[str, TableDigest]:
    """Insert all rows of a file, in the connection's transaction; return how many there are.

    For each tenant it is noted then that it was done. The tables are there, and of the connection's
    revision. Raises `BadInput` for a file that is none or not whole, or of another revision, and
    where there are rows already.
    """
    is_server = connection.dialect.name == "postgresql"
    for table in METADATA.sorted_tables:
        if is_server:
            postgres.enter_whole(connection)
        if connection.execute(select(table.c.tenant).limit(1)).first() is not None:
            raise BadInput(
                "There are conversations in this database already: a backup is put back into an"
                " empty one.",
                key="bad_database",
            )
    tenants: set[str] = set()
    with opened(file) as (lines, held, made):
        for (name, tenant), rows in groupby(lines, key=lambda row: (row[0], row[1])):
            table = METADATA.tables[name]
            tenants.add(str(tenant))
            if is_server:
                postgres.enter_writing(connection, str(tenant))
            read = [_reader(column) for column in table.columns]
            names = [column.name for column in table.columns]
            batch: list[dict[str, Any]] = []
            for row in rows:
                values = zip(names, read, row[1:], strict=True)
                batch.append({key: take(value) for key, take, value in values})
                if len(batch) == _AT_ONCE:
                    connection.execute(insert(table), batch)
                    batch = []
            if batch:
                connection.execute(insert(table), batch)
        for tenant in sorted(tenants):
            if is_server:
                postgres.enter_writing(connection, tenant)
            note(connection, tenant, made[0])
        return dict(held)


def differences(where: Path | str, file: Path) -> list[TableDifference]:
    """Return the tables of a database that have not exactly the rows of a file.

    That a file was put back since is no difference. The file is read to its end, too: raises
    `BadInput` for one that is not whole; `StoreError`.
    """
    with opened(file) as (lines, held, made):
        for _ in lines:
            pass
        expected = dict(held)
    with _reading(where) as connection:
        found = _written(connection, None, since=made[0])
    return [
        TableDifference(name, expected[name].rows, found[name].rows)
        for name in sorted(found)
        if expected[name] != found[name]
    ]


@contextmanager
def opened(
    file: Path,
) -> Iterator[tuple[Iterator[list[Any]], dict[str, TableDigest], list[datetime]]]:
    """Yield the rows of a file, what it says that it has, and the moment of which it is.

    The last two are there after the last row.

    Raises `BadInput` for what is no backup, is not whole, or is of another revision.
    """
    held: dict[str, TableDigest] = {}
    made: list[datetime] = []
    try:
        with gzip.open(file, "rb") as packed:
            yield _rows(packed, held, made), held, made
    except (OSError, EOFError, ValueError, KeyError, TypeError, IndexError) as error:
        raise BadInput(
            f"{file} is no whole backup of conversations: {error}.", key="bad_file"
        ) from error


def _rows(
    packed: gzip.GzipFile, held: dict[str, TableDigest], made: list[datetime]
) -> Iterator[list[Any]]:
    head = json.loads(packed.readline())
    if head["format"] != FORMAT:
        raise ValueError("it says that it is something else")
    if head["revision"] != schema.REVISION:
        raise BadInput(
            f"The backup was made by a version with revision {head['revision']} of the database,"
            f" and this one has {schema.REVISION}: put it back with that version, then start this"
            " one.",
            key="bad_file",
        )
    sums = {name: [0, 0] for name in METADATA.tables}
    for line in packed:
        row = json.loads(line)
        if isinstance(row, dict):
            said = {name: TableDigest(*one) for name, one in row["held"].items()}
            if said != {
                name: TableDigest(rows, f"{total:064x}") for name, (rows, total) in sums.items()
            }:
                raise ValueError("its rows are not those that were written")
            held |= said
            made.append(datetime.fromisoformat(head["at"]))
            return
        counted = sums[row[0]]
        counted[0] += 1
        counted[1] = (counted[1] + _number(line.rstrip(b"\n"))) % _MODULUS
        yield row
    raise ValueError("its end is missing")


def _written(
    connection: Connection, packed: gzip.GzipFile | None, *, since: datetime | None = None
) -> dict[str, TableDigest]:
    """Return what the database has, and write it where that is asked for.

    What the audit tells of files that were put back `since` is left out.
    """
    if packed is not None:
        head = {"format": FORMAT, "revision": schema.REVISION, "at": utc_now().isoformat()}
        packed.write(_encode(head).encode() + b"\n")
    held = {}
    for table in METADATA.sorted_tables:
        rows = total = 0
        for line in _lines(connection, table, since):
            rows += 1
            total = (total + _number(line)) % _MODULUS
            if packed is not None:
                packed.write(line + b"\n")
        held[table.name] = TableDigest(rows, f"{total:064x}")
    if packed is not None:
        packed.write(_encode({"held": held}).encode() + b"\n")
    return held


def _lines(connection: Connection, table: Table, since: datetime | None) -> Iterator[bytes]:
    made = [_writer(column) for column in table.columns]
    # By tenant, as they are put back: every key begins with it.
    wanted = select(table).order_by(table.c.tenant).execution_options(yield_per=_AT_ONCE)
    if table is AUDIT and since is not None:
        wanted = wanted.where((AUDIT.c.action != RESTORED) | (AUDIT.c.at <= since))
    for row in connection.execute(wanted):
        values = [take(value) for take, value in zip(made, row, strict=True)]
        yield _encode([table.name, *values]).encode()


def _writer(column: Column[Any]) -> Callable[[Any], Any]:
    if isinstance(column.type, UtcMicros):
        return lambda value: None if value is None else micros_of(value)
    if isinstance(column.type, LargeBinary):
        return lambda value: None if value is None else base64.b64encode(value).decode()
    return lambda value: value


def _reader(column: Column[Any]) -> Callable[[Any], Any]:
    if isinstance(column.type, UtcMicros):
        return lambda value: None if value is None else EPOCH + value * MICROSECOND
    if isinstance(column.type, LargeBinary):
        return lambda value: None if value is None else base64.b64decode(value)
    return lambda value: value


def _number(line: bytes) -> int:
    return int.from_bytes(hashlib.sha256(line).digest(), "big")


@contextmanager
def _reading(where: Path | str) -> Iterator[Connection]:
    """Yield a connection that sees the whole database as it is at one moment."""
    try:
        if isinstance(where, Path):
            with reading_engine(where).connect() as connection, connection.begin():
                schema.check_current(connection)
                yield connection
            return
        engine = postgres.owning_engine(where, isolation_level="REPEATABLE READ")
        with engine.connect() as connection, connection.begin():
            connection.exec_driver_sql("SET TRANSACTION READ ONLY")
            postgres_schema.check_current(connection)
            postgres.enter_whole(connection)
            yield connection
    except SQLAlchemyError as error:
        raise store_error(error) from error
