"""A column whose dates are written in several ways, each read in its own."""

from typing import TYPE_CHECKING

from agents.data.tables import written
from agents.data.tables.aggregates import aggregates
from agents.data.tables.written import CELL, Form

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_YEAR = "[0-9]{4}"
_BY_YEAR = ("%Y", "%y")


def mixed_form(
    connection: "DuckDBPyConnection", rows: str, cell: str
) -> tuple[Form, int, str] | None:
    """Return how a cell of `rows` (both SQL) is read as a day, or a moment where some have a time;
    how many cells are; and what was guessed, as `ColumnReading.open`. None where no cell is one.

    Days and months stand in one order in the whole column: the one in which more cells are dates.
    A day without a year is no date.
    """
    name = "mixed_values"
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE {name} AS SELECT {written.clean('t')} AS v, n "
        f"FROM (SELECT {cell} AS t, count(*) AS n FROM {rows} WHERE t IS NOT NULL GROUP BY 1)"
    )
    try:
        return _form(connection, name)
    finally:
        connection.execute(f"DROP TABLE {name}")


def _form(connection: "DuckDBPyConnection", values: str) -> tuple[Form, int, str] | None:
    """Return how the texts `v` of a table are read, each of which `n` cells have."""
    long = f"regexp_matches({CELL}, '{_YEAR}')"
    parted = {
        (order, year): f"CASE WHEN {'' if year == '%Y' else 'NOT '}{long} THEN "
        f"{written.parted_date_form(order, with_time=True).value} END"
        for order in ("ymd", "dmy", "mdy") for year in _BY_YEAR
    }  # fmt: skip
    found = aggregates(connection, map(_cells, parted.values()), values)
    counted = dict(zip(parted, map(int, found), strict=True))
    days, months = (sum(counted[order, year] for year in _BY_YEAR) for order in ("dmy", "mdy"))
    (points,) = aggregates(connection, ["bool_or(regexp_matches(v, '^\\d+[.]'))"], values)
    either = days == months > 0
    first = "dmy" if days > months or (either and points) else "mdy"
    short = "ymd" if counted["ymd", "%y"] > counted[first, "%y"] else first
    zoned = written.zoned_moment_form()
    ways = [f"CASE WHEN {zoned.fits(CELL)} THEN {zoned.value} END"]  # else 3/4/24 is one of year 3
    ways += [parted[one] for one in (("ymd", "%Y"), (first, "%Y"), (short, "%y"))]
    ways += [f"{form.value}::TIMESTAMP" for form in written.worded_date_forms()]
    value = f"coalesce({', '.join(f'({one})' for one in ways)})"
    read = value.replace(CELL, "v")
    whole, count = aggregates(
        connection, [f"bool_and({read} = {read}::DATE)", _cells(value)], values
    )
    if not count:
        return None
    guessed = "day_or_month" if either and first == short else ""
    form = Form("", value, "TIMESTAMP", "read_dates", grain="second")
    if whole:
        form = form._replace(value=f"({value})::DATE", type="DATE", grain="day")
    return form, int(count), guessed


def _cells(value: str) -> str:
    """Return the SQL that counts the cells which a value is read of."""
    return f"coalesce(sum(n) FILTER (({value.replace(CELL, 'v')}) IS NOT NULL), 0)"
