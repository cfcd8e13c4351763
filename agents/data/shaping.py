"""The steps by which a table that was read gets a shape that a model can be drafted for."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from agents.answering.source import LoadNote
from agents.data.bare_rows import without_bare
from agents.data.clock import timed
from agents.data.counted import with_games
from agents.data.double_cells import parted
from agents.data.doubled_headers import numbered
from agents.data.headers import retitled
from agents.data.matchup_records import unrolled
from agents.data.matchup_winners import with_sides
from agents.data.moments import dated
from agents.data.one_spelling import spelled_once
from agents.data.own_scores import with_own_results
from agents.data.repeated_rows import told_once
from agents.data.side_headers import cut_apart
from agents.data.side_scores import with_results
from agents.data.side_wins import of_both_sides
from agents.data.sum_rows import without_sums
from agents.data.tidy import tidied
from agents.data.whole_games import spread
from agents.data.wide import unfolded

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

log = logging.getLogger(__name__)
_Step = Callable[["DuckDBPyConnection", str], str | tuple[str, tuple[LoadNote, ...]]]
_STEPS: tuple[_Step, ...] = (
    without_bare,
    told_once,
    retitled,
    dated,
    tidied,
    timed,
    cut_apart,
    numbered,
    spread,
    with_sides,
    parted,
    of_both_sides,
    unfolded,
    unrolled,
    with_games,
    with_results,
    with_own_results,
    without_sums,
    spelled_once,
)


def shaped(
    connection: "DuckDBPyConnection", relation: str, steps: tuple[_Step, ...] = _STEPS
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
    connection: "DuckDBPyConnection", relation: str, step: _Step
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
