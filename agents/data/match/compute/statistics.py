"""Intervals for rates and for the difference of two rates, and p-values of several at once.

Rates are shares (0 to 1), never per cent; counts are of games. Score intervals are taken, for the
textbook's (rate ± z · standard error) leaves 0 … 1 and is too narrow where games are few or rates
near an end: A. Agresti and B. A. Coull, The American Statistician 52 (1998), 119-126.
"""

from collections.abc import Sequence
from math import erfc, sqrt
from typing import NamedTuple

Z95 = 1.959963984540054
"""The two-sided 95 % quantile of the normal distribution."""
FEW_GAMES = 30
"""Below so many games an answer says that its figure is unsure."""


class Interval(NamedTuple):
    """A closed interval; for rates within 0 … 1, for differences within -1 … 1."""

    low: float
    high: float

    def overlaps(self, other: "Interval") -> bool:
        """Whether the two intervals share a point."""
        return self.low <= other.high and other.low <= self.high

    def contains(self, value: float) -> bool:
        """Whether the value lies in the interval, its ends included."""
        return self.low <= value <= self.high


def wilson(wins: float, games: int) -> Interval:
    """Return the 95 % score interval of a proportion.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22
    (1927), 209-212. Wins need be no whole number: of some games only a rate is known. Raises
    ValueError unless 0 <= wins <= games and games > 0.
    """
    if not 0 <= wins <= games or games == 0:
        raise ValueError(f"{wins} wins of {games} games is no proportion")
    centre = (wins + Z95**2 / 2) / (games + Z95**2)
    half = Z95 / (games + Z95**2) * sqrt(wins * (games - wins) / games + Z95**2 / 4)
    low = 0.0 if wins == 0 else max(0.0, centre - half)
    high = 1.0 if wins == games else min(1.0, centre + half)
    return Interval(low, high)


def newcombe(wins_a: float, games_a: int, wins_b: float, games_b: int) -> Interval:
    """Return the 95 % interval of the difference of two independent proportions, a minus b.

    R. G. Newcombe, "Interval estimation for the difference between independent proportions",
    Statistics in Medicine 17 (1998), 873-890, method 10 (score intervals, no continuity
    correction).
    """
    a, b = wins_a / games_a, wins_b / games_b
    one, two = wilson(wins_a, games_a), wilson(wins_b, games_b)
    low = a - b - sqrt((a - one.low) ** 2 + (two.high - b) ** 2)
    high = a - b + sqrt((one.high - a) ** 2 + (b - two.low) ** 2)
    return Interval(max(-1.0, low), min(1.0, high))


def score_p(wins: float, games: int) -> float:
    """Return the two-sided p-value of a rate against one half, by the score test.

    It is below 0.05 exactly where Wilson's interval leaves 50 % out, for the interval is this test
    inverted (Wilson 1927, as above).
    """
    z = abs(2 * wins - games) / sqrt(games)
    return erfc(z / sqrt(2))


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return p-values corrected for being several, in the order given.

    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
    Statistics 6 (1979), 65-70.
    """
    ranked = sorted(range(len(p_values)), key=lambda i: p_values[i])
    found = [0.0] * len(p_values)
    highest = 0.0
    for place, index in enumerate(ranked):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[index]))
        found[index] = highest
    return tuple(found)


_Z2 = Z95**2


def wilson_sql(won: str) -> tuple[str, str]:
    """Return `wilson` in SQL: the columns `centre` and `half`, of `won` games of `games`."""
    return (
        f"({won} + {_Z2 / 2}) / (games + {_Z2}) AS centre",
        f"{Z95} * SQRT({won} * (games - {won}) / games + {_Z2 / 4}) / (games + {_Z2}) AS half",
    )
