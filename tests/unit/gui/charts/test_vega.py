from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale, QRectF

from gui.charts.layout import Plot, lay_out, series_names
from gui.charts.scales import BandScale, formatted, round_steps
from gui.charts.vega_lite import UnknownChart, read_chart

ROWS: list[dict[str, Any]] = [
    {"race": "Terran", "rate": 0.58, "low": 0.55, "high": 0.61, "games": 1000},
    {"race": "Zerg", "rate": 0.42, "low": 0.39, "high": 0.45, "games": 998},
]
X = {"field": "race", "type": "nominal"}
RATE = {"field": "rate", "type": "quantitative", "scale": {"zero": False}}
LOW = {"field": "low", "type": "quantitative", "scale": {"zero": False}}
SPEC: dict[str, Any] = {
    "data": {"values": ROWS},
    "title": {"text": "Win rate"},
    "layer": [
        {"mark": "bar", "encoding": {"x": X, "y": RATE}},
        {"mark": "errorbar", "encoding": {"x": X, "y": LOW, "y2": {"field": "high"}}},
        {"mark": "rule", "encoding": {"y": {"datum": 0.5}}},
    ],
}
AREA = QRectF(50, 0, 200, 100)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["data", "values", "mark", "type", "encoding", "x", "y", "field", "layer"]
            ),
            inner,
        )
    ),
    max_leaves=20,
)


def plot(spec: dict[str, Any]) -> Plot:
    return lay_out(read_chart(spec), AREA, QLocale("en"))


def test_intervals_stand_on_their_bars_and_the_reference_goes_through() -> None:
    made = plot(SPEC)
    bars = [shape for shape in made.shapes if shape.mark == "bar"]
    intervals = [shape for shape in made.shapes if shape.mark == "errorbar"]
    (reference,) = [shape for shape in made.shapes if shape.reference]
    for bar, interval in zip(bars, intervals, strict=True):
        assert bar.points[1].x() == interval.points[0].x()
        low, high = sorted((interval.points[0].y(), interval.points[1].y()))
        assert low < bar.points[1].y() < high
    assert (reference.points[0].x(), reference.points[1].x()) == (50, 250)
    assert bars[0].points[1].y() < reference.points[0].y() < bars[1].points[1].y()


def test_an_axis_of_rates_need_not_begin_at_zero() -> None:
    assert plot(SPEC).y.at(0.39) != plot(SPEC).y.at(0)
    assert (plot(SPEC).y.at(0) or 0) > AREA.bottom(), "zero is below the plot"
    forced = {**SPEC, "layer": [{"mark": "bar", "encoding": {"x": X, "y": {**RATE, "scale": {}}}}]}
    assert plot(forced).y.at(0) == AREA.bottom()


def test_bars_of_one_place_stand_on_each_other_unless_told_otherwise() -> None:
    rows = [{"x": "a", "v": 2, "c": "p"}, {"x": "a", "v": 3, "c": "q"}]
    encoding = {
        "x": {"field": "x", "type": "nominal"},
        "y": {"field": "v", "type": "quantitative"},
        "color": {"field": "c", "type": "nominal"},
    }
    spec = {"data": {"values": rows}, "mark": "bar", "encoding": encoding}
    first, second = plot(spec).shapes
    assert second.points[0] == first.points[1]
    assert second.points[1].y() >= AREA.top(), "the axis reaches as far as they do"
    beside = {**spec, "encoding": {**encoding, "xOffset": {"field": "c"}}}
    left, right = plot(beside).shapes
    assert left.points[0].x() < right.points[0].x()
    assert left.points[0].y() == right.points[0].y()


def test_lines_follow_time_whatever_the_order_of_the_rows() -> None:
    rows = [{"t": f"2019-{month:02d}-01", "v": month} for month in (3, 1, 2)]
    encoding = {
        "x": {"field": "t", "type": "temporal"},
        "y": {"field": "v", "type": "quantitative"},
    }
    spec = {"data": {"values": rows}, "mark": "line", "encoding": encoding}
    line = next(shape for shape in plot(spec).shapes if shape.mark == "line")
    places = [point.x() for point in line.points]
    assert places == sorted(places)
    assert len(places) == 3


@pytest.mark.parametrize(
    "change",
    [
        {"mark": "geoshape"},
        {"transform": [{"filter": "1"}]},
        {"facet": {}},
        {"data": {"url": "https://example.org/a.json"}},
        {"data": {"values": []}},
        {"encoding": {"x": X, "y": {"aggregate": "mean", "field": "rate"}}},
        {"encoding": {"theta": {"field": "rate"}}},
        {"encoding": {"x": X, "y": {**RATE, "scale": {"type": "log"}}}},
        {"hconcat": [{"mark": "bar", "encoding": {"x": X, "y": RATE}}] * 1000},
        {"hconcat": [{"hconcat": [{"mark": "bar", "encoding": {"x": X, "y": RATE}}]}]},
    ],
)
def test_what_is_not_drawn_is_named(change: dict[str, Any]) -> None:
    plain = {"data": {"values": ROWS}, "mark": "bar", "encoding": {"x": X, "y": RATE}}
    read_chart(plain)
    with pytest.raises(UnknownChart, match=r"\w"):
        read_chart({**plain, **change})


@given(json_values)
def test_anything_is_drawn_or_refused(spec: object) -> None:
    try:
        chart = read_chart(spec)  # type: ignore[arg-type]
    except UnknownChart:
        return
    lay_out(chart, AREA, QLocale("en"))


