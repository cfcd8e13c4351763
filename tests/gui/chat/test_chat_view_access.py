import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.domain.tasks import TaskState
from gui.chat.view import ChatView
from tests.gui.chat.chat_samples import answer, chart, dialogue, request, result


@pytest.fixture
def view(qtbot: QtBot) -> ChatView:
    QAccessible.setActive(True)
    made = ChatView()
    qtbot.addWidget(made)
    made.resize(640, 480)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_every_message_is_in_the_tree_also_far_away(view: ChatView) -> None:
    rows = dialogue(2000)
    model = view.model()
    model.rowsNeeded.connect(lambda start, stop: model.supply(rows[start:stop]))
    model.reset(2000, rows[1990:])
    tree = QAccessible.queryAccessibleInterface(view)
    assert (tree.role(), tree.childCount()) == (QAccessible.Role.List, 2000)
    assert tree.text(QAccessible.Text.Name) == "Conversation"
    far, near = tree.child(0), tree.child(1999)
    assert far is not None
    assert near is not None
    assert far.text(QAccessible.Text.Name).endswith("Question 0?")
    assert far.rect().isEmpty()
    assert far.state().offscreen
    assert not near.state().offscreen
    assert "Done" in near.text(QAccessible.Text.Name)
    assert near.rect().height() > 0
    assert tree.indexOfChild(near) == 1999
    centre = near.rect().center()
    assert tree.indexOfChild(tree.childAt(centre.x(), centre.y())) == 1999


def test_an_answer_is_read_headline_first_its_chart_as_findings_and_rows(view: ChatView) -> None:
    words = "Zerg leads: **42 %**.\n\n- Terran follows.\n\nOf 1,998 games."
    rows = [["Zerg", 998, 419, 0.42, 0.39, 0.45]] + [["Terran", 10, 5, 0.5, 0.3, 0.7]] * 24
    shown = answer(0, words, artifacts=(result(rows), chart({"mark": "bar"})))
    view.model().reset(1, [shown])
    said = QAccessible.queryAccessibleInterface(view).child(0).text(QAccessible.Text.Name)
    headline, findings, figures, notes = said.split("\n\n")
    assert headline.endswith(": Zerg leads: 42 %."), "without the signs of Markdown"
    assert (findings, notes) == ("- Terran follows.", "Of 1,998 games.")
    first, zerg, *_, last = figures.split("\n")
    assert first == "The chart shows:" and last == "20 of 25 rows"
    assert zerg.startswith("Race Zerg, Games 998, ")
    assert zerg.endswith("Win_Rate 42.0%, Ci_Low 39.0%, Ci_High 45.0%")


def test_rows_are_read_in_the_order_in_which_they_are_seen(view: ChatView) -> None:
    rows = [["Zerg", 90, 38, 0.42, 0.3, 0.5], ["Terran", 90, 52, 0.58, 0.5, 0.7]]
    drawn = {
        "mark": "bar",
        "data": {"values": [{"race": row[0], "rate": row[3]} for row in rows]},
        "encoding": {
            "x": {"field": "race", "type": "nominal", "sort": None},
            "y": {"field": "rate", "type": "quantitative"},
        },
    }
    view.model().reset(1, [answer(0, "Terran leads.", artifacts=(result(rows), chart(drawn)))])
    said = QAccessible.queryAccessibleInterface(view).child(0).text(QAccessible.Text.Name)
    assert said.index("Race Terran") < said.index("Race Zerg")


def test_what_the_keyboard_steps_on_is_told(view: ChatView) -> None:
    said: list[str] = []
    view.model().reset(1, [answer(0, "Terran leads.")])
    view.announced.connect(said.append)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Tab)
    QTest.keyClick(view, Qt.Key.Key_Tab)
    names = [one.name for one in view.offers()]
    # What its menu has comes by the key of the menu.
    assert said == names[: len(view.target_rects())] == ["Copy"]


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("stopped", "You stopped this answer."),
        ("closed", "Balance Desk was closed while this was being answered."),
        ("copied", "This was still being answered when the copy was made."),
        ("", "This answer was stopped."),
    ],
)
def test_the_person_has_stopped_what_the_person_stopped(
    view: ChatView, reason: str, words: str
) -> None:
    view.model().reset(1, [answer(0, "", state=TaskState.CANCELED, reason=reason)])
    said = QAccessible.queryAccessibleInterface(view).child(0).text(QAccessible.Text.Name)
    assert said.endswith(f": {words}")
    assert "retry" in [value for _, value, _ in view.target_rects()], "it can be asked again"


def test_states_and_ends_are_announced_but_not_tokens(view: ChatView) -> None:
    said: list[str] = []
    view.announced.connect(said.append)
    model = view.model()
    model.reset(0)
    model.append(request(0, "q"))
    model.append(answer(1, state=TaskState.SUBMITTED))
    for step in range(20):
        text = "word " * step
        model.replace(answer(1, text, state=TaskState.WORKING, status_text="reading"))
    model.replace(answer(1, "the whole answer"))
    assert [text.split(",")[0] for text in said] == [
        "Sample data (simulated): Sent",
        "Sample data (simulated): Working: reading",
        "Sample data (simulated)",
    ]
    assert said[-1].endswith("the whole answer")
