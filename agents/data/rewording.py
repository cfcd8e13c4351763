"""Turns of phrase are put in plain words before they are read: go Zerg's way, favours Zerg most."""

from agents.answering.text.likely import Rewording
from agents.data import (
    between_two,
    denied_picks,
    evenness,
    faced,
    favoured,
    from_a_side,
    growing_stronger,
    heat_maps,
    home_advantage,
    how_often,
    leading_words,
    left_out_rivals,
    maps_won,
    not_only,
    out_and_back,
    per_game,
    plain_clauses,
    plain_counts,
    plain_lengths,
    plain_periods,
    plain_rates,
    plain_rows,
    plain_thresholds,
    struggling,
    worst_rivals,
)
from agents.data.how_it_goes import as_figures
from agents.data.left_out_rows import kept_instead
from agents.data.plain_talk import in_known_words
from agents.data.purposes import without_purpose
from agents.data.written_periods import in_full

TURNS = Rewording(
    each
    for turns in (
        maps_won.TURNS,
        plain_clauses.TURNS,
        favoured.TURNS,
        faced.TURNS,
        denied_picks.TURNS,
        home_advantage.TURNS,
        growing_stronger.TURNS,
        plain_rows.TURNS,
        how_often.TURNS,
        per_game.TURNS,
        worst_rivals.TURNS,
        heat_maps.TURNS,
        evenness.TURNS,
        left_out_rivals.TURNS,
        plain_counts.TURNS,
        struggling.TURNS,
        plain_lengths.TURNS,
        plain_periods.TURNS,
        between_two.TURNS,
        plain_rates.TURNS,
    )
    for each in turns
)
# These go by words that the others leave, and by thresholds and periods in full.
LATER_TURNS = Rewording(
    each
    for turns in (
        out_and_back.TURNS,
        from_a_side.TURNS,
        plain_thresholds.TURNS,
        leading_words.TURNS,
        not_only.TURNS,
    )
    for each in turns
)


def reword(text: str) -> str:
    """Return a question with its turns of phrase in plain words."""
    text = in_full(in_known_words(without_purpose(TURNS.put(text))))
    return LATER_TURNS.put(kept_instead(as_figures(text)))
