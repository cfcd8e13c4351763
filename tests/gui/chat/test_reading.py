"""An answer is read from the top, and what is opened in it stays where it was opened."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot

from app.domain.tasks import Question, TaskState
from gui.blocks.reading_order import first_findings, read_in_order
from gui.chat.view import ChatView
from gui.look.theme import body_font
from tests.gui.chat.chat_samples import answer, chart, dialogue, query, request, result

SPEC: dict[str, Any] = {
    "title": "Rates",
    "data": {"values": [{"race": "Terran", "rate": 0.58}]},
    "mark": "bar",
    "encoding": {
        "x": {"field": "race", "type": "nominal"},
        "y": {"field": "rate", "type": "quantitative"},
    },
}
TEXT = "Terran leads.\n\n" + "\n".join(f"- race {at}" for at in range(7)) + "\n\nMirrors are out."
ROWS: list[list[Any]] = [[f"race {at}", 100 + at, 50, 0.5, 0.4, 0.6] for at in range(12)]
LONG = "word " * 900


@pytest.fixture
def view(qtbot: QtBot) -> ChatView:
    made = ChatView()
    qtbot.addWidget(made)
    made.resize(800, 500)
    made.show()
    qtbot.waitExposed(made)
    return made


def target(view: ChatView, value: str) -> QPoint:
    return next(t[2] for t in view.target_rects() if t[1].startswith(value)).center().toPoint()


def press(view: ChatView, value: str) -> None:
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=target(view, value))
    view.flush()


def full() -> tuple[Any, ...]:
    return (result(ROWS), chart(SPEC), query("SELECT 1\n" * 40))


def test_the_question_and_the_headline_of_a_long_answer_stand_at_the_top(view: ChatView) -> None:
    view.model().reset(20, dialogue(20))
    view.model().append(request(20, "Which race?"))
    view.model().append(answer(21, LONG))
    view.flush()
    assert view.row_rect(20).top() == 0
    assert not view.at_bottom
    view.model().replace(answer(21, LONG + LONG))
    view.flush()
    assert view.row_rect(20).top() == 0


def test_a_short_answer_stands_at_the_end(view: ChatView) -> None:
    view.model().reset(20, dialogue(20))
    view.model().append(request(20, "Which race?"))
    view.model().append(answer(21, "Terran."))
    view.flush()
    assert view.at_bottom
    assert view.row_rect(21).bottom() == view.viewport().height()


def test_a_long_question_leaves_room_for_its_answer(view: ChatView) -> None:
    view.model().append(request(0, "one\n" * 14))
    view.model().append(answer(1, LONG))
    view.flush()
    assert view.row_rect(1).top() <= view.viewport().height() / 3 + 1


def test_a_question_that_waits_is_whole_where_there_is_little_room(view: ChatView) -> None:
    view.resize(420, 130)
    view.model().append(request(0, "Which race?"))
    view.model().append(answer(1, state=TaskState.WORKING))
    view.flush()
    asks = Question(text="It can mean several things, and each of them has rows. Which one?")
    waits = answer(1, state=TaskState.INPUT_REQUIRED, question=asks)
    for _ in ("it comes to wait", "it is opened again"):
        view.model().replace(waits)
        view.flush()
        assert view.row_rect(1).bottom() == view.viewport().height()
        assert view.row_rect(1).height() > view.viewport().height() / 3
        view.model().reset(2, [request(0, "Which race?"), waits])


def test_a_conversation_opens_at_its_last_question(view: ChatView) -> None:
    view.model().reset(22, [*dialogue(20), request(20, "q"), answer(21, LONG)])
    assert view.row_rect(20).top() == 0


def test_whoever_reads_the_last_answer_from_its_top_is_not_led_away(view: ChatView) -> None:
    rows = [*dialogue(20), request(20, "q"), answer(21, LONG)]
    view.model().reset(22, rows[20:])
    view.model().supply(rows[:20])
    view.flush()
    assert view.row_rect(20).top() == 0
    assert not view.latest_button().isVisibleTo(view)
    view.scroll_by(-300)
    assert view.latest_button().isVisibleTo(view)


def test_the_end_is_followed_when_it_is_asked_for(view: ChatView) -> None:
    view.model().append(request(0, "q"))
    view.model().append(answer(1, LONG))
    view.flush()
    view.jump_to_latest()
    assert view.at_bottom
    assert view.row_rect(1).bottom() == view.viewport().height()


@pytest.mark.parametrize("value", ["toggle", "unfold:table", "unfold:findings"])
def test_what_is_opened_and_closed_stays_under_the_pointer(view: ChatView, value: str) -> None:
    view.model().reset(4, [*dialogue(2), request(2, "q"), answer(3, TEXT, artifacts=full())])
    view.jump_to_latest()
    while not any(t[1].startswith(value) for t in view.target_rects()):
        view.scroll_by(-100)
    view.scroll_by(round(target(view, value).y() - 200))
    row, at = view.row_rect(3).top(), target(view, value).y()
    press(view, value)
    assert view.row_rect(3).top() == row
    if value == "toggle":
        assert abs(target(view, value).y() - at) <= 1
    at = target(view, value).y()
    press(view, value)
    assert abs(target(view, value).y() - at) <= 1


def test_what_is_opened_by_its_name_comes_into_sight(view: ChatView) -> None:
    view.model().reset(4, [*dialogue(2), request(2, "q"), answer(3, TEXT, artifacts=full())])
    view.scroll_to(3)
    below = view.viewport().height()
    assert target(view, "toggle").y() > below
    opened = next(one for one in view.offers() if one.action == "toggle")
    opened.press()
    view.flush()
    assert 0 <= target(view, "toggle").y() < below


def test_an_answer_is_its_headline_the_picture_findings_rows_and_notes(view: ChatView) -> None:
    view.resize(800, 2000)
    view.model().reset(1, [answer(0, TEXT, artifacts=full())])
    words = view.row_text(0).split("\n")
    assert [w for w in words if w] == [
        "Terran leads.", "race 0", "race 1", "race 2", "Mirrors are out."
    ]  # fmt: skip
    more = target(view, "unfold:findings").y()
    rows = target(view, "unfold:table").y()
    assert more < rows < target(view, "toggle").y()
    press(view, "unfold:findings")
    assert "race 6" in view.row_text(0)


@pytest.mark.parametrize(
    ("text", "findings", "notes"),
    [
        ("Head.\n\n- a\n- b\n\nFew rows.\n\nNo mirrors.", "- a\n- b", "Few rows.\n\nNo mirrors."),
        ("Head.\n\n- a\n\n  of a\n\n- b\nof b\n\n* c", "- a\n\n  of a\n\n- b\nof b", "* c"),
        ("Head.\n\nFound:\n1. a\n2. b\n\nAlso:\n- c", "Found:\n1. a\n2. b", "Also:\n- c"),
        ("Head.\n\nFew rows.", "", "Few rows."),
        ("Head.", "", ""),
    ],
)  # fmt: skip
def test_findings_are_listed_and_what_is_said_after_the_list_are_notes(
    text: str, findings: str, notes: str
) -> None:
    assert read_in_order(text) == ("Head.", findings, notes)


@pytest.mark.parametrize(("items", "shown"), [(3, 3), (4, 3), (7, 3)])
def test_at_most_three_findings_are_shown(items: int, shown: int) -> None:
    listed = [f"- {at}" for at in range(items)]
    assert first_findings("\n".join(listed)) == ("\n".join(listed[:shown]), items - shown)


def test_text_without_a_result_stays_in_one_piece(view: ChatView) -> None:
    view.model().reset(1, [answer(0, TEXT)])
    assert "race 6" in view.row_text(0)
    assert not any(t[1].startswith("unfold") for t in view.target_rects())


def test_a_table_shows_its_first_rows_until_it_is_unfolded(view: ChatView) -> None:
    view.resize(800, 2000)
    view.model().reset(1, [answer(0, "x", artifacts=(result(ROWS),))])
    (table,) = (t for t in view.findChildren(QTableView) if t.isVisible())
    assert table.rowAt(table.viewport().height() - 1) == 5
    press(view, "unfold:table")
    (table,) = (t for t in view.findChildren(QTableView) if t.isVisible())
    assert table.rowAt(table.viewport().height() - 1) == 11


def test_a_long_message_is_folded(view: ChatView) -> None:
    view.resize(800, 3000)
    view.model().reset(1, [request(0, "\n".join(f"line {at}" for at in range(60)))])
    folded = view.row_rect(0).height()
    press(view, "unfold:message")
    assert view.row_rect(0).height() > 2 * folded


def test_the_header_of_a_table_grows_with_the_letters(view: ChatView) -> None:
    view.model().reset(1, [answer(0, "x", artifacts=(result(ROWS),))])

    def wide() -> int:
        (table,) = (t for t in view.findChildren(QTableView) if t.isVisible())
        header = table.horizontalHeader()
        return header.sectionSizeHint(1) - header.sectionSizeHint(0)

    before = wide()
    view.set_text_font(body_font(2.0))
    assert wide() == pytest.approx(2 * before, rel=0.1)


def test_what_is_typed_over_the_messages_is_handed_on(view: ChatView, qtbot: QtBot) -> None:
    view.setFocus()
    with qtbot.waitSignal(view.typed) as heard:
        QTest.keyClicks(view, "a")
    assert heard.args == ["a"]


def test_copied_rates_have_the_digits_of_a_rate(view: ChatView) -> None:
    from PySide6.QtGui import QGuiApplication

    rows = [["Terran", 444, 265, 265 / 444, 0.5505775137219747, 0.6414547296224998]]
    made = result(rows)
    data = made.parts[0].data  # type: ignore[union-attr]
    assert isinstance(data, dict)
    for column in data["columns"][3:]:  # type: ignore[index,call-overload,union-attr]
        column["type"] = "rate"  # type: ignore[index,call-overload]
    view.model().reset(1, [answer(0, "x", artifacts=(made,))])
    press(view, "copy_table")
    line = QGuiApplication.clipboard().text().split("\n")[1]
    assert line == "Terran\t444\t265\t0.5968\t0.5506\t0.6415"


def test_the_keyboard_goes_to_what_is_seen_and_takes_the_view_along(
    view: ChatView, qtbot: QtBot
) -> None:
    links = [f"https://example.org/{at}" for at in range(3)]
    view.model().reset(1, [answer(0, "".join(f"[x]({link})\n\n{LONG}\n\n" for link in links))])
    view.jump_to_latest()
    view.scroll_to(0)
    view.scroll_by(200)
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    reached: list[str] = []
    view.linkHovered.connect(reached.append)
    for keys in (Qt.KeyboardModifier.NoModifier,) * 2 + (Qt.KeyboardModifier.ShiftModifier,):
        QTest.keyClick(view, Qt.Key.Key_Tab, keys)
        view.flush()
        (place,) = (rect for _, link, rect in view.target_rects() if link == reached[-1])
        assert place.top() >= 0
        assert place.bottom() <= view.viewport().height()
    assert [link for link in reached if link] == [links[1], links[2], links[1]]
