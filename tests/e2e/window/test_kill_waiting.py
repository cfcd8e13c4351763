"""kill -9 while messages wait, and while they are sent: each arrives once, or is told of once.

What was on its way at the kill stands in the conversation as interrupted, to be tried again.

The seed of a failed run is in its output (`BALANCE_DESK_KILL_SEED`).
"""

import asyncio
import os
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from app.composition import open_desk
from app.domain.conversations import AnswerEntry, RequestEntry
from app.domain.tasks import TaskState
from app.profile.settings import Settings
from tests.patience import PATIENCE

ROUNDS = int(os.environ.get("BALANCE_DESK_KILLS_WAITING", "2"))
SEED = int(os.environ.get("BALANCE_DESK_KILL_SEED", time.time_ns() % 1_000_000))

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900 + 300 * ROUNDS)]


def begun(profile: Path, turn: str) -> "subprocess.Popen[str]":
    program = Path(__file__).with_name("queueing_desk.py")
    return subprocess.Popen(
        [sys.executable, str(program), str(profile), turn],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )


def killed(profile: Path, turn: int, chance: random.Random) -> list[str]:
    """Kill a window while it sends what waited, or takes more; return what it took."""
    process = begun(profile, str(turn))
    assert process.stdout is not None
    lines = []
    for _ in range(chance.randint(1 if turn else 2, 4)):
        begun_at = time.monotonic()
        lines.append(process.stdout.readline())
    # Somewhere within the next line, at the pace of this very window.
    time.sleep(chance.random() * (time.monotonic() - begun_at))
    process.kill()
    lines += process.communicate()[0].splitlines()
    return [line.strip().removeprefix("kept ") for line in lines if line.startswith("kept ")]


async def said_and_waiting(profile: Path) -> tuple[Counter[str], list[str]]:
    async with open_desk(Settings(profile=profile, agent="echo")) as opened:
        assert not opened.damaged_copy
        said: Counter[str] = Counter()
        for conversation in await opened.desk.conversations():
            entries = await opened.desk.entries(conversation.context_id, 0, 10_000)
            said.update(e.message.text for e in entries if isinstance(e, RequestEntry))
        waiting = [one.text for one in await opened.desk.messages.load()]
        return said, waiting


async def reached_the_agent(profile: Path) -> Counter[str]:
    async with open_desk(Settings(profile=profile, agent="echo")) as opened:
        [conversation] = await opened.desk.conversations()
        link = await opened.desk.agents.link("echo")
        found: Counter[str] = Counter()
        for task in await link.tasks(conversation.context_id):
            found.update(message.text for message in task.history if message.role.value == "user")
        return found


async def told_as_interrupted(profile: Path) -> set[str]:
    """Return what stands in the conversation as said, and as never begun by its agent."""
    async with open_desk(Settings(profile=profile, agent="echo")) as opened:
        [conversation] = await opened.desk.conversations()
        entries = await opened.desk.entries(conversation.context_id, 0, 10_000)
        asked = {
            e.message.message_id: e.message.text for e in entries if isinstance(e, RequestEntry)
        }
        return {
            asked[entry.answer.turn_id]
            for entry in entries
            if isinstance(entry, AnswerEntry)
            and entry.answer.task_id is None
            and (entry.answer.state, entry.answer.reason) == (TaskState.FAILED, "interrupted")
        }


def test_what_waits_outlives_kills_and_arrives_once(profile: Path) -> None:
    print(f"BALANCE_DESK_KILL_SEED={SEED}")
    chance = random.Random(SEED)
    kept: list[str] = []
    for turn in range(ROUNDS):
        taken = killed(profile, turn, chance)
        kept += taken
        said, waiting = asyncio.run(said_and_waiting(profile))
        print(f"kill {turn}: {len(taken)} taken, {len(waiting)} wait")
        assert all(said[text] + waiting.count(text) == 1 for text in kept)
    last = begun(profile, "last")
    told, _ = last.communicate(timeout=PATIENCE)
    assert (told, last.returncode) == ("ready\nfinished\n", 0)
    assert kept
    said, waiting = asyncio.run(said_and_waiting(profile))
    assert waiting == []
    assert {text: said[text] for text in kept} == dict.fromkeys(kept, 1)
    reached = asyncio.run(reached_the_agent(profile))
    told = asyncio.run(told_as_interrupted(profile))
    print(f"reached {reached}, told of {told}")
    assert {text: reached[text] + (text in told) for text in kept} == dict.fromkeys(kept, 1)
