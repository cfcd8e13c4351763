"""Scores of the row's own side (2-1, the rival's points second) tell how its game ended."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.data.changing import changed, columns_of
from agents.data.column_names import OWN, RIVAL, differing, tokens
from agents.data.look import literal
from agents.data.model import RESULT_NAMES
from agents.data.profile import NUMBER_TYPES, quoted
from agents.data.side_scores import stands_in_two_rows
from agents.data.word_sets import word_set

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

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
    if (points := _points(kinds)) is not None:
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


def _points(kinds: Mapping[str, str]) -> tuple[str, str] | None:
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
