"""The steps that bring a table of games into one form, and how they read its headers."""

from typing import TYPE_CHECKING

from agents.data.match.model.column_names import dimension_key, tells_result
from agents.data.match.model.count_names import count_kind
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
from agents.data.tables.reshape.bare_rows import without_bare
from agents.data.tables.reshape.durations import timed
from agents.data.tables.reshape.moments import dated
from agents.data.tables.reshape.numbers import tidied
from agents.data.tables.reshape.repeated_rows import told_once
from agents.data.tables.reshape.steps import Step

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_VERSIONS = ("patch", "build")
HEADERS = Headers(
    is_version=lambda name: dimension_key(name) in _VERSIONS,
    is_share=lambda name: "%" in name or count_kind(name) == "rate",
    is_outcome=tells_result,
)


def _tidied(connection: "DuckDBPyConnection") -> None:
    tidied(connection, HEADERS)


STEPS: tuple[Step, ...] = (
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
)
"""In their order; for games between two sides, and for such games already counted."""
