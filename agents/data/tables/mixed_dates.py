"""A column whose dates are written in several ways, each read in its own."""

from typing import TYPE_CHECKING

from agents.data.tables import written
from agents.data.tables.aggregates import aggregates
from agents.data.tables.written import Form

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
    clean = written.clean(cell)
    long = f"regexp_matches({written.CELL}, '{_YEAR}')"
    parted = {
        (order, year): f"CASE WHEN {'' if year == '%Y' else 'NOT '}{long} THEN "
        f"{written.parted_date_form(order, with_time=True).value} END"
        for order in ("ymd", "dmy", "mdy") for year in _BY_YEAR
    }  # fmt: skip
    counted = dict(zip(parted, aggregates(
        connection, (f"count({one.replace(written.CELL, clean)})" for one in parted.values()), rows
    ), strict=True))  # fmt: skip
    days, months = (sum(counted[order, year] for year in _BY_YEAR) for order in ("dmy", "mdy"))
    either = days == months > 0
    if either:
        (points,) = aggregates(
            connection, [f"coalesce(bool_or(regexp_matches({clean}, '^\\d+[.]')), false)"], rows
        )
    first = "dmy" if days > months or (either and points) else "mdy"
    short = "ymd" if counted["ymd", "%y"] > counted[first, "%y"] else first
    used = [("ymd", "%Y"), (first, "%Y"), (short, "%y")]
    zoned = written.zoned_moment_form()
    values = [
        f"(CASE WHEN {zoned.fits(written.CELL)} THEN {zoned.value} END)",  # else 3/4/24 is one of 3
        *(f"({parted[one]})" for one in used),
    ]
    values += (f"({form.value})::TIMESTAMP" for form in written.worded_date_forms())
    value = f"coalesce({', '.join(values)})"
    read = value.replace(written.CELL, clean)
    whole, count = aggregates(
        connection, [f"bool_and({read} = {read}::DATE)", f"count({read})"], rows
    )
    if not count:
        return None
    guessed = "day_or_month" if either and first == short else ""
    form = Form("", value, "TIMESTAMP", "read_dates", grain="second")
    if whole:
        form = form._replace(value=f"({value})::DATE", type="DATE", grain="day")
    return form, int(count), guessed
