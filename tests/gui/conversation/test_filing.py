"""Archive and tags: put away, filed, found again, undone, shown where one is."""

from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox

pytestmark = pytest.mark.anyio


async def talk(person: Any, *texts: str) -> list[str]:
    ids = []
    for text in texts:
        person.action("actionNewConversation").trigger()
        person.say(text)
        await person.sees(lambda: person.states() == ["completed"])
        ids.append(person.window.context_id)
    return ids


def offered(person: Any) -> list[str]:
    box = person.find("listFilter")
    return [box.itemText(at) for at in range(box.count())] if box.isVisible() else []


def narrow(person: Any, words: str) -> None:
    """Choose from the box with the keyboard: the first letters of what is wanted."""
    box = person.find("listFilter")
    box.setFocus()
    QTest.keyClicks(box, words)


async def tag(person: Any, *tags: str) -> None:
    person.action("actionTags").trigger()
    await person.sees(lambda: person.shows("tagDialog"))
    person.compose(", ".join(tags), at="tagField")
    person.key(Qt.Key.Key_Return, at="tagField")
    await person.sees(lambda: any(f"#{tags[0]}" in words for words in person.marks()))


async def test_what_is_archived_leaves_the_list_and_comes_back(person: Any, store: Any) -> None:
    first, second = await talk(person, "저그는?", "테란은?")
    assert offered(person) == []
    person.action("actionArchive").trigger()
    await person.sees(lambda: person.titles() == ["저그는?"])
    await person.sees(lambda: person.window.context_id == first)
    assert (await store.conversation(second)).archived
    assert offered(person) == ["All conversations", "Archive (1)"]
    await person.sees(lambda: person.find("notices").texts() == ["“테란은?” is in the archive."])
    narrow(person, "Arc")
    assert person.titles() == ["테란은?"]
    assert person.window.context_id == first
    person.find("conversationList").setFocus()
    QTest.keyClick(person.find("conversationList"), Qt.Key.Key_Down)
    await person.sees(lambda: person.window.context_id == second)
    assert person.action("actionArchive").isChecked()
    person.action("actionArchive").trigger()
    await person.sees(lambda: person.titles() == ["테란은?", "저그는?"])
    assert person.window.context_id == second
    assert offered(person) == []
    person.action("actionUndo").trigger()
    await person.sees(lambda: offered(person) == ["All conversations", "Archive (1)"])
    person.action("actionUndo").trigger()
    await person.sees(lambda: person.titles() == ["테란은?", "저그는?"])


async def test_a_message_takes_its_conversation_out_of_the_archive(person: Any) -> None:
    [only] = await talk(person, "저그는?")
    person.action("actionArchive").trigger()
    await person.sees(lambda: person.window.context_id is None)
    narrow(person, "Arc")
    person.window.open_link(f"balance-desk://conversation/{only}")
    await person.sees(lambda: person.window.context_id == only)
    person.say("그리고 테란은?")
    await person.sees(lambda: person.states() == ["completed"] * 2)
    await person.sees(lambda: offered(person) == [])
    assert person.titles() == ["저그는?"]


async def test_what_needs_the_person_is_shown_from_the_archive_too(person: Any) -> None:
    person.say("승률 알려줘")
    await person.sees(lambda: person.states() == ["input_required"])
    asked = person.window.context_id
    person.action("actionArchive").trigger()
    await person.sees(lambda: person.window.context_id is None)
    listed = person.find("conversationList")
    role = Qt.ItemDataRole.AccessibleDescriptionRole
    assert listed.model().index(0).data(role) == "Needs you (1)"
    QTest.mouseClick(
        listed.viewport(),
        Qt.MouseButton.LeftButton,
        pos=listed.visualRect(listed.model().index(0)).center(),
    )
    await person.sees(lambda: person.window.context_id == asked)
    assert person.titles() == ["승률 알려줘"]
    assert person.find("listFilter").currentText() == "Archive (1)"


