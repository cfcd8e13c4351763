"""Points become results: of each side in its own row, or of the own side beside the rival's."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.answering.text.packs import word_set
from agents.data.match.model.column_names import ENTITY_KEYS, OWN, RIVAL, differing, dimension_key
from agents.data.match.model.count_names import count_kinds
from agents.data.match.model.semantic_model import RESULT_NAMES
from agents.data.tables.header_words import named_by_id, tokens
from agents.data.tables.profile import NUMBER_TYPES
from agents.data.tables.quoting import literal, quoted
from agents.data.tables.reshape.relation import changed, columns_of

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


_SCORES = word_set(
    "score scores result results outcome sets maps games points goals 스코어 점수 결과 세트 득점 "
    "승패 resultado marcador tanteo puntos goles sets mapas"
)
_FORM = r"^\s*(\d{1,3})\s?[-–:]\s?(\d{1,3})\s*$"


def with_own_results(connection: "DuckDBPyConnection", relation: str) -> str:
    """Add the result that a score tells of the row's own side, and return the new relation.

    Rows are of one side where columns speak of its opponent, or where two rows share the id of a
    game. The log of one person is read as it is. Any other table stays as it is.
    """
    kinds = columns_of(connection)
    if (points := _two_scores(kinds)) is not None:
        one, two = (quoted(name) for name in points)
        return changed(connection, relation, f"{_told(one, two)}, *")
    named = [name for name in kinds if RESULT_NAMES.search(name) or _SCORES & set(tokens(name))]
    if len(named) != 1 or kinds[named[0]] != "VARCHAR" or "result" in kinds.keys() - set(named):
        return relation
    words = [set(tokens(name)) for name in kinds]
    if any(one & OWN for one in words):
        return relation
    (score,) = named
    column = quoted(score)
    fits = f"bool_and(regexp_matches({column}, {literal(_FORM)}))"
    row = connection.execute(f"SELECT {fits} FROM {TABLE}").fetchone()  # noqa: S608
    if row is None or not row[0]:
        return relation
    of_side = any(one & RIVAL for one in words) or any(
        stands_in_two_rows(connection, name) for name in kinds if name != score
    )
    if not of_side:
        return relation
    one, two = (f"CAST(regexp_extract({column}, {literal(_FORM)}, {n}) AS INT)" for n in (1, 2))
    told = _told(one, two)
    rest = f"* EXCLUDE ({column})" if score == "result" else "*"
    return changed(connection, relation, f"{rest}, {told}")


def _told(own: str, rival: str) -> str:
    return (
        f"CASE WHEN {own} > {rival} THEN 'win' WHEN {own} < {rival} THEN 'loss' "
        f"WHEN {own} = {rival} THEN 'draw' END AS result"
    )


def _two_scores(kinds: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the points of oneself and of a rival of whom nothing stands beside one's own.

    None where a column tells the result, or where there are several such pairs.
    """
    numbers = [name for name, kind in kinds.items() if kind.startswith(NUMBER_TYPES)]
    rivals = [n for n in numbers if set(tokens(n)) & RIVAL and set(tokens(n)) & _SCORES]
    found = [
        (own, rival) for rival in rivals for own in numbers
        if own not in rivals and (differs := differing(own, rival)) is not None
        and (differs[0][0] in OWN or differs[0][0] == "")
    ]  # fmt: skip
    texts = [name for name in kinds if name not in numbers]
    met = [name for name in texts if set(tokens(name)) & RIVAL]
    beside = [differing(own, rival) for rival in met for own in texts if own not in met]
    paired = any(one is not None and (one[1] or one[0][0] in OWN) for one in beside)
    told = any(RESULT_NAMES.search(n) for n in kinds if n not in {m for two in found for m in two})
    return found[0] if len(found) == 1 and met and not paired and not told else None
