"""A desk without a window, as a process: `python -m tests.live.chaos.desk PROFILE NAME EVERY`.

It says the next number in a conversation of its own every so many seconds, to the agent of its
profile, and is kept in step with the service that the environment names. Each line of its output is
a JSON object: `{"state": …}` how far it is in step, `{"said": n}` once n is stored. At a line of
input it says nothing more, and tells `{"stopped": true}`; the next line is how many questions all
desks have asked, `{NAME: n}`. Once all of those are here, and answered, it tells what it shows as
`{"shown": {NAME: [Row, …]}}`, and ends.

A question of its own that may not have arrived it asks again, as a person would who is told so.
"""

import asyncio
import json
import math
import sys
import threading
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from app.composition import Opened, open_desk
from app.desk.outgoing import REPLACES
from app.desk.reconciliation import LiveTruth
from app.domain.conversations import AnswerEntry, RequestEntry
from app.domain.tasks import TaskState
from app.errors import DeskError
from app.profile.settings import load

AGENT = "counting"
NAMES = ("desk-one", "desk-two")
_SETTLING_SECONDS = 180.0


def tell(**said: object) -> None:
    """Print a line."""
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


class Row(NamedTuple):
    """A question, and what became of it; `again` where its person said it once more.

    `seconds` are those from when its person said it first until its answer had ended.
    """

    question: str
    answer: str = ""
    state: str = ""
    reason: str = ""
    again: bool = False
    seconds: float = math.inf


async def shown(opened: Opened, name: str) -> dict[str, Row]:
    """Return what a conversation shows: a row for each question, by its message."""
    desk = opened.desk
    rows: dict[str, Row] = {}
    asked: dict[str, datetime] = {}
    for entry in await desk.entries(name, 0, await desk.entry_count(name)):
        if isinstance(entry, RequestEntry):
            said = entry.message
            first = str(said.metadata.get(REPLACES, ""))
            asked[said.message_id] = asked.get(first, said.created_at)
            rows[said.message_id] = Row(said.text)
            if first in rows:
                rows[first] = rows[first]._replace(again=True)
        elif isinstance(entry, AnswerEntry):
            one = entry.answer
            question = rows.get(one.turn_id, Row(""))
            row = question._replace(answer=one.text, state=one.state, reason=one.reason)
            if one.ended_at is not None:
                seconds = (one.ended_at - asked.get(one.turn_id, one.started_at)).total_seconds()
                row = row._replace(seconds=seconds)
            rows[one.turn_id] = row
    return rows


async def ask_again(opened: Opened, name: str) -> None:
    """Say again what was not heard for certain."""
    known = {one.context_id for one in await opened.desk.conversations()}
    rows = await shown(opened, name) if name in known else {}
    for turn, row in rows.items():
        if row.reason == "not_confirmed" and not row.again:
            await (await opened.desk.session(name)).retry(turn)


async def say(opened: Opened, name: str, every: float, stop: asyncio.Event) -> None:
    """Say numbers until told to stop; the next comes whether the last was answered or not."""
    known = {one.context_id for one in await opened.desk.conversations()}
    rows = await shown(opened, name) if name in known else {}
    number = sum(not row.again for row in rows.values())
    begun, first = time.monotonic(), number
    while not stop.is_set():
        session = (
            await opened.desk.session(name)
            if name in known
            else opened.desk.new(AGENT, context_id=name)
        )
        known.add(name)
        await session.start(f"{name}.{number}")
        tell(said=number)
        number += 1
        wait = begun + (number - first) * every - time.monotonic()
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, wait)):
                await stop.wait()


async def settled(opened: Opened, name: str, asked: dict[str, int]) -> dict[str, Any]:
    """Return what is shown once all that was asked is answered, or when waiting is pointless."""
    ends = time.monotonic() + _SETTLING_SECONDS
    while True:
        await ask_again(opened, name)
        known = {one.context_id for one in await opened.desk.conversations()}
        found = {one: list((await shown(opened, one)).values()) for one in NAMES if one in known}
        # What was said once more stands there twice: another may be missing beside it.
        last = {one: [row for row in rows if not row.again] for one, rows in found.items()}
        rows = [row for one in last.values() for row in one]
        # Who asked what was not heard for certain says it again, maybe not yet to be seen here.
        ended = all(
            TaskState(row.state or "submitted").settled and row.reason != "not_confirmed"
            for row in rows
        )
        all_here = all(len(last.get(one, ())) >= many for one, many in asked.items())
        if time.monotonic() > ends or (ended and all_here):
            return found
        await asyncio.sleep(0.5)


async def main(profile: str, name: str, every: str) -> None:
    """Be a desk until the input ends it."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    told: asyncio.Queue[str] = asyncio.Queue()

    def read() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(stop.set)
            loop.call_soon_threadsafe(told.put_nowait, line)

    threading.Thread(target=read, daemon=True).start()
    async with open_desk(load(Path(profile), agent=AGENT)) as opened:
        assert opened.syncing is not None
        opened.syncing.watch(lambda status: tell(state=status.state, why=str(status.error or "")))
        await opened.desk.recover()
        await ask_again(opened, name)
        truth = LiveTruth(opened.desk)
        living = asyncio.create_task(truth.run())
        tell(state=opened.syncing.status.state)
        await say(opened, name, float(every), stop)
        tell(stopped=True)
        await told.get()
        truth.ask()
        tell(shown=await settled(opened, name, json.loads(await told.get())))
        living.cancel()
        with suppress(asyncio.CancelledError, DeskError):
            await living


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
