"""Scales and ticks of charts: from values to pixels, and the round values that are labelled."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import JsonValue
from PySide6.QtCore import QLocale

from app.durations import duration
from gui.texts.numbers import number, percent

_BAND_SHARE = 0.66
_MOST_DIGITS = 6
_TIME_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600)


class Scale(Protocol):
    """Maps values of an axis to pixels."""

    def at(self, value: JsonValue) -> float | None:
        """Return the pixel of a value, or None for a value that is not on the axis."""
        ...

    def ticks(self, most: int) -> list[tuple[float, str]]:
        """Return at most about `most` labelled pixels."""
        ...

    @property
    def band(self) -> float:
        """The pixels that a bar may take."""
        ...


@dataclass(frozen=True, slots=True)
class BandScale:
    """Equal steps for names, in their order."""

    names: tuple[str, ...]
    start: float
    stop: float

    @property
    def step(self) -> float:
        """The pixels from one name to the next."""
        return (self.stop - self.start) / max(1, len(self.names))

    @property
    def band(self) -> float:
        """The pixels that a bar may take."""
        return min(abs(self.step) * _BAND_SHARE, 72.0)

    def at(self, value: JsonValue) -> float | None:
        """Return the middle of a name's step."""
        name = as_name(value)
        if name not in self.names:
            return None
        return self.start + self.step * (self.names.index(name) + 0.5)

    def ticks(self, most: int) -> list[tuple[float, str]]:
        """Return names, every n-th where there are too many."""
        every = max(1, math.ceil(len(self.names) / max(1, most)))
        marked = enumerate(self.names)
        return [(self.start + self.step * (i + 0.5), n) for i, n in marked if i % every == 0]


@dataclass(frozen=True, slots=True)
class LinearScale:
    """Numbers in proportion."""

    low: float
    high: float
    start: float
    stop: float
    format: str
    locale: QLocale
    band: float = 8.0
    whole: bool = False
    """Whether all values are whole: counts, of which there are no parts."""

    def at(self, value: JsonValue) -> float | None:
        """Return the pixel of a number."""
        measured = as_number(value)
        return None if measured is None else self._pixel(measured)

    def ticks(self, most: int) -> list[tuple[float, str]]:
        """Return round values and their labels, each with the digits that tell them apart."""
        if self.format == "duration":
            values = round_seconds(self.low, self.high, most)
        else:
            values = round_steps(self.low, self.high, most, least=1.0 if self.whole else 0.0)
        form = self._form(values)
        return [(self._pixel(value), formatted(value, form, self.locale)) for value in values]

    def _pixel(self, measured: float) -> float:
        share = (measured - self.low) / ((self.high - self.low) or 1.0)
        return self.start + share * (self.stop - self.start)

    def _form(self, values: Sequence[float]) -> str:
        percent = self.format.endswith("%")
        if len(values) < 2 or not (percent or not self.format):
            return self.format
        step = (values[1] - values[0]) * (100 if percent else 1)
        digits = max(0, -math.floor(math.log10(step) + 1e-9))
        if percent:
            return f".{digits}%" if 0 < digits <= _MOST_DIGITS else self.format
        return f".{digits}f" if 0 < digits <= _MOST_DIGITS else ""


def round_steps(low: float, high: float, most: int, *, least: float = 0.0) -> list[float]:
    """Return multiples of 1, 2 or 5 times a power of ten that lie in a range.

    They are at least `least` apart, itself such a step.
    """
    span = high - low
    if not span > 0 or not math.isfinite(span):
        return [low]
    rough = max(span / max(1, most), least)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(m * power for m in (1, 2, 5, 10) if m * power >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(i * step, 12) for i in range(first, last + 1)]


def round_seconds(low: float, high: float, most: int) -> list[float]:
    """Return multiples of a step that people count time in, of the range of some seconds."""
    rough = (high - low) / max(1, most)
    step = next((step for step in _TIME_STEPS if step >= rough), None)
    if step is None:
        return [60 * value for value in round_steps(low / 60, high / 60, most)]
    return [float(i * step) for i in range(math.ceil(low / step), math.floor(high / step) + 1)]


def as_name(value: JsonValue) -> str:
    """Return a value as the name of a category."""
    return "" if value is None else str(value)


def as_number(value: JsonValue) -> float | None:
    """Return a finite number, or None."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) else None


def formatted(value: JsonValue, form: str, locale: QLocale) -> str:
    """Return a value under a format of d3: percent, fixed digits, else as in tables.

    `duration` is a format of ours: seconds as minutes and seconds.
    """
    measured = as_number(value)
    if measured is not None and form == "duration":
        return duration(measured)
    digits = "".join(c for c in form.partition(".")[2] if c.isdigit())
    if measured is not None and form.endswith("%"):
        return percent(measured, locale, int(digits or 0))
    if measured is not None and form.endswith("f"):
        return locale.toString(measured, "f", int(digits or 0))
    return number(value, locale)
