from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QTableView, QToolTip
from pytestqt.qtbot import QtBot

from app.domain.conversations import Conversation
from app.domain.exports import Exported, ExportedTurn
from app.domain.messages import DataPart
from app.domain.tasks import Artifact
from gui.blocks.base import BlockOrder, Place
from gui.chat.view import ChatView
from gui.conversation.export_html import as_html
from gui.conversation.export_markdown import as_markdown
from gui.conversation.find import places_in
from gui.look.theme import DARK, LIGHT
from gui.texts.plain import as_tooltip
from tests.gui.chat.chat_samples import (
    AT,
    answer,
    chart,
    dialogue,
    in_two_parts,
    query,
    request,
    result,
)
from tests.gui.pixels import colours

ROWS: list[list[Any]] = [
    ["Terran", 1000, 580, 0.58, 0.549, 0.61],
    ["Zerg", 998, 419, 0.4198, 0.39, 0.451],
    ["Protoss", 12, 6, 0.5, 0.254, 0.746],
]
BAR = {"race": "Terran", "rate": 0.58, "ci_low": 0.549, "ci_high": 0.61, "games": 1000}
SPEC: dict[str, Any] = {
    "usermeta": {"n": "games", "interval": ["ci_low", "ci_high"]},
    "data": {
        "values": [
            {"race": "Terran", "rate": 0.58, "ci_low": 0.549, "ci_high": 0.61, "games": 1000}
        ]
    },
    "mark": "bar",
    "encoding": {
        "x": {"field": "race", "type": "nominal"},
        "y": {
            "field": "rate",
            "type": "quantitative",
            "axis": {"format": ".0%", "title": "Win rate"},
        },
    },
}


@pytest.fixture
def view(qtbot: QtBot) -> ChatView:
    made = ChatView()
    qtbot.addWidget(made)
    made.resize(900, 900)
    made.show()
    qtbot.waitExposed(made)
    return made


def tables(view: ChatView) -> list[QTableView]:
    return [table for table in view.findChildren(QTableView) if table.isVisible()]


def cells(table: QTableView, column: int) -> list[str]:
    model = table.model()
    return [model.index(row, column).data() for row in range(model.rowCount())]


def click(view: ChatView, qtbot: QtBot, action: str) -> None:
    found = next(target for target in view.target_rects() if target[1].startswith(action))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=found[2].center().toPoint())


def test_a_result_is_a_table_with_intervals_and_small_samples_in_words(view: ChatView) -> None:
    view.model().reset(1, [answer(0, "x", artifacts=(result(ROWS),))])
    (table,) = tables(view)
    assert cells(table, 1) == ["1,000", "998", "12"]
    assert cells(table, 3) == ["58.0%", "42.0%", "50.0%"]
    assert cells(table, 4) == ["54.9%", "39.0%", "25.4%"]
    assert cells(table, 6) == ["", "", "small sample"]
    grey = table.model().index(2, 0).data(Qt.ItemDataRole.ForegroundRole)
    assert grey is not None
    assert table.model().index(0, 0).data(Qt.ItemDataRole.ForegroundRole) is None


def test_other_words_are_marked_in_a_table_than_before(view: ChatView, qtbot: QtBot) -> None:
    view.model().reset(1, [answer(0, "x", artifacts=(result(ROWS),))])
    (table,) = tables(view)

    def found(at: int) -> bool:
        return 0 in table.model().marked_columns(at)

    for words, marked in (("TERRAN", [0]), ("o", [2]), ("58.0%", []), ("", [])):
        view.seeking.mark(words)
        assert [row for row in range(3) if found(row)] == marked
    view.seeking.mark("58.0%")
    for theme in (LIGHT, DARK):
        view.set_theme(theme)
        (table,) = tables(view)
        grounds = []
        for column in (3, 0):
            index = table.model().index(0, column)
            image = table.viewport().grab(table.visualRect(index)).toImage()
            grounds.append(image.pixelColor(2, 2))
        assert grounds[0] != grounds[1]
    long = [[f"{row}th", *ROWS[0][1:]] for row in range(900)]
    view.model().reset(1, [answer(0, "x", artifacts=(result(long),))])
    (table,) = tables(view)
    view.seeking.mark("899th")
    view.seeking.reach(0, Place(0, BlockOrder.TABLE), 0)
    assert table.indexAt(QPoint(2, 2)).row() == 0, "it is looked for piece by piece"
    qtbot.waitUntil(lambda: table.visualRect(table.model().index(899, 0)).intersects(table.rect()))
    assert cells(table, 0) == [f"{row}th" for row in range(900)]
    assert [row for row in range(900) if found(row)] == [899]


