"""The inspector beside the conversation: frames, ids, forms to take away, secrets, replay."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.connections.inspection import LinkInspection
from tests.contract.transport.conformance.plain_agent import Faults, PlainAgent
from tests.contract.transport.http_agents import listening

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

SECRET = "Bearer abcdefghijklmnop"


@pytest.fixture
async def real(store: Any, profile: Path) -> AsyncIterator[tuple[Any, Any]]:
    """A desk over the echo agent of this process, whose link records."""
    from app.connections.directory import ProfileAgents
    from app.desk.desk import Desk
    from app.profile.folder import Profile

    Profile(profile).prepare()
    agents = ProfileAgents(profile=profile, records=store, as_of=None, recover=False)
    desk = Desk(store=store, agents=agents, default_agent="echo")
    yield desk, LinkInspection(profile / "recordings", agents)
    await desk.aclose()
    await agents.aclose()


@pytest.fixture
async def looker(open_window: Any, real: Any) -> Any:
    desk, frames = real
    person = await open_window(with_desk=desk, frames=frames)
    person.window.resize(1300, 800)
    return person


def titles(person: Any) -> list[str]:
    model = person.find("inspectorFrames").model()
    return [str(model.index(row).data()) for row in range(model.rowCount())]


async def inspect(person: Any) -> None:
    person.action("actionInspector").trigger()
    await person.sees(lambda: person.shows("inspector") and titles(person))


async def test_the_frames_of_a_message_are_shown_whole(looker: Any) -> None:
    looker.say("hello")
    await looker.sees(lambda: looker.states() == ["completed"])
    await inspect(looker)
    assert titles(looker)[0] == "Sent · SendStreamingMessage"
    assert any("statusUpdate WORKING" in title or "task" in title for title in titles(looker))
    assert titles(looker)[-1].startswith("Ended")
    [task] = looker.window.task_history
    ids = looker.find("inspectorIds").text()
    assert task["task_id"] in ids
    assert task["context_id"] in ids
    shown = json.loads(looker.find("inspectorBody").toPlainText())
    assert shown["body"]["message"]["parts"] == [{"text": "hello"}]
    assert shown["direction"] == "sent"
    assert "As it went" in looker.find("inspectorSource").text()


async def test_several_frames_are_seen_at_once_in_a_window_of_common_size(looker: Any) -> None:
    looker.window.resize(1480, 960)
    looker.say("hello")
    await looker.sees(lambda: looker.states() == ["completed"])
    await inspect(looker)
    frames = looker.find("inspectorFrames")
    await looker.sees(lambda: frames.viewport().height() >= 4 * frames.sizeHintForRow(0))


async def test_in_a_narrow_window_it_stands_over_its_right_side(looker: Any) -> None:
    looker.window.resize(700, 600)
    looker.action("actionInspector").trigger()
    await looker.sees(lambda: looker.shows("inspector"))
    dock, window = looker.find("inspector"), looker.window.geometry()
    assert dock.isFloating()
    at = (dock.geometry().right(), dock.y())
    assert at == pytest.approx((window.right(), window.top()), abs=4), "a frame may be around it"
    assert window.left() < dock.x()


async def test_what_is_said_of_a_copy_does_not_stand_for_the_next_one(
    looker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    looker.say("hello")
    await looker.sees(lambda: looker.states() == ["completed"])
    await inspect(looker)
    looker.press("inspectorCopyJson")
    await looker.sees(lambda: "Copied" in looker.find("inspectorSource").text())

    async def never(*_: Any, **__: Any) -> str:
        await asyncio.Event().wait()
        return ""

    monkeypatch.setattr(LinkInspection, "written", never)
    looker.press("inspectorCopyReport")
    await looker.sees(lambda: "Copied" not in looker.find("inspectorSource").text())


async def test_what_is_said_while_it_is_open_is_shown(looker: Any) -> None:
    looker.action("actionInspector").trigger()
    await looker.sees(lambda: looker.shows("inspector"))
    looker.say("hello")
    await looker.sees(lambda: titles(looker) and titles(looker)[-1].startswith("Ended"))


async def test_arrows_walk_through_the_frames(looker: Any) -> None:
    looker.say("hello")
    await looker.sees(lambda: looker.states() == ["completed"])
    await inspect(looker)
    before = looker.find("inspectorBody").toPlainText()
    looker.key(Qt.Key.Key_Down, at="inspectorFrames")
    assert looker.find("inspectorBody").toPlainText() != before
    for name in ("inspectorFrames", "inspectorBody", "inspectorSpeed", "inspectorBefore"):
        assert looker.find(name).accessibleName(), name


async def test_secrets_are_left_out_unless_they_are_wanted(looker: Any) -> None:
    looker.say(f"my key is {SECRET}")
    await looker.sees(lambda: looker.states() == ["completed"])
    await inspect(looker)
    assert SECRET not in looker.find("inspectorBody").toPlainText()
    looker.press("inspectorCopyJson")
    await looker.sees(lambda: "Copied" in looker.find("inspectorSource").text())
    assert SECRET not in QApplication.clipboard().text()
    looker.find("inspectorRedact").click()
    await looker.sees(lambda: SECRET in looker.find("inspectorBody").toPlainText())
    looker.press("inspectorCopyJson")
    await looker.sees(lambda: SECRET in QApplication.clipboard().text())


async def test_a_test_case_is_copied_and_curl_is_only_for_http(looker: Any) -> None:
    looker.say("hello")
    await looker.sees(lambda: looker.states() == ["completed"])
    await inspect(looker)
    looker.press("inspectorCopyPytest")
    await looker.sees(lambda: "def test_" in QApplication.clipboard().text())
    compile(QApplication.clipboard().text(), "copied", "exec")
    looker.press("inspectorCopyCurl")
    await looker.sees(lambda: "not sent over HTTP" in looker.find("inspectorSource").text())


async def test_another_message_is_stepped_to(looker: Any) -> None:
    looker.say("first")
    await looker.sees(lambda: looker.states() == ["completed"])
    looker.say("second")
    await looker.sees(lambda: looker.states() == ["completed"] * 2)
    await inspect(looker)
    assert "second" in looker.find("inspectorBody").toPlainText()
    looker.press("inspectorBefore")
    await looker.sees(lambda: "first" in looker.find("inspectorBody").toPlainText())
    looker.press("inspectorAfter")
    await looker.sees(lambda: "second" in looker.find("inspectorBody").toPlainText())


async def test_what_was_said_in_an_earlier_run_is_shown_from_what_was_kept(
    open_window: Any, desk: Any, tmp_path: Path
) -> None:
    class Unopened:
        def opened(self, agent: str) -> None:
            return None

    unopened: Any = Unopened()
    person = await open_window(frames=LinkInspection(tmp_path, unopened))
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    await inspect(person)
    assert titles(person)[0] == "Sent · SendStreamingMessage"
    assert "artifactUpdate answer" in " ".join(titles(person))
    assert "earlier run" in person.find("inspectorSource").text()


async def test_the_conversation_is_replayed_by_its_recording(looker: Any, profile: Path) -> None:
    looker.say("first")
    await looker.sees(lambda: looker.states() == ["completed"])
    looker.say("second")
    await looker.sees(lambda: looker.states() == ["completed"] * 2)
    said = looker.rows()
    before = looker.window.context_id
    await inspect(looker)
    looker.find("inspectorSpeed").choose("0")
    looker.press("inspectorReplay")
    await looker.sees(lambda: looker.window.context_id != before)
    await looker.sees(lambda: looker.states() == ["completed"] * 2)
    assert looker.rows() == said
    [file] = (profile / "recordings").iterdir()
    assert file.stat().st_mode & 0o077 == 0


async def test_it_is_closed_by_the_key_that_opened_it(looker: Any) -> None:
    looker.say("hello")
    await looker.sees(lambda: looker.states() == ["completed"])
    await inspect(looker)
    assert looker.action("actionInspector").isChecked()
    looker.action("actionInspector").trigger()
    await looker.sees(lambda: not looker.shows("inspector"))
    assert not looker.action("actionInspector").isChecked()


def says_more(method: str, events: list[Any]) -> list[Any]:
    """Say the first event once more after the end, and nothing of a question."""
    return [*events, events[1]] if "statusUpdate" in events[-1] else events


@pytest.fixture
async def wrong(
    request: pytest.FixtureRequest, open_window: Any, store: Any, profile: Path
) -> AsyncIterator[Any]:
    """Somebody who talks with an agent that goes on after its end, or is wrong otherwise."""
    from app.connections.directory import ProfileAgents
    from app.desk.desk import Desk
    from app.profile.folder import Profile

    Profile(profile).prepare()
    agent = PlainAgent(Faults(events=getattr(request, "param", says_more)))
    agents = ProfileAgents(profile=profile, records=store, as_of=None, recover=False)
    async with listening(agent) as agent.base:
        desk = Desk(store=store, agents=agents, default_agent=agent.base)
        frames = LinkInspection(profile / "recordings", agents)
        person = await open_window(with_desk=desk, frames=frames)
        person.window.resize(1300, 800)
        yield person
        await desk.aclose()
        await agents.aclose()


def told_rows(person: Any) -> list[str]:
    model = person.find("inspectorFrames").model()
    return [
        str(model.index(row).data(Qt.ItemDataRole.AccessibleTextRole))
        for row in range(model.rowCount())
    ]


def marked(person: Any) -> list[str]:
    return [line for line in told_rows(person) if "A2A " in line]


@pytest.mark.logs_warnings
async def test_what_departs_from_the_specification_is_marked_where_it_is(wrong: Any) -> None:
    wrong.say("Hello")
    await wrong.sees(lambda: wrong.states() == ["completed"])
    await inspect(wrong)
    await wrong.sees(lambda: marked(wrong))
    [line] = marked(wrong)
    assert "A2A 3.1.2 MUST: Nothing comes after the end of a task." in line
    assert "marked below: 1" in wrong.find("inspectorSource").text()
    assert not wrong.shows("inspectorMarks")
    frames = wrong.find("inspectorFrames")
    frames.setCurrentIndex(frames.model().index(told_rows(wrong).index(line)))
    await wrong.sees(lambda: wrong.shows("inspectorMarks"))
    assert "SendStreamingMessage event" in wrong.find("inspectorMarks").text()
    wrong.press("inspectorCopyReport")
    await wrong.sees(lambda: "stream.after_end" in QApplication.clipboard().text())
    wrong.action("actionLanguageKo").trigger()
    await wrong.sees(lambda: "작업이 끝난 뒤에는" in wrong.find("inspectorMarks").text())
    assert "작업이 끝난 뒤에는" in marked(wrong)[0]


async def test_a_sound_agent_has_no_marks_and_tells_its_latency(looker: Any) -> None:
    looker.say("hello")
    await looker.sees(lambda: looker.states() == ["completed"])
    await inspect(looker)
    assert marked(looker) == []
    assert "marked below" not in looker.find("inspectorSource").text()
    ids = looker.find("inspectorIds").text()
    assert "Latency: first answer after 0." in ids
    assert "longest silence" in ids


def tasks_told(person: Any) -> list[str]:
    told = person.find("askAnswer").toPlainText()
    return [one["id"] for one in json.loads(told[: told.rindex("}") + 1])["tasks"]]


@pytest.mark.logs_warnings
async def test_the_tasks_of_an_agent_are_asked_for_by_hand(looker: Any) -> None:
    looker.say("hello")
    await looker.sees(lambda: looker.states() == ["completed"])
    await inspect(looker)
    looker.find("inspectorFrames").setCurrentIndex(looker.find("inspectorFrames").model().index(1))
    looker.press("inspectorAsk")
    await looker.sees(lambda: looker.shows("askAgent"))
    assert looker.find("askAgent").minimumSizeHint().height() < 600, "a small screen has it whole"
    assert json.loads(looker.find("askParams").toPlainText())["pageSize"] == 50
    looker.find("askSend").setFocus()
    looker.press("askSend")
    assert looker.find("askAnswer").hasFocus()
    await looker.sees(lambda: "This is all." in looker.find("askAnswer").toPlainText())
    await looker.sees(lambda: looker.find("askSend").hasFocus())
    [task] = looker.window.task_history
    assert tasks_told(looker) == [task["task_id"]]
    looker.find("askOperation").choose("GetTask")
    assert json.loads(looker.find("askParams").toPlainText()) == {"id": task["task_id"]}
    for params, headers, says in (
        ("{", "", "no JSON"),
        ('{"id": NaN}', "", "no JSON"),
        ("[]", "", "no JSON object"),
        ("{}", "x", "Name: value"),
        ('{"identity": "x"}', "", "does not take these parameters"),
        ('{"id": "none"}', "A2A-Version: 9.0", "9.0"),
        ('{"id": "none"}', "", '"code": -32001'),
    ):
        looker.find("askParams").setPlainText(params)
        looker.find("askHeaders").setPlainText(headers)
        looker.press("askSend")
        await looker.sees(
            lambda says=says: (
                says in looker.find("askAnswer").toPlainText()
                and looker.find("askSend").isEnabled()
            )
        )
    looker.press("askClose")
    await looker.sees(lambda: not looker.shows("askAgent"))


async def test_a_frame_that_was_sent_is_sent_again_otherwise(looker: Any) -> None:
    looker.say("hello")
    await looker.sees(lambda: looker.states() == ["completed"])
    await inspect(looker)
    looker.press("inspectorAsk")
    await looker.sees(lambda: looker.shows("askAgent"))
    assert looker.find("askOperation").value == "SendStreamingMessage"
    params = json.loads(looker.find("askParams").toPlainText())
    sent = json.loads(looker.find("inspectorBody").toPlainText())["body"]["message"]
    assert params["message"]["messageId"] != sent["messageId"]
    params["message"]["parts"] = [{"text": "wait"}]
    looker.find("askParams").setPlainText(json.dumps(params))
    looker.press("askSend")
    await looker.sees(lambda: "TASK_STATE_WORKING" in looker.find("askAnswer").toPlainText())
    looker.press("askClose")  # its stream ends with it
    await looker.sees(lambda: not looker.shows("askAgent"))


def listed(person: Any) -> list[str]:
    model = person.find("taskListTasks").model()
    told = Qt.ItemDataRole.AccessibleTextRole
    return [str(model.index(row).data(told)) for row in range(model.rowCount())]


async def test_the_tasks_of_an_agent_are_a_list_to_look_into(looker: Any) -> None:
    looker.say("hello")
    await looker.sees(lambda: looker.states() == ["completed"])
    looker.say("wait")
    await looker.sees(lambda: looker.states() == ["completed", "working"])
    looker.action("actionAgentTasks").trigger()
    await looker.sees(lambda: looker.shows("taskList") and len(listed(looker)) == 2)
    running, done = listed(looker)
    assert running.startswith("Working")
    assert done.startswith("Done")
    assert looker.find("taskListNote").text() == "Tasks: 2"
    assert looker.find("taskListFollow").isEnabled()
    QTest.keyClick(looker.find("taskListTasks"), Qt.Key.Key_Down)
    assert not looker.find("taskListCancel").isEnabled()
    QTest.keyClick(looker.find("taskListTasks"), Qt.Key.Key_Return)
    await looker.sees(lambda: "COMPLETED" in looker.find("taskListAnswer").toPlainText())
    assert looker.shows("taskList")
    QTest.keyClick(looker.find("taskListTasks"), Qt.Key.Key_Up)
    looker.press("taskListFollow")
    await looker.sees(lambda: "WORKING" in looker.find("taskListAnswer").toPlainText())
    looker.press("taskListCancel")  # its stream is left
    await looker.sees(lambda: listed(looker)[0].startswith("Stopped · wait"))
    await looker.sees(lambda: looker.states() == ["completed", "canceled"])
    looker.find("taskListState").choose("completed")
    await looker.sees(lambda: looker.find("taskListNote").text() == "Tasks: 1")
    looker.find("taskListState").choose("failed")
    await looker.sees(lambda: looker.find("taskListNote").text() == "Tasks: 0")
    assert not looker.find("taskListMore").isEnabled()
    looker.press("taskListOther")
    await looker.sees(lambda: looker.shows("askAgent"))
    looker.press("askClose")
    looker.press("taskListClose")
    await looker.sees(lambda: not looker.shows("taskList"))


async def test_a_whole_conversation_is_taken_away(looker: Any) -> None:
    for number, text in enumerate(("hello", "again"), 1):
        looker.say(text)
        await looker.sees(lambda number=number: looker.states() == ["completed"] * number)
    await inspect(looker)
    for form, needle in (("Report", '"text": "'), ("Pytest", "'text': '"), ("Json", '"text":"')):
        for whole in (False, True):
            looker.find("inspectorWhole").setChecked(whole)
            QApplication.clipboard().clear()
            looker.press(f"inspectorCopy{form}")
            await looker.sees(lambda: QApplication.clipboard().text())
            text = QApplication.clipboard().text()
            assert (f"{needle}hello" in text) is whole
            assert f"{needle}again" in text


def misspelt(method: str, events: list[Any]) -> list[Any]:
    status = next(one for one in events if "statusUpdate" in one)
    status["statusUpdate"]["final"] = True
    return events


@pytest.mark.parametrize("wrong", [misspelt], indirect=True)
@pytest.mark.logs_warnings
async def test_json_that_is_not_as_defined_is_marked_and_shown_as_sent(wrong: Any) -> None:
    wrong.say("Hello")
    await wrong.sees(lambda: wrong.states() == ["completed"])
    await inspect(wrong)
    await wrong.sees(lambda: marked(wrong))
    [line] = marked(wrong)
    assert "`final` was removed" in line
    frames = wrong.find("inspectorFrames")
    frames.setCurrentIndex(frames.model().index(told_rows(wrong).index(line)))
    await wrong.sees(lambda: '"as_sent"' in wrong.find("inspectorBody").toPlainText())
    assert '"final": true' in wrong.find("inspectorBody").toPlainText()
