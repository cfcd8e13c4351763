"""The steps by which a table that was read becomes a clean relation, whatever it is about."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from agents.answering.source import LoadNote

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

log = logging.getLogger(__name__)
Step = Callable[["DuckDBPyConnection", str], str | tuple[str, tuple[LoadNote, ...]]]
"""Changes the loaded table; takes the relation of its rows, returns the new one, and notes on it.

The relation is SQL over the file that gives the same rows as the table, for queries that people
run themselves. A step leaves alone what it is not made for.
"""


def shaped(
    connection: "DuckDBPyConnection", relation: str, steps: tuple[Step, ...]
) -> tuple[str, tuple[LoadNote, ...]]:
    """Bring the loaded table into shape; return its new relation, and what must be said of it.

    A step that DuckDB refuses is passed over, and the table is as the step found it.
    """
    notes: list[LoadNote] = []
    for step in steps:
        found = _taken(connection, relation, step)
        relation, told = found if isinstance(found, tuple) else (found, ())
        notes += told
    return relation, tuple(notes)


def _taken(
    connection: "DuckDBPyConnection", relation: str, step: Step
) -> str | tuple[str, tuple[LoadNote, ...]]:
    import duckdb

    connection.begin()
    try:
        found = step(connection, relation)
        connection.commit()
    except duckdb.Error as error:
        connection.rollback()  # it may have changed the table before it failed
        if isinstance(error, (duckdb.InterruptException, duckdb.OutOfMemoryException)):
            raise
        log.warning("the step %r of loading was passed over: %s", step.__name__, error)
        return relation
    return found