def test_each_place_of_words_is_brought_into_sight_and_pointed_at(
    view: ChatView, qtbot: QtBot
) -> None:
    wide = [{"name": f"c{at}", "label": f"A long name {at}"} for at in range(30)]
    cells = [["seek" if (row, at) in ((3, 1), (39, 29)) else "-" for at in range(30)]
             for row in range(40)]  # fmt: skip
    findings = "\n".join(f"- **Se**ek {at}" for at in range(5))
    code = "```sql\nSELECT seek\n```\n\n| seek | of |\n|---|---|\n| a | seek |"
    entries = [
        request(0, "seek\n" + "line\n" * 30 + "seek"),
        answer(1, f"Headline.\n\n{findings}\n\nseek [seek](https://seek.example).",
               artifacts=(result(cells, columns=wide),)),
        answer(2, code),
        *dialogue(40)[3:],
    ]  # fmt: skip
    view.model().reset(len(entries), entries)
    found = places_in(entries, "SEEK")
    assert [(one.row, one.place and one.place.order.name, one.places) for one in found] == [
        (0, "PROSE", 2), (1, "FINDINGS", 5), (1, "TABLE", 2), (1, "NOTES", 2), (2, "PROSE", 3),
    ]  # fmt: skip
    view.seeking.mark("SEEK")
    shots = set()
    for one in found:
        for at in range(one.places):
            view.seeking.reach(one.row, one.place, at)
            image = view.grab().toImage()
            assert colours(image)[LIGHT.accent] > 40, (one, at)
            shots.add(bytes(image.constBits()))
    assert len(shots) == 14, "each is another place"
    view.seeking.mark("")
    assert colours(view.grab().toImage())[LIGHT.accent] == 0


def test_a_table_begins_where_it_begins_or_was_left_whoever_had_its_widget_before(
    view: ChatView, qtbot: QtBot
) -> None:
    wide = [{"name": f"c{at}", "label": f"A long name {at}"} for at in range(40)]
    rows = [[f"{row}th", *range(39)] for row in range(9)]
    view.model().reset(
        91,
        [
            request(at, f"line {at}") if at not in (0, 45)
            else answer(at, "x", artifacts=(result(rows, columns=wide),))
            for at in range(91)
        ],
    )  # fmt: skip

    def shown(at: int) -> QTableView:
        view.scroll_to(at)
        qtbot.waitUntil(lambda: len(tables(view)) == 1)
        return tables(view)[0]

    def place(table: QTableView) -> tuple[int, int]:
        return (table.verticalScrollBar().value(), table.horizontalScrollBar().value())

    left = shown(0)
    view.seeking.mark("8th")
    view.seeking.reach(0, Place(0, BlockOrder.TABLE), 0)  # in a row that is folded away
    view.seeking.mark("")
    left.horizontalScrollBar().setValue(70)
    kept = place(left)
    assert kept[0] > 0 and kept[1] == 70
    other = shown(45)
    assert other is left, "one widget is lent to both"
    assert place(other) == (0, 0)
    assert place(shown(0)) == kept


