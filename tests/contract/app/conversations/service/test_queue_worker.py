"""What a service does about requests from its queues, in process and on a real Redis."""

import asyncio
import json
import logging
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from app.conversations.database.tables import INBOX
from app.conversations.protocol.queue_names import (
    CONTEXT_RESULT,
    HISTORY,
    MEMORY,
    RETRIEVE,
    STORE,
    TASK,
    UPDATE,
    reply_address,
)
from app.conversations.service.queues.actions import QueueActions, process
from app.conversations.service.queues.memory_queues import MemoryQueues
from app.conversations.service.queues.port import MAX_DELIVERIES, Queues, TakenEnvelope
from app.conversations.service.queues.signatures import TokenProofs
from app.conversations.service.queues.worker import SLOTS, Worker
from app.conversations.service.rest.telemetry import ServiceMetrics
from app.domain.book import NewMessage
from app.domain.memories import MemoriesWanted
from app.domain.service_tasks import ServiceTask, ServiceTaskState
from app.errors import DatabaseUnreachable, ServiceTimeout
from app.system.json_log import TRACE, JsonLines
from tests.contract.app.conversations.service.queue_makers import MAKERS, empty_url
from tests.contract.app.conversations.service.queue_samples import raw, said, store
from tests.contract.app.conversations.service.queue_service import (
    ALL,
    ANA,
    AskedService,
    asked_service,
)
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

LONG = 600.0
TALK: Any = {"conversation_id": "talk", "user_id": "ana", "agent_id": "data"}


@pytest.fixture(params=MAKERS)
async def queues(request: pytest.FixtureRequest) -> AsyncIterator[Queues]:
    async with request.param(empty_url(request, request.param)) as made:
        yield made


@pytest.fixture
async def service(queues: Queues, tmp_path: Path) -> AsyncIterator[AskedService]:
    async with asked_service(tmp_path, queues) as asked:
        yield asked


async def contents(service: AskedService) -> list[str]:
    page = await service.book.messages(ANA, "talk", limit=1000)
    return [message.content for message in page.items]


async def kept_answers(service: AskedService) -> str:
    asked = select(INBOX.c.reply)
    return str(await service.database.read("acme", lambda c: c.execute(asked).scalars().all()))


async def test_a_message_is_stored_and_told(service: AskedService) -> None:
    answer = await service.requester.ask(STORE, store("hola")["payload"], **TALK)
    assert (answer.kind, answer.status) == (UPDATE, "completed")
    assert answer.payload["update_type"] == "new_message"
    assert answer.payload["messages_count"] == 1
    last: Any = answer.payload["last_message"]
    assert (last["role"], last["content_preview"], last["tokens"]) == ("user", "hola", 15)
    assert answer.payload["update_channels"] == ["websocket", "notification"]
    assert await contents(service) == ["hola"]


async def test_a_context_is_answered_in_the_documents_fields(service: AskedService) -> None:
    for number in range(12):
        await service.book.add(ANA, "talk", NewMessage(role="user", content=f"n {number}"))
    asked = {
        "message_count": 10,
        "include_system_messages": True,
        "max_tokens": 4000,
        "recency_bias": 0.7,
        "context_type": "chat_history",
        "filter": {"from_timestamp": "2025-06-01T00:00:00Z", "exclude_tags": ["debug"]},
    }
    answer = await service.requester.ask(RETRIEVE, asked, priority=7, **TALK)
    assert (answer.kind, answer.status) == (CONTEXT_RESULT, "completed")
    payload: Any = answer.payload
    assert {
        "messages",
        "context_summary",
        "total_messages",
        "included_messages",
        "total_tokens",
        "has_more",
        "relevance_score",
        "context_type",
    } <= set(payload)
    assert (payload["total_messages"], payload["included_messages"]) == (12, 10)
    assert payload["has_more"] is True
    assert {"id", "role", "content", "timestamp", "content_type", "tokens"} <= set(
        payload["messages"][0]
    )
    assert isinstance(answer.metadata["processing_time_ms"], int)


