"""The sidebar: drafts, rename, pin, delete and undo, search, marks, what needs the person."""

import asyncio
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QFocusEvent, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from gui.look.theme import LIGHT
from gui.widgets.two_line_delegate import LINE_ROLE, cut_before
from tests.gui.pixels import colours

pytestmark = pytest.mark.anyio


async def talk(person: Any, *texts: str) -> list[str]:
    """Say each text in a conversation of its own; return their ids."""
    ids = []
    for text in texts:
        person.action("actionNewConversation").trigger()
        person.say(text)
        await person.sees(lambda: person.states() and person.states()[-1] != "submitted")
        await person.sees(lambda: not person.shows("stopButton"))
        ids.append(person.window.context_id)
    return ids


def press_row(person: Any, name: str, row: int) -> None:
    view = person.find(name)
    place = view.visualRect(view.model().index(row)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


async def test_a_draft_stays_with_its_conversation(person: Any, store: Any) -> None:
    first, second = await talk(person, "저그는?", "테란은?")
    person.compose("나중에 쓸 말")
    press_row(person, "conversationList", 1)
    await person.sees(lambda: person.window.context_id == first)
    composer = person.find("composer")
    assert composer.toPlainText() == ""
    await person.sees(lambda: any("Draft: 나중에 쓸 말" in mark for mark in person.marks()))
    assert (await store.conversation(second)).draft == "나중에 쓸 말"
    press_row(person, "conversationList", 0)
    await person.sees(lambda: composer.toPlainText() == "나중에 쓸 말")
    person.key(Qt.Key.Key_Return)
    await person.sees(lambda: len(person.states()) == 2)
    await person.sees(lambda: composer.toPlainText() == "")
    assert (await store.conversation(second)).draft == ""


async def test_a_draft_is_kept_when_typing_pauses(person: Any, store: Any) -> None:
    [context] = await talk(person, "저그는?")
    person.compose("음")

    async def kept() -> str:
        return str((await store.conversation(context)).draft)

    await person.sees(lambda: person.find("conversationList").model().conversation(context).draft)
    assert await kept() == "음"


async def test_the_draft_of_a_new_conversation_is_kept_on_leaving(person: Any) -> None:
    await talk(person, "저그는?")
    person.action("actionNewConversation").trigger()
    person.compose("새 질문")
    press_row(person, "conversationList", 0)
    await person.sees(lambda: person.titles() == ["New conversation", "저그는?"])
    assert "Draft: 새 질문" in person.marks()[0]


async def test_rename_in_place(person: Any, store: Any) -> None:
    [context] = await talk(person, "저그는?")
    person.action("actionRename").trigger()
    editor = person.find("conversationList").findChild(QLineEdit)
    editor.setText("저그 승률 조사")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    await person.sees(lambda: person.titles() == ["저그 승률 조사"])
    assert (await store.conversation(context)).title == "저그 승률 조사"
    await person.sees(lambda: person.window.windowTitle().startswith("저그 승률 조사"))


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
@pytest.mark.parametrize("place", ["composer", "conversationList"])
async def test_after_a_title_was_changed_the_keys_are_where_they_were(
    person: Any, place: str, key: Qt.Key
) -> None:
    await talk(person, "저그는?")
    person.find(place).setFocus()
    person.action("actionRename").trigger()
    editor = person.find("conversationList").findChild(QLineEdit)
    await person.sees(editor.hasFocus)
    QTest.keyClick(editor, key)
    await person.sees(person.find(place).hasFocus)


@pytest.mark.parametrize("hidden", ["sidebar", "search"])
async def test_a_title_that_is_not_seen_is_brought_into_sight_to_be_changed(
    person: Any, hidden: str
) -> None:
    await talk(person, "저그는?")
    if hidden == "sidebar":
        person.action("actionSidebar").trigger()
        assert not person.shows("conversationList")
    else:
        person.find("searchField").setText("nothing")
    person.action("actionRename").trigger()
    editor = person.find("conversationList").findChild(QLineEdit)
    assert editor.isVisible()
    assert editor.text() == "저그는?"
    QTest.keyClick(editor, Qt.Key.Key_Escape)


async def test_a_row_that_changes_does_not_undo_what_is_typed(person: Any, desk: Any) -> None:
    [context] = await talk(person, "저그는?")
    person.action("actionRename").trigger()
    editor = person.find("conversationList").findChild(QLineEdit)
    assert editor.text() == "저그는?"
    editor.setText("새 이")
    await desk.save_draft(context, "그사이 바뀐 줄")
    assert editor.text() == "새 이"
    QTest.keyClick(editor, Qt.Key.Key_Return)
    await person.sees(lambda: person.titles() == ["새 이"])


async def test_an_empty_title_is_refused_in_words(person: Any) -> None:
    await talk(person, "저그는?")
    person.action("actionRename").trigger()
    editor = person.find("conversationList").findChild(QLineEdit)
    editor.setText("  ")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    await person.sees(lambda: "needs a title" in " ".join(person.find("notices").texts()))
    assert person.titles() == ["저그는?"]


async def test_pinned_conversations_stay_on_top(person: Any) -> None:
    await talk(person, "저그는?", "테란은?")
    press_row(person, "conversationList", 1)
    await person.sees(lambda: person.rows() and person.rows()[0][0] == "저그는?")
    person.action("actionPin").trigger()
    await person.sees(lambda: person.titles() == ["저그는?", "테란은?"])
    assert "pinned" in person.marks()[0]
    assert person.action("actionPin").isChecked()
    person.action("actionPin").trigger()
    await person.sees(lambda: person.titles() == ["테란은?", "저그는?"])


async def test_delete_and_undo(person: Any, store: Any) -> None:
    first, second = await talk(person, "저그는?", "테란은?")
    person.action("actionDelete").trigger()
    await person.sees(lambda: person.titles() == ["저그는?"])
    await person.sees(lambda: person.window.context_id == first)
    await person.sees(lambda: person.find("notices").texts() == ["“테란은?” was deleted."])
    person.press("noticeOffer0")
    await person.sees(lambda: person.titles() == ["테란은?", "저그는?"])
    await person.sees(lambda: person.window.context_id == second)
    assert (await store.conversation(second)).deleted_at is None
    assert not person.shows("notices")


async def test_deleting_the_last_conversation_leads_to_the_start_page(person: Any) -> None:
    await talk(person, "저그는?")
    person.action("actionDelete").trigger()
    await person.sees(lambda: person.titles() == [])
    assert person.window.context_id is None
    assert person.shows("startPage")
    person.action("actionUndo").trigger()
    await person.sees(lambda: person.titles() == ["저그는?"])


async def test_a_search_hit_shows_what_was_found(person: Any) -> None:
    person.say("저그는 " * 9 + "어디에서 이겼나")
    await person.sees(lambda: person.states() == ["completed"])
    person.find("searchField").setText("어디에서")
    hits = person.find("searchResults")
    await person.sees(lambda: hits.isVisible() and hits.model().rowCount() == 1)
    assert hits.model().index(0).data(LINE_ROLE).detail == "…는 저그는 저그는 어디에서 이겼나"


async def test_hits_have_the_titles_of_the_list_whatever_it_is_narrowed_to(person: Any) -> None:
    narrowing = person.find("listFilter")
    await talk(person, "저그는?", "테란은?", "저그는?")
    person.find("sidebar").filter.setVisible(True)
    assert narrowing.isVisible()
    person.find("searchField").setText("저그는")
    hits = person.find("searchResults")
    await person.sees(lambda: hits.isVisible() and hits.model().rowCount() == 2)
    assert not narrowing.isVisible(), "all of them are searched"
    found = {hits.model().index(row).data(LINE_ROLE).title for row in range(2)}
    assert found == set(person.titles()) - {"테란은?"}
    person.find("searchField").clear()
    assert narrowing.isVisible()


async def test_a_search_hit_leads_to_its_message(person: Any) -> None:
    first, _ = await talk(person, "저그는?", "테란은?")
    for number in range(30):
        person.say(f"프로토스 {number}번")
        await person.sees(lambda n=number: len(person.states()) == n + 2)
        await person.sees(lambda: person.states()[-1] == "completed")
    field = person.find("searchField")
    field.setText("저그는")
    hits = person.find("searchResults")
    await person.sees(lambda: hits.isVisible() and hits.model().rowCount() > 0)
    QTest.keyClick(field, Qt.Key.Key_Return)
    await person.sees(lambda: person.window.context_id == first)
    field.setText("프로토스 3번")
    await person.sees(
        lambda: (
            "프로토스 3번" in str(hits.model().index(0).data(Qt.ItemDataRole.AccessibleTextRole))
        )
    )
    press_row(person, "searchResults", 0)
    view = person.find("chatView")
    await person.sees(lambda: person.rows() and person.rows()[0][0] == "테란은?")
    await person.sees(lambda: not view.row_rect(8).isEmpty())
    assert person.rows()[8][0] == "프로토스 3번"
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""
    assert person.shows("conversationList")


async def test_a_conversation_is_listed_once_with_how_often_it_has_the_words(
    person: Any, desk: Any
) -> None:
    first, second = await talk(person, "저그는?", "테란은?")
    for text in ("저그는 1번", "저그는 2번"):
        await person.sees(lambda: not person.shows("stopButton"))
        person.say(text)
        await person.sees(lambda t=text: any(t in row[0] for row in person.rows()))
        await person.sees(lambda: person.states()[-1] == "completed")
    person.find("searchField").setText("저그는")
    hits = person.find("searchResults")
    await person.sees(lambda: hits.isVisible() and hits.model().rowCount() == 2)
    found = [hit for hit in await desk.find("저그는") if hit.position is not None]
    more = [sum(hit.context_id == one for hit in found) - 1 for one in (second, first)]
    assert more[0] > 0
    lines = [hits.model().index(row).data(LINE_ROLE) for row in range(2)]
    assert [line.title for line in lines] == ["테란은?", "저그는?"]
    assert "저그는 2번" in lines[0].detail
    assert lines[0].aside.startswith(f"+{more[0]} · ")
    assert lines[1].aside.startswith("+") == (more[1] > 0)


async def test_nothing_found_is_said(person: Any) -> None:
    await talk(person, "저그는?")
    person.find("searchField").setText("이런 말은 없다")
    await person.sees(lambda: not person.shows("conversationList"))
    assert not person.shows("searchResults")


async def test_what_is_typed_just_before_the_window_closes_is_not_looked_for(
    person: Any,
) -> None:
    searched: list[str] = []
    person.find("sidebar").searched.connect(searched.append)
    person.find("searchField").setText("저그")
    person.window.close()
    await person.window.closed()
    await person.sees(lambda: searched == ["저그"])


async def test_find_in_the_open_conversation(person: Any) -> None:
    await talk(person, "저그는?")
    person.say("저그 한 번 더")
    await person.sees(lambda: person.states() == ["completed"] * 2)
    person.action("actionFind").trigger()
    person.find("findField").setText("저그")
    await person.sees(lambda: person.find("findCount").text() == "2 of 2")
    person.press("findAfter")
    assert person.find("findCount").text() == "1 of 2"
    QTest.keyClick(person.find("findField"), Qt.Key.Key_Escape)
    assert not person.shows("findBar")


async def test_what_is_only_being_written_is_given_a_title(person: Any, desk: Any) -> None:
    assert not person.action("actionRename").isEnabled()
    person.compose("다음 질문")
    assert person.action("actionRename").isEnabled()
    person.action("actionRename").trigger()
    conversations = person.find("conversationList")
    await person.sees(lambda: conversations.findChild(QLineEdit) is not None)
    editor = conversations.findChild(QLineEdit)
    editor.setText("계획")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    await person.sees(lambda: person.titles() == ["계획"])
    [kept] = await desk.conversations()
    assert (kept.title, kept.draft) == ("계획", "다음 질문")


async def test_what_is_found_is_marked_until_the_search_is_closed(person: Any) -> None:
    await talk(person, "저그는?")
    view = person.find("chatView")
    view.flush()
    before = view.viewport().grab().toImage()
    person.action("actionFind").trigger()
    person.find("findField").setText("zERG")
    await person.sees(lambda: person.find("findCount").text() == "2 of 2")
    marked = view.viewport().grab().toImage()
    assert colour_of(marked, LIGHT.waiting) > colour_of(before, LIGHT.waiting) + 50
    QTest.keyClick(person.find("findField"), Qt.Key.Key_Escape)
    assert colour_of(view.viewport().grab().toImage(), LIGHT.waiting) == 0


def colour_of(image: Any, name: str) -> int:
    return colours(image)[name]


async def test_what_waits_is_listed_and_leads_there(person: Any) -> None:
    first, second = await talk(person, "승률 알려줘", "저그는?")
    role = Qt.ItemDataRole.AccessibleDescriptionRole
    model = person.find("conversationList").model()
    assert person.titles() == ["승률 알려줘", "저그는?"], "nothing is listed twice"
    assert [model.index(row).data(role) for row in (0, 1)] == ["Needs you (1)", "Today"]
    assert "Needs your answer" in person.marks()[0]
    press_row(person, "conversationList", 0)
    await person.sees(lambda: person.window.context_id == first)
    await person.sees(lambda: person.shows("choice1"))
    person.press("choice1")
    await person.sees(lambda: not any("Needs your answer" in said for said in person.marks()))
    assert model.index(0).data(role) == "Today"
    assert person.window.context_id != second


async def test_next_needing_you(person: Any) -> None:
    first, _ = await talk(person, "승률 알려줘", "저그는?")
    person.action("actionNextNeedingYou").trigger()
    await person.sees(lambda: person.window.context_id == first)


async def test_a_conversation_that_goes_on_unseen_is_marked(person: Any, agents: Any) -> None:
    person.say("느리게 답해줘")
    await person.sees(lambda: person.shows("stopButton"))
    first = person.window.context_id
    await talk(person, "저그는?")
    assert "Working…" in person.marks()[1]
    assert not person.shows("stopButton")
    agents.agent.gate.set()
    await person.sees(lambda: "New answer" in person.marks()[1])
    press_row(person, "conversationList", 1)
    await person.sees(lambda: person.window.context_id == first)
    await person.sees(lambda: person.states() == ["completed"])
    assert "New answer" not in person.marks()[1]


async def test_switching_quickly_shows_the_last_one(person: Any) -> None:
    ids = await talk(person, "저그는?", "테란은?", "프로토스는?")
    for _ in range(4):
        for row in (0, 1, 2):
            press_row(person, "conversationList", row)
    await person.sees(lambda: person.window.context_id == ids[0])
    await person.sees(lambda: person.rows() and person.rows()[0][0] == "저그는?")


async def test_what_comes_late_of_a_conversation_left_since_is_not_shown(
    open_window: Any, store: Any, agents: Any
) -> None:
    from app.desk.desk import Desk

    class SlowDesk(Desk):
        """Holds one question about one conversation back until its gate is opened."""

        held: tuple[str, str] = ("", "")
        gate = asyncio.Event()

        async def session(self, context_id: str) -> Any:
            await self._pass("session", context_id)
            return await super().session(context_id)

        async def entry_count(self, context_id: str) -> int:
            await self._pass("entry_count", context_id)
            return await super().entry_count(context_id)

        async def _pass(self, question: str, context_id: str) -> None:
            if (question, context_id) == self.held:
                await self.gate.wait()

    desk = SlowDesk(store=store, agents=agents)
    person = await open_window(with_desk=desk)
    first, second = await talk(person, "저그는?", "테란은?")
    for question in ("session", "entry_count"):
        desk.held, desk.gate = (question, first), asyncio.Event()
        person.action("actionNewConversation").trigger()
        press_row(person, "conversationList", 1)
        await asyncio.sleep(0)
        press_row(person, "conversationList", 0)
        await person.sees(lambda: person.window.context_id == second)
        await person.sees(lambda: person.rows() and person.rows()[0][0] == "테란은?")
        desk.gate.set()
        for _ in range(20):
            await asyncio.sleep(0)
        assert person.window.context_id == second
        assert person.rows()[0][0] == "테란은?"
    await desk.aclose()


async def test_the_list_by_keyboard(person: Any) -> None:
    ids = await talk(person, "저그는?", "테란은?")
    listed = person.find("conversationList")
    QApplication.sendEvent(listed, QFocusEvent(QFocusEvent.Type.FocusIn))
    QTest.keyClick(listed, Qt.Key.Key_Down)
    await person.sees(lambda: person.window.context_id == ids[0])
    person.action("actionPreviousConversation").trigger()
    await person.sees(lambda: person.window.context_id == ids[1])


async def test_titles_are_text_not_markup(person: Any) -> None:
    await talk(person, "<b>저그</b> &amp; <img src=x>")
    assert person.titles() == ["<b>저그</b> &amp; <img src=x>"]
    assert person.find("conversationList").currentIndex() != QModelIndex()


async def test_a_row_says_what_was_answered_and_under_which_day_it_stands(person: Any) -> None:
    await talk(person, "저그는?", "테란은?")
    await person.sees(lambda: [mark.split(", ")[1] for mark in person.marks()] == [
        "Terran: 58 %", "Zerg: 42 %",
    ])  # fmt: skip
    model = person.find("conversationList").model()
    role = Qt.ItemDataRole.AccessibleDescriptionRole
    assert [model.index(row).data(role) for row in (0, 1)] == ["Today", "Today"]
    person.action("actionPin").trigger()
    await person.sees(lambda: model.index(0).data(role) == "Pinned")
    assert model.index(1).data(role) == "Today"


async def test_a_press_on_a_heading_opens_nothing(person: Any) -> None:
    first, second = await talk(person, "저그는?", "테란은?")
    view = person.find("conversationList")
    top, below = (view.visualRect(view.model().index(row)) for row in (0, 1))
    assert top.height() > below.height(), "the first of a day has its heading above"
    press_row(person, "conversationList", 1)
    await person.sees(lambda: person.window.context_id == first)
    heading = top.topLeft() + QPoint(20, 6)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=heading)
    assert person.window.context_id == first
    press_row(person, "conversationList", 0)
    await person.sees(lambda: person.window.context_id == second)