def test_the_ends_of_a_rates_interval_are_percents_too(view: ChatView) -> None:
    names = ("win_rate", "win_rate_low", "win_rate_high")
    columns = [{"name": name, "type": "rate", "label": name} for name in names]
    table = result([[0.58, 0.56, 0.6]], columns=columns)
    view.model().reset(1, [answer(0, "x", artifacts=(table,))])
    (shown,) = tables(view)
    assert [cells(shown, column) for column in range(3)] == [["58.0%"], ["56.0%"], ["60.0%"]]


def test_the_numbers_of_a_column_have_the_same_decimals_and_figures_their_own(
    view: ChatView,
) -> None:
    columns = [{"name": name, "type": "number", "label": name} for name in ("price", "tiny")]
    table = result([[3.7, 0.5], [5, 0.004], [1204.25, 1e-9]], columns=columns)
    view.model().reset(1, [answer(0, "x", artifacts=(table,))])
    (shown,) = tables(view)
    assert cells(shown, 0) == ["3.70", "5.00", "1,204.25"]
    assert cells(shown, 1) == ["0.5", "0.004", "1e-09"]
    parts = {"type": "number", "part": "measure"}
    figures = [{"name": "mean", **parts}, {"name": "spent", "unit": "€", **parts}]
    figures.append({"name": "won", "unit": "₩", "decimals": 0, **parts})
    rows = [[118.894, 45752.88, 1666.667], [133.01, 5.5, 10], [0.01234, 2, 0.5]]
    table = result(rows, columns=figures)
    view.model().reset(1, [answer(0, "x", artifacts=(table,))])
    (shown,) = tables(view)
    assert cells(shown, 0) == ["118.89", "133.01", "0.0123"], "as sentences have them, aligned"
    assert cells(shown, 1) == ["45,752.88", "5.50", "2.00"]
    assert cells(shown, 2) == ["1,667", "10", "0.5"], "what is next to nothing is still told"
    assert shown.model().headerData(1, Qt.Orientation.Horizontal) == "spent (€)"
    mixed = result(
        [[0.58], [2400], [90]], columns=columns[:1], row_types=["rate", "number", "seconds"]
    )
    view.model().reset(1, [answer(0, "x", artifacts=(mixed,))])
    (shown,) = tables(view)
    assert cells(shown, 0) == ["58.0%", "2,400", "1:30"]


def test_lengths_of_time_are_read_in_minutes_where_they_take_one(view: ChatView) -> None:
    columns = [
        {"name": name, "type": "number", "label": name, "time": "seconds"} for name in ("a", "b")
    ]
    view.model().reset(
        1,
        [
            answer(
                0, "x", artifacts=(result([[0, 0.25], [-75.4, 2], [3725, None]], columns=columns),)
            )
        ],
    )
    (shown,) = tables(view)
    assert cells(shown, 0) == ["0:00", "-1:15", "1:02:05"]
    assert cells(shown, 1) == ["0.25", "2.00", ""]
    heads = [shown.model().headerData(at, Qt.Orientation.Horizontal) for at in (0, 1)]
    assert heads == ["a (h:min:s)", "b (s)"], "what nothing else tells from a time of day"


def test_moments_of_a_column_stand_in_the_form_of_the_language_and_are_copied_as_they_came(
    view: ChatView, qtbot: QtBot
) -> None:
    columns = [{"name": "at", "type": "string", "label": "at", "time": "timestamp"},
               {"name": "said", "type": "string", "label": "said"}]  # fmt: skip
    came = ["2026-10-01T08:15:00", "2026-03-01T00:00:00", "2026-03-01T09:00:02", None]
    table = result([[at, at] for at in came], columns=columns)
    view.model().reset(1, [answer(0, "x", artifacts=(table,))])
    (shown,) = tables(view)
    assert cells(shown, 0) == [
        "Oct 1, 2026 08:15:00", "Mar 1, 2026 00:00:00", "Mar 1, 2026 09:00:02", "",
    ]  # fmt: skip
    assert cells(shown, 1)[0] == came[0], "what nobody calls a time stays text"
    for words in ("2026-03-01T09", "mar 1, 2026 09"):
        view.seeking.mark(words)
        assert 0 in shown.model().marked_columns(2) and not shown.model().marked_columns(0)
    shown.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert cells(shown, 1) == [came[1], came[2], came[0], ""]
    shown.selectColumn(0)
    shown.copy()
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() != "")
    assert QGuiApplication.clipboard().text().split("\n") == [came[1], came[2], came[0], ""]


