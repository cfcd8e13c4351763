"""The steps by which a table that was read gets a shape that a model can be drafted for."""

from typing import TYPE_CHECKING

from agents.data.bare_rows import without_bare
from agents.data.clock import timed
from agents.data.counted import with_games
from agents.data.double_cells import parted
from agents.data.doubled_headers import numbered
from agents.data.headers import retitled
from agents.data.load_note import LoadNote
from agents.data.matchup_records import unrolled
from agents.data.matchup_winners import with_sides
from agents.data.moments import dated
from agents.data.one_spelling import spelled_once
from agents.data.own_scores import with_own_results
from agents.data.repeated_rows import told_once
from agents.data.side_scores import with_results
from agents.data.side_wins import of_both_sides
from agents.data.sum_rows import without_sums
from agents.data.tidy import tidied
from agents.data.whole_games import spread
from agents.data.wide import unfolded

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def shaped(connection: "DuckDBPyConnection", relation: str) -> tuple[str, tuple[LoadNote, ...]]:
    """Bring the loaded table into shape; return its new relation, and what must be said of it."""
    relation, bare = without_bare(connection, relation)
    relation, repeated = told_once(connection, relation)
    relation = dated(connection, retitled(connection, relation))
    relation = numbered(connection, timed(connection, tidied(connection, relation)))
    relation = with_sides(connection, spread(connection, relation))
    relation = parted(connection, relation)
    relation = of_both_sides(connection, relation)
    relation = unrolled(connection, unfolded(connection, relation))
    relation = with_results(connection, with_games(connection, relation))
    relation = with_own_results(connection, relation)
    relation, sums = without_sums(connection, relation)
    relation, spellings = spelled_once(connection, relation)
    return relation, (*bare, *repeated, *sums, *spellings)
