"""What the command line prints of a turn."""

import io
from collections.abc import AsyncIterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from app.domain.events import SessionEvent, StatusEvent, StreamLost, TurnEnded
from app.domain.tasks import TaskState
from app.terminal import EXIT_UNREACHABLE, Request, Terminal
from app.terminal_text import TerminalText

pytestmark = pytest.mark.anyio


class Played:
    """A session whose turn is these events."""

    def __init__(self, events: Sequence[SessionEvent]) -> None:
        self._events = events
        self.context_id = "c"
        self.conversation = SimpleNamespace(agent="lab")

    async def say(self, text: str, **_: Any) -> AsyncIterator[SessionEvent]:
        for event in self._events:
            yield event


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ko", "에이전트를 다시 찾지 못했습니다."),
        ("en", "The agent was not found again. Its task may still be going on there"),
        ("es", "No se volvió a encontrar al agente."),
    ],
)
async def test_a_turn_that_is_left_open_ends_with_words(language: str, words: str) -> None:
    working = TaskState.WORKING
    played: Any = Played(
        [
            StatusEvent(task_id="t", context_id="c", state=working),
            StreamLost(task_id="t", reason="gone"),
            TurnEnded(context_id="c", task_id="t", state=working, seconds=30.0),
        ]
    )
    out, err = io.StringIO(), io.StringIO()
    desk: Any = None
    terminal = Terminal(desk, played, as_json=False, text=TerminalText(language), out=out, err=err)
    await terminal.say(Request("slow please"))
    assert err.getvalue().splitlines()[-1].startswith(f"balance-desk: {words}")
    assert terminal.exit_code == EXIT_UNREACHABLE
