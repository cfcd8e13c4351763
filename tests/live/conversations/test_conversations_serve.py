"""`balance-desk conversations serve` on a real PostgreSQL and a real Redis that come and go."""

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import asyncio as redis_asyncio

from app.conversations.protocol.queue_names import HISTORY, REQUESTS, RETRIEVE, STORE, dead_letters
from app.conversations.service.queues.redis_queues import RedisQueues
from app.conversations.service.queues.requester import QueueRequester
from tests.contract.app.conversations.service.queue_samples import raw, store
from tests.e2e.serving.conversation_process import ConversationProcess
from tests.live.servers import NoServer, Redis
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.live]

SECONDS = PATIENCE
TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736"
UPDATES = "agent_orchestrator.medium.conversation.update"


async def ready(http: httpx.AsyncClient, wanted: dict[str, str]) -> dict[str, str]:
    """Wait until the service says this of itself; return what it says of its queues then."""
    ends = time.monotonic() + SECONDS
    while (said := (await http.get("/ready")).json())["checks"] != wanted:
        assert time.monotonic() < ends, said
        await asyncio.to_thread(time.sleep, 0.1)
    queues: dict[str, str] = said["parts"].get("queues", {})
    return queues


async def logged(service: ConversationProcess, words: str) -> None:
    """Wait until the service's log has the words: a look at idle queues takes a moment to end."""
    ends = time.monotonic() + SECONDS
    while words not in service.log.read_text():
        assert time.monotonic() < ends, words
        await asyncio.to_thread(time.sleep, 0.1)


async def updates(url: str, wanted: int) -> list[Any]:
    """Return what was told on the queue of updates, once it is as much as that."""
    ends = time.monotonic() + SECONDS
    async with redis_asyncio.Redis.from_url(url) as client:
        while len(found := await client.xrange(UPDATES)) < wanted and time.monotonic() < ends:
            await asyncio.to_thread(time.sleep, 0.1)
    return [json.loads(fields[b"d"]) for _, fields in found]


async def test_a_queue_of_a_wrong_type_is_named_and_the_others_go_on(tmp_path: Path) -> None:
    try:
        redis = Redis(tmp_path / "redis")
        redis.__enter__()
    except NoServer as reason:
        pytest.skip(str(reason))
    name, talk = str(REQUESTS[STORE]), {"conversation_id": "talk", "user_id": "ann"}
    message = {"message": {"id": "m1", "role": "user", "content": "hola"}}
    queues = RedisQueues(redis.url)
    try:
        service = ConversationProcess(tmp_path / "profile", "--redis", redis.url)
        token = await asyncio.to_thread(service.run, "token", "create", "--tenant", "acme")
        requester = QueueRequester(queues, tenant="acme", token=token)
        with service:
            async with (
                httpx.AsyncClient(base_url=service.url, timeout=SECONDS) as http,
                redis_asyncio.Redis.from_url(redis.url) as client,
            ):
                await ready(http, {"database": "ok", "queues": "ok"})
                conversation = {"id": "talk", "user_id": "ann"}
                bearer = {"Authorization": f"Bearer {token}"}
                await http.post("/api/v1/conversations", json=conversation, headers=bearer)
                await requester.start()
                await client.set(name, "no stream")
                told = await ready(http, {"database": "ok", "queues": "unavailable"})
                assert (told.pop(name), set(told.values())) == ("WRONGTYPE", {"ok"})
                for kind in 5 * [RETRIEVE, HISTORY]:
                    answer = await requester.ask(kind, {}, seconds=SECONDS, **talk)
                    assert answer.status == "completed"
                    assert (await http.get("/ready")).status_code == 503
                await client.delete(name)
                told = await ready(http, {"database": "ok", "queues": "ok"})
                assert set(told.values()) == {"ok"}
                answer = await requester.ask(STORE, message, seconds=SECONDS, **talk)
                assert answer.status == "completed"
                parent = f"00-{TRACE_ID}-00f067aa0ba902b7-01"
                await queues.put(STORE, raw(store(metadata={"traceparent": parent})))
                await logged(service, "a dead letter")  # nobody has signed it
                figures = (await http.get("/metrics")).text
                assert "balance_desk_queue_in_flight " in figures
                assert (
                    f'balance_desk_conversations_queued_seconds_count{{queue="{name}"}}' in figures
                )
                await requester.aclose()
            assert await asyncio.to_thread(service.stop) == 0
        log = service.log.read_text()
        [dead] = [json.loads(line) for line in log.splitlines() if "a dead letter" in line]
        assert dead["trace_id"] == TRACE_ID
        assert log.count(f"a queue cannot be used: {name}: WRONGTYPE") == 1
        assert log.count(f"a queue can be used again: {name}") == 1
        assert "the queues cannot be read" not in log
    finally:
        await queues.aclose()
        redis.stop()


