"""Three tenants that ask one service in every way there is: REST, queues and WebSockets (F16)."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from app.conversations.protocol.envelope import Envelope
from app.conversations.protocol.queue_names import (
    HISTORY,
    MEMORY,
    RETRIEVE,
    STORE,
    TASK,
    EnvelopeKind,
)
from app.conversations.service.push.sockets import PATH
from app.conversations.service.queues.port import Queues
from app.conversations.service.queues.requester import QueueRequester
from app.conversations.service.queues.signatures import Proof, sign
from app.domain.book import SCOPES
from tests.contract.app.conversations.book.served_books import ServedBook, served
from tests.contract.app.conversations.service.queue_samples import raw, said, store
from tests.patience import PATIENCE
from tests.unit.app.conversations.service.rest_strangers import (
    API,
    IDS,
    TENANTS,
    Operation,
    Tenants,
)

MOST_SUBSCRIPTIONS = 50


@dataclass
class Socket:
    """The WebSocket of a tenant: answers to whoever waits for them, and all that was heard."""

    tenant: str
    connection: ClientConnection
    heard: int = 0
    cursor: str = ""
    subscriptions: int = 0
    waiting: dict[str, asyncio.Future[Any]] = field(default_factory=dict)

    async def read(self) -> None:
        """Read on; raises AssertionError for what is of another tenant."""
        async for text in self.connection:
            for other in TENANTS:
                assert other == self.tenant or f"<{other}>" not in str(text), self.tenant
            told = json.loads(text)
            assert told["tenant_id"] == self.tenant
            self.heard += 1
            self.cursor = told["metadata"].get("cursor", self.cursor)
            waiting = self.waiting.pop(told["metadata"].get("in_reply_to", ""), None)
            if waiting is not None:
                waiting.set_result(told)

    async def ask(self, domain: str, action: str, payload: dict[str, Any]) -> Any:
        """Return the answer to an envelope."""
        envelope = said(RETRIEVE, payload, tenant_id=self.tenant, task_id=None, metadata=_NOBODY)
        envelope |= {"type": {"domain": domain, "action": action}}
        waiting = asyncio.get_running_loop().create_future()
        self.waiting[envelope["message_id"]] = waiting
        await self.connection.send(json.dumps(envelope))
        async with asyncio.timeout(PATIENCE):
            return await waiting


_NOBODY = {"user_id": None, "agent_id": None, "conversation_id": None, "session_id": None}


@dataclass
class Everything:
    """A whole service, and each tenant's ways to it."""

    client: httpx.AsyncClient
    service: ServedBook
    queues: Queues
    tokens: dict[str, str] = field(default_factory=dict)
    requesters: dict[str, QueueRequester] = field(default_factory=dict)
    sockets: dict[str, Socket] = field(default_factory=dict)

    async def headers(self, tenant: str, **fields: Any) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[tenant]}"}


@asynccontextmanager
async def everything(where: Path | str, queues: Queues) -> AsyncIterator[Everything]:
    """Serve a database in every way; all tenants are connected and listen to all there is.

    The queues are closed in the end.
    """
    async with AsyncExitStack() as stack:
        stack.push_async_callback(queues.aclose)
        service = await stack.enter_async_context(served(where, queues=queues))
        client = await stack.enter_async_context(
            httpx.AsyncClient(base_url=service.url, timeout=PATIENCE)
        )
        made = Everything(client, service, queues)
        reading = []
        for tenant in TENANTS:
            token = made.tokens[tenant] = await service.token(tenant, scopes=SCOPES)
            requester = made.requesters[tenant] = QueueRequester(queues, tenant=tenant, token=token)
            await requester.start()
            stack.push_async_callback(requester.aclose)
            connection = await stack.enter_async_context(
                connect(
                    "ws" + service.url.removeprefix("http") + PATH,
                    additional_headers={"Authorization": f"Bearer {token}"},
                )
            )
            socket = made.sockets[tenant] = Socket(tenant, connection)
            reading.append(asyncio.create_task(socket.read()))
            assert (await socket.ask("subscription", "register", {}))["payload"]["cursor"]
        try:
            yield made
        finally:
            for task in reading:
                # What it found is raised here.
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task


