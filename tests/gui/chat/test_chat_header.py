"""The header of a chat: its title and the agent's name share the room there is."""

from typing import Any

import pytest
from PySide6.QtWidgets import QLabel

from gui.chat.header import ChatHeader


@pytest.fixture
def header(qtbot: Any) -> ChatHeader:
    made = ChatHeader()
    qtbot.addWidget(made)
    made.show_title("Win rate by race and month")
    made.picker.show_agent("Sample data of a whole season", None)
    made.show()
    return made


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_in_a_narrow_window_the_title_keeps_half_of_the_room(
    header: ChatHeader, qtbot: Any
) -> None:
    title = header.findChild(QLabel, "chatTitle")
    assert title is not None
    header.resize(1200, 48)
    qtbot.waitUntil(lambda: title.text() == "Win rate by race and month")
    assert header.picker.text() == "Sample data of a whole season"
    header.resize(430, 48)
    qtbot.waitUntil(lambda: title.width() >= 430 // 3)
    assert header.picker.text().count("…") == 1
    assert "Sample data of a whole season" in header.picker.accessibleName()
    header.show_title("Short")
    assert title.text() == "Short"
