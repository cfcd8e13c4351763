"""A sample table on each engine, and what a query comes to there."""

from collections.abc import Callable
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from agents.answering.engine import Engine as DuckDBEngine
from agents.data.compute.engines.port import Engine
from tests.query_samples import TYPES, Sample

Opener = Callable[[Sample], AbstractContextManager[Engine]]
"""Puts a sample's rows into a table on an engine; it is gone when the context ends."""


@contextmanager
def on_duckdb(sample: Sample) -> Any:
    """The table in DuckDB, in memory."""
    import duckdb

    connection = duckdb.connect(config={"threads": 1})
    columns = ", ".join(f'"{name}" {kind}' for name, kind in TYPES.items())
    name = sample.model.tables[0].name
    connection.execute(f'CREATE TABLE "{name}" ({columns})')
    if sample.rows:
        marks = ", ".join("?" for _ in TYPES)
        connection.executemany(
            f'INSERT INTO "{name}" VALUES ({marks})',
            [[row[one] for one in TYPES] for row in sample.rows],
        )
    engine = DuckDBEngine(connection, NO_SOURCE, table=(name,))
    try:
        yield engine
    finally:
        engine.close()


def on_postgresql(url: str) -> Opener:
    """Openers of tables in a database at an address."""

    @contextmanager
    def opened(sample: Sample) -> Any:
        import psycopg

        from agents.data.compute.engines.postgresql import open_postgresql

        types = {**TYPES, "cat": "text", "who": "text", "price": "double precision",
                 "rating": "double precision"}  # fmt: skip
        name = sample.model.tables[0].name
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f'DROP TABLE IF EXISTS "{name}"'.encode())
            columns = ", ".join(f'"{one}" {kind}' for one, kind in types.items())
            connection.execute(f'CREATE TABLE "{name}" ({columns})'.encode())
            with connection.cursor().copy(f'COPY "{name}" FROM STDIN'.encode()) as copy:
                for row in sample.rows:
                    copy.write_row([row[one] for one in types])
        engine, _ = open_postgresql(f"{url}/public.{name}")
        try:
            yield engine
        finally:
            engine.close()

    return opened


def on_spark(address: str, folder: Path) -> Opener:
    """Openers of views over Parquet files that a server of this machine reads."""

    @contextmanager
    def opened(sample: Sample) -> Any:
        import duckdb
        from pyspark.sql import SparkSession

        from agents.data.compute.engines.spark import open_spark

        name = sample.model.tables[0].name
        path = folder / f"{name}.parquet"
        with on_duckdb(sample) as engine:
            assert isinstance(engine.connection, duckdb.DuckDBPyConnection)
            engine.connection.execute(f"COPY \"{name}\" TO '{path}'")
        session = SparkSession.builder.remote(address).create()
        try:
            session.sql(
                f"CREATE OR REPLACE GLOBAL TEMP VIEW {name} AS SELECT * FROM parquet.`{path}`"
            )
            engine, _ = open_spark(f"{address}/global_temp.{name}")
            try:
                yield engine
            finally:
                engine.close()
        finally:
            session.stop()

    return opened


NO_SOURCE: Any = None
"""A table that came from no file; nothing of computing looks at it."""
