"""The WebSocket of a service: who may connect, what is told, and how a client resumes."""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.database.database import Database
from app.conversations.service.push import sockets
from app.conversations.service.push.requests import Requests
from app.conversations.service.push.sockets import PATH
from app.conversations.service.push.subscriptions import RELOAD, ClientQueue, Hub
from app.conversations.service.rest.service_settings import ServiceSettings
from app.conversations.service.tokens import SECONDS_TRUSTED
from app.conversations.store import change_rows
from app.domain.book import Caller, NewConversation, NewMessage
from app.domain.changes import CannotReplay, Cursor, Replayed, UpToDate
from app.domain.memories import NewMemory
from app.domain.service_tasks import ServiceTask, ServiceTaskState
from tests.contract.app.conversations.book.served_books import ServedBook, served
from tests.contract.app.conversations.service.queue_service import ANA
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[ServedBook]:
    async with served(tmp_path / "service.db") as running:
        await running.book.create(ANA, NewConversation(id="talk", agent_id="data"))
        yield running


@asynccontextmanager
async def connected(service: ServedBook, token: str) -> AsyncIterator[ClientConnection]:
    address = "ws" + service.url.removeprefix("http") + PATH
    headers = {"Authorization": f"Bearer {token}"}
    async with connect(address, additional_headers=headers, max_size=2**24) as socket:
        yield socket


def sent(domain: str, action: str, payload: Any = None, **fields: Any) -> str:
    envelope = {
        "message_id": str(uuid.uuid4()),
        "tenant_id": "acme",
        "created_at": datetime.now(UTC).isoformat(),
        "schema_version": "1.1",
        "type": {"domain": domain, "action": action},
        "source_service": "agent_orchestrator",
        "target_service": "conversation_service",
        "payload": payload or {},
    }
    return json.dumps(envelope | fields)


async def test_each_request_has_its_own_trace(service: ServedBook) -> None:
    parent = {"traceparent": "00-" + "4bf92f3577b34da6a3ce929d0e0e4736" + "-00f067aa0ba902b7-01"}
    traces = []
    async with connected(service, await service.token(user="ana")) as socket:
        for metadata in ({}, {}, {"trace_id": "mine"}, {"trace_id": "mine", **parent}):
            await socket.send(sent("system", "ping", metadata=metadata))
            traces.append((await heard(socket))["metadata"]["trace_id"])
        await socket.send("no envelope")
        traces.append((await heard(socket))["metadata"]["trace_id"])
    assert traces[2:4] == ["mine", "4bf92f3577b34da6a3ce929d0e0e4736"]
    assert len(set(traces)) == 5


async def heard(socket: ClientConnection) -> Any:
    async with asyncio.timeout(PATIENCE):
        return json.loads(await socket.recv())


async def register(socket: ClientConnection, *topics: str, **more: Any) -> Any:
    filters = more.pop("filters", {"session_id": None, "conversation_id": None})
    payload = {"topics": list(topics), "filters": filters, **more}
    await socket.send(sent("subscription", "register", payload))
    answer = await heard(socket)
    assert answer["type"] == {"domain": "subscription", "action": "registered"}
    return answer["payload"]


async def say(service: ServedBook, text: str, caller: Any = ANA, where: str = "talk") -> None:
    await service.book.add(caller, where, NewMessage(role="user", content=text))


async def test_only_a_bearer_of_a_valid_token_connects(service: ServedBook) -> None:
    for token in ("", "nonsense", "bdc_000000000000_" + "x" * 43):
        with pytest.raises(InvalidStatus) as caught:
            async with connected(service, token):
                pass
        assert caught.value.response.status_code == 401
    async with connected(service, await service.token()) as socket:
        await socket.send(sent("system", "ping", correlation_id="c1"))
        answer = await heard(socket)
        assert answer["type"] == {"domain": "system", "action": "status"}
        assert (answer["payload"]["status"], answer["correlation_id"]) == ("ok", "c1")


