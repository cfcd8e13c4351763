"""Rows that are the two sides of one game: which of them a query is about, told by column roles.

Each game stands in two rows, one for each side. A query that says nothing of a side is about games,
and looks at one row of each. A rate of sides leaves games of two alike out, which are won and lost
by the same.
"""

from collections.abc import Iterator

from agents.data.model.schema import Column, Table
from agents.data.query.fitting import OF_A_SIDE
from agents.data.query.operands import (
    columns_of,
    conditions_of,
    conjuncts,
    joined,
    names_in,
    narrowed,
    one_of,
    tests_of,
)
from agents.data.query.query import (
    AnyOf,
    Computed,
    Condition,
    Group,
    Measure,
    Operand,
    Query,
    Test,
)

FIRST, MIRROR = "first", "mirror"
_RESULTS = ("won", "lost")
_FEW = 5  # values that are offered one by one
_PEOPLE = ("player", "rival")
_PAIRED = {"opponent", "mirror", "matchup", *_PEOPLE}
_OF_ONE = ("side", "own", "place", "player")
_HIDDEN = ("first", "mirror", "matchup", "lost", "drawn")  # of rows that are shown
_SIDED = {*OF_A_SIDE, MIRROR} - {FIRST}


def settled(query: Query, table: Table) -> Query:
    """Return a query of the sides with what holds of games; another table's query as it is."""
    roles = {one.role: one.name for one in reversed(table.columns) if one.role}
    if not table.derived or FIRST not in roles:
        return query
    where = _bare(query, table, roles)
    shown = tuple(one.name for one in table.meant if one.role not in _HIDDEN)
    if query.columns == shown:
        query = query.model_copy(update={"columns": ()})
    measures = tuple(_summed(one, roles) for one in query.measures or (Measure(),))
    query = query.model_copy(update={
        "table": table.name, "where": where, "measures": () if query.rows else measures,
    })  # fmt: skip
    said = {table.column(one).role for one in _columns(query) if table.has(one)}
    results = _results(query, table)
    if results:
        said.add("won")
    held: list[Condition] = []
    mirrors = MIRROR in roles and table.column(roles[MIRROR]).distinct > 1
    once = Test(column=roles[FIRST], op="=", values=(True,))
    if not said.intersection(_SIDED):
        held.append(once)
    elif (log := _told_of(query, table)) is not None:
        held.append(log)
    elif mirrors and said & {"side", "matchup"} and not said & {*_PEOPLE}:
        apart = Test(column=roles[MIRROR], op="=", values=(False,))
        if not results:  # a game of two alike is one game
            held.append(AnyOf(any=(apart, once)))
        elif said & _PAIRED <= {"opponent"} and not _conditioned(query, table) & _PAIRED:
            held.append(apart)  # against each: of two alike either wins
    where = joined((*conjuncts(where), *held))
    columns = query.columns or (shown if query.rows else ())
    return query.model_copy(update={"where": where, "columns": columns})


def _told_of(query: Query, table: Table) -> Test | None:
    """Return the side of the one whose log it is, where nothing was said of whose side is meant."""
    column = next((one for one in table.columns if one.told_of), None)
    said = {*_columns(query)}
    if column is None or column.rival in said:
        return None
    if any(table.column(one).role in _OF_ONE for one in said if table.has(one)):
        return None
    return one_of(column.name, column.told_of)


def _summed(measure: Measure, roles: dict[str, str]) -> Measure:
    """Return a count of rows that stand for many games as the sum of how many they stand for."""
    if "n" not in roles or measure != Measure():
        return measure
    return Measure(aggregate="sum", of=roles["n"])


def is_even(query: Query, table: Table) -> bool:
    """Whether a query asks for the rate of both sides of each game, which says nothing."""
    if not table.derived or not _results(query, table) or query.rows:
        return False
    said = {table.column(one).role for one in _columns(query) if table.has(one)}
    return not said & (_SIDED - {MIRROR, *_RESULTS})


def whose(table: Table) -> tuple[str, ...]:
    """Return the columns that sides can be told apart by, the likeliest first."""
    roles = ("side", "player", "place")
    return tuple(one.name for role in roles for one in table.columns if one.role == role)


