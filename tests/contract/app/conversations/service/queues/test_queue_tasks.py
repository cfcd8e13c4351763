"""How tasks from the queues end: given up, run again; in process and on a real Redis."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from app.conversations.book.service_task_rows import Claim, Claimed
from app.conversations.protocol.queue_names import MEMORY, STORE, TASK
from app.conversations.service.queues.actions import process
from app.conversations.service.queues.dead_letters import revive
from app.conversations.service.queues.memory_queues import MemoryQueues
from app.conversations.service.queues.port import MAX_DELIVERIES, DeadLetter, TakenEnvelope
from app.domain.book import Caller, NewMessage
from app.domain.memories import NewMemory
from app.domain.service_tasks import ServiceTask, ServiceTaskState
from app.errors import RateLimitExceeded, StoreError
from tests.contract.app.conversations.service.queue_makers import MAKERS
from tests.contract.app.conversations.service.queue_samples import raw, said, store
from tests.contract.app.conversations.service.queue_service import ANA, AskedService, asked_service
from tests.contract.app.conversations.service.queue_task_service import (
    HELD,
    TALK,
    Serve,
    ended,
    serving,
)
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


@pytest.fixture(params=MAKERS)
async def serve(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Serve]:
    async with serving(request, tmp_path) as opened:
        yield opened


async def buried(service: AskedService, kind: Any) -> DeadLetter:
    async with asyncio.timeout(PATIENCE):
        while not (dead := await service.queues.dead(kind)):  # noqa: ASYNC110 — Redis tells nobody
            await asyncio.sleep(0.02)
    (letter,) = dead
    return letter


@pytest.mark.logs_warnings
async def test_a_task_that_fails_each_time_ends_as_failed_and_is_told(serve: Serve) -> None:
    async def broken(*_: Any) -> Any:
        raise RuntimeError("secret figures")

    service = await serve(broken=broken)
    answer = await service.requester.ask(TASK, {"task_type": "broken"}, **TALK, seconds=PATIENCE)
    assert (answer.status, answer.payload["error"]) == ("failed", "InternalError")
    assert "secret" not in str(answer.payload)
    task_id = str(answer.original_task_id)
    task = await service.book.task(ANA, task_id)
    assert (task.state, task.error) == (ServiceTaskState.FAILED, "InternalError")
    assert await ended(service, task_id) == [*["task.update"] * 3, "task.failed"]
    letter = await buried(service, TASK)
    assert (letter.deliveries, letter.reason.split(":")[0]) == (3, "RuntimeError")


@pytest.mark.logs_warnings
async def test_a_revived_task_is_run_again_under_its_id(serve: Serve) -> None:
    broken = True

    async def mended(*_: Any) -> Any:
        if broken:
            raise RuntimeError("not yet")
        return {"done": True}

    service = await serve(mended=mended)
    envelope = said(TASK, {"task_type": "mended"})
    await service.put(TASK, raw(envelope))
    letter = await buried(service, TASK)
    # To send it again is no revival: it is answered as it ended.
    await service.put(TASK, raw(envelope))
    await service.idle(TASK)
    assert (await service.book.task(ANA, envelope["task_id"])).state is ServiceTaskState.FAILED
    broken = False
    assert await revive(service.queues, service.database, TASK, [letter.entry], actor="x") == {}
    await service.idle(TASK)
    task = await service.book.task(ANA, envelope["task_id"])
    assert (task.state, task.result, task.error) == (
        ServiceTaskState.COMPLETED,
        {"done": True},
        "",
    )
    topics = await ended(service, envelope["task_id"])
    assert topics[3:] == ["task.failed", "task.update", "task.completed"]
    await service.put(TASK, raw(envelope))
    await service.idle(TASK)
    assert (await service.book.task(ANA, envelope["task_id"])).revision == task.revision


@pytest.mark.logs_warnings
async def test_a_task_whose_workers_went_silent_ends_as_failed(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = 0

    async def silent(*_: Any) -> Any:
        nonlocal begun
        begun += 1
        await asyncio.Event().wait()

    service = await serve(workers=4, silent=silent)

    async def held(*_: Any) -> None:
        """Nobody says that it is still being worked on."""

    monkeypatch.setattr(service.queues, "hold", held)
    answer = await service.requester.ask(TASK, {"task_type": "silent"}, **TALK, seconds=PATIENCE)
    assert (answer.status, answer.payload["error"]) == ("failed", "ServiceTimeout")
    assert 1 <= begun <= MAX_DELIVERIES  # one who has it already does not begin it again
    letter = await buried(service, TASK)
    assert "not finished after 3 deliveries" in letter.reason
    task = await service.book.task(ANA, str(answer.original_task_id))
    assert task.state is ServiceTaskState.FAILED


async def test_a_worker_that_was_silent_does_not_begin_again_what_it_has_in_hand(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, went_on, again = 0, asyncio.Event(), asyncio.Event()

    async def slow(*_: Any) -> Any:
        nonlocal begun
        begun += 1
        await went_on.wait()
        return {"done": True}

    service = await serve(slow=slow)
    take = service.queues.take

    async def noticed(*given: Any, **more: Any) -> Sequence[TakenEnvelope]:
        taken = await take(*given, **more)
        if any(item.given_up for item in taken):
            again.set()
        return taken

    async def held(*_: Any) -> None:
        """It is not said that anything is still being worked on."""

    monkeypatch.setattr(service.queues, "hold", held)
    monkeypatch.setattr(service.queues, "take", noticed)
    task = asyncio.create_task(
        service.requester.ask(TASK, {"task_type": "slow"}, **TALK, seconds=PATIENCE)
    )
    async with asyncio.timeout(PATIENCE):
        await again.wait()
    update = {"operations": [{"operation": "remember", "text": "my race is Zerg"}]}
    answer = await service.requester.ask(MEMORY, update, **TALK, seconds=PATIENCE)
    assert answer.status == "completed"
    went_on.set()
    assert ((await task).status, begun) == ("completed", 1)


@pytest.mark.logs_warnings
async def test_a_failure_that_cannot_be_stored_is_told_once_it_can(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = 0

    async def broken(*_: Any) -> Any:
        nonlocal tries
        tries += 1
        raise StoreError("The disk is full.")

    service = await serve(broken=broken)
    begin, away = service.book.task_begin, True

    async def full(caller: Any, task: ServiceTask, claim: Claim) -> Claimed:
        nonlocal away
        if task.state is ServiceTaskState.FAILED and away:
            away = False
            raise StoreError("The disk is full.")
        return await begin(caller, task, claim)

    monkeypatch.setattr(service.book, "task_begin", full)
    answer = await service.requester.ask(TASK, {"task_type": "broken"}, **TALK, seconds=PATIENCE)
    assert (answer.status, answer.payload["error"]) == ("failed", "ServiceTimeout")
    # A delivery that a slow machine did not begin in time counts, too.
    assert 0 < tries <= 3 and not away
    task = await service.book.task(ANA, str(answer.original_task_id))
    assert task.state is ServiceTaskState.FAILED


@pytest.mark.logs_warnings
@pytest.mark.parametrize(
    ("kind", "payload", "error"),
    [
        (STORE, store()["payload"], "MessageStorageError"),
        (MEMORY, {"operations": [{"text": "likes tea"}]}, "InternalError"),
    ],
)
async def test_whoever_waits_hears_that_a_request_was_given_up(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, kind: Any, payload: Any, error: str
) -> None:
    service = await serve()

    async def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr(service.book, "add", broken)
    monkeypatch.setattr(service.book, "remember", broken)
    answer = await service.requester.ask(kind, payload, **TALK, seconds=PATIENCE)
    assert (answer.status, answer.payload["error"]) == ("failed", error)
    assert (await buried(service, kind)).deliveries == 3
    if kind == MEMORY:
        task = await service.book.task(ANA, str(answer.original_task_id))
        assert task.state is ServiceTaskState.FAILED


@pytest.mark.logs_warnings
async def test_what_was_done_is_not_given_up_when_its_answer_could_not_be_given(
    tmp_path: Path,
) -> None:
    class Full(MemoryQueues):
        refused = 0

        async def answer(
            self, address: str, body: bytes, *, finished: TakenEnvelope | None = None
        ) -> None:
            if self.refused < MAX_DELIVERIES:
                self.refused += 1
                raise RateLimitExceeded("The queue's memory is full.")
            await super().answer(address, body, finished=finished)

    queues = Full(seconds_held=HELD)
    async with asked_service(tmp_path, queues, seconds_held=HELD) as service:
        answer = await service.requester.ask(
            STORE, store("once")["payload"], **TALK, seconds=PATIENCE
        )
        assert (queues.refused, answer.status) == (MAX_DELIVERIES, "completed")
        assert (await service.book.get(ANA, "talk")).message_count == 1
        assert await queues.waiting(STORE) == 0
        assert list(await queues.dead(STORE)) == []


async def test_requests_that_share_a_task_id_are_all_done(serve: Serve) -> None:
    went_on = asyncio.Event()

    async def slow(*_: Any) -> Any:
        await went_on.wait()
        return {"done": True}

    service = await serve(slow=slow)
    shared = "one task of the orchestrator"
    task = said(TASK, {"task_type": "slow", "task_parameters": {}}, task_id=shared)
    await service.put(TASK, raw(task))
    async with asyncio.timeout(PATIENCE):
        while not await ended(service, shared):  # noqa: ASYNC110 — Redis tells nobody
            await asyncio.sleep(0.02)
    for text in ("my race is Zerg", "my league is gold"):
        update = {"operations": [{"operation": "remember", "text": text}]}
        await service.put(MEMORY, raw(said(MEMORY, update, task_id=shared)))
        await service.idle(MEMORY)
    facts = (await service.book.memories(ANA)).items
    assert {fact.text for fact in facts} == {"my race is Zerg", "my league is gold"}
    went_on.set()
    await service.idle(TASK)
    assert (await service.book.task(ANA, shared)).result == {"done": True}
    # The same one again is the same task.
    task["message_id"] = "550e8400-e29b-41d4-a716-446655440000"
    await service.put(TASK, raw(task))
    await service.idle(TASK)
    assert await ended(service, shared) == ["task.update", "task.completed"]


async def test_of_requests_for_one_task_one_is_run(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[str] = []
    went_on = asyncio.Event()

    async def slow(*_: Any) -> Any:
        ran.append("it")
        await went_on.wait()
        return {"done": True}

    service = await serve(workers=2, slow=slow)
    begin, refused = service.book.task_begin, 0

    async def counted(caller: Any, task: ServiceTask, claim: Claim) -> Claimed:
        nonlocal refused
        found = await begin(caller, task, claim)
        refused += not found.given
        return found

    monkeypatch.setattr(service.book, "task_begin", counted)
    asked = uuid.uuid4()
    task_id = str(uuid.uuid5(asked, "task"))
    payload: Any = {"task_type": "slow", "task_parameters": {}}
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        answers = [
            group.create_task(
                service.requester.ask(TASK, payload, **TALK, seconds=PATIENCE, message_id=asked)
            )
            for _ in range(2)
        ]
        await service.put(TASK, raw(said(TASK, payload, task_id=task_id)))
        while not refused and len(ran) < 2:  # noqa: ASYNC110 — Redis tells nobody
            await asyncio.sleep(0.01)
        went_on.set()
    assert [answer.result().status for answer in answers] == ["completed"] * 2
    await service.idle(TASK)
    assert (ran, await ended(service, task_id)) == (["it"], ["task.update", "task.completed"])


async def test_a_task_that_another_service_works_on_is_left_to_it(serve: Serve) -> None:
    async def seen(*_: Any) -> Any:
        return "mine"

    service = await serve(seen=seen)

    async def answer(of_another: Claim) -> Any:
        asked = uuid.uuid4()
        task = ServiceTask(
            id=str(uuid.uuid5(asked, "task")),
            conversation_id="talk",
            task_type="seen",
            state=ServiceTaskState.PROCESSING,
        )
        assert (await service.book.task_begin(ANA, task, of_another)).given
        wanted = service.requester.ask(
            TASK, {"task_type": "seen"}, **TALK, seconds=PATIENCE, message_id=asked
        )
        return await wanted

    told = await answer(Claim("another", 60, ""))
    assert (told.status, told.payload["update_type"]) == ("processing", "task_processing")
    # Of one that is gone it is taken over in time.
    told = await answer(Claim("another", 2.5, ""))
    assert (told.status, told.payload["result"]) == ("completed", "mine")
    assert list(await service.queues.dead(TASK)) == []


async def test_a_task_id_that_another_user_has_stops_nobody(serve: Serve) -> None:
    async def seen(*_: Any) -> Any:
        return "done"

    service = await serve(seen=seen)
    bea = Caller(tenant="acme", user="bea", scopes=ANA.scopes)
    asked = uuid.uuid4()
    task_id = str(uuid.uuid5(asked, "task"))
    await service.book.task_put(bea, ServiceTask(id=task_id))
    answer = await service.requester.ask(
        TASK, {"task_type": "seen"}, **TALK, seconds=PATIENCE, message_id=asked
    )
    assert (answer.status, answer.payload["task_id"]) == ("completed", str(asked))
    assert (await service.book.task(bea, task_id)).state is ServiceTaskState.PENDING


async def test_a_finished_task_keeps_no_text_of_facts(serve: Serve) -> None:
    service = await serve(process=process)
    await service.book.add(ANA, "talk", NewMessage(role="user", content="hello"))
    fact = await service.book.remember(ANA, NewMemory(text="likes Zerg", user_id="ana"))
    asked = {"task_type": "process", "task_parameters": {"context_type": "full"}}
    answer: Any = await service.requester.ask(TASK, asked, **TALK)
    assert [one["text"] for one in answer.payload["result"]["memories"]] == ["likes Zerg"]
    task: Any = await service.book.task(ANA, str(answer.original_task_id))
    assert task.result["memories"] == [{"id": fact.id}]
    assert "likes Zerg" not in str(await service.book.tasks(ANA))
