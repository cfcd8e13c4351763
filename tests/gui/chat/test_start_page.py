"""The page of an empty conversation: what comes later has its place before."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.cards import AgentCard, Skill
from gui.chat.start_page import StartPage

CARD = AgentCard(
    name="data",
    title="Data",
    description="",
    version="1",
    skills=(Skill(skill_id="s", name="S", examples=("One?", "Two?", "Three?", "Four?")),),
)


@pytest.mark.parametrize("first", [True, False])
def test_nothing_jumps_when_the_examples_arrive(qtbot: QtBot, first: bool) -> None:
    page = StartPage()
    qtbot.addWidget(page)
    page.resize(1000, 700)
    page.show()
    qtbot.waitExposed(page)
    page.show_start("elsewhere", None, first=first)
    before = tops(qtbot, page)
    page.show_start("elsewhere", CARD, first=first)
    assert len(page.questions()) == 3
    assert tops(qtbot, page) == before
    page.show_start("elsewhere", None, first=first, why="It cannot be reached.")
    assert tops(qtbot, page)[0] == before[0]
    assert tops(qtbot, page)[1] < before[1], "no examples are to come"


def tops(qtbot: QtBot, page: StartPage) -> list[int]:
    """Return how high the title and the button of one's own data stand on the page."""
    named = [page.findChild(QWidget, name) for name in ("startTitle", "openDataButton")]
    qtbot.waitUntil(lambda: all(one is not None and one.isVisible() for one in named))
    for _ in range(3):  # a layout inside of another takes a turn of its own
        QApplication.processEvents()
    return [one.mapTo(page, QPoint()).y() for one in named if one is not None]
