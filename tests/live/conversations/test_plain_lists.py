"""The third source document's queues, letter for letter: plain lists, and nobody signs."""

import asyncio
import json
from contextlib import aclosing
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import asyncio as redis_asyncio

from app.conversations.protocol.queue_names import REQUESTS
from app.conversations.protocol.queue_names import STORE as STORES
from app.conversations.service.queues.plain_lists import PlainLists
from app.conversations.service.queues.redis_queues import RedisQueues
from tests.e2e.serving.conversation_process import ConversationProcess
from tests.live.conversations.test_conversations_serve import ready
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.live]

METADATA = {
    "trace_id": "trace-def456",
    "session_id": "session-uuid",
    "user_id": "user-uuid",
    "agent_id": "agent-uuid",
    "conversation_id": "conversation-uuid",
}


def envelope(number: int, domain: str, action: str, payload: dict[str, Any]) -> bytes:
    """Return an envelope as sections 4.2 and 4.3 of the document have it."""
    ids = [f"550e8400-e29b-41d4-a716-44665544{3 * number + n:04}" for n in range(3)]
    value = {
        "message_id": ids[0],
        "task_id": ids[1],
        "tenant_id": "tenant-identifier",
        "correlation_id": ids[2],
        "created_at": "2025-06-03T16:32:10.456Z",
        "schema_version": "1.1",
        "status": "pending",
        "type": {"domain": domain, "action": action},
        "priority": 5,
        "source_service": "agent_orchestrator",
        "target_service": "conversation_service",
        "metadata": METADATA,
        "payload": payload,
    }
    return json.dumps(value).encode()


STORE = {
    "message": {
        "id": "msg-uuid-1",
        "role": "user",
        "content": "Contenido del mensaje",
        "timestamp": "2025-06-03T16:32:05.789Z",
        "content_type": "text/plain",
        "tokens": 15,
    },
    "update_context": True,
    "important": False,
}
CONTEXT = {
    "message_count": 10,
    "include_system_messages": True,
    "max_tokens": 4000,
    "recency_bias": 0.7,
    "context_type": "chat_history",
    "filter": {"from_timestamp": "2025-06-01T00:00:00Z", "exclude_tags": ["debug", "system-only"]},
}


async def popped(client: Any, name: str) -> dict[str, Any]:
    """Return what the document's consumer takes from a queue."""
    found = await client.brpop([name], timeout=PATIENCE)
    assert found is not None, name
    value: dict[str, Any] = json.loads(found[1])
    return value


async def test_plain_lists_and_unsigned_envelopes_work_where_they_are_allowed(
    tmp_path: Path, redis_url: str
) -> None:
    lists, streams = redis_url.rsplit("/", 1)[0] + "/8", redis_url.rsplit("/", 1)[0] + "/9"
    options = ("--redis", streams, "--plain-lists", lists)
    options += ("--unsigned-tenant", "tenant-identifier")
    service = ConversationProcess(tmp_path / "profile", *options)
    token = await asyncio.to_thread(service.run, "token", "create", "--tenant", "tenant-identifier")
    async with redis_asyncio.Redis.from_url(lists, socket_timeout=2 * PATIENCE) as client:
        await client.flushdb()
        store = "conversation_service.medium.message.store"
        with service:
            async with httpx.AsyncClient(
                base_url=service.url,
                headers={"Authorization": f"Bearer {token}"},
                timeout=PATIENCE,
            ) as http:
                made = {"id": "conversation-uuid", "user_id": "user-uuid"}
                assert (await http.post("/api/v1/conversations", json=made)).status_code == 201
                await client.lpush(store, envelope(1, "message", "store", STORE))
                told = await popped(client, "agent_orchestrator.medium.conversation.update")
                while told["payload"]["update_type"] != "new_message":
                    told = await popped(client, "agent_orchestrator.medium.conversation.update")
                assert (
                    told["payload"]["last_message"]["content_preview"]
                    == STORE["message"]["content"]
                )
                await client.lpush(
                    "conversation_service.high.context.retrieve",
                    envelope(2, "context", "retrieve", CONTEXT),
                )
                window = await popped(client, "agent_orchestrator.high.context.result")
                assert window["status"] == "completed"
                assert window["correlation_id"] == "550e8400-e29b-41d4-a716-446655440008"
                [said] = window["payload"]["messages"]
                assert said["content"] == "Contenido del mensaje"
                # What was taken and not passed on when it ended is passed on at its next start.
                service.kill()
                again = json.loads(envelope(3, "message", "store", STORE))
                again["payload"]["message"]["id"] = "msg-uuid-2"
                await client.lpush(f"{store}.taken", json.dumps(again))
                service.start()
            async with httpx.AsyncClient(
                base_url=service.url,
                headers={"Authorization": f"Bearer {token}"},
                timeout=PATIENCE,
            ) as http:
                told = {}
                while told.get("payload", {}).get("messages_count") != 2:
                    told = await popped(client, "agent_orchestrator.medium.conversation.update")
                # It is given up once it is passed on, which may be later than it is answered.
                async with asyncio.timeout(PATIENCE):
                    while await client.exists(f"{store}.taken"):  # noqa: ASYNC110 - Redis tells nobody
                        await asyncio.sleep(0.01)
                # A list of another type stops its own queue only.
                await client.set(store, "no list")
                await http.post("/api/v1/conversations", json={"user_id": "user-uuid"})
                wanted = {"database": "ok", "queues": "ok", "plain_lists": "unavailable"}
                await ready(http, wanted)
                await client.lpush(
                    "conversation_service.high.context.retrieve",
                    envelope(4, "context", "retrieve", CONTEXT),
                )
                assert await popped(client, "agent_orchestrator.high.context.result")
                await client.delete(store)
                await ready(http, {"database": "ok", "queues": "ok", "plain_lists": "ok"})
        assert "speaks for every user" in service.log.read_text()


