"""Lengths that were written as on a clock (26:45, 1:02:33, 26m 45s) become spans of time."""

from typing import TYPE_CHECKING

from agents.data.draft_time import names_length
from agents.data.look import literal
from agents.data.profile import quoted
from agents.data.table import TABLE

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_UNITS = (
    r"^\s*(?:(\d+)\s*(?:h|hr|hours?|horas?|시간)\s*)?(?:(\d+)\s*(?:m|min|mins|분|')\s*)?"
    r"(?:(\d+(?:[.,]\d+)?)\s*(?:s|sec|secs|seg|초|\"|'')?)?\s*$"
)
_TWO = r"^\s*\d{1,3}:[0-5]\d(?:\.\d+)?\s*$"
_THREE = r"^\s*\d{1,2}:[0-5]\d:[0-5]\d(?:\.\d+)?\s*$"
_LONGEST_HOURS = 10
_SHORTEST_MINUTES = 6


def timed(connection: "DuckDBPyConnection", relation: str) -> str:
    """Make spans of time of the columns that hold lengths as text, and return the new relation.

    Two parts are minutes and seconds, unless they look like times of the day (whole five minutes)
    or may as well be hours and minutes (none of more than five): those stay as they are.
    """
    described = connection.execute(f"DESCRIBE {TABLE}").fetchall()
    changed = []
    for name, kind in ((str(row[0]), str(row[1])) for row in described):
        if kind in ("VARCHAR", "TIME") and names_length(name):
            seconds = _seconds(connection, quoted(name), kind)
            if seconds is not None:
                changed.append(f"to_seconds({seconds}) AS {quoted(name)}")
    if not changed:
        return relation
    columns = f"* REPLACE ({', '.join(changed)})"
    connection.execute(f"CREATE OR REPLACE TABLE {TABLE} AS SELECT {columns} FROM {TABLE}")  # noqa: S608
    return f"(SELECT {columns} FROM {relation})"  # noqa: S608


def _seconds(connection: "DuckDBPyConnection", column: str, kind: str) -> str | None:
    """Return the expression of a column's seconds, or None if it does not hold lengths."""
    text = f"{column}::VARCHAR"
    parts = [f"split_part({text}, ':', {i})" for i in (1, 2, 3)]
    first, second, third = (f"try_cast({part} AS DOUBLE)" for part in parts)
    if kind == "TIME":  # as DuckDB reads 12:30, too
        whole = f"max({first}) < {_LONGEST_HOURS} AND max({third}) > 0"
        if _holds(connection, whole):
            return f"(3600 * {first} + 60 * {second} + {third})"
        return f"(60 * {first} + {second})" if _are_minutes(connection, first, second) else None
    if _holds(connection, f"bool_and(regexp_matches({text}, {literal(_TWO)}))"):
        return f"(60 * {first} + {second})" if _are_minutes(connection, first, second) else None
    clock = f"bool_and(regexp_matches({text}, {literal(f'{_TWO}|{_THREE}')}))"
    if _holds(connection, clock):
        return (
            f"(CASE WHEN {third} IS NULL THEN 60 * {first} + {second} "
            f"ELSE 3600 * {first} + 60 * {second} + {third} END)"
        )
    lettered = (
        f"bool_and(regexp_matches(lower({text}), {literal(_UNITS)}) "
        f"AND regexp_matches(lower({text}), '\\d\\s*(h|m|시간|분)'))"
    )
    if not _holds(connection, lettered):
        return None
    numbers = (
        f"coalesce(try_cast(replace(regexp_extract(lower({text}), {literal(_UNITS)}, {i}), "
        "',', '.') AS DOUBLE), 0)" for i in (1, 2, 3)
    )  # fmt: skip
    hours, minutes, rest = numbers
    return f"CASE WHEN {column} IS NULL THEN NULL ELSE 3600 * {hours} + 60 * {minutes} + {rest} END"


def _are_minutes(connection: "DuckDBPyConnection", first: str, second: str) -> bool:
    """Whether two parts are minutes and seconds, and no hour and minute of the day or of a game."""
    return _holds(
        connection,
        f"max({first}) >= {_SHORTEST_MINUTES} AND (max({first}) > 23 OR max({second} % 5) > 0)",
    )


def _holds(connection: "DuckDBPyConnection", condition: str) -> bool:
    row = connection.execute(f"SELECT {condition} FROM {TABLE}").fetchone()  # noqa: S608
    return row is not None and bool(row[0])
