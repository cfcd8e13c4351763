"""Requests in flight while replicas are killed one after the other, and a broker with them."""

import asyncio
import random
from collections import Counter
from typing import Any, NamedTuple

from app.domain.events import ArtifactEvent, TaskEvent
from benchmarks._load import closed
from tests.contract.transport.serving import say
from tests.live.kafka.brokers import Cluster
from tests.live.kafka.kafka_agents import GROUP, QUICK, ReplicaProcess, Stage, counted, text_of
from transport.client.link import TransportLink
from transport.kafka.options import Times


class Outcome(NamedTuple):
    """What became of one request, as its desk saw it."""

    state: str
    whole: bool
    tasks: int


class Chaos:
    """Owns three replicas, of which one is killed and replaced every so often."""

    def __init__(
        self,
        stage: Stage,
        database: str,
        *,
        every: float,
        group: dict[str, Any] | None = None,
        times: Times = QUICK,
    ) -> None:
        """`group` says how soon a replica that is silent counts as gone."""
        self._group = group or GROUP
        self._times = times
        self._stage = stage
        self._database = database
        self._every = every
        self._replicas: list[ReplicaProcess] = []
        self._killing: asyncio.Task[None] | None = None
        self._starting: set[asyncio.Task[None]] = set()
        self.killed = 0

    async def start(self, replicas: int = 3) -> None:
        """Start the replicas, and begin to kill them."""
        self._replicas = list(await asyncio.gather(*(self._replica() for _ in range(replicas))))
        self._killing = asyncio.create_task(self._kill_again_and_again())

    async def let_live(self) -> None:
        """Kill no more of them; those there are go on."""
        if self._killing is not None:
            self._killing.cancel()
            await asyncio.wait({self._killing})
            self._killing = None

    async def stop(self) -> None:
        """End all that was started."""
        await self.let_live()
        for starting in self._starting:
            starting.cancel()
        if self._starting:
            await asyncio.wait(self._starting)
        await asyncio.gather(*(one.kill() for one in self._replicas))

    async def _replica(self) -> ReplicaProcess:
        return await ReplicaProcess.start(
            self._stage.options.bootstrap,
            self._stage.name,
            self._database,
            overrides=self._group,
            times=self._times,
            attempts=0,  # it is not the requests' doing that replicas end here
        )

    async def _kill_again_and_again(self) -> None:
        while True:
            await asyncio.sleep(self._every)
            if len(self._replicas) < 2:
                continue  # a machine that starts them so slowly has none to spare
            victim = self._replicas.pop(random.randrange(len(self._replicas)))
            await victim.kill()
            self.killed += 1
            starting = asyncio.create_task(self._replace())
            self._starting.add(starting)
            starting.add_done_callback(self._starting.discard)

    async def _replace(self) -> None:
        self._replicas.append(await self._replica())


async def one_request(link: TransportLink, number: int, pieces: int, pace: float) -> Outcome:
    """Ask once; return what came of it."""
    events: list[Any] = []
    async for event in link.send(say(f"{pieces} {pace}", context=f"c{number}")):
        events.append(event)
    tasks = {event.task.task_id for event in events if isinstance(event, TaskEvent)}
    tasks |= {event.task_id for event in events if isinstance(event, ArtifactEvent)}
    last = events[-1]
    state = str(last.task.state if isinstance(last, TaskEvent) else getattr(last, "state", last))
    return Outcome(state, text_of(events).replace("\n", "") == counted(pieces), len(tasks))


async def run(
    stage: Stage,
    link: TransportLink,
    *,
    seconds: float,
    in_flight: int,
    pieces: int = 10,
    pace: float = 0.1,
) -> Counter[Outcome]:
    """Keep that many requests in flight for so long; return how often each outcome came."""

    async def ask(number: int) -> Outcome:
        try:
            return await one_request(link, number, pieces, pace)
        except Exception as error:  # it is an outcome, and fails the test
            return Outcome(f"{type(error).__name__}: {error}", False, 0)

    return (await closed(ask, clients=in_flight, seconds=seconds)).statuses


def kill_a_broker(cluster: Cluster) -> None:
    """Kill one broker of several as a crash does."""
    cluster.brokers[-1].kill()
