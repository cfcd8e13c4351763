"""What a mark says under the pointer."""

from typing import Any

from PySide6.QtCore import QLocale, QRectF

from agents.data.answer.earlier import Earlier
from agents.data.answer.synthesis import synthesise
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


def test_of_cases_a_mark_tells_its_value_its_interval_and_on_how_many_it_rests() -> None:
    one = {
        "columns": [
            {"name": "rate", "label": "win rate", "type": "rate", "part": "measure"},
            *(
                {"name": part, "label": part, "type": "rate", "part": part}
                for part in ("low", "high")
            ),
            {"name": "n", "label": "n", "type": "integer", "part": "n"},
        ]
    }
    answers = [
        Earlier(name, {"chips": [{"part": "where", "text": name}]}, {**one, "rows": [row]})
        for name, row in (("Zen", [0.5, 0.4, 0.6, 96]), ("Aiur", [0.7, 0.6, 0.8, 90]))
    ]
    found = synthesise(answers, "es")
    assert found is not None and found.chart is not None
    chart = read_chart(found.chart)
    shape = lay_out(chart, QRectF(0, 0, 300, 100), QLocale("en")).shapes[0]
    told = tooltip(chart, shape, QLocale("en")).replace("\u00a0", " ").splitlines()
    assert told == ["Zen", "win rate: 50 %", "95% interval: 40 % – 60 %", "n: 96"]
