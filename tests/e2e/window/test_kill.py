"""kill -9 at random moments of a conversation loses no message and leaves no task working.

`BALANCE_DESK_KILLS` says how often (6 by itself); the seed of a failed run is in its output.
"""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest

from app.composition import open_desk
from app.conversations.database.sqlite import reading_engine
from app.desk.desk import Desk
from app.desk.recovery import Recovery
from app.domain.answers import Answer
from app.domain.conversations import AnswerEntry, Entry, RequestEntry
from app.domain.tasks import TaskState
from app.profile.settings import Settings

KILLS = int(os.environ.get("BALANCE_DESK_KILLS", "6"))
SEED = int(os.environ.get("BALANCE_DESK_KILL_SEED", time.time_ns() % 1_000_000))
MARKS_MORE = 4  # by which each kill may come later than the one before

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="forks the desk that it kills"),
    pytest.mark.timeout(900 + 60 * KILLS),
]

RUNNING = (TaskState.SUBMITTED, TaskState.WORKING, TaskState.UNKNOWN)


class Said(NamedTuple):
    """A message that the desk acknowledged before it was killed."""

    context_id: str
    message_id: str
    digest: str


class Victims:
    """Owns the process that forks desks; each is killed at a moment that chance chooses."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process
        assert process.stdout is not None
        assert process.stdin is not None
        self._lines, self._orders = process.stdout, process.stdin
        assert self._line() == "ready"

    def kill_one(self, seed: int, most_marks: int) -> list[Said]:
        """Kill a desk when it got as far as chance says: so many marks, and a part of one more.

        How long a mark takes is taken from this desk, so that the machine's speed plays no part.
        """
        self._orders.write(f"{seed}\n".encode())
        self._orders.flush()
        child = int(self._line().removeprefix("pid "))
        chance = random.Random(seed)
        begun = time.monotonic()
        lines = [self._line() for _ in range(chance.randint(0, most_marks))]
        pace = (time.monotonic() - begun) / max(1, len(lines))
        time.sleep(chance.random() * pace)
        os.kill(child, signal.SIGKILL)
        while (line := self._line()) != f"dead {child}":
            lines.append(line)
        marks = (line.split(" ") for line in lines)
        return [Said(*mark[1:]) for mark in marks if mark[0] == "said"]

    def _line(self) -> str:
        line = self._lines.readline()
        assert line, "the process that forks desks has ended"
        return line.decode().removesuffix("\n")


@contextmanager
def victims(profile: Path) -> Iterator[Victims]:
    program = Path(__file__).with_name("killed_desk.py")
    process = subprocess.Popen(
        [sys.executable, str(program), str(profile)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[3],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )
    try:
        yield Victims(process)
    finally:
        process.kill()
        process.communicate()


async def entries_of(desk: Desk) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    for conversation in await desk.conversations():
        entries = list(await desk.entries(conversation.context_id, 0, 100_000))
        assert [entry.position for entry in entries] == list(range(conversation.entries))
        found[conversation.context_id] = entries
    return found


def answers(entries: dict[str, list[Entry]]) -> dict[str, Answer]:
    return {
        entry.answer.turn_id: entry.answer
        for held in entries.values()
        for entry in held
        if isinstance(entry, AnswerEntry)
    }


def requests(entries: dict[str, list[Entry]]) -> set[Said]:
    return {
        Said(context_id, entry.message.message_id, sha256(entry.message.text.encode()).hexdigest())
        for context_id, held in entries.items()
        for entry in held
        if isinstance(entry, RequestEntry)
    }


def check_recovery(before: dict[str, Answer], after: dict[str, Answer], found: Recovery) -> None:
    """What ran was found, ended with a reason, and nothing else changed."""
    told = {answer.turn_id: answer for kind in found for answer in kind}
    assert not found.running
    assert not found.unreachable
    for turn_id, answer in after.items():
        if before[turn_id].state in RUNNING:
            assert told[turn_id] == answer
            assert answer.state not in RUNNING
            assert answer.state is not TaskState.FAILED or answer.reason
        elif turn_id not in told:
            assert answer == before[turn_id]
        ends = [change.state for change in answer.changes if change.state.terminal]
        assert ends == ([answer.state] if answer.state.terminal else [])
    assert all(answer.state is TaskState.COMPLETED for answer in found.finished)
    assert all(answer.state.interrupted for answer in found.waiting)
    assert all(answer.state.terminal for answer in (*found.interrupted, *found.unconfirmed))


async def check_agent(desk: Desk, after: dict[str, Answer]) -> None:
    """The agent's tasks stand where the conversation says."""
    link = await desk.agents.link("echo")
    for context_id in {answer.context_id for answer in after.values()}:
        tasks = {task.task_id: task.state for task in await link.tasks(context_id)}
        assert not set(tasks.values()) & set(RUNNING)
        for answer in after.values():
            if answer.task_id in tasks:
                assert tasks[answer.task_id] == answer.state, answer.model_dump_json(indent=1)


async def check(profile: Path, said: set[Said]) -> Recovery:
    async with open_desk(Settings(profile=profile, agent="echo")) as opened:
        assert opened.owner
        assert not opened.damaged_copy
        before = await entries_of(opened.desk)
        assert said <= requests(before)
        found = await opened.desk.recover()
        after = await entries_of(opened.desk)
        assert requests(after) == requests(before)
        check_recovery(answers(before), answers(after), found)
        await check_agent(opened.desk, answers(after))
        again = await opened.desk.recover()
        assert again == Recovery(waiting=again.waiting)
    with reading_engine(profile / "desk.db").connect() as connection:
        result = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
    assert result == "ok"
    return found


def test_killed_at_any_moment_the_desk_keeps_every_message_and_ends_every_task(
    profile: Path,
) -> None:
    print(f"BALANCE_DESK_KILL_SEED={SEED}")
    said: set[Said] = set()
    ended = 0
    with victims(profile) as forked:
        for number in range(KILLS):
            said |= set(forked.kill_one(SEED + number, 3 + MARKS_MORE * number))
            found = asyncio.run(check(profile, said))
            ended += len(found.interrupted) + len(found.unconfirmed) + len(found.finished)
            print(f"kill {number}: {len(said)} said, found {[len(kind) for kind in found]}")
    assert said
    assert ended