async def test_dead_letters_are_kept_as_the_settings_say(tmp_path: Path, redis_url: str) -> None:
    profile, name = tmp_path / "profile", str(REQUESTS[STORE])
    profile.mkdir()
    (profile / "settings.toml").write_text(
        "[retention]\ndead_letters_days = 7\ndead_letters_most = 2\n"
    )
    async with redis_asyncio.Redis.from_url(redis_url) as client:
        await client.flushall()
        await client.xadd(dead_letters(REQUESTS[STORE]), {"d": "{", "r": "no JSON", "n": 1}, "1-0")
        with ConversationProcess(profile, "--redis", redis_url) as service:
            await logged(service, "removed what is kept no longer")
            assert await client.xlen(dead_letters(REQUESTS[STORE])) == 0
            for _ in range(4):
                await client.xadd(name, {"d": "{"})
            async with asyncio.timeout(SECONDS):
                while await client.xlen(name):
                    await asyncio.to_thread(time.sleep, 0.1)
            assert await client.xlen(dead_letters(REQUESTS[STORE])) == 2
            assert await asyncio.to_thread(service.stop) == 0


async def test_a_service_on_servers_answers_and_says_what_is_missing(
    tmp_path: Path, new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BALANCE_DESK_DATABASE", new_database())
    try:
        redis = Redis(tmp_path / "redis")
        redis.__enter__()
    except NoServer as reason:
        pytest.skip(str(reason))
    profile = tmp_path / "profile"
    try:
        service = ConversationProcess(profile, "--redis", redis.url)
        token = await asyncio.to_thread(service.run, "token", "create", "--tenant", "acme")
        other = await asyncio.to_thread(service.run, "token", "create", "--tenant", "other")
        with service:
            headers = {"Authorization": f"Bearer {token}"}
            async with httpx.AsyncClient(
                base_url=service.url, headers=headers, timeout=SECONDS
            ) as http:
                await ready(http, {"database": "ok", "queues": "ok"})
                made = await http.post("/api/v1/conversations", json={"user_id": "ann"})
                path = f"/api/v1/conversations/{made.json()['data']['id']}"
                body = {"message": {"role": "user", "content": "안녕하세요"}}
                key = {"Idempotency-Key": "one"}
                first = await http.post(f"{path}/messages", json=body, headers=key)
                again = await http.post(f"{path}/messages", json=body, headers=key)
                assert (first.status_code, again.json()) == (201, first.json())
                stranger = {"Authorization": f"Bearer {other}"}
                assert (await http.get(path, headers=stranger)).status_code == 404
                await asyncio.to_thread(redis.kill)
                await ready(http, {"database": "ok", "queues": "unavailable"})
                assert (await http.get(path)).json()["data"]["message_count"] == 1
                await asyncio.to_thread(redis.start)
                await ready(http, {"database": "ok", "queues": "ok"})
                # Redis was killed while they were told: they come when it is back, each once.
                told = await updates(redis.url, 2)
                assert [one["payload"]["update_type"] for one in told] == ["created", "new_message"]
                await logged(service, "the queues can be read again")
            assert await asyncio.to_thread(service.stop) == 0
        log = service.log.read_text()
        assert 1 <= log.count("the queues cannot be read: ") <= 2
        audit = await asyncio.to_thread(service.run, "audit", "--tenant", "acme")
        assert "token.create" in audit
    finally:
        redis.stop()
