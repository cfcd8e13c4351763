"""Scores of the row's own side (2-1, the rival's points second) tell how its game ended."""

from typing import TYPE_CHECKING

from agents.data.changing import changed, columns_of
from agents.data.column_names import OWN, RIVAL, tokens
from agents.data.look import literal
from agents.data.model import RESULT_NAMES
from agents.data.profile import quoted
from agents.data.side_scores import stands_in_two_rows
from agents.data.table import TABLE
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
    told = (
        f"CASE WHEN {one} > {two} THEN 'win' WHEN {one} < {two} THEN 'loss' "
        f"WHEN {one} = {two} THEN 'draw' END AS result"
    )
    rest = f"* EXCLUDE ({column})" if score == "result" else "*"
    return changed(connection, relation, f"{rest}, {told}")
