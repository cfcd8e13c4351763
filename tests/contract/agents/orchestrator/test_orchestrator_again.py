"""A step of a request is tried again: what it does not stand on is not asked once more."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from a2a.types import Part

from agents.answering.artifacts import json_part
from agents.storage.runs import run_of
from tests.contract.agents.orchestrator.orchestra import File, Orchestra, Said, answers
from tests.contract.transport.executors import Turn
from tests.contract.transport.serving import WIRES

pytestmark = pytest.mark.anyio

TABLE = {"columns": [], "rows": [[1]], "row_count": 1}


@pytest.fixture(params=["in-process", "json-rpc"])
async def orchestra(request: Any, tmp_path: Path) -> AsyncIterator[Orchestra]:
    async with AsyncExitStack() as stack:
        yield Orchestra(WIRES[request.param], stack, tmp_path / "runs")


async def counts(turn: Turn) -> None:
    await turn.updater.add_artifact([json_part(TABLE)], name="result")
    await turn.say("Terran wins 58% on 2026-03-14.")
    await turn.updater.complete()


class FailsOnce:
    """An agent that fails the first time it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def __call__(self, turn: Turn) -> None:
        self.asked += 1
        if self.asked == 1:
            await turn.updater.failed(turn.updater.new_agent_message([Part(text="no disk")]))
            return
        await turn.say(f"{10 + self.asked} errors.")
        await turn.updater.complete()


def run_in(said: Said) -> str:
    return str(said.data("steps")["run"])


async def again(orchestra: Orchestra, run: str, step: int) -> Said:
    return await orchestra.say("Try it again", choice=f"{run}:{step}", slot="retry")


async def test_only_the_step_that_failed_is_asked_again(orchestra: Orchestra) -> None:
    await orchestra.add("data", counts)
    await orchestra.add("logs", FailsOnce())
    first = await orchestra.say("Show the win rate and analyse the log")
    assert first.state == "completed" and "no disk" in first.text
    orchestra.heard.clear()
    said = await again(orchestra, run_in(first), 2)
    assert [(one.agent, one.text) for one in orchestra.heard] == [("logs", "analyse the log")]
    assert said.state == "completed"
    assert "Terran wins 58%" in said.text and "12 errors." in said.text
    assert said.data("result") == TABLE, "what the other step made is there too"
    run = run_of(orchestra.runs, run_in(said))
    assert run.summary()["rerun_of"] == run_in(first)
    before = run_of(orchestra.runs, run_in(first))
    (kept,) = (one for one in before.session.results if one["executor"] == "data")
    assert run.session.results[0] == {**kept, "step": 1}
    assert [one["executor"] for one in run.session.results] == ["data", "logs"]
    assert run.session.context["current_plan"] == before.session.context["current_plan"]


async def test_what_stands_on_the_step_is_asked_again_too(orchestra: Orchestra) -> None:
    await orchestra.add("data", counts)
    await orchestra.add("logs", answers("12 errors."))
    first = await orchestra.say("Show the win rate and check the log for errors that day")
    orchestra.heard.clear()
    await again(orchestra, run_in(first), 1)
    assert [one.agent for one in orchestra.heard] == ["data", "logs"]
    orchestra.heard.clear()
    await again(orchestra, run_in(first), 2)
    assert [one.agent for one in orchestra.heard] == ["logs"]
    assert "2026-03-14" in orchestra.heard[0].text


async def test_what_is_no_run_of_the_conversation_or_no_step_of_it_is_refused(
    orchestra: Orchestra,
) -> None:
    await orchestra.add("data", counts)
    await orchestra.add("logs", answers("12 errors."))
    first = await orchestra.say("Show the win rate and analyse the log")
    orchestra.heard.clear()
    run = run_in(first)
    kept = sorted(orchestra.runs.iterdir())
    for value, told in (
        *((f"{run}:{step}", "steps 1 to 2") for step in ("99", "0", "x", "")),
        *((wrong, "no run") for wrong in ("nonesuch:1", ":1", "../runs:1", "9" * 5_000)),
    ):
        for text in ("Try it again", ""):
            said = await orchestra.say(text, choice=value, slot="retry")
            assert said.state == "rejected" and told in said.status, value[:40]
    orchestra.context_id = "another"
    said = await again(orchestra, run, 2)
    assert said.state == "rejected" and "no run" in said.status
    assert orchestra.heard == [] and sorted(orchestra.runs.iterdir()) == kept


async def test_the_tables_of_one_step_are_there_after_a_question_of_the_other(
    orchestra: Orchestra,
) -> None:
    async def asks(turn: Turn) -> None:
        if turn.text == "auth.log":
            await turn.say("12 errors.")
            await turn.updater.complete()
        else:
            await turn.ask("Which log?")

    await orchestra.add("data", counts)
    await orchestra.add("logs", asks)
    asked = await orchestra.say("Show the win rate and analyse the log")
    assert asked.state == "input_required"
    said = await orchestra.say("auth.log")
    assert said.state == "completed" and "12 errors." in said.text
    assert said.data("result") == TABLE


