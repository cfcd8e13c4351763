"""Whether a table is worth a look for games: cheap, for every table that is opened.

What looks, and what is made of games, is imported only then.
"""

from agents.data.match.model.column_names import tells_result
from agents.data.match.model.count_names import count_kind
from agents.data.model.schema import Table

SIDES = "sides"  # the table of a row per game and side
ALIKE = 0.3  # of the fewer values that stand on both sides
COUNTED = ("wins", "losses", "rate")
_WIDEST = 250  # columns; the widest logs of games have some 160


def may_hold_games(table: Table) -> bool:
    """Whether it is worth a look: a column named after results or wins, or two alike in values."""
    if len(table.meant) > _WIDEST:
        return False
    named = any(
        tells_result(column.name) or count_kind(column.name) in COUNTED for column in table.meant
    )
    texts = [set(column.values) for column in table.meant
             if column.stored == "text" and len(column.values) > 1]  # fmt: skip
    alike = any(_overlap(one, other) >= ALIKE for n, one in enumerate(texts) for other in texts[:n])
    return alike or (named and len(texts) > 0)


def _overlap(one: set[str], other: set[str]) -> float:
    return len(one & other) / max(1, min(len(one), len(other)))
