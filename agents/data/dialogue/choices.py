"""What can be chosen instead of what was not understood: always something that can be computed."""

from collections.abc import Callable
from typing import Any
from unicodedata import normalize

from agents.data.dialogue.outcomes import QueryChoice
from agents.data.grammar.scope import Scope, test
from agents.data.language.names import ValueOption
from agents.data.language.units import normal
from agents.data.query.edits import Ask, Edit
from agents.data.query.offered import examples as queries
from agents.data.query.offered import loosened
from agents.data.query.operands import narrowed
from agents.data.query.query import Query, Test

MOST = 5
_NEAR = 61.0
_SHORTEST, _MOST_OF = 3, 0.4  # letters of a word that is compared, and its part of a value

Lookup = Callable[[str, str], tuple[str, ...]]
"""The values of a column that are like a text, the likeliest first; for columns whose values are
too many to stand in the model."""


def near_values(said: str, scope: Scope, lookup: Lookup | None) -> list[ValueOption]:
    """Return values that a text may have meant, the likeliest first."""
    from rapidfuzz import process

    found: list[ValueOption] = []
    wanted = _letters(said)
    for column in scope.table.meant:
        if column.kind not in ("category", "identifier", "text", "yes_no"):
            continue
        known: list[tuple[str, float]] = []
        if column.values:
            folded = {value: _letters(value) for value in column.values}
            near: list[Any] = process.extract(
                wanted, folded, scorer=_alike, limit=2, score_cutoff=_NEAR
            )
            known = [(value, score) for _, score, value in near]
        if not column.complete and lookup is not None:
            known += [(value, 100.0) for value in lookup(column.name, said)[:2]]
        found += [
            ValueOption(column.name, "=", (value,), (100 - score) / 25) for value, score in known
        ]
    return sorted(dict.fromkeys(found), key=lambda one: one.cost)


def _letters(text: str) -> str:
    """Return a text as it is compared: a syllable of Hangul is its letters."""
    return normalize("NFD", normal(text))


def _alike(said: str, value: str, **_: object) -> float:
    """Return how alike a text and a value are, of 100: as wholes, or a word of the one and a word
    that most of the other is, of three letters and more each."""
    from rapidfuzz import fuzz

    words = [one for one in value.split() if len(one) >= max(_SHORTEST, _MOST_OF * len(value))]
    alike = (fuzz.ratio(one, word) for one in said.split() if len(one) >= _SHORTEST
             for word in words)  # fmt: skip
    return max(fuzz.ratio(said, value), *alike, 0.0)


def choices(
    said: str, query: Query | None, edits: tuple[Edit, ...], scope: Scope, lookup: Lookup | None
) -> tuple[QueryChoice, ...]:
    """Return what a word that may narrow could be: the nearest values, and without it."""
    if query is None:
        return examples(scope)
    near = (
        QueryChoice(kind="value", what=str(one.values[0]), column=one.column,
                    edits=(Ask(query=narrowed(query, test(one))),))
        for one in near_values(said, scope, lookup)[: MOST - 2]
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


def examples(scope: Scope, near: Query | None = None) -> tuple[QueryChoice, ...]:
    """Return what can be told of a table in any case, before it what is near a query."""
    kinds = [("query", one) for one in loosened(near or Query())]
    kinds += [("example", one) for one in queries(scope.table)]
    return tuple(QueryChoice(kind=kind, edits=(Ask(query=query),)) for kind, query in kinds)  # type: ignore[arg-type]  # one of its values