async def test_the_history_is_answered_page_by_page(service: AskedService) -> None:
    for number in range(5):
        await service.book.add(ANA, "talk", NewMessage(role="user", content=f"n {number}"))
    first: Any = (await service.requester.ask(HISTORY, {"limit": 3}, **TALK)).payload
    assert [one["content"] for one in first["messages"]] == ["n 0", "n 1", "n 2"]
    assert first["has_more"] is True
    after = {"limit": 3, "after": first["messages"][-1]["seq"]}
    rest: Any = (await service.requester.ask(HISTORY, after, **TALK)).payload
    assert [one["content"] for one in rest["messages"]] == ["n 3", "n 4"]
    assert (rest["has_more"], rest["context_type"]) == (False, "history")


async def test_facts_are_remembered_changed_and_forgotten(service: AskedService) -> None:
    remember = {"operation": "remember", "text": "speaks Korean", "user_id": "ana"}
    answer = await service.requester.ask(MEMORY, {"operations": [remember]}, **TALK)
    assert (str(answer.kind), answer.status) == ("memory.result", "completed")
    (fact,) = answer.payload["memories"]  # type: ignore[misc]
    edit = {"operation": "edit", "id": fact["id"], "text": "speaks Korean well"}  # type: ignore[index, call-overload]
    await service.requester.ask(MEMORY, {"operations": [edit]}, **TALK)
    (held,) = (await service.book.memories(ANA, MemoriesWanted(user_id="ana"))).items
    assert held.text == "speaks Korean well"
    forget = {"operation": "forget", "id": held.id}
    await service.requester.ask(MEMORY, {"operations": [forget]}, **TALK)
    assert (await service.book.memories(ANA)).items == ()


async def test_a_task_is_worked_on_and_its_end_is_told(service: AskedService) -> None:
    await service.book.add(ANA, "talk", NewMessage(role="user", content="hello"))
    payload: Any = {"task_type": "process", "task_parameters": {"message_count": 3}}
    answer = await service.requester.ask(TASK, payload, **TALK)
    assert answer.payload["update_type"] == "task_completed"
    task = await service.book.task(ANA, str(answer.original_task_id))
    assert task.state is ServiceTaskState.COMPLETED
    assert task.result["included_messages"] == 1  # type: ignore[index, call-overload]
    refused = await service.requester.ask(TASK, {"task_type": "dance"}, **TALK)
    assert refused.status == "failed"
    assert refused.payload["update_type"] == "task_failed"


@pytest.mark.parametrize(
    ("kind", "payload", "where", "error"),
    [
        (STORE, {"message": {"id": "m"}}, "talk", "BadEnvelope"),
        (STORE, store()["payload"], "nowhere", "ConversationNotFound"),
        (RETRIEVE, {"max_tokens": -1}, "talk", "BadEnvelope"),
        (RETRIEVE, {}, "nowhere", "ConversationNotFound"),
        (HISTORY, {"limit": 0}, "talk", "BadEnvelope"),
        (MEMORY, {"operations": []}, "talk", "BadEnvelope"),
        (MEMORY, {"operations": [{"operation": "sing"}]}, "talk", "BadEnvelope"),
    ],
)
async def test_what_cannot_be_done_is_answered_with_the_errors_name(
    service: AskedService, kind: Any, payload: Any, where: str, error: str
) -> None:
    asked = {**TALK, "conversation_id": where}
    answer = await service.requester.ask(kind, payload, **asked)
    assert (answer.status, answer.payload["error"]) == ("failed", error)
    assert await service.queues.waiting(kind) == 0 or await service.idle(kind) is None
    assert list(await service.queues.dead(kind)) == []


async def test_three_deliveries_are_one_message(service: AskedService) -> None:
    numbers = list(range(20))
    envelopes = {number: store(str(number), id=f"m{number}") for number in numbers}
    for _ in range(3):
        for number in numbers:
            await service.put(STORE, raw(envelopes[number]))
    await service.idle(STORE)
    assert await contents(service) == [str(number) for number in numbers]
    conversation = await service.book.get(ANA, "talk")
    assert conversation.message_count == 20