@pytest.mark.parametrize(
    ("language", "months", "figures", "quarter"),
    [
        ("en", ["Jan 2025", "Feb 2025"], ["12,345.50", "7.25"], "Q3 2026"),
        ("ko", ["2025년 1월", "2025년 2월"], ["12,345.50", "7.25"], "2026년 3분기"),
        ("es", ["ene 2025", "feb 2025"], ["12.345,50", "7,25"], "T3 2026"),
        ("xx", ["Jan 2025", "Feb 2025"], ["12,345.50", "7.25"], "Q3 2026"),
    ],
)
def test_an_answer_writes_numbers_and_moments_as_the_language_that_it_is_said_in(
    view: ChatView, language: str, months: list[str], figures: list[str], quarter: str
) -> None:
    columns = [{"name": "at", "type": "string", "label": "at", "time": "date"},
               {"name": "spent", "type": "number", "label": "spent", "unit": "€"}]  # fmt: skip
    frame = Artifact(artifact_id="f", name="frame", parts=(DataPart(data={"language": language}),))
    rows = [["2025-01", 12345.5], ["2025-02", 7.25], ["2026-Q3", 1]]
    told = answer(0, "x", artifacts=(result(rows, columns=columns), frame))
    view.model().reset(1, [told])
    (shown,) = tables(view)
    assert cells(shown, 0) == [*months, quarter]
    assert cells(shown, 1)[:2] == figures
    exported = Exported(
        conversation=Conversation(context_id="c", title="t", created_at=AT, updated_at=AT),
        turns=(ExportedTurn(message=request(0, "q").message, answer=told.answer),),
    )
    for page in (as_html(exported), as_markdown(exported)):
        assert all(words in page for words in (*months, *figures, quarter))


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_long_text_has_the_room_that_is_there_and_else_is_told_beside_the_pointer(
    view: ChatView, qtbot: QtBot
) -> None:
    columns = [{"name": name, "label": name} for name in ("line", "text")]
    long = "connection closed by the other side while " * 2
    for text, cut in ((long, False), (long * 9, True)):
        table = result([[1, text], [2, "short"]], columns=columns)
        view.model().reset(1, [answer(0, "x", artifacts=(table,))])
        (shown,) = tables(view)
        cell = shown.model().index(0, 1)
        assert shown.columnWidth(1) > 400
        assert (shown.sizeHintForIndex(cell).width() > shown.visualRect(cell).width()) is cut
        assert shown.columnWidth(0) + shown.columnWidth(1) <= view.viewport().width()
        for index, told in ((cell, cut), (shown.model().index(1, 1), False)):
            point = shown.visualRect(index).center()
            where = shown.viewport().mapToGlobal(point)
            QApplication.sendEvent(shown.viewport(), QHelpEvent(QEvent.Type.ToolTip, point, where))
            qtbot.waitUntil(lambda told=told: ("closed by" in QToolTip.text()) is told)
    many = [{"name": f"c{at}", "label": f"some column {at}"} for at in range(3)]
    table = result([[*("words of some length" for _ in many), long]], columns=[*many, columns[1]])
    view.model().reset(1, [answer(0, "x", artifacts=(table,))])
    (shown,) = tables(view)
    assert shown.columnWidth(3) < 360, "what is cut anyway is cut more before anything is scrolled"
    assert shown.horizontalScrollBar().maximum() == 0


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_number_is_whole_or_not_there_and_is_told_on_focus(view: ChatView, qtbot: QtBot) -> None:
    columns = [{"name": f"c{at}", "label": f"a column {at}", "type": "integer"} for at in range(20)]
    strips = []
    for value in (123_456_789, 987_654_321):
        table = result([[value] * 20, [value] * 20], columns=columns)
        view.model().reset(1, [answer(0, "x", artifacts=(table,))])
        (shown,) = tables(view)
        edge, column = shown.viewport().width(), 10
        cell = shown.model().index(0, column)
        shown.horizontalScrollBar().setValue(0)
        shown.horizontalScrollBar().setValue(shown.visualRect(cell).center().x() - edge)
        assert shown.visualRect(cell).left() < edge - 20 < shown.visualRect(cell).right() - 20
        whole = shown.visualRect(shown.model().index(0, column - 1))
        image = shown.viewport().grab().toImage()
        strips.append((image.copy(shown.visualRect(cell)), image.copy(whole)))
    assert strips[0][0] == strips[1][0], "no digit of it is seen"
    assert strips[0][1] != strips[1][1]
    shown.setFocus()
    qtbot.waitUntil(shown.hasFocus)
    shown.setColumnWidth(column, 40)
    shown.setCurrentIndex(cell)
    qtbot.waitUntil(lambda: "987,654,321" in QToolTip.text())


