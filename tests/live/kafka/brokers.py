"""Real Apache Kafka brokers for tests, one or three, each a process that can be killed or frozen.

`KAFKA_BOOTSTRAP_SERVERS` points the suite at brokers of one's own instead; what needs to break
brokers, or to set up their security, is skipped then.
"""

import os
import secrets
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from scripts.kafka_jars import NoKafka, jars
from tests.live.servers import NoServer, Server, free_port

CLUSTER = "MkU3OEVBNTcwNTJENDM2Qg"
_JAVA = ["-Xms192m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"]
_JAVA += ["-Djava.awt.headless=true", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"]


def formatted(
    folder: Path, settings: Mapping[str, str], *, cluster: str = CLUSTER, adding: Sequence[str] = ()
) -> list[str]:
    """Write the settings of a broker, format its log, and return the command that runs it."""
    try:
        found = jars()
    except NoKafka as reason:
        raise NoServer(str(reason)) from None
    java = [shutil.which("java") or "java", *_JAVA, "-cp", f"{found}/*"]
    file = folder / "server.properties"
    file.write_text("".join(f"{name}={value}\n" for name, value in settings.items()))
    format_it = [*java, "kafka.tools.StorageTool", "format", "-t", cluster, "-c", str(file)]
    done = subprocess.run([*format_it, *adding], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stdout[-2000:] + done.stderr[-2000:])
    return [*java, "kafka.Kafka", str(file)]


class Broker(Server):
    """One broker, which is its own controller or one of several."""

    def __init__(
        self,
        folder: Path,
        *,
        node: int = 1,
        ports: Sequence[tuple[int, int]] = (),
        settings: Mapping[str, str] | None = None,
        scram: Mapping[str, str] | None = None,
        protocol: str = "PLAINTEXT",
    ) -> None:
        """`ports` of all brokers, each (clients, controllers); `scram` is user → password."""
        ports = ports or [(free_port(), free_port())]
        super().__init__(folder, ports[node - 1][0])
        self._node = node
        self._ports = ports
        self._settings = dict(settings or {})
        self._scram = dict(scram or {})
        self._protocol = protocol

    @property
    def bootstrap(self) -> str:
        """Where clients find it."""
        return f"127.0.0.1:{self.port}"

    def prepare(self) -> None:
        """Write its settings and format its log."""
        users = [
            f"SCRAM-SHA-512=[name={user},password={password}]"
            for user, password in self._scram.items()
        ]
        adding = [word for user in users for word in ("--add-scram", user)]
        self.command = formatted(self.folder, self._all(), adding=adding)

    def _all(self) -> dict[str, str]:
        clients, controllers = self._ports[self._node - 1]
        many = len(self._ports)
        voters = ",".join(f"{n}@127.0.0.1:{p}" for n, (_, p) in enumerate(self._ports, start=1))
        listeners = f"{self._protocol}://127.0.0.1:{clients}"
        return {
            "process.roles": "broker,controller",
            "node.id": str(self._node),
            "controller.quorum.voters": voters,
            "listeners": f"{listeners},CONTROLLER://127.0.0.1:{controllers}",
            "advertised.listeners": listeners,
            "inter.broker.listener.name": self._protocol,
            "controller.listener.names": "CONTROLLER",
            "listener.security.protocol.map": "CONTROLLER:PLAINTEXT,"
            f"{self._protocol}:{self._protocol}",
            "log.dirs": str(self.folder / "log"),
            "auto.create.topics.enable": "false",
            "default.replication.factor": str(many),
            "min.insync.replicas": str(min(2, many)),
            "offsets.topic.replication.factor": str(many),
            "offsets.topic.num.partitions": "1",
            "transaction.state.log.replication.factor": str(many),
            "transaction.state.log.min.isr": "1",
            "transaction.state.log.num.partitions": "1",
            "group.initial.rebalance.delay.ms": "0",
            "group.min.session.timeout.ms": "1000",
            "log.cleaner.dedupe.buffer.size": "2097152",
            "num.network.threads": "2",
            "num.io.threads": "2",
            "broker.session.timeout.ms": "4000",
            "broker.heartbeat.interval.ms": "500",
            **self._settings,
        }


class Cluster:
    """Three brokers; owns their processes."""

    def __init__(self, folder: Path, size: int = 3) -> None:
        ports = [(free_port(), free_port()) for _ in range(size)]
        self.brokers = [
            Broker(folder / str(node), node=node, ports=ports) for node in range(1, size + 1)
        ]

    @property
    def bootstrap(self) -> str:
        """Where clients find it."""
        return ",".join(one.bootstrap for one in self.brokers)

    def start(self) -> None:
        """Start all of them and wait until they take connections."""
        for one in self.brokers:
            one.folder.mkdir(parents=True, exist_ok=True)
            one.prepare()
        for one in self.brokers:
            one.launch()
        for one in self.brokers:
            one.wait_ready()

    def stop(self) -> None:
        """End all of them; nothing of theirs is kept."""
        for one in self.brokers:
            one.kill()


def given_brokers() -> str:
    """Return the brokers of one's own to test against, or nothing."""
    return os.environ.get("KAFKA_BOOTSTRAP_SERVERS", "")


def fresh(name: str) -> str:
    """Return a name that no other test uses."""
    return f"{name}-{secrets.token_hex(5)}"
