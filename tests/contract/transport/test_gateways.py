"""A gateway from anything to anything: each wire, and A2A 0.3, behind each other, and before it."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
from a2a.compat.v0_3.types import AgentCard as CardOf03
from a2a.types import AgentCard

from app.domain.ids import utc_now
from app.domain.tasks import TaskState
from app.errors import AgentError, TaskUnknown
from app.ports import AgentLink
from tests.contract.transport import grpc_wire
from tests.contract.transport.executors import Turn
from tests.contract.transport.kafka_wire import forwarded_over_kafka
from tests.contract.transport.serving import WIRES, Serving, collect, say, shape, task_id_of
from tests.contract.transport.test_old_agents import old_agent
from tests.live.servers import free_port
from tests.patience import PATIENCE
from transport.client.cards import read_card
from transport.connect import connect
from transport.protocol.codec import card_to_wire
from transport.server.cards import ServedAgent
from transport.server.gateway import ForwardingHandler
from transport.server.grpc_server import GrpcServer
from transport.server.http_server import HttpServer
from transport.server.routes import http_application

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]

OLD = {"json-rpc of 0.3": "JSONRPC", "http+json of 0.3": "HTTP+JSON"}
BINDINGS = {"json-rpc": "JSONRPC", "http+json": "HTTP+JSON"}
BEHIND = [*WIRES, *OLD]
BEFORE = [*BINDINGS, *(["grpc"] if grpc_wire.HERE else []), "kafka", "json-rpc of 0.3"]


async def answers(turn: Turn) -> None:
    await turn.updater.start_work()
    if turn.text == "ask":
        await turn.ask("Which?")
        return
    await turn.say("one ")
    await turn.say("two", append=True)
    await turn.updater.complete(turn.words("Done."))


async def told_at(url: str) -> dict[str, Any]:
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        card = (await client.get(f"{url}/.well-known/agent-card.json")).json()
    assert isinstance(card, dict)
    return card


async def before(wire: str, behind: AgentLink, stack: AsyncExitStack) -> AgentLink:
    """Put a gateway before an agent, and reach it there."""
    card = AgentCard()
    card.CopyFrom(card_to_wire(behind.card))
    handler = ForwardingHandler(behind.transport, card=card)  # type: ignore[attr-defined]
    if wire == "kafka":
        return await forwarded_over_kafka(handler, card, stack)
    if wire == "grpc":
        calls = GrpcServer(handler, host="127.0.0.1", port=0)
        await calls.start()
        stack.push_async_callback(calls.aclose)
        return await connect(f"grpc://{calls.address}")
    served = ServedAgent(name="gate", handler=handler, card=card, legacy=wire not in BINDINGS)
    entry = http_application([served], base="", since=utc_now(), vary=True)
    server = HttpServer(entry, host="127.0.0.1", port=0)
    await server.start()
    stack.push_async_callback(server.aclose)
    url = f"http://127.0.0.1:{server.port}/gate"
    if wire in BINDINGS:
        return await connect(url, binding=BINDINGS[wire])
    told = await told_at(url)
    assert CardOf03.model_validate(told).url == url
    del told["supportedInterfaces"]  # what a client of 0.3 does not look at
    link = await connect(url, card=read_card(told, url))
    assert [one.version for one in link.card.interfaces] == ["0.3"]
    return link


@pytest.fixture(params=BEHIND)
async def behind(request: pytest.FixtureRequest) -> AsyncIterator[AgentLink]:
    if request.param in OLD:
        async with old_agent(OLD[request.param]) as link:
            yield link
        return
    async with AsyncExitStack() as stack:
        yield await Serving(WIRES[request.param], stack).agent(answers)


@pytest.mark.parametrize("wire", BEFORE)
async def test_an_agent_is_talked_with_through_a_gateway(behind: AgentLink, wire: str) -> None:
    async with AsyncExitStack() as stack:
        link = await before(wire, behind, stack)
        stack.push_async_callback(link.aclose)
        told = await collect(link.send(say("hello", context="")))
        assert shape(told)[-3:] == ["=one ", "+two", "completed"]
        task = await link.get(task_id_of(told))
        assert (task.state, task.artifacts[0].text) == (TaskState.COMPLETED, "one \n\ntwo")
        asked = await collect(link.send(say("ask", context="")))
        assert shape(asked)[-1] == "input_required"
        waiting = task_id_of(asked)
        context = (await link.get(waiting)).context_id
        answered = await collect(link.send(say("red", context=context, task=waiting)))
        assert shape(answered)[-1] == "completed"
        asked = await collect(link.send(say("ask", context="")))
        assert (await link.cancel(task_id_of(asked))).state is TaskState.CANCELED
        with pytest.raises(TaskUnknown):
            await link.get("none")
        with pytest.raises(AgentError):
            await collect(link.send(say("more", context="", task=task_id_of(told))))


@pytest.mark.parametrize("scheme", ["http", *(["grpc"] if grpc_wire.HERE else [])])
async def test_what_fails_behind_a_gateway_is_told_in_plain_words(scheme: str) -> None:
    nobody = f"{scheme}://127.0.0.1:{free_port()}"
    card = AgentCard(name="a", version="1")
    card.supported_interfaces.add(
        url=nobody,
        protocol_binding="GRPC" if scheme == "grpc" else "JSONRPC",
        protocol_version="1.0",
    )
    async with AsyncExitStack() as stack:
        behind = await connect(nobody, card=card)
        stack.push_async_callback(behind.aclose)
        link = await before("json-rpc", behind, stack)
        stack.push_async_callback(link.aclose)
        with pytest.raises(AgentError, match="this gateway does not answer: nobody takes the"):
            await link.get("any")
