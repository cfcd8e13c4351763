"""Statements that are run thousands of times a second, written out once and given to the driver.

To run a statement through SQLAlchemy takes several times as long as SQLite needs for it. These are
built from the same tables, with the same column types, and run in the same transaction.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic_core import to_json
from sqlalchemy import (
    JSON,
    ClauseElement,
    Connection,
    Dialect,
    Insert,
    Table,
    Text,
    bindparam,
    cast,
    column,
    func,
    insert,
    literal_column,
    select,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.selectable import TableValuedAlias
from sqlalchemy.types import TypeEngine

Values = Mapping[str, Any]
_Convert = Callable[[Any], Any]


class _Written(NamedTuple):
    """A statement in the words of one kind of database."""

    sql: str
    given: dict[str, Any]
    order: tuple[str, ...] | None
    binds: tuple[tuple[str, _Convert], ...]
    results: tuple[tuple[int, _Convert], ...]


class Prepared:
    """A statement whose parameters are all named; an insert says which `columns` it sets.

    A statement with a list of values (`IN`) cannot be prepared. Raises SQLAlchemy's errors.
    """

    def __init__(self, statement: ClauseElement, *columns: str) -> None:
        self._statement = statement
        self._columns = columns
        self._written: dict[str, _Written] = {}
        self._of_rows = ""
        self._selected = list(getattr(statement, "_all_selected_columns", ()))
        names = [column.key for column in self._selected]
        self._row: Callable[..., Any] = namedtuple("_row", names)  # type: ignore[misc]

    def run(self, connection: Connection, values: Values) -> None:
        """Run it for its effect."""
        written = self._for(connection)
        with _OnCursor(connection, written.sql) as cursor:
            cursor.execute(written.sql, _parameters(written, values))

    def insert_many(self, connection: Connection, rows: Sequence[Values]) -> None:
        """Insert rows, of which no two replace the same one.

        A server gets them as one statement, whose columns have no bytes: to plan one for each row,
        and to send it, would take most of the time of a batch.
        """
        if connection.dialect.name == "postgresql" and len(rows) > 1:
            self._run_of_rows(connection, rows)
            return
        written = self._for(connection)
        given = [_parameters(written, values) for values in rows]
        with _OnCursor(connection, written.sql) as cursor:
            cursor.executemany(written.sql, given)

    def _run_of_rows(self, connection: Connection, rows: Sequence[Values]) -> None:
        if not self._of_rows:
            plain = self._statement
            assert isinstance(plain, Insert)
            given = _given({name: plain.table.c[name].type for name in self._columns})
            statement = plain.from_select(
                list(self._columns), select(given), include_defaults=False
            )
            self._of_rows = str(statement.compile(dialect=connection.dialect))
        written = self._for(connection)
        _run_with_rows(connection, self._of_rows, [_parameters(written, values) for values in rows])

    def rows(self, connection: Connection, values: Values) -> list[Sequence[Any]]:
        """Run it and return its rows, each cell as its column's type has it."""
        written = self._for(connection)
        with _OnCursor(connection, written.sql) as cursor:
            cursor.execute(written.sql, _parameters(written, values))
            found: list[Sequence[Any]] = list(cursor.fetchall())
        if not written.results or not found:
            return found
        # Column by column: a list of cells for every row would take twice as long.
        columns: list[Sequence[Any]] = list(zip(*found, strict=True))
        for at, convert in written.results:
            columns[at] = list(map(convert, columns[at]))
        return list(zip(*columns, strict=True))

    def row(self, connection: Connection, values: Values) -> Sequence[Any] | None:
        """Run it and return its first row, or None."""
        found = self.rows(connection, values)
        return found[0] if found else None

    def named(self, connection: Connection, values: Values) -> list[Any]:
        """Run it and return its rows with the columns' names."""
        return [self._row(*row) for row in self.rows(connection, values)]

    def one(self, connection: Connection, values: Values) -> Any | None:
        """Run it and return its first row with the columns' names, or None."""
        found = self.row(connection, values)
        return None if found is None else self._row(*found)

    def _for(self, connection: Connection) -> _Written:
        name = connection.dialect.name
        written = self._written.get(name)
        if written is None:
            written = self._written[name] = self._write(connection.dialect)
        return written

    def _write(self, dialect: Dialect) -> _Written:
        compiled = self._statement.compile(dialect=dialect, column_keys=list(self._columns) or None)
        assert isinstance(compiled, SQLCompiler)
        types = ((name, bind.type) for name, bind in compiled.binds.items())
        results = [
            column.type.dialect_impl(dialect).result_processor(dialect, None)
            for column in self._selected
        ]
        return _Written(
            sql=str(compiled),
            given={name: bind.value for name, bind in compiled.binds.items() if not bind.required},
            order=tuple(compiled.positiontup) if compiled.positiontup is not None else None,
            binds=tuple(_binds(types, dialect)),
            results=tuple((at, convert) for at, convert in enumerate(results) if convert),
        )


