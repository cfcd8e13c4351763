"""Servers that start before what they stand on say so, wait, and are ready once it is there."""

import asyncio
import socket
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.contract.transport.serving import collect, last_state, say
from tests.live.chaos.parts import Program
from tests.live.kafka.brokers import Broker
from tests.live.servers import NoServer, Postgres, Server, free_port
from tests.patience import PATIENCE
from transport.connect import connect

pytestmark = [pytest.mark.anyio, pytest.mark.live]


def takes_connections(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Service(Program):
    """A conversation service, which answers its operator where it answers everybody."""

    def __init__(self, folder: Path, database: str) -> None:
        super().__init__(folder, "conversations", "serve", "--database", database)
        self.command[self.command.index("--operations")] = "--http"


async def test_whoever_starts_first_waits_for_the_others(tmp_path: Path) -> None:
    broker, postgres = Broker(tmp_path / "kafka"), Postgres(tmp_path / "postgres")
    database = f"postgresql://desk@127.0.0.1:{postgres.port}/postgres"
    kafka = ("--kafka", broker.bootstrap)
    agents = Program(tmp_path / "a", "serve", "--agent", "echo", *kafka, "--database", database)
    front = f"http://127.0.0.1:{free_port()}"
    source = f"kafka://{broker.bootstrap}/echo"
    gateway = Program(
        tmp_path / "g", "gateway", "--from", source, "--http", front.removeprefix("http://")
    )
    service = Service(tmp_path / "s", database)
    servers: dict[Program, str] = {agents: "database", gateway: "agent", service: "database"}
    with ExitStack() as stack:
        others: tuple[Server, ...] = (broker, postgres)
        for one in others:
            one.folder.mkdir()
            try:
                one.prepare()
            except NoServer as reason:
                pytest.skip(str(reason))
            stack.push(one)
        for one in servers:
            stack.enter_context(one)
        async with httpx.AsyncClient(timeout=PATIENCE) as operator:
            for one, part in servers.items():
                assert (await operator.get(f"{one.operations}/health")).status_code == 200
                ready = await operator.get(f"{one.operations}/ready")
                told = {"status": "starting", "checks": {part: "unavailable"}}
                assert (ready.status_code, ready.json()) == (503, told)
                figures = (await operator.get(f"{one.operations}/metrics")).text
                assert f'balance_desk_ready{{check="{part}"}} 0' in figures
            # Nobody is let in before something is known to be away.
            port = int(front.rpartition(":")[2])
            async with asyncio.timeout(PATIENCE):
                while not takes_connections(port):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
            assert (await operator.get(f"{front}/echo")).status_code == 503
            for one in others:
                await asyncio.to_thread(one.start)
            async with asyncio.timeout(PATIENCE):
                for one in servers:
                    while (await operator.get(f"{one.operations}/ready")).status_code != 200:  # noqa: ASYNC110
                        await asyncio.sleep(0.2)
        link = await connect(f"{front}/echo")
        assert str(last_state(await collect(link.send(say("1"))))) == "completed"
        await link.aclose()
