"""Statements that are written otherwise for many rows, or for what was counted before."""

import asyncio
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import duckdb
import pytest

from agents.answering.engine import Engine
from agents.data.compute.computing import compute
from agents.data.model.drafting import draft_table
from agents.data.model.schema import TableModel
from agents.data.query.query import Group, Measure, Order, Query, Test
from agents.data.tables.building import Built, BuiltColumn
from agents.data.tables.rows import Rows

NOW = datetime(2024, 1, 1)  # noqa: DTZ001 - tables hold local times


class Told(Engine):
    """An engine that remembers what ran."""

    said: tuple[str, ...] = ()

    async def run(self, sql: str, *given: Any, **more: Any) -> list[Any]:
        self.said = (*self.said, sql)
        return await super().run(sql, *given, **more)


@pytest.fixture
def engine() -> Iterator[Told]:
    connection = duckdb.connect(config={"threads": 1})
    connection.execute(
        "CREATE TABLE t AS SELECT CASE WHEN i < 3000 THEN 'a' ELSE 'b' END AS cat, "
        "i % 40 AS qty, (i * 7919) % 5000 AS price, "
        "CASE WHEN i % 2 = 0 THEN i % 100 END AS some FROM range(5000) r(i)"
    )
    told = Told(connection, None, table=("t",))  # type: ignore[arg-type]
    yield told
    told.close()


def described(engine: Told) -> TableModel:
    names = ["cat", "qty", "price", "some"]
    types = ["VARCHAR", "BIGINT", "BIGINT", "BIGINT"]
    columns = tuple(BuiltColumn(one, one, kind) for one, kind in zip(names, types, strict=True))
    built = Built("t", columns, 5000, (), Rows(names, names))
    return TableModel(tables=(draft_table(engine.connection, built),))


def rows_of(query: Query, model: TableModel, engine: Told) -> Any:
    return asyncio.run(compute(query, model, engine, NOW)).rows


@pytest.mark.parametrize("descending", [True, False])
@pytest.mark.parametrize("where", [None, Test(column="qty", op="<", values=(7,))])
@pytest.mark.parametrize(("limit", "offset"), [(3, 0), (200, 150), (9000, 0)])
def test_the_first_of_many_rows_are_those_of_few(
    engine: Told, descending: bool, where: Test | None, limit: int, offset: int
) -> None:
    model = described(engine)
    (table,) = model.tables
    many = model.model_copy(update={"tables": (table.model_copy(update={"rows": 10**7}),)})
    query = Query(
        rows=True, order=(Order(column="qty", descending=descending),), where=where, limit=limit,
        offset=offset,
    )  # fmt: skip
    few = rows_of(query, model, engine)
    assert rows_of(query, many, engine) == few != ()
    assert sum('"foremost"' in sql for sql in engine.said) == 1


def test_empty_cells_stand_last_of_many_rows_too(engine: Told) -> None:
    model = described(engine)
    (table,) = model.tables
    many = model.model_copy(update={"tables": (table.model_copy(update={"rows": 10**7}),)})
    query = Query(rows=True, columns=("some",), order=(Order(column="some"),), limit=5000)
    found = rows_of(query, many, engine)
    assert len(found) == 5000
    assert found[-1] == (None,)


def test_groups_that_were_counted_on_opening_are_not_counted_again(engine: Told) -> None:
    model = described(engine)
    median = Measure(aggregate="median", of="price")
    query = Query(measures=(median,), groups=(Group(by="cat"),))
    found = rows_of(query, model, engine)
    assert len(engine.said) == 1
    (table,) = model.tables
    uncounted = tuple(one.model_copy(update={"counts": ()}) for one in table.columns)
    bare = table.model_copy(update={"columns": uncounted})
    again = rows_of(query, model.model_copy(update={"tables": (bare,)}), engine)
    assert len(engine.said) == 3
    assert again == found
    assert [(row[0], row[-1]) for row in found] == [("a", 3000), ("b", 2000)]


@pytest.mark.parametrize(
    "query",
    [
        Query(measures=(Measure(aggregate="median", of="some"),), groups=(Group(by="cat"),)),
        Query(measures=(Measure(aggregate="median", of="price"),), groups=(Group(by="cat"),),
              where=Test(column="qty", op="<", values=(20,))),
        Query(measures=(Measure(aggregate="median", of="price"),),
              groups=(Group(by="cat"), Group(by="qty"))),
    ],
)  # fmt: skip
def test_other_groups_are_counted(engine: Told, query: Query) -> None:
    rows_of(query, described(engine), engine)
    assert len([sql for sql in engine.said if "QUANTILE" not in sql]) == 1
