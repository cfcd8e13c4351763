"""What live tests share: real servers, started once a run, skipped with a reason where none is."""

import io
import os
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.live.kafka.brokers import Broker, Cluster, given_brokers
from tests.live.servers import NoServer, Postgres, Redis

ROOT = Path(__file__).parent.parent.parent
EARLIER = {
    "0.1.0, the first day": "dbb961f7129c192a5d77faeddf9132aafa14ca65",
    "0.2.0": "693fcf06a6bdc3faf43c92fd8bc355d8869cbcff",
}


@pytest.fixture(params=EARLIER.values(), ids=EARLIER.keys())
def earlier(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return the tree of an earlier version."""
    return _tree(request.param, tmp_path)


@pytest.fixture
def oldest(tmp_path: Path) -> Path:
    """Return the tree of the first version, which does least by itself of what has to hold."""
    return _tree(next(iter(EARLIER.values())), tmp_path)


def _tree(commit: str, tmp_path: Path) -> Path:
    done = subprocess.run(
        ["git", "archive", "--format=tar", commit, "app", "agents", "transport", "assets"],
        cwd=ROOT,
        capture_output=True,
    )
    if done.returncode:
        pytest.skip("this clone has no history: git fetch --unshallow")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(tmp_path / "earlier", filter="data")
    return tmp_path / "earlier"


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis that all tests share."""
    if given := os.environ.get("BALANCE_DESK_TEST_REDIS"):
        yield given
        return
    try:
        with Redis(tmp_path_factory.mktemp("redis")) as server:
            yield server.url
    except NoServer as reason:
        pytest.skip(str(reason))


@pytest.fixture
def redis_url(redis_server: str) -> str:
    """A Redis in which nothing is left of tests before."""
    import redis

    with redis.Redis.from_url(redis_server) as client:
        client.flushall()
    return redis_server


@pytest.fixture(scope="session")
def postgres_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A PostgreSQL whose role may create databases."""
    if given := os.environ.get("BALANCE_DESK_TEST_POSTGRES"):
        yield given
        return
    try:
        with Postgres(tmp_path_factory.mktemp("postgres")) as server:
            yield server.url
    except NoServer as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="session")
def kafka_bootstrap(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Kafka cluster of one real broker, shared by all tests, or that of the environment."""
    if given := given_brokers():
        yield given
        return
    try:
        with Broker(tmp_path_factory.mktemp("kafka")) as broker:
            yield broker.bootstrap
    except NoServer as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="module")
def _own_broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    try:
        with Broker(tmp_path_factory.mktemp("own-kafka")) as broker:
            yield broker
    except NoServer as reason:
        pytest.skip(str(reason))


@pytest.fixture
def kafka_broker(_own_broker: Broker) -> Broker:
    """A real broker of the module's own, to be killed and frozen; it runs when a test begins."""
    if _own_broker.process is None:
        _own_broker.start()
    return _own_broker


@pytest.fixture(scope="session")
def kafka_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three real brokers."""
    cluster = Cluster(tmp_path_factory.mktemp("kafka-cluster"))
    try:
        cluster.start()
        yield cluster
    except NoServer as reason:
        pytest.skip(str(reason))
    finally:
        cluster.stop()


@pytest.fixture
def new_database(postgres_url: str) -> Iterator[Callable[[], str]]:
    """Make empty databases; each call returns the address of one more, dropped after the test."""
    import psycopg

    made: list[str] = []
    with psycopg.connect(postgres_url, autocommit=True) as admin:

        def make() -> str:
            name = f"desk_{os.getpid()}_{os.urandom(4).hex()}"
            admin.execute(f'CREATE DATABASE "{name}"')
            made.append(name)
            return postgres_url.rsplit("/", 1)[0] + f"/{name}"

        yield make
        for name in made:
            admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