def test_a_single_row_of_many_columns_stands_upright(view: ChatView) -> None:
    kinds = ("rate", "integer", "number", "seconds", "string") * 2
    columns = [{"name": f"c{at}", "type": t, "label": f"L{at}"} for at, t in enumerate(kinds)]
    for many, shown_rows in ((10, 10), (5, 1)):
        row = [0.5, 1200, 4.37, 90, "Lima"] * 2
        table = result([row[:many]], columns=columns[:many])
        view.model().reset(1, [answer(0, "x", artifacts=(table,))])
        (shown,) = tables(view)
        assert shown.model().rowCount() == shown_rows
    view.model().reset(1, [answer(0, "x", artifacts=(result([row], columns=columns),))])
    (shown,) = tables(view)
    assert cells(shown, 0)[:5] == ["L0", "L1", "L2", "L3", "L4"]
    assert cells(shown, 1)[:5] == ["50.0%", "1,200", "4.37", "1:30", "Lima"]


def test_the_cases_of_a_comparison_stand_below_each_other(view: ChatView) -> None:
    told = [("rate", "mean", "A"), ("integer", "rows", "A"), ("rate", "mean", "B"),
            ("integer", "rows", "B"), ("rate", "difference", "B")]  # fmt: skip
    columns = [
        {
            "name": f"c{at}",
            "type": kind,
            "label": f"{of}: {case}",
            "of": of,
            "case": case,
            **({"unit": "points"} if of.startswith("difference") else {}),
        }
        for at, (kind, of, case) in enumerate([*told, *((k, f"{of} 2", c) for k, of, c in told)])
    ]
    row = [0.5, 30, 0.25, 40, -0.25] * 2
    view.model().reset(1, [answer(0, "x", artifacts=(result([row], columns=columns),))])
    (shown,) = tables(view)
    assert [cells(shown, at) for at in range(4)] == [
        ["A", "B"], ["50.0%", "25.0%"], ["30", "40"], ["", "-25.0"],
    ]  # fmt: skip
    few = [columns[0], columns[2]]
    view.model().reset(1, [answer(0, "x", artifacts=(result([[0.5, 0.25]], columns=few),))])
    (shown,) = tables(view)
    assert [cells(shown, at) for at in range(2)] == [["A", "B"], ["50.0%", "25.0%"]]


