"""Which groups of a query stand apart by their rates, looked at all together."""

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

from agents.data.compute.result import Against, Compared
from agents.data.compute.statistics import FEW, holm, level_p, rest_p

_SURE = 0.05


class CountedGroup(NamedTuple):
    """A group by its key, and how many of how many rows count; `same` groups are one test.

    In a comparison these are the rows of the first case, and `other_hits` of `other_n` the other's.
    """

    key: Hashable
    same: Hashable
    hits: float
    n: float
    other_hits: float = 0.0
    other_n: float | None = None


class Tested(NamedTuple):
    """A group by its key, with the p-value of its figure before any correction."""

    key: Hashable
    same: Hashable
    p: float


def compared(
    groups: Iterable[CountedGroup], shown: Sequence[Hashable], level: float | None
) -> Compared | None:
    """Return which groups differ from a level, or each from all others; None of fewer than two.

    Groups of two cases are those whose cases differ. `shown` are the keys of the rows. Groups of
    few rows, of which no test tells anything, are not among those that are tested.
    """
    counted = [one for one in groups if min(_sizes(one))]
    cases = any(one.other_n is not None for one in counted)
    hits, n = sum(one.hits for one in counted), sum(one.n for one in counted)
    enough = [one for one in counted if min(_sizes(one)) >= FEW]
    counted = enough if len(enough) > 1 else counted
    tested = []
    for one in counted:
        if one.other_n is not None:
            p = rest_p(one.hits, one.n, one.other_hits, one.other_n)
        elif level is not None:
            p = level_p(one.hits, one.n, level)
        else:
            p = rest_p(one.hits, one.n, hits - one.hits, n - one.n)
        tested.append(Tested(one.key, one.same, p))
    if cases:
        return apart_of(tested, shown, "case")
    return apart_of(tested, shown, "rest" if level is None else "level")


def apart_of(
    tested: Sequence[Tested], shown: Sequence[Hashable], against: Against
) -> Compared | None:
    """Return which groups differ by their p-values, None of fewer than two."""
    if len(tested) < 2:
        return None
    values = {one.same: one.p for one in reversed(tested)}
    if against == "rest" and len(tested) == 2:  # each is the other's rest
        corrected = values
    else:
        corrected = dict(zip(values, holm(list(values.values())), strict=True))
    far = {one.key for one in tested if corrected[one.same] < _SURE}
    apart = tuple(place for place, key in enumerate(shown) if key in far)
    return Compared(against=against, groups=len(values), apart=apart, more=len(far) - len(apart))


def _sizes(one: CountedGroup) -> tuple[float, float]:
    return one.n, one.n if one.other_n is None else one.other_n
