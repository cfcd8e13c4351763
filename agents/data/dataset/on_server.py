"""Tables that stay on their server: opened by an address, asked in place.

What the catalogue does not say of a column (its kind, unit, values, whether it adds up) is drafted
as it is for a file, from the first rows, which are read into this process' memory.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.answering.engine import MEMORY
from agents.answering.running import QueryTooLong
from agents.answering.source import LoadNote, Source
from agents.answering.text.language import Language
from agents.data.compute.engines.servers import MOST_ROWS, ServerEngine, place_of
from agents.data.compute.server_profile import Ends, ends_of, first_rows
from agents.data.dataset.opening import Dataset
from agents.data.model.drafting import bound, draft_table
from agents.data.model.files import with_kept
from agents.data.model.profile import TableProfileValue, profile_of
from agents.data.model.rereading import Reread
from agents.data.model.schema import Column, Key, Stored, Table, TableModel
from agents.data.tables.building import Built, BuiltColumn
from agents.data.tables.quoting import quoted
from agents.data.tables.rows import Rows

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_CELLS = 1_000_000  # of the first rows of a table, so that a thousand columns are held too
_COUNTED = 20_000_000  # rows up to which the ends of columns are looked for
_TYPES: dict[Stored, str] = {
    "number": "DOUBLE", "date": "DATE", "timestamp": "TIMESTAMP", "time": "TIME",
    "interval": "INTERVAL", "boolean": "BOOLEAN",
}  # fmt: skip


class ServerDataset(Dataset):
    """Tables on a server. `first` holds the first rows of each; it is closed with the rest."""

    rereads = False

    def __init__(
        self, engine: ServerEngine, model: TableModel, source: Source,
        first: "DuckDBPyConnection", notes: dict[str, LoadNote], folder: Path | None,
    ) -> None:  # fmt: skip
        super().__init__(engine, model, source, folder)
        self._first = first
        self._notes = notes

    def _look(self, table: Table, language: Language) -> TableProfileValue:
        """What the catalogue and the first rows say of a table."""
        own = self._notes.get(table.name)
        source = self.source.model_copy(update={"notes": (own,) if own is not None else ()})
        with self._first.cursor() as cursor:
            return profile_of(
                cursor, table, source, language, beside=self.model.told, rereads=self.rereads
            )

    @contextmanager
    def _read_again(self, model: TableModel) -> Iterator[Reread]:
        yield Reread(model, {})

    async def drift(self) -> str | None:
        """Return None: each query reads the table as it is then."""
        return None

    def close(self) -> None:
        """Free the first rows and what the engine holds; idempotent."""
        self._first.close()
        super().close()


def open_on_server(address: str, *, model_folder: Path | None = None) -> ServerDataset:
    """Open a table by its address, and those that the server's keys join it with; blocks.

    Passwords are the environment's or the keyring's. What was kept of the model in `model_folder`
    takes the place of what was drafted. Raises `DataUnreachable`, `BadInput` for an address that
    cannot be used, and `BadFile` where there is no such table.
    """
    import duckdb

    engine: ServerEngine
    if address.startswith("sc:"):
        from agents.data.compute.engines.spark import open_spark

        engine, declared = open_spark(address, _kept)
    else:
        from agents.data.compute.engines.postgresql import open_postgresql

        engine, declared = open_postgresql(address, _kept)
    first = duckdb.connect(config={"threads": 1, "memory_limit": MEMORY})
    try:
        notes: dict[str, LoadNote] = {}
        tables = tuple(_drafted(engine, first, one, notes) for one in declared.tables)
        first.execute("SET enable_external_access = false")
        path = Path(address)
        model = with_kept(TableModel(tables=tables), model_folder, path)
    except BaseException:
        first.close()
        engine.close()
        raise
    table = model.table()
    source = Source(
        path=path, sha256="", rows=table.rows, size=0, modified_ns=0,
        relation=place_of(address).table,
    )  # fmt: skip
    return ServerDataset(engine, model, source, first, notes, model_folder)


def _kept(account: str) -> str | None:
    """Return what the keyring has under the address of a server; it may ask the person."""
    from app.profile.secrets import system_secrets

    return system_secrets().get(account)


def _drafted(
    engine: ServerEngine, first: "DuckDBPyConnection", declared: Table, notes: dict[str, LoadNote]
) -> Table:
    """Return the model of a table: as drafted from its first rows, and as the server has it."""
    most = max(1, min(MOST_ROWS, _CELLS // len(declared.columns)))
    whole, rows = False, []
    with suppress(QueryTooLong):  # of a view that is worked out, which may be asked all the same
        rows = first_rows(engine, declared, most + 1)
        whole = len(rows) <= most
    table = draft_table(first, _held(first, declared, rows[:most]))
    if not whole:
        notes[declared.name] = LoadNote(key="first_rows", count=min(most, len(rows)))
        table = _counted(engine, table, declared)
    columns = tuple(
        _declared(one, declared.column(one.name), declared.keys) for one in table.columns
    )
    return table.model_copy(update={
        "columns": columns, "keys": declared.keys,
        "primary": declared.primary or (table.primary if whole else ()),
    })  # fmt: skip


def _declared(column: Column, known: Column, keys: Sequence[Key]) -> Column:
    """Return a column with what the server declares of it: that it is, or has, the key of a row."""
    keyed = known.kind == "identifier" or any((column.name,) == one.columns for one in keys)
    given: dict[str, Any] = {"as_text": known.as_text}
    if keyed and column.kind == "number":
        given |= {"kind": "identifier", "adds": "none", "grain": ""}
    return column.model_copy(update=given)


def _counted(engine: ServerEngine, table: Table, declared: Table) -> Table:
    """Return a table that was drafted from some of its rows with what its server counts of all.

    Where that takes too long, with what the server's statistics say. Ends of some rows are none.
    """
    rows, ends = declared.rows, dict[str, Ends]()
    if rows <= _COUNTED:
        with suppress(QueryTooLong):
            rows, ends = ends_of(engine, declared)
    columns = []
    for one in table.columns:
        known = declared.column(one.name)
        own = ends.get(one.name, Ends(rows - known.empty))
        columns.append(one.model_copy(update={
            "distinct": rows if (one.name,) == declared.primary else known.distinct or one.distinct,
            "empty": rows - own.filled,
            "low": bound(_plain(own.low)), "high": bound(_plain(own.high)), "complete": False,
            "totals": (), "values": tuple(dict.fromkeys((*one.values, *known.values))),
        }))  # fmt: skip
    return table.model_copy(update={"columns": tuple(columns), "rows": rows})


def _held(first: "DuckDBPyConnection", declared: Table, rows: Sequence[Sequence[Any]]) -> Built:
    """Put the first rows into a table of the same name."""
    columns = []
    values: list[list[Any]] = []
    for place, column in enumerate(declared.columns):
        cells = [_plain(row[place]) for row in rows]
        type_ = _TYPES.get(column.stored, "VARCHAR")
        if type_ == "DOUBLE" and all(isinstance(one, int | None) for one in cells):
            type_ = "BIGINT"
        columns.append(BuiltColumn(column.name, column.header, type_))
        values.append(cells)
    made = ", ".join(f"{quoted(one.name)} {one.type}" for one in columns)
    first.execute(f"CREATE TABLE {quoted(declared.name)} ({made})")
    if rows:
        cells_of = ", ".join(f"unnest(?::{one.type}[])" for one in columns)
        first.execute(f"INSERT INTO {quoted(declared.name)} SELECT {cells_of}", values)
    headers = [one.header for one in columns]
    source = Rows([one.name for one in columns], headers)
    return Built(declared.name, tuple(columns), len(rows), (), source)


def _plain(value: Any) -> Any:
    """Return a cell of a driver's as DuckDB takes it; a number that is none is empty."""
    match value:
        case Decimal() | float():
            number = float(value)
            return number if isfinite(number) else None
        case datetime():
            return value.astimezone(UTC).replace(tzinfo=None) if value.tzinfo else value
        case None | bool() | int() | str() | date() | time() | timedelta():
            return value
    return str(value)
