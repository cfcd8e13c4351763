"""Lengths of time as people read them."""

from collections.abc import Iterable
from typing import Any

_MINUTE = 60


def duration(seconds: float) -> str:
    """Return seconds as minutes and seconds, with hours where there are some."""
    minutes, rest = divmod(round(abs(seconds)), 60)
    sign = "-" if seconds < 0 and (minutes or rest) else ""
    if minutes < 60:
        return f"{sign}{minutes}:{rest:02d}"
    return f"{sign}{minutes // 60}:{minutes % 60:02d}:{rest:02d}"


def in_minutes(values: Iterable[Any]) -> bool:
    """Whether lengths of time, in seconds, are read in minutes: one of them takes one."""
    lengths = (one for one in values if isinstance(one, int | float))
    return any(abs(one) >= _MINUTE for one in lengths)
