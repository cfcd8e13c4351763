"""What a mark says under the pointer."""

from typing import Any

from PySide6.QtCore import QLocale, QRectF

from gui.charts.layout import lay_out
from gui.charts.tooltip import tooltip
from gui.charts.vega_lite import read_chart


def test_an_interval_tells_what_the_value_in_it_tells() -> None:
    name = {"field": "c0", "type": "nominal"}
    told = [
        {"field": f"t{at}", "type": "nominal", "title": title}
        for at, title in enumerate(("map", "win rate", "games"))
    ]
    low = {"field": "c2", "type": "quantitative"}
    dot: dict[str, Any] = {"y": name, "x": {"field": "c1", "type": "quantitative"}}
    row = {"c0": "Zen", "c1": 0.5, "c2": 0.4, "c3": 0.6, "t0": "Zen", "t1": "50%", "t2": "96"}
    chart = read_chart(
        {
            "data": {"values": [row]},
            "layer": [
                {"mark": "rule", "encoding": {"y": name, "x": low, "x2": {"field": "c3"}}},
                {"mark": "point", "encoding": {**dot, "tooltip": told}},
            ],
        }
    )
    plot = lay_out(chart, QRectF(0, 0, 300, 100), QLocale("en"))
    assert [tooltip(chart, shape, QLocale("en")) for shape in plot.shapes] == [
        "Zen\nwin rate: 50%\ngames: 96"
    ] * 2
