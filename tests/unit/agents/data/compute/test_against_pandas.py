"""Random queries on random tables come to what pandas makes of them.

`QUERY_SAMPLES` sets how many queries are compared; the long form is 5,000 and more.
"""

import asyncio
import math
import os
import random
from datetime import date, datetime
from typing import Any

import duckdb
import pytest

from agents.answering.engine import Engine
from agents.data.compute.computing import compute
from agents.data.compute.result import Computation
from agents.data.query.spans import written
from tests.pandas_compute import Between, Evaluator, Expected
from tests.query_samples import NOW, TYPES, Sample, random_query, sample

SAMPLES = int(os.environ.get("QUERY_SAMPLES", "200"))
PER_TABLE = 10


def opened(given: Sample) -> tuple[Engine, duckdb.DuckDBPyConnection]:
    connection = duckdb.connect(config={"threads": 1})
    columns = ", ".join(f'"{name}" {kind}' for name, kind in TYPES.items())
    connection.execute(f'CREATE TABLE "sales" ({columns})')
    marks = ", ".join("?" for _ in TYPES)
    for row in given.rows:
        connection.execute(f'INSERT INTO "sales" VALUES ({marks})', [row[one] for one in TYPES])
    return Engine(connection, None, table=("sales",)), connection  # type: ignore[arg-type]


@pytest.mark.parametrize("batch", range(10))
def test_queries_come_to_what_pandas_makes_of_them(batch: int) -> None:
    for seed in range(batch, max(10, SAMPLES // PER_TABLE), 10):
        given = sample(seed)
        engine, connection = opened(given)
        pick = random.Random(seed)
        try:
            for number in range(PER_TABLE):
                query = random_query(pick, given.model)
                found = asyncio.run(compute(query, given.model, engine, NOW))
                said = query.model_dump_json(exclude_defaults=True)
                where = f"seed {seed}, query {number}: {said}\n{found.sql}"
                evaluator = Evaluator(given)
                expected = evaluator.rows(query) if query.rows else evaluator.groups(found.query)
                assert_same(found, expected, where)
                assert_shown_statement(found, connection, where)
        finally:
            engine.close()


def assert_same(found: Computation, expected: Expected, where: str) -> None:
    assert (found.total, found.matched) == (expected.total, expected.matched), where
    assert len(found.rows) == len(expected.rows), where
    for row, line in zip(found.rows, expected.rows, strict=True):
        for column, value in zip(found.columns, row, strict=True):
            key = (column.part, column.of, column.case)
            assert key in line, f"{key}\n{where}"
            wanted = cell(line[key], column.type, found, column)
            assert close(value, wanted), f"{column.name}: {value!r}, not {wanted!r}\n{row}\n{where}"
    told = {one.column: one.count for one in found.warnings if one.key == "empty"}
    for column, count in expected.empty.items():
        assert told.get(column, 0) >= count, f"{column} {told}\n{where}"
    told = {one.column: one.count for one in found.warnings if one.key == "undecided"}
    assert told == expected.undecided, where


def cell(value: Any, kind: str, found: Computation, column: Any) -> Any:
    if isinstance(value, date):
        grain = ""
        if column.part == "group":
            grain = found.query.groups[column.of].grain or "day"
        elif not isinstance(value, datetime):
            grain = "day"
        return written(value, grain)
    return value


def close(one: Any, other: Any) -> bool:
    if isinstance(other, Between):
        return one is not None and other.first <= one <= other.last
    if isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
        return one is other or one == other
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-8)
    return bool(one == other)


def assert_shown_statement(
    found: Computation, connection: duckdb.DuckDBPyConnection, where: str
) -> None:
    """The shown statement gives the rows again, without the ends of intervals."""
    again = connection.execute(found.sql).fetchall()
    kept = [at for at, one in enumerate(found.columns) if not one.part.endswith(("low", "high"))]
    assert len(again) == len(found.rows), where
    for row, cells in zip(again, found.rows, strict=True):
        for value, at in zip(row, kept, strict=True):
            if isinstance(value, int | float) and not isinstance(value, bool):
                mine = None if isinstance(value, float) and math.isnan(value) else value
                assert close(cells[at], mine), where
            elif value is None:
                assert cells[at] is None, where
