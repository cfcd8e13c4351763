"""The steps that bring a table of games into one form."""

from agents.data.match.model.loaded import Step
from agents.data.match.reshape.cells import spread, with_counted_sides, with_sides, without_brackets
from agents.data.match.reshape.cleaning import dated, told_once, without_sums
from agents.data.match.reshape.game_counts import with_games
from agents.data.match.reshape.headers import cut_apart, numbered, retitled
from agents.data.match.reshape.side_by_side import unfolded
from agents.data.match.reshape.side_scores import with_own_results, with_results

STEPS: tuple[Step, ...] = (
    told_once,
    retitled,
    dated,
    cut_apart,
    numbered,
    spread,
    with_sides,
    without_brackets,
    unfolded,
    with_games,
    with_results,
    with_own_results,
    without_sums,
    with_counted_sides,
)
"""In their order; for games between two sides, and for such games already counted."""
