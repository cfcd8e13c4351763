"""Intervals of means of large groups, against the mean and deviation of the same values."""

import asyncio
import statistics

import duckdb
import pytest

from agents.answering.engine import Engine
from agents.data.compute.computing import compute
from agents.data.compute.statistics import of_mean
from agents.data.model.drafting import draft_table
from agents.data.model.schema import TableModel
from agents.data.query.query import Measure, Query
from agents.data.tables.building import Built, BuiltColumn
from agents.data.tables.rows import Rows
from tests.query_samples import NOW

ROWS = 20_000


@pytest.mark.parametrize("offset", [0.0, -400.0, 700.0, 1e9, -1e9])
def test_an_interval_is_as_exact_far_from_zero(offset: float) -> None:
    values = [offset + (n * 7919 % 10_007) / 10 for n in range(ROWS)]
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE t AS SELECT unnest($1) AS x", [values])
        built = Built("t", (BuiltColumn("x", "x", "DOUBLE"),), ROWS, (), Rows(["x"], ["x"]))
        model = TableModel(tables=(draft_table(connection, built),))
        engine = Engine(connection, None, table=("t",))  # type: ignore[arg-type]
        query = Query(measures=(Measure(aggregate="mean", of="x"),))
        found = asyncio.run(compute(query, model, engine, NOW))
    (row,) = found.rows
    cells = {one.part: cell for one, cell in zip(found.columns, row, strict=True)}
    deviation = statistics.stdev(one - offset for one in values)
    wanted = of_mean(statistics.fmean(values), deviation, ROWS)
    assert (cells["low"], cells["high"]) == pytest.approx(wanted, rel=1e-12, abs=1e-4)
