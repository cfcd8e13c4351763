"""Waiting for the agent, files that go along, asking about a result, writing anew, copies."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QImage,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

DONE = "completed"


async def say(person: Any, text: str, answers: int) -> None:
    person.say(text)
    await person.sees(lambda: person.states() == [DONE] * answers)


def chips(person: Any, name: str) -> list[str]:
    return list(person.find(name).words())


def menu_of(person: Any, row: int) -> dict[str, Any]:
    view = person.find("chatView")
    at = view.row_rect(row).center().toPoint()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, QPoint(5, 5))
    QApplication.sendEvent(view.viewport(), event)
    menu = view.findChildren(QMenu)[-1]
    lines = {action.text().replace("&", ""): action for action in menu.actions()}
    menu.close()
    return lines


async def test_what_is_sent_while_the_agent_works_follows_by_itself(
    person: Any, agents: Any
) -> None:
    person.say("느리게 답해줘")
    await person.sees(lambda: person.shows("stopButton"))
    person.say("저그는?")
    person.say("테란은?")
    assert chips(person, "queued") == ["Next: 저그는?", "Next: 테란은?", "Take back"]
    await person.sees(lambda: person.find("composer").toPlainText() == "")
    await person.sees(lambda: len(agents.agent.received) == 1)
    agents.agent.gate.set()
    await person.sees(lambda: person.states() == [DONE] * 3)
    assert [m.text for m in agents.agent.received] == ["느리게 답해줘", "저그는?", "테란은?"]
    assert not person.shows("queued")


async def test_enter_in_the_empty_composer_sends_at_once(person: Any, agents: Any) -> None:
    person.say("느리게 답해줘")
    await person.sees(lambda: person.shows("stopButton"))
    person.say("저그는?")
    person.key(Qt.Key.Key_Return)
    await person.sees(lambda: person.states()[-1] == DONE)
    assert [m.text for m in agents.agent.received] == ["느리게 답해줘", "저그는?"]
    assert person.shows("stopButton"), "the first one still runs"
    agents.agent.gate.set()
    await person.sees(lambda: person.states() == [DONE] * 2)


async def test_what_waits_outlives_a_stop_and_the_window(
    person: Any, agents: Any, store: Any
) -> None:
    person.say("느리게 답해줘")
    await person.sees(lambda: person.shows("stopButton"))
    person.say("저그는?")
    person.key(Qt.Key.Key_Escape)
    await person.sees(lambda: person.states() == ["canceled"])
    assert chips(person, "queued") == ["Next: 저그는?", "Take back"]
    person.window.close()
    await person.window.closed()
    assert [one.text for one in await store.unsent()] == ["저그는?"]
    assert len(agents.agent.received) == 1


async def test_what_is_sent_while_the_last_is_stored_follows_by_itself(
    person: Any, agents: Any, store: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, stores = asyncio.Event(), store.begin_turn

    async def stores_late(*given: Any) -> Any:
        await gate.wait()
        return await stores(*given)

    monkeypatch.setattr(store, "begin_turn", stores_late)
    person.say("저그는?")
    person.key(Qt.Key.Key_Return)
    person.say("테란은?")
    gate.set()
    await person.sees(lambda: person.states() == [DONE] * 2)
    assert [m.text for m in agents.agent.received] == ["저그는?", "테란은?"]
    await person.sees(lambda: person.find("composer").toPlainText() == "")


async def test_what_waits_belongs_to_its_conversation(person: Any, agents: Any) -> None:
    person.say("느리게 답해줘")
    await person.sees(lambda: person.shows("stopButton"))
    person.say("저그는?")
    person.action("actionNewConversation").trigger()
    assert not person.shows("queued")
    agents.agent.gate.set()
    await person.sees(lambda: len(agents.agent.received) == 2)
    assert agents.agent.received[1].context_id == agents.agent.received[0].context_id


async def test_a_message_about_a_result_refers_to_it_alone(person: Any, agents: Any) -> None:
    await say(person, "저그는?", 1)
    await say(person, "테란은?", 2)
    menu_of(person, 1)["Ask about this"].trigger()
    assert chips(person, "enclosures") == ["About: Zerg: 42 %"]
    await say(person, "프로토스는?", 3)
    sent = agents.agent.received[-1]
    assert sent.reference_task_ids == ("task-1",)
    assert sent.metadata == {"about": "task-1"}
    assert not person.shows("enclosures")
    view = person.find("chatView")
    [link] = [rect for _, value, rect in view.target_rects() if value.startswith("show_about")]
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=link.center().toPoint())
    await person.sees(lambda: view.placed_rows()[0].row <= 1)


async def press(person: Any, value: str) -> None:
    view = person.find("chatView")
    await person.sees(lambda: value in [action for _, action, _ in view.target_rects()])
    [rect] = [rect for _, action, rect in view.target_rects() if action == value]
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center().toPoint())


MIRRORS: dict[str, Any] = {
    "key": "mirror", "text": "no mirror matches", "without": "저그, with mirrors"
}  # fmt: skip


async def test_one_press_takes_an_assumption_away(person: Any, agents: Any) -> None:
    agents.agent.frame = {"assumptions": [MIRRORS, {"key": "period", "text": "all dates"}]}
    await say(person, "저그는?", 1)
    person.compose("half a thought")
    await press(person, "ask:저그, with mirrors")
    await person.sees(lambda: person.states() == [DONE] * 2)
    sent = agents.agent.received[-1]
    assert (sent.text, sent.reference_task_ids) == ("저그, with mirrors", ("task-1",))
    assert person.find("composer").toPlainText() == "half a thought"


async def test_an_assumption_is_taken_away_after_what_is_being_answered(
    person: Any, agents: Any
) -> None:
    agents.agent.frame = {"assumptions": [MIRRORS]}
    await say(person, "저그는?", 1)
    person.say("느리게 답해줘")
    await person.sees(lambda: person.shows("stopButton"))
    await press(person, "ask:저그, with mirrors")
    assert chips(person, "queued") == ["Next: 저그, with mirrors", "Take back"]
    agents.agent.gate.set()
    await person.sees(lambda: person.states() == [DONE] * 3)
    assert agents.agent.received[-1].reference_task_ids == ("task-1",)


async def test_only_a_short_line_is_offered(person: Any, agents: Any) -> None:
    words: list[Any] = [
        "x" * 61,
        "two\nlines",
        "",
        7,
        None,
        "ok",
        "ok",
        "\u202eback",
        "b",
        "c",
        "d",
    ]
    assumed = [{"key": "k", "text": f"t {at}", "without": one} for at, one in enumerate(words)]
    agents.agent.frame = {"assumptions": assumed}
    await say(person, "저그는?", 1)
    view = person.find("chatView")
    view.flush()
    found = [value for _, value, _ in view.target_rects() if value.startswith("ask:")]
    assert found == ["ask:ok", "ask:b", "ask:c", "ask:d"]


async def test_what_a_message_is_about_can_be_taken_out(person: Any, agents: Any) -> None:
    await say(person, "저그는?", 1)
    menu_of(person, 1)["Ask about this"].trigger()
    person.press("enclosures0")
    assert not person.shows("enclosures")
    await say(person, "테란은?", 2)
    assert agents.agent.received[-1].metadata == {}


async def test_a_message_is_written_anew_and_undo_brings_back_what_was_there(person: Any) -> None:
    await say(person, "저그는?", 1)
    person.compose("half a thought")
    menu_of(person, 0)["Edit and send again"].trigger()
    composer = person.find("composer")
    assert composer.toPlainText() == "저그는?"
    composer.undo()
    assert composer.toPlainText() == "half a thought"


async def test_files_are_pasted_and_go_along(person: Any, agents: Any, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("hello", "utf-8")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(file))])
    QApplication.clipboard().setMimeData(mime)
    person.find("composer").paste()
    await person.sees(lambda: chips(person, "enclosures") == ["notes.txt"])
    picture = QMimeData()
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(0)
    picture.setImageData(image)
    QApplication.clipboard().setMimeData(picture)
    person.find("composer").paste()
    await person.sees(lambda: len(chips(person, "enclosures")) == 2)
    await say(person, "저그는?", 1)
    [_, text, png] = agents.agent.received[0].parts
    assert (text.name, text.media_type, text.content) == ("notes.txt", "text/plain", b"hello")
    assert png.media_type == "image/png"
    assert png.content.startswith(b"\x89PNG")
    assert person.rows()[0][0].splitlines()[:2] == ["저그는?", "notes.txt"]


def drop_on(widget: Any, *files: Path) -> None:
    """Drag files over a widget and let them go: Qt tells nobody of a drop who heard no enter."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    held = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, mime, *held)
    QApplication.sendEvent(widget, enter)
    assert enter.isAccepted()
    move = QDragMoveEvent(QPoint(5, 5), Qt.DropAction.CopyAction, mime, *held)
    move.acceptProposedAction()  # As Qt does after an accepted enter.
    QApplication.sendEvent(widget, move)
    assert move.isAccepted()
    let_go = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, mime, *held)
    QApplication.sendEvent(widget, let_go)
    assert let_go.isAccepted()


