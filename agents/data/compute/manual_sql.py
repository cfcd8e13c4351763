"""A SELECT that a person wrote is run as it is: guarded, read-only, at most some rows of it."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from math import isfinite
from typing import Any, Final, NamedTuple

from agents.answering.guard import parsed
from agents.data.compute.engines.port import Engine
from agents.data.model.schema import TableModel
from agents.data.tables.quoting import plain_name
from app.errors import DeskError

MOST_ROWS: Final = 1_000
_MOST_LETTERS: Final = 2_000
_MOST_NAMED: Final = 60

Shown = str | int | float | bool | None


class StatementFailed(DeskError):
    """The database could not run a statement; the message is its own. `columns`: what there is
    instead of a column that there is not."""

    key = "statement_failed"


class StatementResult(NamedTuple):
    """What a statement gave: names of its columns, rows, whether there are more, and the names of
    the tables that it read."""

    names: tuple[str, ...]
    rows: tuple[tuple[Shown, ...], ...]
    cut: bool
    tables: tuple[str, ...]


async def run_by_hand(sql: str, model: TableModel, engine: Engine) -> StatementResult:
    """Return what a statement gives.

    Raises `QueryRefused`, `QueryTooLong`, and `StatementFailed` for what the database refuses.
    """
    import duckdb

    statement = sql.strip().rstrip(";")
    try:
        rows = await engine.run(statement, {}, most=MOST_ROWS + 1)
    except duckdb.InterruptException:
        raise
    except duckdb.Error as error:
        message = str(error).partition("\n")[0]
        lacking = isinstance(error, duckdb.BinderException) and "column" in message.lower()
        columns = {"columns": _columns(statement, model, engine.dialect)} if lacking else {}
        raise StatementFailed(message, **columns) from None
    names = _names(statement, model, engine.dialect)
    width = len(rows[0]) if rows else len(names)
    if len(names) != width:
        names = tuple(f"column {number}" for number in range(1, width + 1))
    shown = tuple(tuple(_shown(value) for value in row) for row in rows[:MOST_ROWS])
    read = tuple(sorted(_read(statement, engine.dialect)))
    return StatementResult(names, shown, len(rows) > MOST_ROWS, read)


def type_of(values: Sequence[Shown]) -> str:
    """Return the type of a result's column by its cells."""
    kinds = {type(value) for value in values if value is not None}
    if kinds == {bool}:
        return "boolean"
    if kinds == {int}:
        return "integer"
    return "number" if kinds and kinds <= {int, float} else "string"


def _columns(sql: str, model: TableModel, dialect: str) -> str:
    """Return the columns of the tables that a statement reads, as SQL writes them."""
    read = _read(sql, dialect)
    names = (
        plain_name(column.name) for table in model.tables if table.name in read
        for column in table.columns
    )  # fmt: skip
    found = list(dict.fromkeys(names))
    return ", ".join(found[:_MOST_NAMED]) + (", …" if found[_MOST_NAMED:] else "")


def _read(sql: str, dialect: str) -> set[str]:
    """Return the names of the tables that a statement reads, and of what it names so itself."""
    from sqlglot import exp

    return {one.name for one in parsed(sql, dialect)[0].find_all(exp.Table)}


def _names(sql: str, model: TableModel, dialect: str) -> tuple[str, ...]:
    """Return what the statement calls its columns, a star written out; () where that is unclear."""
    import sqlglot
    from sqlglot import exp
    from sqlglot.optimizer.qualify import qualify

    tables: dict[str, object] = {
        one.name: {column.name: "TEXT" for column in one.columns} for one in model.tables
    }
    try:
        tree = qualify(
            parsed(sql, dialect)[0],
            dialect=dialect,
            schema=tables,
            validate_qualify_columns=False,
        )
    except sqlglot.errors.SqlglotError:
        return ()
    found = [one.alias_or_name for one in tree.selects] if isinstance(tree, exp.Query) else []
    used: dict[str, int] = {}
    names = []
    for name in found:
        used[name] = used.get(name, 0) + 1
        names.append(name if used[name] == 1 else f"{name} {used[name]}")
    return tuple(names)


def _shown(value: Any) -> Shown:
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float | Decimal):
        return float(value) if isfinite(value) else str(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    return str(value)[:_MOST_LETTERS]
