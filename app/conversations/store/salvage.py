"""What can still be read of a damaged database is written into a new one.

Offsets are those of the file format, https://www.sqlite.org/fileformat.html, section 1.3.
"""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, Final

from sqlalchemy import Column, Connection, Row, Table, func, inspect, select, text
from sqlalchemy.exc import DatabaseError

from app.conversations.database import schema
from app.conversations.database.sqlite import reading_engine, writing_engine
from app.conversations.database.tables import MESSAGES, METADATA
from app.conversations.store.rebuild import Rows, Salvaged, rebuild

_PAGE = 4096
_JOURNAL_FORMAT = slice(18, 20)
_SIZE_IS_VALID_FOR = slice(92, 96)
_WAL_FORMAT = b"\x02\x02"


def copy_for_reading(damaged: Path, copy: Path) -> None:
    """Copy the file with its WAL; raises OSError."""
    shutil.copyfile(damaged, copy)
    wal = Path(f"{damaged}-wal")
    if wal.exists():
        shutil.copyfile(wal, f"{copy}-wal")
    with copy.open("r+b") as file:
        # The size in the header counts only while this equals the change counter: a file that was
        # cut off would be refused as a whole.
        file.seek(_SIZE_IS_VALID_FOR.start)
        file.write(b"\xff" * 4)


def schema_pages(connection: Connection) -> frozenset[int]:
    """Return the numbers of the pages (from 1) that hold the schema of a database without rows."""
    roots = connection.exec_driver_sql("SELECT rootpage FROM sqlite_schema").scalars().all()
    count = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    return frozenset(range(1, count + 1)) - frozenset(roots)


def borrow_pages(copy: Path, fresh: Path, pages: frozenset[int]) -> None:
    """Replace the schema of the copy by that of a new database with the same tables.

    Tables that are created in the same order get the same root pages. Raises OSError.
    """
    with copy.open("r+b") as file, fresh.open("rb") as source:
        for number in sorted(pages):
            source.seek((number - 1) * _PAGE)
            page = bytearray(source.read(_PAGE))
            if number == 1:
                page[_SIZE_IS_VALID_FOR] = b"\xff" * 4
                if Path(f"{copy}-wal").exists():
                    page[_JOURNAL_FORMAT] = _WAL_FORMAT
            file.seek((number - 1) * _PAGE)
            file.write(page)


FIRST_TABLES: Final = frozenset(
    {"conversations", "messages", "turns", "events", "texts", "agent_tasks"}
)
"""Those that every version has."""

_FAILURES_IN_A_ROW = 2_000
_ROWIDS_WHEN_UNKNOWN = 1 << 24


def salvage(damaged: Path, fresh: Path) -> Salvaged:
    """Copy what can be read into a new database; the damaged one is only read.

    Raises SQLAlchemy's errors when the new one cannot be written, OSError when there is no room
    for a copy.
    """
    with TemporaryDirectory(dir=fresh.parent, prefix=".salvage-") as scratch:
        copy = Path(scratch) / damaged.name
        copy_for_reading(damaged, copy)
        engine = writing_engine(fresh, "delete")
        with engine.connect() as connection, connection.begin():
            schema.prepare(connection, lambda _: None)
        with engine.connect() as connection:
            pages = schema_pages(connection)
        if not _has_schema(copy):
            borrow_pages(copy, fresh, pages)
        with engine.connect() as connection, connection.begin():
            return rebuild(connection, _readable(copy))


def _has_schema(database: Path) -> bool:
    try:
        with reading_engine(database).connect() as connection:
            found = connection.exec_driver_sql("SELECT name FROM sqlite_schema").scalars()
            return set(found) >= FIRST_TABLES
    except DatabaseError:
        return False


def _readable(copy: Path) -> Rows:
    found: dict[str, list[Any]] = {name: [] for name in METADATA.tables}
    try:
        with reading_engine(copy).connect() as connection:
            look = inspect(connection)
            for name, table in METADATA.tables.items():
                if look.has_table(name):
                    there = {column["name"] for column in look.get_columns(name)}
                    rows = _rows(connection, table, [c for c in table.columns if c.name in there])
                    found[name] = [_as_today(table, row) for row in rows]
    except DatabaseError:
        # Not even the schema can be read: what was collected so far is all there is.
        return found
    return found


def _as_today(table: Table, row: Row[Any]) -> SimpleNamespace:
    """Return a row, of an earlier version perhaps, with all columns that its table has today."""
    held = row._mapping
    whole = {column.name: held.get(column.name, _unset(column)) for column in table.columns}
    if table is MESSAGES and "turn_id" not in held:
        whole["turn_id"] = whole["message_id"]
    return SimpleNamespace(**whole)


def _unset(column: Column[Any]) -> Any:
    if column.nullable or column.server_default is None:
        return None
    kind = column.type.python_type
    default = getattr(column.server_default, "arg", "")
    return kind(int(default)) if kind is int else kind() if kind is bool else str(default)


def _rows(connection: Connection, table: Table, columns: list[Column[Any]]) -> list[Row[Any]]:
    """Return the rows of the pages that are whole: a range that fails is halved until none does."""
    try:
        last = connection.execute(select(func.max(text("rowid"))).select_from(table)).scalar() or 0
    except DatabaseError:
        last = _ROWIDS_WHEN_UNKNOWN
    chosen = select(*columns).where(text("rowid BETWEEN :low AND :high")).order_by(text("rowid"))
    found: list[Row[Any]] = []
    ranges = [(1, last)]
    failures = 0
    while ranges and failures < _FAILURES_IN_A_ROW:
        low, high = ranges.pop()
        try:
            rows = connection.execute(chosen, {"low": low, "high": high}).all()
        except (DatabaseError, TypeError, ValueError, OverflowError):
            # The last three: a cell is there, but it is not what its column holds.
            failures += 1
            if low < high:
                middle = (low + high) // 2
                ranges += [(middle + 1, high), (low, middle)]
        else:
            found += [row for row in rows if _fits(columns, row)]
            failures = 0 if rows else failures
    return found


def _fits(columns: list[Column[Any]], row: Row[Any]) -> bool:
    """Whether each cell is of its column's kind: a page can be read and still be another's."""
    return all(
        column.nullable if cell is None else isinstance(cell, column.type.python_type)
        for column, cell in zip(columns, row, strict=True)
    )
