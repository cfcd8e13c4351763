"""The data agent over a table that stays on PostgreSQL, asked in words and by queries."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import psycopg
import pytest

from agents.data.agent.media_types import PROFILE
from agents.data.compute.computing import compute
from agents.data.dataset import Dataset, open_dataset
from agents.data.query.query import Group, Measure, Order, Query, Test
from tests.contract.agents.data.test_data_executor import cells, talking

pytestmark = pytest.mark.live


@pytest.mark.anyio
async def test_a_table_on_postgresql_is_asked_where_it_is(new_database: Callable[[], str]) -> None:
    url = new_database()
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("CREATE TABLE sales (city text, price double precision, day date)")
        admin.execute(
            "INSERT INTO sales SELECT CASE WHEN n % 3 = 0 THEN 'Lima' ELSE 'Seoul' END, n, "
            "DATE '2023-01-01' + n FROM generate_series(1, 300) AS n"
        )
        admin.execute("ANALYZE sales")
    async with talking(Path(f"{url}/public.sales")) as talk:
        turn = await talk.say("average price by city")
        lima = [n for n in range(1, 301) if n % 3 == 0]
        figures = {row["city"]: row["mean_price"] for row in cells(turn)}
        assert figures["Lima"] == pytest.approx(sum(lima) / len(lima))
        assert "public.sales" in turn.data["result"]["source"]["file"]
        profile = (await talk.say("", value=(PROFILE, {}))).data["profile"]
        assert {one["name"] for one in profile["columns"]} == {"city", "price", "day"}
        assert profile["rows"] == 300
        assert profile["head"][0] == ["Seoul", 1.0, "2023-01-02"]


SHOP = """
CREATE TYPE mood AS ENUM ('sad', 'happy');
CREATE TABLE regions (id int PRIMARY KEY, name text);
CREATE TABLE customers (id uuid PRIMARY KEY, name text, region int REFERENCES regions, mood mood);
CREATE TABLE sales (
  id bigserial PRIMARY KEY, customer uuid REFERENCES customers, price numeric(10, 2), rank int,
  told jsonb, day date
);
CREATE TABLE apart (n int);
INSERT INTO regions VALUES (1, 'north'), (2, 'south');
INSERT INTO customers SELECT md5(n::text)::uuid, 'c' || n, 1 + n % 2,
  (ARRAY['sad', 'happy'])[1 + n % 2]::mood FROM generate_series(0, 9) AS n;
INSERT INTO sales (customer, price, rank, told, day) SELECT md5((n % 10)::text)::uuid, n, n % 5,
  '{"a": 1}', CASE n WHEN 1 THEN 'infinity' ELSE DATE '2023-01-01' + n % 100 END
  FROM generate_series(1, 12000) AS n;
"""


@pytest.fixture
def shop(new_database: Callable[[], str]) -> Iterator[Dataset]:
    """A table, and those that foreign keys join it with."""
    url = new_database()
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(SHOP)
    dataset = open_dataset(f"{url}/sales")
    yield dataset
    dataset.close()


def test_what_the_server_declares_and_holds_is_drafted_as_for_a_file(shop: Dataset) -> None:
    assert [one.name for one in shop.model.tables] == ["sales", "customers", "regions"]
    profile = shop.profile()
    assert profile.rows == 12000
    assert len(profile.head) == 5
    assert "10,000" in " ".join(profile.notes)
    found = {one.name: one for one in profile.columns}
    assert {name: one.kind for name, one in found.items()} == {
        "id": "identifier", "customer": "category", "price": "number", "rank": "number",
        "told": "category", "day": "moment",
    }  # fmt: skip
    assert (found["price"].min, found["price"].max, found["day"].empty) == (1, 12000, 0)
    assert (found["price"].adds, found["rank"].adds) == ("sum", "none")


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        (Query(measures=(Measure(aggregate="sum", of="price"),),
               groups=(Group(by="customers.regions.name"),)),
         [("north", sum(range(2, 12001, 2))), ("south", sum(range(1, 12001, 2)))]),
        (Query(measures=(Measure(),), where=Test(column="customers.mood", values=("sad",)),
               groups=(Group(by="customers.mood"),)), [("sad", 6000)]),
        (Query(measures=(Measure(),), where=Test(column="customers.mood", values=("glad",))),
         [(0,)]),
        (Query(rows=True, columns=("price", "told", "day"), limit=1,
               order=(Order(column="price", descending=False),)), [(1, '{"a": 1}', None)]),
        (Query(measures=(Measure(aggregate="distinct", of="customer"),)), [(10,)]),
    ],
)  # fmt: skip
def test_tables_of_a_server_are_joined_along_their_keys(
    shop: Dataset, query: Query, rows: list[tuple[object, ...]]
) -> None:
    found = asyncio.run(compute(query, shop.model, shop.engine, datetime(2024, 1, 1)))  # noqa: DTZ001
    assert [row[: len(rows[0])] for row in found.rows] == rows


def test_a_model_that_a_person_said_is_kept_for_a_table_on_a_server(
    new_database: Callable[[], str], tmp_path: Path
) -> None:
    url = new_database()
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("CREATE TABLE kept (points int)")
        admin.execute("INSERT INTO kept VALUES (3), (5)")
    dataset = open_dataset(f"{url}/kept", model_folder=tmp_path)
    table = dataset.model.table()
    (column,) = table.columns
    said = table.model_copy(update={"columns": (column.model_copy(update={"unit": "pt"}),)})
    assert dataset.correct(dataset.model.model_copy(update={"tables": (said,)}))
    dataset.close()
    again = open_dataset(f"{url}/kept", model_folder=tmp_path)
    assert again.profile().columns[0].unit == "pt"
    again.close()
