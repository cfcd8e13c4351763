"""Moments and the units of time around them, against the calendar of pandas."""

from datetime import datetime

import pandas as pd
import pytest

from agents.data.query.query import Grain, Span
from agents.data.query.spans import FIRST, LAST, covered, floor, moved, resolved

NOW = datetime(2024, 5, 16, 14, 37, 12)  # noqa: DTZ001 - tables hold local times
PANDAS: dict[Grain, str] = {
    "year": "Y", "quarter": "Q", "month": "M", "week": "W", "day": "D", "hour": "h",
    "minute": "min",
}  # fmt: skip


@pytest.mark.parametrize("grain", PANDAS)
def test_units_begin_and_move_as_the_calendar_has_them(grain: Grain) -> None:
    start = floor(NOW, grain)
    period = pd.Period(NOW, freq=PANDAS[grain])
    assert start == period.start_time
    for units in (-30, -1, 1, 14):
        assert moved(start, grain, units) == (period + units).start_time
    last = resolved(Span(unit=grain, count=2, ago=1), NOW)
    assert (last.start, last.end) == ((period - 2).start_time, period.start_time)


@pytest.mark.parametrize("grain", PANDAS)
def test_what_lies_beyond_all_years_is_their_end(grain: Grain) -> None:
    assert moved(NOW, grain, 10**12) == LAST
    assert moved(NOW, grain, -(10**12)) == FIRST


def test_a_moment_with_a_zone_is_the_same_in_that_of_the_world() -> None:
    assert covered("2024-03-05T02:00+09:00").start == datetime(2024, 3, 4, 17)  # noqa: DTZ001
