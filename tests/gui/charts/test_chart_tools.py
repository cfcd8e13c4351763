"""Charts as a tool: order, kinds, colours, units, what is under the pointer, pictures of them."""

from typing import Any

import pytest
from PySide6.QtCore import QEvent, QLocale, QObject, QPoint, QRect, Qt
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFontMetrics,
    QGuiApplication,
    QImage,
    QPaintEvent,
    QRegion,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QTableView
from pytestqt.qtbot import QtBot

from app.domain.messages import DataPart
from app.domain.tasks import Artifact
from gui.blocks.chart import ChartBlock, chart_or_note
from gui.charts.layout import coloured_names, lay_out
from gui.charts.painter import tints
from gui.charts.scales import LinearScale
from gui.charts.variants import as_kind, by_value, in_units, kinds
from gui.charts.vega_lite import Chart, read_chart
from gui.chat.view import ChatView
from gui.compare.charts import laid_over
from gui.look.message_style import make_style
from gui.look.theme import LIGHT, body_font
from tests.gui.chat.chat_samples import answer, chart, request, result

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

NAMES = ("Acropolis", "Thunderbird", "Ephemeron", "Triton", "Golden Wall", "Ever Dream", "Zen")
RATES = (0.5, 0.62, 0.44, 0.58, 0.61, 0.4, 0.52)
ROWS: list[list[Any]] = [
    [name, 100, 50, rate, rate - 0.1, rate + 0.1] for name, rate in zip(NAMES, RATES, strict=True)
]
BEST_FIRST = ["Thunderbird", "Golden Wall", "Triton", "Zen", "Acropolis", "Ephemeron", "Ever Dream"]


TEAMS = [f"team {at}" for at in range(8)]


def drawn_of(names: list[str], shift: float = 0.0, color: str | None = None) -> Chart:
    values = [{"team": name, "rate": (at + 1) / 10 + shift} for at, name in enumerate(names)]
    encoding: dict[str, Any] = {
        "x": {"field": "team", "type": "nominal"}, "y": {"field": "rate", "type": "quantitative"}
    }  # fmt: skip
    if color:
        encoding["color"] = {"field": color, "type": "nominal"}
    told = {"values": TEAMS}
    return read_chart(
        {"data": {"values": values}, "mark": "bar", "encoding": encoding, "usermeta": told}
    )


@pytest.mark.parametrize("color", [None, "team"])
def test_two_results_over_each_other_keep_the_colours_of_their_values(
    color: str | None,
) -> None:
    made = laid_over(drawn_of(TEAMS[:3], color=color), drawn_of(TEAMS[1:4], 0.2, color), ("1", "2"))
    assert made is not None
    alone, paired = (
        ChartBlock(one, make_style(LIGHT, body_font())).picture(900)
        for one in (drawn_of(TEAMS[1:2], color="team"), made)
    )
    wanted = QColor(LIGHT.series[tints(["team 1"], 8, TEAMS)[0]])
    for image in (alone, paired):
        assert counted(image, wanted) > 20
    assert counted(paired, QColor(LIGHT.series[tints(["team 7"], 8, TEAMS)[0]])) == 0


def counted(image: QImage, wanted: QColor) -> int:
    """Return how many pixels have a hue, in bars that let what is below them be seen."""
    found = (
        image.pixelColor(x, y)
        for x in range(0, image.width(), 2) for y in range(0, image.height(), 4)
    )  # fmt: skip
    hues = (one for one in found if one.hslSaturation() > 60 and one.lightness() < 235)
    return sum(abs(one.hslHue() - wanted.hslHue()) < 4 for one in hues)


def spec(kind: str = "nominal", sort: Any = None) -> dict[str, Any]:
    values = [
        {"name": row[0], "games": row[1], "win_rate": row[3], "ci_low": row[4], "ci_high": row[5]}
        for row in ROWS
    ]
    name = {"field": "name", "type": kind, "sort": sort}
    rate = {"field": "win_rate", "type": "quantitative", "axis": {"format": ".0%", "title": "rate"}}
    low = {"field": "ci_low", "type": "quantitative"}
    return {
        "title": "Rates",
        "usermeta": {"n": "games"},
        "data": {"values": values},
        "layer": [
            {"mark": "rule", "encoding": {"y": name, "x": low, "x2": {"field": "ci_high"}}},
            {"mark": "point", "encoding": {"y": name, "x": rate}},
        ],
    }