def test_a_click_on_a_header_sorts_by_value_and_a_third_restores(
    view: ChatView, qtbot: QtBot
) -> None:
    view.model().reset(1, [answer(0, "x", artifacts=(result(ROWS),))])
    (table,) = tables(view)
    header = table.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(1) + 10, header.height() // 2)
    orders = []
    for _ in range(3):
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
        orders.append(cells(table, 0))
    assert orders == [
        ["Protoss", "Zerg", "Terran"],
        ["Terran", "Zerg", "Protoss"],
        ["Terran", "Zerg", "Protoss"],
    ]


def test_a_table_is_there_only_while_seen_and_remembers_its_order(
    view: ChatView, qtbot: QtBot
) -> None:
    rows = [[f"p{n}", n, 0, 0.1, 0.0, 0.2] for n in range(5000)]
    model = view.model()
    model.reset(61, [*dialogue(60), answer(60, "x", artifacts=(result(rows),))])
    (table,) = tables(view)
    assert table.model().rowCount() == 5000
    table.horizontalHeader().setSortIndicator(1, Qt.SortOrder.DescendingOrder)
    assert cells(table, 0)[0] == "p4999"
    view.scroll_to(0)
    assert tables(view) == []
    view.jump_to_latest()
    (again,) = tables(view)
    assert cells(again, 0)[0] == "p4999"
    view.set_theme(DARK)
    assert len(tables(view)) == 1


def test_cells_and_tables_are_copied_and_saving_is_asked_for(view: ChatView, qtbot: QtBot) -> None:
    view.model().reset(1, [answer(0, "x", artifacts=(result(ROWS),))])
    (table,) = tables(view)
    table.selectRow(2)
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().startswith("Protoss\t12\t6\t50.0%")
    with qtbot.waitSignal(view.copied):
        click(view, qtbot, "copy_table")
    lines = QGuiApplication.clipboard().text().split("\n")
    assert lines[:2] == [
        "Race\tGames\tWins\tWin_Rate\tCi_Low\tCi_High",
        "Terran\t1000\t580\t0.58\t0.549\t0.61",
    ]
    with qtbot.waitSignal(view.actionRequested) as heard:
        click(view, qtbot, "save_csv")
    assert heard.args == [0, "save_csv"]
    table.horizontalHeader().setSortIndicator(0, Qt.SortOrder.AscendingOrder)
    saved = view.table(0)
    assert saved is not None
    assert [row[0] for row in saved.rows] == cells(table, 0) == sorted(cells(table, 0))


def test_hostile_cells_are_shown_as_they_are(view: ChatView) -> None:
    rows = [["<b>x</b>", 40, 1, 0.5, 0.4, 0.6]]
    view.model().reset(1, [answer(0, "x", artifacts=(result(rows),))])
    assert cells(tables(view)[0], 0) == ["<b>x</b>"]
    assert ">&lt;img src=x&gt;<" in as_tooltip("<img src=x>")


def test_the_origin_unfolds_with_the_query(view: ChatView, qtbot: QtBot) -> None:
    made = (result(ROWS, warnings=["few"], source={"file": "a.csv"}), query("SELECT 1 AS one"))
    view.model().reset(2, [request(0, "q"), answer(1, "x", artifacts=made)])
    folded = view.row_rect(1).height()
    click(view, qtbot, "toggle")
    view.flush()
    assert view.row_rect(1).height() > folded + 100
    with qtbot.waitSignal(view.copied):
        click(view, qtbot, "copy_text:SELECT")
    assert QGuiApplication.clipboard().text() == "SELECT 1 AS one"
    click(view, qtbot, "toggle")
    view.flush()
    assert view.row_rect(1).height() == folded


def test_a_mark_of_a_chart_says_its_number_of_games(view: ChatView, qtbot: QtBot) -> None:
    view.model().reset(1, [answer(0, artifacts=(chart(SPEC),))])
    area = view.row_rect(0)
    heights = range(int(area.top()), int(area.bottom()), 20)
    said = {view.tooltip_at(QPoint(int(area.center().x()), y)) for y in heights}
    assert "Terran\nWin rate: 58%\n95% interval: 54.9–61.0%\nn: 1,000" in said


