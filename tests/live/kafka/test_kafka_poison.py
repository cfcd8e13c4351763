"""A request that ends every process that begins it: it is set aside, and takes nobody with it."""

import asyncio
from collections.abc import Callable

import pytest

from app.domain.events import StatusEvent, TaskEvent
from app.domain.tasks import TaskState
from tests.contract.transport.serving import collect, say
from tests.live.kafka.brokers import fresh
from tests.live.kafka.kafka_agents import ReplicaProcess, Stage, counted, options, staged, text_of
from tests.live.kafka.test_kafka_failures import first_record, until
from tests.patience import PATIENCE
from transport.kafka.names import dead_letters_topic, requests_topic
from transport.kafka.server.attempts import ATTEMPTS

pytestmark = [pytest.mark.live, pytest.mark.anyio]


class Watched:
    """Owns a replica that is started again whenever it ends, as a supervisor does."""

    def __init__(self, stage: Stage, database: str) -> None:
        self._stage = stage
        self._database = database
        self._replica: ReplicaProcess | None = None
        self.ended = 0
        self.ready = asyncio.Event()

    async def watch(self) -> None:
        while True:
            self._replica = await ReplicaProcess.start(
                self._stage.options.bootstrap, self._stage.name, self._database
            )
            self.ready.set()
            await self._replica.process.wait()
            self.ended += 1

    async def stop(self) -> None:
        if self._replica is not None:
            await self._replica.kill()


async def test_what_ends_its_replicas_is_set_aside_and_others_are_answered(
    kafka_bootstrap: str, new_database: Callable[[], str]
) -> None:
    async with staged(options(kafka_bootstrap), fresh("agent")) as stage:
        database = new_database()
        watched = [Watched(stage, database) for _ in range(2)]
        watching = [asyncio.create_task(one.watch()) for one in watched]
        try:
            for one in watched:
                await one.ready.wait()
            link = await stage.desk()
            others = [
                asyncio.create_task(collect(link.send(say("4 0.5", context=f"c{n}"))))
                for n in range(6)
            ]
            await until(lambda: stage.counters[-1].received > len(others))  # some have begun
            async with asyncio.timeout(PATIENCE):
                events = await collect(link.send(say("die", context="poison")))
            last = events[-1]
            assert isinstance(last, StatusEvent | TaskEvent)
            state = last.task.state if isinstance(last, TaskEvent) else last.state
            assert state is TaskState.FAILED
            for answered in await asyncio.gather(*others):
                assert text_of(answered) == counted(4)
            # A begin while its partition just moves is not counted: each that is may follow one.
            assert ATTEMPTS <= sum(one.ended for one in watched) <= 2 * ATTEMPTS
            # As the store has it, too; and the agent goes on.
            assert isinstance(last, TaskEvent)
            assert (await link.get(last.task.task_id)).state is TaskState.FAILED
            assert text_of(await collect(link.send(say("3")))) == counted(3)
            parked = await first_record(stage, dead_letters_topic(stage.name))
            headers = dict(parked.headers)
            assert headers["dlq-topic"] == requests_topic(stage.name).encode()
            assert b"begun" in headers["dlq-reason"]
        finally:
            for watcher in watching:
                watcher.cancel()
            await asyncio.wait(watching)
            for one in watched:
                await one.stop()
