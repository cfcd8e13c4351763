"""From earlier versions to this one, one replica of an agent after the other, in one group."""

import asyncio
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import pytest

from app.domain.tasks import TaskState
from tests.contract.transport.serving import collect, last_state, say, task_id_of
from tests.e2e.serving.conversation_process import ROOT
from tests.e2e.serving.test_serve import PACED, VERSION
from tests.live.kafka.brokers import fresh
from tests.live.kafka.kafka_agents import Stage, staged
from tests.live.servers import free_port
from tests.patience import PATIENCE
from transport.client.link import TransportLink
from transport.kafka.options import KafkaOptions

pytestmark = [pytest.mark.anyio, pytest.mark.live]

RATE, CONTEXTS = 10.0, 12
"""Requests a second at most, and the conversations in which they are: on several partitions."""


class Replica:
    """`serve` on Kafka and HTTP as a process, of the version whose tree `root` is."""

    def __init__(self, folder: Path, name: str, agent: str, brokers: str, database: str) -> None:
        self.url = f"http://127.0.0.1:{free_port()}"
        self._log = folder / f"{name}.log"
        # As an operator runs it: it keeps its name, and with it its partitions.
        self._options = ["--agent", f"upgraded_agent:{agent}", "--http", self.url[7:]]
        self._options += ["--kafka", brokers, "--replica", name, "--database", database]
        self._options += ["--profile", str(folder / name)]
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self, root: Path) -> None:
        """Start it, and wait until it takes requests from both wires."""
        self._process = await asyncio.to_thread(self._begun, root)
        async with asyncio.timeout(PATIENCE):
            while not all(f"Serving {wire}://" in self.log() for wire in ("http", "kafka")):
                assert self._process.poll() is None, self.log()
                await asyncio.sleep(0.05)

    def _begun(self, root: Path) -> "subprocess.Popen[bytes]":
        with self._log.open("wb") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "app", "serve", *self._options],
                cwd=self._folder, env={**os.environ, "PYTHONPATH": str(root)},
                stdout=log, stderr=log,
            )  # fmt: skip

    def log(self) -> str:
        return self._log.read_text("utf-8")

    async def stop(self) -> None:
        """End it as an operator does."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(self._process.wait, PATIENCE) == 0, self.log()

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()


class People:
    """Who asks the agent over Kafka, one after the other in each conversation, until it is over."""

    def __init__(self, link: TransportLink) -> None:
        self.over = asyncio.Event()
        self.states: Counter[str] = Counter()
        self.answered: list[str] = []
        self.others: list[str] = []
        """All that came of requests that were not completed: why is in it."""
        self._link = link

    async def go_on(self) -> None:
        """Ask in each conversation until it is over: on a slow machine nothing piles up."""
        async with asyncio.TaskGroup() as group:
            for number in range(CONTEXTS):
                group.create_task(self._talk(number))

    async def _talk(self, number: int) -> None:
        while not self.over.is_set():
            await asyncio.gather(self._ask(number), asyncio.sleep(CONTEXTS / RATE))

    async def some_more(self) -> None:
        """Wait until some more requests are answered, of all conversations."""
        wanted = self.states["completed"] + 2 * CONTEXTS
        async with asyncio.timeout(PATIENCE):
            while self.states["completed"] < wanted:
                self.are_served()
                await asyncio.sleep(0.05)

    def are_served(self) -> None:
        """Fail, and tell why, where a request was not completed."""
        if set(self.states) - {TaskState.COMPLETED}:
            pytest.fail("\n\n".join([str(self.states), *self.others]))

    async def _ask(self, number: int) -> None:
        try:
            events = await collect(self._link.send(say("3", context=f"talk-{number}")))
        except Exception as error:
            state = repr(error)
        else:
            state = str(last_state(events))
            self.answered.append(task_id_of(events))
            if state != TaskState.COMPLETED:
                self.others.append("\n".join(map(repr, events)))
        self.states[state] += 1


@pytest.fixture
async def agent(tmp_path: Path) -> AsyncIterator[str]:
    """The name of an agent that counts slowly, and that nobody else serves."""
    name = fresh("Paced").replace("-", "")
    (tmp_path / "upgraded_agent.py").write_text(f"{PACED}\n\n{name} = Paced\n")
    yield name


@pytest.mark.timeout(600)
async def test_no_request_fails_while_replicas_of_an_agent_are_replaced(
    oldest: Path, agent: str, tmp_path: Path, new_database: Callable[[], str], kafka_bootstrap: str
) -> None:
    database = new_database()
    replicas = [
        Replica(tmp_path, name, agent, kafka_bootstrap, database) for name in ("one", "two")
    ]
    try:
        for one in replicas:
            await one.start(oldest)
        async with staged(KafkaOptions(bootstrap=kafka_bootstrap), agent.lower()) as stage:
            people = await _people(stage)
            async with asyncio.TaskGroup() as group:
                group.create_task(people.go_on())
                await people.some_more()
                of_old = people.answered[0]
                for one in replicas:
                    # After the first of them both versions are there.
                    await one.stop()
                    await one.start(ROOT)
                    await people.some_more()
                    assert await _state(one, agent, of_old) == "TASK_STATE_COMPLETED"
                people.over.set()
            people.are_served()
            # Whoever answered them, both tell of them.
            for one in replicas:
                for task in people.answered[:: max(1, len(people.answered) // 10)]:
                    assert await _state(one, agent, task) == "TASK_STATE_COMPLETED"
        for one in replicas:
            await one.stop()
            assert "Traceback" not in one.log()
    finally:
        for one in replicas:
            one.kill()


async def _people(stage: Stage) -> People:
    return People(await stage.desk())


async def _state(replica: Replica, agent: str, task: str) -> str:
    async with httpx.AsyncClient(headers=VERSION, timeout=PATIENCE) as client:
        found = await client.get(f"{replica.url}/{agent.lower()}/tasks/{task}")
        state: str = found.json()["status"]["state"]
        return state
