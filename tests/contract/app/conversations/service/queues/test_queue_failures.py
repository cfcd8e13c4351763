"""A queue that fails does not stop the others, and is named by who asks whether all is well."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.conversations.protocol.queue_names import (
    CONTEXT_RESULT,
    HISTORY,
    MEMORY,
    MEMORY_RESULT,
    REPLIES,
    REQUESTS,
    RETRIEVE,
    STORE,
    TASK,
    EnvelopeKind,
    dead_letters,
    reply_address,
)
from app.conversations.service.queues.port import Queues
from app.conversations.service.queues.queue_service import QueueService
from app.errors import ServiceTimeout
from tests.contract.app.conversations.service.failing_queues import SPOILT, Spoilt
from tests.contract.app.conversations.service.queue_samples import store
from tests.contract.app.conversations.service.queue_service import AskedService, asked_service
from tests.patience import PATIENCE
from tests.unit.app.conversations.conversation_service import serving

pytestmark = pytest.mark.anyio

TALK: Any = {"conversation_id": "talk", "user_id": "ana", "agent_id": "data"}
ASKED: dict[EnvelopeKind, Any] = {
    TASK: {"task_type": "process", "task_parameters": {"message_count": 3}},
    STORE: store("hola")["payload"],
    RETRIEVE: {},
    HISTORY: {},
    MEMORY: {"operations": [{"operation": "remember", "text": "likes tea"}]},
}


@pytest.fixture(params=SPOILT)
async def spoilt(request: pytest.FixtureRequest) -> AsyncIterator[Spoilt]:
    async with request.param(request) as made:
        yield made


async def answered(service: AskedService, *kinds: EnvelopeKind) -> None:
    for kind in kinds:
        answer = await service.requester.ask(kind, ASKED[kind], seconds=PATIENCE, **TALK)
        assert answer.status == "completed"


async def taken_of(queues: Queues, wanted: int) -> list[EnvelopeKind]:
    """Take and finish until it is as many as that, in whatever order; return of what kinds."""
    kinds: list[EnvelopeKind] = []
    async with asyncio.timeout(PATIENCE):
        while len(kinds) < wanted:
            taken = await queues.take(5, wait=0.05)
            kinds += [item.queue.kind for item in taken]
            await queues.finish(taken)
    return kinds


@pytest.mark.parametrize("kind", [*REQUESTS])
async def test_the_others_go_on_and_it_heals_by_itself(
    spoilt: Spoilt, kind: EnvelopeKind, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    name = str(REQUESTS[kind])
    others = [other for other in REQUESTS if other != kind]
    async with asked_service(tmp_path, spoilt.queues) as service:
        await answered(service, *REQUESTS)
        await spoilt.spoil(name)
        await answered(service, *others, *others)
        with pytest.raises(ServiceTimeout):
            await service.requester.ask(kind, ASKED[kind], **TALK)
        assert await spoilt.queues.failing() == {name: "WRONGTYPE"}
        await spoilt.mend(name)
        await answered(service, *REQUESTS)
        assert await spoilt.queues.failing() == {}
    assert "the queues cannot be read" not in caplog.text


async def test_one_that_fails_from_the_start_does_not_stop_the_others(
    spoilt: Spoilt, caplog: pytest.LogCaptureFixture
) -> None:
    queues = spoilt.queues
    for kind in (TASK, STORE):
        await spoilt.spoil(str(REQUESTS[kind]))
    others = [RETRIEVE, MEMORY, HISTORY]
    for _ in range(3):
        for kind in others:
            await queues.put(kind, b"{}")
    assert sorted(await taken_of(queues, 9)) == sorted(3 * others)
    assert set(await queues.failing()) == {str(REQUESTS[kind]) for kind in (TASK, STORE)}
    await spoilt.mend(str(REQUESTS[STORE]))
    await queues.put(STORE, b"{}")
    assert await taken_of(queues, 1) == [STORE]


async def test_where_all_fail_that_is_said_and_all_come_back(
    spoilt: Spoilt, caplog: pytest.LogCaptureFixture
) -> None:
    names = {kind: str(name) for kind, name in REQUESTS.items()}
    assert list(await spoilt.queues.take(5, wait=0.01)) == []
    for name in names.values():
        await spoilt.spoil(name)
    with pytest.raises(ServiceTimeout):
        for _ in range(3):
            await spoilt.queues.take(5, wait=0.01)
    assert await spoilt.queues.failing() == dict.fromkeys(names.values(), "WRONGTYPE")
    for kind, name in names.items():
        await spoilt.mend(name)
        await spoilt.queues.put(kind, b"{}")
    assert sorted(await taken_of(spoilt.queues, 5)) == sorted(names)
    assert await spoilt.queues.failing() == {}


@pytest.mark.logs_warnings
@pytest.mark.parametrize(
    "name",
    [
        *map(str, REQUESTS.values()),
        *map(str, REPLIES.values()),
        dead_letters(REQUESTS[STORE]),
        "conversation_service.announced",
    ],
)
async def test_readiness_is_the_truth_of_each(spoilt: Spoilt, name: str, tmp_path: Path) -> None:
    async with asked_service(tmp_path, spoilt.queues) as service:
        queues = QueueService(spoilt.queues, service.book, service.database)
        async with serving(tmp_path, checks={"queues": queues.check}) as http:
            whole = await ready(http.client, 200)
            assert set(whole["queues"].values()) == {"ok"}
            assert whole["queues"].keys() == {
                str(queue) for queue in (*REQUESTS.values(), *REPLIES.values())
            }
            await spoilt.spoil(name)
            assert await ready(http.client, 503) == {
                "queues": {**whole["queues"], name: "WRONGTYPE"}
            }
            await spoilt.mend(name)
            assert await ready(http.client, 200) == whole


async def ready(client: httpx.AsyncClient, code: int) -> dict[str, dict[str, str]]:
    """Ask the service whether it is ready; return what it says of the parts."""
    answer = await client.get("/ready")
    word = {200: "ok", 503: "unavailable"}[code]
    said = answer.json()
    assert (answer.status_code, said["status"], said["checks"]) == (code, word, {"queues": word})
    parts: dict[str, dict[str, str]] = said["parts"]
    return parts


@pytest.mark.live
async def test_the_failure_of_a_queue_is_logged_once(
    redis_spoilt: Spoilt, caplog: pytest.LogCaptureFixture
) -> None:
    name = str(REQUESTS[STORE])
    with caplog.at_level(logging.INFO):
        await redis_spoilt.spoil(name)
        for number in range(10):
            await redis_spoilt.queues.put(RETRIEVE, b"%d" % number)
            assert await taken_of(redis_spoilt.queues, 1) == [RETRIEVE]
            assert await redis_spoilt.queues.failing() == {name: "WRONGTYPE"}
        await redis_spoilt.mend(name)
        assert await redis_spoilt.queues.failing() == {}
    logged = [(one.levelname, one.getMessage()) for one in caplog.records]
    assert [level for level, _ in logged] == ["ERROR", "INFO"]
    assert logged[0][1].startswith(f"a queue cannot be used: {name}: WRONGTYPE")
    assert logged[1][1] == f"a queue can be used again: {name}"


@pytest.mark.live
async def test_replies_are_read_beside_a_queue_of_replies_that_fails(
    redis_spoilt: Spoilt, caplog: pytest.LogCaptureFixture
) -> None:
    queues = redis_spoilt.queues
    good, bad = reply_address(CONTEXT_RESULT, None), reply_address(MEMORY_RESULT, None)
    await redis_spoilt.spoil(bad)
    async with asyncio.timeout(PATIENCE), aclosing(queues.answers([bad, good])) as answers:
        assert await anext(answers) is None
        await queues.answer(good, b"first")
        assert await anext(answers) == b"first"
        await redis_spoilt.mend(bad)
        await queues.answer(bad, b"healed")
        assert await anext(answers) == b"healed"
        await redis_spoilt.spoil(good)
        await queues.answer(bad, b"beside the other")
        assert await anext(answers) == b"beside the other"
    await redis_spoilt.spoil(bad)
    with pytest.raises(ServiceTimeout):
        await anext(queues.answers([bad, good]))


@pytest.fixture
async def redis_spoilt(request: pytest.FixtureRequest) -> AsyncIterator[Spoilt]:
    from tests.contract.app.conversations.service.failing_queues import a_redis

    async with a_redis(request) as made:
        yield made
