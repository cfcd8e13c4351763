"""The window over the real store and the real data agent: the documents' conversation, kept."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from app.composition import Opened, open_desk
from app.profile.settings import Settings
from gui.look.preferences import Preferences
from tests.gui.conftest import OpenWindow

pytestmark = pytest.mark.anyio

DONE = "completed"


class Runs:
    """Opens the desk of a profile, as one run of the program after another."""

    def __init__(self, profile: Path, stack: AsyncExitStack) -> None:
        self._profile = profile
        self._stack = stack

    async def begin(self) -> Opened:
        return await self._stack.enter_async_context(open_desk(Settings(profile=self._profile)))

    async def end(self) -> None:
        await self._stack.aclose()


@pytest.fixture
async def runs(tmp_path: Path, qapp: Any) -> AsyncIterator[Runs]:
    async with AsyncExitStack() as stack:
        yield Runs(tmp_path / "profile", stack)


async def test_the_conversation_is_carried_and_is_there_again(
    runs: Runs, open_window: OpenWindow
) -> None:
    opened = await runs.begin()
    person = await open_window(with_desk=opened.desk)
    person.action("actionNewConversation").trigger()
    person.say("승률 알려줘")
    await person.sees(lambda: person.shows("choice1"))
    assert "%" not in person.rows()[1][0]
    person.say("테란")
    await person.sees(lambda: person.states() == [DONE, DONE])
    assert "58%" in person.rows()[3][0]
    person.say("저그는?")
    await person.sees(lambda: person.states() == [DONE] * 3)
    assert "42%" in person.rows()[5][0]
    person.say("이전 분석들을 종합해줘")
    await person.sees(lambda: person.states() == [DONE] * 4)
    said = person.rows()
    assert "58%" in said[7][0]
    assert "42%" in said[7][0]
    history = person.window.task_history
    assert len({task["context_id"] for task in history}) == 1
    assert len({task["task_id"] for task in history}) == 4

    context = person.window.context_id
    person.window.close()
    await person.window.closed()
    await runs.end()

    again = await runs.begin()
    report = await again.desk.recover()
    assert not any(report), "nothing was left open"
    last = Preferences(language="en", theme="light", last_conversation=context)
    person = await open_window(with_desk=again.desk, preferences=last)
    await person.sees(lambda: len(person.rows()) == 8)
    assert person.rows() == said
    assert person.titles() == ["승률 알려줘"]
    person.say("프로토스도")
    await person.sees(lambda: person.states()[4:] == [DONE])
    assert "50%" in person.rows()[9][0]
    person.key(Qt.Key.Key_Up)
    assert person.find("composer").toPlainText() == "프로토스도"


async def test_two_questions_of_one_message_have_a_picture_and_chips_each(
    runs: Runs, open_window: OpenWindow
) -> None:
    person = await open_window(with_desk=(await runs.begin()).desk)
    person.say("win rate by race and average duration by map")
    await person.sees(lambda: person.states() == [DONE])
    view = person.find("chatView")
    await person.sees(lambda: all(view.chart(1, part) for part in (1, 2)))
    assert [len(view.chart(1, part).drawn) for part in (1, 2)] == [3, 8]
    chips = {"1/scope_off:1", "2/scope_off:1", "2/toggle"}
    await person.sees(lambda: chips <= {value for _, value, _ in view.target_rects()})
    view.actionRequested.emit(1, "2/scope_off:1")
    await person.sees(lambda: person.states() == [DONE, DONE])
    assert person.rows()[2][0].startswith("Without “map”")
    assert person.rows()[3][0].startswith("Mean duration"), "of the second question alone"
    assert "map" not in person.rows()[3][0]
