"""The desk's end and the gateway: other clients, traces, and a turn that a replica lost."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from a2a.types import AgentCard
from aiokafka import AIOKafkaConsumer, TopicPartition

from app.domain.ids import utc_now
from app.domain.tasks import TaskState
from app.system import tracing as spans_of
from tests.contract.transport.executors import Turn
from tests.contract.transport.kafka_wire import QUICK, Named, broker
from tests.contract.transport.serving import collect, last_state, say, task_id_of
from tests.live.kafka.brokers import fresh
from tests.live.kafka.kafka_agents import host_of
from tests.patience import PATIENCE
from transport.connect import connect
from transport.kafka import tracing
from transport.kafka.cards import announced
from transport.kafka.client.connection import Connection
from transport.kafka.names import KAFKA_BINDING, KafkaAddress
from transport.kafka.options import KafkaOptions
from transport.kafka.records import Request, answer_headers, event_headers
from transport.kafka.server.server import KafkaServer
from transport.kafka_link import kafka_link, open_transport
from transport.kafka_transport import KafkaTransport, register_kafka
from transport.server.cards import ServedAgent
from transport.server.gateway import ForwardingHandler
from transport.server.http_server import HttpServer
from transport.server.routes import http_application

pytestmark = pytest.mark.anyio

Script = Callable[[Turn], Coroutine[Any, Any, None]]
HEADERS: list[dict[str, str]] = []


async def greets(turn: Turn) -> None:
    HEADERS.append(dict(turn.context.call_context.state["headers"]))
    await turn.updater.start_work()
    if turn.text == "wait":
        await turn.ask("For whom?")
        return
    await turn.say(f"Hello, {turn.text}.")
    await turn.updater.complete()


@pytest.fixture
async def transport() -> AsyncIterator[KafkaTransport]:
    name = fresh("greeter")
    broker().agent(name)
    broker().client(name)
    of = KafkaOptions(bootstrap=broker().bootstrap, overrides={"fetch_max_wait_ms": 10})
    async with AsyncExitStack() as stack:
        host = host_of(name, greets)
        stack.push_async_callback(host.aclose)
        server = KafkaServer(Named(host, name), host.card, of, times=QUICK)
        stack.push_async_callback(server.aclose)
        await server.start()
        connection = Connection(of, client=name)
        stack.push_async_callback(connection.aclose)
        await connection.start(client=name)
        yield KafkaTransport(connection, KafkaAddress(of.bootstrap, name), times=QUICK)


@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
async def test_any_a2a_client_reaches_an_agent_behind_kafka(
    transport: KafkaTransport, binding: str
) -> None:
    card = (await announced(KafkaOptions(bootstrap=transport.address.bootstrap)))[
        transport.address.name
    ]
    agent = ServedAgent(name="greeter", handler=ForwardingHandler(transport), card=card)
    entry = http_application([agent], base="", vary=True, since=utc_now())
    server = HttpServer(entry, host="127.0.0.1", port=0)
    await server.start()
    link = await connect(f"http://127.0.0.1:{server.port}/greeter", binding=binding)
    try:
        events = await collect(link.send(say("Ada")))
        assert last_state(events) is TaskState.COMPLETED
        assert (await link.get(task_id_of(events))).artifacts[0].text == "Hello, Ada."
        waiting = task_id_of(await collect(link.send(say("wait", context="w"))))
        assert [task.task_id for task in await link.tasks("w")] == [waiting]
        assert (await link.cancel(waiting)).state is TaskState.CANCELED
    finally:
        await link.aclose()
        await server.aclose()


async def test_the_sdks_factory_makes_a_client_from_a_card(transport: KafkaTransport) -> None:
    from a2a.client.client import ClientConfig
    from a2a.client.client_factory import ClientFactory
    from a2a.types import Message, Part, Role, SendMessageRequest

    card = (await announced(KafkaOptions(bootstrap=transport.address.bootstrap)))[
        transport.address.name
    ]
    factory = ClientFactory(ClientConfig(supported_protocol_bindings=[KAFKA_BINDING]))
    register_kafka(factory, transport.connection, times=QUICK)
    client = factory.create(card)
    message = Message(message_id="m", role=Role.ROLE_USER, parts=[Part(text="Bo")])
    states = [
        event.status_update.status.state
        async for event in client.send_message(SendMessageRequest(message=message))
        if event.HasField("status_update")
    ]
    assert states[-1] == 3  # TASK_STATE_COMPLETED


async def test_a_trace_goes_from_the_desk_to_the_agent(
    transport: KafkaTransport, monkeypatch: pytest.MonkeyPatch
) -> None:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    spans = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    monkeypatch.setattr(spans_of, "tracer", lambda: provider.get_tracer("balance-desk"))
    request = {
        "jsonrpc": "2.0",
        "id": "k",
        "method": "SendStreamingMessage",
        "params": {"message": {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "x"}]}},
    }
    HEADERS.clear()
    async for _ in transport.exchange(request, {"a2a-version": "1.0"}):
        pass
    made = {one.name.partition(" ")[0]: one for one in spans.get_finished_spans()}
    sent, processed, answered = made["send"], made["process"], made["SendStreamingMessage"]
    assert processed.context is not None and answered.parent is not None
    assert answered.parent.span_id == processed.context.span_id
    assert sent.context is not None and processed.parent is not None
    assert processed.parent.span_id == sent.context.span_id
    assert f"{sent.context.trace_id:032x}" in HEADERS[0]["traceparent"]
    assert sent.name == f"send agent.{transport.address.name}.requests"
    assert processed.attributes is not None and sent.attributes is not None
    assert processed.attributes["messaging.system"] == "kafka"
    assert processed.attributes["messaging.message.conversation_id"] == "k"
    assert processed.attributes["messaging.kafka.offset"] == 0
    assert (
        processed.attributes["messaging.consumer.group.name"] == f"agent.{transport.address.name}"
    )


@pytest.mark.parametrize("telemetry", [False, True])
async def test_a_trace_goes_on_through_a_gateway(
    transport: KafkaTransport, monkeypatch: pytest.MonkeyPatch, telemetry: bool
) -> None:
    from a2a.server.context import ServerCallContext
    from a2a.types import Message, Part, Role, SendMessageRequest
    from opentelemetry.sdk.trace import TracerProvider

    spans = TracerProvider().get_tracer("balance-desk") if telemetry else None
    monkeypatch.setattr(spans_of, "tracer", lambda: spans)
    trace_id = "4bf92f3577b34da6a3ce929d0e0e4736"
    context = ServerCallContext(
        state={"headers": {"traceparent": f"00-{trace_id}-00f067aa0ba902b7-01"}}
    )
    message = Message(message_id="m", role=Role.ROLE_USER, parts=[Part(text="Bo")])
    HEADERS.clear()
    handler = ForwardingHandler(transport)
    async for _ in handler.on_message_send_stream(SendMessageRequest(message=message), context):
        pass
    assert HEADERS[0]["traceparent"].split("-")[1] == trace_id
    with tracing.sending("t", 0, "k", "no trace at all") as traceparent:
        assert len(traceparent.split("-")[1]) == 32


def test_without_telemetry_a_request_still_carries_a_trace() -> None:
    with tracing.sending("t", 0, "k") as traceparent:
        version, trace_id, span_id, flags = traceparent.split("-")
    assert (version, len(trace_id), len(span_id), flags) == ("00", 32, 16, "01")


async def test_agents_of_one_cluster_keep_their_waiting_turns_apart(tmp_path: Path) -> None:
    """What waits for one is neither taken over, nor asked for, nor forgotten by the other."""
    client, of = fresh("desk"), KafkaOptions(bootstrap=broker().bootstrap)
    broker().client(client)
    names = [fresh("one"), fresh("two")]
    for name in names:
        broker().agent(name)

    async def opened(name: str) -> KafkaTransport:
        address = KafkaAddress(of.bootstrap, name)
        return await open_transport(address, of, client=client, times=QUICK, kept=tmp_path)

    def waiting() -> dict[str, str]:
        """Return what is kept in each agent's folder."""
        return {
            folder.name.rpartition("-")[0]: "".join(one.read_text() for one in folder.iterdir())
            for folder in tmp_path.iterdir()
        }

    for name in names:  # nobody serves them: the program ends while their answers are awaited
        first = await opened(name)
        asking = asyncio.create_task(collect(kafka_link(first, AgentCard()).send(say(name))))
        async with asyncio.timeout(PATIENCE):
            while not waiting().get(name):  # noqa: ASYNC110 - the brokers' doing
                await asyncio.sleep(0.02)
        asking.cancel()
        await asyncio.wait({asking})
        await first.close()
    left = await asyncio.to_thread(waiting)
    assert set(left) == set(names)
    ids = {name: json.loads(left[name])["id"] for name in names}
    assert len(set(ids.values())) == 2

    both = [await opened(name) for name in names]  # the other one, from the same start, beside it
    try:
        assert [one.connection.in_flight for one in both] == [1, 1]
        now = await asyncio.to_thread(waiting)
        assert {name: json.loads(now[name])["id"] for name in names} == ids
    finally:
        for one in both:
            await one.close()
    assert {name: json.loads(text)["id"] for name, text in waiting().items()} == ids


