"""A cell that tells a whole game (`Arsenal 2-1 Chelsea`, "Ibis def. Crane") becomes its columns."""

from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.data.match.model.column_names import tells_result
from agents.data.match.model.pack import regex_for
from agents.data.match.reshape.matchup_winners import MOST_MATCHUPS
from agents.data.tables.aggregates import aggregates
from agents.data.tables.header_words import names_moment
from agents.data.tables.quoting import literal, quoted
from agents.data.tables.reshape.relation import changed, columns_of, values_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SEEN = 2000
_PARTS = {
    "game_told_by_winner": ("winner", "loser"),
    "game_told_by_score": ("first", "first_score", "second_score", "second"),
    "game_told_by_scores": ("first", "first_score", "second", "second_score"),
    "game_told_by_sides": ("first", "second"),
}
"""How a cell tells a game, and what its parts are."""


def spread(connection: "DuckDBPyConnection") -> None:
    """Take the cells apart that tell both sides and how their game ended.

    Every cell of the column must do so, or name both sides where another column tells who won and
    they are too many to be a matchup. Any other table stays as it is.
    """
    kinds = columns_of(connection)
    results = [name for name in kinds if tells_result(name)]
    texts = [n for n, kind in kinds.items() if kind == "VARCHAR" and not names_moment(n)]
    for column, form in _telling(connection, texts, f"(SELECT * FROM {TABLE} LIMIT {_SEEN})"):
        if not _telling(connection, [column], TABLE):
            continue
        named = form != "game_told_by_sides"
        if not named and (column in results or not results or _few(connection, column)):
            continue
        added = {}
        for place, part in enumerate(_PARTS[form], 1):
            text = f"regexp_extract({quoted(column)}, {literal(regex_for(form))}, {place}, 'i')"
            if "_" in part:
                added[part] = f"try_cast({text} AS INT)"
            else:
                added[f"{part}_player"] = f"nullif({text}, '')"
        if not added.keys() & kinds.keys():
            parts = (f"{value} AS {quoted(name)}" for name, value in added.items())
            changed(connection, f"* EXCLUDE ({quoted(column)}), {', '.join(parts)}")
            return


def _few(connection: "DuckDBPyConnection", column: str) -> bool:
    """Whether the different texts are so few that they are taken for matchups."""
    return bool(values_of(connection, column, MOST_MATCHUPS))


def _telling(
    connection: "DuckDBPyConnection", columns: list[str], rows: str
) -> list[tuple[str, str]]:
    """Return the columns whose cells all tell a game, with the form."""
    ways = [(column, form) for column in columns for form in _PARTS]
    tests = (
        f"bool_and(regexp_matches({quoted(column)}, {literal(regex_for(form))}, 'i'))"
        for column, form in ways
    )
    found = aggregates(connection, tests, rows)
    return [way for way, fits in zip(ways, found, strict=True) if fits]
