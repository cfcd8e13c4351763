"""Real servers for tests: each from its own binaries, on a free port, in a folder that goes away.

A server of one's own is used instead where its address is set: `BALANCE_DESK_TEST_REDIS`
(`redis://…`) and `BALANCE_DESK_TEST_POSTGRES` (`postgresql://…`, a role that may create databases).
"""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.patience import PATIENCE


class NoServer(Exception):
    """This machine has no such server; the message says what would bring one."""


class Server:
    """One server process: owns its folder and its end. Ready when `__enter__` returns."""

    command: list[str]

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.folder = folder
        self.port = port or free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.prepare()
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def prepare(self) -> None:
        """Make what the server needs once, before its first start."""

    def start(self) -> None:
        """Start the process (again) and wait until it takes connections."""
        self.launch()
        self.wait_ready()

    def launch(self) -> None:
        """Start the process (again)."""
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, cwd=self.folder, start_new_session=True
            )

    def wait_ready(self) -> None:
        """Wait until the process takes connections."""
        assert self.process is not None
        ends = time.monotonic() + PATIENCE
        while not self.ready():
            if self.process.poll() is not None or time.monotonic() > ends:
                self.kill()
                raise RuntimeError((self.folder / "server.log").read_text(errors="replace")[-2000:])
            time.sleep(0.05)

    def ready(self) -> bool:
        """Return whether the port takes a connection."""
        with socket.socket() as probe:
            probe.settimeout(10)
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        """End the process the way an operator would."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End the process as a crash does."""
        self._end(signal.SIGKILL)

    def freeze(self) -> None:
        """Let the process hang with its connections open; `thaw` lets it go on."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a frozen process go on."""
        self._signal(signal.SIGCONT)

    def _end(self, number: signal.Signals) -> None:
        if self.process is None:
            return
        self._signal(signal.SIGCONT)
        self._signal(number)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self._signal(signal.SIGKILL)
            self.process.wait(PATIENCE)
        self.process = None

    def _signal(self, number: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, number)


class Redis(Server):
    """A Redis that appends each command to a file, as a deployment for queues would."""

    def prepare(self) -> None:
        binary = shutil.which("redis-server")
        if binary is None:
            raise NoServer("redis-server is not installed (Debian: apt-get install redis-server)")
        self.command = [binary, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        # Else what was acknowledged may wait for an earlier write while it is killed.
        self.command += ["--appendonly", "yes", "--appendfsync", "always"]
        self.command += ["--dir", str(self.folder)]

    @property
    def url(self) -> str:
        """Where clients find it."""
        return f"redis://127.0.0.1:{self.port}/0"


class Postgres(Server):
    """A PostgreSQL cluster of its own with a superuser `desk`, trusted on the loopback."""

    def prepare(self) -> None:
        binaries = postgres_binaries()
        # Not below pytest's folder: every run that starts takes the way into it from other users.
        home = Path(tempfile.mkdtemp(prefix="desk-postgres-"))
        self._home = home
        as_user: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            shutil.chown(home, "postgres", "postgres")
        initdb = [str(binaries / "initdb"), "-D", str(home / "data"), "-U", "desk", "-A", "trust"]
        initdb += ["--encoding=UTF8", "--locale=C", "--no-sync"]
        subprocess.run([*as_user, *initdb], check=True, capture_output=True, cwd=home)
        self.command = [*as_user, str(binaries / "postgres"), "-D", str(home / "data")]
        self.command += ["-p", str(self.port), "-c", "listen_addresses=127.0.0.1"]
        self.command += ["-k", str(home), "-c", "max_connections=200"]

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        super().__exit__(kind, error, trace)
        shutil.rmtree(self._home, ignore_errors=True)

    def ready(self) -> bool:
        """Return whether it takes a query, which it does some time after it takes connections."""
        import psycopg

        try:
            psycopg.connect(self.url, connect_timeout=10).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self) -> None:
        """Shut down without waiting for clients (PostgreSQL's own "fast" shutdown)."""
        self._end(signal.SIGINT)

    @property
    def url(self) -> str:
        """Where clients find its first database."""
        return f"postgresql://desk@127.0.0.1:{self.port}/postgres"


def free_port() -> int:
    """Return a port of the loopback that nobody had a moment ago.

    It is below those that systems give to connections: none of them takes it until it is used.
    """
    while True:
        port = 10_000 + secrets.randbelow(20_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def postgres_binaries() -> Path:
    # Debian keeps them off the path, one folder a major version.
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_major)
    on_path = shutil.which("initdb")
    if found:
        return found[-1].parent
    if on_path and shutil.which("postgres"):
        return Path(on_path).resolve().parent
    raise NoServer("PostgreSQL is not installed (Debian: apt-get install postgresql)")


def _major(initdb: Path) -> int:
    return int(initdb.parent.parent.name)


class Spark(Server):
    """A Spark Connect server on one core, of `SPARK_HOME` or the package `pyspark`."""

    def prepare(self) -> None:
        java = shutil.which("java")
        home = _spark_home()
        if java is None:
            raise NoServer(
                "Java is not installed (Debian: apt-get install openjdk-17-jre-headless)"
            )
        if home is None or not list((home / "jars").glob("spark-connect_*.jar")):
            raise NoServer("there is no Spark with Connect (pip install pyspark, or SPARK_HOME)")
        opened = [f"--add-opens=java.base/{one}=ALL-UNNAMED" for one in _OPENED]
        settings = {
            "spark.connect.grpc.binding.port": str(self.port), "spark.ui.enabled": "false",
            "spark.connect.grpc.binding.address": "127.0.0.1", "spark.driver.host": "127.0.0.1",
            "spark.sql.shuffle.partitions": "1", "spark.local.dir": str(self.folder),
        }  # fmt: skip
        self.command = [java, "-Xmx1g", "-cp", f"{home / 'jars'}/*", *opened]
        self.command += ["org.apache.spark.deploy.SparkSubmit", "--master", "local[1]"]
        for key, value in settings.items():
            self.command += ["--conf", f"{key}={value}"]
        self.command += ["--class", "org.apache.spark.sql.connect.service.SparkConnectServer"]
        self.command += ["spark-internal"]

    @property
    def address(self) -> str:
        """Where clients find it."""
        return f"sc://127.0.0.1:{self.port}"


_OPENED = (
    "java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net", "java.nio",
    "java.util", "java.util.concurrent", "java.util.concurrent.atomic", "sun.nio.ch",
    "sun.nio.cs", "sun.security.action", "sun.util.calendar",
)  # fmt: skip
"""What Spark reaches into (its own JavaModuleOptions)."""


def _spark_home() -> Path | None:
    import importlib.util

    if given := os.environ.get("SPARK_HOME"):
        return Path(given)
    found = importlib.util.find_spec("pyspark")
    return Path(found.origin).parent if found is not None and found.origin else None