async def test_a_request_that_is_repeated_gets_the_answer_of_the_first(
    service: AskedService,
) -> None:
    remember: Any = {"operations": [{"operation": "remember", "text": "likes tea"}]}
    message_id = uuid.uuid4()
    first = await service.requester.ask(MEMORY, remember, message_id=message_id, **TALK)
    again = await service.requester.ask(MEMORY, remember, message_id=message_id, **TALK)
    assert again.payload == first.payload
    assert len((await service.book.memories(ANA)).items) == 1


async def test_no_answer_is_kept_of_what_was_erased_or_forgotten(service: AskedService) -> None:
    remember = {"operations": [{"operation": "remember", "text": "likes Zerg"}]}
    fact = await service.requester.ask(MEMORY, remember, user_id="ana")
    for text in ("said here", "and here"):
        await service.requester.ask(STORE, store(text)["payload"], **TALK)
    assert "likes Zerg" in await kept_answers(service)
    assert "said here" in await kept_answers(service)
    await service.book.forget(ANA, fact.payload["memories"][0]["id"])
    assert "likes Zerg" not in await kept_answers(service)
    assert "likes Zerg" not in str(await service.book.tasks(ALL))
    await service.book.erase(ANA, "talk")
    assert await kept_answers(service) == "[]"


async def test_of_several_facts_no_text_is_kept_and_those_before_a_fault_are_told(
    service: AskedService,
) -> None:
    fault = {"operation": "edit", "id": "none", "text": "x"}
    message_id = uuid.uuid4()
    for number in range(2):
        asked: Any = {"operations": [{"text": "likes tea"}, {"text": "likes maps"}, fault]}
        answer = await service.requester.ask(MEMORY, asked, user_id="ana", message_id=message_id)
        told: Any = answer.payload["memories"]
        assert (answer.status, answer.payload["error"]) == ("failed", "NotFound")
        assert [one["operation"] for one in told] == ["remember", "remember"]
        assert ("text" in told[0]) is (number == 0)
    assert "likes" not in await kept_answers(service)
    assert len((await service.book.memories(ANA)).items) == 2


