"""Rates that are fitted to games, not only counted: whose they are, or why there is no fit."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from agents.data.model.schema import Column, Table
from agents.data.query.operands import columns_of, conjuncts, measured, tests_of
from agents.data.query.query import Condition, Having, Measure, Operand, Query, Test

Unfit = Literal["skill_table", "skill_groups"]
OF_A_SIDE = (
    "side", "player", "place", "first", "opponent", "rival", "matchup", "own", "won", "lost",
)  # fmt: skip
"""The roles of columns that tell one side of a game from the other."""


class Pairing(NamedTuple):
    """Columns of who meets whom, and whose rates are wanted.

    `own` and `against` are places of groups, or values; `against` None is against all others.
    `rest` are the conditions of the games that are fitted.
    """

    won: str
    side: str
    opponent: str
    player: str
    rival: str
    own: int | str
    against: int | str | None
    rest: tuple[Condition, ...]


def fits(query: Query) -> bool:
    """Whether a figure of a query is fitted."""
    return any(one.estimator for one in _measures(query))


def pairing(query: Query, table: Table) -> "Pairing | Unfit":
    """Return whose rates between equal players a query wants.

    `skill_table` where no column tells both players and what each played, or rows are totals;
    `skill_groups` where groups or conditions are of anything else than what met, or the game.
    """
    roles = {column.role: column for column in reversed(table.columns)}
    player = roles.get("player")
    rival = _rival(player, table) if player is not None else None
    known = {"won", "side", "opponent"} <= set(roles) and "n" not in roles
    if player is None or rival is None or not known:
        return "skill_table"
    if not all(_is_won(one, table) for one in _measures(query) if one.estimator):
        return "skill_groups"
    side, opponent = roles["side"].name, roles["opponent"].name
    ends: dict[str, int | str] = {}
    for place, group in enumerate(query.groups):
        if group.by not in (side, opponent):
            return "skill_groups"
        ends[str(group.by)] = place
    rest: list[Condition] = []
    for one in conjuncts(query.where):
        if isinstance(one, Test) and one.column in (side, opponent):
            if one.op != "=" or len(one.values) != 1:
                return "skill_groups"
            ends.setdefault(str(one.column), str(one.values[0]))
        elif not _is_of_mirrors(one, table):
            rest.append(one)
    of_sides = any(
        table.has(name) and table.column(name).role in OF_A_SIDE
        for one in rest for test in tests_of(one) for name in _names(test.column, test.other)
    )  # fmt: skip
    beside = query.compare or query.windows or any(
        (isinstance(one.measure, Measure) and one.measure.estimator)
        or (isinstance(one.measure, int) and measured(query)[one.measure].estimator)
        for one in query.having
    )  # fmt: skip
    if of_sides or beside or query.per or side not in ends:
        return "skill_groups"
    return Pairing(
        roles["won"].name, side, opponent, player.name, rival.name, ends[side],
        ends.get(opponent), tuple(rest),
    )  # fmt: skip


def _rival(player: Column, table: Table) -> Column | None:
    """The column of the other player: of those of a rival, the one with the same names."""
    names = set(player.values)
    shared = [
        (len(names.intersection(one.values)), one) for one in table.columns if one.role == "rival"
    ]
    count, found = max(shared, key=lambda one: one[0], default=(0, None))
    return found if count else None


def _is_won(measure: Measure, table: Table) -> bool:
    """Whether a measure is a rate of games won; what a metric is, is told later."""
    roles = [
        table.column(name).role for test in tests_of(measure.where)
        for name in _names(test.column, test.other) if table.has(name)
    ]  # fmt: skip
    return bool(measure.metric) or roles == ["won"]


def _is_of_mirrors(condition: Condition, table: Table) -> bool:
    names = [name for test in tests_of(condition) for name in _names(test.column, test.other)]
    return all(table.has(name) and table.column(name).role == "mirror" for name in names)


def _names(*operands: Operand | None) -> Iterator[str]:
    for one in operands:
        yield from columns_of(one)


def _measures(query: Query) -> Iterator[Measure]:
    yield from measured(query)
    for one in query.having:
        if isinstance(one, Having) and isinstance(one.measure, Measure):
            yield one.measure
