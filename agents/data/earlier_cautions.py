"""The cautions of earlier results in a summary, each checked against the result that it is of."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from agents.answering.grounding import Facts, Ungrounded
from agents.answering.text.language import Language
from agents.data.statistics import FEW_GAMES


class Cautions(NamedTuple):
    """Cautions, each with the tasks that it is of, and the tasks whose own do not bear a check."""

    told: Mapping[str, tuple[str, ...]]
    refused: tuple[str, ...]


def cautions_of(
    results: Mapping[str, Mapping[str, Any]],
    language: Language,
    titles: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Cautions:
    """Return the cautions in a language, of results by task.

    A caution with a number that its result has not is refused. `titles` are the titles of the rows
    of tasks that were answered in another language, by task.
    """
    told: dict[str, tuple[str, ...]] = {}
    refused: dict[str, None] = {}
    for task_id, result in results.items():
        facts = _facts(result, language, titles.get(task_id, ()))
        for one in (result.get("warnings_in") or {}).get(language, result.get("warnings", ())):
            text = str(one)
            try:
                facts.check(text)
            except Ungrounded:
                refused[task_id] = None
            else:
                told[text] = (*told.get(text, ()), task_id)
    return Cautions(told, tuple(refused))


def _facts(result: Mapping[str, Any], language: Language, titles: Sequence[str]) -> Facts:
    """Return what the cautions of a result may state."""
    facts = Facts(language)
    facts.rate(0.5)
    rows = result.get("rows", ())
    facts.count(FEW_GAMES, len(rows))
    if isinstance(result.get("rows_in_all"), int):
        facts.count(result["rows_in_all"])
    facts.count(*(n for n in dict(result.get("counts") or {}).values() if isinstance(n, int)))
    facts.count(*(one["samples"] for one in result.get("adjusted", ())))
    for row in rows:
        facts.count(*(cell for cell in row if isinstance(cell, int)))
        facts.name(*(cell for cell in row if isinstance(cell, str)))
    for names in (result.get("row_labels", ()), result.get("row_titles", ()), titles):
        facts.name(*map(str, names))
    facts.name(str(result.get("title", "")))
    return facts