@given(st.lists(st.one_of(st.none(), st.floats(), st.text(max_size=3)), min_size=1, max_size=8))
def test_values_that_are_no_numbers_leave_no_mark(values: list[object]) -> None:
    rows = [{"race": str(at), "rate": value} for at, value in enumerate(values)]
    spec: dict[str, Any] = {
        "data": {"values": rows},
        "mark": "bar",
        "encoding": {"x": X, "y": RATE},
    }
    finite = [v for v in values if isinstance(v, float) and abs(v) < float("inf")]
    assert len(plot(spec).shapes) == len(finite)


@given(st.floats(-1e9, 1e9), st.floats(1e-3, 1e9), st.integers(2, 10))
def test_ticks_are_round_inside_and_few(low: float, span: float, most: int) -> None:
    ticks = round_steps(low, low + span, most)
    assert len(ticks) <= most + 1
    slack = span * 1e-6 + 1e-9
    assert all(low - slack <= tick <= low + span + slack for tick in ticks)


@pytest.mark.parametrize("counts", [[2, 2], [0, 0], [0, 1], [1, 2], [3, 4, 4], [1, 60]])
@pytest.mark.parametrize("mark", ["line", "bar"])
def test_an_axis_of_counts_has_whole_ticks(counts: list[int], mark: str) -> None:
    values = [{"name": str(at), "count": count} for at, count in enumerate(counts)]
    x = {"field": "name", "type": "nominal"}
    count = {"field": "count", "type": "quantitative"}
    mean = {"mark": "rule", "encoding": {"y": {"datum": sum(counts) / len(counts)}}}
    marks = {"mark": mark, "encoding": {"x": x, "y": count}}
    ticks = plot({"data": {"values": values}, "layer": [marks, mean]}).y.ticks(6)
    assert len(ticks) > 1
    assert all(label.isdigit() for _, label in ticks)


def test_an_axis_of_shares_has_parts_though_all_are_whole() -> None:
    values = [{"name": "Terran", "rate": 1}, {"name": "Zerg", "rate": 0}]
    x = {"field": "name", "type": "nominal"}
    rate = {"field": "rate", "type": "quantitative", "axis": {"format": ".0%"}}
    made = plot({"data": {"values": values}, "mark": "bar", "encoding": {"x": x, "y": rate}})
    assert len(made.y.ticks(6)) > 2


def test_formats_follow_the_language() -> None:
    assert formatted(0.585, ".1%", QLocale("en")) == "58.5%"
    assert formatted(0.585, ".1%", QLocale("es")).replace("\xa0", " ") == "58,5 %"
    assert formatted(0.5, ".0%", QLocale("ko")) == "50%"
    assert formatted(1234567, "", QLocale("en")) == "1,234,567"
    assert formatted(2400, "", QLocale("es")) == "2400"
    assert formatted(-24000, "", QLocale("es")) == "-24.000"
    assert formatted(-2400, "", QLocale("ko")) == "-2,400"
    assert formatted(2**70, "", QLocale("en")) == f"{2**70:,}"


def matrix(value: float | None = 0.6) -> dict[str, Any]:
    rows = [
        {"race": "Zerg", "opponent": "Terran", "win_rate": 0.4},
        {"race": "Terran", "opponent": "Zerg", "win_rate": value},
    ]
    return {
        "data": {"values": rows},
        "encoding": {
            "x": {"field": "opponent", "type": "nominal"},
            "y": {"field": "race", "type": "nominal"},
        },
        "layer": [
            {
                "mark": "rect",
                "encoding": {
                    "color": {
                        "field": "win_rate",
                        "type": "quantitative",
                        "scale": {"domainMid": 0.5},
                    }
                },
            },
            {"mark": "text", "encoding": {"text": {"field": "win_rate", "format": ".0%"}}},
        ],
    }


def test_a_matrix_is_cells_that_fill_their_place_with_words_on_them() -> None:
    chart = read_chart(matrix())
    plot = lay_out(chart, QRectF(0, 0, 200, 100), QLocale("en"))
    cells = [shape for shape in plot.shapes if shape.mark == "rect"]
    first, last = cells[0].points
    assert (last.x() - first.x(), last.y() - first.y()) == (100, 50)
    assert [shape.mark for shape in plot.shapes].count("text") == 2
    assert series_names(chart) == [], "a figure is no name of a series"
    assert chart.layers[0].channels["color"].middle == 0.5


def test_names_are_sorted_unless_the_order_is_theirs() -> None:
    plot = lay_out(read_chart(matrix()), QRectF(0, 0, 200, 100), QLocale("en"))
    assert isinstance(plot.y, BandScale)
    assert plot.y.names == ("Terran", "Zerg")
    spec = matrix()
    spec["encoding"]["y"]["sort"] = None
    plot = lay_out(read_chart(spec), QRectF(0, 0, 200, 100), QLocale("en"))
    assert isinstance(plot.y, BandScale)
    assert plot.y.names == ("Zerg", "Terran")


def test_a_missing_value_is_a_gap_in_the_line() -> None:
    values = [{"m": name, "v": v} for name, v in zip("abcde", (1, 2, None, 3, 4), strict=True)]
    spec = {
        "data": {"values": values},
        "mark": "line",
        "encoding": {
            "x": {"field": "m", "type": "nominal"},
            "y": {"field": "v", "type": "quantitative"},
        },
    }
    plot = lay_out(read_chart(spec), QRectF(0, 0, 200, 100), QLocale("en"))
    assert [len(shape.points) for shape in plot.shapes if shape.mark == "line"] == [2, 2]
