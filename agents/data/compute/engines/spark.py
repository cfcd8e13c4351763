"""Queries run in place on Spark, over Spark Connect: nothing is copied to this machine.

A session of its own; each statement has a tag, by which it is interrupted
(https://spark.apache.org/docs/latest/api/python/reference/pyspark.sql/spark_session.html). The
client is installed beside the program: pip install pyspark-client.
"""

import uuid
import warnings
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from agents.data.compute.engines.port import Row
from agents.data.compute.engines.servers import (
    MOST_ROWS,
    SECONDS,
    NotGranted,
    Secret,
    ServerEngine,
    ServerTable,
    declared_as,
    place_of,
)
from agents.data.model.schema import Column, Stored, Table, TableModel
from app.errors import BadFile, BadInput, DataUnreachable

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_STORED: dict[str, Stored] = {
    "tinyint": "number", "smallint": "number", "int": "number", "bigint": "number",
    "float": "number", "double": "number", "decimal": "number", "boolean": "boolean",
    "date": "date", "timestamp": "timestamp", "timestamp_ntz": "timestamp", "string": "text",
}  # fmt: skip
_RETRIES = 4  # some five seconds; by itself the client tries for ten minutes


class SparkEngine(ServerEngine):
    """Owns a session of a Spark Connect server."""

    dialect = "spark"

    def __init__(
        self, session: "SparkSession", place: ServerTable, *, seconds: float = SECONDS
    ) -> None:
        super().__init__(place, seconds=seconds)
        self._session = session

    def close(self) -> None:
        """End the session; idempotent."""
        self._session.stop()

    def _start(self) -> str:
        return f"query-{uuid.uuid4().hex}"

    def _rows(self, handle: str, sql: str) -> Iterator[list[Row]]:
        session = self._session
        session.addTag(handle)  # of this thread alone
        try:
            rows = session.sql(sql).toLocalIterator()
            while found := [tuple(row) for row in islice(rows, MOST_ROWS)]:
                yield found
        finally:
            session.removeTag(handle)

    def _stop(self, handle: str) -> None:
        self._session.interruptTag(handle)

    def _free(self, handle: str) -> None:
        pass

    def _said(self, error: Exception) -> Exception:
        return _said(error, self._place)


def open_spark(
    spec: str, secret: Secret | None = None, *, seconds: float = SECONDS
) -> tuple[SparkEngine, TableModel]:
    """Return an engine on a table of Spark, and a plain model of what its catalogue says.

    `spec` is `sc://host[:port]/[[catalog.]schema.]table`. A token comes from SPARK_CONNECT_TOKEN or
    from `secret` under the address without the table. Raises BadInput without the client,
    DataUnreachable, and BadFile if there is no such table.
    """
    place = place_of(spec)
    try:
        from pyspark.sql import SparkSession
        from pyspark.sql.connect.client.retries import DefaultPolicy
    except ImportError:
        raise BadInput(
            "Spark needs its client: pip install pyspark-client", key="spark_missing"
        ) from None
    remote = _remote(place, secret)
    whole = f"{place.schema}.{place.table}" if place.schema else place.table
    try:
        # What it warns of: newer versions of what it needs, and what it raises besides.
        warnings.filterwarnings("ignore", "PySpark does not yet", FutureWarning)
        warnings.filterwarnings("ignore", r"\[RETRIES_EXCEEDED\]", UserWarning)
        session = SparkSession.builder.remote(remote).create()
        session.client.set_retry_policies([DefaultPolicy(max_retries=_RETRIES)])
        session.conf.set("spark.sql.session.timeZone", "UTC")
        session.conf.set("spark.sql.timestampType", "TIMESTAMP_NTZ")
        frame = session.table(whole)
        fields = [(field.name, field.dataType.simpleString()) for field in frame.schema.fields]
        if place.schema:
            frame.createOrReplaceTempView(place.table)
    except Exception as error:
        raise _said(error, place) from None
    columns = tuple(_column(name, declared) for name, declared in fields)
    table = Table(name=place.table, columns=columns)
    return SparkEngine(session, place, seconds=seconds), TableModel(tables=(table,))


def _remote(place: ServerTable, secret: Secret | None) -> str:
    import os

    token = os.environ.get("SPARK_CONNECT_TOKEN") or (secret(place.account) if secret else None)
    address = f"sc://{place.host}:{place.port or 15002}/"
    return f"{address};token={token}" if token else address


def _column(name: str, declared: str) -> Column:
    plain = declared.partition("(")[0]
    stored = _STORED.get(plain, "interval" if plain.startswith("interval") else "text")
    return declared_as(declared, name, stored, text=plain == "string")


def _said(error: Exception, place: ServerTable) -> Exception:
    """What an error of the client is told as; those that nobody expects go through."""
    text = f"{type(error).__name__} {error}"
    if "TABLE_OR_VIEW_NOT_FOUND" in text:
        return BadFile(f"There is no table {place.table} there.")
    if "PERMISSION_DENIED" in text or "INSUFFICIENT_PERMISSIONS" in text:
        return NotGranted(f"The account may not read {place.table}.", table=place.table)
    if any(one in text for one in ("UNAVAILABLE", "RetriesExceeded", "DEADLINE", "Connection")):
        return DataUnreachable(
            f"Spark at {place.host} does not answer, or went away: check that Spark Connect runs "
            "there, and the port.",
            host=place.host,
        )  # fmt: skip
    return error