class Strangers(Tenants):
    """The tenants of the REST interface, who ask over queues and WebSockets as well."""

    def __init__(self, service: Everything, seed: int) -> None:
        super().__init__(service, seed)
        self._all = service

    def _doing(self) -> list[Operation]:
        return [
            *super()._doing(),
            *(self._stored, self._stored, self._history, self._context, self._processed),
            *(self._kept, self._forged, self._borrowed),
            *(self._made, self._cancelled, self._followed, self._resumed),
            *(self._keyed, self._matched),
        ]

    async def _over_queue(
        self, tenant: str, kind: EnvelopeKind, payload: dict[str, Any], one: str = ""
    ) -> Envelope:
        requester = self._all.requesters[tenant]
        answer = await requester.ask(kind, payload, conversation_id=one, seconds=30)
        assert answer.tenant_id == tenant
        self._clean(tenant, answer.payload)
        return answer

    def _clean(self, tenant: str, found: object) -> None:
        for other in TENANTS:
            assert other == tenant or f"<{other}>" not in str(found), (tenant, found)

    def _completed(self, tenant: str, one: str, answer: Envelope) -> bool:
        known = one in self._said[tenant]
        assert (answer.status == "completed") == known, (tenant, one, answer.payload)
        assert known or answer.payload["error"] == "ConversationNotFound"
        return known

    async def _stored(self, tenant: str, one: str) -> None:
        message = f"m{self._random.randrange(10_000)}"
        content = f"<{tenant}> {message} {self._random.randrange(100)}"
        payload = store(content, id=message)["payload"]
        answer = await self._over_queue(tenant, STORE, payload, one)
        if message in self._used[tenant]:
            assert answer.payload.get("error") in (None, "Conflict", "ConversationNotFound")
        elif self._completed(tenant, one, answer):
            self._used[tenant].add(message)
            self._said[tenant][one].append(content)

    async def _history(self, tenant: str, one: str) -> None:
        answer = await self._over_queue(tenant, HISTORY, {"limit": 1000}, one)
        if self._completed(tenant, one, answer):
            messages: Any = answer.payload["messages"]
            assert [message["content"] for message in messages] == self._said[tenant][one]

    async def _context(self, tenant: str, one: str) -> None:
        wanted = {"context_type": "full", "message_count": 20}
        answer = await self._over_queue(tenant, RETRIEVE, wanted, one)
        if self._completed(tenant, one, answer):
            assert answer.payload["total_messages"] == len(self._said[tenant][one])

    async def _processed(self, tenant: str, one: str) -> None:
        payload = {"task_type": "process", "task_parameters": {"message_count": 3}}
        answer = await self._over_queue(tenant, TASK, payload, one)
        assert (answer.status == "completed") == (one in self._said[tenant])

    async def _kept(self, tenant: str, one: str) -> None:
        fact = f"f{self._random.randrange(20)}"
        operations = [
            {"operation": "remember", "id": fact, "text": f"<{tenant}> fact"},
            {"operation": "edit", "id": fact, "text": f"<{tenant}> changed"},
            {"operation": "forget", "id": fact},
        ]
        await self._over_queue(tenant, MEMORY, {"operations": [self._random.choice(operations)]})

    async def _forged(self, tenant: str, one: str) -> None:
        """Sign with one's own token what says that it is of another."""
        other = self._another(tenant)
        body = raw(store(f"<{tenant}> forged", tenant_id=other, metadata={"conversation_id": one}))
        await self._all.queues.put(STORE, body, proof=sign(self._all.tokens[tenant], body))

    async def _borrowed(self, tenant: str, one: str) -> None:
        """Sign with one's own token, and name that of another."""
        other = self._another(tenant)
        body = raw(store(f"<{tenant}> forged", tenant_id=other, metadata={"conversation_id": one}))
        mine = sign(self._all.tokens[tenant], body)
        theirs = sign(self._all.tokens[other], b"something else")
        await self._all.queues.put(STORE, body, proof=Proof(theirs.credential, mine.signature))

    async def _made(self, tenant: str, one: str) -> None:
        payload = {"conversation_id": one, "title": f"<{tenant}>"}
        answer = await self._all.sockets[tenant].ask("conversation", "create", payload)
        assert answer["payload"]["messages_count"] == len(self._said[tenant].setdefault(one, []))

    async def _cancelled(self, tenant: str, one: str) -> None:
        task = f"t{self._random.randrange(10)}"
        answer = await self._all.sockets[tenant].ask("task", "cancel", {"task_id": task})
        known = (await self._ask(tenant, "GET", f"/api/v1/tasks/{task}")).status_code == 200
        assert answer["type"]["action"] == "cancelled", answer
        assert answer["payload"].get("ahead", False) != known, answer

    async def _followed(self, tenant: str, one: str) -> None:
        """Ask for what others would hear of."""
        filters = {"conversation_id": one, "user_id": self._random.choice([None, "", "ana"])}
        await self._subscribe(tenant, {"filters": filters})

    async def _resumed(self, tenant: str, one: str) -> None:
        """Resume after the cursor of another."""
        cursor = self._all.sockets[self._another(tenant)].cursor
        await self._subscribe(tenant, {"since": cursor} if cursor else {})

    async def _subscribe(self, tenant: str, payload: dict[str, Any]) -> None:
        socket = self._all.sockets[tenant]
        if socket.subscriptions < MOST_SUBSCRIPTIONS:
            socket.subscriptions += 1
            answer = await socket.ask("subscription", "register", payload)
            assert answer["type"]["action"] == "registered", answer

    async def _keyed(self, tenant: str, one: str) -> None:
        """Use the idempotency keys that the others use."""
        headers = {**self._headers[tenant], "Idempotency-Key": f"k{self._random.randrange(30)}"}
        body = {"text": f"<{tenant}> kept"}
        answer = await self._client.post("/api/v1/memories", json=body, headers=headers)
        assert answer.status_code == 201, answer.text
        assert f"<{tenant}>" in answer.text
        self._clean(tenant, answer.text)

    async def _matched(self, tenant: str, one: str) -> None:
        """Show the service the state that another has seen."""
        other = self._another(tenant)
        seen = await self._ask(other, "GET", f"{API}/{one}")
        known = seen.headers.get("ETag", '"none"')
        headers = {**self._headers[tenant], "If-None-Match": known}
        answer = await self._client.get(f"{API}/{one}", headers=headers)
        self._clean(tenant, answer.text)
        self._known(tenant, one, answer)

    def _another(self, tenant: str) -> str:
        return self._random.choice([name for name in TENANTS if name != tenant])

    async def settled(self) -> None:
        """Wait until nothing waits; what was forged must be a dead letter, and told to nobody."""
        queues = self._all.queues
        async with asyncio.timeout(PATIENCE):
            while await queues.waiting(STORE):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        dead = await queues.dead(STORE, limit=10**6)
        assert all(b"forged" in letter.body for letter in dead)
        assert {letter.reason.split(":")[0] for letter in dead} == {"proof"}
        for tenant in TENANTS:
            for one in IDS:
                await self._read(tenant, one)
            assert self._all.sockets[tenant].heard > 0
