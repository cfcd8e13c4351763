"""What the command line prints of a turn."""

import asyncio
import io
import os
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.domain.events import (
    ArtifactEvent,
    ProtocolFault,
    SessionEvent,
    StatusEvent,
    StreamLost,
    TurnEnded,
    TurnStarted,
)
from app.domain.ids import utc_now
from app.domain.messages import DataPart, FilePart, Message, Part, Role, TextPart
from app.domain.tasks import Artifact, TaskState
from app.terminal.phrases import TerminalText
from app.terminal.terminal import EXIT_UNREACHABLE, Terminal, TerminalRequest

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

    async def release(self, reason: str) -> None:
        assert reason == "late"
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
    await terminal.say(TerminalRequest("slow please"))
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
    await terminal.say(TerminalRequest("slow please"))
    assert words in err.getvalue()
    assert TerminalText(language).phrase("left") not in err.getvalue()
    assert terminal.exit_code == EXIT_UNREACHABLE


def answered(*parts: Part, name: str = "report", said: str = "") -> Played:
    """Return a session whose agent answers with an artifact of these parts, and some words."""
    ids = {"task_id": "t", "context_id": "c"}
    message = Message(
        message_id="m",
        context_id="c",
        role=Role.USER,
        parts=(TextPart(text="x"),),
        created_at=utc_now(),
    )
    events: list[SessionEvent] = [TurnStarted(message=message)]
    if said:
        words = Artifact(artifact_id="w", name="answer", parts=(TextPart(text=said),))
        events.append(ArtifactEvent(artifact=words, **ids))
    events += [
        ArtifactEvent(artifact=Artifact(artifact_id="a", name=name, parts=parts), **ids),
        StatusEvent(state=TaskState.COMPLETED, **ids),
        TurnEnded(state=TaskState.COMPLETED, seconds=1.0, **ids),
    ]
    return Played(events)


async def printed(played: Any, **more: Any) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    desk: Any = None
    words = TerminalText("en")
    terminal = Terminal(
        desk, played, **{"as_json": False, "text": words, "out": out, "err": err, **more}
    )
    await terminal.say(TerminalRequest("x"))
    return out.getvalue(), err.getvalue()


PARTS: tuple[Part, ...] = (
    TextPart(text="Here it is."),
    FilePart(name="../../report\x1b[2J.pdf", media_type="application/pdf", content=b"%PDF" * 300),
    FilePart(name="plan.png", media_type="image/png", url="https://files.example/plan.png"),
    DataPart(data={"n": [1, 2], "long": "x" * 500}),
)


async def test_what_can_be_asked_instead_is_printed_below_the_answer() -> None:
    offers = [{"label": "Games by \x1b[31mmap", "edits": []}, {"edits": []}, "no offer"]
    declined = DataPart(data={"outcome": "decline", "offers": offers})
    out, _ = await printed(answered(declined, name="frame", said="The table does not tell why."))
    assert "The table does not tell why." in out
    assert "You can also ask:\n  • Games by " in out and "\x1b" not in out
    asked = DataPart(data={"outcome": "ask", "offers": offers})
    out, _ = await printed(answered(asked, name="frame", said="Which one?"))
    assert "For example" not in out and "[data]" not in out


async def test_each_part_that_is_no_text_has_a_line() -> None:
    out, _ = await printed(answered(*PARTS))
    words, *lines = [line for line in out.splitlines() if line]
    assert words == "Here it is."
    assert lines[0] == r"[file] · ../../report\x1b[2J.pdf · application/pdf · 1,200 bytes"
    assert lines[1] == "[address] · plan.png · image/png · https://files.example/plan.png"
    assert lines[2].startswith('[data] · report · application/json · {"n": [1, 2], "long": "xxx')
    assert lines[2].endswith("x…")
    assert len(lines) == 3


async def test_what_our_agents_send_beside_their_words_is_no_news() -> None:
    out, _ = await printed(answered(DataPart(data={"a": 1}), name="frame", said="42."))
    assert out.split() == ["42."]
    out, _ = await printed(answered(DataPart(data={"a": 1}), name="frame"))
    assert '{"a": 1}' in out  # of an agent that says nothing else, it is the answer


@pytest.mark.parametrize("as_json", [False, True])
async def test_parts_are_saved_under_names_that_are_no_paths(tmp_path: Path, as_json: bool) -> None:
    folder = tmp_path / "made" / "out"
    for _ in range(2):
        _, err = await printed(answered(*PARTS), folder=folder, as_json=as_json)
    assert f"Saved: {folder}" in err
    names = sorted(path.name for path in folder.iterdir())
    assert names == [
        "plan-2.url",
        "plan.url",
        "report-2.json",
        "report-2.txt",
        "report.json",
        "report.txt",
        "report_2J-2.pdf",
        "report_2J.pdf",
    ]
    assert os.listdir(tmp_path) == ["made"]
    assert (folder / "report_2J.pdf").read_bytes() == b"%PDF" * 300
    assert "https://files.example/plan.png" in (folder / "plan.url").read_text()


async def test_a_broken_rule_is_told() -> None:
    ended = TurnEnded(context_id="c", task_id="t", state=TaskState.COMPLETED, seconds=1.0)
    played = Played([ProtocolFault(rule="other_task", detail="o\x1b[1m"), ended])
    _, err = await printed(played)
    assert r"of another task (o\x1b[1m); it is left out" in err
