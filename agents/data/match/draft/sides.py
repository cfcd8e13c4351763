"""Tables of single games: one row for the game with its two sides, or one row for each side."""

from typing import NamedTuple

from agents.data.match.draft.dimensions import (
    of_columns,
    of_pairs,
    with_entity,
    with_special_values,
)
from agents.data.match.draft.pairs import Pairs, find_pairs, side_keys
from agents.data.match.draft.quantities import with_quantities
from agents.data.match.draft.time import find_duration, find_time
from agents.data.match.draft.winner import of_two_sides
from agents.data.match.model.column_names import PARTED, SIDE_KEYS, names_rival
from agents.data.match.model.loaded import Loaded
from agents.data.match.model.outcome import OutcomeColumn, is_result, of_one_side
from agents.data.match.model.pack import words_for
from agents.data.match.model.rejections import NoGames
from agents.data.match.model.semantic_model import Dimension, SemanticModel, Stored, Winner
from agents.data.model.schema import Column, Table
from agents.data.tables.header_words import names_length, tokens
from agents.data.tables.quoting import literal, quoted


def draft_games(
    table: Table,
    look: Loaded,
    ids: tuple[tuple[Column, Column], ...] = (),
) -> SemanticModel:
    """Return the model of a table of games; raises `NoGames`.

    `ids` are the pairs of columns with the ids of the two sides.
    """
    pairs = find_pairs(table)
    outcome = None
    if pairs is None or pairs.may_be_slots:
        outcome = of_one_side(table, named_only=pairs is not None)
    if pairs is not None and outcome is not None and not pairs.one_sided:
        # pick1 and pick2 are two things of one side where another column joins the two sides.
        pairs = None if _game_column(table, outcome, look) else pairs
    if pairs is None or (pairs.one_sided and outcome is not None):
        if outcome is None:
            raise NoGames
        return _rows_of_sides(table, pairs, outcome, look)
    winner, telling = of_two_sides(table, pairs, look, ids)
    if winner is None:
        raise NoGames
    if winner.score_a is not None:
        drawn = look.any(f"{quoted(winner.score_a)} = {quoted(str(winner.score_b))}")
        if drawn:
            winner = winner.model_copy(update={"draws": ("=",)})
    taken = {name for pair in pairs.texts.values() for name in pair} | set(winner.columns)
    results = {r for r, (a, _) in pairs.texts.items() if is_result(r, table.column(a))}
    pairs = pairs._replace(texts={r: p for r, p in pairs.texts.items() if r not in results})
    taken |= {name for pair in pairs.numbers.values() for name in pair} | telling
    parts = _Rows(winner)
    if pairs.of_oneself:  # the games of one person, told by points
        parts = _Rows(winner, side=True, stored="alone")
    found = _model(table, of_pairs(table, pairs), parts, taken, look)
    return with_quantities(found, table, pairs, look)


class _Rows(NamedTuple):
    """What is known of the rows before the other columns are looked at."""

    winner: Winner
    side: bool = False
    game: str | None = None
    stored: Stored = "both"


def _model(
    table: Table,
    sided: dict[str, Dimension],
    parts: _Rows,
    taken: set[str],
    look: Loaded,
) -> SemanticModel:
    time = find_time(table, taken)
    taken = taken | ({time} if time else set())
    duration = find_duration(table, taken)
    taken |= {duration} if duration else set()
    rest = [c for c in table.columns if c.name not in taken]
    dimensions = of_columns(table, rest, sided)
    if parts.side:
        dimensions = with_entity(_mark_sided(dimensions, parts.game, look))
    return SemanticModel(
        grain="side" if parts.side else "game",
        winner=parts.winner,
        game=parts.game,
        stored=parts.stored,
        time=time,
        duration=duration,
        dimensions=with_special_values(dimensions, look),
    )


def _rows_of_sides(
    table: Table,
    pairs: Pairs | None,
    outcome: OutcomeColumn,
    look: Loaded,
) -> SemanticModel:
    game = _game_column(table, outcome, look)
    winner = Winner(column=outcome.column.name, a=outcome.won, b=outcome.lost, draws=outcome.draws)
    taken = {outcome.column.name, *([game] if game else [])}
    sided: dict[str, Dimension] = {}
    stored: Stored = "both" if game else "alone"
    if pairs is not None:
        sided = of_pairs(table, pairs)
        taken |= {name for pair in pairs.texts.values() for name in pair}
        if not game and not pairs.of_oneself:
            stored = _stored(table, pairs, outcome, look)
    elif not game:
        raise NoGames  # nobody is met
    parts = _Rows(winner, side=True, game=game, stored=stored)
    found = _model(table, sided, parts, taken, look)
    return with_quantities(found, table, pairs, look)


def _stored(table: Table, pairs: Pairs, outcome: OutcomeColumn, look: Loaded) -> Stored:
    name = f"{quoted(outcome.column.name)}::VARCHAR"
    won, lost = f"{name} = {literal(outcome.won)}", f"{name} = {literal(outcome.lost)}"
    both = all(look.is_mirrored(a, b, won, lost) for a, b in pairs.texts.values())
    if both:
        return "both"
    # Without the rivals' names these are games of one's own, whatever was played in them; a matchup
    # that was parted (`other`) names both sides, unless another column tells of the rival as such.
    if "player" in side_keys(pairs).values():
        return "one"
    taken = {name for pair in pairs.texts.values() for name in pair}
    of_rival = not words_for("rival").isdisjoint(
        word for c in table.columns if c.name not in taken for word in tokens(c.name)
    )
    return "one" if pairs.tokens[1] == PARTED and not of_rival else "alone"


def _game_column(table: Table, outcome: OutcomeColumn, look: Loaded) -> str | None:
    """Return the column that two rows share, one of which won; None if there is no such."""
    for column in table.columns:
        if not _may_be_game(column, table.rows) or column.name == outcome.column.name:
            continue
        # 경기시간: two games that took as long, or against one rival, are two games.
        if names_length(column.name) or names_rival(column.name):
            continue
        two, most = look.rows_per_value(column.name)
        if two >= 0.98 and most == 2 and look.varies_within(outcome.column.name, column.name):
            return column.name
    return None


def _may_be_game(column: Column, rows: int) -> bool:
    return column.stored in ("text", "number") and 0.05 * rows <= column.distinct <= 0.7 * rows


def _mark_sided(
    dimensions: dict[str, Dimension], game: str | None, look: Loaded
) -> dict[str, Dimension]:
    """Tell the columns that differ between the sides of a game from those of the whole game."""
    found = {}
    for key, dimension in dimensions.items():
        if dimension.column is not None:
            sided = (
                look.varies_within(dimension.column, game)
                if game is not None
                else key.removesuffix("_2") in SIDE_KEYS
            )
            dimension = dimension.model_copy(update={"sided": sided})
        found[key] = dimension
    if not any(d.of_sides for d in found.values()) and found:
        first = min(found, key=lambda k: len(found[k].sample))
        found[first] = found[first].model_copy(update={"sided": True})
    return found