async def test_what_is_said_is_told_in_the_documents_words(service: ServedBook) -> None:
    async with connected(service, await service.token()) as socket:
        assert (await register(socket, "conversation.update"))["outcome"] == "up_to_date"
        await say(service, "Aquí tienes")
        told = await heard(socket)
    assert told["type"] == {"domain": "conversation", "action": "update"}
    assert told["tenant_id"] == "acme"
    payload = told["payload"]
    assert (payload["update_type"], payload["conversation_id"]) == ("new_message", "talk")
    assert payload["messages_count"] == 1
    assert payload["last_message"]["content_preview"] == "Aquí tienes"
    assert (payload["importance"], payload["requires_attention"]) == ("normal", False)
    assert told["metadata"]["user_id"] == "ana"
    assert (told["priority"], told["correlation_id"]) == (4, told["message_id"])


async def test_tasks_and_memories_are_told(service: ServedBook) -> None:
    async with connected(service, await service.token()) as socket:
        await register(socket, "task.completed", "task.failed", "memory.update")
        for task_id, state in (("t1", "completed"), ("t2", "failed")):
            task = ServiceTask(id=task_id, state=ServiceTaskState(state), correlation_id="c9")
            await service.book.task_put(ANA, task)
            told = await heard(socket)
            assert told["type"] == {"domain": "task", "action": state}
            assert told["payload"]["task_id"] == task_id
            assert told["correlation_id"] == "c9"
            assert ("error" in told["payload"]) == (state == "failed")
        await say(service, "of another topic")
        await service.book.remember(ANA, NewMemory(text="likes tea"))
        told = await heard(socket)
        assert told["type"] == {"domain": "memory", "action": "update"}
        assert (told["payload"]["update_type"], told["payload"]["text"]) == (
            "remembered",
            "likes tea",
        )


async def test_filters_let_through_what_was_asked_for(service: ServedBook) -> None:
    await service.book.create(ANA, NewConversation(id="other"))
    token = await service.token()
    async with connected(service, token) as one, connected(service, token) as session:
        await register(one, "conversation.update", filters={"conversation_id": "other"})
        await session.send(sent("session", "register", {"session_id": "s7"}))
        assert (await heard(session))["payload"]["outcome"] == "up_to_date"
        await say(service, "not this")
        await say(service, "this", where="other")
        await say(service, "that", ANA.model_copy(update={"session": "s7"}))
        assert (await heard(one))["payload"]["last_message"]["content_preview"] == "this"
        assert (await heard(session))["payload"]["last_message"]["content_preview"] == "that"


async def test_a_user_hears_only_of_what_is_theirs(service: ServedBook) -> None:
    eve = ANA.model_copy(update={"user": "eve"})
    await service.book.create(eve, NewConversation(id="eves"))
    other = ANA.model_copy(update={"tenant": "other"})
    await service.book.create(other, NewConversation(id="theirs"))
    async with connected(service, await service.token(user="ana")) as socket:
        await register(socket)
        await say(service, "secret", eve, "eves")
        await say(service, "of another tenant", other, "theirs")
        await say(service, "mine")
        told = await heard(socket)
        assert told["payload"]["last_message"]["content_preview"] == "mine"


async def test_conversations_are_made_and_tasks_cancelled(service: ServedBook) -> None:
    await service.book.task_put(ANA, ServiceTask(id="t", state=ServiceTaskState.PROCESSING))
    async with connected(service, await service.token(user="ana")) as socket:
        made = {"conversation_id": "made", "agent_id": "data", "title": "From the socket"}
        await socket.send(sent("conversation", "create", made))
        answer = await heard(socket)
        assert answer["payload"]["update_type"] == "created"
        assert (await service.book.get(ANA, "made")).title == "From the socket"
        await socket.send(sent("task", "cancel", {"task_id": "t"}))
        answer = await heard(socket)
        assert answer["payload"] == {"task_id": "t", "status": "cancelled"}
        await socket.send(sent("task", "cancel", {"task_id": "u"}))
        answer = await heard(socket)
        assert answer["type"] == {"domain": "task", "action": "cancelled"}
        assert answer["payload"] == {"task_id": "u", "status": "cancelled", "ahead": True}


