"""The SQL by which lines become rows: the same while a file is read and in the query shown."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from agents.logs.columns.formats import COLUMNS, Format

TABLE: Final = "lines"
FILE: Final = "file"
"""The column of the name of the file, in a table of several."""
_TYPES = {"time": "TIMESTAMP", "status": "INTEGER"}


def literal(text: str) -> str:
    """Return a text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def quoted(name: str) -> str:
    """Return a name as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def table_columns(format_: Format) -> str:
    """Return the definition of the columns of `lines`: those of every log, and its own fields."""
    own = ", ".join(f'"{name}" {_TYPES.get(name, "VARCHAR")}' for name in COLUMNS)
    fields = "".join(f", {quoted(name)} {kind}" for name, kind, _ in format_.fields)
    return f"line BIGINT, text VARCHAR, entry BOOLEAN, {own}{fields}"


def parse(format_: Format, raw: str, *, day: date, utc: bool) -> str:
    """Return a SELECT of the columns of `lines` from `raw`, a relation of (line, text).

    `day` is that of times that have none, and its year that of those that have no year. With
    `utc`, times are moved to UTC by their zone.
    """
    groups = ", ".join(literal(group) for group in format_.groups)
    pattern = literal(format_.pattern)
    columns = ", ".join(
        [
            *(_column(format_, name, day=day, utc=utc) for name in COLUMNS),
            *(
                f"CASE WHEN entry THEN TRY_CAST({sql} AS {kind}) END AS {quoted(name)}"
                for name, kind, sql in format_.fields
            ),
        ]
    )
    # A group that no entry leaves empty tells whether the pattern took the line.
    known: tuple[str, ...] = ("t", "level", "since", "m")
    signs = [name for name in known if name in format_.groups][:1]
    if format_.key.startswith("own:"):  # whose groups may all be optional
        signs = list(format_.groups)
    entry = f"concat({', '.join(f'e.{name}' for name in signs)}) <> ''"
    entry += f" AND {format_.entry}" if format_.entry else ""
    matched = (
        f"SELECT line, text, e, {entry} AS entry "
        f"FROM (SELECT line, text, regexp_extract(text, {pattern}, [{groups}]) AS e FROM "
        f"(SELECT line, rtrim(text, chr(13)) AS text FROM {raw}))"
    )
    if format_.listed:  # of what is no JSON nothing can be extracted: that would be an error
        matched = f"SELECT *, CASE WHEN entry THEN {format_.listed} END AS j FROM ({matched})"
    return f"SELECT line, text, entry, {columns} FROM ({matched})"


def _column(format_: Format, name: str, *, day: date, utc: bool) -> str:
    kind = _TYPES.get(name, "VARCHAR")
    sql = format_.columns.get(name, "NULL")
    sql = sql.replace("{year}", str(day.year)).replace("{day}", day.isoformat())
    if name == "time" and utc and "zone" in format_.columns:
        sql = in_utc(sql, format_.columns["zone"])
    if name == "message":
        # What is no entry of its own says all that it says in its text.
        sql = f"CASE WHEN entry THEN {sql} ELSE text END"
    elif sql != "NULL":
        sql = f"CASE WHEN entry THEN {sql} END"
    return f'CAST({sql} AS {kind}) AS "{name}"'


def in_utc(time: str, zone: str) -> str:
    """Return the SQL of a time in UTC by its zone; without one it is taken as it is."""
    hours = f"TRY_CAST(regexp_extract({zone}, '^[+-]\\d\\d') AS INTEGER)"
    # "+09:00", "+0900" and "+09" alike.
    minutes = f"TRY_CAST(regexp_extract({zone}, '^[+-]\\d\\d:?(\\d\\d)$', 1) AS INTEGER)"
    offset = (
        f"coalesce({hours} * 60 + CASE WHEN starts_with({zone}, '-') THEN -1 ELSE 1 END * "
        f"coalesce({minutes}, 0), 0)"
    )
    return f"{time} - to_minutes({offset})"


def unwrapped(select: str, turns: Sequence[int], unit: str) -> str:
    """Return a SELECT in which the lines before each of those at which a year or day ("years",
    "days") begins are earlier by one."""
    if not turns:
        return select
    ended = " + ".join(f"CAST(line < {line} AS INTEGER)" for line in turns)
    return f"SELECT * REPLACE (time - to_{unit}({ended}) AS time) FROM ({select})"


def relation(path: str) -> str:
    """Return how DuckDB reads the lines of a plain UTF-8 file: (line, text)."""
    content = "CASE WHEN ends_with(content, chr(10)) THEN left(content, -1) ELSE content END"
    return (
        "(SELECT row_number() OVER () AS line, text FROM (SELECT unnest(string_split("
        f"{content}, chr(10))) AS text FROM read_text({literal(path)})))"
    )
