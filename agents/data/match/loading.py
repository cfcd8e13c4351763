"""What is known of tables of games before they are read: their headers, shapes and likeness."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from agents.data.match.draft.draft import draft
from agents.data.match.model.column_names import dimension_key
from agents.data.match.model.count_names import count_kind
from agents.data.match.model.look import Look
from agents.data.match.model.semantic_model import RESULT_NAMES
from agents.data.match.model.shape_question import ShapeQuestion
from agents.data.match.reshape.double_cells import parted
from agents.data.match.reshape.doubled_headers import numbered
from agents.data.match.reshape.game_cells import spread
from agents.data.match.reshape.game_counts import with_games
from agents.data.match.reshape.headers import retitled
from agents.data.match.reshape.matchup_records import unrolled
from agents.data.match.reshape.matchup_winners import with_sides
from agents.data.match.reshape.side_headers import cut_apart
from agents.data.match.reshape.side_scores import with_own_results, with_results
from agents.data.match.reshape.side_wins import of_both_sides
from agents.data.match.reshape.spellings import spelled_once
from agents.data.match.reshape.sum_rows import without_sums
from agents.data.match.reshape.wide import unfolded
from agents.data.tables.header_words import Headers
from agents.data.tables.profile import profile
from agents.data.tables.reshape.bare_rows import without_bare
from agents.data.tables.reshape.durations import timed
from agents.data.tables.reshape.moments import dated
from agents.data.tables.reshape.numbers import tidied
from agents.data.tables.reshape.repeated_rows import told_once
from agents.data.tables.reshape.steps import shaped
from agents.data.tables.subject import Copy, Subject
from app.errors import BadFile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_COUNTS_OF_GAMES = ("games", "wins", "losses", "draws")
_VERSIONS = ("patch", "build")
HEADERS = Headers(
    is_version=lambda name: dimension_key(name) in _VERSIONS,
    is_count=lambda name: count_kind(name) in _COUNTS_OF_GAMES,
    is_share=lambda name: "%" in name or count_kind(name) == "rate",
    is_outcome=lambda name: RESULT_NAMES.search(name) is not None,
)
_NOTHING, _COUNTS, _OPEN, _GAMES = range(4)
_MOST_TABLES = 40


def likeliest(names: Iterable[str], copy: Copy) -> tuple[str, ...]:
    """Return the tables that are most like games: one if no other is as much, () if none is.

    Games come before tables of which one thing is open, and those before counted games.
    """
    found = {name: _likeness(name, copy) for name in list(names)[:_MOST_TABLES]}
    most = max(found.values(), default=_NOTHING)
    return tuple(name for name, one in found.items() if one == most and most > _NOTHING)


def _likeness(name: str, copy: Copy) -> int:
    import duckdb

    with duckdb.connect(":memory:") as connection:
        try:
            copy(connection, name)
            shaped(connection, name, GAMES.steps)
            model = draft(profile(connection), name, Look(connection))
        except ShapeQuestion:
            return _OPEN
        except (BadFile, duckdb.Error, ValueError, KeyError):
            return _NOTHING
    alone = model.grain == "side" and model.stored == "alone" and model.game is None
    counted = model.grain == "totals" or (alone and model.dimensions[model.entity].column)
    return _COUNTS if counted else _GAMES


def _tidied(connection: "DuckDBPyConnection", relation: str) -> str:
    return tidied(connection, relation, HEADERS)


GAMES = Subject(
    steps=(
        without_bare,
        told_once,
        retitled,
        dated,
        _tidied,
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
    ),
    headers=HEADERS,
    likeliest=likeliest,
)
"""Tables of games between two sides, and of such games already counted."""