async def test_files_that_are_dropped_go_along_and_a_table_on_the_chat_is_opened(
    open_window: Any, tmp_path: Path
) -> None:
    files = [tmp_path / name for name in ("games.csv", "app.log", "notes.md")]
    for file in files:
        file.write_text("map,wins\nPython,3\n", "utf-8")
    opened: list[Path] = []

    async def load(path: Path, asked: str) -> str:
        opened.append(path)
        return asked

    person = await open_window(on_open_data=load)
    drop_on(person.find("composer").viewport(), files[0])
    await person.sees(lambda: chips(person, "enclosures") == ["games.csv"])
    await say(person, "저그는?", 1)
    view = person.find("chatView").viewport()
    drop_on(view, files[1])
    await person.sees(lambda: chips(person, "enclosures") == ["app.log"])
    drop_on(view, files[0], files[2])
    await person.sees(lambda: chips(person, "enclosures") == ["app.log", "games.csv", "notes.md"])
    assert opened == []
    drop_on(view, files[0])
    await person.sees(lambda: opened == files[:1])
    await person.sees(lambda: not person.shows("enclosures"))


async def test_tables_that_are_dropped_are_opened_together_and_others_each(
    open_window: Any, tmp_path: Path
) -> None:
    files = [tmp_path / name for name in ("games.csv", "maps.csv", "players.json")]
    opened: list[Path] = []

    async def load(path: Path, asked: str) -> str:
        opened.append(path)
        return asked

    def gather(paths: Sequence[Path]) -> Path:
        if len(paths) == 1:
            raise AssertionError("one is not put together")
        return tmp_path / "+".join(path.stem for path in paths)

    person = await open_window(on_open_data=load, on_gather_data=gather)
    person.find("chatView")
    drop_on(person.window, *files[:2])
    await person.sees(lambda: opened == [tmp_path / "games+maps"])
    drop_on(person.window, *files[1:])
    await person.sees(lambda: opened[1:] == files[1:])
    assert not person.shows("enclosures")


