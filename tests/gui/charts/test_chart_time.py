"""Charts over time in the window: where a day is hovered, its words, and two charts in one."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QPoint, QRectF
from pytestqt.qtbot import QtBot

from gui.charts.layout import Shape, lay_out
from gui.charts.painter import interval_bands
from gui.charts.vega_lite import Chart, read_chart
from gui.chat.view import ChatView
from gui.compare.charts import chart_of, laid_over
from gui.platform.i18n import Translations
from tests.gui.chat.chat_samples import answer, chart

DAYS = ("2020-03-01", "2020-03-02", "2020-03-09")
AREA = QRectF(0, 0, 600, 200)


@pytest.fixture
def translations(qapp: Any) -> Iterator[Translations]:
    made = Translations(qapp)
    yield made
    made.use("en")


def spec(mark: str, layers: tuple[str, ...] = ()) -> dict[str, Any]:
    rows = [{"t": day, "v": 4, "low": 2, "high": 6} for day in DAYS]
    t, v = {"field": "t", "type": "temporal"}, {"field": "v", "type": "quantitative"}
    low = {"field": "low", "type": "quantitative"}
    ends = {"mark": "rule", "encoding": {"x": t, "y": low, "y2": {"field": "high"}}}
    marks = {"mark": mark, "encoding": {"x": t, "y": v}}
    return {"data": {"values": rows}, "layer": [marks, *([ends] if layers else [])]}


def test_a_day_is_hovered_at_its_time(qtbot: QtBot) -> None:
    view = ChatView()
    qtbot.addWidget(view)
    view.resize(900, 600)
    view.show()
    qtbot.waitExposed(view)
    view.model().reset(1, [answer(0, artifacts=(chart(spec("bar")),))])
    area = view.row_rect(0).toRect()
    found: dict[str, list[int]] = {}
    for y in range(area.top(), area.bottom(), 10):
        for x in range(area.left(), area.right()):
            said = view.tooltip_at(QPoint(x, y))
            if "\nv: 4" in said:
                found.setdefault(said.splitlines()[0], []).append(x)
    assert list(found) == ["Mar 1, 2020", "Mar 2, 2020", "Mar 9, 2020"]
    first, second, last = ((min(xs) + max(xs)) / 2 for xs in found.values())
    assert (last - first) / (second - first) == pytest.approx(8, rel=0.1)


@pytest.mark.parametrize(("days", "gap", "bands"), [(6, None, 0), (90, None, 1), (90, 40, 2)])
def test_intervals_that_stand_too_close_are_a_band_that_ends_where_the_line_does(
    days: int, gap: int | None, bands: int
) -> None:
    made = spec("line", ("rule",))
    made["data"]["values"] = [
        {"t": f"{date(2020, 1, 1) + timedelta(n)}", "v": None if n == gap else 4}
        | {"low": None if n == gap else 2, "high": 6}
        for n in range(days)
    ]
    plot = lay_out(read_chart(made), AREA, QLocale())
    found, taken = interval_bands(plot)
    whiskers = {id(one) for one in plot.shapes if one.mark == "rule"}
    assert len(found) == bands
    assert taken == (whiskers if bands else set())
    assert sum(outline.size() for outline, _ in found) == 2 * len(taken)


@pytest.mark.parametrize(("lift", "bands"), [(1, 4), (9, 0)])
def test_intervals_of_several_lines_that_lie_over_each_other_are_no_whiskers(
    lift: int, bands: int
) -> None:
    made = spec("line", ("rule",))
    made["encoding"] = {"color": {"field": "of", "type": "nominal"}}
    made["data"]["values"] = [
        {"t": f"2020-0{month}-01", "of": f"of {at}"}
        | {name: value + at * lift for name, value in (("v", 4), ("low", 2), ("high", 6))}
        for month in range(1, 7) for at in range(4)
    ]  # fmt: skip
    plot = lay_out(read_chart(made), AREA, QLocale())
    found, taken = interval_bands(plot)
    assert len(found) == bands
    assert len(taken) == 6 * bands, "and what stands apart is a whisker"


@pytest.mark.parametrize(
    ("language", "days", "months"),
    [
        ("en", ["Mar 2, 2020", "Mar 9"], ["Nov 2019", "Dec 2019"]),
        ("ko", ["2020년 3월 2일", "3월 9일"], ["2019년 11월", "2019년 12월"]),
        ("es", ["2 mar 2020", "9 mar"], ["nov 2019", "dic 2019"]),
    ],
)
def test_moments_are_written_as_in_the_language_of_the_window(
    translations: Translations, language: str, days: list[str], months: list[str]
) -> None:
    translations.use(language)
    made = spec("line")
    for values, expected in (
        (["2020-03-02", "2020-03-09"], days),
        (["2019-11", "2019-12"], months),
    ):
        made["data"]["values"] = [{"t": value, "v": 1} for value in values]
        ticks = lay_out(read_chart(made), AREA, QLocale()).x.ticks(6)
        assert [label for _, label in ticks] == expected


def over(mark: str, layers: tuple[str, ...]) -> Chart:
    found = laid_over(read_chart(spec(mark, layers)), read_chart(spec(mark, layers)), ("a", "b"))
    assert found is not None
    return found


def places(made: Chart, *marks: str) -> list[float]:
    def place(shape: Shape) -> float:
        return round(shape.points[-1].x(), 3)

    shapes = lay_out(made, AREA, QLocale("en")).shapes
    return sorted(place(s) for s in shapes if s.mark in marks and s.row is not None)


def test_bars_of_two_results_stand_beside_each_other_on_a_day() -> None:
    made = over("bar", ("rule",))
    bars = places(made, "bar")
    assert len(set(bars)) == 6
    assert places(made, "rule") == bars


@pytest.fixture
def sales(tmp_path: Path) -> Path:
    """A table of three days, of which the last is seven times as far off."""
    path = tmp_path / "sales.csv"
    path.write_text("\n".join(["day,amount", *(f"{day},{n}" for day in DAYS for n in (1, 3))]))
    return path


@pytest.mark.anyio
async def test_days_of_the_data_agent_stand_at_their_time(clerk: Any) -> None:
    clerk.say("total amount by day")
    await clerk.sees(lambda: clerk.states() == ["completed"] * 2)
    clerk.say("a chart instead of a table")
    await clerk.sees(lambda: clerk.states() == ["completed"] * 3)
    told = clerk.find("chatView").model().entry(5).answer
    drawn = chart_of(told)
    assert drawn is not None
    shapes = lay_out(drawn, AREA, QLocale("en")).shapes
    # The row between the days breaks the line, and has no figure.
    first, second, last = sorted({s.points[-1].x() for s in shapes if s.mark == "point"})
    assert (last - first) / (second - first) == pytest.approx(8)


def test_the_intervals_of_two_lines_stay_on_them() -> None:
    made = over("line", ("rule",))
    points = places(made, "hover")
    assert len(set(points)) == 3
    assert places(made, "rule") == points
