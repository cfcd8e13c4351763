"""What running servers tell an operator: their figures, what is ready, and their log; and what
those tell that start before what they stand on."""

import asyncio
import json
import re
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from redis import asyncio as redis_asyncio

from tests.contract.transport.serving import collect, last_state, say
from tests.e2e.serving.conversation_process import ConversationProcess
from tests.e2e.serving.test_serve import serving
from tests.live.chaos.parts import Program
from tests.live.kafka.brokers import Broker
from tests.live.servers import NoServer, Postgres, Redis, Server, free_port
from tests.patience import PATIENCE
from transport.connect import connect

pytestmark = [pytest.mark.anyio, pytest.mark.live]


class Running(NamedTuple):
    """The agent `paced` over HTTP and Kafka, a conversation service, and what they stand on."""

    broker: Broker
    redis: Redis
    service: ConversationProcess
    agents: subprocess.Popen[bytes]
    base: str
    operations: str
    log: Path


@pytest.fixture
def running(
    tmp_path: Path, new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Running]:
    broker, redis = Broker(tmp_path / "kafka"), Redis(tmp_path / "redis")
    with ExitStack() as stack:
        for server in (broker, redis):
            stack.callback(server.kill)
            try:
                server.__enter__()
            except NoServer as reason:
                pytest.skip(str(reason))
        database, operations = new_database(), f"127.0.0.1:{free_port()}"
        monkeypatch.setenv("BALANCE_DESK_DATABASE", new_database())
        more = ("--kafka", broker.bootstrap, "--database", database, "--operations", operations)
        base, agents, log = stack.enter_context(serving(tmp_path, *more))
        lists = f"redis://127.0.0.1:{redis.port}/1"
        queues = ("--redis", redis.url, "--plain-lists", lists)
        service = ConversationProcess(tmp_path / "service", *queues)
        stack.enter_context(service)
        yield Running(broker, redis, service, agents, base, f"http://{operations}", log)


def told(text: str) -> dict[str, list[tuple[str, float]]]:
    """Return the figures of an exposition: labels and value, by name; its form is checked too."""
    if promtool := shutil.which("promtool"):
        # Its words on style are no errors; those have the code 1.
        checked = subprocess.run(
            [promtool, "check", "metrics"], input=text, text=True, capture_output=True
        )
        assert checked.returncode != 1, checked.stderr
    found: dict[str, list[tuple[str, float]]] = {}
    for line in text.splitlines():
        if line.startswith("# TYPE"):
            found.setdefault(line.split()[2], [])
        elif not line.startswith("#"):
            match = re.fullmatch(r"([a-z_]+)(?:\{(.*)\})? (\S+)", line)
            assert match, line
            found.setdefault(match[1], []).append((match[2] or "", float(match[3])))
    for name in list(found):
        for part in ("_bucket", "_sum", "_count"):
            found.setdefault(name + part, [])
    return found


async def figures(base: str) -> dict[str, list[tuple[str, float]]]:
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        answer = await http.get(f"{base}/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return told(answer.text)


async def until(base: str, name: str, labels: str, value: float) -> None:
    """Wait until a figure has a value."""
    async with asyncio.timeout(PATIENCE):
        while (labels, value) not in (await figures(base)).get(name, []):  # noqa: ASYNC110
            await asyncio.sleep(0.2)


async def test_what_was_done_and_what_is_away_is_told(running: Running) -> None:
    broker, redis, service, _, base, operations, log = running
    link = await connect(f"{base}/paced")
    await collect(link.send(say("2")))
    await link.aclose()
    agent = await figures(base)
    assert agent.keys() == (await figures(operations)).keys()
    book = await figures(service.url)
    answered = dict(agent["balance_desk_agent_requests_total"])
    assert answered['agent="paced",status="200"'] >= 1
    # It is counted once all of it was said.
    await until(base, "balance_desk_task_seconds_count", 'agent="paced",state="completed"', 1)
    assert sum(count for _, count in agent["balance_desk_database_commits_total"]) > 2
    assert ('check="kafka:paced"', 1) in agent["balance_desk_ready"]
    assert ('check="queues"', 1) in book["balance_desk_ready"]
    queue = 'queue="conversation_service.medium.message.store"'
    assert (queue, 0) in book["balance_desk_queue_waiting"]
    assert (queue, 0) in book["balance_desk_plain_list_waiting"]
    assert ('agent="paced"', 0) in agent["balance_desk_agent_requests_running"]
    assert ('outcome="failed"', 0) in agent["balance_desk_webhook_calls_total"]
    # What nobody takes from a plain list is seen.
    answers = "agent_orchestrator.medium.conversation.update"
    client = redis_asyncio.Redis(port=redis.port, db=1)
    await client.lpush(answers, "{}", "{}")
    await client.aclose()
    await until(service.url, "balance_desk_plain_list_waiting", f'queue="{answers}"', 2)
    # What is away is seen in both, and that it is there again.
    await asyncio.to_thread(broker.kill)
    await asyncio.to_thread(redis.kill)
    await until(base, "balance_desk_ready", 'check="kafka:paced"', 0)
    await until(service.url, "balance_desk_ready", 'check="queues"', 0)
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        answer = await http.get(f"{base}/ready")
        assert (answer.status_code, answer.json()["checks"]["database"]) == (503, "ok")
        assert (await http.get(f"{base}/health")).status_code == 200
    await asyncio.to_thread(broker.start)
    await asyncio.to_thread(redis.start)
    await until(base, "balance_desk_ready", 'check="kafka:paced"', 1)
    await until(service.url, "balance_desk_ready", 'check="queues"', 1)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert all({"at", "level", "logger", "event"} <= line.keys() for line in lines)


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
