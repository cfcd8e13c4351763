"""Answers are pinned, asked anew on what the data is now, and saved as one page."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit

from app.desk.desk import Desk

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

DONE = "completed"
TOTAL, COUNT = "Total amount by region", "Number of rows by product"
"""Questions as they were understood."""


async def press(person: Any, value: str, *, at: str = "chatView") -> None:
    view = person.find(at)
    await person.sees(lambda: value in [action for _, action, _ in view.target_rects()])
    rect = [rect for _, action, rect in view.target_rects() if action == value][-1]
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center().toPoint())


async def pin(person: Any, question: str) -> None:
    before = len(person.states())
    person.say(question)
    await person.sees(lambda: person.states() == [DONE] * (before + 1))
    person.action("actionJumpToLatest").trigger()
    await press(person, "pin")
    row = 2 * before + 1
    model = person.find("chatView").model()
    await person.sees(lambda: model.entry(row).answer.pinned)


def on_board(person: Any) -> list[str]:
    model = person.find("boardView").model()
    role = Qt.ItemDataRole.DisplayRole
    return [str(model.index(row).data(role)) for row in range(0, model.rowCount(), 2)]


async def test_an_empty_board_says_how_something_gets_there(clerk: Any) -> None:
    clerk.action("actionBoard").trigger()
    await clerk.sees(lambda: clerk.shows("boardChanges"))
    assert "Nothing is pinned yet" in clerk.find("boardChanges").text()
    assert not clerk.find("boardAskAnew").isEnabled()
    assert not clerk.find("boardSave").isEnabled()


async def test_pinning_is_undone_and_taken_off_in_the_window(clerk: Any) -> None:
    await pin(clerk, "total amount by region")
    notices = clerk.find("notices")
    await clerk.sees(lambda: notices.texts() == ["The answer is on the board."])
    clerk.action("actionBoard").trigger()
    await clerk.sees(lambda: clerk.shows("boardView"))
    await clerk.sees(lambda: on_board(clerk) == [TOTAL])
    clerk.action("actionUndo").trigger()
    await clerk.sees(lambda: on_board(clerk) == [])
    await press(clerk, "pin")
    await clerk.sees(lambda: on_board(clerk) == [TOTAL])
    await press(clerk, "pin", at="boardView")
    await clerk.sees(lambda: on_board(clerk) == [])


async def test_of_two_looks_at_a_board_the_later_one_stays(
    clerk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pin(clerk, "total amount by region")
    clerk.action("actionBoard").trigger()
    await clerk.sees(lambda: clerk.shows("boardView"))
    answers, go_on = Desk.answers, asyncio.Event()
    looking: list[Any] = []

    async def slow(desk: Desk, *given: Any, **more: Any) -> Any:
        found = await answers(desk, *given, **more)
        if not looking:
            looking.append(asyncio.current_task())
            await go_on.wait()
        return found

    monkeypatch.setattr(Desk, "answers", slow)
    clerk.action("actionBoard").trigger()
    await clerk.sees(lambda: looking)
    await press(clerk, "pin", at="boardView")
    await clerk.sees(lambda: on_board(clerk) == [])
    go_on.set()
    await asyncio.wait(looking)
    assert on_board(clerk) == []


async def test_it_is_asked_anew_as_it_was_understood_and_says_what_changed(
    clerk: Any, sales: Path, tmp_path: Path
) -> None:
    await pin(clerk, "total amount by region")
    clerk.say("only South")
    await clerk.sees(lambda: clerk.states() == [DONE] * 3)
    clerk.action("actionBoard").trigger()
    await clerk.sees(lambda: clerk.shows("boardAskAnew"))
    clerk.press("boardAskAnew")
    await clerk.sees(lambda: clerk.states() == [DONE] * 4)
    await clerk.sees(lambda: clerk.find("boardAskAnew").isEnabled())
    assert clerk.find("boardChanges").text() == f"{TOTAL}: nothing changed"
    assert "East" in clerk.rows()[7][0], "the filter that was said later is not in it"
    role = Qt.ItemDataRole.AccessibleTextRole
    assert ", Replaced, " in clerk.find("chatView").model().index(3).data(role)
    page = tmp_path / "board.html"
    await save_to(clerk, page)
    await save_to(clerk, tmp_path / "board.pdf")
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF")
    written = page.read_text("utf-8")
    assert written.count('<div class="said">') == 1
    assert "Changed: nothing changed" in written
    assert "<script" not in written and "http" not in written.replace("http-equiv", "")
    with sales.open("a", encoding="utf-8") as more:
        more.write("\n2026-01-01,East,Desk,1000000")
    clerk.press("boardAskAnew")
    await clerk.sees(lambda: "East: " in clerk.find("boardChanges").text())


async def test_what_is_copied_or_saved_on_the_board_is_told_there(
    clerk: Any, tmp_path: Path
) -> None:
    await pin(clerk, "total amount by region")
    clerk.action("actionBoard").trigger()
    await clerk.sees(lambda: clerk.shows("boardView"))
    await press(clerk, "copy_table", at="boardView")
    toast = clerk.find("boardView").findChild(QLabel, "toast")
    assert toast.isVisible() and "South" in QApplication.clipboard().text()
    page = tmp_path / "board.html"
    await save_to(clerk, page)
    told = clerk.find("boardChanges")
    await clerk.sees(lambda: str(page) in told.text())
    await press(clerk, "save_csv", at="boardView")
    table = tmp_path / "board.csv"
    await choose_file(clerk, table)
    await clerk.sees(lambda: str(table) in told.text())
    assert b"South" in table.read_bytes()
    assert clerk.find("notices").texts() == ["The answer is on the board."]


async def choose(person: Any, key: Qt.Key) -> None:
    QTest.keyClick(person.find("boardChoice"), key)


async def test_the_board_of_all_conversations_is_over_several_of_them(
    clerk: Any, tmp_path: Path
) -> None:
    await pin(clerk, "total amount by region")
    await press(clerk, "pin_for_all")
    await clerk.sees(lambda: clerk.find("chatView").model().entry(3).answer.pinned_for_all)
    await press(clerk, "pin")
    clerk.action("actionNewConversation").trigger()
    await clerk.sees(lambda: clerk.states() == [])
    clerk.action("actionBoard").trigger()
    await clerk.sees(lambda: clerk.shows("boardView"))
    assert on_board(clerk) == [TOTAL], "a new conversation has no board yet"
    clerk.say("how many rows by product")
    await clerk.sees(lambda: clerk.states() == [DONE])
    await press(clerk, "pin")
    await press(clerk, "pin_for_all")
    await clerk.sees(lambda: len(on_board(clerk)) == 2)
    clerk.action("actionBoard").trigger()
    await clerk.sees(lambda: on_board(clerk) == [COUNT])
    await choose(clerk, Qt.Key.Key_Down)
    await clerk.sees(lambda: len(on_board(clerk)) == 2)
    clerk.press("boardAskAnew")
    await clerk.sees(lambda: len(clerk.find("boardChanges").text().splitlines()) == 2)
    await clerk.sees(lambda: clerk.find("boardAskAnew").isEnabled())
    board = clerk.find("boardView")
    await clerk.sees(lambda: board.row_rect(0).height() > 0)
    assert board.row_rect(0).top() >= 0, "it begins with its first question"
    assert on_board(clerk) == [TOTAL, COUNT]
    await save_to(clerk, page := tmp_path / "all.html")
    assert page.read_text("utf-8").count('<div class="said">') == 2
    await choose(clerk, Qt.Key.Key_Up)
    await clerk.sees(lambda: on_board(clerk) == [COUNT])
    await press(clerk, "pin_for_all", at="boardView")
    await choose(clerk, Qt.Key.Key_Down)
    await clerk.sees(lambda: on_board(clerk) == [TOTAL])


async def save_to(person: Any, page: Path) -> None:
    person.press("boardSave")
    await choose_file(person, page)


async def choose_file(person: Any, page: Path) -> None:
    await person.sees(lambda: person.shows("saveDialog"))
    opened = person.window.findChild(QFileDialog, "saveDialog")
    opened.findChild(QLineEdit).setText(str(page))
    opened.accept()
    await person.sees(page.exists)