class RowsOf(NamedTuple):
    """What a table gets of rows: the value of each of its columns, by its name in such a row.

    Of a row whose value `unless_empty` is an empty text, it gets nothing.
    """

    table: Table
    columns: Mapping[str, str]
    unless_empty: str = ""


class PreparedInserts:
    """Inserts rows into several tables, each of which gets its part of every row.

    A server is given all in one statement, for to wait for it takes as long as the rest of a short
    one, and each text once.
    """

    def __init__(self, *parts: RowsOf) -> None:
        self._parts = parts
        self._each = [Prepared(insert(part.table), *part.columns) for part in parts]
        types = {
            name: part.table.c[column].type
            for part in reversed(parts)
            for column, name in part.columns.items()
        }
        self._types: dict[str, TypeEngine[Any]] = types
        self._sql = ""
        self._binds: list[tuple[str, _Convert]] = []

    def run(self, connection: Connection, rows: Sequence[Values]) -> None:
        """Insert the rows, in their order."""
        if connection.dialect.name == "postgresql":
            self._run_on_server(connection, rows)
            return
        for part, prepared in zip(self._parts, self._each, strict=True):
            chosen = [row for row in rows if not part.unless_empty or row[part.unless_empty]]
            prepared.insert_many(
                connection,
                [{column: row[name] for column, name in part.columns.items()} for row in chosen],
            )

    def _run_on_server(self, connection: Connection, rows: Sequence[Values]) -> None:
        if not self._sql:
            self._binds = list(_binds(self._types.items(), connection.dialect))
            self._sql = str(self._statement().compile(dialect=connection.dialect))
        given = []
        for row in rows:
            values = dict(row)
            for name, convert in self._binds:
                values[name] = convert(values[name])
            given.append(values)
        _run_with_rows(connection, self._sql, given)

    def _statement(self) -> Insert:
        given = select(_given(self._types)).cte("given")

        def from_given(part: RowsOf) -> Insert:
            chosen = select(*(given.c[name] for name in part.columns.values()))
            if part.unless_empty:
                chosen = chosen.where(given.c[part.unless_empty] != literal_column("''"))
            into = insert(part.table)
            return into.from_select(list(part.columns), chosen, include_defaults=False)

        *first, last = self._parts
        return from_given(last).add_cte(
            *(from_given(part).cte(f"into_{part.table.name}") for part in first)
        )


def _given(types: Mapping[str, TypeEngine[Any]]) -> TableValuedAlias:
    """Return rows that are given as one JSON text."""
    rows = func.json_to_recordset(cast(bindparam("rows", type_=Text), JSON))
    columns = (column(name, kind) for name, kind in types.items())
    return rows.table_valued(*columns).render_derived(with_types=True)


def _run_with_rows(connection: Connection, sql: str, rows: Sequence[Values]) -> None:
    # The driver writes lists in Python; this is written, and read, in C.
    given = to_json(rows).decode()
    with _OnCursor(connection, sql) as cursor:
        cursor.execute(sql, {"rows": given})


def _binds(
    types: Iterable[tuple[str, TypeEngine[Any]]], dialect: Dialect
) -> Iterator[tuple[str, _Convert]]:
    """Yield how the values of these names are converted, those that are."""
    for name, kind in types:
        if convert := kind.dialect_impl(dialect).bind_processor(dialect):
            yield name, convert


def run_text(connection: Connection, sql: str) -> None:
    """Run a statement without parameters for its effect; on a server also several, in one go."""
    # What is written out for one tenant does not push out what is prepared for all.
    given = {"prepare": False} if connection.dialect.name == "postgresql" else {}
    with _OnCursor(connection, sql) as cursor:
        cursor.execute(sql, **given)


class _OnCursor:
    """The driver's cursor, closed afterwards; what it raises becomes SQLAlchemy's error."""

    __slots__ = ("_connection", "_cursor", "_sql")

    def __init__(self, connection: Connection, sql: str) -> None:
        self._connection = connection
        self._sql = sql

    def __enter__(self) -> Any:
        self._cursor = self._connection.connection.cursor()
        return self._cursor

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._cursor.close()
        dialect = self._connection.dialect
        if error is None or not isinstance(error, dialect.loaded_dbapi.Error):
            return
        held: Any = self._connection.connection.driver_connection
        raise DBAPIError.instance(
            self._sql,
            None,
            error,
            dialect.loaded_dbapi.Error,
            connection_invalidated=dialect.is_disconnect(error, held, None),
            dialect=dialect,
        ) from error


def _parameters(written: _Written, values: Values) -> Any:
    merged = {**written.given, **values}
    for name, convert in written.binds:
        merged[name] = convert(merged[name])
    if written.order is None:
        return merged
    return tuple([merged[name] for name in written.order])
