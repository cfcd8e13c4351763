"""What is another tenant's is not there: each route, queue and WebSocket action that takes an id
answers to one of another tenant what it answers to one that nobody has, as quickly (F16).
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any

import pytest

from app.conversations.protocol.queue_names import (
    HISTORY,
    MEMORY,
    RETRIEVE,
    STORE,
    TASK,
    EnvelopeKind,
)
from app.conversations.service.queues.memory_queues import MemoryQueues
from app.conversations.service.queues.port import Queues
from app.conversations.service.queues.redis_queues import RedisQueues
from app.domain.book import SCOPES, Caller, NewConversation, NewMessage
from app.domain.contexts import Summary
from app.domain.ids import utc_now
from app.domain.memories import NewMemory
from app.domain.service_tasks import ServiceTask, ServiceTaskState
from tests.contract.app.conversations.service.queue_samples import store
from tests.faults.conversations.strangers import Everything, everything
from tests.faults.scales import Scale
from tests.live.conftest import new_database, postgres_url  # noqa: F401
from tests.live.servers import Redis
from tests.unit.app.conversations.service.rest_strangers import API, TENANTS

pytestmark = pytest.mark.anyio

STRANGER, OWNER = TENANTS[:2]
FOREIGN = {"conversation_id": "held", "message_id": "m1", "memory_id": "f1", "task_id": "t1"}
UNKNOWN = {"conversation_id": "none", "message_id": "m0", "memory_id": "f0", "task_id": "t0"}
MESSAGES = 300
TEXT = "what the owner said"
AGAIN = 3
"""How often those that differ are measured afresh: what a machine did meanwhile does not recur."""

CONVERSATION = f"{API}/{{conversation_id}}"
MESSAGE = f"{CONVERSATION}/messages/{{message_id}}"
SUMMARY = {"covers_seq": 0, "text": "x", "created_at": "2025-06-03T00:00:00Z"}
CANCELS = ("POST", "/api/v1/tasks/{task_id}/cancel")
ROUTES: dict[tuple[str, str], Any] = {
    ("GET", CONVERSATION): None,
    ("PATCH", CONVERSATION): {"title": "taken"},
    ("DELETE", CONVERSATION): None,
    ("GET", f"{CONVERSATION}/export"): None,
    ("GET", f"{CONVERSATION}/messages"): None,
    ("POST", f"{CONVERSATION}/messages"): {"message": {"role": "user", "content": "taken"}},
    ("GET", MESSAGE): None,
    ("PUT", MESSAGE): {"revision": 9, "content": "taken"},
    ("GET", f"{CONVERSATION}/summary"): None,
    ("PUT", f"{CONVERSATION}/summary"): SUMMARY,
    ("GET", "/api/v1/internal/context/{conversation_id}"): None,
    ("GET", "/api/v1/memories/{memory_id}"): None,
    ("PATCH", "/api/v1/memories/{memory_id}"): {"text": "taken"},
    ("DELETE", "/api/v1/memories/{memory_id}"): None,
    ("GET", "/api/v1/tasks/{task_id}"): None,
    CANCELS: None,
}
"""Every operation with an id in its path, but the one that makes what is not there."""
MAKES = ("PUT", "/api/v1/tasks/{task_id}")
FORGETS = ("DELETE", "/api/v1/memories/{memory_id}")
ASIDE: dict[tuple[str, str], Any] = {
    ("DELETE", f"{CONVERSATION}?erase=true"): None,
    ("GET", f"{API}/mine/messages/{{message_id}}"): None,
    ("PUT", f"{API}/mine/messages/{{message_id}}"): {"revision": 9, "content": "taken"},
}
"""More ways to name what is another's."""
FILTERS = (
    "/api/v1/memories?conversation_id={conversation_id}",
    "/api/v1/tasks?conversation_id={conversation_id}",
    "/api/v1/changes?conversation_id={conversation_id}",
)

Probe = Callable[[dict[str, str]], Awaitable[Any]]
"""Asks with these ids; returns what was answered, without what differs each time."""


async def owned(service: Everything) -> None:
    """Let the owner have one of each, and the stranger a conversation of another name."""
    book, owner = service.service.book, Caller(tenant=OWNER, scopes=SCOPES)
    await book.create(owner, NewConversation(id="held", title=TEXT))
    said = (NewMessage(id=f"m{n}", role="user", content=TEXT) for n in range(1, MESSAGES + 1))
    await asyncio.gather(*(book.add(owner, "held", message) for message in said))
    summary = Summary(conversation_id="held", covers_seq=0, text=TEXT, created_at=utc_now())
    await book.put_summary(owner, summary)
    await book.remember(owner, NewMemory(id="f1", text=TEXT, conversation_id="held"))
    task = ServiceTask(id="t1", conversation_id="held", state=ServiceTaskState.PROCESSING)
    await book.task_put(owner, task)
    stranger = Caller(tenant=STRANGER, scopes=SCOPES)
    await book.create(stranger, NewConversation(id="mine"))


async def whole(service: Everything) -> None:
    """Raise AssertionError where the owner's have changed."""
    book, owner = service.service.book, Caller(tenant=OWNER, scopes=SCOPES)
    held = await book.get(owner, "held")
    assert (held.title, held.message_count, held.deleted_at) == (TEXT, MESSAGES, None)
    page = await book.messages(owner, "held", limit=1000)
    assert {message.content for message in page.items} == {TEXT}
    assert (await book.memory(owner, "f1")).text == TEXT
    assert (await book.task(owner, "t1")).state is ServiceTaskState.PROCESSING
    found = await book.summary(owner, "held")
    assert found is not None
    assert found.text == TEXT