class Slow:
    """An agent that says that it has begun, and goes on when it is let."""

    def __init__(self, words: str) -> None:
        self.asked = 0
        self.begun = asyncio.Event()
        self.go_on = asyncio.Event()
        self._words = words

    async def __call__(self, turn: Turn) -> None:
        self.asked += 1
        await turn.updater.start_work()
        self.begun.set()
        await self.go_on.wait()
        await turn.say(self._words)
        await turn.updater.complete()


async def killed(
    orchestra: Orchestra, slow: Slow, *, task: str | None, files: Sequence[File] = ()
) -> str:
    """Ask something, and leave the run as a program does that is killed while `slow` works.

    Return the id of the run: a copy of its file as it was then, under another id. `task` is what it
    knows of the task of `slow`: "" for nothing yet, None for its id.
    """
    asking = asyncio.create_task(
        orchestra.say("Show the win rate and analyse the log", files=files)
    )
    await slow.begun.wait()
    (path,) = orchestra.runs.glob("*.jsonl")
    (heard,) = (one for one in orchestra.heard if one.agent == "logs")
    events = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for event in events:
        event.update({"session_id": "deadbeef"} if event["event"] == "started" else {})
        for asked in event["value"]["asked"] if event["event"] == "note" else ():
            if asked["agent"] == "logs":
                asked["begun"] = heard.task_id if task is None else task
    left = "".join(f"{json.dumps(event)}\n" for event in events)
    (orchestra.runs / "deadbeef.jsonl").write_text(left, "utf-8")
    slow.go_on.set()
    await asking
    orchestra.heard.clear()
    return "deadbeef"


@pytest.mark.parametrize("task", ["", None])
async def test_an_interrupted_run_goes_on_and_asks_nobody_twice(
    orchestra: Orchestra, task: str | None
) -> None:
    slow = Slow("12 errors.")
    await orchestra.add("data", counts)
    await orchestra.add("logs", slow)
    run = await killed(orchestra, slow, task=task)
    said = await orchestra.say("Go on", choice=run, slot="retry")
    assert said.state == "completed"
    assert "Terran wins 58%" in said.text and "12 errors." in said.text
    assert orchestra.heard == [] and slow.asked == 1
    whole = run_of(orchestra.runs, run)
    assert whole.status == "completed"
    assert sorted(one["step"] for one in whole.session.results) == [1, 2]


async def test_a_question_that_comes_again_goes_on_with_its_interrupted_run(
    orchestra: Orchestra,
) -> None:
    await orchestra.add("data", counts)
    await orchestra.add("logs", answers("12 errors."))
    asked = "Show the win rate and analyse the log"
    first = await orchestra.say(asked)
    path = orchestra.runs / f"{run_in(first)}.jsonl"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    done = next(at for at, line in enumerate(lines) if '"event":"result"' in line)

    def left_off() -> None:
        path.write_text("".join(lines[: done + 2]), "utf-8")  # killed when one had answered

    left_off()
    orchestra.heard.clear()
    said = await orchestra.say(asked)
    assert (said.state, run_in(said)) == ("completed", path.stem)
    assert "Terran wins 58%" in said.text and "12 errors." in said.text
    assert run_of(orchestra.runs, path.stem).status == "completed"
    left_off()
    assert run_in(await orchestra.say("Analyse the log and show the win rate")) != path.stem
    assert run_in(await orchestra.say(asked)) != path.stem, "something was answered since"


async def test_what_a_delegate_lost_with_its_own_program_is_asked_again(
    orchestra: Orchestra,
) -> None:
    slow = Slow("12 errors.")
    await orchestra.add("data", counts)
    await orchestra.add("logs", slow)
    run = await killed(orchestra, slow, task="a-task-that-nobody-knows")
    said = await orchestra.say("Go on", choice=run, slot="retry")
    assert said.state == "completed" and "12 errors." in said.text
    assert [one.agent for one in orchestra.heard] == ["logs"]


async def test_a_run_that_goes_on_elsewhere_is_not_taken_over(orchestra: Orchestra) -> None:
    slow = Slow("12 errors.")
    await orchestra.add("logs", slow)
    asking = asyncio.create_task(orchestra.say("analyse the log"))
    await slow.begun.wait()
    (path,) = orchestra.runs.glob("*.jsonl")
    said = await orchestra.say("Go on", choice=path.stem, slot="retry")
    assert said.state == "failed" and "goes on in another program" in said.status
    slow.go_on.set()
    assert (await asking).state == "completed"
    assert slow.asked == 1
