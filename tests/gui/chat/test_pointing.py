"""What lies under the pointer says so: a tint, the shape of the pointer, the name of an icon."""

from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain.messages import DataPart
from app.domain.tasks import Artifact
from gui.chat.view import ChatView
from tests.gui.chat.chat_samples import answer, query

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

FRAME: dict[str, Any] = {"chips": [{"part": "where", "text": "race: Terran", "edits": [{}]}]}


@pytest.fixture
def view(qtbot: Any) -> ChatView:
    """A view with an answer that offers this and that."""
    made = ChatView()
    qtbot.addWidget(made)
    made.resize(800, 500)
    made.show()
    qtbot.waitExposed(made)
    scope = Artifact(artifact_id="f", name="frame", parts=(DataPart(data=FRAME),))
    said = "Terran wins. " * 20
    made.model().reset(1, [answer(0, said, artifacts=(scope, query("SELECT 1")), task_id="t")])
    return made


def middle(view: ChatView, value: str) -> QPoint:
    return next(r.center().toPoint() for _, one, r in view.target_rects() if one == value)


def seen(view: ChatView) -> QImage:
    return view.viewport().grab().toImage()


def shape(view: ChatView) -> Qt.CursorShape:
    return view.viewport().cursor().shape()


def point_at(view: ChatView, at: QPoint, qtbot: Any) -> None:
    for spot in (QPoint(1, 1), at):
        QTest.mouseMove(view.viewport(), spot)
    qtbot.waitUntil(lambda: shape(view) is Qt.CursorShape.PointingHandCursor)


def test_a_button_under_the_pointer_is_tinted_until_the_pointer_leaves(
    view: ChatView, qtbot: Any
) -> None:
    plain = seen(view)
    for value in ("copy", "scope_off:0", "toggle"):
        point_at(view, middle(view, value), qtbot)
        tinted = seen(view)
        wide, high = plain.width(), plain.height()
        spots = [QPoint(x, y) for x in range(0, wide, 3) for y in range(0, high, 3)]
        changed = [at for at in spots if tinted.pixel(at) != plain.pixel(at)]
        rect = next(r for _, one, r in view.target_rects() if one == value)
        assert changed and all(rect.adjusted(-1, -1, 1, 1).contains(at) for at in changed), value
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert seen(view) == plain


def test_the_pointer_changes_its_shape_when_what_it_lies_on_goes_away(
    view: ChatView, qtbot: Any
) -> None:
    at = middle(view, "toggle")
    point_at(view, at, qtbot)
    before = view.target_rects()
    view.model().reset(1, [answer(0, "Short.")])
    qtbot.waitUntil(lambda: view.target_rects() != before)
    assert shape(view) is not Qt.CursorShape.PointingHandCursor


def test_an_icon_without_words_has_its_name_as_a_hint(view: ChatView) -> None:
    assert view.tooltip_at(middle(view, "scope_off:0")) == "Without “race: Terran”"
    assert view.tooltip_at(middle(view, "copy")) == ""


def test_what_was_computed_is_selected_as_all_text_is(view: ChatView, qtbot: Any) -> None:
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, "toggle"))
    qtbot.waitUntil(lambda: view.row_rect(0).height() > 250)
    start = middle(view, "toggle")
    for lower in range(start.y() + 60, 500, 8):
        for _ in range(2):
            spot = QPoint(60, lower)
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        if view.selected_text():
            break
    assert view.selected_text() == "SELECT"


def test_a_link_and_the_copy_of_code_that_have_the_keyboard_are_ringed(
    view: ChatView, qtbot: Any
) -> None:
    said = "See [the page](https://example.org/page).\n\n```\nSELECT 1\n```"
    view.model().reset(1, [answer(0, said)])
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    plain = seen(view)
    rings = []
    for _ in range(2):
        QTest.keyClick(view, Qt.Key.Key_Tab)
        rings.append(seen(view))
    assert plain != rings[0] != rings[1] != plain
