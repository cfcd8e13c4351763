"""The steps that bring a table of games into one form."""

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
from agents.data.tables.reshape.moments import dated
from agents.data.tables.reshape.repeated_rows import told_once
from agents.data.tables.reshape.steps import Step

STEPS: tuple[Step, ...] = (
    told_once,
    retitled,
    dated,
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
