"""Everything that is done to conversations can be undone, the newest first, by key or notice."""

from typing import Any

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtWidgets import QApplication, QLineEdit

from gui.sidebar.conversation_model import ConversationModel

pytestmark = pytest.mark.anyio

CONTROL = Qt.KeyboardModifier.ControlModifier


async def said(person: Any, text: str = "저그는?") -> None:
    person.say(text)
    await person.sees(lambda: person.states()[-1:] == ["completed"])


def rename(person: Any, title: str) -> None:
    model = person.find("conversationList").model()
    model.setData(model.index(0), title, Qt.ItemDataRole.EditRole)


def pinned(person: Any) -> bool:
    model = person.find("conversationList").model()
    context = model.index(0).data(ConversationModel.ContextRole)
    return bool(model.conversation(context).pinned)


async def test_a_stack_of_deeds_is_undone_from_the_newest(person: Any, store: Any) -> None:
    await said(person)
    assert not person.action("actionUndo").isEnabled()
    rename(person, "Zerg")
    await person.sees(lambda: person.titles() == ["Zerg"])
    person.action("actionPin").trigger()
    await person.sees(lambda: pinned(person))
    person.action("actionDelete").trigger()
    await person.sees(lambda: person.titles() == [])
    await person.sees(lambda: "“Zerg” was deleted." in person.find("notices").texts())
    undo = person.action("actionUndo")
    undo.trigger()
    await person.sees(lambda: person.titles() == ["Zerg"])
    undo.trigger()
    await person.sees(lambda: not pinned(person))
    undo.trigger()
    await person.sees(lambda: person.titles() == ["저그는?"])
    assert not undo.isEnabled()
    [kept] = await store.conversations()
    assert (kept.title, kept.pinned) == ("저그는?", False)


async def test_the_notice_undoes_what_it_tells_of(person: Any) -> None:
    await said(person)
    rename(person, "Zerg")
    await person.sees(lambda: person.find("notices").texts() == ["Renamed to “Zerg”."])
    person.press("noticeOffer0")
    await person.sees(lambda: person.titles() == ["저그는?"])
    assert person.find("notices").texts() == []


async def test_the_key_is_the_fields_while_there_is_something_to_undo_in_it(person: Any) -> None:
    await said(person)
    rename(person, "Zerg")
    await person.sees(lambda: person.titles() == ["Zerg"])
    person.window.activateWindow()
    field = person.find("searchField")
    assert isinstance(field, QLineEdit)
    field.setFocus()
    field.insert("x")
    person.key(Qt.Key.Key_Z, CONTROL, at="searchField")
    assert field.text() == ""
    assert person.titles() == ["Zerg"]
    person.find("composer").setFocus()
    person.key(Qt.Key.Key_Z, CONTROL)
    await person.sees(lambda: person.titles() == ["저그는?"])


async def test_another_agent_is_undone(person: Any, store: Any) -> None:
    await said(person)
    person.find("agentPicker").picked.emit("echo")
    await person.sees(lambda: "Echo answers here" in str(person.find("notices").texts()))
    person.action("actionUndo").trigger()
    await person.sees(lambda: "Sample data" in person.find("agentPicker").accessibleName())
    [kept] = await store.conversations()
    assert kept.agent == "data"


async def test_a_file_that_was_taken_out_comes_back(person: Any, tmp_path: Any) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("hello", "utf-8")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(file))])
    QApplication.clipboard().setMimeData(mime)
    person.find("composer").paste()
    await person.sees(lambda: person.find("enclosures").words() == ["notes.txt"])
    person.press("enclosures0")
    assert not person.shows("enclosures")
    person.action("actionUndo").trigger()
    await person.sees(lambda: person.find("enclosures").words() == ["notes.txt"])


async def test_a_branch_is_undone(person: Any) -> None:
    await said(person)
    person.find("chatView").actionRequested.emit(1, "branch")
    await person.sees(lambda: len(person.titles()) == 2)
    await person.sees(lambda: person.action("actionUndo").isEnabled())
    person.action("actionUndo").trigger()
    await person.sees(lambda: person.titles() == ["저그는?"])
