"""Numbers that stand for moments: seconds since 1970, and days written as 20240131."""

from typing import TYPE_CHECKING

from agents.data.tables.aggregates import aggregates
from agents.data.tables.header_words import named_by_id, names_length, names_moment
from agents.data.tables.quoting import quoted
from agents.data.tables.reshape.relation import columns_of, replaced

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_WHOLE = ("INTEGER", "BIGINT", "UINTEGER", "UBIGINT", "HUGEINT", "DOUBLE")
_FIRST, _LAST = 946_684_800, 2_082_758_400  # seconds: 2000 to 2035
_DAYS = 19000101, 21001231


def dated(connection: "DuckDBPyConnection") -> None:
    """Make moments of the columns of whole numbers that all are some.

    They are seconds or milliseconds since 1970 where all lie in 2000 to 2035, unless they are ids
    or lengths, and days where the header names a moment.
    """
    new = {
        name: read for name, kind in columns_of(connection).items()
        if kind in _WHOLE and (read := _moment(connection, name)) is not None
    }  # fmt: skip
    replaced(connection, new)


def _moment(connection: "DuckDBPyConnection", name: str) -> str | None:
    if named_by_id(name) is not None or (names_length(name) and not names_moment(name)):
        return None
    column = quoted(name)
    day = f"try_strptime({column}::BIGINT::VARCHAR, '%Y%m%d')"
    low, high, days = aggregates(
        connection, (f"min({column})", f"max({column})", f"count({column}) = count({day})")
    )
    if low is None:
        return None
    if days and names_moment(name) and _DAYS[0] <= low <= high <= _DAYS[1]:
        return day
    units = [unit for unit in (1, 1000) if unit * _FIRST <= low <= high <= unit * _LAST]
    return f"make_timestamp(CAST({column} * {1_000_000 // units[0]} AS BIGINT))" if units else None
