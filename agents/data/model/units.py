"""Units of columns: what one that was said means for a column that has another."""

import math
from unicodedata import category

from agents.data.model.schema import Column

SECONDS = {
    "ms": 0.001, "s": 1, "sec": 1, "seconds": 1, "min": 60, "minutes": 60, "h": 3600,
    "hours": 3600, "d": 86400, "days": 86400, "weeks": 604800,
}  # fmt: skip
"""How many seconds a unit of time has."""

_LOOKED_AT = 100


def is_money(unit: str) -> bool:
    """Whether a unit is a sign of money."""
    return any(category(sign) == "Sc" for sign in unit)


def decimals_of(column: Column) -> int | None:
    """Return how many decimals amounts of a column are written with: 2 or 0 of money, 2 where its
    numbers have so many and never more. None for all else: of such as many digits as count.
    """
    values = [one for end in (column.low, column.high, *column.values[:_LOOKED_AT])
              if end is not None and (one := _as_number(end)) is not None]  # fmt: skip
    if column.stored != "number" or column.kind != "number" or column.share or not values:
        return None
    tenths, hundredths = (all(math.isclose(one, round(one, places), abs_tol=1e-9)
                              for one in values) for places in (1, 2))  # fmt: skip
    if is_money(column.unit):
        return 0 if all(one == int(one) for one in values) else 2
    return 2 if hundredths and not tenths else None


def _as_number(value: float | str) -> float | None:
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


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
