"""How tasks from the queues are cancelled, before and while they run; in process and on Redis."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from app.conversations.protocol.queue_names import MEMORY, TASK
from app.domain.book import SCOPES, Caller
from app.domain.service_tasks import ServiceTask, ServiceTaskState
from tests.contract.app.conversations.service.queue_makers import MAKERS
from tests.contract.app.conversations.service.queue_samples import raw, said
from tests.contract.app.conversations.service.queue_service import ALL, ANA
from tests.contract.app.conversations.service.queue_task_service import TALK, Serve, ended, serving
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


@pytest.fixture(params=MAKERS)
async def serve(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Serve]:
    async with serving(request, tmp_path) as opened:
        yield opened


async def test_a_task_that_is_cancelled_is_stopped_and_told(serve: Serve) -> None:
    begun, stopped = asyncio.Event(), asyncio.Event()

    async def long(*_: Any) -> Any:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    service = await serve(long=long)
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        asking = group.create_task(
            service.requester.ask(TASK, {"task_type": "long"}, **TALK, seconds=PATIENCE)
        )
        await begun.wait()
        (task,) = (await service.book.tasks(ANA)).items
        await service.book.task_cancel(ANA, task.id)
        await stopped.wait()
    answer = asking.result()
    assert (answer.status, answer.payload["update_type"]) == ("cancelled", "task_cancelled")
    assert (await service.book.task(ANA, task.id)).state is ServiceTaskState.CANCELLED
    await service.idle(TASK)
    assert list(await service.queues.dead(TASK)) == []


async def test_a_task_that_was_told_of_and_cancelled_ahead_is_not_run(serve: Serve) -> None:
    ran: list[str] = []

    async def seen(*_: Any) -> Any:
        ran.append("it")
        return None

    service = await serve(seen=seen)
    await service.book.task_put(ANA, ServiceTask(id="t", task_type="seen"))
    await service.book.task_cancel(ANA, "t")
    request = said(TASK, {"task_type": "seen", "task_parameters": {"n": 1}}, task_id="t")
    await service.put(TASK, raw(request))
    await service.idle(TASK)
    assert ran == []
    assert (await service.book.task(ANA, "t")).state is ServiceTaskState.CANCELLED


@pytest.mark.parametrize("canceller", [ANA, ALL], ids=["user", "service"])
async def test_a_task_whose_request_still_waits_is_cancelled(
    serve: Serve, canceller: Caller
) -> None:
    ran: list[str] = []

    async def seen(*_: Any) -> Any:
        ran.append("it")
        return None

    service = await serve(seen=seen)
    asked = uuid.uuid4()
    task_id = str(uuid.uuid5(asked, "task"))
    ahead = await service.book.task_cancel(canceller, task_id)
    assert (ahead.state, ahead.revision) == (ServiceTaskState.CANCELLED, 0)
    answer = await service.requester.ask(
        TASK, {"task_type": "seen"}, **TALK, seconds=PATIENCE, message_id=asked
    )
    assert (answer.status, answer.payload["update_type"]) == ("cancelled", "task_cancelled")
    task = await service.book.task(ANA, task_id)
    assert (task.state, task.task_type, task.revision) == (ServiceTaskState.CANCELLED, "seen", 1)
    assert await ended(service, task_id) == ["task.update"]
    fact = {"operations": [{"operation": "remember", "text": "my race is Zerg"}]}
    asked = uuid.uuid4()
    await service.book.task_cancel(canceller, str(uuid.uuid5(asked, "task")))
    answer = await service.requester.ask(MEMORY, fact, **TALK, seconds=PATIENCE, message_id=asked)
    assert answer.status == "cancelled"
    assert (await service.book.memories(ANA)).items == ()
    assert ran == []


async def test_what_waits_is_cancelled_although_another_user_has_its_id(serve: Serve) -> None:
    ran: list[str] = []

    async def seen(*_: Any) -> Any:
        ran.append("it")
        return None

    service = await serve(seen=seen)
    bea = Caller(tenant="acme", user="bea", scopes=ANA.scopes)
    await service.book.task_put(bea, ServiceTask(id="t", state=ServiceTaskState.PROCESSING))
    assert (await service.book.task_cancel(ANA, "t")).revision == 0
    # It is so for each request of that id, as it is where nobody else has it.
    for _ in range(2):
        request = said(TASK, {"task_type": "seen", "task_parameters": {}}, task_id="t")
        await service.put(TASK, raw(request))
        await service.idle(TASK)
        task = await service.book.task(ANA, request["message_id"])
        assert (task.state, task.task_type) == (ServiceTaskState.CANCELLED, "seen")
    assert ran == []
    assert (await service.book.task(bea, "t")).state is ServiceTaskState.PROCESSING


async def test_a_task_that_was_stopped_stops_nothing_else(serve: Serve) -> None:
    begun = asyncio.Event()

    async def long(*_: Any) -> Any:
        begun.set()
        await asyncio.Event().wait()

    service = await serve(long=long)
    task = said(TASK, {"task_type": "long", "task_parameters": {}}, task_id="t")
    await service.put(TASK, raw(task))
    async with asyncio.timeout(PATIENCE):
        await begun.wait()
    await service.book.task_cancel(ANA, "t")
    await service.idle(TASK)
    begun.clear()
    update = {"operations": [{"operation": "remember", "text": "my race is Zerg"}]}
    await service.put(MEMORY, raw(said(MEMORY, update, task_id="t")))
    await service.idle(MEMORY)
    assert [fact.text for fact in (await service.book.memories(ANA)).items] == ["my race is Zerg"]
    # The same again is what was stopped.
    task["message_id"] = str(uuid.uuid4())
    await service.put(TASK, raw(task))
    await service.idle(TASK)
    assert not begun.is_set()
    assert (await service.book.task(ANA, "t")).state is ServiceTaskState.CANCELLED


async def test_a_task_is_not_cancelled_by_whom_it_is_no_business_of(serve: Serve) -> None:
    async def seen(*_: Any) -> Any:
        return "done"

    service = await serve(seen=seen)
    for stranger in (
        Caller(tenant="acme", user="bea", scopes=ANA.scopes),
        Caller(tenant="other", user="ana", scopes=SCOPES),
    ):
        asked = uuid.uuid4()
        await service.book.task_cancel(stranger, str(uuid.uuid5(asked, "task")))
        answer = await service.requester.ask(
            TASK, {"task_type": "seen"}, **TALK, seconds=PATIENCE, message_id=asked
        )
        assert (answer.status, answer.payload["result"]) == ("completed", "done")
