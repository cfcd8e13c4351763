"""Totals of wins and losses without a column of games get one: their sum."""

import re
from typing import TYPE_CHECKING

from agents.data.draft_outcome import RESULT_NAMES
from agents.data.draft_totals import count_kind
from agents.data.normal import normalise
from agents.data.profile import quoted
from agents.data.table import TABLE

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_NUMBERS = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER",
            "UBIGINT", "DOUBLE", "DECIMAL", "FLOAT")  # fmt: skip
_DRAWS = re.compile(
    r"(total |num |number of )?(draws?|ties?|무|무승부|무승부 ?수|empates|empatadas)"
)
_MOST_COLUMNS = 60


def with_games(connection: "DuckDBPyConnection", relation: str) -> str:
    """Add the games to a table that counts wins and losses only, and return the new relation.

    A table that says of each row how it ended has these columns for something else, such as what a
    team had won before. Any other table stays as it is.
    """
    described = connection.execute(f"DESCRIBE {TABLE}").fetchall()
    names = [str(row[0]) for row in described]
    numbers = [str(row[0]) for row in described if str(row[1]).startswith(_NUMBERS)]
    kinds = {name: count_kind(name) for name in numbers}
    wins, losses = ([n for n, kind in kinds.items() if kind == one] for one in ("wins", "losses"))
    told = [n for n in names if RESULT_NAMES.search(n) and n not in (*wins, *losses)
            and count_kind(n) != "rate"]  # fmt: skip
    if len(wins) != 1 or len(losses) != 1 or "games" in kinds.values() or "games" in names or told:
        return relation
    draws = [n for n in numbers if _DRAWS.fullmatch(normalise(n.replace("_", " ")))]
    parts = [quoted(name) for name in (*wins, *losses, *draws[:1])]
    if len(names) > _MOST_COLUMNS or not _are_counts(connection, parts, numbers):
        return relation
    added = f"*, CAST({' + '.join(f'coalesce({part}, 0)' for part in parts)} AS BIGINT) AS games"
    connection.execute(f"CREATE OR REPLACE TABLE {TABLE} AS SELECT {added} FROM {TABLE}")  # noqa: S608
    return f"(SELECT {added} FROM {relation})"  # noqa: S608


def _are_counts(connection: "DuckDBPyConnection", parts: list[str], numbers: list[str]) -> bool:
    """Whether columns hold whole numbers, some above one, and no other holds their sum."""
    both = " + ".join(parts)
    odd = " OR ".join(f"{part} < 0 OR {part} <> floor({part})" for part in parts)
    others = [quoted(n) for n in numbers if quoted(n) not in parts]
    sums = "".join(f", count(*) FILTER ({n} IS DISTINCT FROM {both})" for n in others)
    sql = f"SELECT count(*) FILTER ({odd}), max({both}){sums} FROM {TABLE}"  # noqa: S608
    found = connection.execute(sql).fetchone()
    assert found is not None
    return not found[0] and found[1] is not None and found[1] > 1 and all(found[2:])
