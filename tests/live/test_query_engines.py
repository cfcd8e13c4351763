"""Queries run in place on a real PostgreSQL and a real Spark, and what those refuse."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import psycopg
import pytest

from agents.answering.running import QueryTooLong
from agents.data.compute.computing import compute
from agents.data.compute.engines.postgresql import PostgresEngine, open_postgresql
from agents.data.compute.engines.servers import NotGranted, place_of
from agents.data.dataset import open_dataset
from agents.data.query.query import Group, Measure, Query
from app.errors import BadFile, BadInput, DataUnreachable
from tests.live.servers import NoServer, Postgres, Spark, free_port
from tests.query_contract import (
    assert_hands_over_all_rows,
    assert_only_reads,
    assert_same_rows,
)
from tests.query_engines import Opener, on_postgresql, on_spark
from tests.query_samples import NOW

pytestmark = [
    pytest.mark.live,
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support:FutureWarning"),
]
GIVEN = os.environ.get("BALANCE_DESK_TEST_SPARK")  # tests have no environment of their own
SAME = int(os.environ.get("QUERY_SAME", "60"))  # 500 in the long form


@pytest.fixture(scope="module")
def spark_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Spark Connect server on this machine, or that of the environment."""
    pytest.importorskip("pyspark.sql.connect", reason="pip install pyspark-client")
    if GIVEN:
        yield GIVEN
        return
    try:
        with Spark(tmp_path_factory.mktemp("spark")) as server:
            yield server.address
    except NoServer as reason:
        pytest.skip(str(reason))


