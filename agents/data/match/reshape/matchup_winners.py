"""A matchup (`Terran vs Protoss`, PvT) beside what won it becomes the two sides of a game."""

import re
from typing import TYPE_CHECKING

from agents.data.match.model.column_names import dimension_key, tells_result
from agents.data.match.model.pack import form_for, words_for
from agents.data.match.model.words import known_matchups, known_values
from agents.data.match.reshape.stacking import cased
from agents.data.tables.header_words import tokens
from agents.data.tables.quoting import quoted
from agents.data.tables.reshape.relation import changed, columns_of, values_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST_MATCHUPS = 400
_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")


def with_sides(connection: "DuckDBPyConnection") -> None:
    """Part a matchup into `first_…` and `second_…`.

    Another column must hold nothing but what won, one of the two in every row. Any other table
    stays as it is.
    """
    texts = [name for name, kind in columns_of(connection).items() if kind == "VARCHAR"]
    winners = [name for name in texts if tells_result(name)]
    if not winners:
        return
    for column in texts:
        pairs = (
            pairs_in(values_of(connection, column, MOST_MATCHUPS)) if column not in winners else {}
        )
        sides = {side for pair in pairs.values() for side in pair}
        for winner in winners if pairs else ():
            written = values_of(connection, winner, MOST_MATCHUPS)
            meant = _meant(written, sides) or _meant_bare(written, sides)
            if meant is None:
                continue
            noun = " ".join(t for t in tokens(winner) if t not in words_for("winning"))
            noun = next((key for key, known in known_values().items()
                         if sides <= set(known.values())), noun or _noun(column))  # fmt: skip
            parts = [cased(quoted(column), {text: pair[i] for text, pair in pairs.items()})
                     for i in (0, 1)]  # fmt: skip
            told = cased(quoted(winner), meant)
            changed(
                connection,
                f"* EXCLUDE ({quoted(column)}) REPLACE ({told} AS {quoted(winner)}), "
                f"{parts[0]} AS {quoted(f'first_{noun}')}, "
                f"{parts[1]} AS {quoted(f'second_{noun}')}",
            )
            return


def pairs_in(values: list[str]) -> dict[str, tuple[str, str]]:
    """Return the two sides of each matchup; nothing if a value is none."""
    for known in known_matchups().values():
        found = {v: known.get(" ".join(v.split()).casefold()) for v in values}
        if values and all(found.values()):
            return {v: pair for v, pair in found.items() if pair is not None}
    parts = {v: tuple(form_for("matchup_parts").split(v.strip())) for v in values}
    if not values or any(len(pair) != 2 or not all(pair) for pair in parts.values()):
        return {}
    return {v: (pair[0].strip(), pair[1].strip()) for v, pair in parts.items()}


def _meant(values: list[str], sides: set[str]) -> dict[str, str] | None:
    """Return which side each value of a column means; None if one means no side."""
    low = {side.casefold(): side for side in sides}
    for known in known_values().values():
        if sides <= set(known.values()):
            low = dict(known)
    meant = {v: low.get(v.strip().casefold(), "") for v in values}
    return meant if len(values) > 1 and all(meant.values()) else None


def _meant_bare(values: list[str], sides: set[str]) -> dict[str, str] | None:
    """Return the winners of sides with something in brackets (`Ibis (Z)`): their bare names."""
    bare = {_BRACKETS.sub("", side).strip() for side in sides}
    return _meant(values, bare) if len(bare) == len(sides) and bare != sides else None


def _noun(column: str) -> str:
    return "side" if dimension_key(column) == "matchup" else dimension_key(column)
