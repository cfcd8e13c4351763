"""What live tests share: real servers, started once a run, skipped with a reason where none is."""

import os
from collections.abc import Callable, Iterator

import pytest

from tests.live.servers import NoServer, Postgres, Redis


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis that tests may flush."""
    if given := os.environ.get("BALANCE_DESK_TEST_REDIS"):
        yield given
        return
    try:
        with Redis(tmp_path_factory.mktemp("redis")) as server:
            yield server.url
    except NoServer as reason:
        pytest.skip(str(reason))


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
