"""The stream log in its window: newest, live, narrowed, chained, raw, copied and exported."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit

from app.domain.records import RecordLine, SearchWanted
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


def texts(person: Any) -> list[str]:
    """Return the texts of the table."""
    model = person.find("logTable").model()
    return [str(model.index(row, 4).data()) for row in range(model.rowCount())]


def write(room: Any, text: str, **given: Any) -> str:
    fields = {"from_agent": "ceo", "to_agent": "pm", "msg_type": "request", **given}
    return str(room.stream.log(content=text, **fields))


async def open_log(person: Any) -> None:
    person.action("actionLog").trigger()
    await person.sees(lambda: texts(person))


async def test_the_newest_and_what_is_added(reader: Any, room: Any) -> None:
    write(room, "첫 번째")
    await open_log(reader)
    assert texts(reader) == ["첫 번째"]
    write(room, "두 번째")
    await reader.sees(lambda: texts(reader) == ["첫 번째", "두 번째"])
    assert "Live" in reader.find("logStatus").text()


async def test_what_is_said_in_the_window_is_in_the_log(reader: Any, room: Any) -> None:
    reader.say("저그는?")
    await reader.sees(lambda: reader.states() == ["completed"])
    await open_log(reader)
    await reader.sees(lambda: "저그는?" in texts(reader))
    write(room, "completed: 끝", msg_type="state")
    write(room, "asleep", msg_type="state")
    await reader.sees(lambda: texts(reader)[-2:] == ["Done: 끝", "asleep"])


async def test_paused_it_counts_what_comes_and_shows_it_later(reader: Any, room: Any) -> None:
    write(room, "하나")
    await open_log(reader)
    reader.press("logPause")
    write(room, "둘")
    await reader.sees(lambda: "1 new record" in reader.find("logStatus").text())
    assert texts(reader) == ["하나"]
    reader.press("logPause")
    await reader.sees(lambda: texts(reader) == ["하나", "둘"])


async def test_filters_hold_for_what_there_is_and_what_comes(reader: Any, room: Any) -> None:
    write(room, "Plan A")
    write(room, "done", from_agent="pm", to_agent="ceo", msg_type="response")
    write(room, "other", from_agent="ops", to_agent=None, msg_type="decision")
    await open_log(reader)
    reader.find("logKind").choose("response")
    await reader.sees(lambda: texts(reader) == ["done"])
    reader.find("logKind").choose(None)
    reader.find("logWords").setText("plan")
    await reader.sees(lambda: texts(reader) == ["Plan A"])
    write(room, "nothing of it")
    write(room, "Plan B")
    await reader.sees(lambda: texts(reader) == ["Plan A", "Plan B"])


async def test_the_chain_and_the_record_itself(reader: Any, room: Any) -> None:
    asked = write(room, "질문")
    told = write(room, "대답", from_agent="pm", msg_type="response", parent_id=asked)
    write(room, "다른 말")
    await open_log(reader)
    await reader.sees(lambda: len(texts(reader)) == 3)
    assert reader.find("logTable").choose(told)
    shown = reader.find("logRecord")
    await reader.sees(lambda: shown.toPlainText())
    assert json.loads(shown.toPlainText())["id"] == told
    chain = reader.find("logChain")
    await reader.sees(lambda: chain.model().rowCount() == 2)
    assert str(chain.model().index(0, 0).data()) == "1. 질문"
    chain.setFocus()
    chain.picked.emit(asked)
    await reader.sees(lambda: json.loads(shown.toPlainText())["id"] == asked)
    assert chain.model().rowCount() == 2


async def test_a_chain_whose_beginning_is_missing_says_so(reader: Any, room: Any) -> None:
    lost = write(room, "대답", parent_id="msg_20200101_000000_000001")
    await open_log(reader)
    reader.find("logTable").choose(lost)
    chain = reader.find("logChain")
    await reader.sees(lambda: chain.model().rowCount() == 1)
    role = Qt.ItemDataRole.AccessibleTextRole
    assert "not in the log" in str(chain.model().index(0, 0).data(role))


async def test_copy_is_json_by_line(reader: Any, room: Any) -> None:
    write(room, "하나")
    write(room, "둘")
    await open_log(reader)
    await reader.sees(lambda: len(texts(reader)) == 2)
    assert not reader.find("logCopy").isEnabled()
    reader.find("logTable").selectAll()
    reader.press("logCopy")
    await reader.sees(lambda: "2 records copied" in reader.find("logStatus").text())
    lines = QApplication.clipboard().text().splitlines()
    assert [json.loads(line)["content"] for line in lines] == ["하나", "둘"]


async def test_a_selection_is_exported(reader: Any, room: Any, tmp_path: Path) -> None:
    for text in ("하나", "둘", "셋"):
        write(room, text)
    await open_log(reader)
    await reader.sees(lambda: len(texts(reader)) == 3)
    table = reader.find("logTable")
    table.choose(str(table.model().line(0).record_id))
    more = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    table.selectionModel().select(table.model().index(2, 0), more)
    reader.press("logExport")
    await reader.sees(lambda: reader.shows("saveDialog"))
    dialog = reader.window.findChild(QDialog, "saveDialog")
    file = tmp_path / "taken.jsonl"
    name = dialog.findChild(QLineEdit)
    assert name.text().endswith(".jsonl")
    name.setText(str(file))
    dialog.accept()
    await reader.sees(lambda: "2 records saved" in reader.find("logStatus").text())
    lines = file.read_text("utf-8").splitlines()
    assert [json.loads(line)["content"] for line in lines] == ["하나", "셋"]


async def test_what_is_found_outside_a_conversation_opens_in_the_log(
    reader: Any, room: Any
) -> None:
    said = write(room, "프로젝트 상태를 알려줘")
    reader.action("actionSearchAll").trigger()
    field, hits = reader.find("searchAllField"), reader.find("searchAllResults")
    async with asyncio.timeout(PATIENCE):
        while not (await room.search.find(SearchWanted("프로젝트"))).hits:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    field.setText("프로젝트")
    await reader.sees(lambda: hits.model().rowCount())
    hits.pick(hits.model().index(0, 0))
    await reader.sees(lambda: reader.shows("logView"))
    await reader.sees(lambda: said in reader.find("logRecord").toPlainText())


async def test_untrusted_text_is_shown_as_text(reader: Any, room: Any) -> None:
    said = write(room, "<b>bold</b> \u202etxt.exe\x1b[31m")
    await open_log(reader)
    assert texts(reader) == ["<b>bold</b> \ufffdtxt.exe\ufffd[31m"]
    reader.find("logTable").choose(said)
    await reader.sees(lambda: "<b>bold</b>" in reader.find("logRecord").toPlainText())
    assert "\u202e" not in reader.find("logRecord").toPlainText()


async def test_the_tail_is_bounded_and_holds_nothing_twice(qapp: Any) -> None:
    from gui.log.model import LogModel

    def lines(*numbers: int) -> list[RecordLine]:
        return [RecordLine(str(n), None, "a", None, "state", str(n)) for n in numbers]

    model = LogModel(limit=3)
    model.reset(lines(1, 2))
    model.append(lines(2, 3, 4))
    assert [model.line(row).record_id for row in range(model.rowCount())] == ["2", "3", "4"]
    model.append(lines(*range(5, 50)))
    assert [model.line(row).record_id for row in range(model.rowCount())] == ["47", "48", "49"]
    model.append(lines(47))
    assert [model.line(row).record_id for row in range(model.rowCount())] == ["47", "48", "49"]


async def test_closed_it_follows_no_more(reader: Any, room: Any) -> None:
    write(room, "하나")
    await open_log(reader)
    view = reader.find("logView")
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not view.isVisible()
    write(room, "둘")
    await open_log(reader)
    await reader.sees(lambda: texts(reader) == ["하나", "둘"])
