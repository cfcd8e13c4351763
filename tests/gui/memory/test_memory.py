"""What is remembered, in the window: told, listed, searched, changed, forgotten, and led back."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest

from app.domain.ids import utc_now
from app.domain.memories import EVERYBODYS, MemoryEdit, NewMemory

pytestmark = pytest.mark.anyio


@pytest.fixture
async def desk(tmp_path: Path, agents: Any) -> AsyncIterator[Any]:
    """A desk on a database, with what it remembers."""
    from app.conversations.book.desk_memories import DeskMemories
    from app.conversations.book.embedded_book import EmbeddedBook
    from app.conversations.book.follow_ups import FollowUps
    from app.conversations.store.sql_store import SqlStore
    from app.desk.desk import Desk

    store = await SqlStore.open(tmp_path / "desk.db")
    made = Desk(store=store, agents=agents)
    book = EmbeddedBook(store.database)
    follow_ups = FollowUps(book)
    made.memories = DeskMemories(made, book, follow_ups)  # type: ignore[attr-defined]
    yield made
    await made.aclose()
    await made.memories.aclose()  # type: ignore[attr-defined]
    await store.aclose()


@pytest.fixture
async def person(open_window: Any, desk: Any) -> Any:
    return await open_window(with_desk=desk, remembering=desk.memories)


def facts(person: Any) -> list[str]:
    model = person.find("memoryList").model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


async def opened(person: Any, *shown: str) -> None:
    person.action("actionMemory").trigger()
    await person.sees(lambda: person.find("memoryView").isActiveWindow())
    await person.sees(lambda: facts(person) == list(shown))


def words(person: Any, bar: Any = None) -> str:
    return " ".join((bar or person.find("notices")).texts())


def page(person: Any) -> Any:
    return person.find("memoryView").notices


async def test_without_facts_it_says_how_one_comes_to_be(person: Any) -> None:
    await opened(person)
    assert "remember that" in person.find("memoryEmpty").text()
    assert not person.shows("memoryForget")


async def test_a_fact_is_told_and_leads_to_its_message(person: Any) -> None:
    person.say("remember that my race is Zerg")
    await person.sees(lambda: "my race is Zerg" in words(person))
    await person.sees(lambda: person.states() == ["input_required"])
    person.say("저그는?")
    await person.sees(lambda: len(person.rows()) == 4)
    person.action("actionNewConversation").trigger()
    person.press("noticeOffer1")
    await person.sees(lambda: facts(person) == ["my race is Zerg"])
    assert "From a message" in person.find("memoryAbout").text()
    QTest.mouseClick(person.find("memorySource"), Qt.MouseButton.LeftButton)
    await person.sees(lambda: len(person.rows()) == 4)
    assert person.rows()[0][0] == "remember that my race is Zerg"
    assert not person.find("memoryView").isVisible()


async def test_what_was_remembered_by_mistake_is_undone_at_once(person: Any, desk: Any) -> None:
    person.say("remember that my race is Zerg")
    await person.sees(lambda: "my race is Zerg" in words(person))
    await opened(person, "my race is Zerg")
    person.press("noticeOffer0")
    await person.sees(lambda: facts(person) == [])
    assert await desk.memories.facts() == []


async def test_a_fact_is_written_down_by_hand(person: Any, desk: Any) -> None:
    await opened(person)
    QTest.keyClick(person.find("memoryView"), Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    await person.sees(lambda: person.shows("memoryDialog"))
    assert not person.find("memoryKeep").isEnabled()
    person.find("memoryText").setPlainText("  한 주는 일요일에 시작합니다\n")
    person.find("memoryAgent").choose("echo")
    person.find("memoryKeep").click()
    await person.sees(lambda: facts(person) == ["한 주는 일요일에 시작합니다"])
    (made,) = await desk.memories.facts()
    assert (made.source_message_id, made.valid_to) == (None, None)
    assert "Written down here" in person.find("memoryAbout").text()
    assert not person.find("memorySource").isEnabled()


async def test_a_fact_is_changed_and_ends(person: Any, desk: Any) -> None:
    await desk.memories.add(NewMemory(text="I play at night", importance=0.3))
    await opened(person, "I play at night")
    person.find("memoryList").activated.emit(person.find("memoryList").model().index(0, 0))
    await person.sees(lambda: person.shows("memoryDialog"))
    person.find("memoryText").setPlainText("I play at dawn")
    yesterday = person.find("memorySince").date().addDays(-1)
    person.find("memoryEnds").setChecked(True)
    person.find("memoryUntil").setDate(yesterday)
    assert not person.find("memoryKeep").isEnabled()  # it cannot end before it begins
    person.find("memorySince").setDate(yesterday)
    person.find("memoryKeep").click()
    await person.sees(lambda: facts(person) == [])
    person.find("memoryWhich").choose("past")
    assert facts(person) == ["I play at dawn"]
    day = QLocale().toString(yesterday, QLocale.FormatType.ShortFormat)
    assert person.find("memoryAbout").text().startswith(f"From {day} to {day} · ")
    (made,) = await desk.memories.facts()
    assert made.importance == 0.3
    assert made.valid_to is not None and made.valid_to <= utc_now()


async def test_what_another_changed_meanwhile_is_shown_and_not_overwritten(
    person: Any, desk: Any
) -> None:
    made = await desk.memories.add(NewMemory(text="first"))
    await opened(person, "first")
    person.find("memoryEdit").click()
    await person.sees(lambda: person.shows("memoryDialog"))
    await desk.memories.edit(made, MemoryEdit(text="theirs"))
    person.find("memoryText").setPlainText("mine")
    person.find("memoryKeep").click()
    await person.sees(lambda: "changed elsewhere" in words(person, page(person)))
    await person.sees(lambda: facts(person) == ["theirs"])


async def test_forgetting_by_the_keyboard_and_undoing_it(person: Any, desk: Any) -> None:
    for text in ("one", "two", "three"):
        await desk.memories.add(NewMemory(text=text))
    await opened(person, "three", "two", "one")
    rows = person.find("memoryList")
    rows.setFocus()
    rows.setCurrentIndex(rows.model().index(1, 0))
    QTest.keyClick(rows, Qt.Key.Key_Delete)
    await person.sees(lambda: facts(person) == ["three", "one"])
    assert "two" in words(person, page(person))
    assert person.find("memoryFact").toPlainText() == "one"
    control = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(person.find("memoryView"), Qt.Key.Key_Z, control)
    await person.sees(lambda: sorted(facts(person)) == ["one", "three", "two"])
    await person.sees(lambda: person.find("memoryFact").toPlainText() == "two")
    assert page(person).texts() == []


async def test_searching_without_marks_and_case_and_what_held_once(person: Any, desk: Any) -> None:
    now = utc_now()
    await desk.memories.add(NewMemory(text="Mi canción favorita"))
    await desk.memories.add(NewMemory(text="old", valid_to=now - timedelta(days=1)))
    await opened(person, "Mi canción favorita")
    person.find("memoryWords").setText("CANCION mi")
    assert facts(person) == ["Mi canción favorita"]
    person.find("memoryWords").setText("nothing of it")
    assert facts(person) == []
    assert "fits" in person.find("memoryEmpty").text()
    person.find("memoryWords").clear()
    person.find("memoryWhich").choose(None)
    assert set(facts(person)) == {"old", "Mi canción favorita"}
    QTest.keyClick(person.find("memoryWords"), Qt.Key.Key_Down)
    assert person.find("memoryList").hasFocus()


async def test_what_holds_for_everybody_is_not_this_desks_to_change(person: Any, desk: Any) -> None:
    shared = NewMemory(text="the season begins in May", metadata={EVERYBODYS: True})
    await desk.memories.add(shared)
    await opened(person, "the season begins in May")
    assert "everybody" in person.find("memoryAbout").text()
    assert not person.find("memoryEdit").isEnabled()
    assert not person.find("memoryForget").isEnabled()
    rows = person.find("memoryList")
    rows.setFocus()
    QTest.keyClick(rows, Qt.Key.Key_Delete)
    QTest.keyClick(rows, Qt.Key.Key_Return)
    assert person.window.findChild(type(person.find("memoryView")), "memoryDialog") is None
    assert facts(person) == ["the season begins in May"]


async def test_untrusted_words_stay_words(person: Any, desk: Any) -> None:
    await desk.memories.add(NewMemory(text="<b>bold</b> \u202egnipool"))
    await opened(person, "<b>bold</b> \ufffdgnipool")
    assert person.find("memoryFact").toPlainText() == "<b>bold</b> \ufffdgnipool"


async def test_without_memory_there_is_no_page(open_window: Any) -> None:
    person = await open_window()
    assert not person.action("actionMemory").isEnabled()


async def test_everything_has_a_name_for_a_screen_reader(person: Any, desk: Any) -> None:
    await desk.memories.add(NewMemory(text="a fact"))
    await opened(person, "a fact")
    person.find("memoryEdit").click()
    await person.sees(lambda: person.shows("memoryDialog"))
    named = ("memoryWords", "memoryWhich", "memoryList", "memoryFact", "memoryText", "memoryAgent")
    for name in (*named, "memoryConversation", "memorySince", "memoryUntil"):
        assert person.find(name).accessibleName(), name
    role = Qt.ItemDataRole.AccessibleTextRole
    said = str(person.find("memoryList").model().index(0, 0).data(role))
    assert "a fact" in said and "In all conversations" in said
    person.find("memoryCancel").click()
