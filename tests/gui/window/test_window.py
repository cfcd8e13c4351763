"""The documents' conversation through the window, by keyboard, input method and mouse."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDragLeaveEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget

from gui.look.preferences import Preferences
from tests.gui.chat.chat_samples import answer

pytestmark = pytest.mark.anyio

DONE, ASKS, STOPPED = "completed", "input_required", "canceled"


async def test_the_documents_conversation(person: Any) -> None:
    assert person.window.context_id is None
    person.action("actionNewConversation").trigger()
    context = person.window.context_id
    assert context
    person.say("승률 알려줘")
    await person.sees(lambda: person.states() == [ASKS])
    await person.sees(lambda: person.shows("questionBar"))
    assert person.find("choice1").accessibleName() == "테란 · 1,200"
    view = person.find("chatView")
    view.resize(view.width(), 40)
    view.scroll_to(0)
    await person.sees(lambda: person.shows("showQuestion"))
    person.press("showQuestion")
    await person.sees(lambda: not view.row_rect(1).isEmpty())
    assert not person.shows("showQuestion")
    person.press("choice1")
    await person.sees(lambda: person.states() == [DONE, DONE])
    assert not person.shows("questionBar")
    person.say("저그는?")
    await person.sees(lambda: person.states() == [DONE] * 3)
    person.say("이전 분석들을 종합해줘")
    await person.sees(lambda: person.states() == [DONE] * 4)
    said = [text for text, state in person.rows() if not state]
    assert said == ["승률 알려줘", "테란", "저그는?", "이전 분석들을 종합해줘"]
    assert "58" in person.rows()[3][0]
    assert "42" in person.rows()[5][0]
    assert person.window.context_id == context
    tasks = person.window.task_history
    assert len({task["task_id"] for task in tasks}) == 4
    assert {task["context_id"] for task in tasks} == {context}
    assert {task["status"] for task in tasks} == {DONE}
    exchanges = person.window.conversation_history
    assert [exchange["user"] for exchange in exchanges] == said
    assert all(exchange["assistant"] for exchange in exchanges)


async def test_the_choice_reaches_the_agent_as_a_choice(person: Any, agents: Any) -> None:
    person.say("승률 알려줘")
    await person.sees(lambda: person.shows("choice2"))
    person.press("choice2")
    await person.sees(lambda: len(agents.agent.received) == 2)
    message = agents.agent.received[1]
    assert message.text == "저그"
    assert message.parts[1].data == {"slot": "race", "value": "Zerg"}
    assert message.reference_task_ids == ("task-1",)


async def test_a_number_key_chooses_while_nothing_is_written(person: Any) -> None:
    person.say("승률 알려줘")
    await person.sees(lambda: person.shows("choice1"))
    person.key(Qt.Key.Key_1)
    await person.sees(lambda: person.states() == [DONE, DONE])
    assert person.rows()[2][0] == "테란"


async def test_a_number_key_brings_a_choice_into_sight_before_it_is_chosen(
    open_window: Any,
) -> None:
    person = await open_window(
        preferences=Preferences(language="en", theme="light", font_scale=2.0)
    )
    person.window.resize(720, 450)
    person.say("승률 알려줘")
    await person.sees(lambda: person.shows("choice3"))
    third = person.find("choice3")
    assert third.visibleRegion().isEmpty(), "it lies below the edge"
    person.key(Qt.Key.Key_3)
    await person.sees(lambda: not third.visibleRegion().isEmpty())
    assert person.states() == [ASKS]
    person.key(Qt.Key.Key_3)
    await person.sees(lambda: person.states() == [DONE, DONE])


async def test_stop_in_mid_stream(person: Any) -> None:
    person.say("느리게 답해줘")
    await person.sees(lambda: person.shows("stopButton"))
    await person.sees(lambda: "한 마디" in person.rows()[1][0])
    person.key(Qt.Key.Key_Escape)
    await person.sees(lambda: person.states() == [STOPPED])
    await person.sees(lambda: not person.shows("stopButton"))
    assert not person.action("actionStop").isEnabled()
    assert "한 마디" in person.rows()[1][0]


async def test_a_new_conversation_has_another_id_and_no_rows(person: Any) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == [DONE])
    first = person.window.context_id
    person.key(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert person.window.context_id not in (None, first)
    assert person.rows() == []
    assert person.shows("startPage")
    assert person.titles() == ["저그는?"]


async def test_titles_have_more_room_in_a_wide_window_but_a_dragged_list_stays(person: Any) -> None:
    side, window = person.find("sidebar"), person.window
    window.resize(1280, 720)
    await person.sees(lambda: side.width() == 288)
    window.resize(2400, 900)
    await person.sees(lambda: side.width() > 350)
    handle = side.parentWidget().handle(1)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=QPoint(0, 200))
    QTest.mouseMove(handle, QPoint(-60, 200))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=QPoint(-60, 200))
    dragged = side.width()
    window.resize(1280, 720)
    await person.sees(lambda: person.find("chat").width() < 1280)
    assert side.width() == dragged


async def test_a_window_that_is_killed_comes_back_as_it_was(open_window: Any) -> None:
    saved: list[Preferences] = []
    chosen = Preferences(language="en", theme="light", on_save=lambda p: saved.append(replace(p)))
    person = await open_window(preferences=chosen)
    person.window.resize(780, 640)
    handle = person.find("sidebar").parentWidget().handle(1)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=QPoint(0, 200))
    QTest.mouseMove(handle, QPoint(50, 200))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=QPoint(50, 200))
    wide = person.find("sidebar").width()
    await person.sees(lambda: saved and saved[-1].sidebar_width == wide)
    again = await open_window(preferences=saved[-1])
    assert again.window.size() == person.window.size()
    assert again.find("sidebar").width() == wide != 288
    again.key(Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    await person.sees(lambda: saved[-1].sidebar_hidden)
    third = await open_window(preferences=saved[-1])
    assert not third.shows("sidebar")
    third.action("actionSidebar").trigger()
    assert third.find("sidebar").width() == wide


async def test_close_and_open_again(open_window: Any, desk: Any) -> None:
    from gui.look.preferences import Preferences

    kept = Preferences(language="en", theme="light")
    person = await open_window(preferences=kept)
    person.say("저그는?")
    await person.sees(lambda: person.states() == [DONE])
    context = person.window.context_id
    person.compose("다음 질문")
    person.window.close()
    await person.window.closed()
    assert kept.last_conversation == context
    again = await open_window(preferences=kept)
    await again.sees(lambda: again.states() == [DONE])
    assert again.window.context_id == context
    assert again.find("composer").toPlainText() == "다음 질문"
    assert [task["status"] for task in again.window.task_history] == [DONE]


async def test_closing_in_mid_turn_ends_the_task_truly(
    open_window: Any, store: Any, agents: Any
) -> None:
    from app.desk.desk import Desk
    from app.domain.tasks import TaskState

    desk = Desk(store=store, agents=agents)
    person = await open_window(with_desk=desk)
    person.say("느리게 답해줘")
    await person.sees(lambda: person.shows("stopButton"))
    context = person.window.context_id
    person.window.close()
    assert not person.window.isVisible()
    await person.window.closed()
    await desk.aclose()
    [newest] = await store.answers(context)
    assert newest.answer.state is TaskState.CANCELED


async def test_what_is_written_is_kept_when_the_program_is_told_to_end(
    person: Any, store: Any
) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == [DONE])
    person.compose("끝나지 않은 말")
    closing = asyncio.create_task(person.window.closed())
    await asyncio.sleep(0)
    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    assert (await store.conversation(person.window.context_id)).draft == "끝나지 않은 말"


async def test_send_message_yields_the_session_events(person: Any) -> None:
    kinds = [event.type async for event in person.window.send_message("저그는?")]
    assert kinds[0] == "turn_started"
    assert kinds[-1] == "turn_end"
    assert "artifact" in kinds
    assert person.window.context_id
    assert person.states() == [DONE]


async def test_retry_says_the_same_again(person: Any) -> None:
    person.say("실패해줘")
    await person.sees(lambda: person.states() == ["failed"])
    await person.sees(lambda: person.action("actionRetry").isEnabled())
    person.action("actionRetry").trigger()
    await person.sees(lambda: person.states() == ["failed", "failed"])
    assert person.rows()[2][0] == "실패해줘"


async def test_a_starter_leads_to_the_first_answer_in_one_press(person: Any) -> None:
    await person.sees(lambda: person.shows("starter1"))
    person.press("starter1")
    await person.sees(lambda: len(person.states()) == 1)
    assert person.rows()[0][0] == "What is the win rate?"
    assert not person.shows("startPage")
    assert person.find("composer").hasFocus(), "a number key or words go on from here"


@pytest.mark.parametrize("width", [660, 1900])
async def test_messages_notices_and_composer_stand_on_one_column(person: Any, width: int) -> None:
    def edges(widget: Any) -> tuple[int, int]:
        left = widget.mapTo(person.window, QPoint()).x()
        return left, left + widget.width()

    await person.sees(lambda: person.shows("starter1"))
    starts = []
    for height in (320, 600):  # the start has a scroll bar of its own, or none
        person.window.resize(width, height)
        QApplication.processEvents()
        starts.append(edges(person.find("starter1")))
    assert starts[0] == pytest.approx(starts[1], abs=1)
    assert starts[0][0] == pytest.approx(edges(person.find("composerLine"))[0], abs=1)
    person.say("저그는?")
    await person.sees(lambda: person.states() == [DONE])
    person.find("chatView").model().reset(20, [answer(n, "long " * 200) for n in range(20)])
    view, bar, button = (person.find(n) for n in ("chatView", "composerLine", "latestButton"))
    place = bar.geometry()
    view.scroll_by(-2000)
    view.flush()
    await person.sees(button.isVisible)
    assert bar.geometry() == place, "nothing moves when the button comes"
    person.find("agentPicker").picked.emit("echo")
    await person.sees(lambda: person.shows("notice"))

    column = view.viewport().mapTo(person.window, view.column.topLeft()).x()
    end = column + view.column.width()
    # Half a pixel to each side of an odd width falls to one of them.
    person.window.findChild(QAction, "actionFind").trigger()
    await person.sees(lambda: person.shows("findBar"))
    for name in ("notice", "findBar"):
        assert edges(person.find(name)) == pytest.approx((column, end), abs=1)
    assert (edges(bar)[0], edges(button)[1]) == pytest.approx((column, end), abs=1)
    assert not view.rect().contains(button.mapTo(person.window, QPoint()) - view.mapTo(
        person.window, QPoint()))  # fmt: skip
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert view.at_bottom


async def test_two_enters_at_once_send_once(person: Any, agents: Any) -> None:
    person.compose("저그는?")
    person.key(Qt.Key.Key_Return)
    person.key(Qt.Key.Key_Return)
    await person.sees(lambda: person.states() == [DONE])
    await person.sees(lambda: person.find("composer").toPlainText() == "")
    assert len(agents.agent.received) == 1


async def test_up_brings_the_last_message_back(person: Any) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == [DONE])
    person.key(Qt.Key.Key_Up)
    assert person.find("composer").toPlainText() == "저그는?"


async def test_an_oversized_message_is_refused_and_kept(person: Any) -> None:
    composer = person.find("composer")
    text = "가나다라마바사 " * 50_000
    composer.setPlainText(text)
    person.key(Qt.Key.Key_Return)
    await person.sees(lambda: "too large" in person.find("composerLine").text())
    assert composer.toPlainText() == text
    assert person.rows() == []
    assert person.window.context_id is None
    composer.setPlainText("저그는?")
    assert "too large" not in person.find("composerLine").text()
    person.key(Qt.Key.Key_Return)
    await person.sees(lambda: person.states() == [DONE])


async def test_what_cannot_be_opened_is_said(open_window: Any) -> None:
    from app.errors import StoreError

    person = await open_window(attached=False)
    person.window.fail(StoreError("The disk is full."))
    assert "disk" in person.find("startText").text()


async def test_an_agent_that_nobody_answers_for_fails_in_words(
    open_window: Any, store: Any, agents: Any
) -> None:
    from app.desk.desk import Desk

    desk = Desk(store=store, agents=agents, default_agent="nobody")
    person = await open_window(with_desk=desk)
    await person.sees(lambda: "does not answer" in person.find("startNote").text())
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["failed"])
    session = await desk.session(person.window.context_id)
    await person.sees(lambda: not session.running)
    await desk.aclose()


async def test_every_control_has_a_name(person: Any) -> None:
    person.say("승률 알려줘")
    await person.sees(lambda: person.shows("choice1"))
    kinds = (QAbstractButton, QLineEdit)
    shown = [w for kind in kinds for w in person.window.findChildren(kind) if w.isVisible()]
    assert len(shown) >= 6
    unnamed = [
        widget
        for widget in shown
        if not (widget.accessibleName() or getattr(widget, "text", str)() or widget.toolTip())
    ]
    assert unnamed == []
    for name in ("composer", "chatView", "conversationList", "agentPicker"):
        assert person.find(name).accessibleName(), name


async def test_f6_walks_through_the_panes(person: Any) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == [DONE])
    person.window.activateWindow()
    person.find("composer").setFocus()
    reached = []
    for _ in range(4):
        person.action("actionNextPane").trigger()
        focused = QApplication.focusWidget()
        reached.append(focused.objectName() if isinstance(focused, QWidget) else "")
    assert reached == ["agentPicker", "conversationList", "chatView", "composer"]
    person.action("actionPreviousPane").trigger()
    focused = QApplication.focusWidget()
    assert isinstance(focused, QWidget) and focused.objectName() == "chatView"


async def test_no_two_commands_share_a_key(person: Any) -> None:
    taken: dict[str, str] = {}
    for action in person.window.findChildren(QAction):
        for sequence in action.shortcuts() if action.objectName().startswith("action") else ():
            keys = sequence.toString(QKeySequence.SequenceFormat.PortableText)
            assert keys not in taken, f"{keys}: {taken.get(keys)} and {action.objectName()}"
            taken[keys] = action.objectName()
    assert taken["Ctrl+N"] == "actionNewConversation"


@pytest.mark.parametrize(
    "name",
    [
        "composer sendButton stopButton chatView conversationList agentPicker searchField",
    ],
)
async def test_object_names(person: Any, name: str) -> None:
    for each in name.split():
        assert person.find(each) is not None


async def test_action_names(person: Any) -> None:
    for name in ("NewConversation", "Find", "SearchAll", "Stop", "Retry", "Preferences", "Quit"):
        assert person.action(f"action{name}").text()


async def test_what_is_dragged_over_the_window_shows_what_becomes_of_it(
    open_window: Any, tmp_path: Path
) -> None:
    async def load(path: Path, agent: str) -> str:
        return "data"

    person = await open_window(on_open_data=load)
    (tmp_path / "folder").mkdir()
    names = ("own.csv", "own.XLSX", "own.json.gz", "own.duckdb", "folder")
    for name, table in (*((name, True) for name in names), ("picture.png", False)):
        files = QMimeData()
        files.setUrls([QUrl.fromLocalFile(str(tmp_path / name))])
        no = Qt.KeyboardModifier.NoModifier
        left = Qt.MouseButton.LeftButton
        copy = Qt.DropAction.CopyAction
        event = QDragEnterEvent(QPoint(5, 5), copy, files, left, no)
        QApplication.sendEvent(person.window, event)
        assert person.shows("dropTarget")
        assert ("table" in person.find("dropTarget").accessibleName()) is table
        QApplication.sendEvent(person.window, QDragLeaveEvent())
        assert not person.shows("dropTarget")
