"""What is in each column of a table: counted in a few statements, cheaply on many rows."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from agents.data.model.schema import Stored
from agents.data.tables.aggregates import aggregates
from agents.data.tables.quoting import quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_Of = TypeVar("_Of")
_AT_ONCE = 24  # columns counted in one statement: each holds its values in memory
# Different values are estimated first (HyperLogLog; a few per cent off). Where they are few they
# are listed, which is exact; where they are many they are counted, unless in larger tables, for
# which that takes longer than reading the file.
_COUNTED = 200_000
LISTED = 500
_FEW = 2000  # different values up to which they are counted one by one
_NEARLY = 1.2
NUMBERS = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT",
           "UINTEGER", "UBIGINT", "UHUGEINT", "FLOAT", "DOUBLE", "DECIMAL")  # fmt: skip
_STORED: dict[str, Stored] = {
    "DATE": "date", "TIME": "time", "INTERVAL": "interval", "BOOLEAN": "boolean",
}  # fmt: skip
_GRAINS: dict[Stored, tuple[str, ...]] = {
    "time": ("minute", "second"),
    "date": ("year", "month", "day"),
    "timestamp": ("year", "month", "day", "hour", "minute", "second"),
}
_HEAD = 2048  # rows of which one mostly tells the grain: all of them are slow to truncate
INTEGERS = tuple(one for one in NUMBERS if one not in ("FLOAT", "DOUBLE", "DECIMAL"))


class ColumnContents(NamedTuple):
    """What one column holds. `values` are its texts, commonest first, with their rows.

    `whole`: all numbers are whole ones; `length`: the mean number of characters; `grain`: the
    finest of a moment.
    """

    type: str
    filled: int
    distinct: int
    exact: bool
    low: object
    high: object
    whole: bool
    length: float
    grain: str
    values: tuple[tuple[str, int], ...]
    complete: bool


def stored(type_: str) -> Stored:
    """Return the kind of storage of a type of DuckDB's, as the model names it."""
    if type_.startswith(NUMBERS):
        return "number"
    if type_.startswith("TIMESTAMP"):
        return "timestamp"
    if type_.startswith(("VARCHAR", "ENUM", "UUID")):
        return "text"
    return _STORED.get(type_, "other")


def measured(
    connection: "DuckDBPyConnection", table: str, columns: Sequence[tuple[str, str]], rows: int,
    *, listed: int = LISTED,
) -> dict[str, ColumnContents]:  # fmt: skip
    """Return what the columns (names and types) of a table, or other relation of SQL, hold; of each
    so many values."""
    most = max(_FEW, listed)
    found: dict[str, ColumnContents] = {}
    for some in _some(columns):
        found |= _counted(connection, table, some)
    few = [name for name, one in found.items() if 0 < one.distinct <= _NEARLY * most]
    for names in _some(few):
        for name, values in _values(connection, table, names, most).items():
            counted = len(values) <= most
            found[name] = found[name]._replace(
                values=tuple(values[:listed]), complete=len(values) <= listed,
                distinct=len(values) if counted else found[name].distinct, exact=counted,
            )  # fmt: skip
    if rows <= _COUNTED:
        many = [name for name, one in found.items() if one.distinct and not one.exact]
        different = (f"count(DISTINCT {quoted(name)})" for name in many)
        counts = aggregates(connection, different, table)
        for name, distinct in zip(many, counts, strict=True):
            found[name] = found[name]._replace(distinct=distinct, exact=True, values=())
    return found


def _some(columns: Sequence[_Of]) -> Iterator[Sequence[_Of]]:
    """Part columns into as many as one statement may count."""
    return (columns[start : start + _AT_ONCE] for start in range(0, len(columns), _AT_ONCE))


def _counted(
    connection: "DuckDBPyConnection",
    table: str,
    columns: Sequence[tuple[str, str]],
) -> dict[str, ColumnContents]:
    picked: list[str] = []
    finest = _finest(connection, table, columns)
    for name, type_ in columns:
        cell = quoted(name)
        kind = stored(type_)
        ordered = kind not in ("other", "interval")
        picked += [
            f"count({cell})",
            f"approx_count_distinct({cell})" if kind != "other" else "0",
            f"min({cell})" if ordered else "NULL",
            f"max({cell})" if ordered else "NULL",
            f"bool_and({cell} = floor({cell}))" if type_.startswith(("FLOAT", "DOUBLE", "DEC"))
            else str(kind == "number").lower(),
            f"avg(length({cell}::VARCHAR))" if kind == "text" else "NULL",
            "NULL" if kind not in _GRAINS
            else f"'{_GRAINS[kind][-1]}'" if name in finest
            else _grain(cell, kind),
        ]  # fmt: skip
    row = connection.execute(f"SELECT {', '.join(picked)} FROM {table}").fetchone()
    assert row is not None
    each = 7
    found = {}
    for place, (name, type_) in enumerate(columns):
        filled, many, low, high, whole, length, grain = row[place * each : (place + 1) * each]
        found[name] = ColumnContents(
            type_, int(filled), min(int(many), int(filled)), False, low, high, bool(whole),
            float(length or 0), str(grain or ""), (), False,
        )  # fmt: skip
    return found


def _finest(
    connection: "DuckDBPyConnection", table: str, columns: Sequence[tuple[str, str]]
) -> set[str]:
    """Return the columns of moments whose first rows have the finest grain there is."""
    moments = {name: kind for name, type_ in columns if (kind := stored(type_)) in _GRAINS}
    finer = (
        f"bool_or(NOT {_falls_on(_GRAINS[kind][-2], quoted(name), kind)})"
        for name, kind in moments.items()
    )
    found = aggregates(connection, finer, f"(FROM {table} LIMIT {_HEAD})")
    return {name for name, is_finer in zip(moments, found, strict=True) if is_finer}


def _grain(cell: str, kind: Stored) -> str:
    """Return the SQL of the finest grain of a column of moments."""
    *coarser, finest = _GRAINS[kind]
    whens = " ".join(
        f"WHEN bool_and({_falls_on(grain, cell, kind)}) THEN '{grain}'" for grain in coarser
    )
    return f"CASE {whens} ELSE '{finest}' END"


def _falls_on(grain: str, cell: str, kind: Stored) -> str:
    """Return the SQL of whether a moment is the beginning of a year, a month …"""
    if kind == "time":  # which cannot be truncated
        return f"(extract(second FROM {cell}) = 0)"
    return f"({cell} = date_trunc('{grain}', {cell}))"


def _values(
    connection: "DuckDBPyConnection", table: str, names: Sequence[str], most: int
) -> dict[str, list[tuple[str, int]]]:
    """Return the values of columns as texts, commonest first, with their rows."""
    # Grouped as they are and written as text afterwards: a million numbers are slow to write.
    sql = " UNION ALL ".join(
        f"(SELECT {place}, value::VARCHAR AS value, n FROM (SELECT {quoted(name)} AS value, "
        f"count(*) AS n FROM {table} WHERE {quoted(name)} IS NOT NULL GROUP BY 1) "
        f"ORDER BY n DESC, 2 LIMIT {most + 1})"
        for place, name in enumerate(names)
    )
    found: dict[str, list[tuple[str, int]]] = {name: [] for name in names}
    for place, value, n in connection.execute(sql).fetchall():
        found[names[place]].append((str(value), int(n)))
    return found
