"""What can be chosen instead of what was not understood: always something that can be computed."""

from collections.abc import Callable
from typing import Any

from agents.data.dialogue.outcomes import QueryChoice
from agents.data.grammar.scope import Scope, test
from agents.data.language.names import ValueOption
from agents.data.language.units import normal
from agents.data.query.edits import Ask, Edit
from agents.data.query.operands import conjuncts, joined
from agents.data.query.query import Condition, Group, Measure, Order, Query, Test

MOST = 5
_NEAR = 60.0
_EXAMPLES = 3

Lookup = Callable[[str, str], tuple[str, ...]]
"""The values of a column that are like a text, the likeliest first; for columns whose values are
too many to stand in the model."""


def near_values(said: str, scope: Scope, lookup: Lookup | None) -> list[ValueOption]:
    """Return values that a text may have meant, the likeliest first."""
    from rapidfuzz import fuzz, process

    found: list[ValueOption] = []
    wanted = normal(said)
    for column in scope.table.columns:
        if column.kind not in ("category", "identifier", "text", "yes_no"):
            continue
        known: list[tuple[str, float]] = []
        if column.values:
            folded = {value: normal(value) for value in column.values}
            near: list[Any] = process.extract(
                wanted, folded, scorer=fuzz.WRatio, limit=2, score_cutoff=_NEAR
            )
            known = [(value, score) for _, score, value in near]
        if not column.complete and lookup is not None:
            known += [(value, 100.0) for value in lookup(column.name, said)[:2]]
        found += [
            ValueOption(column.name, "=", (value,), (100 - score) / 25) for value, score in known
        ]
    return sorted(dict.fromkeys(found), key=lambda one: one.cost)


def choices(
    said: str, query: Query | None, edits: tuple[Edit, ...], scope: Scope, lookup: Lookup | None
) -> tuple[QueryChoice, ...]:
    """Return what a word that may narrow could be: the nearest values, and without it."""
    if query is None:
        return examples(scope)
    near = (
        QueryChoice(
            kind="value", what=str(option.values[0]), column=option.column,
            edits=(Ask(query=narrowed(query, test(option))),),
        )
        for option in near_values(said, scope, lookup)[: MOST - 2]
    )  # fmt: skip
    without = QueryChoice(kind="without", what=said, edits=edits or (Ask(query=query),))
    return (*near, *holding(said, query, scope), without)


def holding(said: str, query: Query, scope: Scope) -> tuple[QueryChoice, ...]:
    """Return the rows that hold a text, where rows are texts."""
    name = scope.table.calling
    if not said or name is None or name.kind != "text":
        return ()
    held = Test(column=name.name, op="contains", values=(said,))
    return (QueryChoice(kind="query", edits=(Ask(query=narrowed(query, held)),)),)


def loosened(query: Query) -> tuple[QueryChoice, ...]:
    """Return a query without each of its conditions, of several that no row may meet."""
    parts = conjuncts(query.where)
    without = (joined([one for one in parts if one is not gone]) for gone in parts)
    return tuple(
        QueryChoice(kind="query", edits=(Ask(query=query.model_copy(update={"where": where})),))
        for where in without if where is not None
    )  # fmt: skip


def narrowed(query: Query, condition: Condition) -> Query:
    """Return a query of those of its rows that meet a condition as well."""
    where = joined((*conjuncts(query.where), condition))
    return query.model_copy(update={"where": where})


def examples(scope: Scope) -> tuple[QueryChoice, ...]:
    """Return what can be told of a table in any case."""
    table = scope.table
    categories = [one for one in table.columns if one.kind == "category" and one.distinct > 1]
    numbers = [one for one in table.columns if one.kind == "number" and one.adds != "none"]
    found: list[Query] = []
    by = Group(by=categories[0].name) if categories else None
    if numbers and by is not None:
        aggregate = "sum" if numbers[0].adds == "sum" else "mean"
        found.append(
            Query(measures=(Measure(aggregate=aggregate, of=numbers[0].name),), groups=(by,))  # type: ignore[arg-type]  # an aggregate
        )
    if by is not None:
        found.append(Query(measures=(Measure(),), groups=(by,), order=(Order(measure=0),)))
    name = scope.table.calling
    if numbers and name is not None:
        column = numbers[0].name
        found.append(
            Query(rows=True, columns=(name.name, column), order=(Order(column=column),), limit=5)
        )
    if not found:
        found.append(Query(measures=(Measure(),)))
    return tuple(
        QueryChoice(kind="example", edits=(Ask(query=query),)) for query in found[:_EXAMPLES]
    )  # fmt: skip
