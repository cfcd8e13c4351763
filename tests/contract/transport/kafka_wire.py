"""Scripted agents behind the mock broker: one broker a run, topics of their own for each test."""

import asyncio
import atexit
import functools
import uuid
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

from a2a.server.request_handlers import RequestHandler
from a2a.types import AgentCard, Task

from agents.hosting.host import AgentHost
from app.ports import AgentLink
from tests.live.kafka.mock_broker import SETTINGS, MockBroker
from tests.patience import PATIENCE
from transport.client.link import TransportLink
from transport.in_process import InProcessTransport
from transport.kafka.client.connection import Connection
from transport.kafka.names import KafkaAddress
from transport.kafka.options import KafkaOptions, Times
from transport.kafka.server.hosted_agent import HostedAgent
from transport.kafka.server.server import KafkaServer
from transport.kafka_transport import KafkaTransport
from transport.protocol.codec import card_from_wire
from transport.server.gateway import ForwardedAgent, ForwardingHandler

Wire = Callable[[AgentHost, AsyncExitStack], Awaitable[AgentLink]]

QUICK = Times(heartbeat=5.0, stop=2.0, commit=0.1, orphan=0.5)
# No contract is about silence, which a busy machine makes too.
PATIENT = replace(QUICK, heartbeat=PATIENCE / 3)


@functools.cache
def broker() -> MockBroker:
    """Return the broker of this process, which ends with it."""
    made = MockBroker()
    atexit.register(made.close)
    return made


def options(bootstrap: str, **more: Any) -> KafkaOptions:
    """Return how consumers of groups reach a mock broker."""
    return KafkaOptions(bootstrap=bootstrap, overrides=SETTINGS, **more)


def reading(of: KafkaOptions) -> KafkaOptions:
    """Return the same for those who are in no group."""
    return replace(of, overrides={"fetch_max_wait_ms": 10})


class Named:
    """A host under another name."""

    def __init__(self, host: AgentHost, name: str) -> None:
        self.host = host
        self.name = name

    @property
    def handler(self) -> RequestHandler:
        return self.host.handler

    @property
    def running(self) -> frozenset[str]:
        return self.host.running

    async def delivered_before(self, task_id: str, owner: str) -> Task | None:
        return await self.host.delivered_before(task_id, owner)

    async def set_aside(self, task_id: str, context_id: str, owner: str, why: str) -> Task:
        return await self.host.set_aside(task_id, context_id, owner, why)


async def over_kafka(host: AgentHost, stack: AsyncExitStack) -> AgentLink:
    """Serve a host over the mock broker, and reach it as a desk does."""
    name, of = _mocked()
    return await _served(Named(host, name), host.card, of, stack)


async def gateway_over_kafka(host: AgentHost, stack: AsyncExitStack) -> AgentLink:
    """Put a gateway over the mock broker before a host that it reaches in process."""
    handler = ForwardingHandler(InProcessTransport(host.handler), card=host.card)
    return await forwarded_over_kafka(handler, host.card, stack)


async def forwarded_over_kafka(
    handler: ForwardingHandler, card: AgentCard, stack: AsyncExitStack
) -> AgentLink:
    """Put a gateway over the mock broker before whatever it passes requests on to."""
    name, of = _mocked()
    return await _served(ForwardedAgent(name, handler, card), card, of, stack)


def _mocked() -> tuple[str, KafkaOptions]:
    name = f"scripted-{uuid.uuid4().hex[:12]}"
    broker().agent(name)
    broker().client(name)
    return name, KafkaOptions(bootstrap=broker().bootstrap, overrides={"fetch_max_wait_ms": 10})


def over_real_kafka(bootstrap: str) -> Wire:
    """Serve over a broker of Apache Kafka's, which makes topics as they are needed."""

    async def wire(host: AgentHost, stack: AsyncExitStack) -> AgentLink:
        name = f"scripted-{uuid.uuid4().hex[:12]}"
        of = KafkaOptions(bootstrap=bootstrap)
        return await _served(Named(host, name), host.card, of, stack)

    return wire


async def _served(
    agent: HostedAgent, card: AgentCard, of: KafkaOptions, stack: AsyncExitStack
) -> AgentLink:
    name = agent.name
    server = KafkaServer(agent, card, of, times=QUICK)
    await server.start()
    while not server.owned:  # noqa: ASYNC110 - the group is given its partitions by a broker
        await asyncio.sleep(0.01)
    # Before the host, as `serve` does: what is not finished is another replica's.
    stack.push_async_callback(server.aclose)
    return await reached(name, server.card, of)


async def reached(name: str, card: AgentCard, of: KafkaOptions) -> AgentLink:
    """Return a link to an agent on a cluster, of a client of the same name."""
    connection = Connection(of, client=name)
    await connection.start(client=name)
    address = KafkaAddress(of.bootstrap, name)
    transport = KafkaTransport(connection, address, times=PATIENT, owns_connection=True)
    return TransportLink(transport, card=card_from_wire(card), in_process=False)
