"""What every engine of queries does, whichever it is: the same rows, only reading, and stopping."""

import asyncio
import random
from typing import Any

import pytest

from agents.answering.guard import QueryRefused
from agents.data.compute.computing import compute
from agents.data.compute.result import Computation
from agents.data.query.query import Query
from tests.query_engines import Opener, on_duckdb
from tests.query_samples import NOW, random_query, sample, without_order

PER_TABLE = 10


def assert_same_rows(open_engine: Opener, *, queries: int, first: int = 0) -> None:
    """The same random queries come to the same rows as in DuckDB."""
    for seed in range(first, first + max(1, queries // PER_TABLE)):
        given = sample(seed, most=80, name=f"sales{seed}")
        pick = random.Random(seed)
        with on_duckdb(given) as duckdb, open_engine(given) as other:
            for number in range(PER_TABLE):
                ordered = other.dialect == "duckdb"
                query = random_query(pick, given.model if ordered else without_order(given.model))
                if query.rows and not ordered:
                    query = _in_order(query)
                here = asyncio.run(compute(query, given.model, duckdb, NOW))
                there = asyncio.run(compute(query, given.model, other, NOW))
                said = query.model_dump_json(exclude_defaults=True)
                where = f"seed {seed}, query {number}: {said}\n{there.sql}"
                assert_alike(here, there, where)


def _in_order(query: Query) -> Query:
    """A query whose rows stand in an order that every engine can keep."""
    return query.model_copy(update={"limit": None, "offset": 0, "order": ()})


def assert_alike(here: Computation, there: Computation, where: str) -> None:
    assert (here.total, here.matched) == (there.total, there.matched), where
    assert [one.name for one in here.columns] == [one.name for one in there.columns], where
    rows, others = list(here.rows), list(there.rows)
    if here.query.rows:
        rows.sort(key=_sortable)
        others.sort(key=_sortable)
    assert len(rows) == len(others), where
    for row, other in zip(rows, others, strict=True):
        for column, one, two in zip(here.columns, row, other, strict=True):
            assert alike(one, two), (
                f"{column.name}: {one!r}, there {two!r}\n{row}\n{other}\n{where}"
            )
    told = [(one.key, one.column, one.count) for one in here.warnings]
    assert told == [(one.key, one.column, one.count) for one in there.warnings], where


def alike(one: Any, two: Any) -> bool:
    if isinstance(one, float) or isinstance(two, float):
        return one is not None and two is not None and one == pytest.approx(two, rel=1e-9, abs=1e-9)
    return bool(one == two)


def _sortable(row: Any) -> list[tuple[bool, str]]:
    return [
        (one is None, f"{float(one):.9f}" if isinstance(one, int | float) else str(one))
        for one in row
    ]


def assert_only_reads(open_engine: Opener) -> None:
    """Nothing but one SELECT over the opened table runs."""
    with open_engine(sample(1, name="kept")) as engine:
        for sql in (
            'DROP TABLE "kept"', 'DELETE FROM "kept"', "SELECT 1; SELECT 2", "SELECT * FROM other",
            "SELECT version()", "SELECT pg_sleep(1)", "SET x = 1",
        ):  # fmt: skip
            with pytest.raises(QueryRefused):
                asyncio.run(engine.run(sql, {}))


def assert_hands_over_all_rows(open_engine: Opener) -> None:
    """`each` gives every row, `run` at most so many."""
    given = sample(0, name="whole")
    with open_engine(given) as engine:
        found: list[Any] = []
        quote = "`" if engine.dialect == "spark" else '"'
        sql = f"SELECT {quote}who{quote} FROM {quote}whole{quote}"
        asyncio.run(engine.each(sql, {}, found.extend))
        assert sorted(row[0] for row in found) == sorted(row["who"] for row in given.rows)
        assert len(asyncio.run(engine.run(sql, {}, most=1))) == min(1, len(given.rows))