@pytest.mark.parametrize(
    "wrong",
    [
        "no json",
        "[" * 100_000,
        sent("system", "ping", tenant_id="other"),
        sent("system", "ping", schema_version="2.0"),
        sent("system", "explode"),
        sent("subscription", "register", {"topics": ["weather"]}),
        sent("subscription", "register", {"since": "no cursor"}),
        sent("session", "register"),
        sent("task", "cancel"),
    ],
)
async def test_what_is_wrong_is_answered_and_the_connection_goes_on(
    service: ServedBook, wrong: str
) -> None:
    async with connected(service, await service.token()) as socket:
        await socket.send(wrong)
        answer = await heard(socket)
        assert answer["type"] == {"domain": "system", "action": "error"}
        assert answer["tenant_id"] == "acme"
        await socket.send(sent("system", "ping"))
        assert (await heard(socket))["payload"]["status"] == "ok"


async def test_a_client_resumes_where_it_was(service: ServedBook) -> None:
    token = await service.token()
    async with connected(service, token) as socket:
        at = (await register(socket))["cursor"]
    for number in range(5):
        await say(service, f"missed {number}")
    async with connected(service, token) as socket:
        answer = await register(socket, since=at)
        assert answer["outcome"] == "replayed"
        missed = [await heard(socket) for _ in range(5)]
        assert [one["payload"]["last_message"]["content_preview"] for one in missed] == [
            f"missed {number}" for number in range(5)
        ]
        await say(service, "live")
        live = await heard(socket)
        assert live["payload"]["last_message"]["content_preview"] == "live"
    async with connected(service, token) as socket:
        answer = await register(socket, since=live["metadata"]["cursor"])
        assert answer["outcome"] == "up_to_date"
        answer = await register(socket, since="anotherlog:5")
        assert answer["outcome"] == "cannot_replay"
        assert answer["cursor"] == live["metadata"]["cursor"]


class CutMeanwhile(EmbeddedBook):
    """Gives two changes at a time; once it has given some, the rest is cut from the log."""

    async def changes(
        self, caller: Caller, *, since: Cursor | None, limit: int = 2, **more: Any
    ) -> Replayed | UpToDate | CannotReplay:
        found = await super().changes(caller, since=since, limit=2, **more)
        if isinstance(found, Replayed) and found.more:
            job = partial(change_rows.cut, tenant=caller.tenant, upto=found.cursor.seq + 1)
            await self.database.write(caller.tenant, job)
        return found


async def test_a_log_that_is_cut_while_it_is_replayed_is_no_silence(tmp_path: Path) -> None:
    book = CutMeanwhile(await Database.open(tmp_path / "cut.db"))
    await book.create(ANA, NewConversation(id="talk", agent_id="data"))
    for number in range(5):
        await book.add(ANA, "talk", NewMessage(role="user", content=str(number)))
    hub, connection = Hub(book), ClientQueue(ANA)
    requests = Requests(book, hub, hub.join(connection), connection, started=0.0)
    beginning = str(Cursor("0", 0))
    await requests.take(sent("subscription", "register", {"since": beginning}).encode())
    assert connection.cut.is_set()
    assert connection.why[0] == RELOAD
    await hub.aclose()
    await book.aclose()


class Stumbling(EmbeddedBook):
    """Fails once, as no book should, while it reads what was said."""

    fails = True

    async def changes(
        self, caller: Caller, *, since: Cursor | None, **more: Any
    ) -> Replayed | UpToDate | CannotReplay:
        found = await super().changes(caller, since=since, **more)
        if isinstance(found, Replayed) and self.fails:
            self.fails = False
            raise RuntimeError("a row that nobody expected")
        return found


