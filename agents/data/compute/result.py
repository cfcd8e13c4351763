"""What a query came to: rows with what each column of them is, and what has to be told of them."""

from typing import Literal

from agents.data.query.query import Query
from app.domain.base import Value

Cell = str | int | float | bool | None
"""Moments stand as ISO 8601 texts of their grain (2024, 2024-03, 2024-03-05T09:00), lengths of time
as seconds, numbers that no double holds as texts."""
Part = Literal[
    "group", "measure", "low", "high", "n", "numerator", "denominator", "window", "change",
    "change_low", "change_high", "row",
]  # fmt: skip


Against = Literal["level", "rest", "case"]


class OutColumn(Value):
    """One column of the result.

    `part` says what it is; `of` the place of its group, measure or window in the query, `case` the
    place of its case in a comparison (-1 without one). `low` and `high` are the ends of the 95 %
    interval of that measure, `n` how many rows it rests on; a rate has `numerator` and
    `denominator` too. `change` is how the measure of a case differs from the first case's, with
    `change_low` and `change_high`. `share` says that 1 is all of it. `decimals` are those that
    amounts are written with, None where three digits count. `values` are the
    commonest of a group's column: a picture gives each its own colour.
    """

    name: str
    label: str
    type: Literal["text", "number", "integer", "boolean", "date", "timestamp", "seconds"]
    part: Part
    of: int = 0
    case: int = -1
    unit: str = ""
    share: bool = False
    decimals: int | None = None
    values: tuple[str, ...] = ()


class Warned(Value):
    """What a reader must know of the figures: a key of a sentence, and its numbers.

    Keys: `small` (`count` groups that rest on fewer than `n` rows), `empty` (`count` rows
    left out for `column` is empty), `undecided` (`count` rows that a rate does not count for
    `column` is empty), `not_cause`, `cut` (`count` of `rows` are shown), `ties`
    (`count` more rows share the last place),
    `skewed` (the means of `count` groups of few values: a median tells more), `changed` and `gone`
    (the file). Of games: `even` (both sides of each count: a rate is its level), `draws` (`count`
    of them: not won; `draws_lost`: not lost), `unknown` (`count` without a result: not won;
    `unknown_out`: left out), `mirrors_out` and `mirrors_in` (`count` of them; `column` is what is
    the same on both sides), `twice` (each game counts for either side), `mirrors_twice` (`count`
    of them do). Of rankings of rates: `threshold` (`count` groups of fewer than `n` rows are left
    out), `unranked` (no group has `n`). Of fitted rates: `skill` (of `count` samples),
    `skill_missing`, `mirrors_skill` and `draws_skill`.
    """

    key: str
    column: str = ""
    count: int = 0
    n: int = 0
    rows: int = 0


class Compared(Value):
    """The rates of all groups, tested at once (Holm's correction, 5 %).

    `against` the level of the result, or each group against all others, or of a comparison its
    second case against the first. `groups` is how many tests
    there were: one for both sides of a pairing. `apart` are the places of the rows that differ,
    `more` how many other groups do. `dependent` says that a game can stand in several groups.
    """

    against: Against
    groups: int
    apart: tuple[int, ...] = ()
    more: int = 0
    dependent: bool = False


class Computation(Value):
    """The rows of a query, with the statement that gave them.

    `sql` has its values written in, and gives the same rows again on the same data; `total` is how
    many rows there are without a cap, `matched` how many rows of the table the conditions keep.
    `outcomes` are the places of measures that are rates of games
    won, `level` what these are if either side wins as often (one half but for draws), `compared`
    what tells the groups' rates of the first measure apart.
    """

    query: Query
    columns: tuple[OutColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: int
    matched: int
    sql: str
    dialect: str = "duckdb"
    warnings: tuple[Warned, ...] = ()
    outcomes: tuple[int, ...] = ()
    level: float | None = None
    compared: Compared | None = None

    def place(self, part: Part, of: int = 0, case: int = -1) -> int | None:
        """Return where that column stands in a row, None if there is none."""
        for place, column in enumerate(self.columns):
            if (column.part, column.of, column.case) == (part, of, case):
                return place
        return None
