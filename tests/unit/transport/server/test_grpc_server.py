"""How errors are told over gRPC: with the statuses of A2A 1.0.0, section 5.4, and their reasons."""

from typing import Any

import httpx
import pytest
from a2a.types import (
    CancelTaskRequest,
    GetTaskRequest,
    ListTaskPushNotificationConfigsRequest,
    ListTasksRequest,
)

from agents.answering.history import TaskHistory
from agents.hosting.host import AgentHost
from app.connections.inspection import told_card
from app.conversations.store.ephemeral_store import MemoryStore
from app.domain.ids import utc_now
from tests.contract.transport.executors import ScriptedExecutor, Turn, card
from tests.contract.transport.grpc_wire import HERE
from tests.contract.transport.http_agents import listening
from transport.connect import connect
from transport.server.cards import WELL_KNOWN, ServedAgent
from transport.server.grpc_server import GrpcServer
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


async def _refused(handler: Any, operation: str, request_: Any, version: str) -> tuple[Any, Any]:
    """Return the error of a call, and its `ErrorInfo`."""
    import grpc.aio  # type: ignore[import-untyped]
    from a2a.types.a2a_pb2_grpc import A2AServiceStub
    from google.rpc.error_details_pb2 import ErrorInfo  # type: ignore[import-untyped]
    from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]

    server = GrpcServer(handler, host="127.0.0.1", port=0)
    await server.start()
    try:
        async with grpc.aio.insecure_channel(server.address) as channel:
            stub: Any = A2AServiceStub(channel)  # type: ignore[no-untyped-call]
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await getattr(stub, operation)(request_, metadata=(("a2a-version", version),))
    finally:
        await server.aclose()
    told = Status.FromString(dict(refused.value.trailing_metadata())["grpc-status-details-bin"])
    info = ErrorInfo()
    assert told.details[0].Unpack(info)
    return refused.value, info
