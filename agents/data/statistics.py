"""Intervals for rates and for the difference of two rates."""

from math import sqrt
from typing import NamedTuple

Z95 = 1.959963984540054
FEW_GAMES = 30


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


def wilson(wins: int, games: int) -> Interval:
    """Return the 95 % score interval of a proportion.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22
    (1927), 209-212. Raises ValueError unless 0 <= wins <= games and games > 0.
    """
    if not 0 <= wins <= games or games == 0:
        raise ValueError(f"{wins} wins of {games} games is no proportion")
    centre = (wins + Z95**2 / 2) / (games + Z95**2)
    half = Z95 / (games + Z95**2) * sqrt(wins * (games - wins) / games + Z95**2 / 4)
    low = 0.0 if wins == 0 else max(0.0, centre - half)
    high = 1.0 if wins == games else min(1.0, centre + half)
    return Interval(low, high)


def newcombe(wins_a: int, games_a: int, wins_b: int, games_b: int) -> Interval:
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