async def test_tags_are_typed_ticked_shown_and_narrowed_to(person: Any, store: Any) -> None:
    first, second = await talk(person, "저그는?", "테란은?")
    await tag(person, "balance", "패치 5.0", "Balance")
    await person.sees(lambda: "#balance #패치 5.0" in person.marks()[0])
    assert offered(person) == ["All conversations", "#balance (1)", "#패치 5.0 (1)"]
    narrow(person, "#bal")
    assert person.titles() == ["테란은?"]
    await tag(person, "new")
    assert (await store.conversation(second)).tags == ("balance", "패치 5.0", "new")
    QTest.keyClick(person.find("listFilter"), Qt.Key.Key_Home)
    person.find("conversationList").setCurrentIndex(
        person.find("conversationList").model().index(1, 0, QModelIndex())
    )
    await person.sees(lambda: person.window.context_id == first)
    person.action("actionTags").trigger()
    await person.sees(lambda: person.shows("tagDialog"))
    ticks = person.find("tagDialog").findChildren(QCheckBox)
    assert [tick.accessibleName() for tick in ticks] == ["balance", "new", "패치 5.0"]
    assert not any(tick.isChecked() for tick in ticks)
    QTest.keyClick(ticks[0], Qt.Key.Key_Space)
    person.press("tagKeep")
    await person.sees(lambda: "#balance (2)" in offered(person))
    person.action("actionUndo").trigger()
    await person.sees(lambda: "#balance (1)" in offered(person))


async def test_a_tag_that_nobody_has_any_more_shows_all_again(person: Any) -> None:
    await talk(person, "저그는?", "테란은?")
    await tag(person, "once")
    narrow(person, "#once")
    assert person.titles() == ["테란은?"]
    person.action("actionUndo").trigger()
    await person.sees(lambda: person.titles() == ["테란은?", "저그는?"])
    assert offered(person) == []


async def test_the_switcher_finds_what_is_archived(person: Any) -> None:
    first, _ = await talk(person, "저그는?", "테란은?")
    person.find("conversationList").setCurrentIndex(
        person.find("conversationList").model().index(1, 0, QModelIndex())
    )
    await person.sees(lambda: person.window.context_id == first)
    person.action("actionArchive").trigger()
    await person.sees(lambda: person.titles() == ["테란은?"])
    person.action("actionSwitch").trigger()
    await person.sees(lambda: person.shows("quickSwitcher"))
    person.compose("저그", at="quickSwitcherField")
    person.key(Qt.Key.Key_Return, at="quickSwitcherField")
    await person.sees(lambda: person.window.context_id == first)
    assert person.find("listFilter").currentText() == "Archive (1)"


async def test_filed_conversations_are_so_after_a_restart(
    person: Any, open_window: Any, desk: Any
) -> None:
    await talk(person, "저그는?", "테란은?")
    await tag(person, "balance")
    person.action("actionArchive").trigger()
    await person.sees(lambda: person.titles() == ["저그는?"])
    again = await open_window(with_desk=desk)
    assert again.titles() == ["저그는?"]
    assert offered(again) == ["All conversations", "Archive (1)"]


async def test_what_another_archives_stays_open_and_the_list_follows(
    person: Any, desk: Any
) -> None:
    _, second = await talk(person, "저그는?", "테란은?")
    chosen: list[str] = []
    person.find("conversationList").opened.connect(chosen.append)
    await desk.archive(second, True)
    assert person.window.context_id == second
    assert person.titles() == ["테란은?"]
    await desk.archive(second, False)
    assert person.titles() == ["테란은?", "저그는?"]
    assert person.window.context_id == second
    assert chosen == []


async def test_a_conversation_that_begins_beside_the_archive_is_seen(
    person: Any, desk: Any
) -> None:
    [first] = await talk(person, "저그는?")
    await desk.archive(first, True)
    await person.sees(lambda: person.find("listFilter").currentText() == "Archive (1)")
    [second] = await talk(person, "테란은?")
    await person.sees(lambda: person.titles() == ["테란은?"])
    assert person.window.context_id == second
