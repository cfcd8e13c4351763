"""A cell that tells a whole game (`Arsenal 2-1 Chelsea`, "Ibis def. Crane") becomes its columns."""

from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.data.match.model.column_names import tells_result
from agents.data.match.model.pack import regex_for
from agents.data.match.reshape.matchup_winners import MOST_MATCHUPS
from agents.data.tables.header_words import names_moment
from agents.data.tables.quoting import literal, quoted
from agents.data.tables.reshape.relation import changed, columns_of, values_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SEEN = 2000
_AT_ONCE = 32  # columns
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
    head = f"(SELECT * FROM {TABLE} LIMIT {_SEEN})"
    for start in range(0, len(texts), _AT_ONCE):
        likely = _telling(connection, texts[start : start + _AT_ONCE], head)
        for column, form in likely:
            if not _telling(connection, [column], TABLE):
                continue
            named = form != "game_told_by_sides"
            if not named and (column in results or not results or _few(connection, column)):
                continue
            added = []
            for place, part in enumerate(_PARTS[form], 1):
                name = part if "_" in part else f"{part}_player"
                text = f"regexp_extract({quoted(column)}, {literal(regex_for(form))}, {place}, 'i')"
                value = f"try_cast({text} AS INT)" if "_" in part else f"nullif({text}, '')"
                added.append(f"{value} AS {quoted(name)}")
            if {part.partition(" AS ")[2].strip('"') for part in added} & kinds.keys():
                continue
            rest = f"* EXCLUDE ({quoted(column)})"
            changed(connection, ", ".join([rest, *added]))
            return


def _few(connection: "DuckDBPyConnection", column: str) -> bool:
    """Whether the different texts are so few that they are taken for matchups."""
    return bool(values_of(connection, column, MOST_MATCHUPS))


def _telling(
    connection: "DuckDBPyConnection", columns: list[str], rows: str
) -> list[tuple[str, str]]:
    """Return the columns whose cells all tell a game, with the form."""
    ways = [(column, form) for column in columns for form in _PARTS]
    if not ways:
        return []
    tests = ", ".join(
        f"bool_and(regexp_matches({quoted(column)}, {literal(regex_for(form))}, 'i'))"
        for column, form in ways
    )
    found = connection.execute(f"SELECT {tests} FROM {rows}").fetchone()
    assert found is not None
    return [way for way, fits in zip(ways, found, strict=True) if fits]