@pytest.fixture
def view(qtbot: QtBot) -> ChatView:
    made = ChatView()
    qtbot.addWidget(made)
    made.resize(900, 1400)
    made.show()
    qtbot.waitExposed(made)
    made.model().reset(1, [answer(0, "x", artifacts=(result(ROWS), chart(spec())))])
    return made


def test_a_pressed_mark_has_a_ring_until_another_is_pressed(view: ChatView, qtbot: QtBot) -> None:
    first, second = mark_of(view, "Thunderbird"), mark_of(view, "Ever Dream")
    plain = line_of(view, first), line_of(view, second)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=first)
    view.flush()
    assert line_of(view, first) != plain[0]
    assert line_of(view, second) == plain[1]
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=second)
    view.flush()
    assert line_of(view, first) == plain[0]
    assert line_of(view, second) != plain[1]


def mark_of(view: ChatView, name: str) -> QPoint:
    width, height = view.viewport().width(), view.viewport().height()
    spots = (QPoint(x, y) for y in range(10, height, 4) for x in range(10, width, 4))
    return next(spot for spot in spots if view.tooltip_at(spot).startswith(name))


def line_of(view: ChatView, spot: QPoint) -> QImage:
    """Return the line of a chart that begins at a spot, which is the first to reach its mark."""
    return view.viewport().grab(QRect(0, spot.y(), view.viewport().width(), 26)).toImage()


def table(view: ChatView) -> QTableView:
    (found,) = (t for t in view.findChildren(QTableView) if t.isVisible())
    return found


def first_cells(view: ChatView) -> list[str]:
    model = table(view).model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def press(view: ChatView, value: str) -> None:
    place = next(t[2] for t in view.target_rects() if t[1] == value)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place.center().toPoint())
    view.flush()


def drawn(view: ChatView) -> list[str]:
    made = view.chart(0)
    assert made is not None
    return [one[0] for one in made.drawn if isinstance(one, tuple)]


def test_names_come_by_value_in_the_chart_and_in_its_table(view: ChatView) -> None:
    assert drawn(view) == BEST_FIRST
    assert first_cells(view) == BEST_FIRST


def test_the_chart_follows_the_order_of_the_table(view: ChatView) -> None:
    header = table(view).horizontalHeader()
    header.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
    assert first_cells(view) == sorted(NAMES)
    assert drawn(view) == sorted(NAMES)
    press(view, "unfold:kind:bar")
    assert first_cells(view) == drawn(view) == sorted(NAMES), "another kind keeps the order"
    header = table(view).horizontalHeader()
    assert header.sortIndicatorSection() == 0
    header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
    assert first_cells(view) == drawn(view) == BEST_FIRST


def test_what_was_asked_for_in_an_order_keeps_it(view: ChatView) -> None:
    data: Any = {"query": {"order": [{"by": "name"}]}}
    frame = Artifact(artifact_id="f", name="frame", parts=(DataPart(data=data),))
    view.model().reset(1, [answer(0, "x", artifacts=(frame, result(ROWS), chart(spec())))])
    assert drawn(view) == list(NAMES)


@pytest.mark.parametrize(("kind", "sort"), [("ordinal", None), ("nominal", list(NAMES))])
def test_names_with_an_order_of_their_own_keep_it(kind: str, sort: Any) -> None:
    made = by_value(read_chart(spec(kind, sort)))
    plot = lay_out(made, _area(), QLocale("en"))
    assert [label for _, label in plot.y.ticks(20)] == list(NAMES)


def _area() -> Any:
    from PySide6.QtCore import QRectF

    return QRectF(0, 0, 600, 300)


