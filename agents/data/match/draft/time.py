"""When and how long: the columns with the moment and the length of a game."""

from agents.data.match.model.pack import form_for, words_for
from agents.data.model.schema import Column, Table
from agents.data.tables.header_words import names_length, tokens


def find_time(table: Table, taken: set[str]) -> str | None:
    """Return the column that tells when a game was played, or else its year; None without one."""
    free = [c for c in table.columns if c.name not in taken and c.distinct]
    dated = [c for c in free if c.stored in ("date", "timestamp")]
    if dated:
        return min(dated, key=lambda c: bool(form_for("not_played").search(c.name))).name
    return next((c.name for c in free if _is_year(c)), None)


def _is_year(column: Column) -> bool:
    words = words_for("years").intersection(tokens(column.name))
    whole = [v for v in column.values if v.isdigit() and 1900 <= int(v) <= 2100]
    return bool(words) and bool(whole) and len(whole) == len(column.values)


def find_duration(table: Table, taken: set[str]) -> str | None:
    """Return the column with the length of a game, or None."""
    free = [c for c in table.columns if c.name not in taken]
    spans = [c.name for c in free if c.stored == "interval"]
    numbers = [c.name for c in free if c.stored == "number" and names_length(c.name)]
    return next(iter(spans + numbers), None)