async def test_a_file_that_is_too_large_or_missing_is_refused_in_words(
    person: Any, tmp_path: Path
) -> None:
    large = tmp_path / "large.bin"
    large.touch()
    with large.open("r+b") as file:
        file.truncate(11 * 1024 * 1024)
    for path, words in ((large, "too large"), (tmp_path / "none", "cannot be read")):
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path))])
        QApplication.clipboard().setMimeData(mime)
        person.find("composer").paste()
        await person.sees(lambda words=words: words in person.find("composerLine").text())
    assert not person.shows("enclosures")


async def test_messages_are_copied_as_text_and_tables_as_csv(person: Any) -> None:
    await say(person, "저그는?", 1)
    # The row is laid out with the frame after the state.
    await person.sees(lambda: person.find("chatView").row_text(1) == "Zerg: 42 %")
    lines = menu_of(person, 1)
    steps = ("Ask about this", "Copy message as plain text", "Save this answer as a page…",
             "Select all")  # fmt: skip
    places = [list(lines).index(one) for one in steps]
    assert places == sorted(places), "what goes on with it first, what few look into last"
    lines["Copy message as plain text"].trigger()
    assert QApplication.clipboard().text() == "Zerg: 42 %"
    lines["Copy message as Markdown"].trigger()
    assert QApplication.clipboard().text() == "Zerg: **42 %**"
    lines["Copy table as CSV"].trigger()
    assert QApplication.clipboard().text().splitlines() == ["Race,Win rate", "Zerg,0.42"]
    assert "Copy table as CSV" not in menu_of(person, 0)