def test_a_chart_that_cannot_be_drawn_leaves_the_table(view: ChatView) -> None:
    unknown = chart({**SPEC, "mark": "geoshape"})
    view.model().reset(1, [answer(0, "x", artifacts=(result(ROWS), unknown))])
    plain = view.row_rect(0).height()
    assert len(tables(view)) == 1
    view.model().reset(1, [answer(0, "x", artifacts=(result(ROWS), chart(SPEC)))])
    assert view.row_rect(0).height() > plain + 100


def test_the_wheel_is_the_tables_own_only_while_it_has_the_focus(
    view: ChatView, qtbot: QtBot
) -> None:
    rows = [[f"p{n}", n, 0, 0.1, 0.0, 0.2] for n in range(500)]
    view.model().reset(61, [*dialogue(60), answer(60, "x", artifacts=(result(rows),))])
    (table,) = tables(view)
    view.setFocus()
    assert not turn_wheel(table)
    assert table.verticalScrollBar().value() == 0
    table.setFocus()
    assert turn_wheel(table)
    assert table.verticalScrollBar().value() > 0


def test_tab_leaves_a_table_at_once(view: ChatView, qtbot: QtBot) -> None:
    view.model().reset(1, [answer(0, "[a](https://example.org)", artifacts=(result(ROWS),))])
    (table,) = tables(view)
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    qtbot.keyClick(table, Qt.Key.Key_Tab)
    assert not table.hasFocus()


def turn_wheel(table: QTableView) -> bool:
    """Turn the wheel down over a table; return whether it kept the event to itself."""
    centre = QPointF(table.viewport().rect().center())
    event = QWheelEvent(
        centre,
        QPointF(table.viewport().mapToGlobal(centre.toPoint())),
        QPoint(0, 0),
        QPoint(0, -240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QGuiApplication.sendEvent(table.viewport(), event)
    return event.isAccepted()


def test_each_part_of_an_answer_has_all_that_an_answer_has(view: ChatView, qtbot: QtBot) -> None:
    view.resize(900, 2000)
    view.model().reset(2, [request(0, "q"), in_two_parts(1)])
    first, second = tables(view)
    assert [cells(one, 0) for one in (first, second)] == [
        ["Terran", "Protoss"],
        ["Protoss", "Zerg"],
    ]
    said = view.row_text(1)
    order = ["Terran leads", "One of Terran", "A note on Terran", "Zerg leads", "One of Zerg"]
    assert sorted(order, key=said.index) == order
    values = [value for _, value, _ in view.target_rects()]
    assert values.index("1/scope_off:0") < values.index("2/copy_chart") < values.index("copy")
    with qtbot.waitSignal(view.copied):
        click(view, qtbot, "2/copy_table")
    assert QGuiApplication.clipboard().text().split("\n")[1].startswith("Protoss\t90")
    with qtbot.waitSignal(view.copied):
        click(view, qtbot, "2/copy_chart")
    assert not QGuiApplication.clipboard().image().isNull()
    click(view, qtbot, "2/toggle")
    assert "SELECT 'Zerg'" in view.row_text(1) and "SELECT 'Terran'" not in view.row_text(1)
    second.horizontalHeader().setSortIndicator(1, Qt.SortOrder.DescendingOrder)
    charts = [view.chart(1, part) for part in (1, 2)]
    assert [chart.drawn for chart in charts if chart] == [
        (("Terran",), ("Protoss",)),
        (("Zerg",), ("Protoss",)),
    ]
    names = [one.name for one in view.offers()]
    assert "Copy table (1)" in names and "Copy table (2)" in names
    with qtbot.waitSignal(view.actionRequested) as heard:
        click(view, qtbot, "2/save_csv")
    assert heard.args == [1, "2/save_csv"]
    of, name, part = view.model().acted_on(1, "2/save_csv")
    assert of is not None and of.answer.task_id == "t2" and (name, part) == ("save_csv", 2)
