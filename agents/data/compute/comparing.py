"""Which groups of a query stand apart by their rates, looked at all together."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Literal, NamedTuple

from agents.data.compute.result import Compared
from agents.data.compute.statistics import FEW, holm, level_p, rest_p

_SURE = 0.05


class Counted(NamedTuple):
    """A group by its key, and how many of how many rows count; `same` groups are one test."""

    key: Hashable
    same: Hashable
    hits: float
    n: float


def compared(
    groups: Iterable[Counted], shown: Sequence[Hashable], level: float | None
) -> Compared | None:
    """Return which groups differ from a level, or each from all others; None of fewer than two.

    `shown` are the keys of the rows.

    Groups of few rows, of which no test tells anything, are not among those that are tested.
    """
    tested: dict[Hashable, float] = {}
    counted = [one for one in groups if one.n]
    hits, n = sum(one.hits for one in counted), sum(one.n for one in counted)
    enough = [one for one in counted if one.n >= FEW]
    counted = enough if len(enough) > 1 else counted
    for one in counted:
        if level is not None:
            p = level_p(one.hits, one.n, level)
        else:
            p = rest_p(one.hits, one.n, hits - one.hits, n - one.n)
        tested.setdefault(one.same, p)
    if len(counted) < 2:
        return None
    if level is None and len(counted) == 2:  # each is the other's rest
        corrected = dict(tested)
    else:
        corrected = dict(zip(tested, holm(list(tested.values())), strict=True))
    far = {one.key for one in counted if corrected[one.same] < _SURE}
    apart = tuple(place for place, key in enumerate(shown) if key in far)
    against: Literal["level", "rest"] = "rest" if level is None else "level"
    return Compared(against=against, groups=len(tested), apart=apart, more=len(far) - len(apart))
