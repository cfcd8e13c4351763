"""Typed queries on 1 and 10 million rows beside the bare statement, turn about, in one process.

    python -m benchmarks.data_queries [--rows 1000000 3000000 10000000] [--wall] [--plot FILE.svg]

What is held: every kind of query within 1.5 times the bare DuckDB statement and 20 ms, at p95.
Times are those of the processor, in all threads, unless `--wall` is said: others may be at work.
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import duckdb

from agents.answering.engine import MEMORY, Engine
from agents.data.compute.computing import compute
from agents.data.model.drafting import draft_table
from agents.data.model.schema import TableModel
from agents.data.query.query import Query
from agents.data.tables.building import Built, BuiltColumn
from agents.data.tables.rows import Rows
from benchmarks import _plot
from benchmarks._plot import Curve, Panel

NOW = datetime(2024, 6, 5, 12)  # noqa: DTZ001 - tables hold local times
ROUNDS = 15
DRAWN = ("mean by category", "median by category", "sum by month, running", "text contains")
RATE = {"column": "price", "op": ">", "values": [500]}
YEAR = "date_trunc('year', sold)"
KINDS: dict[str, tuple[dict[str, object], str]] = {
    "count": ({}, "SELECT count(*) FROM t"),
    "mean": (
        {"measures": [{"aggregate": "mean", "of": "price"}]},
        "SELECT avg(price) FROM t",
    ),
    "mean by category": (
        {"measures": [{"aggregate": "mean", "of": "price"}], "groups": [{"by": "cat"}]},
        "SELECT cat, avg(price) FROM t GROUP BY 1 ORDER BY 1",
    ),
    "rate by category": (
        {"measures": [{"where": RATE, "share": "rows"}], "groups": [{"by": "cat"}]},
        "SELECT cat, count(*) FILTER (price > 500) / count(*) FROM t GROUP BY 1 ORDER BY 1",
    ),
    "share by category": (
        {"measures": [{"share": "all"}], "groups": [{"by": "cat"}]},
        "SELECT cat, count(*) / sum(count(*)) OVER () FROM t GROUP BY 1 ORDER BY 1",
    ),
    "sum by month, running": (
        {"measures": [{"aggregate": "sum", "of": "price"}],
         "groups": [{"by": "sold", "grain": "month"}], "windows": [{"kind": "running"}]},
        "SELECT m, s, sum(s) OVER (ORDER BY m) FROM (SELECT date_trunc('month', sold) AS m, "
        "sum(price) AS s FROM t GROUP BY 1) ORDER BY 1",
    ),
    "ten best of 3,000": (
        {"measures": [{"aggregate": "mean", "of": "price"}], "groups": [{"by": "who"}],
         "order": [{"measure": 0}], "limit": 10},
        "SELECT who, avg(price) AS m FROM t GROUP BY 1 ORDER BY 2 DESC LIMIT 10",
    ),
    "median": (
        {"measures": [{"aggregate": "median", "of": "price"}]},
        "SELECT median(price) FROM t",
    ),
    "median by category": (
        {"measures": [{"aggregate": "median", "of": "price"}], "groups": [{"by": "cat"}]},
        "SELECT cat, median(price) FROM t GROUP BY 1 ORDER BY 1",
    ),
    "distinct": (
        {"measures": [{"aggregate": "distinct", "of": "who"}], "groups": [{"by": "cat"}]},
        "SELECT cat, count(DISTINCT who) FROM t GROUP BY 1 ORDER BY 1",
    ),
    "correlation": (
        {"measures": [{"aggregate": "correlation", "of": "price", "other": "qty"}]},
        "SELECT corr(price, qty) FROM t",
    ),
    "histogram": (
        {"groups": [{"by": "price", "bins": 20}]},
        "SELECT floor(price / 50) * 50, count(*) FROM t GROUP BY 1 ORDER BY 1",
    ),
    "two years compared": (
        {"measures": [{"aggregate": "mean", "of": "price"}], "groups": [{"by": "cat"}],
         "compare": {"cases": [
             {"label": year, "where": {"column": "sold", "values": [year]}}
             for year in ("2022", "2023")]}},
        f"SELECT cat, avg(price) FILTER ({YEAR} = DATE '2022-01-01'), "
        f"avg(price) FILTER ({YEAR} = DATE '2023-01-01') FROM t "
        f"WHERE {YEAR} IN (DATE '2022-01-01', DATE '2023-01-01') GROUP BY 1 ORDER BY 1",
    ),
    "above the mean": (
        {"where": {"column": "price", "op": ">", "than": {"aggregate": "mean", "of": "price"}},
         "groups": [{"by": "cat"}]},
        "SELECT cat, count(*) FROM t WHERE price > (SELECT avg(price) FROM t) GROUP BY 1 "
        "ORDER BY 1",
    ),
    "text contains": (
        {"where": {"column": "who", "op": "contains", "values": ["P12"]}},
        "SELECT count(*) FROM t WHERE lower(who) LIKE '%p12%'",
    ),
    "twenty largest rows": (
        {"rows": True, "order": [{"column": "price"}], "limit": 20},
        "SELECT * FROM t ORDER BY price DESC LIMIT 20",
    ),
}  # fmt: skip


def make_table(connection: duckdb.DuckDBPyConnection, rows: int) -> None:
    """Fill a table with sales that are the same each time."""
    connection.execute(
        f"""CREATE TABLE t AS SELECT
          ['Food', 'Toys', 'Books', 'Garden', 'Music'][1 + (hash(i) % 5)::INT] AS cat,
          'p' || (hash(i, 1) % 3000) AS who,
          (hash(i, 2) % 100000) / 100.0::DOUBLE AS price, (hash(i, 3) % 50)::INT AS qty,
          timestamp '2020-01-01' + to_seconds((hash(i, 4) % 157766400)::INT) AS sold
        FROM range({rows}) r(i)"""
    )


def model(connection: duckdb.DuckDBPyConnection) -> TableModel:
    """Return the model of that table, as it is drafted when a file is opened."""
    described = connection.execute("DESCRIBE t").fetchall()
    ((rows,),) = connection.execute("SELECT count(*) FROM t").fetchall()
    names = [str(row[0]) for row in described]
    columns = tuple(BuiltColumn(str(row[0]), str(row[0]), str(row[1])) for row in described)
    built = Built("t", columns, rows, (), Rows(names, names))
    return TableModel(tables=(draft_table(connection, built),))


def p95(values: list[float]) -> float:
    """Return the 95th percentile, in milliseconds."""
    return 1000 * statistics.quantiles(values, n=20)[-1]


Medians = dict[str, tuple[float, float]]
"""What the bare statement and the query of each kind took, in milliseconds."""


async def measure(rows: int, rounds: int, clock: Callable[[], float]) -> Medians:
    """Print what each kind costs beside its bare statement, and return the medians."""
    found: Medians = {}
    connection = duckdb.connect(config={"memory_limit": MEMORY, "threads": 2})
    make_table(connection, rows)
    engine = Engine(connection, None, table=("t",))  # type: ignore[arg-type]
    described = model(connection)
    print(f"{rows:,} rows")
    for kind, (given, bare) in KINDS.items():
        query = Query.model_validate(given)
        alone, whole = [], []
        for _ in range(rounds + 1):
            start = clock()
            connection.execute(bare).fetchall()
            alone.append(clock() - start)
            start = clock()
            await compute(query, described, engine, NOW)
            whole.append(clock() - start)
        limit = 1.5 * p95(alone[1:]) + 20
        verdict = "within" if p95(whole[1:]) <= limit else "over"
        both = 1000 * statistics.median(alone), 1000 * statistics.median(whole)
        found[kind] = both
        print(
            f"  {kind:<24} bare {p95(alone[1:]):8.1f} ms, query {p95(whole[1:]):8.1f} ms "
            f"(medians {both[0]:.1f}, {both[1]:.1f}; {verdict} 1.5× + 20 ms)"
        )
    engine.close()
    return found


def plotted(points: dict[int, Medians]) -> str:
    """Return how some kinds grow with the rows, as SVG."""
    places = [f"{rows / 1e6:g} M" for rows in points]
    panels = []
    for kind in DRAWN:
        bare, query = zip(*(medians[kind] for medians in points.values()), strict=True)
        lines = Curve("query", "#1b6ca8", query), Curve("bare statement", "#b4481e", bare)
        panels.append(Panel(f"{kind}, median, CPU ms", places, lines, together=True))
    return _plot.plotted(panels)


def main() -> None:
    """Measure 1 and 10 million rows, or as many as the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    sizes = [1_000_000, 10_000_000]
    parser.add_argument("--rows", type=int, nargs="+", default=sizes, metavar="N")
    parser.add_argument("--wall", action="store_true", help="by the clock on the wall")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw how it grows")
    chosen = parser.parse_args()
    clock = time.perf_counter if chosen.wall else time.process_time
    points = {
        rows: asyncio.run(measure(rows, ROUNDS if rows <= 1_000_000 else 7, clock))
        for rows in chosen.rows
    }
    if chosen.plot is not None:
        chosen.plot.write_text(plotted(points))


if __name__ == "__main__":
    main()
