"""What of the rows of one query stands in the next one, and what gives way to what is said anew."""

from collections.abc import Sequence

from agents.data.model.schema import Table
from agents.data.query.edits import (
    Ask,
    By,
    During,
    Edit,
    Instead,
    Of,
    Rank,
    SetBeside,
    Thresholds,
    Ungroup,
    Where,
    Windows,
    Without,
)
from agents.data.query.kinds import met
from agents.data.query.operands import conjuncts, joined, one_of, tests_of
from agents.data.query.query import Condition, Measure, Query, Test

RESULTS = ("won", "lost", "drawn")
"""The roles of columns that say how a game ended: what one of them is true of, no other is."""

_PARTS = ("measures", "rows", "where", "groups", "having", "order", "windows", "compare")


def going_on(
    query: Query, before: Condition | None, table: Table, *, of_those: bool = False
) -> tuple[Query, tuple[str, ...]]:
    """Return a whole question about the rows of an earlier one, and the columns whose conditions
    stand from there. What rows hold stands beside what else they hold where it is asked `of_those`;
    and nothing stands that no row has together with what is said anew."""
    cases = query.compare.cases if query.compare else ()
    said = [query.where, *(one.where for one in cases)]
    own = {one.column for part in said for one in tests_of(part) if isinstance(one.column, str)}
    for measure in query.measures:
        own |= told_by(measure, table)
    if any(table.has(one) and table.column(one).role in RESULTS for one in own):
        own |= {one.name for one in table.columns if one.role in RESULTS}  # won is not lost
    if of_those:
        own -= {table.name_of_row}
    said += [one.where for one in query.measures]
    kept = [
        part for part in conjuncts(before)
        if (names := _columns(part)) and not own.issuperset(names)
        and not any(apart(part, one, table) for one in said if one is not None)
    ]  # fmt: skip
    where = joined((*kept, *conjuncts(query.where)))
    carried = dict.fromkeys(name for part in kept for name in _columns(part))
    return query.model_copy(update={"where": where}), tuple(carried)


def said_otherwise(query: Query, path: str, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """Return what words for one part of a query, as `path` names it (`where.0`), make of it: what a
    whole question among their edits has takes the place of the same of the query, of that part
    alone where there are several, and stands where that stood; the rest stands. Edits of such a
    part do the same. Raises ValueError where there is no such part.
    """
    name, _, at = path.partition(".")
    if name not in _PARTS:
        raise ValueError(f"a question has no part {path[:60]}")
    place = int(at) if at.isdecimal() else 0
    found: list[Edit] = []
    for one in edits:
        found += _parts_of(one.query) if isinstance(one, Ask) else [one]
    match name:
        case "measures":
            return tuple(_placed_measures(query, place, one) for one in found)
        case "groups":
            regroups = any(isinstance(one, By) for one in found)
            off = () if regroups else (Ungroup(by=one.by) for one in query.groups[place:][:1])
            return (*off, *(_placed_groups(query, place, one) for one in found))
        case "where":
            return _placed_conditions(query, place, found)
    return tuple(found)


def _placed_measures(query: Query, place: int, one: Edit) -> Edit:
    if not isinstance(one, Of):
        return one
    held = query.measures
    measures = (*held[:place], *one.measures, *held[place + 1 :])
    return Of(measures=tuple(dict.fromkeys(measures)))


def _placed_groups(query: Query, place: int, one: Edit) -> Edit:
    if not isinstance(one, By):
        return one
    given, held = {group.by for group in one.groups}, query.groups
    before, behind = (
        tuple(group for group in part if group.by not in given)
        for part in (held[:place], held[place + 1 :])
    )
    return By(groups=(*before, *one.groups, *behind))


def _placed_conditions(query: Query, place: int, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """What is said of rows takes the place of a condition, and of those that are of other columns
    which it speaks of, too."""
    held = conjuncts(query.where)
    said = held[place:][:1]
    new = [condition for one in edits if (condition := _condition_of(one)) is not None]
    if not new or not said:
        off: list[Edit] = [Without(column=test.column) for one in said for test in tests_of(one)]
        return (*off, *edits)
    own = set(_columns(said[0]))
    spoken = {name for one in new for name in _columns(one)}
    also = [
        one for one in held
        if one not in said and (names := set(_columns(one))) and names <= spoken - own
    ]  # fmt: skip
    condition, instead = joined(new), joined((*said, *also))
    assert condition is not None
    rest = (one for one in edits if _condition_of(one) is None)
    return (Where(condition=condition, instead=instead), *rest)


def _condition_of(one: Edit) -> Condition | None:
    match one:
        case Where(condition=condition):
            return condition
        case Instead(column=column, values=values) if values:
            return one_of(column, values)
        case During(column=column, span=span) if span is not None:
            return Test(column=column, op="during", span=span)
    return None


def _parts_of(asked: Query) -> list[Edit]:
    if asked.rows:
        return [Ask(query=asked)]
    found: list[Edit] = [Of(measures=asked.measures)] if asked.measures else []
    found += [Where(condition=asked.where)] if asked.where is not None else []
    found += [By(groups=asked.groups, more=True)] if asked.groups else []
    found += [Thresholds(having=asked.having)] if asked.having else []
    if asked.order or asked.limit:
        found.append(Rank(order=asked.order, limit=asked.limit, offset=asked.offset))
    found += [Windows(windows=asked.windows)] if asked.windows else []
    found += [SetBeside(compare=asked.compare)] if asked.compare is not None else []
    return found


def apart(one: Condition, other: Condition, table: Table) -> bool:
    """Whether no row is known to meet both conditions, where rows are texts."""
    kinds = met(one, table), met(other, table)
    return None not in kinds and not (kinds[0] or frozenset()) & (kinds[1] or frozenset())


def told_by(measure: Measure, table: Table) -> set[str]:
    """Return the columns that a rate is of: of rows that are all alike in them it says nothing."""
    found = {
        one.column for one in tests_of(measure.where)
        if measure.share and isinstance(one.column, str)
    }  # fmt: skip
    roles = {table.column(one).role for one in found}
    if roles.intersection(RESULTS) or (measure.metric and measure.metric == table.metric):
        found |= {one.name for one in table.columns if one.role in RESULTS}
    return found


def _columns(condition: Condition) -> list[str]:
    return [one.column for one in tests_of(condition) if isinstance(one.column, str)]
