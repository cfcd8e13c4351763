"""Lengths that were written as on a clock (26:45, 1:02:33, PT26M45S) become spans of time."""

from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.answering.text.packs import word_set
from agents.data.tables.header_words import names_length, tokens
from agents.data.tables.quoting import literal, quoted
from agents.data.tables.reshape.relation import columns_of, figured, replaced

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_UNITS = (
    r"^\s*(?:(\d+)\s*(?:h|hr|hours?|horas?|시간)\s*)?(?:(\d+)\s*(?:m|min|mins|분|')\s*)?"
    r"(?:(\d+(?:[.,]\d+)?)\s*(?:s|sec|secs|seg|초|\"|'')?)?\s*$"
)
_TWO_UNITS = r"\d\s*(h|hr|hours?|horas?|시간|m|min|mins|분|')\s*\d"
_ISO = r"^\s*pt(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:[.,]\d+)?)s)?\s*$"
_TWO = r"^\s*\d{1,3}:[0-5]\d(?:\.\d+)?\s*$"
_THREE = r"^\s*\d{1,2}:[0-5]\d:[0-5]\d(?:\.\d+)?\s*$"
_LONGEST_HOURS = 10
_SHORTEST_MINUTES = 6
_SEEN = 2000
_TIME = word_set("time tiempo hora 시간")


def timed(connection: "DuckDBPyConnection") -> None:
    """Make spans of time of the columns that hold lengths as text.

    Two parts are minutes and seconds, unless they look like times of the day (whole five minutes)
    or may as well be hours and minutes (none of more than five): those stay as they are.
    """
    new: dict[str, str] = {}
    texts = figured(connection)
    for name, kind in columns_of(connection).items():
        if kind == "TIME" or name in texts:
            column = quoted(name)
            named = names_length(name) or (kind == "VARCHAR" and _is_bare_time(connection, name))
            seconds = _lettered(connection, column, named) if kind == "VARCHAR" else None
            if seconds is None and named:
                seconds = _seconds(connection, column, kind)
            if seconds is not None:
                new[name] = f"to_seconds({seconds})"
    replaced(connection, new)


def _is_bare_time(connection: "DuckDBPyConnection", name: str) -> bool:
    """Whether a column called no more than "Time" holds lengths: no day has so many hours."""
    if not _TIME.issuperset(tokens(name)):
        return False
    column = quoted(name)
    head = f"(SELECT {column} FROM {TABLE} LIMIT {_SEEN})"
    hours = f"try_cast(split_part({column}, ':', 1) AS INT)"
    return _holds(
        connection,
        f"bool_and(regexp_matches({column}, {literal(_TWO)})) AND max({hours}) > 24",
        head,
    )


def _seconds(connection: "DuckDBPyConnection", column: str, kind: str) -> str | None:
    """Return the expression of a column's seconds, or None if it does not hold lengths."""
    text = f"{column}::VARCHAR"
    parts = [f"split_part({text}, ':', {i})" for i in (1, 2, 3)]
    first, second, third = (f"try_cast({part} AS DOUBLE)" for part in parts)
    if kind == "TIME":  # as DuckDB reads 12:30, too
        whole = f"max({first}) < {_LONGEST_HOURS} AND max({third}) > 0"
        if _holds(connection, whole):
            return f"(3600 * {first} + 60 * {second} + {third})"
        return (
            f"(60 * {first} + {second})"
            if _are_minutes(connection, column, first, second)
            else None
        )
    if _holds(connection, f"bool_and(regexp_matches({text}, {literal(_TWO)}))"):
        return (
            f"(60 * {first} + {second})"
            if _are_minutes(connection, column, first, second)
            else None
        )
    clock = f"bool_and(regexp_matches({text}, {literal(f'{_TWO}|{_THREE}')}))"
    if _holds(connection, clock):
        return (
            f"(CASE WHEN {third} IS NULL THEN 60 * {first} + {second} "
            f"ELSE 3600 * {first} + 60 * {second} + {third} END)"
        )
    return None


def _lettered(connection: "DuckDBPyConnection", column: str, named: bool) -> str | None:
    """Return the expression of the seconds of 26m45s, 32분 10초 and PT32M10S, else None.

    Where some have two units they are lengths, whatever their column is called; 100m may be metres.
    """
    text = f"lower({column}::VARCHAR)"
    forms = (
        (_UNITS, f"regexp_matches({text}, '\\d\\s*(h|m|s|시간|분|초)')"),
        (_ISO, f"regexp_matches({text}, '\\d')"),
    )
    for form, more in forms:
        fits = f"regexp_matches({text}, {literal(form)}) AND {more}"
        some = f"(SELECT {column} FROM {TABLE} WHERE {column} IS NOT NULL LIMIT {_SEEN})"
        if not _holds(connection, f"bool_and({fits})", some):
            continue
        several = f"bool_or(regexp_matches({text}, {literal(_TWO_UNITS)}))"
        plain = named or form == _ISO
        whole = f"bool_and({fits})" + ("" if plain else f" AND {several}")
        if not _holds(connection, whole):
            return None
        hours, minutes, rest = (
            f"coalesce(try_cast(replace(regexp_extract({text}, {literal(form)}, {i}), "
            "',', '.') AS DOUBLE), 0)" for i in (1, 2, 3)
        )  # fmt: skip
        seconds = f"3600 * {hours} + 60 * {minutes} + {rest}"
        return f"CASE WHEN {column} IS NULL THEN NULL ELSE {seconds} END"
    return None


def _are_minutes(connection: "DuckDBPyConnection", column: str, first: str, second: str) -> bool:
    """Whether two parts are minutes and seconds, and no hour and minute of the day or of a game.

    Few hours are written without a zero before them, but minutes with one: 02:27.
    """
    written = f"split_part({column}::VARCHAR, ':', 1)"
    padded = f"bool_and(length({written}) = 2) AND bool_or({written} LIKE '0%')"
    return _holds(
        connection,
        f"(max({first}) >= {_SHORTEST_MINUTES} OR ({padded})) "
        f"AND (max({first}) > 23 OR max({second} % 5) > 0)",
    )


def _holds(connection: "DuckDBPyConnection", condition: str, rows: str = TABLE) -> bool:
    row = connection.execute(f"SELECT {condition} FROM {rows}").fetchone()
    return row is not None and bool(row[0])
