"""A metric comes to what a database makes of its expression."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from agents.data.compute.computing import compute
from agents.data.compute.sql.expressions import CannotCompute
from agents.data.model.schema import Metric, TableModel
from agents.data.query.metrics import BadMetric, resolved_metric
from agents.data.query.query import Measure, Query, Test
from tests.query_engines import on_duckdb
from tests.query_samples import NOW, sample

GIVEN = next(one for one in map(sample, range(50)) if len(one.rows) > 60)
TABLE = GIVEN.model.tables[0]


@pytest.fixture(scope="module")
def engine() -> Iterator[Any]:
    with on_duckdb(GIVEN) as opened:
        yield opened


@pytest.mark.parametrize(
    "expression",
    [
        "CORR(price, qty)",
        "QUANTILE_CONT(price, 0.25)",
        "PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY price)",
        "SUM(price) * 2 - COUNT(*) / 3 + 1",
        "AVG(ABS(qty))",
        "MAX(LENGTH(cat))",
        "MIN(YEAR(day))",
        "STDDEV(price) FILTER (WHERE qty > -1)",
        "SUM(price / NULLIF(qty, 0))",
        "SUM(price) / NULLIF(SUM(qty), 0)",
        "SUM(CASE WHEN won THEN price ELSE 0 END)",
        "AVG(CASE WHEN won THEN price END)",
        "COUNT(DISTINCT CASE WHEN qty > 2 THEN who END)",
        "COUNT(CASE WHEN qty = 1 THEN 1 ELSE NULL END)",
        "COUNT_IF(qty > 2 AND price < 9)",
        "COUNT_IF(qty > 2 OR price < 2)",
        "COUNT_IF(NOT qty > 2)",
        "COUNT_IF(price IS NULL)",
        "COUNT_IF(price IS NOT NULL)",
        "COUNT_IF(who IN ('p1', 'p2'))",
        "COUNT_IF(qty NOT IN (1, 2, -3))",
        "COUNT_IF(qty BETWEEN -2 AND 4)",
        "COUNT_IF(price > rating)",
        "COUNT_IF(-1 < qty)",
        "COUNT_IF(won = TRUE)",
        "COUNT_IF(who LIKE '%1')",
        "COUNT_IF(who LIKE 'p%')",
    ],
)
def test_a_metric_is_what_its_expression_says(engine: Any, expression: str) -> None:
    ((expected,),) = engine.connection.execute(f"SELECT {expression} FROM sales").fetchall()
    model = TableModel(tables=(TABLE,), metrics=(Metric(name="m", expression=expression),))
    found = asyncio.run(compute(Query(measures=(Measure(metric="m"),)), model, engine, NOW))
    assert expected is not None
    assert found.rows[0][0] == pytest.approx(float(expected), rel=1e-9)


@pytest.mark.parametrize("expression", ["AVG(price)", "SUM(price) / COUNT(*)"])
def test_a_metric_of_some_rows_is_of_those_alone(engine: Any, expression: str) -> None:
    said = f"SELECT {expression} FROM sales WHERE qty > 1"
    ((expected,),) = engine.connection.execute(said).fetchall()
    model = TableModel(tables=(TABLE,), metrics=(Metric(name="m", expression=expression),))
    some = Measure(metric="m", where=Test(column="qty", op=">", values=(1,)))
    found = asyncio.run(compute(Query(measures=(some, Measure(metric="m"))), model, engine, NOW))
    assert found.rows[0][0] == pytest.approx(float(expected), rel=1e-9)
    assert found.rows[0][0] != found.rows[0][1]


@pytest.mark.parametrize(
    "expression",
    [
        "5",
        "QUANTILE_CONT(price, 1.5)",
        "QUANTILE_CONT(price, qty)",
        "COUNT(DISTINCT who, cat)",
        "COUNT(DISTINCT 1)",
        "AVG(CASE qty WHEN 1 THEN 1 ELSE 0 END)",
        "AVG(CASE WHEN won THEN 1 WHEN qty > 1 THEN 2 ELSE 0 END)",
        "AVG(CASE WHEN won THEN price ELSE 0 END)",
        "COUNT_IF(who LIKE '%p%1%')",
        "COUNT_IF(who LIKE 'p1')",
        "COUNT_IF(who LIKE cat)",
        "COUNT_IF(qty IN (price))",
        "COUNT_IF(qty)",
        "PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY price)",
        "PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY price DESC)",
        "COUNT_IF(LENGTH(who))",
        "SUM(price * NULLIF(qty, 0))",
        "SUM(price / NULLIF(qty, 5))",
        "SUM(price) / NULLIF(COUNT(*), 5)",
        "NULLIF(SUM(price), 0)",
    ],
)
def test_what_would_come_to_something_else_is_refused(engine: Any, expression: str) -> None:
    metric = Metric(name="m", expression=expression)
    with pytest.raises((BadMetric, CannotCompute)):
        resolved_metric(metric, TABLE)
        model = TableModel(tables=(TABLE,), metrics=(metric,))
        asyncio.run(compute(Query(measures=(Measure(metric="m"),)), model, engine, NOW))