def test_more_values_than_colours_have_theirs_in_another_shade() -> None:
    told = [f"name {chr(97 + at)}" for at in range(10)]
    axes = {"x": {"field": "name", "type": "nominal"}, "y": {"field": "n", "type": "quantitative"}}
    style, shown = make_style(LIGHT, body_font()), set()
    for name in told:
        rows = {"values": [{"name": name, "n": 1}]}
        drawn = {"data": rows, "mark": "bar", "encoding": axes, "usermeta": {"values": told}}
        image = ChartBlock(read_chart(drawn), style).picture(400)
        shown.add(image.pixelColor(image.width() // 2, image.height() // 2).name())
    assert len(shown) == len(told) and LIGHT.base not in shown


def test_another_kind_is_a_press_away_and_bars_begin_at_nothing(view: ChatView) -> None:
    made = read_chart(spec())
    assert kinds(made) == ("bar", "point")
    scale = lay_out(as_kind(made, "bar"), _area(), QLocale("en")).x
    assert isinstance(scale, LinearScale) and scale.low == 0
    press(view, "unfold:kind:bar")
    assert not any(t[1] == "unfold:kind:bar" for t in view.target_rects())
    press(view, "unfold:kind:point")
    assert any(t[1] == "unfold:kind:bar" for t in view.target_rects())


def test_nothing_of_the_ground_under_the_pointer_is_left_when_the_kind_changes(
    view: ChatView, qtbot: QtBot
) -> None:
    painted = QRegion()

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if isinstance(event, QPaintEvent):
                painted.__iadd__(event.region())
            return False

    watch, rest = Watch(), "unfold:kind:bar"
    rect = next(rect for _, value, rect in view.target_rects() if value == rest)
    at = rect.center().toPoint()
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mousePress(view.viewport(), button, none, at)
    view.viewport().repaint()
    view.viewport().installEventFilter(watch)
    QTest.mouseRelease(view.viewport(), button, none, at)
    qtbot.waitUntil(lambda: painted.contains(at))
    ground = rect.toAlignedRect()
    assert painted.intersected(ground).boundingRect() == ground


def cells(**across: Any) -> dict[str, Any]:
    """Return a map of cells as an agent sends it: by figure, but for what has an order."""
    places = {("Zen", "Zerg"): 0.4, ("Zen", "Terran"): 0.9, ("Aiur", "Zerg"): 0.7}
    values = [{"row": at, "map": name, "race": race, "rate": rate}
              for at, ((name, race), rate) in reversed([*enumerate(places.items())])]  # fmt: skip
    rate = {"field": "rate", "type": "quantitative", "legend": {"format": ".0%"}}
    return {
        "data": {"values": values},
        "encoding": {
            "y": {"field": "map", "type": "nominal", "sort": ["Aiur", "Zen"]},
            "x": {"field": "race", "type": "nominal", "sort": ["Terran", "Zerg"], **across},
        },
        "layer": [{"mark": "rect", "encoding": {"color": rate}},
                  {"mark": "text", "encoding": {"text": rate}}],
    }  # fmt: skip


def test_a_map_of_cells_and_its_table_have_one_order_and_other_kinds(view: ChatView) -> None:
    rows = [["Zen", "Zerg", 0.4], ["Zen", "Terran", 0.9], ["Aiur", "Zerg", 0.7]]
    told = result(rows, columns=[{"name": name} for name in ("map", "race", "rate")])
    view.model().reset(1, [answer(0, "x", artifacts=(told, chart(cells())))])
    first = view.chart(0)
    assert first is not None and first.drawn == (2, 1, 0)
    assert first_cells(view) == ["Aiur", "Zen", "Zen"]
    table(view).horizontalHeader().setSortIndicator(2, Qt.SortOrder.AscendingOrder)
    assert first.drawn == (0, 1, 2), "lowest first: Zen, and there Zerg"
    for kind in ("turned", "bar", "rect"):
        press(view, f"unfold:kind:{kind}")
        offered = {value for _, value, _ in view.target_rects() if "unfold:kind:" in value}
        assert offered == {f"unfold:kind:{one}" for one in {*kinds(read_chart(cells()))} - {kind}}


def test_cells_as_bars_are_a_series_of_the_fewer_names() -> None:
    made = read_chart(cells())
    assert kinds(made) == ("bar", "point", "rect", "turned")
    assert kinds(read_chart(cells(type="ordinal")))[:3] == ("bar", "point", "line"), "a true axis"
    plot = lay_out(as_kind(made, "bar"), _area(), QLocale("en"))
    assert isinstance(plot.y, LinearScale) and plot.y.low == 0
    assert [label for _, label in plot.x.ticks(9)] == ["Aiur", "Zen"]
    turned = lay_out(as_kind(made, "turned"), _area(), QLocale("en"))
    assert [label for _, label in turned.x.ticks(9)] == ["Aiur", "Zen"]


@pytest.mark.parametrize(("months", "offered"), [(3, True), (60, False)])
def test_bars_of_several_series_stand_beside_each_other(months: int, offered: bool) -> None:
    values = [
        {"at": f"{2020 + at // 12}-{at % 12 + 1:02}", "race": race, "rate": 0.5 + at % 3 / 10}
        for at in range(months)
        for race in ("Terran", "Zerg")
    ]
    axes = {
        "x": {"field": "at", "type": "temporal"},
        "y": {"field": "rate", "type": "quantitative"},
        "color": {"field": "race", "type": "nominal"},
    }
    made = read_chart({"data": {"values": values}, "mark": "line", "encoding": axes})
    assert ("bar" in kinds(made)) is offered
    plot = lay_out(as_kind(made, "bar"), _area(), QLocale("en"))
    bars = [one for one in plot.shapes if one.mark == "bar"]
    assert isinstance(plot.y, LinearScale) and plot.y.high < 1, "rates do not add up"
    assert len({round(one.points[0].x(), 3) for one in bars}) == len(bars) == 2 * months


@pytest.mark.parametrize("count", [20, 300])
def test_points_of_a_crowd_let_each_other_be_seen(count: int) -> None:
    values = [{"x": 1, "y": 1}, *({"x": at, "y": at * at} for at in range(2, count))]
    axes = {name: {"field": name, "type": "quantitative"} for name in "xy"}
    made = chart_or_note(
        {"data": {"values": values}, "mark": "point", "encoding": axes},
        make_style(LIGHT, body_font()),
    )
    assert isinstance(made, ChartBlock)
    image = made.picture(800)
    plain = QColor(LIGHT.plain)
    full = any(
        image.pixelColor(x, y) == plain
        for x in range(image.width() // 2)
        for y in range(0, image.height(), 2)
    )
    assert full == (count < 200)


@pytest.mark.parametrize("others", [1, 6])
def test_a_legend_cuts_names_only_where_they_have_no_room(others: int) -> None:
    names = [
        "a name of many words that says much of it",
        *(f"another name {n}" for n in range(others)),
    ]
    values = [{"x": at, "y": at, "s": name} for at, name in enumerate(names)]
    axes = {name: {"field": name, "type": "quantitative"} for name in "xy"}
    style = make_style(LIGHT, body_font())
    made = chart_or_note(
        {
            "data": {"values": values},
            "mark": "point",
            "encoding": {**axes, "color": {"field": "s", "type": "nominal"}},
        },
        style,
    )
    assert isinstance(made, ChartBlock)
    image = made.picture(800)
    second = QColor(LIGHT.series[tints(names, len(LIGHT.series))[1]])
    left = min(
        x
        for x in range(image.width())
        for y in range(image.height() // 4)
        if image.pixelColor(x, y) == second
    )
    whole = QFontMetrics(style.small).horizontalAdvance(names[0])
    assert whole > 180
    assert (left * 800 / image.width() > whole) == (others == 1)


def test_a_value_has_its_colour_in_every_chart() -> None:
    alone = tints(["Zerg"], 8)[0]
    assert tints(["Zerg", "Terran", "Protoss"], 8)[0] == alone
    assert tints(["Protoss", "Zerg"], 8)[1] == alone
    many = tints(TEAMS, 8)
    assert sorted(many) == list(range(8))
    for name, tint in zip(TEAMS, many, strict=True):
        assert tints([name], 8, TEAMS) == [tint], "others have theirs, though they are not drawn"
    common = ["West", "North", "East", "South"]
    assert tints(common, 8, common[::-1]) == tints(common, 8, common), "whichever is the commoner"
    before, moved = tints(common, 8, common), 0
    for at in range(20):
        after = tints(common, 8, [f"region {at}", *common])
        moved += sum(one != other for one, other in zip(before, after, strict=True))
    assert moved < 20, "a new one takes its colour from hardly one"
    more = [*TEAMS, "Owls", "Rams"]
    assert tints(more, 8, more)[:8] == many
    assert all(at >= 8 for at in tints(["Rams", "Owls"], 8, more)), "colours again, in shades"
    named = {f"{name}, 2026": name for name in TEAMS}
    assert tints([*TEAMS, *named], 8, TEAMS, named) == [*many, *many]


def test_a_few_names_are_coloured_and_many_are_not() -> None:
    assert coloured_names(read_chart(spec())) == []
    few = spec()
    few["data"]["values"] = few["data"]["values"][:3]
    assert coloured_names(read_chart(few)) == list(NAMES[:3])
    few["data"]["values"] = few["data"]["values"][:1]
    assert coloured_names(read_chart(few)) == [], "no other is told from it"
    few["usermeta"] = {"values": ["Jade"], "of": {NAMES[0]: "Jade"}}
    assert coloured_names(read_chart(few)) == [NAMES[0]]


def test_an_interval_says_its_value_and_count(view: ChatView) -> None:
    said = {view.tooltip_at(QPoint(x, y)) for x in range(80, 860, 4) for y in range(60, 360, 5)}
    told = [text for text in said if text.startswith("Zen")]
    assert told == ["Zen\nrate: 52%\n95% interval: 42.0–62.0%\nn: 100"]


@pytest.mark.parametrize("width", [900, 420])
def test_panes_of_one_picture_have_axes_of_their_own_and_a_mark_in_each(
    view: ChatView, width: int
) -> None:
    name = {"field": "name", "type": "nominal", "sort": None}
    values = [
        {"row": at, "name": one[0], "win_rate": one[3], "length": 100 + at}
        for at, one in enumerate(ROWS)
    ]
    panes = [
        {"mark": "point", "encoding": {"y": name, "x": {"field": of, "type": "quantitative"}}}
        for of in ("win_rate", "length")
    ]
    told = {"title": "Both", "data": {"values": values}, "hconcat": panes}
    view.resize(width, 1400)
    view.model().reset(1, [answer(0, "x", artifacts=(result(ROWS), chart(told)))])
    view.flush()
    (left, right) = (mark_told(view, "Zen", said) for said in ("win_rate: 0.52", "length: 106"))
    assert (right.x() > left.x() + 200) == (width == 900), "below each other where there is no room"
    plain = line_of(view, left)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=right)
    view.flush()
    assert line_of(view, left) != plain, "the mark of the same row has a ring, too"
    selected = table(view).selectionModel().selectedRows()
    assert [index.data() for index in selected] == ["Zen"]


def mark_told(view: ChatView, *told: str) -> QPoint:
    width, height = view.viewport().width(), view.viewport().height()
    spots = (QPoint(x, y) for y in range(10, height, 4) for x in range(10, width, 4))
    return next(at for at in spots if all(one in view.tooltip_at(at) for one in told))


def test_a_press_on_a_mark_shows_its_row(view: ChatView) -> None:
    spot = next(
        QPoint(x, y)
        for y in range(60, 360, 3)
        for x in range(80, 860, 3)
        if view.tooltip_at(QPoint(x, y)).startswith("Zen")
    )
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    selected = table(view).selectionModel().selectedRows()
    assert [index.data() for index in selected] == ["Zen"]


def test_a_pressed_mark_stays_under_the_pointer_and_its_row_is_selected_below(
    view: ChatView, qtbot: QtBot
) -> None:
    view.resize(900, 260)
    view.scroll_to(0)
    qtbot.waitUntil(lambda: not any(t.isVisible() for t in view.findChildren(QTableView)))
    before = view.row_rect(0)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=mark_of(view, "Triton"))
    view.flush()
    assert view.row_rect(0) == before
    view.jump_to_latest()
    selected = table(view).selectionModel().selectedRows()
    assert [index.data() for index in selected] == ["Triton"]


def test_lengths_of_time_are_written_as_such() -> None:
    seconds = {
        "data": {"values": [{"name": "a", "mean": 700.0}, {"name": "b", "mean": 760.0}]},
        "mark": "point",
        "encoding": {
            "y": {"field": "name", "type": "nominal", "sort": None},
            "x": {"field": "mean", "type": "quantitative"},
        },
    }
    made = in_units(read_chart(seconds), {"mean": "seconds"})
    plot = lay_out(made, _area(), QLocale("en"))
    assert [label for _, label in plot.x.ticks(4)] == ["12:00", "12:30"]
    assert made.layers[0].channels["x"].title == "mean (min:s)", "no time of day"
    for row, short in zip(seconds["data"]["values"], (4.5, 6.5), strict=True):
        row["mean"] = short
    seconds["encoding"]["x"] |= {"title": "mean wait", "format": "duration"}
    made = in_units(read_chart(seconds), {})
    plot = lay_out(made, _area(), QLocale("en"))
    assert [label for _, label in plot.x.ticks(3)] == ["5", "6"]
    assert made.layers[0].channels["x"].title == "mean wait (s)", "no minutes, where none is"


def test_a_chart_is_on_the_clipboard_with_one_press(view: ChatView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.copied):
        press(view, "copy_chart")
    image = QGuiApplication.clipboard().image()
    assert image.width() > 1000
    made = view.chart(0)
    assert made is not None
    svg = made.svg(700).decode()
    assert svg.lstrip().startswith("<?xml") and "Thunderbird" in svg


@pytest.mark.parametrize("title", ["Rates", "Rates by map, of one race, " + "without mirrors " * 2])
def test_the_picture_and_its_tools_are_seen_below_the_headline_of_a_small_screen(
    view: ChatView, qtbot: QtBot, title: str
) -> None:
    view.resize(830, 528)
    told = chart({**spec(), "title": title})
    view.model().reset(
        2, [request(0, "Rates?"), answer(1, "word " * 40, artifacts=(result(ROWS), told))]
    )
    made = view.chart(1)
    assert made is not None
    top = next(rect.top() for _, value, rect in view.target_rects() if value == "copy_chart")
    assert 0 < top < top + made.height < view.viewport().height()
    with qtbot.waitSignal(view.copied):
        press(view, "copy_chart")


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
@pytest.mark.parametrize("reason", list(QContextMenuEvent.Reason)[:2])
def test_the_menu_has_the_tools_of_the_chart(view: ChatView, qtbot: QtBot, reason: Any) -> None:
    rects = {action: rect for _, action, rect in view.target_rects()}
    on_chart = rects["copy_chart"].topLeft().toPoint() + QPoint(0, 60)
    event = QContextMenuEvent(reason, on_chart, view.viewport().mapToGlobal(on_chart))
    QApplication.sendEvent(view.viewport(), event)
    (menu,) = view.findChildren(QMenu)
    lines = [line.text() for line in menu.actions()]
    assert lines[0] == "Copy picture"
    assert ("Copy table" in lines) == (reason is QContextMenuEvent.Reason.Keyboard)
    with qtbot.waitSignal(view.copied):
        menu.actions()[0].trigger()
    assert not QGuiApplication.clipboard().image().isNull()
    menu.close()


def test_saving_is_asked_for(view: ChatView, qtbot: QtBot) -> None:
    for value in ("save_png", "save_svg"):
        with qtbot.waitSignal(view.actionRequested) as heard:
            press(view, value)
        assert heard.args == [0, value]
