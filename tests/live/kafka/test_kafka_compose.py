"""What is shipped for agents on Kafka: the broker of compose.yaml, servers and their checks."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from app.cli import _parser
from app.serving.token_file import TokenFile
from tests.contract.transport.serving import collect, last_state, say
from tests.live.kafka.brokers import formatted, fresh
from tests.live.kafka.kafka_agents import staged
from tests.live.servers import NoServer, Server, free_port
from tests.patience import PATIENCE
from transport.kafka.options import KafkaOptions
from transport.server.http_entry import Tokens

pytestmark = [pytest.mark.live, pytest.mark.anyio]

ROOT = Path(__file__).parent.parent.parent.parent
COMPOSE = ROOT / "compose.yaml"
MANIFESTS = ROOT / "packaging" / "kubernetes"
SETTINGS = ROOT / "packaging" / "operations" / "agents.toml"


def composed(name: str) -> dict[str, Any]:
    """Return what compose.yaml says of a service."""
    found: dict[str, Any] = yaml.safe_load(COMPOSE.read_text("utf-8"))["services"][name]
    return found


class ComposedBroker(Server):
    """A broker with the settings of compose.yaml, at other ports and in another folder."""

    def prepare(self) -> None:
        service = composed("kafka")
        said = dict(service["environment"])
        folder = said["KAFKA_LOG_DIRS"]
        assert service["volumes"] == [f"kafka:{folder}"]
        # The image's only folder for data that its user may write to: its Dockerfile makes it.
        assert folder == "/var/lib/kafka/data"
        cluster = said.pop("CLUSTER_ID")
        self.inner = free_port()  # that of other containers, which know the broker as `kafka`
        ports = {"9092": self.port, "9093": free_port(), "9094": self.inner}
        settings = {
            name.removeprefix("KAFKA_").replace("_", ".").lower(): re.sub(
                r"\b909[234]\b", lambda found: str(ports[found[0]]), value
            ).replace("kafka:", "localhost:")
            for name, value in said.items()
        }
        settings["log.dirs"] = str(self.folder / "log")
        self.command = formatted(self.folder, settings, cluster=cluster)


async def test_an_agent_is_served_on_the_broker_of_the_compose_file(tmp_path: Path) -> None:
    try:
        with ComposedBroker(tmp_path, free_port()) as broker:
            for port in (broker.port, broker.inner):
                options = KafkaOptions(bootstrap=f"127.0.0.1:{port}")
                async with staged(options, fresh("agent")) as stage:
                    await stage.replica()
                    link = await stage.desk()
                    assert str(last_state(await collect(link.send(say("3"))))) == "completed"
    except NoServer as reason:
        pytest.skip(str(reason))


class ComposedServer:
    """One of our servers, with its command and its check: at another port of this machine."""

    def __init__(self, name: str, port: int, broker: str, folder: Path) -> None:
        service = composed(name)
        [own] = {found for found in ("8080", "8090") if f":{found}" in " ".join(service["command"])}
        self.command = [
            re.sub(rf"0\.0\.0\.0:{own}$", f"127.0.0.1:{port}", word).replace("kafka:9094", broker)
            for word in service["command"]
        ]
        kind, program, *check = service["healthcheck"]["test"]
        assert (kind, program) == ("CMD", "python")
        assert f"127.0.0.1:{own}/" in check[-1]
        self._check = [sys.executable, *(word.replace(f":{own}/", f":{port}/") for word in check)]
        self._folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, **environment: str) -> None:
        self._folder.mkdir()
        with (self._folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app", *self.command, "--profile", str(self._folder)],
                env={**os.environ, **environment}, cwd=ROOT, stdout=log, stderr=log,
            )  # fmt: skip

    def healthy(self) -> bool:
        """Return what Docker would find."""
        return subprocess.run(self._check, capture_output=True).returncode == 0

    async def told_healthy(self) -> None:
        assert self.process is not None
        async with asyncio.timeout(PATIENCE):
            while not await asyncio.to_thread(self.healthy):
                assert self.process.poll() is None, (self._folder / "log").read_text()


async def test_the_servers_of_the_compose_file_are_seen_to_be_ready(
    tmp_path: Path, new_database: Callable[[], str], kafka_bootstrap: str
) -> None:
    secret = tmp_path / "database"
    secret.write_text(new_database())
    agents, gateway = (
        ComposedServer(name, free_port(), kafka_bootstrap, tmp_path / name)
        for name in ("agents", "gateway")
    )
    with ExitStack() as stack:
        stack.callback(_kill, (agents, gateway))
        assert not agents.healthy()
        [variable] = composed("agents")["environment"]
        agents.start(**{variable: str(secret)})
        await agents.told_healthy()
        # It waits for them: without an agent there is nothing to stand before.
        assert composed("gateway")["depends_on"] == {"agents": {"condition": "service_healthy"}}
        gateway.start()
        await gateway.told_healthy()
        _kill([agents])
        assert not agents.healthy()


def _kill(servers: Sequence[ComposedServer]) -> None:
    for one in servers:
        if one.process is not None:
            one.process.kill()
            one.process.wait()


def manifested(name: str) -> tuple[int, dict[str, Any]]:
    """Return how many replicas a manifest wants, and what it says of their container."""
    text = (MANIFESTS / f"{name}.yaml").read_text("utf-8")
    wanted = next(yaml.safe_load_all(text))["spec"]
    [container] = wanted["template"]["spec"]["containers"]
    return wanted["replicas"], container


def _users(folder: Path) -> Tokens | None:
    """Return whom the agents of the manifest let in, with their secrets in this folder."""
    given = _parser().parse_args(manifested("agents")[1]["args"])
    if given.token_file is None:
        return None
    return TokenFile(folder / given.token_file.relative_to("/secrets")).tokens


async def test_the_gateways_of_the_manifest_share_a_reply_topic_and_tell_who_asks(
    tmp_path: Path, kafka_bootstrap: str
) -> None:
    replicas, said = manifested("gateway")
    assert replicas == 2
    (tmp_path / "tokens").write_text("ann secret\nbob hidden\n")
    async with staged(KafkaOptions(bootstrap=kafka_bootstrap), fresh("agent")) as stage:
        await stage.replica(users=_users(tmp_path))
        with ExitStack() as stack:
            urls = []
            for name in ("one", "two"):
                (tmp_path / name).mkdir()
                # Both have the client that the shipped settings give them.
                shutil.copy(SETTINGS, tmp_path / name / "settings.toml")
                urls.append(url := f"127.0.0.1:{free_port()}")
                args = [
                    arg.replace("kafka:9092/data", f"{kafka_bootstrap}/{stage.name}")
                    .replace("0.0.0.0:8080", url)
                    .replace("/secrets", str(tmp_path))
                    for arg in said["args"]
                ]
                with (tmp_path / f"{name}.log").open("wb") as log:
                    process = subprocess.Popen(  # noqa: ASYNC220 - it goes on by itself
                        [sys.executable, "-m", "app", *args, "--profile", str(tmp_path / name)],
                        cwd=ROOT, stdout=log, stderr=log,
                    )  # fmt: skip
                stack.callback(process.wait)
                stack.callback(process.kill)
            headers = {"A2A-Version": "1.0", "Authorization": "Bearer secret"}
            async with httpx.AsyncClient(headers=headers, timeout=PATIENCE) as client:
                probe = said["readinessProbe"]["httpGet"]["path"]
                for url in urls:
                    await _answers(client, f"http://{url}{probe}")
                asked = [
                    _pieces(client, f"http://{url}/{stage.name}", number)
                    for number in range(10)
                    for url in urls
                ]
                assert await asyncio.gather(*asked) == [n for n in range(10) for _ in urls]
                tasks = [await _tasks(client, f"http://{url}/{stage.name}") for url in urls]
                assert tasks == [len(asked)] * 2
                client.headers["Authorization"] = "Bearer hidden"  # bob sees none of ann's
                assert [await _tasks(client, f"http://{url}/{stage.name}") for url in urls] == [
                    0,
                    0,
                ]
                client.headers.pop("Authorization")
                refused = await client.post(f"http://{urls[0]}/{stage.name}/message:send", json={})
                assert refused.status_code == 401


async def _answers(client: httpx.AsyncClient, url: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(httpx.TransportError):
                if (await client.get(url)).status_code == 200:
                    return
            await asyncio.sleep(0.05)


async def _tasks(client: httpx.AsyncClient, url: str) -> int:
    """Return how many tasks whoever asks can see."""
    answer = await client.get(f"{url}/tasks")
    assert answer.status_code == 200, answer.text
    size: int = answer.json()["totalSize"]
    return size


async def _pieces(client: httpx.AsyncClient, url: str, number: int) -> int:
    """Ask for so many pieces; return how many came."""
    message = {
        "messageId": f"{url}-{number}",
        "role": "ROLE_USER",
        "parts": [{"text": f"{number}"}],
    }
    sent = await client.post(f"{url}/message:send", json={"message": message})
    task = sent.json()["task"]
    assert task["status"]["state"] == "TASK_STATE_COMPLETED"
    return sum(len(one["parts"]) for one in task.get("artifacts", ()))
