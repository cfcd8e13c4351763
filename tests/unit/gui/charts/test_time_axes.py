"""Marks of a temporal axis stand at their time, whatever lies between them."""

from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale, QRectF

from gui.charts.layout import Plot, lay_out
from gui.charts.moments import as_seconds, by_format, exactness, moment_words, written_words
from gui.charts.scales import BandScale
from gui.charts.time_scale import TimeScale
from gui.charts.tooltip import tooltip
from gui.charts.vega_lite import read_chart

AREA = QRectF(50, 0, 600, 200)
days = st.dates(date(1600, 1, 1), date(2400, 1, 1))
several = st.lists(days, min_size=2, max_size=40, unique=True)
near = st.lists(st.integers(0, 120), min_size=2, max_size=40, unique=True)


def spec(values: list[Any], mark: str = "bar", **x: Any) -> dict[str, Any]:
    return {
        "data": {"values": [{"t": value, "v": 1 + at} for at, value in enumerate(values)]},
        "mark": mark,
        "encoding": {
            "x": {"field": "t", "type": "temporal", **x},
            "y": {"field": "v", "type": "quantitative"},
        },
    }


def plot(given: dict[str, Any], locale: str = "en") -> Plot:
    return lay_out(read_chart(given), AREA, QLocale(locale))


def labels(values: list[Any], most: int = 6, locale: str = "en", **x: Any) -> list[str]:
    return [label for _, label in plot(spec(values, **x), locale).x.ticks(most)]


def middles(made: Plot, mark: str) -> dict[Any, float]:
    found = [one for one in made.shapes if one.mark == mark and one.row is not None]
    return {one.row["t"]: one.points[-1].x() for one in found if one.row is not None}


@given(several, st.sampled_from(["bar", "point", "tick", "line", "rule"]))
def test_positions_are_affine_in_time(moments: list[date], mark: str) -> None:
    given = spec([day.isoformat() for day in moments], mark)
    if mark == "rule":
        given["encoding"]["y2"] = {"datum": 0}
    shown = "hover" if mark == "line" else mark
    places = middles(plot(given), shown)
    first, last = min(moments), max(moments)
    low, high = places[first.isoformat()], places[last.isoformat()]
    assert AREA.left() <= low < high <= AREA.right()
    for day in moments:
        share = (day - first) / (last - first)
        assert places[day.isoformat()] == pytest.approx(low + share * (high - low), abs=1e-6)


@given(near, st.sampled_from([1, 7, 30]))
def test_bars_stay_apart_and_on_the_plot(numbers: list[int], every: int) -> None:
    moments = [date(2020, 1, 6) + timedelta(days=every * number) for number in numbers]
    made = plot(spec([day.isoformat() for day in moments]))
    bars = sorted((s.points[0].x() - s.width / 2, s.points[0].x() + s.width / 2)
                  for s in made.shapes)  # fmt: skip
    assert all(a[1] < b[0] for a, b in pairwise(bars))
    assert bars[0][0] >= AREA.left() - 1e-6 and bars[-1][1] <= AREA.right() + 1e-6
    assert all(1 <= right - left <= 40.001 for left, right in bars)


@given(near)
def test_cells_reach_each_other_and_stay_on_the_plot(numbers: list[int]) -> None:
    made = plot(spec([f"{1800 + number}" for number in numbers], "rect"))
    cells = sorted((s.points[0].x(), s.points[-1].x()) for s in made.shapes)
    assert all(a[1] <= b[0] + 1e-6 for a, b in pairwise(cells))
    assert cells[0][0] >= AREA.left() - 1e-6 and cells[-1][1] <= AREA.right() + 1e-6


def test_bars_of_several_series_stand_beside_each_other_within_their_day() -> None:
    given = spec(["2020-03-01", "2020-03-01", "2020-03-02", "2020-03-09"])
    for at, row in enumerate(given["data"]["values"]):
        row["c"] = "ab"[at % 2]
    given["encoding"] |= {"color": {"field": "c"}, "xOffset": {"field": "c"}}
    edges = sorted((s.points[0].x() - s.width / 2, s.points[0].x() + s.width / 2)
                   for s in plot(given).shapes)  # fmt: skip
    assert all(a[1] < b[0] for a, b in pairwise(edges))