async def test_a_turn_that_was_lost_is_sent_once_more_under_its_id() -> None:
    """A replica promised to finish it and was killed: its next reader would never see it."""
    name = fresh("waiting")
    broker().agent(name, partitions=1)
    broker().client(name)
    of = KafkaOptions(bootstrap=broker().bootstrap, overrides={"fetch_max_wait_ms": 10})
    connection = Connection(of, client=name)
    await connection.start(client=name)
    transport = KafkaTransport(connection, KafkaAddress(of.bootstrap, name), times=QUICK)
    params = {"message": {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "x"}]}}
    request = {"jsonrpc": "2.0", "id": "k", "method": "SendMessage", "params": params}

    async def exchanged() -> list[dict[str, Any]]:
        return [one async for one in transport.exchange(request, {})]

    asked = Request(correlation_id="k", method="SendMessage", params={}, reply_topic="r")

    async def reply(seq: int, state: str, *, final: bool = False) -> None:
        attempt = "a" if seq >= 0 else ""
        headers = [*answer_headers(asked, attempt), *event_headers(seq, state, final=final)]
        topic = connection.replies.topic
        await connection.send(topic, b"{}", key="k", partition=0, headers=headers)

    exchanging = asyncio.create_task(exchanged())
    try:
        for said in ("queued", "lost", "queued", "lost"):
            assert connection.counters.resent == 0
            await reply(-1, said)
        async with asyncio.timeout(PATIENCE):
            while not connection.counters.resent:  # noqa: ASYNC110 - it is the broker's doing
                await asyncio.sleep(0.02)
        await reply(0, "done", final=True)
        assert await exchanging == [{"final": True}]
        records = AIOKafkaConsumer(**of.consumer())
        await records.start()
        where = TopicPartition(f"agent.{name}.requests", 0)
        assert (await records.end_offsets([where]))[where] == 2
        await records.stop()
    finally:
        exchanging.cancel()
        await connection.aclose()
