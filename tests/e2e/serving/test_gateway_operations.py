"""What an operator sees of a recording, or of an agent behind a gateway, that is on Kafka alone."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.contract.app.commands.test_operations import recording_of
from tests.contract.transport.kafka_wire import broker, options, reached, reading
from tests.contract.transport.serving import collect, say, shape
from tests.e2e.serving.test_serve import ROOT
from tests.live.kafka.brokers import fresh
from tests.patience import PATIENCE
from transport.kafka.names import KafkaAddress
from transport.kafka_link import fetch_kafka_card

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def operations_of(*arguments: str) -> AsyncIterator[str]:
    """Run a server until the block is left; yield where it answers its operator."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "app", *arguments, "--operations", "127.0.0.1:0"),
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(PATIENCE):
            while "figures at " not in (line := (await process.stderr.readline()).decode()):
                assert line, "it ended"
        yield line.partition("figures at ")[2].partition('"')[0]
    finally:
        process.terminate()
        rest = (await process.stderr.read()).decode()
        assert await process.wait() == 0, rest


@pytest.mark.parametrize("command", [["serve", "--replay"], ["gateway", "--from"]])
async def test_health_and_figures_of_what_is_on_kafka_alone(
    command: list[str], profile: Path, tmp_path: Path
) -> None:
    name, of = fresh("talk"), options(broker().bootstrap)
    file = tmp_path / f"{name}.jsonl"
    frames = await recording_of(profile, "Hello")
    await asyncio.to_thread(
        file.write_text, "".join(frame.model_dump_json() + "\n" for frame in frames)
    )
    source = str(file) if "--replay" in command else f"replay://{file}"
    broker().agent(name)
    broker().client(name)
    more = ["--kafka", of.bootstrap, "--profile", str(profile)]
    async with (
        operations_of(*command, source, *more) as url,
        httpx.AsyncClient(base_url=url, timeout=PATIENCE) as operator,
    ):
        assert (await operator.get("/health")).json()["status"] == "ok"
        ready = (await operator.get("/ready")).json()
        assert ready == {"status": "ok", "checks": {"agent": "ok", f"kafka:{name}": "ok"}}
        card = await fetch_kafka_card(KafkaAddress(of.bootstrap, name), reading(of))
        link = await reached(name, card, reading(of))
        try:
            assert shape(await collect(link.send(say("anything"))))[-1] == "completed"
        finally:
            await link.aclose()
        figures = list[str]()
        turns = f'balance_desk_kafka_turn_seconds_count{{agent="{name}"}} 1'
        async with asyncio.timeout(PATIENCE):  # the answer is here before it is known there
            while turns not in figures:
                figures = (await operator.get("/metrics")).text.splitlines()
                await asyncio.sleep(0.05)
    assert f'balance_desk_ready{{check="kafka:{name}"}} 1' in figures
    assert f'balance_desk_kafka_received_total{{agent="{name}"}} 1' in figures
