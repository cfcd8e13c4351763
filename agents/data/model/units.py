"""Units of columns: what one that was said means for a column that has another."""

from unicodedata import category

from agents.data.model.schema import Column

SECONDS = {
    "ms": 0.001, "s": 1, "sec": 1, "seconds": 1, "min": 60, "minutes": 60, "h": 3600,
    "hours": 3600, "d": 86400, "days": 86400, "weeks": 604800,
}  # fmt: skip
"""How many seconds a unit of time has."""


def is_money(unit: str) -> bool:
    """Whether a unit is a sign of money."""
    return bool(unit) and category(unit[0]) == "Sc"


def own_unit(column: Column) -> str:
    """Return the unit of a column; lengths of time are kept in seconds."""
    return column.unit or ("s" if column.kind == "length" else "")


def is_alike(own: str, said: str) -> bool:
    """Whether a unit of a column may be meant by one that was said; money and time are said in
    any."""
    if said in SECONDS:
        return own in SECONDS
    return is_money(own) if is_money(said) else own == said


def as_held(column: Column, value: float, unit: str) -> float:
    """Return a number with its unit as a column holds it: 40 % of a share is 0.4."""
    fraction = isinstance(column.high, int | float) and 0 < column.high <= 1
    if unit == "%" and (column.share or fraction):
        return value / 100
    own = own_unit(column)
    return value * SECONDS[unit] / SECONDS[own] if unit in SECONDS and own in SECONDS else value
