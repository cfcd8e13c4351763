"""What strangers do to a conversation service: three tenants at random, bodies with faults."""

import json
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import httpx

from app.domain.book import SCOPES

API = "/api/v1/conversations"
TENANTS = ("red", "green", "blue")
IDS = [f"c{number}" for number in range(6)]


Operation = Callable[[str, str], Awaitable[None]]
"""What a tenant does about the conversation of an id."""


class Asked(Protocol):
    """A service that is asked over HTTP."""

    client: httpx.AsyncClient

    async def headers(self, tenant: str, **fields: Any) -> dict[str, str]: ...


class Tenants:
    """Three tenants that use the same ids, beside a model of what each of them must see.

    All that a tenant says has its own name in it: no answer to another may have that.
    """

    def __init__(self, service: Asked, seed: int) -> None:
        self._client = service.client
        self._service = service
        self._random = random.Random(seed)
        self._headers: dict[str, dict[str, str]] = {}
        self._said: dict[str, dict[str, list[str]]] = defaultdict(dict)
        self._used: dict[str, set[str]] = defaultdict(set)
        self.operations = 0

    async def run(self, operations: int) -> None:
        """Do that many operations; raises AssertionError for the first leak or difference."""
        for tenant in TENANTS:
            self._headers[tenant] = await self._service.headers(tenant, scopes=SCOPES)
        doing = self._doing()
        for _ in range(operations):
            tenant = self._random.choice(TENANTS)
            await self._random.choice(doing)(tenant, self._random.choice(IDS))
            self.operations += 1

    def _doing(self) -> list[Operation]:
        """Return what there is to be done, as often as it is to be done."""
        return [
            *(self._create, self._add, self._add, self._add, self._read, self._read),
            *(self._listed, self._found, self._window, self._erase, self._remember),
            *(self._facts, self._task, self._changes, self._export, self._named),
        ]

    async def _ask(self, tenant: str, method: str, path: str, **more: Any) -> httpx.Response:
        answer = await self._client.request(method, path, headers=self._headers[tenant], **more)
        assert answer.status_code < 500, answer.text
        for other in TENANTS:
            assert other == tenant or f"<{other}>" not in answer.text, (tenant, method, path)
        return answer

    def _known(self, tenant: str, one: str, answer: httpx.Response) -> bool:
        known = one in self._said[tenant]
        assert (answer.status_code == 404) == (not known), (tenant, one, answer.text)
        return known

    async def _create(self, tenant: str, one: str) -> None:
        body = {"id": one, "title": f"<{tenant}>", "metadata": {"of": f"<{tenant}>"}}
        answer = await self._ask(tenant, "POST", API, json=body)
        assert answer.json()["data"]["tenant_id"] == tenant
        self._said[tenant].setdefault(one, [])

    async def _add(self, tenant: str, one: str) -> None:
        message = f"m{self._random.randrange(10_000)}"
        content = f"<{tenant}> {message} {self._random.randrange(100)}"
        body = {"message": {"id": message, "role": "user", "content": content}}
        answer = await self._ask(tenant, "POST", f"{API}/{one}/messages", json=body)
        if not self._known(tenant, one, answer):
            return
        if message in self._used[tenant]:
            assert answer.status_code in (200, 409)
        else:
            assert answer.status_code == 201
            self._used[tenant].add(message)
            self._said[tenant][one].append(content)

    async def _read(self, tenant: str, one: str) -> None:
        answer = await self._ask(tenant, "GET", f"{API}/{one}/messages", params={"limit": 1000})
        if self._known(tenant, one, answer):
            said = [message["content"] for message in answer.json()["data"]]
            assert said == self._said[tenant][one]

    async def _listed(self, tenant: str, one: str) -> None:
        answer = await self._ask(tenant, "GET", API, params={"limit": 100})
        assert {c["id"] for c in answer.json()["data"]} == set(self._said[tenant])
        other = self._random.choice(TENANTS)
        asked = await self._ask(tenant, "GET", API, params={"tenant_id": other})
        assert asked.status_code == (200 if other == tenant else 403)

    async def _found(self, tenant: str, one: str) -> None:
        other = self._random.choice(TENANTS)
        answer = await self._ask(tenant, "GET", f"{API}:search", params={"q": f"<{other}>"})
        assert other == tenant or answer.json()["data"] == []

    async def _window(self, tenant: str, one: str) -> None:
        params = {"context_type": "full", "recency_bias": self._random.random()}
        path = f"/api/v1/internal/context/{one}"
        answer = await self._ask(tenant, "GET", path, params=params)
        if self._known(tenant, one, answer):
            total = len(self._said[tenant][one])
            assert answer.json()["data"]["total_messages"] == total

    async def _erase(self, tenant: str, one: str) -> None:
        if self._random.random() < 0.7:
            return
        answer = await self._ask(tenant, "DELETE", f"{API}/{one}", params={"erase": True})
        if self._known(tenant, one, answer):
            for content in self._said[tenant].pop(one):
                self._used[tenant].discard(content.split()[1])

    async def _remember(self, tenant: str, one: str) -> None:
        body = {"id": f"f{self._random.randrange(20)}", "text": f"<{tenant}> fact"}
        answer = await self._ask(tenant, "POST", "/api/v1/memories", json=body)
        assert answer.status_code == 201

    async def _facts(self, tenant: str, one: str) -> None:
        await self._ask(tenant, "GET", "/api/v1/memories")
        path = f"/api/v1/memories/f{self._random.randrange(20)}"
        await self._ask(tenant, "PATCH", path, json={"text": f"<{tenant}> changed"})
        if self._random.random() < 0.2:
            await self._ask(tenant, "DELETE", path)

    async def _task(self, tenant: str, one: str) -> None:
        task = f"t{self._random.randrange(10)}"
        body = {"id": task, "parameters": {"of": f"<{tenant}>"}}
        await self._ask(tenant, "PUT", f"/api/v1/tasks/{task}", json=body)
        await self._ask(tenant, "GET", f"/api/v1/tasks/t{self._random.randrange(10)}")

    async def _changes(self, tenant: str, one: str) -> None:
        other = self._random.choice(TENANTS)
        told = await self._client.get("/api/v1/changes", headers=self._headers[other])
        cursor = told.json()["data"]["cursor"].rpartition(":")
        since = f"{cursor[0]}:{max(0, int(cursor[2]) - 5)}"
        await self._ask(tenant, "GET", "/api/v1/changes", params={"since": since})

    async def _export(self, tenant: str, one: str) -> None:
        answer = await self._ask(tenant, "GET", f"{API}/{one}/export")
        self._known(tenant, one, answer)

    async def _named(self, tenant: str, one: str) -> None:
        other = self._random.choice([name for name in TENANTS if name != tenant])
        body = {"id": one, "tenant_id": other, "title": f"<{tenant}>"}
        assert (await self._ask(tenant, "POST", API, json=body)).status_code == 403