def _bare(query: Query, table: Table, roles: dict[str, str]) -> Condition | None:
    """Return the condition of a query without what was put there for it to hold of games."""
    logs = [one.told_of for one in table.columns if len(one.told_of) > 1]
    apart = Test(column=roles.get(MIRROR, ""), op="=", values=(False,))
    once = Test(column=roles[FIRST], op="=", values=(True,))
    own = (apart, once, AnyOf(any=(apart, once)))
    kept = (one for one in conjuncts(query.where) if one not in own)
    return joined(tuple(one for one in kept if not (isinstance(one, Test) and one.values in logs)))


def _results(query: Query, table: Table) -> bool:
    """Whether a query is of what was won or lost."""
    if any(one.metric == table.metric != "" for one in query.measures):
        return True
    conditions = [query.where, *(one.where for one in query.measures)]
    named = [name for condition in conditions for name in names_in(condition)]
    named += [name for one in query.measures for name in columns_of(one.of)]
    return any(table.has(one) and table.column(one).role in _RESULTS for one in named)


def _conditioned(query: Query, table: Table) -> set[str]:
    """Return the roles of the columns of which a query keeps some rows."""
    return {table.column(one).role for one in names_in(query.where) if table.has(one)}


def _columns(query: Query) -> Iterator[str]:
    """Yield the columns that a query speaks of."""
    for condition in conditions_of(query):
        for test in tests_of(condition):
            yield from _of_one_side(test.column)
    operands = [one.by for one in query.groups]
    operands += [*query.columns, *(one.column for one in query.order if one.column)]
    for operand in (*operands, *(one.of for one in query.measures)):
        yield from _of_one_side(operand)


def of_both(column: Column) -> Operand:
    """Return what a number of one side comes to for both sides of its game."""
    return Computed(function="+", args=(column.name, column.rival))


def _of_one_side(operand: Operand | None) -> Iterator[str]:
    """Yield the columns of an operand, none of what both sides come to together."""
    both = isinstance(operand, Computed) and operand.function == "+"
    if both and all(isinstance(one, str) for one in operand.args):  # type: ignore[union-attr]  # computed
        return
    yield from columns_of(operand)


def told_sides(query: Query, table: Table) -> set[str]:
    """Return the roles of the columns by which a query says which sides it is of."""
    columns = [table.column(one) for one in _columns(query) if table.has(one)]
    return {one.role for one in columns if one.kind != "number"}.intersection(OF_A_SIDE)


def of_whom(query: Query, table: Table) -> Iterator[tuple[str, str, Query]]:
    """Yield the queries of one side that may be meant by one of both, with the column that says
    whose it is and, of few, the value."""
    columns = [table.column(one) for one in whose(table)]
    few = [one for one in columns if one.complete and one.distinct <= _FEW]
    for one in few[:1]:
        for value in sorted(one.values):
            yield one.name, value, narrowed(query, Test(column=one.name, values=(value,)))
    for one in columns:
        groups = (*query.groups, Group(by=one.name))
        yield one.name, "", query.model_copy(update={"groups": groups})


def of_games(query: Query, table: Table, *, per_game: bool, counted: bool) -> Query:
    """Return a query of sides with numbers of games, where no side is meant: goals `per_game` are
    those of both, and so are those by which games that are `counted` are told apart."""
    if not table.metric or told_sides(query, table):
        return query

    def both(operand: Operand | None) -> Operand | None:
        if not isinstance(operand, str):
            return operand
        column = table.column(operand)
        summed = column.role == "own" and column.adds == "sum" and column.rival
        return of_both(column) if summed else operand

    measures, where = query.measures, query.where
    if per_game:
        measures = tuple(one.model_copy(update={"of": both(one.of)}) for one in measures)
    if counted and not query.order and (query.rows or measures == (Measure(),)):
        where = joined(tuple(
            one.model_copy(update={"column": both(one.column)}) if isinstance(one, Test) else one
            for one in conjuncts(where)
        ))  # fmt: skip
    return query.model_copy(update={"measures": measures, "where": where})