@pytest.mark.logs_warnings
async def test_a_feed_that_fails_tells_its_listeners_and_goes_on(tmp_path: Path) -> None:
    book = Stumbling(await Database.open(tmp_path / "stumbling.db"))
    await book.create(ANA, NewConversation(id="talk", agent_id="data"))
    hub, first, second = Hub(book), ClientQueue(ANA), ClientQueue(ANA)
    feed = hub.join(first)
    await feed.position()
    await book.add(ANA, "talk", NewMessage(role="user", content="breaks"))
    async with asyncio.timeout(PATIENCE):
        await first.cut.wait()
    assert first.why[0] == RELOAD
    hub.join(second)
    requests = Requests(book, hub, feed, second, started=0.0)
    await requests.take(sent("subscription", "register", {}).encode())
    assert "registered" in (await second.next())[0]
    await book.add(ANA, "talk", NewMessage(role="user", content="goes on"))
    async with asyncio.timeout(PATIENCE):
        (told,) = await second.next()
    assert "goes on" in told
    await hub.aclose()
    await book.aclose()


async def test_who_wants_the_status_alone_is_replayed_nothing(service: ServedBook) -> None:
    await say(service, "hola")
    async with connected(service, await service.token()) as socket:
        answer = await register(socket, "system.status", since=str(Cursor("0", 0)))
        assert answer["outcome"] == "up_to_date"
        await socket.send(sent("system", "ping"))
        assert (await heard(socket))["type"]["action"] == "status"
        others = {"conversation_id": "elsewhere"}
        answer = await register(socket, since=str(Cursor("0", 0)), filters=others)
        assert answer["outcome"] == "up_to_date"
        assert Cursor.parse(answer["cursor"]).seq == 2


async def test_nothing_is_lost_or_doubled_between_replay_and_live(service: ServedBook) -> None:
    token = await service.token()
    async with connected(service, token) as socket:
        at = (await register(socket))["cursor"]
    said = 0

    async def go_on() -> None:
        nonlocal said
        for number in range(300):
            await say(service, str(number))
            said += 1

    talking = asyncio.create_task(go_on())
    while said < 50:  # noqa: ASYNC110 — in the middle of it
        await asyncio.sleep(0)
    async with connected(service, token) as socket:
        await register(socket, since=at)
        found = [(await heard(socket))["payload"]["last_message"]["content_preview"]]
        while found[-1] != "299":
            told = await heard(socket)
            found.append(told["payload"]["last_message"]["content_preview"])
    await talking
    assert found == [str(number) for number in range(300)]


async def test_a_token_that_ends_ends_its_connections(
    service: ServedBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sockets._TOKEN_SECONDS <= SECONDS_TRUSTED
    monkeypatch.setattr(sockets, "_TOKEN_SECONDS", 0.01)
    issued = await service.tokens.create("acme")
    async with connected(service, issued.text) as socket:
        await register(socket)
        await service.tokens.revoke("acme", issued.record.id)
        with pytest.raises(ConnectionClosed) as caught:
            await heard(socket)
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 4001


async def test_requests_over_a_socket_count_like_others(tmp_path: Path) -> None:
    settings = ServiceSettings(rate=0.01, burst=3)
    async with served(tmp_path / "service.db", settings=settings) as service:
        async with connected(service, await service.token()) as socket:
            kinds = []
            for _ in range(4):
                await socket.send(sent("system", "ping"))
                answer = await heard(socket)
                kinds.append(answer["payload"].get("error", "ok"))
        assert kinds == ["ok", "ok", "RateLimitExceeded", "RateLimitExceeded"]
        assert answer["payload"]["retry_after"] > 0


async def test_the_end_of_the_service_is_told(tmp_path: Path) -> None:
    async with served(tmp_path / "ends.db") as service:
        token = await service.token()
        async with connected(service, token) as socket:
            await register(socket)
            await service.push.aclose()
            with pytest.raises(ConnectionClosed) as caught:
                await heard(socket)
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == 1001


async def test_a_feed_ends_with_its_last_listener(service: ServedBook) -> None:
    async with connected(service, await service.token()) as socket:
        await register(socket)
        assert service.push.connected == 1
    async with asyncio.timeout(PATIENCE):
        while service.push.connected:  # noqa: ASYNC110 — the server hears of it later
            await asyncio.sleep(0.01)
