"""Queries over tables with keys give what a hand-written join gives, and count nothing twice."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from agents.data.compute.computing import compute
from agents.data.compute.sql.expressions import CannotCompute
from agents.data.dataset import Dataset, open_dataset
from agents.data.query.checking import problems
from agents.data.query.joining import based
from agents.data.query.query import Query

NOW = datetime(2024, 6, 5)  # noqa: DTZ001 - tables hold local times
SHOP = """
CREATE TABLE regions (id INTEGER PRIMARY KEY, name TEXT, pieces REAL);
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, region INTEGER
  REFERENCES regions (id));
CREATE TABLE orders (number INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers (id),
  shipping REAL, ordered TEXT);
CREATE TABLE items (item INTEGER PRIMARY KEY, "order" INTEGER REFERENCES orders (number),
  product TEXT, amount REAL);
INSERT INTO regions VALUES (1, 'North', 2), (2, 'South', 3);
INSERT INTO customers VALUES (1, 'Ann', 30, 1), (2, 'Bo', 40, 2), (3, 'Cy', 80, 2);
INSERT INTO orders VALUES (1, 1, 5, '2024-01-01'), (2, 2, 7, '2024-01-02'), (3, 2, 9, '2024-02-01');
INSERT INTO items VALUES (1, 1, 'pen', 1.5), (2, 1, 'ink', 2.5), (3, 1, 'pen', 4), (4, 2, 'ink', 8),
  (5, 3, 'pen', 16), (6, 3, 'pad', 32), (7, NULL, 'pad', 64);
"""


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Dataset]:
    with closing(sqlite3.connect(tmp_path / "shop.db")) as database:
        database.executescript(SHOP)
    dataset = open_dataset(tmp_path / "shop.db")
    yield dataset
    dataset.close()


def rows(dataset: Dataset, **said: Any) -> list[tuple[Any, ...]]:
    """Return the groups and first figures of what a query comes to."""
    query = Query.model_validate(said)
    assert problems(query, dataset.model) == ()
    found = asyncio.run(compute(query, dataset.model, dataset.engine, NOW))
    shown = [n for n, one in enumerate(found.columns) if one.part in ("group", "measure", "row")]
    return [tuple(row[n] for n in shown) for row in found.rows]


AMOUNT = {"aggregate": "sum", "of": "amount"}


def test_rows_are_grouped_by_what_their_keys_lead_to(shop: Dataset) -> None:
    assert shop.model.table().name == "items"
    assert rows(shop, measures=[AMOUNT], groups=[{"by": "orders.customers.regions.name"}]) == [
        ("North", 8.0),
        ("South", 56.0),
    ]
    assert rows(
        shop, measures=[AMOUNT], groups=[{"by": "orders.ordered", "grain": "month"}],
        where={"column": "orders.customers.name", "values": ["Bo"]},
    ) == [("2024-01", 8.0), ("2024-02", 48.0)]  # fmt: skip
    assert rows(
        shop, rows=True, columns=["item", "orders.customers.name"],
        order=[{"column": "item"}], limit=2,
    ) == [(7, None), (6, "Bo")]  # fmt: skip


def test_rows_themselves_show_their_own_columns(shop: Dataset) -> None:
    assert rows(shop, rows=True, limit=1) == [(1, 1, "pen", 1.5)]


def test_a_figure_of_another_table_is_of_its_own_rows(shop: Dataset) -> None:
    """Order 1 has three items; its shipping counts once."""
    shipping = {"aggregate": "sum", "of": "orders.shipping"}
    by_region = [{"by": "orders.customers.regions.name"}]
    assert rows(shop, measures=[shipping], groups=by_region) == [("North", 5.0), ("South", 16.0)]
    assert rows(shop, measures=[{"aggregate": "mean", "of": "orders.customers.age"}]) == [(50.0,)]


def test_what_would_count_twice_is_refused(shop: Dataset) -> None:
    for measures in (
        [{"aggregate": "sum", "of": "orders.shipping"}, AMOUNT],
        [{"aggregate": "mean", "of": "orders.customers.age"}],
    ):
        query = Query.model_validate({"measures": measures, "groups": [{"by": "product"}]})
        assert [one.key for one in problems(query, shop.model)] == ["counted_twice"]
        with pytest.raises(CannotCompute):
            asyncio.run(compute(query, shop.model, shop.engine, NOW))


def test_what_belongs_to_rows_is_counted_over_its_own_rows(shop: Dataset) -> None:
    """From the one to the many: amounts by customers, and customers by products."""
    assert rows(
        shop, table="customers", measures=[{"aggregate": "sum", "of": "items.amount"}],
        groups=[{"by": "name"}],
    ) == [("Ann", 8.0), ("Bo", 56.0)]  # fmt: skip
    assert rows(shop, table="customers", groups=[{"by": "items.product"}]) == [
        ("ink", 2), ("pad", 1), ("pen", 2),
    ]  # fmt: skip
    oldest = Query.model_validate({
        "table": "customers", "measures": [{"aggregate": "mean", "of": "age"}],
        "groups": [{"by": "items.product"}],
    })  # fmt: skip
    assert [one.key for one in problems(oldest, shop.model)] == ["column"]


def test_extremes_and_products_of_joined_columns_are_no_sums(shop: Dataset) -> None:
    pieces = {"function": "*", "args": ["amount", "orders.customers.regions.pieces"]}
    assert rows(
        shop, measures=[{"aggregate": "sum", "of": pieces}],
        groups=[{"by": "orders.customers.regions.name"}],
    ) == [("North", 16.0), ("South", 168.0)]  # fmt: skip
    assert rows(
        shop, measures=[{"aggregate": "max", "of": "orders.shipping"}], groups=[{"by": "product"}]
    ) == [("ink", 7.0), ("pad", 9.0), ("pen", 9.0)]


def test_a_query_of_one_table_stays_as_it_is(shop: Dataset) -> None:
    query = Query.model_validate({"measures": [AMOUNT], "groups": [{"by": "product"}]})
    assert based(query, shop.model) is query


def test_keys_whose_values_come_again_lead_nowhere(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "t.db")) as database:
        database.executescript(
            "CREATE TABLE kinds (code TEXT, name TEXT);"
            "CREATE TABLE things (n INTEGER, code TEXT REFERENCES kinds (code));"
            "INSERT INTO kinds VALUES ('a', 'one'), ('a', 'two');"
            "INSERT INTO things VALUES (1, 'a'), (2, 'a'), (3, 'a');"
        )
    dataset = open_dataset(tmp_path / "t.db")
    assert dataset.model.queried().columns == dataset.model.table().columns
    dataset.close()
