"""The gateway: every operation of A2A by the SDK's own client, and each person as themselves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from a2a.client.card_resolver import A2ACardResolver
from a2a.client.client import Client, ClientConfig
from a2a.client.client_factory import ClientFactory
from a2a.server.tasks import InMemoryPushNotificationConfigStore
from a2a.types import (
    AgentCard,
    AgentInterface,
    GetTaskRequest,
    ListTaskPushNotificationConfigsRequest,
    ListTasksRequest,
)
from a2a.utils.errors import TaskNotFoundError

from agents.answering.history import TaskHistory
from agents.hosting.host import AgentHost
from agents.hosting.request_handler import PushSupport
from app.connections.inspection import told_card
from app.connections.remote_agents import RemoteAgents
from app.conversations.store.ephemeral_store import MemoryStore
from app.domain.cards import Access
from app.domain.ids import utc_now
from app.errors import AgentRefused, AgentUnreachable
from app.profile.folder import Profile
from app.profile.secrets import SessionSecrets
from app.serving.sources import open_source
from app.system.metrics import Metrics
from tests.contract.transport.a2a_operations import asked, every_operation, told
from tests.contract.transport.executors import ScriptedExecutor, Turn, card
from tests.contract.transport.kafka_wire import QUICK, broker
from tests.contract.transport.serving import say, shape
from tests.live.kafka.brokers import fresh
from tests.patience import PATIENCE
from transport.client.cards import card_json
from transport.connect import link_in_process
from transport.kafka.cards import card_over_kafka
from transport.kafka.client.connection import Connection
from transport.kafka.names import KafkaAddress
from transport.kafka.options import KafkaOptions
from transport.kafka.server.server import KafkaServer
from transport.kafka_link import fetch_kafka_card, kafka_link, open_transport
from transport.kafka_transport import KafkaTransport
from transport.server.cards import ServedAgent
from transport.server.gateway import ForwardingHandler
from transport.server.http_entry import Tokens
from transport.server.http_server import HttpServer
from transport.server.routes import http_application

pytestmark = pytest.mark.anyio

USERS = {"token-of-ada": "ada", "token-of-bob": "bob"}


async def greets(turn: Turn) -> None:
    await turn.updater.start_work()
    if turn.text == "wait":
        await turn.ask("For whom?")
        return
    await turn.say(f"Hello, {turn.text}.")
    await turn.updater.complete()


def make_host(name: str) -> AgentHost:
    def make(history: TaskHistory) -> ScriptedExecutor:
        made = ScriptedExecutor(greets, history)
        made.extended_agent_card = card(description="For those who are signed in.")  # type: ignore[attr-defined]
        return made

    async def allowed(url: str) -> bool:
        return True

    class Nobody:
        async def send_notification(self, *told: Any) -> None:
            """No webhook is called here."""

    push = PushSupport(InMemoryPushNotificationConfigStore(), Nobody(), allowed)
    return AgentHost(
        name=name,
        card=card(),
        make_executor=make,
        records=MemoryStore(),
        push=push,
        extended=True,
        together_seconds=0.0,
    )


class Gateway:
    """A gateway on a real port before an agent that asks everybody for their token."""

    def __init__(self, base: str, agent: str, stack: AsyncExitStack) -> None:
        self.agent = agent
        self._base = base
        self._stack = stack

    async def client(self, user: str, binding: str, *, streaming: bool = True) -> Client:
        """Return a client of the SDK's own, as it makes itself from the card."""
        headers = {"Authorization": f"Bearer token-of-{user}"}
        http = httpx.AsyncClient(headers=headers, timeout=PATIENCE)
        await self._stack.enter_async_context(http)
        found = await A2ACardResolver(http, f"{self._base}/greeter").get_agent_card()
        config = ClientConfig(
            httpx_client=http, supported_protocol_bindings=[binding], streaming=streaming
        )
        return ClientFactory(config).create(found)


@pytest.fixture
async def gateway() -> AsyncIterator[Gateway]:
    name = fresh("greeter")
    broker().agent(name)
    broker().client(name)
    of = KafkaOptions(bootstrap=broker().bootstrap, overrides={"fetch_max_wait_ms": 10})
    async with AsyncExitStack() as stack:
        host = make_host(name)
        stack.push_async_callback(host.aclose)
        served = KafkaServer(host, host.card, of, times=QUICK, users=Tokens(USERS))
        stack.push_async_callback(served.aclose)
        await served.start()
        connection = Connection(of, client=name)
        stack.push_async_callback(connection.aclose)
        await connection.start(client=name)
        transport = KafkaTransport(connection, KafkaAddress(of.bootstrap, name), times=QUICK)
        handler = ForwardingHandler(
            transport, token_of={user: one for one, user in USERS.items()}.get
        )
        agent = ServedAgent(name="greeter", handler=handler, card=served.card)
        entry = http_application([agent], base="", vary=True, since=utc_now(), tokens=Tokens(USERS))
        server = HttpServer(entry, host="127.0.0.1", port=0)
        await server.start()
        stack.push_async_callback(server.aclose)
        yield Gateway(f"http://127.0.0.1:{server.port}", name, stack)


