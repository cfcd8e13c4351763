"""What the command line prints of a turn."""

import asyncio
import io
from collections.abc import AsyncIterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from app.domain.events import SessionEvent, StatusEvent, StreamLost, TurnEnded
from app.domain.tasks import TaskState
from app.terminal.phrases import TerminalText
from app.terminal.terminal import EXIT_UNREACHABLE, Request, Terminal

pytestmark = pytest.mark.anyio


class Played:
    """A session whose turn is these events; the last may come when nobody waits any more."""

    def __init__(self, events: Sequence[SessionEvent], *, when_released: bool = False) -> None:
        self._events = events
        self._released = asyncio.Event()
        self.context_id = "c"
        self.conversation = SimpleNamespace(agent="lab")
        if not when_released:
            self._released.set()

    async def say(self, text: str, **_: Any) -> AsyncIterator[SessionEvent]:
        *others, last = self._events
        for event in others:
            yield event
        await self._released.wait()
        yield last

    async def release(self) -> None:
        self._released.set()


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


@pytest.mark.parametrize(
    ("language", "state", "words"),
    [
        ("ko", TaskState.WORKING, "마지막으로 알려진 상태: 작업 중. 작업 t은 거기서"),
        ("en", TaskState.WORKING, "Last known: working. Task t may be going on there"),
        ("es", TaskState.WORKING, "Último estado conocido: en curso. La tarea t puede seguir allí"),
        ("en", TaskState.CANCELED, "It did not finish within 0.01 seconds and was stopped."),
    ],
)
async def test_a_turn_is_waited_for_no_longer_than_was_said(
    language: str, state: TaskState, words: str
) -> None:
    played: Any = Played(
        [
            StatusEvent(task_id="t", context_id="c", state=TaskState.WORKING),
            TurnEnded(context_id="c", task_id="t", state=state, seconds=30.0),
        ],
        when_released=True,
    )
    out, err = io.StringIO(), io.StringIO()
    desk: Any = None
    terminal = Terminal(
        desk,
        played,
        as_json=False,
        text=TerminalText(language),
        turn_seconds=0.01,
        out=out,
        err=err,
    )
    await terminal.say(Request("slow please"))
    assert words in err.getvalue()
    assert TerminalText(language).phrase("left") not in err.getvalue()
    assert terminal.exit_code == EXIT_UNREACHABLE
