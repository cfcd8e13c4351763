"""`check` over gRPC and Kafka: wrong agents are caught there as well, and sound ones are not."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from agents.hosting.host import AgentHost
from app.errors import AgentError
from tests.contract.transport import grpc_wire
from tests.contract.transport.conformance.faults import error, put
from tests.contract.transport.conformance.plain_agent import Faults, Json, PlainAgent
from tests.contract.transport.conformance.plain_grpc import listening_grpc
from tests.contract.transport.conformance.test_check import checked, rules_of
from tests.contract.transport.conformance.wrong_agents import (
    OF_GRPC,
)
from tests.contract.transport.executors import Turn
from tests.contract.transport.kafka_wire import QUICK, broker
from tests.live.kafka.brokers import fresh
from tests.live.kafka.kafka_agents import counts, host_of
from transport.connect import connect
from transport.kafka.options import KafkaOptions
from transport.kafka.server import replica
from transport.kafka.server.responses import Response, responses
from transport.kafka.server.server import KafkaServer
from transport.server.grpc_server import GrpcServer

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]

over_grpc = pytest.mark.skipif(not grpc_wire.HERE, reason="gRPC is an extra")


@over_grpc
@pytest.mark.parametrize("name", [*OF_GRPC, ""])
async def test_each_fault_over_grpc_is_caught(profile: Path, name: str) -> None:
    rule, faults = OF_GRPC.get(name, ("", Faults()))
    async with listening_grpc(PlainAgent(faults)) as address:
        results = await checked(f"grpc://{address}", profile)
    found = rules_of(results)
    assert rule in found if rule else found == set()
    assert sum(one.outcome == "passed" for one in results) >= (0 if rule else 12)


@over_grpc
async def test_an_error_that_contradicts_itself_over_grpc_is_an_error() -> None:
    async with listening_grpc(PlainAgent(error(put(said=1)))) as address:
        link = await connect(f"grpc://{address}", binding="GRPC")
        try:
            with pytest.raises(AgentError):
                await link.get("none")
        finally:
            await link.aclose()


@asynccontextmanager
async def over(wire: str, host: AgentHost) -> AsyncIterator[str]:
    """Serve a host over a wire; yield its address."""
    if wire == "grpc":
        server: Any = GrpcServer(host.handler, host="127.0.0.1", port=0)
    else:
        broker().agent(host.name)
        broker().client("desk")
        of = KafkaOptions(bootstrap=broker().bootstrap, overrides={"fetch_max_wait_ms": 10})
        server = KafkaServer(host, host.card, of, times=QUICK)
    await server.start()
    try:
        yield (
            f"grpc://{server.address}" if wire == "grpc" else f"kafka://{of.bootstrap}/{host.name}"
        )
    finally:
        await server.aclose()
        await host.aclose()


async def test_our_own_server_over_kafka_is_sound(profile: Path) -> None:
    async with over("kafka", host_of(fresh("sound"), counts)) as address:
        results = await checked(address, profile, messages=("2",))
    assert [one for result in results for one in result.findings] == []
    assert sum(one.outcome == "passed" for one in results) >= 10


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"jsonrpc": "1.0"}, "rpc.envelope"),
        ({"id": "another"}, "rpc.id"),
        ({"error": None}, "rpc.envelope"),
        ({"result": {"task": {}}, "error": {"code": -32603, "message": "."}}, "rpc.envelope"),
        ({"result": {"statusUpdate": {"taskId": "x"}}}, "json.required"),
    ],
)
async def test_faults_over_kafka_are_caught(
    profile: Path, monkeypatch: pytest.MonkeyPatch, changes: Json, rule: str
) -> None:
    async def wrong(*given: Any) -> AsyncIterator[Response]:
        async for one in responses(*given):
            told = {**json.loads(one.value), **changes}
            yield one._replace(value=json.dumps(told).encode())

    monkeypatch.setattr(replica, "responses", wrong)
    async with over("kafka", host_of(fresh("wrong"), counts)) as address:
        results = await checked(address, profile, messages=("1",))
    assert rule in rules_of(results)


@pytest.mark.parametrize("wire", ["kafka", *(["grpc"] if grpc_wire.HERE else [])])
async def test_an_agent_that_is_slow_over_any_wire_breaks_nothing_that_must_be(
    profile: Path, wire: str
) -> None:
    async def thinks(turn: Turn) -> None:
        await asyncio.Event().wait()

    async with over(wire, host_of(fresh("slow"), thinks)) as address:
        results = await checked(address, profile, messages=("Hello",), seconds=3.0)
    found = [one for result in results for one in result.findings]
    assert [one for one in found if one.level == "must"] == []
    assert {one.rule for one in found} >= {"answer.time", "stream.silent"}