def numbered(tenant: str, number: int) -> bytes:
    value = json.loads(envelope(number, "message", "store", STORE))
    return json.dumps(value | {"tenant_id": tenant}).encode()


async def test_a_tenant_beyond_its_share_waits_alone_and_in_order(redis_url: str) -> None:
    lists, streams = redis_url.rsplit("/", 1)[0] + "/12", redis_url.rsplit("/", 1)[0] + "/13"
    name, one, other = str(REQUESTS[STORES]), "one", "other"
    loud = [numbered(one, number) for number in range(20)]
    quiet = numbered(other, 99)
    taken: list[bytes] = []

    async def done(queues: RedisQueues) -> None:
        for item in await queues.take(4, wait=PATIENCE):
            taken.append(item.body)
            await queues.finish([item])

    async with (
        redis_asyncio.Redis.from_url(lists) as client,
        aclosing(RedisQueues(streams, max_share=3)) as queues,
    ):
        await client.lpush(name, *loud, quiet)
        moving = PlainLists(queues, streams, lists, tenants=[one, other])
        moving.start()
        async with asyncio.timeout(PATIENCE):
            # What came after all of them has gone past those for which there is no room.
            while await queues.waiting(STORES) < 4 or await client.llen(f"{name}.taken"):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            # Another run finds what waits.
            await moving.aclose()
            assert await client.llen(f"{name}.taken.{one}") == 17
            more = numbered(one, 20)
            await client.lpush(name, more)
            moving = PlainLists(queues, streams, lists, tenants=[one, other])
            moving.start()
            while len(taken) < len(loud) + 2:
                await done(queues)
            while await client.keys():  # noqa: ASYNC110 - Redis tells nobody
                await asyncio.sleep(0.01)
        await moving.aclose()
        assert taken[:4] == [*loud[:3], quiet]
        assert taken[4:] == [*loud[3:], more]


async def test_unsigned_envelopes_of_other_tenants_are_dead_letters(
    tmp_path: Path, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists, streams = redis_url.rsplit("/", 1)[0] + "/10", redis_url.rsplit("/", 1)[0] + "/11"
    secret = tmp_path / "plain-lists"
    secret.write_text(f"{lists}\n")
    # As containers are given it: what is an argument is seen in the list of processes.
    monkeypatch.setenv("BALANCE_DESK_PLAIN_LISTS_FILE", str(secret))
    options = ("--redis", streams, "--unsigned-tenant", "another")
    with ConversationProcess(tmp_path / "profile", *options):
        async with (
            redis_asyncio.Redis.from_url(lists) as client,
            redis_asyncio.Redis.from_url(streams, socket_timeout=2 * PATIENCE) as kept,
        ):
            name = "conversation_service.medium.message.store"
            await client.lpush(name, envelope(1, "message", "store", STORE))
            [(_, [(_, fields)])] = await kept.xread(
                {f"{name}.dead": "0"}, block=int(PATIENCE * 1000)
            )
            assert b"Unsigned" in fields[b"r"]
