"""The steps by which a table that was read becomes a clean one, whatever it is about."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from agents.answering.source import LoadNote

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

log = logging.getLogger(__name__)
Step = Callable[["DuckDBPyConnection"], tuple[LoadNote, ...] | None]
"""Changes the loaded table, and returns notes on it; leaves alone what it is not made for."""


def shaped(connection: "DuckDBPyConnection", steps: tuple[Step, ...]) -> tuple[LoadNote, ...]:
    """Bring the loaded table into shape; return what must be said of it.

    A step that DuckDB refuses is passed over, and the table is as the step found it.
    """
    import duckdb

    notes: list[LoadNote] = []
    for step in steps:
        connection.begin()
        try:
            notes += step(connection) or ()
            connection.commit()
        except duckdb.Error as error:
            connection.rollback()  # it may have changed the table before it failed
            if isinstance(error, (duckdb.InterruptException, duckdb.OutOfMemoryException)):
                raise
            log.warning("the step %r of loading was passed over: %s", step.__name__, error)
    return tuple(notes)
