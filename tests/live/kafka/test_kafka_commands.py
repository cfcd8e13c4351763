"""The commands as people type them, on a real broker: serve, agents, ask, gateway."""

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest
from a2a.client.card_resolver import A2ACardResolver
from a2a.client.client import ClientConfig
from a2a.client.client_factory import ClientFactory

from tests.contract.transport.a2a_operations import every_operation
from tests.live.kafka.brokers import Broker
from tests.live.servers import NoServer
from tests.patience import PATIENCE

pytestmark = [pytest.mark.live, pytest.mark.anyio]

COMMAND = [sys.executable, "-m", "app"]


@asynccontextmanager
async def serving(*arguments: str, says: str) -> AsyncIterator[str]:
    """Run a server until the block is left; yield the address on the line that says where it is."""
    process = await asyncio.create_subprocess_exec(
        *COMMAND, *arguments, stderr=asyncio.subprocess.PIPE, env=os.environ
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(PATIENCE):
            while says not in (line := (await process.stderr.readline()).decode()):
                assert line, "it ended"
        found = re.search(r"(?:kafka|https?)://[^\s\"]+", line)
        assert found is not None, line
        yield found[0]
    finally:
        process.terminate()
        rest = (await process.stderr.read()).decode()
        assert await process.wait() == 0, rest
        assert "Traceback" not in rest


async def told(*arguments: str) -> tuple[int, str, str]:
    process = await asyncio.create_subprocess_exec(
        *COMMAND, *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, error = await process.communicate()
    return process.returncode or 0, out.decode(), error.decode()


async def test_an_agent_is_served_listed_asked_and_put_behind_http(
    kafka_bootstrap: str, tmp_path: Path
) -> None:
    here = ["--profile", str(tmp_path / "desk")]
    there = ["--profile", str(tmp_path / "agent")]
    address = f"kafka://{kafka_bootstrap}/echo"
    served = ["serve", "--agent", "echo", "--kafka", kafka_bootstrap, *there]
    async with serving(*served, says=f"Serving {address}"):
        code, out, _ = await told("agents", "add", address, "--name", "far", "--json", *here)
        assert code == 0
        assert {"name": "far", "where": address, "reachable": True} in [
            json.loads(line) for line in out.splitlines()
        ]
        code, out, error = await told("ask", "--agent", "far", "안녕하세요", *here)
        assert (code, "안녕하세요" in out) == (0, True), error
        front = ["gateway", "--from", address, "--http", "127.0.0.1:0", *here]
        async with serving(*front, says="Serving http") as url:
            code, out, error = await told("ask", "--agent", url, "through HTTP", *here)
            assert (code, "through HTTP" in out) == (0, True), error
    code, _, error = await told("ask", "--agent", f"kafka://{kafka_bootstrap}/nobody", "x", *here)
    assert (code, "has announced itself" in error) == (3, True)


async def test_an_agent_over_http_is_put_behind_kafka_and_is_sound_there(
    kafka_bootstrap: str, tmp_path: Path
) -> None:
    here, there = ["--profile", str(tmp_path / "desk")], ["--profile", str(tmp_path / "agent")]
    served = ["serve", "--agent", "tests.contract.transport.conformance.sdk_sample:HelloWorld"]
    front = ["gateway", "--kafka", kafka_bootstrap, "--profile", str(tmp_path / "gate"), "--from"]
    async with (
        serving(*served, "--http", "127.0.0.1:0", *there, says="Serving http") as url,
        serving(*front, url, says="Serving kafka") as address,
    ):
        code, out, error = await told("check", address, "--strict", *here)
        assert code == 0, out + error
        assert " a message, streamed" in out


@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
async def test_every_operation_goes_through_the_gateway(
    kafka_bootstrap: str, tmp_path: Path, binding: str
) -> None:
    tokens = tmp_path / "tokens"
    await asyncio.to_thread(tokens.write_text, "ada token-of-ada\n")
    served = ["serve", "--agent", "data", "--kafka", kafka_bootstrap]
    served += ["--token-file", str(tokens), "--allow-private-webhooks"]
    served += ["--profile", str(tmp_path / "agent")]
    address = f"kafka://{kafka_bootstrap}/data"
    front = ["gateway", "--from", address, "--http", "127.0.0.1:0", "--token-file", str(tokens)]
    front += ["--pass-tokens", "--profile", str(tmp_path / "gate")]
    async with (
        serving(*served, says=f"Serving {address}"),
        serving(*front, says="Serving http") as url,
        httpx.AsyncClient(
            headers={"Authorization": "Bearer token-of-ada"}, timeout=PATIENCE
        ) as http,
    ):
        card = await A2ACardResolver(http, url).get_agent_card()
        client, whole = [
            ClientFactory(
                ClientConfig(
                    httpx_client=http, supported_protocol_bindings=[binding], streaming=streaming
                )
            ).create(card)
            for streaming in (True, False)
        ]
        described = await every_operation(
            client,
            whole,
            text="How many games does Protoss win against Zerg?",
            says="Protoss",
            waits="win rate",
            hook="http://127.0.0.1:9/hook",
        )
        assert described


async def test_a_broker_that_makes_topics_by_itself_has_the_agent_at_once(tmp_path: Path) -> None:
    """What asks it for a topic's partitions must not make the topic, with one partition."""
    settings = {"auto.create.topics.enable": "true"}
    with ExitStack() as stack:
        try:
            broker = stack.enter_context(Broker(tmp_path / "broker", settings=settings))
        except NoServer as reason:
            pytest.skip(str(reason))
        served = ["serve", "--agent", "echo", "--kafka", broker.bootstrap]
        served += ["--profile", str(tmp_path / "agent")]
        async with serving(*served, says="Serving kafka") as address:
            asked = ["ask", "--agent", address, "at once", "--profile", str(tmp_path / "desk")]
            code, out, error = await told(*asked)
    assert (code, "at once" in out) == (0, True), error
