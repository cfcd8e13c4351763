"""The parts of a whole deployment: processes that can be killed and started again."""

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Protocol
from urllib.parse import urlsplit

from benchmarks._load import Line
from tests.e2e.serving.conversation_process import ROOT, ConversationProcess
from tests.live.chaos.desk import AGENT, NAMES, Row
from tests.live.kafka.brokers import Cluster
from tests.live.kafka.certificates import Authority
from tests.live.nginx import Nginx
from tests.live.servers import Postgres, Redis, Server, free_port

AGENT_MODULE = "tests.live.chaos.counting:Counting"
_SETTLING_SECONDS = 240.0


class Killable(Protocol):
    """A process; `start` returns when it runs, which may be before it is ready."""

    def start(self) -> None: ...
    def kill(self) -> None: ...


class Part:
    """One process of the deployment, and how it is known to be ready.

    `stands_on` are the names of all parts that it needs, and of those that these need.
    """

    def __init__(
        self, kind: str, name: str, process: Killable, stands_on: Sequence[str] = ()
    ) -> None:
        self.kind = kind
        self.name = name
        self.process = process
        self.stands_on = stands_on

    async def ready(self) -> bool:
        """Return whether it can be used, and all that it stands on."""
        process = self.process
        if isinstance(process, DeskProcess):
            return process.state == "in_step"
        where = getattr(process, "operations", "") or getattr(process, "url", "")
        if not where.startswith("http"):
            return True  # its start waited for it
        line = Line(where, {}, getattr(process, "trust", None))
        try:
            async with asyncio.timeout(5):
                return (await line.ask("GET", "/ready"))[0] == 200
        except TimeoutError:
            return False
        finally:
            line.close()