BODIES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("POST", API, {"tenant_id": "acme", "agent_id": "a", "user_id": "u", "metadata": {"k": [1]}}),
    ("PATCH", f"{API}/c0", {"title": "t", "metadata": {}, "deleted": False}),
    (
        "POST",
        f"{API}/c0/messages",
        {
            "message": {
                "id": "m",
                "role": "user",
                "content": "x",
                "timestamp": "2025-06-03T16:32:05.789Z",
                "content_type": "text/plain",
                "tokens": 15,
                "tags": ["a"],
                "metadata": {},
            },
            "update_context": True,
            "important": False,
        },
    ),
    ("PUT", f"{API}/c0/messages/m", {"revision": 1, "content": "x", "tokens": 3, "body": {}}),
    (
        "PUT",
        f"{API}/c0/summary",
        {"covers_seq": 0, "text": "x", "created_at": "2025-06-03T00:00:00Z"},
    ),
    ("POST", "/api/v1/memories", {"text": "x", "importance": 0.5, "valid_from": "2025-06-03"}),
    ("PATCH", "/api/v1/memories/f", {"text": "x", "valid_to": "2025-06-03T00:00:00Z"}),
    ("PUT", "/api/v1/tasks/t", {"id": "t", "state": "pending", "priority": 5, "parameters": {}}),
)
ODD = (
    *(b"null", b"true", b"-1", b"0", b"9223372036854775808", b"1e400", b"NaN", b"-Infinity"),
    *(b'""', b'"\\ud800"', b'"\\u0000"', b'"\xff"', b"[]", b"{}", b"[[[[]]]]", b'{"":null}'),
    *(b'"' + b"x" * 1_100_000 + b'"', b"[" * 100_000, b'{"a":' * 300, b"1" * 5000, b"'a'", b""),
    *(b'"0001-01-01T00:00:00+23:59"', b'"\\u202e<script>"', b"0.1", b'"user"', b"1e-400"),
)


async def send_odd_bodies(client: httpx.AsyncClient, count: int, seed: int) -> dict[int, int]:
    """Send bodies with one field made odd, missing or doubled; return how often which status."""
    chance = random.Random(seed)
    await client.post(API, json={"id": "c0"})
    seen: dict[int, int] = defaultdict(int)
    for _ in range(count):
        method, path, body = chance.choice(BODIES)
        answer = await client.request(
            method, path, content=_odd(body, chance), headers={"Content-Type": "application/json"}
        )
        assert answer.status_code < 500, (method, path, answer.text)
        if answer.status_code >= 400:
            assert answer.json()["status"] == answer.status_code
        seen[answer.status_code] += 1
    return dict(seen)


def _odd(body: dict[str, Any], chance: random.Random) -> bytes:
    target = body
    if "message" in body and chance.random() < 0.7:
        target = body["message"]
    name = chance.choice([*target, "surprise"])
    mark = f"@{chance.randrange(10**9)}@"
    changed = {**target, name: mark}
    if chance.random() < 0.1:
        changed.pop(name)
    whole = changed if target is body else {**body, "message": changed}
    text = json.dumps(whole).encode()
    text = text.replace(f'"{mark}"'.encode(), chance.choice(ODD))
    if chance.random() < 0.05:
        text = text[: chance.randrange(len(text) + 1)]
    return text
