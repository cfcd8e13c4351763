"""Agents on a real cluster for live tests: replicas in this process or of their own, and desks."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from agents.hosting.host import AgentHost
from app.conversations.store.ephemeral_store import MemoryStore
from app.ports import TaskRecords
from tests.contract.transport.executors import Script, ScriptedExecutor, Turn, card
from tests.patience import PATIENCE
from transport.client.link import TransportLink
from transport.kafka.cards import card_over_kafka
from transport.kafka.client.connection import Connection
from transport.kafka.metrics import ClientCounters
from transport.kafka.names import KafkaAddress
from transport.kafka.options import KafkaOptions, Times
from transport.kafka.server.attempts import ATTEMPTS
from transport.kafka.server.server import KafkaServer
from transport.kafka_link import kafka_link
from transport.kafka_transport import KafkaTransport

QUICK = Times(heartbeat=0.5, stop=2.0, commit=0.1, orphan=0.5, ttl=PATIENCE)
# How a desk waits where an answer has to come, however late: it asks again in between.
PATIENT = replace(QUICK, heartbeat=20.0)
GROUP: dict[str, Any] = {"session_timeout_ms": 2000, "heartbeat_interval_ms": 200}


def options(bootstrap: str, **more: Any) -> KafkaOptions:
    """Return how replicas reach a cluster that leave it of themselves.

    The sessions of those that are killed end sooner: `GROUP`.
    """
    group = {**GROUP, "session_timeout_ms": 30_000}
    return KafkaOptions(bootstrap=bootstrap, overrides=group, **more)


async def counts(turn: Turn) -> None:
    """Stream as many pieces as the message says, at its pace: `20 0.05`; `die` ends the process."""
    if turn.text == "die":
        await turn.updater.start_work()
        while await turn.history.get(turn.context.task_id or "") is None:  # noqa: ASYNC110
            await asyncio.sleep(0.05)  # until it is kept
        os._exit(9)
    number, _, pace = turn.text.partition(" ")
    await turn.updater.start_work()
    for n in range(int(number)):
        await turn.say(f"{n};", append=n > 0)
        await asyncio.sleep(float(pace or 0))
    await turn.updater.complete()


def counting_to(pieces: int, held: int, go_on: asyncio.Event) -> Script:
    """Return an agent that streams so many pieces, and waits after as many as are `held`."""

    async def count(turn: Turn) -> None:
        await turn.updater.start_work()
        for n in range(pieces):
            if n == held:
                await go_on.wait()
            await turn.say(f"{n};", append=n > 0)
        await turn.updater.complete()

    return count


def counted(number: int) -> str:
    """Return what `counts` has said at its end."""
    return "".join(f"{n};" for n in range(number))


def host_of(name: str, script: Script, records: TaskRecords | None = None) -> AgentHost:
    """Return a host of a scripted agent under that name."""
    return AgentHost(
        name=name,
        card=card(),
        make_executor=lambda history: ScriptedExecutor(script, history),
        records=records or MemoryStore(),
        together_seconds=0.0,
    )


class Stage:
    """Owns the replicas and desks of one test, on one cluster."""

    def __init__(self, of: KafkaOptions, name: str, stack: AsyncExitStack) -> None:
        self.options = of
        self.name = name
        self.records = MemoryStore()
        self._stack = stack
        self.connections: list[Connection] = []

    @property
    def address(self) -> KafkaAddress:
        return KafkaAddress(self.options.bootstrap, self.name)

    @property
    def counters(self) -> list[ClientCounters]:
        """What went over the connections of the desks, in the order in which they came."""
        return [one.counters for one in self.connections]

    async def replica(self, script: Script = counts, **more: Any) -> KafkaServer:
        """Serve in this process; replicas share their tasks."""
        host = host_of(self.name, script, self.records)
        self._stack.push_async_callback(host.aclose)
        server = KafkaServer(host, host.card, self.options, **{"times": QUICK, **more})
        self._stack.push_async_callback(server.aclose)
        await server.start()
        return server

    async def transport(
        self, times: Times = PATIENT, *, authorization: str = "", **more: Any
    ) -> KafkaTransport:
        """Return a transport with a connection of its own."""
        client = f"{self.name}-{len(self.connections)}"
        of = self.options
        reached = KafkaOptions(**{**of.__dict__, "overrides": {}, **more})
        connection = Connection(reached, client=client, stop_seconds=times.stop)
        self.connections.append(connection)
        self._stack.push_async_callback(connection.aclose)
        await connection.start(client=client)
        return KafkaTransport(
            connection, self.address, times=times, client_id=client, authorization=authorization
        )

    async def desk(self, times: Times = PATIENT, **more: Any) -> TransportLink:
        """Return a link as a desk has it."""
        transport = await self.transport(times, **more)
        link = link_over(transport, self)
        self._stack.push_async_callback(link.aclose)
        return link


class ReplicaProcess:
    """A replica in a process of its own, which can be killed; its tasks are in a PostgreSQL."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(
        cls,
        bootstrap: str,
        name: str,
        database: str,
        *,
        overrides: dict[str, Any] | None = None,
        times: Times = QUICK,
        attempts: int = ATTEMPTS,
    ) -> "ReplicaProcess":
        """Start it and wait until it takes turns."""
        told = json.dumps([bootstrap, name, database, overrides or GROUP, asdict(times), attempts])
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.live.kafka.kafka_replica",
            told,
            stdout=asyncio.subprocess.PIPE,
            cwd=Path(__file__).parent.parent.parent.parent,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent.parent.parent)},
        )
        replica = cls(process)
        assert process.stdout is not None
        try:
            line = await process.stdout.readline()
            assert line.strip() == b"ready", line
        except BaseException:
            await replica.kill()
            raise
        return replica

    async def kill(self) -> None:
        """End it as a crash does."""
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()

    async def stop(self) -> None:
        """End it as an operator does."""
        if self.process.returncode is None:
            self.process.terminate()
        await self.process.wait()


@asynccontextmanager
async def staged(of: KafkaOptions, name: str) -> AsyncIterator[Stage]:
    """Yield a stage and close all that was put on it, in reverse."""
    async with AsyncExitStack() as stack:
        yield Stage(of, name, stack)


def link_over(transport: KafkaTransport, stage: Stage) -> TransportLink:
    """Return a link that owns a transport to the stage's agent."""
    link = kafka_link(transport, card_over_kafka(card(), stage.address))
    assert isinstance(link, TransportLink)
    return link


def text_of(events: Sequence[Any]) -> str:
    """Return the answer as a desk would show it after these events."""
    from datetime import UTC, datetime

    from app.domain.answers import Answer, fold

    now = datetime.now(UTC)
    answer = Answer(turn_id="t", context_id="c", agent="a", started_at=now)
    for event in events:
        answer = fold(answer, event, now)
    return answer.text