async def test_an_edit_says_that_it_replaces_and_both_lead_to_each_other(
    person: Any, agents: Any
) -> None:
    await say(person, "저그는?", 1)
    await say(person, "테란은?", 2)
    menu_of(person, 0)["Edit and send again"].trigger()
    assert chips(person, "enclosures") == ["Instead of: 저그는?"]
    person.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    await say(person, "프로토스는?", 3)
    sent = agents.agent.received[-1]
    assert sent.metadata["replaces"] == agents.agent.received[0].message_id
    assert not person.shows("enclosures")
    view = person.find("chatView")
    said = [
        str(view.model().index(row).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(6)
    ]
    assert [", Replaced, " in line for line in said] == [False, True, *[False] * 4]
    assert said[4].startswith("Instead of an earlier message. ")
    view.scroll_to(0)
    newer = f"show_turn:{sent.message_id}"
    await press(person, newer)
    await person.sees(lambda: "show_turn" in str(view.target_rects()))
    await press(person, f"show_turn:{agents.agent.received[0].message_id}")
    await person.sees(lambda: view.placed_rows()[0].row == 0)


async def test_an_edit_that_is_undone_or_taken_out_replaces_nothing(
    person: Any, agents: Any
) -> None:
    await say(person, "저그는?", 1)
    person.compose("테란은?")
    menu_of(person, 0)["Edit and send again"].trigger()
    person.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert person.find("composer").toPlainText() == "테란은?"
    assert not person.shows("enclosures")
    menu_of(person, 0)["Edit and send again"].trigger()
    person.press("enclosures0")
    person.key(Qt.Key.Key_Return)
    await person.sees(lambda: person.states() == [DONE] * 2)
    assert agents.agent.received[-1].metadata == {}


async def test_an_edit_that_waits_still_replaces(person: Any, agents: Any) -> None:
    await say(person, "저그는?", 1)
    person.say("느리게 답해줘")
    await person.sees(lambda: person.shows("stopButton"))
    menu_of(person, 0)["Edit and send again"].trigger()
    person.key(Qt.Key.Key_Return)
    await person.sees(lambda: person.find("composer").toPlainText() == "")
    agents.agent.gate.set()
    await person.sees(lambda: person.states() == [DONE] * 3)
    replaced = agents.agent.received[0].message_id
    assert agents.agent.received[-1].metadata == {"replaces": replaced}


async def test_asking_again_replaces_and_outlives_the_window(
    person: Any, agents: Any, store: Any
) -> None:
    await say(person, "저그는?", 1)
    person.action("actionRetry").trigger()
    await person.sees(lambda: person.states() == [DONE] * 2)
    first, again = agents.agent.received
    assert again.metadata == {"replaces": first.message_id}
    held = await store.answer(first.message_id)
    assert held.answer.replaced_by == again.message_id


async def test_a_question_that_is_asked_otherwise_says_so_though_it_was_answered(
    person: Any, agents: Any
) -> None:
    person.say("승률 알려줘")
    await person.sees(lambda: person.states() == ["input_required"])
    menu_of(person, 0)["Edit and send again"].trigger()
    person.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    person.say("저그는?")
    await person.sees(lambda: person.states() == [DONE] * 2)
    spoken = person.find("chatView").model().index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert ", Replaced, " in spoken


def paste(person: Any, text: str) -> None:
    QApplication.clipboard().setText(text)
    person.key(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


LONG = "\n".join(f"저그 row {number}" for number in range(60))


async def test_a_long_paste_is_a_chip_and_is_sent_whole(person: Any, agents: Any) -> None:
    person.compose("이것 좀 봐줘 🙂")
    paste(person, LONG)
    [chip] = chips(person, "enclosures")
    assert chip.startswith("Pasted (60 lines): 저그 row 0")
    seen = person.find("enclosures0").text()
    assert seen.startswith("Pasted (60 lines): 저그 row 0 저그 row 1") and seen.count("…") == 1
    assert person.find("composer").toPlainText() == "이것 좀 봐줘 🙂"
    await send(person, 1)
    assert agents.agent.received[-1].text == f"이것 좀 봐줘 🙂\n\n{LONG}"
    assert person.find("composer").toPlainText() == ""
    assert not person.shows("enclosures")
    paste(person, LONG)
    await send(person, 2)
    assert agents.agent.received[-1].text == LONG, "nothing has to be typed beside it"


async def send(person: Any, answers: int) -> None:
    person.key(Qt.Key.Key_Return)
    await person.sees(lambda: person.states() == [DONE] * answers)


async def test_a_long_paste_is_taken_out_and_put_back(person: Any, agents: Any) -> None:
    paste(person, LONG)
    person.press("enclosures0")
    assert not person.shows("enclosures")
    person.action("actionUndo").trigger()
    await person.sees(lambda: person.shows("enclosures"))
    paste(person, "저그, short")
    assert person.find("composer").toPlainText() == "저그, short"


async def test_a_long_paste_waits_with_its_message(person: Any, agents: Any) -> None:
    person.say("느리게 답해줘")
    await person.sees(lambda: person.shows("stopButton"))
    paste(person, LONG)
    person.key(Qt.Key.Key_Return)
    await person.sees(lambda: person.find("composer").toPlainText() == "")
    agents.agent.gate.set()
    await person.sees(lambda: person.states() == [DONE] * 2)
    assert agents.agent.received[-1].text == LONG


async def test_a_long_paste_belongs_to_its_conversation(person: Any) -> None:
    await say(person, "저그는?", 1)
    paste(person, LONG)
    person.action("actionNewConversation").trigger()
    assert not person.shows("enclosures")
    person.action("actionNextConversation").trigger()
    await person.sees(lambda: person.shows("enclosures"))
