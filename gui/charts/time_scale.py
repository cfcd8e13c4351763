"""Axes of time: moments in proportion to what lies between them, and calendar steps as ticks."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pydantic import JsonValue
from PySide6.QtCore import QLocale

from gui.charts.moments import (
    EARLIEST,
    LATEST,
    as_seconds,
    by_format,
    day_words,
    moment_at,
    month_words,
    seconds_of,
    time_words,
)

_DAY = 86400.0
_WEEK = 7 * _DAY
_MONDAY = 4 * _DAY
"""The first Monday after the beginning of 1970, in seconds."""
_BAND_SHARE, _WIDEST = 0.66, 40.0
_ROOM = 0.03
"""The share of an axis that stays free at each of its ends."""


@dataclass(frozen=True, slots=True)
class Stride:
    """A step of the calendar: some months from January on, else seconds (weeks from Monday)."""

    seconds: float = 0.0
    months: int = 0

    @property
    def length(self) -> float:
        """About how many seconds it takes."""
        return self.seconds or self.months * 30.436875 * _DAY

    def starts(self, low: float, high: float) -> list[float]:
        """Return all starts of such steps from `low` to `high`, both included, in seconds."""
        low, high = max(low, EARLIEST), min(high, LATEST)
        if self.seconds:
            shift = _MONDAY if self.seconds % _WEEK == 0 else 0.0
            numbers = range(_floor(low - shift, self.seconds), _floor(high, self.seconds) + 1)
            found = [shift + number * self.seconds for number in numbers]
        else:
            first, last = (_month(edge) // self.months for edge in (low, high))
            found = [_start(number * self.months) for number in range(first, last + 1)]
        return [moment for moment in found if low <= moment <= high]


_SECOND, _MINUTE, _HOUR = Stride(1), Stride(60), Stride(3600)
_DAILY, _WEEKLY, _MONTHLY, _QUARTERLY, _YEARLY = (
    Stride(_DAY), Stride(_WEEK), Stride(months=1), Stride(months=3), Stride(months=12)
)  # fmt: skip
_GRAINS = (_YEARLY, _QUARTERLY, _MONTHLY, _WEEKLY, _DAILY, _HOUR, _MINUTE, _SECOND)
_STEPS = (
    _SECOND, Stride(5), Stride(15), Stride(30),
    _MINUTE, Stride(300), Stride(900), Stride(1800),
    _HOUR, Stride(3 * 3600), Stride(6 * 3600), Stride(12 * 3600),
    _DAILY, Stride(2 * _DAY), _WEEKLY, Stride(2 * _WEEK),
    _MONTHLY, _QUARTERLY, Stride(months=6),
    *(Stride(months=12 * years) for years in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TimeScale:
    """Moments in proportion. `gap` is the time between the two nearest ones, in seconds.

    Nothing is labelled more finely than by `grain`, on whose starts all moments are.
    """

    low: float
    high: float
    start: float
    stop: float
    gap: float
    grain: Stride
    format: str
    locale: QLocale

    @property
    def step(self) -> float:
        """The pixels between the two nearest moments."""
        return abs(self.stop - self.start) * min(1.0, self.gap / (self.high - self.low))

    @property
    def band(self) -> float:
        """The pixels that a bar may take: bars of the nearest moments leave room between them."""
        return min(_WIDEST, max(1.0, self.step * _BAND_SHARE))

    def at(self, value: JsonValue) -> float | None:
        """Return the pixel of a moment."""
        seconds = as_seconds(value)
        return None if seconds is None else self._pixel(seconds)

    def ticks(self, most: int) -> list[tuple[float, str]]:
        """Return the starts of calendar steps, with the year or day where it is another one."""
        step, starts = self._starts(max(1, most))
        found: list[tuple[float, str]] = []
        for at, moment in enumerate(starts):
            label = self._label(moment, starts[at - 1] if at else None, step)
            if not found or label != found[-1][1]:
                found.append((self._pixel(moment), label))
        return found

    def _starts(self, most: int) -> tuple[Stride, list[float]]:
        found: tuple[Stride, list[float]] = self.grain, []
        for step in _STEPS:
            if step.length < self.grain.length or (self.high - self.low) / step.length > most + 1:
                continue
            starts = step.starts(self.low, self.high)
            if not starts:
                break
            found = step, starts[:most]
            if len(starts) <= most:
                break
        return found

    def _label(self, moment: float, before: float | None, step: Stride) -> str:
        if self.format:
            return by_format(moment, self.format, self.locale)
        if step.months:
            years = step.months % 12 == 0
            return str(moment_at(moment).year) if years else month_words(moment, self.locale)
        last = None if before is None else moment_at(before)
        year = last is None or last.year != moment_at(moment).year
        if step.seconds >= _DAY:
            return day_words(moment, self.locale, year=year)
        time = time_words(moment, self.locale)
        if last is not None and last.date() == moment_at(moment).date():
            return time
        return f"{day_words(moment, self.locale, year=year)} {time}"

    def _pixel(self, seconds: float) -> float:
        share = (seconds - self.low) / (self.high - self.low)
        return self.start + share * (self.stop - self.start)


def time_scale(
    values: Sequence[JsonValue],
    fixed: Sequence[JsonValue],
    domain: Sequence[JsonValue],
    pixels: tuple[float, float],
    form: str,
    locale: QLocale,
    *,
    cells: bool = False,
) -> TimeScale | None:
    """Return the scale of moments between two pixels, None where no value is a moment.

    `fixed` are moments that lines are drawn at, and `domain` those that the axis begins and ends
    with, where it says so. `cells` reach half the way to their neighbours.
    """
    moments = _seconds(values)
    if not moments:
        return None
    limits = _seconds(domain)
    ends = limits if len(limits) > 1 else sorted(moments + _seconds(fixed))
    low, high = ends[0], ends[-1]
    gap = min((b - a for a, b in pairwise(moments)), default=_DAY)
    if low == high:
        low, high = low - gap / 2, high + gap / 2
    else:
        # Room in which half of what stands at either end has its place.
        share = min(1.0, gap / (high - low))
        half = share / (2 * (1 + share))
        wide = abs(pixels[1] - pixels[0]) or 1.0
        room = half if cells else max(_ROOM, min(half, _WIDEST / 2 / wide))
        aside = room / (1 - 2 * room) * (high - low)
        low, high = low - aside, high + aside
    return TimeScale(low, high, *pixels, gap, _grain(moments, values), form, locale)


def _seconds(values: Sequence[JsonValue]) -> list[float]:
    """Return the moments among some values, in order and once each."""
    return sorted({seconds for seconds in map(as_seconds, values) if seconds is not None})


def _grain(moments: list[float], values: Sequence[JsonValue]) -> Stride:
    """Return the coarsest step on whose starts all moments are; one moment is as it is written."""
    if len(moments) == 1:
        length = max((len(value) for value in values if isinstance(value, str)), default=0)
        if length in (4, 7):
            return _YEARLY if length == 4 else _MONTHLY
        fine = _GRAINS[_GRAINS.index(_DAILY) :]
        return next((step for step in fine if step.starts(moments[0], moments[0])), _SECOND)
    return next((g for g in _GRAINS if all(g.starts(one, one) for one in moments)), _SECOND)


def _floor(seconds: float, step: float) -> int:
    return int(seconds // step)


def _month(seconds: float) -> int:
    """Return the months from the beginning of the calendar to that of a moment."""
    at = moment_at(seconds)
    return at.year * 12 + at.month - 1


def _start(month: int) -> float:
    year, at = divmod(month, 12)
    return seconds_of(moment_at(0).replace(year=year, month=at + 1)) if 0 < year < 10000 else -1e12
