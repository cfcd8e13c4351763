"""Which of the intervals in a summary overlap: pair by pair for a few, told in numbers for many."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from agents.answering.grounding import Facts
from agents.answering.text.language import Language, integer
from agents.answering.text.markdown import as_text
from agents.data.earlier_results import Line
from agents.data.sentences import say
from agents.data.statistics import Interval

_FEW = 4
_NAMED = 4


class Rated(NamedTuple):
    """A line with a rate and its interval."""

    label: str
    rate: float
    interval: Interval
    kind: str


def comparisons(lines: Sequence[Line], language: Language, facts: Facts) -> list[str]:
    """Say which intervals overlap, of up to four rates by pairs; the games may be shared.

    The numbers of pairs are added to the facts.
    """
    rated = list({
        line.label: Rated(line.label, line.rate, line.interval, line.kind)
        for line in lines if line.interval is not None and line.rate is not None
    }.values())  # fmt: skip
    kinds = [[one for one in rated if one.kind == kind] for kind in dict.fromkeys(
        one.kind for one in rated)]  # fmt: skip
    found: list[str] = []
    if len(rated) <= _FEW:
        alike = [pair for kind in kinds for pair in combinations(kind, 2)]
        found = [_told(one, two, language) for one, two in alike]
    else:
        found = [_counted(kind, language, facts) for kind in kinds if len(kind) > 1]
    return [*found, say(language, "synthesis_dependent")] if found else []


def _told(one: Rated, two: Rated, language: Language) -> str:
    if one.interval.overlaps(two.interval):
        return say(language, "synthesis_overlap", a=as_text(one.label), b=as_text(two.label))
    high, low = (one, two) if one.rate > two.rate else (two, one)
    return say(language, "synthesis_apart", a=as_text(high.label), b=as_text(low.label))


def _counted(rated: Sequence[Rated], language: Language, facts: Facts) -> str:
    """Say how many pairs overlap, and which overlap the highest."""
    pairs = len(rated) * (len(rated) - 1) // 2
    count = overlapping([one.interval for one in rated])
    facts.count(count, pairs)
    first = max(rated, key=lambda one: one.rate)
    beside = sorted(
        (o for o in rated if o is not first and o.interval.overlaps(first.interval)),
        key=lambda one: -one.rate,
    )
    names = ", ".join(as_text(one.label) for one in beside[:_NAMED])
    return say(
        language,
        "synthesis_pairs" if beside else "synthesis_pairs_apart",
        count=integer(count, language),
        pairs=integer(pairs, language),
        first=as_text(first.label),
        names=names + (" …" if len(beside) > _NAMED else ""),
    )


def overlapping(intervals: Sequence[Interval]) -> int:
    """Return how many pairs of intervals overlap; those that touch do."""
    lows = sorted(one.low for one in intervals)
    apart = sum(len(lows) - bisect_right(lows, one.high) for one in intervals)
    return len(lows) * (len(lows) - 1) // 2 - apart