async def test_what_becomes_of_requests_is_noted_with_their_trace(
    queues: Queues, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    metrics = ServiceMetrics()
    traces: list[str] = []

    async def traced(book: Any, caller: Any, task: Any) -> None:
        traces.append(TRACE.get())

    noted = asked_service(
        tmp_path,
        queues,
        runners={"traced": traced},
        note=metrics.queued,
        took=metrics.queued_seconds.took,
    )
    caplog.handler.setFormatter(JsonLines())
    with caplog.at_level(logging.INFO):
        async with noted as service:
            asked = {"task_type": "traced"}
            await service.requester.ask(TASK, asked, **TALK, trace_id="trace-1")
            await service.requester.ask(TASK, {"task_type": "none"}, **TALK, trace_id="trace-2")
            await service.put(TASK, b"{")
            await service.idle(TASK)
    assert traces == ["trace-1"]
    queue = "conversation_service.high.conversation.task"
    for outcome in ("completed", "failed", "dead"):
        assert f'queued_total{{queue="{queue}",outcome="{outcome}"}} 1\n' in await metrics.text()
    assert f'queued_seconds_count{{queue="{queue}"}} 3\n' in await metrics.text()
    assert f"a dead letter of {queue}: too_large_or_no_json" in caplog.text
    lines = [json.loads(one) for one in caplog.text.splitlines()]
    [refused] = [one for one in lines if one["event"] == "a request from a queue"]
    assert (refused["trace_id"], refused["queue"], refused["tenant"]) == ("trace-2", queue, "acme")
    assert (refused["outcome"], refused["reason"]) == ("failed", "BadEnvelope")


async def test_an_expired_request_is_dropped(service: AskedService) -> None:
    late = store("late", expires_at="2025-01-01T00:00:00Z")
    await service.put(STORE, raw(late))
    await service.idle(STORE)
    assert await contents(service) == []
    assert list(await service.queues.dead(STORE)) == []


@pytest.mark.parametrize(
    ("envelope", "reason"),
    [
        (b"no json", "too_large_or_no_json"),
        (b'{"schema_version": "2.0"}', "version"),
        (raw(said(RETRIEVE)), "type"),
        (raw(store(tenant_id="other")), "proof"),
    ],
)
@pytest.mark.logs_warnings
async def test_what_nobody_can_read_is_a_dead_letter_with_its_reason(
    service: AskedService, envelope: bytes, reason: str
) -> None:
    await service.put(STORE, envelope)
    await service.idle(STORE)
    (letter,) = await service.queues.dead(STORE)
    assert letter.body == envelope
    assert letter.reason.startswith(reason)
    assert await contents(service) == []


@pytest.mark.logs_warnings
async def test_only_who_holds_the_tenants_token_is_heard(service: AskedService) -> None:
    good = raw(store("signed"))
    other = "bdc_000000000000_" + "x" * 43
    await service.put(STORE, good, token=other)
    await service.queues.put(STORE, raw(store("unsigned")))
    await service.queues.put(
        STORE, raw(store("changed")), proof=(await signed_elsewhere(service, good))
    )
    await service.idle(STORE)
    reasons = [letter.reason for letter in await service.queues.dead(STORE)]
    assert len(reasons) == 3
    assert all(reason.startswith("proof") for reason in reasons)
    assert await contents(service) == []


async def signed_elsewhere(service: AskedService, body: bytes) -> Any:
    from app.conversations.service.queues.signatures import sign

    return sign(service.token, body)


async def test_a_reply_reaches_the_instance_that_asked_and_no_other(
    service: AskedService,
) -> None:
    shared = reply_address(CONTEXT_RESULT, None)
    async with aclosing(service.queues.answers([shared])) as listening:
        assert await anext(listening) is None
        await service.requester.ask(RETRIEVE, {}, **TALK)
        plain = said(RETRIEVE)
        await service.put(RETRIEVE, raw(plain))
        heard = json.loads(await anext(listening) or b"")
    assert heard["correlation_id"] == plain["correlation_id"]


async def test_nobody_answers_within_the_time(queues: Queues) -> None:
    from app.conversations.service.queues.requester import QueueRequester

    requester = QueueRequester(queues, tenant="acme")
    await requester.start()
    with pytest.raises(ServiceTimeout):
        await requester.ask(RETRIEVE, {}, seconds=0.05)
    await requester.aclose()


@pytest.mark.logs_warnings
async def test_poison_is_buried_after_three_deliveries_and_others_go_on(
    queues: Queues, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    maker = request.node.callspec.params["queues"]
    url = empty_url(request, maker)
    tried: list[str] = []
    held = 2.0  # what stands still for longer counts as a delivery

    async def poison(book: Any, caller: Any, task: ServiceTask) -> Any:
        tried.append(task.id)
        raise RuntimeError("a mistake of ours")

    async with (
        maker(url, seconds_held=held) as quick,
        asked_service(
            tmp_path, quick, seconds_held=held, runners={"poison": poison, "process": process}
        ) as service,
    ):
        bad = said(TASK, {"task_type": "poison"})
        await service.put(TASK, raw(bad))
        for number in range(5):
            await service.requester.ask(STORE, store(str(number))["payload"], **TALK)
        async with asyncio.timeout(PATIENCE):
            while not (dead := await quick.dead(TASK)):  # noqa: ASYNC110 — Redis tells nobody
                await asyncio.sleep(0.02)
        assert len(tried) == 3
        assert (dead[0].deliveries, dead[0].reason.split(":")[0]) == (3, "RuntimeError")
        assert await quick.waiting(TASK) == 0
        assert len(await contents(service)) == 5


@pytest.mark.logs_warnings
async def test_a_database_that_is_away_is_waited_for_and_counts_as_no_delivery(
    queues: Queues, tmp_path: Path
) -> None:
    tried: list[str] = []

    async def needy(book: Any, caller: Any, task: ServiceTask) -> Any:
        tried.append(task.id)
        if len(tried) <= MAX_DELIVERIES:
            raise DatabaseUnreachable("The database server does not answer.")
        return {"done": True}

    async with asked_service(tmp_path, queues, runners={"needy": needy}) as service:
        answer = await service.requester.ask(TASK, {"task_type": "needy"}, **TALK, seconds=PATIENCE)
        assert answer.payload["result"] == {"done": True}
        assert not await queues.dead(TASK)
    assert len(tried) == MAX_DELIVERIES + 1


async def test_a_long_task_is_held_and_run_once(
    queues: Queues, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    maker = request.node.callspec.params["queues"]
    url = empty_url(request, maker)
    runs: list[str] = []
    held = 3.0  # a busy machine may stand still for more than half of it

    async def long(book: Any, caller: Any, task: ServiceTask) -> Any:
        runs.append(task.id)
        await asyncio.sleep(1.5 * held)
        return {"done": True}

    async with (
        maker(url, seconds_held=held) as quick,
        asked_service(
            tmp_path, quick, seconds_held=held, runners={"long": long}, workers=2
        ) as service,
    ):
        answer = await service.requester.ask(TASK, {"task_type": "long"}, **TALK)
        assert answer.payload["result"] == {"done": True}
        await service.idle(TASK)
    assert len(runs) == 1


async def test_a_service_token_acts_as_the_user_it_names(service: AskedService) -> None:
    answer = await service.requester.ask(STORE, store("x")["payload"], **{**TALK, "user_id": "eve"})
    assert answer.payload["error"] == "ConversationNotFound"
    assert (await service.book.get(ALL, "talk")).message_count == 0


async def test_a_request_is_begun_before_more_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened: list[str] = []

    class Listened(MemoryQueues):
        async def take(self, limit: int, **how: Any) -> Sequence[TakenEnvelope]:
            happened.append("take")
            return await super().take(limit, **how)

    async with asked_service(tmp_path, Listened()) as service:
        read = service.database.read

        async def listened(tenant: str, job: Any) -> Any:
            happened.append("read")
            return await read(tenant, job)

        # Who signs is known from the first on.
        await service.requester.ask(HISTORY, {}, **TALK)
        monkeypatch.setattr(service.database, "read", listened)
        happened.clear()
        await service.requester.ask(HISTORY, {}, **TALK)
    assert happened[:2] == ["read", "take"]


async def test_a_worker_that_is_stopped_waits_for_nothing_more(service: AskedService) -> None:
    waiting = asyncio.Semaphore(0)

    class Patient(MemoryQueues):
        async def take(self, limit: int, *, wait: float, **how: Any) -> Sequence[TakenEnvelope]:
            waiting.release()
            return await super().take(limit, wait=LONG, **how)

        async def take_urgent(self, *, wait: float, **how: Any) -> Sequence[TakenEnvelope]:
            waiting.release()
            return await super().take_urgent(wait=LONG, **how)

    worker = Worker(Patient(), QueueActions(service.book), authority=TokenProofs(service.database))
    running = asyncio.create_task(worker.run())
    for _ in range(2):
        await waiting.acquire()
    worker.stop()
    worker.stop()
    async with asyncio.timeout(LONG / 10):
        await running


async def test_an_urgent_request_does_not_wait_for_slow_ones(
    service: AskedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, add = asyncio.Event(), service.book.add

    async def slow(*given: Any) -> Any:
        await disk.wait()
        return await add(*given)

    monkeypatch.setattr(service.book, "add", slow)
    for number in range(2 * SLOTS):
        await service.put(STORE, raw(store(str(number))))
    for _ in range(3):
        answer = await service.requester.ask(RETRIEVE, {}, **TALK)
        assert answer.status == "completed"
    assert await service.queues.waiting(STORE) == 2 * SLOTS
    disk.set()
    await service.idle(STORE)
    assert await contents(service) == [str(number) for number in range(2 * SLOTS)]
