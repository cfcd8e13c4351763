"""Totals of wins and losses without a column of games get one: their sum."""

import re
from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.answering.text.normal import normalise
from agents.data.match.model.count_names import bare_name, count_kinds
from agents.data.match.model.semantic_model import RESULT_NAMES
from agents.data.tables.profile import NUMBER_TYPES
from agents.data.tables.quoting import literal, quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_MOST_COLUMNS = 60
_RECORD = re.compile(
    r"(overall |total |season )?(record|w l|w l d|w l t|w d l|w t l|w/l|wins losses|"
    r"win loss|won lost|전적|승패|승 패|historial|balance|g p|v d|g e p|v e d|승무패|승 무 패)"
)
# Wins, perhaps draws, and losses: 12-8, 12W 8L, 12승 3무 8패; of 12-8-3 the last are the draws.
WON_LOST = (
    r"\s*\d+\s*[-–:/]\s*\d+(\s*[-–:/]\s*\d+)?\s*|(\d+\s*전\s*)?\d+\s*승\s*(\d+\s*무\s*)?\d+\s*패\s*|"
    r"\s*\d+\s*[wWvVgG][ ,-]*(\d+\s*[dDeEtT][ ,-]*)?\d+\s*[lLdDpP]\s*"
)
_WORDS = re.compile(r"[^\W\d_]+")
_THREE = r"^\s*(\d+)\s*[-–:/]\s*(\d+)\s*[-–:/]\s*(\d+)\s*$"
# The initials of what a record has, and whether the draws stand second.
_ORDERS = {
    ("w", "d", "l"): True, ("w", "t", "l"): True, ("v", "e", "d"): True, ("g", "e", "p"): True,
    ("승", "무", "패"): True, ("w", "l", "d"): False, ("w", "l", "t"): False,
    ("v", "d", "e"): False, ("g", "p", "e"): False, ("승", "패", "무"): False,
}  # fmt: skip
RECORDED = {
    "wins": "coalesce(nullif(regexp_extract({0}, '(\\d+)\\s*승', 1), ''), "
            "regexp_extract({0}, '\\d+'))",
    "losses": "coalesce(nullif(regexp_extract({0}, '(\\d+)\\s*[패lLpP]', 1), ''), "
              "nullif(regexp_extract({0}, '[vV].*\\D(\\d+)\\s*[dD]', 1), ''), "
              "regexp_extract({0}, '^\\s*\\d+\\D+(\\d+)', 1))",
    "draws": "coalesce(nullif(regexp_extract({0}, '(\\d+)\\s*[무eEtT]', 1), ''), "
             "nullif(regexp_extract({0}, '[wW].*\\D(\\d+)\\s*[dD]', 1), ''), "
             "regexp_extract({0}, '^\\s*\\d+\\s*[-–:/]\\s*\\d+\\s*[-–:/]\\s*(\\d+)', 1))",
}  # fmt: skip


def with_games(connection: "DuckDBPyConnection", relation: str) -> str:
    """Add the games to a table that counts wins and losses only, and return the new relation.

    A record (12-8, 12승 3무 8패) is taken apart before. A table that says of each row how it ended
    has these columns for something else, such as what a team had won before. Any other table stays
    as it is.
    """
    described = connection.execute(f"DESCRIBE {TABLE}").fetchall()
    names = [str(row[0]) for row in described]
    numbers = [str(row[0]) for row in described if str(row[1]).startswith(NUMBER_TYPES)]
    kinds = count_kinds(numbers)
    wins, losses, draws = (
        [n for n, kind in kinds.items() if kind == one] for one in ("wins", "losses", "draws")
    )
    counted = any(kind != "rate" for kind in kinds.values())
    records = [] if counted else [n for n in names if _is_record(connection, n)]
    told = [n for n in names if RESULT_NAMES.search(n) and n not in (*wins, *losses, *records)
            and kinds.get(n) is None]  # fmt: skip
    if told or "games" in names or len(names) > _MOST_COLUMNS:
        return relation
    if len(records) == 1:
        forms = RECORDED
        if _draws_stand_between(connection, records[0]):
            forms = {**RECORDED, "losses": RECORDED["draws"], "draws": RECORDED["losses"]}
        parts = {kind: forms[kind].format(quoted(records[0])) for kind in forms}
        cast = (f"coalesce(try_cast({one} AS BIGINT), 0)" for one in parts.values())
        columns = ", ".join(f"{one} AS {kind}" for kind, one in zip(parts, cast, strict=True))
        relation = _replaced(connection, relation, f"* EXCLUDE ({quoted(records[0])}), {columns}")
        wins, losses, draws = ["wins"], ["losses"], ["draws"]
        numbers = [*numbers, "wins", "losses", "draws"]
    if len(wins) != 1 or len(losses) != 1 or "games" in kinds.values():
        return relation
    counts = [quoted(name) for name in (*wins, *losses, *draws[:1])]
    if not _are_counts(connection, counts, numbers):
        return relation
    added = f"*, CAST({' + '.join(f'coalesce({one}, 0)' for one in counts)} AS BIGINT) AS games"
    return _replaced(connection, relation, added)


def _replaced(connection: "DuckDBPyConnection", relation: str, columns: str) -> str:
    connection.execute(f"CREATE OR REPLACE TABLE {TABLE} AS SELECT {columns} FROM {TABLE}")  # noqa: S608
    return f"(SELECT {columns} FROM {relation})"  # noqa: S608


def _is_record(connection: "DuckDBPyConnection", name: str) -> bool:
    """Whether a column of that name holds wins and losses as one text."""
    if not _RECORD.fullmatch(bare_name(name)):
        return False
    fits = f"regexp_full_match({quoted(name)}::VARCHAR, {literal(WON_LOST)})"
    sql = f"SELECT bool_and({fits}) FROM {TABLE}"  # noqa: S608
    row = connection.execute(sql).fetchone()
    return row is not None and bool(row[0])


def _draws_stand_between(connection: "DuckDBPyConnection", name: str) -> bool:
    """Whether bare numbers are wins, draws and losses (W-D-L), and not wins, losses and draws.

    The column's name says so, or that all sides together won as often as they lost.
    """
    column = quoted(name)
    bare = f"bool_and(regexp_matches({column}, {literal(_THREE)}))"
    row = connection.execute(f"SELECT {bare} FROM {TABLE}").fetchone()  # noqa: S608
    if row is None or not row[0]:
        return False
    initials = tuple(word[0] for word in _WORDS.findall(normalise(name))[-3:])
    if initials in _ORDERS:
        return _ORDERS[initials]
    numbers = (rf"try_cast(regexp_extract({column}, {literal(_THREE)}, {n}) AS BIGINT)"
               for n in (1, 2, 3))  # fmt: skip
    sums = ", ".join(f"sum({number})" for number in numbers)
    row = connection.execute(f"SELECT {sums} FROM {TABLE}").fetchone()  # noqa: S608
    return row is not None and row[0] is not None and row[0] == row[2] != row[1]


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