def test_a_line_at_a_day_makes_no_bar_narrower() -> None:
    given = spec(["2020-03-01", "2020-03-08", "2020-03-29"])
    wide = plot(given).x.band
    rule = {"mark": "rule", "encoding": {"x": {"datum": "2020-03-02"}}}
    bars = {"mark": "bar", "encoding": given.pop("encoding")}
    del given["mark"]
    made = plot({**given, "layer": [bars, rule]})
    assert made.x.band == pytest.approx(wide)
    (line,) = [shape for shape in made.shapes if shape.reference]
    assert line.points[0].x() == made.x.at("2020-03-02")


def test_a_line_at_no_moment_is_left_out() -> None:
    given = spec(["2020-03-01", "2020-03-08"])
    bars = {"mark": "bar", "encoding": given.pop("encoding")}
    rule = {"mark": "rule", "encoding": {"x": {"datum": "one day"}}}
    made = plot({"data": given["data"], "layer": [bars, rule]})
    assert not [shape for shape in made.shapes if shape.reference]


def test_bars_lie_where_time_runs_upwards() -> None:
    given = spec(["2020-03-01", "2020-03-02", "2020-03-09"])
    given["encoding"] = {"x": given["encoding"]["y"], "y": given["encoding"]["x"]}
    bars = plot(given).shapes
    heights = [bar.points[0].y() for bar in bars]
    assert all(bar.points[0].y() == bar.points[1].y() for bar in bars)
    assert (heights[0] - heights[2]) / (heights[0] - heights[1]) == pytest.approx(8)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["2010", "2011", "2015"], ["2010", "2011", "2012", "2013", "2014", "2015"]),
        (["1990", "2020"], ["1990", "2000", "2010", "2020"]),
        (["2020", "2021"], ["2020", "2021"]),
        (["2019-11", "2019-12", "2020-02"], ["Nov 2019", "Dec 2019", "Jan 2020", "Feb 2020"]),
        (["2020-01-01", "2020-04-01", "2020-07-01"], ["Jan 2020", "Apr 2020", "Jul 2020"]),
        (["2020-03-02", "2020-03-09", "2020-03-16"], ["Mar 2, 2020", "Mar 9", "Mar 16"]),
        (["2019-12-30", "2019-12-31", "2020-01-02"],
         ["Dec 30, 2019", "Dec 31", "Jan 1, 2020", "Jan 2"]),
        (["2020-02-20", "2020-04-10"], ["Feb 24, 2020", "Mar 9", "Mar 23", "Apr 6"]),
        (["2020-03-05"], ["Mar 5, 2020"]), (["2020-03"], ["Mar 2020"]), (["2020"], ["2020"]),
        ([1583020800000, 1583107200000], ["Mar 1, 2020", "Mar 2"]),
        (["2020-W10", "2020-W11-1"], ["Mar 2, 2020", "Mar 9"]),
    ],
)  # fmt: skip
def test_ticks_are_calendar_steps_no_finer_than_what_is_told(
    values: list[Any], expected: list[str]
) -> None:
    assert labels(values) == expected


def test_times_of_day_tell_their_day_once() -> None:
    found = labels(["2020-03-01T22:00:00", "2020-03-02T01:00:00"], locale="es")
    assert found == ["1 mar 2020 22:00", "23:00", "2 mar 00:00", "01:00"]


@given(several, st.integers(2, 9))
def test_ticks_stand_at_their_time_and_are_few(moments: list[date], most: int) -> None:
    made = plot(spec([day.isoformat() for day in moments])).x
    assert isinstance(made, TimeScale)
    ticks = made.ticks(most)
    assert len(ticks) <= most
    assert len({label for _, label in ticks}) == len(ticks)
    assert all(AREA.left() - 1e-6 <= at <= AREA.right() + 1e-6 for at, _ in ticks)


@given(st.lists(st.floats(allow_nan=True) | st.integers() | st.text(max_size=12), min_size=1))
def test_what_is_no_moment_leaves_no_mark(values: list[Any]) -> None:
    assume(any(as_seconds(value) is not None for value in values))
    made = plot(spec(values, "point"))
    made.x.ticks(6)
    known = [value for value in values if as_seconds(value) is not None]
    assert len(made.shapes) == len(known)


@pytest.mark.parametrize("value", ["2024-1", "2024-11-1", "20241", "24"])
def test_what_is_written_in_part_is_no_other_moment(value: str) -> None:
    assert as_seconds(value) is None


