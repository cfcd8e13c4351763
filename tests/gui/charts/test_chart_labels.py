"""Words under a chart: times are read whole whatever the size of the letters, and stay inside."""

import re
from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QRectF
from PySide6.QtGui import QFont, QFontMetrics

from gui.blocks.chart import ChartBlock, chart_or_note
from gui.charts.labels import cut_apart
from gui.charts.layout import lay_out
from gui.charts.painter import ChartPainter
from gui.charts.scales import LinearScale
from gui.charts.vega_lite import read_chart
from gui.look.message_style import make_style
from gui.look.theme import BODY_POINTS, LIGHT

WIDTH = 640


def labels(
    names: list[str], scale: float, *, kind: str = "nominal"
) -> list[tuple[float, float, str]]:
    """Return left edge, right edge and words of each label of a line over these names."""
    spec: dict[str, Any] = {
        "data": {"values": [{"name": name, "count": 1} for name in names]},
        "mark": "line",
        "encoding": {
            "x": {"field": "name", "type": kind, "sort": None},
            "y": {"field": "count", "type": "quantitative"},
        },
    }
    font = QFont()
    font.setPointSizeF(BODY_POINTS * scale)
    style, made = make_style(LIGHT, font), read_chart(spec)
    plot = lay_out(made, QRectF(40, 0, WIDTH - 56, 200), QLocale("en"))
    metrics = QFontMetrics(style.small)
    found = ChartPainter(made, plot, style, WIDTH).x_labels()
    return [(left, left + metrics.horizontalAdvance(words), words) for _, left, words in found]


def test_of_names_that_are_cut_what_tells_them_apart_stays(qapp: Any) -> None:
    metrics = QFontMetrics(QFont())
    places = ["Northern", "Southern", "Eastern", "Western"]
    names = [f"Department of Internal Affairs, {place} Division" for place in places]
    whole = max(map(metrics.horizontalAdvance, names))
    assert cut_apart(names, metrics, whole) == names
    for room in (120, 160, 200):
        shown = cut_apart(names, metrics, room)
        assert all(place in words for place, words in zip(places, shown, strict=True)), shown
        assert all(metrics.horizontalAdvance(words) <= room for words in shown)
    (alone,) = cut_apart(names[:1], metrics, 120)
    assert "…" in alone and metrics.horizontalAdvance(alone) <= 120
    under = [words for _, _, words in labels(names, 1.0)]
    assert all(place in words for place, words in zip(places, under, strict=True)), under


def upwards(values: list[float]) -> list[float]:
    """Return what the upward axis of a line through these values is labelled with."""
    spec: dict[str, Any] = {
        "data": {"values": [{"at": str(n), "v": value} for n, value in enumerate(values)]},
        "mark": "line",
        "encoding": {
            "x": {"field": "at", "type": "nominal"},
            "y": {"field": "v", "type": "quantitative"},
        },
    }
    axis = lay_out(read_chart(spec), QRectF(0, 0, 400, 200), QLocale("en")).y
    return [float(label.replace(",", "")) for _, label in axis.ticks(9)]


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("count", [2, 5, 30])
def test_times_are_whole_apart_and_inside(qapp: Any, scale: float, count: int) -> None:
    names = [f"2024-06-09 10:{minute:02}" for minute in range(count)]
    shown = labels(names, scale)
    assert shown
    assert all(words in names for _, _, words in shown)
    assert all(left >= 0 and right <= WIDTH for left, right, _ in shown)
    assert all(a[1] < b[0] for a, b in pairwise(shown))


def test_more_times_than_there_is_room_for_stay_apart(qapp: Any) -> None:
    for count in range(2, 41):
        shown = labels([f"2024-06-09 10:{minute:02}" for minute in range(count)], 2.0)
        assert all(a[1] + 7 <= b[0] for a, b in pairwise(shown)), (count, shown)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0, 3.0])
def test_an_axis_of_moments_is_apart_and_inside(qapp: Any, scale: float) -> None:
    for days in range(2, 29):
        shown = labels([f"2024-02-{1 + day:02}" for day in range(days)], scale, kind="temporal")
        assert shown
        assert all(left >= 0 and right <= WIDTH for left, right, _ in shown)
        assert all(a[1] < b[0] for a, b in pairwise(shown)), shown


@pytest.mark.parametrize("counts", [[1, 2], [3, 3], [0, 0], [1, 2, 3], [10, 900]])
def test_there_are_no_parts_of_counts(counts: list[float]) -> None:
    steps = upwards(counts)
    assert len(steps) >= 2 and all(value.is_integer() for value in steps)
    assert min(steps) >= 0, "there is no count below none"


def test_what_is_measured_has_parts() -> None:
    assert not all(value.is_integer() for value in upwards([0.2, 1.4]))


def test_long_names_give_way_and_none_is_missing(qapp: Any) -> None:
    names = [f"The {word} crossing of the northern river" for word in ("old", "new", "last")]
    shown = labels(names, 2.0)
    assert len(shown) == len(names)
    assert all(words.startswith("The ") and "…" in words for _, _, words in shown)
    many = [f"{word} crossing" for word in ("Old", "New", "Last", "Upper", "Lower", "Eastern")]
    shown = labels(many, 1.0)
    assert len(shown) == len(many)
    assert all(a[1] < b[0] for a, b in pairwise(shown)), shown


@pytest.mark.parametrize(
    ("low", "high", "form", "labels"),
    [
        (6, 7, "", ["6,0", "6,5", "7,0"]),
        (0.001, 0.0012, "", ["0,0010", "0,0011", "0,0012"]),
        (0, 6000, "", ["0", "2000", "4000", "6000"]),
        (0.4, 0.6, ".0%", ["40\xa0%", "50\xa0%", "60\xa0%"]),
        (0.05, 0.06, ".0%", ["5,0\xa0%", "5,5\xa0%", "6,0\xa0%"]),
        (0, 1e-9, "", ["0", "5e-10", "1e-09"]),
    ],
)
def test_the_labels_of_an_axis_have_the_same_digits(
    low: float, high: float, form: str, labels: list[str]
) -> None:
    scale = LinearScale(low, high, 0, 100, form, QLocale("es"))
    assert [words for _, words in scale.ticks(3)] == labels


def test_the_title_of_an_axis_begins_in_sight_and_is_cut_where_the_room_ends(qapp: Any) -> None:
    title = "Rate of Lima against Quito where the weather was told for every hour of the day"
    spec = {
        "mark": "point",
        "data": {"values": [{"name": "Lima", "value": 1}, {"name": "Quito", "value": 2}]},
        "encoding": {
            "y": {"field": "name", "type": "nominal", "title": None},
            "x": {"field": "value", "type": "quantitative", "title": title},
        },
    }
    block = chart_or_note(spec, make_style(LIGHT, QFont()))
    assert isinstance(block, ChartBlock)
    words = [one.strip() for one in re.findall(r">([^<]+)</text>", block.svg(260).decode())]
    assert [one.startswith("Rate of Lima") for one in words if one.endswith("…")] == [True]
    assert title in block.svg(1200).decode()
