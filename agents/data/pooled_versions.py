"""Versions of one map that are counted together in an answer: Ice LE and Ice_1.1 are Ice."""

from collections import defaultdict
from collections.abc import Collection, Iterator

from agents.data.analysis import Analysis
from agents.data.draft_dimensions import without_version
from agents.data.model import Dimension, SemanticModel

_MOST = 6  # that are named


def versions_told(analysis: Analysis, model: SemanticModel) -> tuple[str, ...]:
    """Return the versions, as the table writes them, that are one in the rows or conditions."""
    found: dict[str, None] = {}
    for key, values in _values(analysis):
        dimension = model.dimensions.get(key)
        if dimension is not None and analysis.rows:
            for several in _pooled(dimension, values):
                found |= dict.fromkeys(several)
    told = tuple(found)
    return (*told[:_MOST], "…") if len(told) > _MOST else told


def _values(analysis: Analysis) -> Iterator[tuple[str, Collection[str]]]:
    """Yield the values that the answer is about, by dimension."""
    for one in analysis.plan.frame.filters:
        if not one.exclude:
            yield one.dimension, one.values
    for group in analysis.plan.groups:
        yield group.dimension, {str(analysis.cell(row, group.name)) for row in analysis.rows}


def _pooled(dimension: Dimension, values: Collection[str]) -> Iterator[list[str]]:
    """Yield the spellings of each of some values that differ in their version."""
    spelled: dict[tuple[str, str], list[str]] = defaultdict(list)
    for spelling in dimension.sample if dimension.members else ():
        value = dimension.canonical(spelling)
        if value in values:
            spelled[value, without_version(spelling)].append(spelling)
    yield from (several for several in spelled.values() if len(several) > 1)