@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
async def test_every_operation_of_a2a_goes_through(gateway: Gateway, binding: str) -> None:
    client = await gateway.client("ada", binding)
    whole = await gateway.client("ada", binding, streaming=False)
    described = await every_operation(
        client, whole, text="Bo", says="Hello, Bo.", waits="wait", hook="https://example.org/x"
    )
    assert described == "For those who are signed in."


async def test_a_card_says_that_a_token_is_wanted_and_an_extended_one_where_the_agent_is(
    gateway: Gateway,
) -> None:
    options = KafkaOptions(bootstrap=broker().bootstrap)
    address = KafkaAddress(options.bootstrap, gateway.agent)
    public = await fetch_kafka_card(address, options)
    assert public.security_schemes["bearer"].http_auth_security_scheme.scheme == "Bearer"
    assert len(public.security_requirements) == 1
    ada = {"Authorization": "Bearer token-of-ada"}
    transport = await open_transport(address, options, client=gateway.agent)
    link = kafka_link(transport, public, ada)
    extended = await told_card(link)
    await link.aclose()
    assert extended is not None
    assert extended["description"] == "For those who are signed in."
    told = card_json(public)
    for same in ("supportedInterfaces", "securitySchemes", "securityRequirements"):
        assert extended[same] == told[same]


async def test_who_has_no_token_is_told_how_to_get_in(gateway: Gateway) -> None:
    options = KafkaOptions(bootstrap=broker().bootstrap)
    address = KafkaAddress(options.bootstrap, gateway.agent)
    transport = await open_transport(address, options, client=gateway.agent)
    link = kafka_link(transport, await fetch_kafka_card(address, options))
    with pytest.raises(AgentRefused, match="--bearer-env") as refused:
        await link.get("any")
    await link.aclose()
    assert refused.value.reason == "needs_login"


async def test_nobody_is_there_who_has_not_announced_itself() -> None:
    options = KafkaOptions(bootstrap=broker().bootstrap)
    with pytest.raises(AgentUnreachable) as away:
        await fetch_kafka_card(KafkaAddress(options.bootstrap, fresh("nobody")), options)
    assert away.value.reason == "no_card"


def test_a_card_over_kafka_tells_no_address_but_that_one() -> None:
    elsewhere = AgentInterface(
        url="https://example.org/a", protocol_binding="JSONRPC", protocol_version="1.0"
    )
    told = card_over_kafka(
        AgentCard(supported_interfaces=[elsewhere]), KafkaAddress("127.0.0.1:9092", "a")
    )
    assert [one.url for one in told.supported_interfaces] == ["kafka://127.0.0.1:9092/a"]


@pytest.mark.logs_warnings  # a version that is not spoken
async def test_who_was_given_a_token_gets_in_by_check_and_by_a_gateway(
    gateway: Gateway, tmp_path: Path
) -> None:
    address = f"kafka://{broker().bootstrap}/{gateway.agent}"
    access = Access(bearer="token-of-ada")
    Profile(tmp_path).prepare()
    remote = RemoteAgents(tmp_path, secrets=SessionSecrets(), access=access)
    broker().client(await asyncio.to_thread(remote.clusters.client))
    found = await remote.check(
        address,
        messages=("Bo", "wait"),
        seconds=PATIENCE,
        bindings=frozenset(),
        webhook="https://example.org/x",
        tell=lambda result: None,
    )
    assert {one.rule for result in found for one in result.findings} == set()
    assert sum(one.outcome == "passed" for one in found) > 10
    async with AsyncExitStack() as stack:
        source = await open_source(address, tmp_path, access, stack)
        source.watch(metrics := Metrics())
        handler = ForwardingHandler(source.transport, parameters=source.parameters)
        link = link_in_process(handler, source.card)
        stream = aiter(link.send(say("Bo")))
        await anext(stream)
        of = f'{{agent="{gateway.agent}"}}'
        assert f"balance_desk_kafka_client_in_flight{of} 1" in await metrics.text()
        assert shape([one async for one in stream])[-1] == "completed"
        await link.aclose()
        figures = (await metrics.text()).splitlines()
    for name, value in (("in_flight", 0), ("lag", 0), ("sent_total", 1), ("unknown_total", 0)):
        assert f"balance_desk_kafka_client_{name}{of} {value}" in figures
    assert not any("client_answered" in line for line in figures)  # which is the agent's


async def test_each_person_asks_as_themselves(gateway: Gateway) -> None:
    ada, bob = [await gateway.client(user, "JSONRPC") for user in ("ada", "bob")]
    task = (await told(ada, asked("Ada", "secret")))[0].task.id
    assert (await ada.list_tasks(ListTasksRequest(context_id="secret"))).total_size == 1
    assert (await bob.list_tasks(ListTasksRequest(context_id="secret"))).total_size == 0
    with pytest.raises(TaskNotFoundError):
        await bob.get_task(GetTaskRequest(id=task))


@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
async def test_a_message_sent_again_brings_its_webhook_along(
    gateway: Gateway, binding: str
) -> None:
    client = await gateway.client("ada", binding, streaming=False)
    request = asked("wait", fresh("w"))
    [first] = await told(client, request)
    request.configuration.task_push_notification_config.url = "https://example.org/late"
    [again] = await told(client, request)
    assert again.task.id == first.task.id
    kept = await client.list_task_push_notification_configs(
        ListTaskPushNotificationConfigsRequest(task_id=first.task.id)
    )
    assert [one.url for one in kept.configs] == ["https://example.org/late"]