def probes(service: Everything) -> dict[str, Probe]:
    """Return all ways to name what is another's, by what to call them."""
    found: dict[str, Probe] = {}
    headers = {"Authorization": f"Bearer {service.tokens[STRANGER]}"}
    requester, socket = service.requesters[STRANGER], service.sockets[STRANGER]

    def over_rest(method: str, path: str, body: Any, statuses: Sequence[int]) -> Probe:
        async def ask(ids: dict[str, str]) -> Any:
            more = {} if body is None else {"json": body}
            where = path.format(**ids)
            answer = await service.client.request(method, where, headers=headers, **more)
            assert answer.status_code in statuses, (method, path, answer.text)
            if answer.status_code != 404:
                data = answer.json()["data"] if answer.content else None
                # What is cancelled ahead is said with the id that was asked with.
                said = without(str(data), ids) if answer.status_code == 202 else data
                return answer.status_code, said
            problem = answer.json()
            return problem["error"], without(problem["detail"], ids)

        return ask

    def over_queue(kind: EnvelopeKind, payload: dict[str, Any], *, named: bool = True) -> Probe:
        async def ask(ids: dict[str, str]) -> Any:
            one = ids["conversation_id"] if named else ""
            said = with_ids(payload, ids)
            answer = await requester.ask(kind, said, conversation_id=one)
            told: Any = answer.payload
            return answer.status, told.get("error"), without(str(told.get("message")), ids)

        return ask

    async def cancel(ids: dict[str, str]) -> Any:
        told = await socket.ask("task", "cancel", {"task_id": ids["task_id"]})
        return told["type"], without(str(told["payload"]), ids)

    for (method, path), body in (ROUTES | ASIDE).items():
        statuses = [{FORGETS: 204, CANCELS: 202}.get((method, path), 404)]
        found[f"{method} {path}"] = over_rest(method, path, body, statuses)
    for path in FILTERS:
        found[f"GET {path}"] = over_rest("GET", path, None, [200])
    task = {"task_type": "process", "task_parameters": {}}
    edit = {"operation": "edit", "id": "{memory_id}", "text": "taken"}
    forget = {"operation": "forget", "id": "{memory_id}"}
    found |= {
        "store": over_queue(STORE, {"message": store("taken")["payload"]["message"]}),
        "retrieve": over_queue(RETRIEVE, {}),
        "history": over_queue(HISTORY, {}),
        "task": over_queue(TASK, task),
        "edit": over_queue(MEMORY, {"operations": [edit]}, named=False),
        "forget": over_queue(MEMORY, {"operations": [forget]}, named=False),
        "cancel": cancel,
    }
    return found


def with_ids(payload: Any, ids: dict[str, str]) -> Any:
    """Return a payload with the ids where their names stand."""
    if isinstance(payload, dict):
        return {name: with_ids(value, ids) for name, value in payload.items()}
    if isinstance(payload, list):
        return [with_ids(value, ids) for value in payload]
    return payload.format(**ids) if isinstance(payload, str) else payload


def without(text: str, ids: dict[str, str]) -> str:
    """Return a text without the ids that were asked with."""
    for one in ids.values():
        text = text.replace(one, "ID")
    return text


async def in_one_class(probe: Probe, count: int) -> str:
    """Ask for both in turn, so many times; return what is wrong with how long they take, or "".

    A machine that is busy with other things makes some slower, of both kinds: the quickest tenth is
    compared, and more are asked where it differs.
    """
    foreign: list[float] = []
    unknown: list[float] = []
    said = ""
    for _ in range(8):
        for _ in range(count):
            both = [(foreign, FOREIGN), (unknown, UNKNOWN)]
            random.shuffle(both)
            for took, ids in both:
                began = perf_counter()
                await probe(ids)
                took.append(perf_counter() - began)
        one, other = (quantiles(took, n=10)[0] for took in (foreign, unknown))
        apart = abs(one - other)
        if apart < 0.0003 or apart < 0.2 * min(one, other):
            return ""
        said = f"another's in {1000 * one:.2f} ms, nobody's in {1000 * other:.2f} ms"
    return said


async def hold(service: Everything, count: int) -> None:
    await owned(service)
    document = (await service.client.get("/openapi.json")).json()
    named = {
        (method.upper(), path)
        for path, operations in document["paths"].items()
        for method in operations
        if "{" in path
    }
    assert named == {*ROUTES, MAKES}
    ways = probes(service)
    for name, probe in ways.items():
        assert await probe(FOREIGN) == await probe(UNKNOWN), name
    apart = dict.fromkeys(ways, "")
    for _ in range(1 + AGAIN):
        apart = {name: await in_one_class(ways[name], count) for name in apart}
        apart = {name: said for name, said in apart.items() if said}
    assert apart == {}
    await whole(service)


async def test_f16_anothers_ids_are_nobodys(tmp_path: Path, scale: Scale) -> None:
    async with everything(tmp_path / "service.db", MemoryQueues()) as service:
        await hold(service, scale(10, 150))


async def test_f16_anothers_ids_are_nobodys_on_postgresql_and_redis(
    new_database: Callable[[], str],  # noqa: F811
    redis: Redis,
    scale: Scale,
) -> None:
    queues: Queues = RedisQueues(redis.url)
    async with everything(new_database(), queues) as service:
        await hold(service, scale(10, 150))
