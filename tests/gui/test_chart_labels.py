"""Words under a chart: times are read whole whatever the size of the letters, and stay inside."""

from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QRectF
from PySide6.QtGui import QFont, QFontMetrics

from gui.blocks.chart_layout import lay_out
from gui.blocks.chart_painter import ChartPainter
from gui.blocks.style import make_style
from gui.blocks.vega import read_chart
from gui.theme import BODY_POINTS, LIGHT

WIDTH = 640


def labels(names: list[str], scale: float) -> list[tuple[float, float, str]]:
    """Return left edge, right edge and words of each label of a line over these names."""
    spec: dict[str, Any] = {
        "data": {"values": [{"name": name, "count": 1} for name in names]},
        "mark": "line",
        "encoding": {
            "x": {"field": "name", "type": "nominal", "sort": None},
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


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("count", [2, 5, 30])
def test_times_are_whole_apart_and_inside(qapp: Any, scale: float, count: int) -> None:
    names = [f"2024-06-09 10:{minute:02}" for minute in range(count)]
    shown = labels(names, scale)
    assert shown
    assert all(words in names for _, _, words in shown)
    assert all(left >= 0 and right <= WIDTH for left, right, _ in shown)
    assert all(a[1] < b[0] for a, b in pairwise(shown))


def test_long_names_give_way_and_none_is_missing(qapp: Any) -> None:
    names = [f"The {word} crossing of the northern river" for word in ("old", "new", "last")]
    shown = labels(names, 2.0)
    assert len(shown) == len(names)
    assert all(words.startswith("The ") and words.endswith("…") for _, _, words in shown)
