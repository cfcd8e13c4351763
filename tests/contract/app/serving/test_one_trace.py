"""One trace from a gateway over its agent to the conversation service, in the log of each."""

import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from agents.hosting.host import AgentHost
from app.conversations.service.rest.service_settings import ServiceSettings
from app.conversations.store.ephemeral_store import MemoryStore
from app.domain.book import Caller
from app.domain.cards import NO_ACCESS
from app.domain.ids import utc_now
from app.serving.operations import Operations, ready_when
from app.serving.sources import open_source
from app.system.json_log import TRACE
from app.system.metrics import Metrics
from app.system.tracing import is_traceparent
from tests.contract.app.conversations.book.served_books import ServedBook, served
from tests.contract.transport import grpc_wire
from tests.contract.transport.executors import ScriptedExecutor, Turn, card
from tests.contract.transport.http_agents import VERSION, listening
from tests.contract.transport.kafka_wire import QUICK, broker
from tests.live.kafka.brokers import fresh
from tests.patience import PATIENCE
from transport.kafka.options import KafkaOptions
from transport.kafka.server.server import KafkaServer
from transport.server.cards import ServedAgent
from transport.server.gateway import ForwardingHandler
from transport.server.grpc_server import GrpcServer
from transport.server.routes import http_application

pytestmark = pytest.mark.anyio

GIVEN: Final = "4bf92f3577b34da6a3ce929d0e0e4736"
MESSAGE: Final = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "Hello"}]}
WITH_GRPC = (
    pytest.mark.skipif(not grpc_wire.HERE, reason="the extra grpc is not installed"),
    pytest.mark.logs_warnings,  # it is asked for a card, which it does not tell
)
log = logging.getLogger("tests.agent")


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[ServedBook]:
    settings = ServiceSettings(rate=0, log_requests=True)
    async with served(tmp_path / "service.db", settings=settings) as running:
        yield running


@pytest.fixture
def traced() -> Any:
    """Return the traces under which anything was logged, by the logger."""
    found: dict[str, set[str]] = {}

    class Noting(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.setdefault(record.name, set()).add(TRACE.get())

    handler, root = Noting(logging.INFO), logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield found
    root.removeHandler(handler)
    root.setLevel(before)


def behind_operations(name: str, handler: Any, described: Any) -> Operations:
    agent = ServedAgent(name=name, handler=handler, card=described)
    entry = http_application([agent], base="", vary=True, since=utc_now())
    metrics = Metrics()
    return Operations(metrics, ready_when({}, metrics), entry, names=[name])


async def address_of(host: AgentHost, wire: str, stack: AsyncExitStack) -> str:
    """Serve an agent on a wire as `serve` does; return where."""
    if wire == "http":
        application = behind_operations(host.name, host.handler, host.card)
        return await stack.enter_async_context(listening(application)) + f"/{host.name}"
    if wire == "grpc":
        grpc = GrpcServer(host.handler, host="127.0.0.1", port=0)
        stack.push_async_callback(grpc.aclose)
        await grpc.start()
        return f"grpc://{grpc.address}"
    broker().agent(host.name)
    of = KafkaOptions(bootstrap=broker().bootstrap, overrides={"fetch_max_wait_ms": 10})
    kafka = KafkaServer(host, host.card, of, times=QUICK)
    stack.push_async_callback(kafka.aclose)
    await kafka.start()
    return f"kafka://{of.bootstrap}/{host.name}"


@pytest.mark.parametrize(
    ("said", "trace_id"),
    [
        ({}, ""),
        ({"traceparent": f"00-{GIVEN}-00f067aa0ba902b7-01"}, GIVEN),
        ({"traceparent": "00-" + "0" * 32 + "-00f067aa0ba902b7-01"}, ""),
        ({"X-Trace-Id": GIVEN}, GIVEN),
        ({"X-Trace-Id": "desk-7"}, "desk-7"),
    ],
    ids=["none", "traceparent", "no trace", "id", "another form"],
)
@pytest.mark.parametrize("wire", ["http", pytest.param("grpc", marks=WITH_GRPC), "kafka"])
async def test_all_log_what_is_done_for_a_request_under_one_trace(
    service: ServedBook,
    traced: dict[str, set[str]],
    profile: Path,
    wire: str,
    said: dict[str, str],
    trace_id: str,
) -> None:
    given: list[str] = []

    async def asks(turn: Turn) -> None:
        log.info("at work")
        given.append(turn.context.call_context.state["headers"].get("traceparent", ""))
        await book.count(Caller(tenant="acme"))
        await turn.say("Hello.")
        await turn.updater.complete()

    async with AsyncExitStack() as stack:
        book = service.remote(await service.token())
        stack.push_async_callback(book.aclose)
        host = AgentHost(
            name=fresh("asking"),
            card=card(),
            make_executor=lambda history: ScriptedExecutor(asks, history),
            records=MemoryStore(),
        )
        stack.push_async_callback(host.aclose)
        address = await address_of(host, wire, stack)
        source = await open_source(address, profile, NO_ACCESS, stack)
        handler = ForwardingHandler(source.transport, card=source.card)
        gateway = await stack.enter_async_context(
            listening(behind_operations("agent", handler, source.card))
        )
        traced.clear()
        async with httpx.AsyncClient(timeout=PATIENCE, headers=VERSION | said) as client:
            answer = await client.post(f"{gateway}/agent/message:send", json={"message": MESSAGE})
        assert answer.json()["task"]["status"]["state"] == "TASK_STATE_COMPLETED"
    told = answer.headers["x-trace-id"]
    assert told == trace_id or not trace_id
    [parent] = given
    if trace_id != "desk-7":
        assert is_traceparent(parent) and parent.split("-")[1] == told
    elif wire == "kafka":  # whose records name a trace by `traceparent` alone
        told = parent.split("-")[1]
    assert traced["tests.agent"] == {told}
    assert traced["app.conversations.service.rest.middleware"] == {told}


async def test_a_gateway_tells_why_its_agent_was_not_reached(
    profile: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def never(turn: Turn) -> None:
        raise AssertionError

    host = AgentHost(
        name="away",
        card=card(),
        make_executor=lambda history: ScriptedExecutor(never, history),
        records=MemoryStore(),
    )
    async with AsyncExitStack() as stack:
        stack.push_async_callback(host.aclose)
        async with AsyncExitStack() as serving:
            source = await open_source(
                await address_of(host, "http", serving), profile, NO_ACCESS, stack
            )
        handler = ForwardingHandler(source.transport, card=source.card)
        gateway = await stack.enter_async_context(
            listening(behind_operations("agent", handler, source.card))
        )
        asked = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": MESSAGE}}
        async with httpx.AsyncClient(timeout=PATIENCE, headers=VERSION) as client:
            for path, body, status in (
                ("agent/message:send", {"message": MESSAGE}, 500),
                ("agent", asked, 200),  # JSON-RPC tells errors in its answers alone
            ):
                caplog.clear()
                answer = await client.post(f"{gateway}/{path}", json=body)
                assert answer.status_code == status
                [fields] = [
                    record.fields  # type: ignore[attr-defined]
                    for record in caplog.records
                    if record.name == "transport.server.gateway"
                ]
                assert fields["reason"] == "agent_unreachable"
                assert "nobody takes the connection" in fields["cause"]
