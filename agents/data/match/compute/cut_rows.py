"""What is said of all rows where they are too many to hand over: their number, and the ends."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from agents.answering.engine import Cell, Row
from agents.data.match.compute.plan import Plan
from agents.data.match.compute.statistics import FEW_GAMES, Interval

OF_ENOUGH = ("win_rate", "loss_rate", "skill_rate", "draw_rate")
_ENDS = 6  # one more than are named
_DIGITS = 6  # of wins


class Tally(NamedTuple):
    """How many rows there are in all, their wins and games, and the draws in them."""

    rows: int
    records: Counter[tuple[float, int]]
    draws: int


class Cut(NamedTuple):
    """All rows of which the first were taken: how many, their draws, and the highest and lowest.

    `ends` have enough games to be compared.
    """

    in_all: int
    draws: int
    ends: tuple[Row, ...]


def added_up(rows: Sequence[Row], name: int, games: int) -> dict[str, int]:
    """Return the games of each name, most first, of rows that are told apart by more than names."""
    found: Counter[str] = Counter()
    for row in rows:
        found[str(row[name])] += int(row[games] or 0)
    return dict(found.most_common())


def tally_of(rows: Sequence[Row]) -> Tally:
    """Add up what `QueryBuilder.build_tally` found."""
    records: Counter[tuple[float, int]] = Counter()
    draws = 0
    for wins, games, count, drawn in rows:
        records[round(float(wins or 0), _DIGITS), int(games or 0)] += int(count or 0)
        draws += int(drawn or 0)
    return Tally(records.total(), records, draws)


def won_by(rate: Cell, games: Cell) -> tuple[float, int]:
    """Return the wins, unrounded where the table holds rates, and the games of a row."""
    of = int(games or 0)
    return round(float(rate or 0) * of, _DIGITS), of


def rest_of(tally: Tally, shown: Sequence[tuple[float, int]]) -> tuple[tuple[float, int], ...]:
    """Return the wins and games of all rows, those of the shown ones first."""
    return (*shown, *(tally.records - Counter(shown)).elements())


def ends_of(definite: Plan) -> tuple[Plan, Plan]:
    """Return the plans of the highest and of the lowest rows that have enough games."""
    frame = definite.frame
    least = definite.least
    if frame.measure in OF_ENOUGH:
        least = max(least or 0, FEW_GAMES)
    high, low = (
        definite._replace(
            frame=frame.model_copy(
                update={"order": order, "limit": _ENDS, "skip": 0, "within": None}
            ),
            least=least,
        )
        for order in ("desc", "asc")
    )
    return high, low


def unsure_of(definite: Plan, names: tuple[str, ...], rows: tuple[Row, ...]) -> tuple[str, ...]:
    """Return the groups whose last shown row cannot be told from the next one."""
    within, last = definite.frame.within, definite.frame.limit
    if within is None or last is None:
        return ()
    place, low, high = (names.index(name) for name in (within, "ci_low", "ci_high"))
    found = []
    for group in dict.fromkeys(row[place] for row in rows):
        own = [row for row in rows if row[place] == group][last - 1 : last + 1]
        spans = [Interval(float(row[low] or 0), float(row[high] or 0)) for row in own]
        if len(spans) == 2 and spans[0].overlaps(spans[1]):
            found.append(str(group))
    return tuple(found)
