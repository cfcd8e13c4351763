"""One row for each side of a game with its points: the side with more points won."""

from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.data.column_names import dimension_key, named_by_id, tokens
from agents.data.count_names import count_kinds
from agents.data.draft_dimensions import ENTITY_KEYS
from agents.data.model import RESULT_NAMES
from agents.data.profile import NUMBER_TYPES, quoted
from agents.data.word_sets import word_set

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# What is counted of a side, what decides more first: sets, then goals, then points.
_COUNTED = (
    word_set("sets maps legs frames 세트 juegos mapas"),
    word_set("score scores goals goal 득점 골 스코어 goles marcador tanteo"),
    word_set("points point pts 점수 점 puntos punto"),
)
_FILLING = word_set("final total own won for ganados ganadas favor 최종 총 수 승 얻은")
_GAME = word_set(
    "game match round series duel 경기 게임 매치 시합 대국 partida partido encuentro duelo"
)
_MOST_COLUMNS = 60
_ENOUGH = 0.98


def with_results(connection: "DuckDBPyConnection", relation: str) -> str:
    """Add the result of each row whose points are those of one side, and return the new relation.

    The two sides share the id of their game, and nothing else tells who won. A side without
    points, or without a rival, has no result. Any other table stays as it is.
    """
    described = connection.execute(f"DESCRIBE {TABLE}").fetchall()
    names = [str(row[0]) for row in described]
    numbers = [str(row[0]) for row in described if str(row[1]).startswith(NUMBER_TYPES)]
    points = _points(numbers)
    if points is None or len(names) > _MOST_COLUMNS or "result" in map(str.casefold, names):
        return relation
    others = [name for name in names if name != points]
    if any(RESULT_NAMES.search(name) for name in others) or count_kinds(
        name for name in numbers if name != points
    ):
        return relation
    if not any(_names_side(name) for name in others):
        return relation
    game = next((name for name in others if stands_in_two_rows(connection, name)), None)
    if game is None:
        return relation
    own, by = quoted(points), quoted(game)
    both = f"count({own}) OVER (PARTITION BY {by}) = 2 AND {by} IS NOT NULL"
    rival = f"(sum({own}) OVER (PARTITION BY {by}) - {own})"
    added = (
        f"*, CASE WHEN {both} AND {own} > {rival} THEN 'win' "
        f"WHEN {both} AND {own} < {rival} THEN 'loss' "
        f"WHEN {both} AND {own} = {rival} THEN 'draw' END AS result"
    )
    connection.execute(f"CREATE OR REPLACE TABLE {TABLE} AS SELECT {added} FROM {TABLE}")  # noqa: S608
    return f"(SELECT {added} FROM {relation})"  # noqa: S608


def _points(numbers: list[str]) -> str | None:
    """Return the column that counts what decides a game, None where there are several or none."""
    for counted in _COUNTED:
        found = [n for n in numbers if (t := set(tokens(n))) & counted and t <= counted | _FILLING]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _names_side(name: str) -> bool:
    return dimension_key(name) in ("player", *ENTITY_KEYS)


def stands_in_two_rows(connection: "DuckDBPyConnection", name: str) -> bool:
    """Whether a column numbers games, each of which stands in two rows."""
    thing = named_by_id(name)
    if not _GAME.intersection(tokens(name) if thing is None else thing or ("game",)):
        return False
    column = quoted(name)
    sql = (
        f"SELECT avg((n = 2)::INT), max(n), count(*) FROM (SELECT count(*) AS n FROM {TABLE} "  # noqa: S608
        f"WHERE {column} IS NOT NULL GROUP BY {column})"
    )
    row = connection.execute(sql).fetchone()
    assert row is not None
    return bool(row[2] > 1 and row[1] == 2 and row[0] >= _ENOUGH)