def test_what_is_called_temporal_and_holds_no_moment_is_drawn_by_name() -> None:
    made = plot(spec(["Q1", "Q2", "Q3"]))
    assert isinstance(made.x, BandScale)
    assert len(made.shapes) == 3


def test_ordinal_days_stay_at_equal_distances() -> None:
    given = spec(["2020-03-01", "2020-03-02", "2020-03-09"])
    given["encoding"]["x"]["type"] = "ordinal"
    assert isinstance(plot(given).x, BandScale)


def test_a_scale_of_time_says_that_its_field_is_temporal() -> None:
    given = spec(["2020-03-01", "2020-03-02"], scale={"type": "utc"})
    del given["encoding"]["x"]["type"]
    assert isinstance(plot(given).x, TimeScale)


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("%Y", "2020"), ("%Y-%m-%d", "2020-03-01"), ("%d.%m.%y", "01.03.20"),
        ("%b %-d", "Mar 1"), ("%Y Q%q", "2020 Q1"), ("%H:%M", "09:05"), ("%u%%", "%u%"),
    ],
)  # fmt: skip
def test_a_format_of_the_axis_is_kept(form: str, expected: str) -> None:
    at = as_seconds("2020-03-01T09:05:00")
    assert at is not None
    assert by_format(at, form, QLocale("en")) == expected


def test_ticks_with_one_label_are_one() -> None:
    found = labels(["2019-10", "2019-11", "2020-02"], axis={"format": "%Y"})
    assert found == ["2019", "2020"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2020", "2020"), ("2020-03", "Mar 2020"), ("2020-03-01", "Mar 1, 2020"),
        (1583020800000, "Mar 1, 2020"), ("2020-03-01T09:05:00Z", "Mar 1, 2020 09:05"),
        ("soon", "soon"), (None, ""),
    ],
)  # fmt: skip
def test_a_moment_is_told_as_exactly_as_it_is_written(value: Any, expected: str) -> None:
    assert moment_words(value, "", QLocale("en")).replace("\u202f", " ") == expected


def test_a_mark_tells_its_day() -> None:
    chart = read_chart(spec(["2020-03-01", "2020-03-09"]))
    made = lay_out(chart, AREA, QLocale("en"))
    assert tooltip(chart, made.shapes[1], QLocale("en")) == "Mar 9, 2020\nv: 2"


@pytest.mark.parametrize(
    ("value", "exact", "words"),
    [
        ("2026-03-01", 0, "Mar 1, 2026"),
        ("2026-03-01T00:00:00", 0, "Mar 1, 2026"),
        ("2026-03-01T00:00:00", 2, "Mar 1, 2026 00:00:00"),
        ("2026-03-01T08", 0, "Mar 1, 2026 08:00"),
        ("2026-03-01 08:15:07", 0, "Mar 1, 2026 08:15:07"),
        ("2026-03-01T08:15:07.12", 0, "Mar 1, 2026 08:15:07.120"),
        ("2026-03-01T08:15:07.000012", 0, "Mar 1, 2026 08:15:07.000012"),
        ("2026-03-01T08:15:07", 3, "Mar 1, 2026 08:15:07.000"),
        ("2026-03-01T23:30:00+09:00", 0, "Mar 1, 2026 23:30 +09:00"),
        ("2026-03", 2, "Mar 2026"),
        ("2026-Q3", 0, "Q3 2026"),
        ("2026-W09", 0, "Feb 23 – Mar 1, 2026"),
        ("2025-W53", 0, "2025-W53"),
        ("2026", 0, "2026"),
        ("2026-02-31", 0, "2026-02-31"),
        ("soon", 0, "soon"),
    ],
)
def test_moments_of_tables_are_read_as_exactly_as_they_are_written(
    value: str, exact: int, words: str
) -> None:
    assert written_words(value, QLocale("en"), exact) == words


def test_a_moment_needs_no_more_than_it_says() -> None:
    clocks = ("", "T00:00:00", "T08", "T08:15:00", "T08:15:01", "T08:15:01.5", "T08:15:01.000001")
    assert [exactness(f"2026-03-01{one}") for one in clocks] == [0, 0, 1, 1, 2, 3, 6]
    assert [exactness(one) for one in (None, 3, "soon", "2026-Q3")] == [0, 0, 0, 0]