class Program(Server):
    """A server of the program, with these arguments; `operations` is where it says how it is."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        super().__init__(folder)
        self.command = [sys.executable, "-m", "app", *arguments]
        self.command += ["--profile", str(folder / "profile")]
        self.command += ["--operations", f"127.0.0.1:{self.port}"]

    @property
    def operations(self) -> str:
        """Where it says how it is."""
        return f"http://127.0.0.1:{self.port}"

    def launch(self) -> None:
        """Start the process (again), where the modules are."""
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, cwd=ROOT, start_new_session=True
            )


def replica(folder: Path, agent: str, *, bootstrap: str, database: str) -> Program:
    """Return a replica of an agent over Kafka, under the name of its folder."""
    where = ("--kafka", bootstrap, "--database", database, "--replica", folder.name)
    return Program(folder, "serve", "--agent", agent, *where)


class DeskProcess:
    """A desk; `state` is how far it says that it is in step, `said` the numbers that it stored."""

    def __init__(self, profile: Path, name: str, every: float, environment: Mapping[str, str]):
        self.name = name
        self.state = ""
        self.said: set[int] = set()
        self.shown: dict[str, list[Row]] = {}
        self._command = [sys.executable, "-m", "tests.live.chaos.desk", str(profile), name]
        self._command.append(str(every))
        self._environment = environment
        self._log = profile.parent / f"{profile.name}.log"
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self._stopped = threading.Event()

    def start(self) -> None:
        """Start it (again), and wait until it is open."""
        self.state = ""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                cwd=ROOT,
                env=self._environment,
            )
        opened = threading.Event()
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout, opened))
        self._reader.start()
        opened.wait(_SETTLING_SECONDS)

    def kill(self) -> None:
        """End it as a crash does."""
        if self._process is not None:
            self._process.kill()
            self._end()

    def stop_saying(self) -> None:
        """Let it say nothing more; returns when it has stopped."""
        self._stopped.clear()
        self._tell("stop")
        self._stopped.wait(_SETTLING_SECONDS)

    def finish(self, asked: Mapping[str, int]) -> dict[str, list[Row]]:
        """Return what it shows once all that was asked at any desk is there; it ends."""
        assert self._process is not None
        self._tell(json.dumps(asked))
        try:
            self._process.wait(_SETTLING_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._end()
        return self.shown

    def _tell(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _end(self) -> None:
        assert self._process is not None
        self._process.wait()
        if self._process.stdin is not None:
            with suppress(BrokenPipeError):
                self._process.stdin.close()
        if self._reader is not None:
            self._reader.join()
        self.state = ""

    def _read(self, lines: IO[str], opened: threading.Event) -> None:
        with lines:
            for line in lines:
                try:
                    told: dict[str, Any] = json.loads(line)
                except ValueError:
                    continue
                if "said" in told:
                    self.said.add(told["said"])
                elif "shown" in told:
                    rows = told["shown"].items()
                    self.shown = {name: [Row(*row) for row in found] for name, found in rows}
                elif "stopped" in told:
                    self._stopped.set()
                else:
                    opened.set()
                    self.state = told["state"]
                    with self._log.open("a") as log:
                        log.write(f"{time.strftime('%H:%M:%S')} {told}\n")
        opened.set()


def _numbered(kind: str, many: Sequence[Killable], stands_on: Sequence[str] = ()) -> list[Part]:
    return [Part(kind, f"{kind} {n}", one, stands_on) for n, one in enumerate(many, start=1)]


class Deployment:
    """Owns every process; `with` starts them all, in the order in which they need each other.

    All but the queues' clients come through a proxy: to the services, and to gateways of the agent.
    """

    def __init__(
        self,
        folder: Path,
        *,
        replicas: int,
        agents: int,
        gateways: int,
        brokers: int,
        desks: int,
        every: float,
    ) -> None:
        """`every` is the pause between what a desk says, in seconds."""
        self.folder = folder
        self.token = ""
        self.postgres = Postgres(folder / "postgres")
        self.redis = Redis(folder / "redis")
        self.brokers = Cluster(folder / "kafka", brokers)
        self.services: list[ConversationProcess] = []
        self.agents: list[Program] = []
        self.gateways: list[Program] = []
        self.proxies: list[Nginx] = []
        self.desks: list[DeskProcess] = []
        folder.mkdir(parents=True, exist_ok=True)
        self._authority = Authority(folder)
        self._many = (replicas, agents, gateways, desks)
        self._every = every

    @property
    def parts(self) -> list[Part]:
        """All of them."""
        stores, brokers = ["PostgreSQL", "Redis"], _numbered("broker", self.brokers.brokers)
        services = _numbered("service", self.services, stores)
        below = [one.name for one in brokers]
        agents = _numbered("agent", self.agents, ["PostgreSQL", *below])
        gateways = _numbered("gateway", self.gateways, below)
        # Each proxy is the only one of its kind.
        behind = {
            "proxy": [*stores, *(one.name for one in services)],
            "agents' proxy": [*below, *(one.name for one in gateways)],
        }
        proxies = [
            Part(kind, kind, one, behind[kind])
            for kind, one in zip(behind, self.proxies, strict=False)  # while they are started
        ]
        desks = _numbered("desk", self.desks, [*behind["proxy"], "proxy"])
        postgres = Part("PostgreSQL", "PostgreSQL", self.postgres)
        redis = Part("Redis", "Redis", self.redis)
        return [postgres, redis, *brokers, *services, *agents, *gateways, *proxies, *desks]

    def __enter__(self) -> "Deployment":
        try:
            self._start()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _start(self) -> None:
        replicas, agents, gateways, desks = self._many
        self.postgres.__enter__()
        self.redis.__enter__()
        os.environ["BALANCE_DESK_DATABASE"] = self.postgres.url
        for number in range(replicas):
            service = ConversationProcess(
                self.folder / f"service-{number}", "--redis", self.redis.url, "--rate", "0"
            )
            self.services.append(service)
            service.start()
        self._add_proxy("proxy", [urlsplit(one.url).port or 0 for one in self.services])
        self.token = self.services[0].run("token", "create", "--tenant", "acme")
        self.brokers.start()
        where = {"bootstrap": self.brokers.bootstrap, "database": self.postgres.url}
        for number in range(agents):
            self.agents.append(replica(self.folder / f"agent-{number}", AGENT_MODULE, **where))
            self.agents[-1].__enter__()
        ports = [free_port() for _ in range(gateways)]
        proxy = self._add_proxy("agents-proxy", ports)
        for number, port in enumerate(ports):
            said = ("--from", self._address, "--http", f"127.0.0.1:{port}", "--url", proxy.url)
            self.gateways.append(Program(self.folder / f"gateway-{number}", "gateway", *said))
            self.gateways[-1].__enter__()
        # One asks the agent over Kafka, the next through a gateway.
        addresses = (self._address, f"{proxy.url}/{AGENT}")
        person = ("token", "create", "--tenant", "acme", "--user", "ann")
        for number in range(desks):
            token = self.services[0].run(*person)
            self._add_desk(NAMES[number], addresses[number % len(addresses)], token)

    @property
    def _address(self) -> str:
        return f"kafka://{self.brokers.bootstrap}/{AGENT}"

    def _add_proxy(self, name: str, upstreams: Sequence[int]) -> Nginx:
        proxy = Nginx(self.folder / name, *upstreams, authority=self._authority)
        self.proxies.append(proxy)
        proxy.__enter__()
        return proxy

    def _add_desk(self, name: str, address: str, token: str) -> None:
        environment = {
            **os.environ,
            "SSL_CERT_FILE": str(self._authority.file),
            "BALANCE_DESK_CONVERSATIONS": self.proxies[0].url,
            "BALANCE_DESK_CONVERSATIONS_TOKEN": token,
        }
        profile = self.folder / name
        command = [sys.executable, "-m", "app", "agents", "add", address, "--name", AGENT]
        command += ["--profile", str(profile)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment)
        assert done.returncode == 0, done.stderr
        desk = DeskProcess(profile, name, self._every, environment)
        self.desks.append(desk)
        desk.start()

    def __exit__(self, *error: object) -> None:
        for part in reversed(self.parts):
            if part.kind != "PostgreSQL":
                part.process.kill()
        self.postgres.__exit__(None, None, None)
