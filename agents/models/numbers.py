"""Numbers in a model's words: only those that somebody else gave are shown.

A numeral is known when it stands in what the person said, in a tool's output, or in an answer that
was shown, in any of the usual ways of writing; or when it is a known fraction rounded to the places
that it shows, or that fraction in per cent. So is a number in words, by what it is worth. All
others are left out and counted.
"""

import re
from bisect import bisect_left, insort
from collections.abc import Iterator
from typing import Final

from agents.models.number_words import spelled
from agents.models.quantity_words import Spelled, joins

LEFT_OUT: Final = "▢"

_NUMERAL = re.compile(r"\d+(?:[.,]\d+)*")
_LIST = re.compile(r"^[ \t]*(\d{1,2}|[IVX]{2,5})[.)](?=\s)", re.MULTILINE)


class KnownNumbers:
    """Owns the numbers that may be shown."""

    def __init__(self) -> None:
        self._written: set[str] = set()
        self._values: set[float] = set()
        self._fractions: list[float] = []
        self._pair = False

    def learn(self, text: str) -> None:
        """Take in every number of a text that did not come from the model."""
        for match in _NUMERAL.finditer(text):
            self._written.add(match[0])
            for value, _ in _readings(match[0]):
                self._add(value)
        for number in spelled(text):
            self._written.add(text[number.start : number.end])
            if number.value is not None and not number.vague:
                self._add(number.value)
        self.hear(text)

    def hear(self, text: str) -> None:
        """Take in whether two things are named together; the model's own words may do so too."""
        self._pair = self._pair or joins(text)

    def _add(self, value: float) -> None:
        if value not in self._values:
            self._values.add(value)
            if not value.is_integer():
                insort(self._fractions, value)

    def holds(self, numeral: str) -> bool:
        """Whether a numeral is a known number, rounded or in per cent."""
        return numeral in self._written or any(
            value in self._values or self._rounds(value, places)
            for value, places in _readings(numeral)
        )

    def holds_spelled(self, text: str, number: Spelled) -> bool:
        """Whether a number of a text that is in words is a known one."""
        value = number.value
        if text[number.start : number.end] in self._written:
            return True
        if value is None:
            return False
        if number.vague:
            most = 100 * value
            return any(one.is_integer() and 2 * value <= one < most for one in self._values)
        if number.pair and (self._pair or joins(text, number.start)):
            return True
        if value in self._values:
            return True
        if value < 1:  # half: 50 %
            share = float(round(100 * value))
            return share in self._values or self._rounds(share, 0)
        return value.is_integer() and self._rounds(value, 0)

    def _rounds(self, value: float, places: int) -> bool:
        half = 0.5 * 10**-places
        return self._between(value - half, value + half) or (
            value <= 100 and self._between((value - half) / 100, (value + half) / 100)
        )

    def _between(self, low: float, high: float) -> bool:
        slack = 1e-9 * max(1.0, high)
        at = bisect_left(self._fractions, low - slack)
        return at < len(self._fractions) and self._fractions[at] <= high + slack


def checked(text: str, known: KnownNumbers) -> tuple[str, int]:
    """Return a text whose unknown numbers are left out, and how many there were.

    The numbers before the entries of a list are its form and stay.
    """
    lists = {match.span(1) for match in _LIST.finditer(text)}
    unknown = [
        match.span()
        for match in _NUMERAL.finditer(text)
        if match.span() not in lists and not known.holds(match[0])
    ]
    unknown += [
        (number.start, number.end)
        for number in spelled(text)
        if (number.start, number.end) not in lists and not known.holds_spelled(text, number)
    ]
    pieces: list[str] = []
    at = 0
    for start, end in sorted(unknown):
        pieces += (text[at:start], LEFT_OUT)
        at = end
    return "".join([*pieces, text[at:]]), len(unknown)


def _readings(numeral: str) -> Iterator[tuple[float, int]]:
    """Yield what a numeral may mean, and how many decimals it shows: `1,234` may be two numbers."""
    groups = re.split(r"[.,]", numeral)
    if len(groups) == 1:
        yield float(numeral), 0
        return
    if all(len(group) == 3 for group in groups[1:]):
        yield float("".join(groups)), 0
    last = max(numeral.rfind("."), numeral.rfind(","))
    if numeral.count(numeral[last]) == 1:
        yield float(f"{''.join(groups[:-1])}.{groups[-1]}"), len(groups[-1])