@pytest.fixture(params=["postgresql", "spark"])
def open_engine(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    if request.param == "postgresql":
        return on_postgresql(request.getfixturevalue("postgres_url"))
    return on_spark(request.getfixturevalue("spark_address"), tmp_path)


@pytest.mark.slow
def test_the_same_query_gives_the_same_rows(open_engine: Opener) -> None:
    assert_same_rows(open_engine, queries=SAME)


def test_an_engine_only_reads(open_engine: Opener) -> None:
    assert_only_reads(open_engine)


def test_all_rows_are_handed_over(open_engine: Opener) -> None:
    assert_hands_over_all_rows(open_engine)


@pytest.fixture
def numbers(postgres_url: str) -> Iterator[str]:
    """The address of a table of many rows."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS numbers")
        connection.execute("CREATE TABLE numbers AS SELECT generate_series(1, 3000) AS n")
    yield f"{postgres_url}/public.numbers"


ENDLESS = (
    'SELECT COUNT(*) FROM "numbers" AS a JOIN "numbers" AS b ON a.n <> b.n '
    'JOIN "numbers" AS c ON a.n <> c.n'
)


def test_what_takes_too_long_is_ended_by_the_server(numbers: str) -> None:
    engine, _ = open_postgresql(numbers, seconds=1)
    with pytest.raises(QueryTooLong):
        asyncio.run(engine.run(ENDLESS, {}))


@pytest.mark.anyio
async def test_stop_cancels_on_the_server(numbers: str, postgres_url: str) -> None:
    engine, _ = open_postgresql(numbers, seconds=86_400)
    work = asyncio.create_task(engine.run(ENDLESS, {}))
    with psycopg.connect(postgres_url, autocommit=True) as watching:
        await asyncio.to_thread(_until_running, watching)
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work
        assert not _running(watching)


def _until_running(connection: "psycopg.Connection[tuple[int]]") -> None:
    while not _running(connection):
        pass


def _running(connection: "psycopg.Connection[tuple[int]]") -> bool:
    found = connection.execute(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'balance-desk' "
        "AND state = 'active'"
    ).fetchone()
    assert found is not None
    return bool(found[0])


@pytest.fixture
def own_postgres(tmp_path: Path) -> Iterator[Postgres]:
    """A server that a test may stop."""
    with ExitStack() as stack:
        try:
            yield stack.enter_context(Postgres(tmp_path / "postgres"))
        except NoServer as reason:
            pytest.skip(str(reason))


@pytest.mark.anyio
async def test_a_server_that_goes_away_in_mid_query_is_told_plainly(own_postgres: Postgres) -> None:
    server = own_postgres
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute("CREATE TABLE numbers AS SELECT generate_series(1, 3000) AS n")
    engine, _ = open_postgresql(f"{server.url}/public.numbers")
    work = asyncio.create_task(engine.run(ENDLESS, {}))
    with psycopg.connect(server.url, autocommit=True) as watching:
        await asyncio.to_thread(_until_running, watching)
    await asyncio.to_thread(server.stop)
    with pytest.raises(DataUnreachable):
        await work
    await asyncio.to_thread(server.start)
    assert await engine.run('SELECT COUNT(*) FROM "numbers"', {}) == [(3000,)]


def test_a_server_that_went_away_is_told_plainly() -> None:
    with pytest.raises(DataUnreachable):
        open_postgresql(f"postgresql://desk@127.0.0.1:{free_port()}/postgres/public.x")


def test_a_table_that_is_not_there_is_told_plainly(postgres_url: str) -> None:
    with pytest.raises(BadFile):
        open_postgresql(f"{postgres_url}/public.nowhere")


def test_a_role_reads_what_it_was_granted_alone(numbers: str, postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS reader")
        connection.execute("CREATE ROLE reader LOGIN")
    place = place_of(numbers.replace("desk@", "reader@"))
    engine = PostgresEngine(place, None)
    with pytest.raises(NotGranted):
        asyncio.run(engine.run('SELECT COUNT(*) FROM "numbers"', {}))


def test_a_session_cannot_write(numbers: str) -> None:
    engine, _ = open_postgresql(numbers)
    with engine.connect() as connection, pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        connection.execute("DELETE FROM numbers")


def test_a_catalogue_says_what_columns_are(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS orders")
        connection.execute(
            "CREATE TABLE orders (id int PRIMARY KEY, city text, paid boolean, day date, "
            "price numeric)"
        )
        connection.execute(
            "INSERT INTO orders SELECT i, 'c' || i % 3, i % 2 = 0, '2024-01-01', i "
            "FROM generate_series(1, 300) AS i"
        )
        connection.execute("ANALYZE orders")
    _, model = open_postgresql(f"{postgres_url}/public.orders")
    kinds = {one.name: one.kind for one in model.tables[0].columns}
    assert kinds == {
        "id": "identifier", "city": "category", "paid": "yes_no", "day": "moment",
        "price": "number",
    }  # fmt: skip
    assert model.tables[0].rows == 300


@pytest.mark.parametrize(
    "spec",
    ["postgresql://desk:secret@host/db/t", "postgresql:///t", "postgresql://host/", "sc://h"],
)
def test_an_address_that_says_no_table_or_a_password_is_refused(spec: str) -> None:
    with pytest.raises(BadInput) as refused:
        place_of(spec)
    assert "secret" not in str(refused.value)


def test_a_table_of_spark_is_drafted_from_its_first_rows(
    spark_address: str, tmp_path: Path
) -> None:
    from pyspark.sql import SparkSession

    session = SparkSession.builder.remote(spark_address).create()
    session.sql(
        "CREATE OR REPLACE GLOBAL TEMP VIEW shop AS SELECT id, concat('c', id % 3) AS city, "
        "id % 7 AS rank, id / 2.0 AS price, array(id, 1) AS tags FROM range(12000)"
    )
    dataset = open_dataset(f"{spark_address}/global_temp.shop")
    try:
        profile = dataset.profile()
        found = {one.name: one for one in profile.columns}
        assert profile.rows == 12000
        assert len(profile.head) == 5
        assert (found["city"].kind, found["rank"].adds, found["price"].adds) == (
            "category", "none", "sum",
        )  # fmt: skip
        assert (found["price"].min, found["price"].max) == (0, 5999.5)
        query = Query(measures=(Measure(),), groups=(Group(by="tags"),), limit=1)
        computed = asyncio.run(compute(query, dataset.model, dataset.engine, NOW))
        assert computed.rows == (("[0, 1]", 1),)
    finally:
        dataset.close()
        session.stop()
