"""An agent over gRPC: errors have the statuses of A2A 1.0.0, section 5.4; who calls; figures."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from a2a.types import (
    CancelTaskRequest,
    GetTaskRequest,
    ListTaskPushNotificationConfigsRequest,
    ListTasksRequest,
    SubscribeToTaskRequest,
    Task,
)
from a2a.utils.errors import TaskNotFoundError

from agents.answering.history import TaskHistory
from agents.hosting.host import AgentHost
from app.connections.inspection import told_card
from app.conversations.store.ephemeral_store import MemoryStore
from app.domain.ids import utc_now
from app.serving.operations import watch_grpc
from app.system.json_log import TRACE
from app.system.metrics import Metrics
from tests.contract.transport.executors import ScriptedExecutor, Turn, card
from tests.contract.transport.grpc_wire import HERE
from tests.contract.transport.http_agents import listening
from tests.patience import PATIENCE
from transport.connect import connect
from transport.server.cards import WELL_KNOWN, ServedAgent
from transport.server.grpc_server import Ended, GrpcServer
from transport.server.http_entry import Tokens
from transport.server.routes import http_application

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.logs_warnings,
    pytest.mark.skipif(not HERE, reason="the extra grpc is not installed"),
]


async def works(turn: Turn) -> None:
    await turn.say("done")


@pytest.mark.parametrize(
    ("operation", "request_", "version", "status", "reason"),
    [
        ("GetTask", GetTaskRequest(id="none"), "1.0", "NOT_FOUND", "TASK_NOT_FOUND"),
        ("CancelTask", CancelTaskRequest(id="none"), "1.0", "NOT_FOUND", "TASK_NOT_FOUND"),
        ("GetTask", GetTaskRequest(id="none"), "99.0", "UNIMPLEMENTED", "VERSION_NOT_SUPPORTED"),
        (
            "ListTaskPushNotificationConfigs",
            ListTaskPushNotificationConfigsRequest(task_id="none"),
            "1.0",
            "UNIMPLEMENTED",
            "PUSH_NOTIFICATION_NOT_SUPPORTED",
        ),
        ("GetTask", GetTaskRequest(id="none"), "", "UNIMPLEMENTED", "VERSION_NOT_SUPPORTED"),
        ("GetTask", GetTaskRequest(id="a\x00"), "1.0", "INVALID_ARGUMENT", "INVALID_PARAMS"),
        ("ListTasks", ListTasksRequest(page_size=-1), "1.0", "INVALID_ARGUMENT", "INVALID_PARAMS"),
    ],
)
async def test_errors_have_the_statuses_of_the_table(
    operation: str, request_: Any, version: str, status: str, reason: str
) -> None:
    host = AgentHost(
        name="scripted",
        card=card(),
        make_executor=lambda history: ScriptedExecutor(works, history),
        records=MemoryStore(),
    )
    try:
        told, info = await _refused(host.handler, operation, request_, version)
    finally:
        await host.aclose()
    assert told.code().name == status
    assert (info.reason, info.domain) == (reason, "a2a-protocol.org")


async def test_an_extended_card_says_how_the_agent_is_reached() -> None:
    def make(history: TaskHistory) -> ScriptedExecutor:
        made = ScriptedExecutor(works, history)
        made.extended_agent_card = card(description="All of it.")  # type: ignore[attr-defined]
        return made

    host = AgentHost(
        name="scripted", card=card(), make_executor=make, records=MemoryStore(), extended=True
    )
    tokens = Tokens({"t": "ada"})
    server = GrpcServer(host.handler, host="127.0.0.1", port=0, tokens=tokens)
    await server.start()
    served = ServedAgent("scripted", host.handler, host.card, others=(server.interface,))
    entry = http_application([served], base="", vary=True, since=utc_now(), tokens=tokens)
    said = {"Authorization": "Bearer t"}
    try:
        async with listening(entry) as base:
            async with httpx.AsyncClient(base_url=base, headers={"A2A-Version": "1.0"}) as client:
                public = (await client.get(WELL_KNOWN)).json()
                path = "/scripted/extendedAgentCard"
                over_http = (await client.get(path, headers=said)).json()
            link = await connect(f"grpc://{server.address}", parameters=said)
            over_grpc = await told_card(link)
            await link.aclose()
    finally:
        await server.aclose()
        await host.aclose()
    assert over_grpc is not None
    assert over_http["description"] == over_grpc["description"] == "All of it."
    assert over_http["supportedInterfaces"] == public["supportedInterfaces"]
    assert over_grpc["supportedInterfaces"] == [public["supportedInterfaces"][-1]]
    assert over_grpc["securityRequirements"] == public["securityRequirements"]


async def test_a_failure_inside_does_not_tell_what_it_says() -> None:
    class Breaks:
        async def on_get_task(self, params: Any, context: Any) -> Any:
            raise RuntimeError("the secret")

    told, info = await _refused(Breaks(), "GetTask", GetTaskRequest(id="t"), "1.0")
    assert told.code().name == "INTERNAL"
    assert "secret" not in f"{told.details()} {told.trailing_metadata()}"
    assert info.reason == "INTERNAL_ERROR"


class Answers:
    """A handler that knows one task, and remembers in which traces it was asked."""

    def __init__(self) -> None:
        self.traces: list[str] = []

    async def on_get_task(self, params: Any, context: Any) -> Task:
        self.traces.append(TRACE.get())
        return Task(id=params.id)

    async def on_subscribe_to_task(self, params: Any, context: Any) -> AsyncIterator[Task]:
        self.traces.append(TRACE.get())
        yield Task(id=params.id)
        if params.id == "waits":
            await asyncio.Event().wait()
        raise TaskNotFoundError


@asynccontextmanager
async def stub_of(handler: Any, **more: Any) -> AsyncIterator[Any]:
    import grpc.aio  # type: ignore[import-untyped]
    from a2a.types.a2a_pb2_grpc import A2AServiceStub

    server = GrpcServer(handler, host="127.0.0.1", port=0, **more)
    await server.start()
    try:
        async with grpc.aio.insecure_channel(server.address) as channel:
            yield A2AServiceStub(channel)  # type: ignore[no-untyped-call]
    finally:
        await server.aclose()


@pytest.mark.parametrize("tokens", [None, Tokens({"t": "ada"})])
@pytest.mark.parametrize("said", [("Bearer t", "Bearer t"), ("Bearer other", "Bearer t")])
async def test_two_tokens_are_refused_as_over_http(
    tokens: Tokens | None, said: tuple[str, ...]
) -> None:
    from grpc.aio import AioRpcError

    handler = Answers()
    metadata = [("a2a-version", "1.0"), *(("authorization", one) for one in said)]
    async with stub_of(handler, tokens=tokens) as stub:
        with pytest.raises(AioRpcError) as refused:
            await stub.GetTask(GetTaskRequest(id="t"), metadata=metadata)
        with pytest.raises(AioRpcError) as stream:
            async for _ in stub.SubscribeToTask(SubscribeToTaskRequest(id="t"), metadata=metadata):
                pass
    assert refused.value.code().name == stream.value.code().name == "INVALID_ARGUMENT"
    assert "twice" in refused.value.details()
    assert handler.traces == []


async def test_calls_are_counted_timed_and_traced() -> None:
    from grpc.aio import AioRpcError

    handler, metrics, noted = Answers(), Metrics(), asyncio.Queue[str]()
    count = watch_grpc(metrics, "scripted")

    def note() -> Ended:
        ended = count()

        def both(status: str, seconds: float) -> None:
            ended(status, seconds)
            noted.put_nowait(status)

        return both

    trace_id = "4bf92f3577b34da6a3ce929d0e0e4736"
    said = (("a2a-version", "1.0"), ("authorization", "Bearer t"))
    parent = ("traceparent", f"00-{trace_id}-00f067aa0ba902b7-01")
    async with stub_of(handler, tokens=Tokens({"t": "ada"}), note=note) as stub:
        await stub.GetTask(GetTaskRequest(id="t"), metadata=(*said, parent))
        with pytest.raises(AioRpcError):
            await stub.GetTask(GetTaskRequest(id="t"), metadata=said[:1])
        following = stub.SubscribeToTask(
            SubscribeToTaskRequest(id="t"), metadata=(*said, ("x-trace-id", "mine"))
        )
        with pytest.raises(AioRpcError):
            async for _ in following:
                pass
        waiting = stub.SubscribeToTask(SubscribeToTaskRequest(id="waits"), metadata=said)
        await waiting.read()
        running = 'balance_desk_grpc_requests_running{agent="scripted"}'
        assert f"{running} 1\n" in await metrics.text()
        waiting.cancel()
        async with asyncio.timeout(PATIENCE):
            statuses = [await noted.get() for _ in range(4)]
    assert handler.traces[:2] == [trace_id, "mine"]
    assert statuses == ["OK", "UNAUTHENTICATED", "NOT_FOUND", "CANCELLED"]
    told = await metrics.text()
    assert f"{running} 0\n" in told
    for status in statuses:
        label = f'agent="scripted",status="{status}"'
        assert f"balance_desk_grpc_requests_total{{{label}}} 1\n" in told
    assert 'balance_desk_grpc_first_message_seconds_count{agent="scripted"} 4\n' in told


async def _refused(handler: Any, operation: str, request_: Any, version: str) -> tuple[Any, Any]:
    """Return the error of a call, and its `ErrorInfo`."""
    from google.rpc.error_details_pb2 import ErrorInfo  # type: ignore[import-untyped]
    from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]
    from grpc.aio import AioRpcError

    async with stub_of(handler) as stub:
        with pytest.raises(AioRpcError) as refused:
            await getattr(stub, operation)(request_, metadata=(("a2a-version", version),))
    told = Status.FromString(dict(refused.value.trailing_metadata())["grpc-status-details-bin"])
    info = ErrorInfo()
    assert told.details[0].Unpack(info)
    return refused.value, info