async def test_conversations_of_one_title_are_told_apart(person: Any) -> None:
    await talk(person, "저그는?", "저그는?")
    newer, older = person.titles()
    # They were begun at one minute, or it passed between: then each has its own behind.
    assert newer != older and newer.startswith("저그는? ("), (newer, older)
    rows = person.find("conversationList")
    line = rows.model().index(0).data(LINE_ROLE)
    metrics = QFontMetrics(rows.font())
    narrow = metrics.horizontalAdvance(line.title) - 1
    cut = cut_before(line.title, line.apart, metrics, narrow)
    assert cut.endswith(f"…{line.apart}") and metrics.horizontalAdvance(cut) <= narrow
    assert cut_before(line.title, line.apart, metrics, narrow + 1) == newer
    person.action("actionRename").trigger()
    editor = person.find("conversationList").findChild(QLineEdit)
    assert editor.text() == "저그는?"
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    press_row(person, "conversationList", 1)
    await person.sees(lambda: person.rows() and not person.window.windowTitle().startswith(" "))
    person.action("actionDelete").trigger()
    await person.sees(lambda: person.titles() == ["저그는?"])


async def test_a_conversation_is_found_once_by_title_and_first_message(person: Any) -> None:
    await talk(person, "저그는?")
    person.find("searchField").setText("저그는")
    hits = person.find("searchResults")
    await person.sees(lambda: hits.isVisible() and hits.model().rowCount() == 1)
    assert "In the title" not in str(hits.model().index(0).data(Qt.ItemDataRole.AccessibleTextRole))
