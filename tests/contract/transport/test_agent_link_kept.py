"""Tasks kept in the profile's database outlive the program, its links and its agents."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from agents.echo import EchoExecutor, make
from agents.hosting.host import AgentHost
from app.conversations.store.sql_store import SqlStore
from app.domain.tasks import TaskState
from app.ports import AgentLink
from tests.contract.transport.serving import collect, last_state, say, task_id_of
from transport.connect import link_in_process

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def program(path: Path) -> AsyncIterator[AgentLink]:
    """Open what one run of the program has open, and close it in order."""
    store = await SqlStore.open(path)
    card, _ = make(table=None, as_of=None, profile=None)
    host = AgentHost(
        name="echo",
        card=card,
        make_executor=lambda history: EchoExecutor(history=history, pace=0.0),
        records=store,
    )
    await host.recover()
    link = link_in_process(host.handler, host.card)
    yield link
    await link.aclose()
    await host.aclose()
    await store.aclose()


async def test_a_question_is_answered_in_the_next_run(tmp_path: Path) -> None:
    async with program(tmp_path / "desk.db") as link:
        asked = task_id_of(await collect(link.send(say("ask"))))
    async with program(tmp_path / "desk.db") as link:
        answered = await collect(link.send(say("red", about=(asked,))))
        assert last_state(answered) is TaskState.COMPLETED
    async with program(tmp_path / "desk.db") as link:
        listed = await link.tasks("c")
        assert [task.task_id for task in listed] == [task_id_of(answered), asked]
        task = await link.get(asked)
        assert task.status is not None
        assert task.status.metadata == {"answered_by": task_id_of(answered)}


async def test_what_runs_when_the_program_closes_is_canceled_for_good(tmp_path: Path) -> None:
    async with program(tmp_path / "desk.db") as link:
        stream = aiter(link.send(say("wait")))
        task_id = task_id_of([await anext(stream)])
        sending = asyncio.create_task(collect(stream))
        await asyncio.sleep(0)
    sending.cancel()
    await asyncio.wait({sending})
    async with program(tmp_path / "desk.db") as link:
        assert (await link.get(task_id)).state is TaskState.CANCELED


async def test_many_turns_at_once_are_all_kept(tmp_path: Path) -> None:
    async with program(tmp_path / "desk.db") as link:
        turns = await asyncio.gather(*(collect(link.send(say(f"count {n}"))) for n in range(1, 9)))
    async with program(tmp_path / "desk.db") as link:
        for n, events in enumerate(turns, start=1):
            task = await link.get(task_id_of(events))
            assert task.state is TaskState.COMPLETED
            text = "".join(part.text for part in task.artifacts[0].parts if part.kind == "text")
            assert text == "".join(f"{i} " for i in range(1, n + 1))
