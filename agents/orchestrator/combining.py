"""The answers of several agents as one: what differs first, each in its own words, what failed.

Nothing is added up or averaged over agents: every number is one that a delegate wrote, in the part
that names it. Their tasks are told in data, not in words.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from agents.answering.text.language import Language
from agents.orchestrator.outcomes import StepOutcome
from agents.orchestrator.words import words
from app.domain.tasks import TaskState

# It begins where no number goes on: what another agent says may be one long number.
_FIGURE = re.compile(r"(?<!\d)(?<!\d[.,])\d++(?:[.,]\d++)*+\s?%")

_MARKUP = re.compile(r"(?:[-*+]|\d{1,9}[.)])\s|[#>|]|```|~~~|\s")
"""What begins another thing than a paragraph, which a line below it would belong to."""


def part(outcome: StepOutcome, titles: Mapping[str, str], language: Language) -> str:
    """Return the words of one of several outcomes."""
    said = outcome.words if outcome.good else explained(outcome, titles, language)
    return _below_headline(said, f"{_cited(outcome, titles)}: {_inline(outcome.asked)}")


def alone(outcome: StepOutcome, titles: Mapping[str, str], language: Language) -> str:
    """Return the words of the only outcome."""
    if outcome.good:
        return _below_headline(outcome.words, _cited(outcome, titles))
    return explained(outcome, titles, language)


def _below_headline(said: str, whose: str) -> str:
    """Return words with whose they are below their first line, below all where it is no line."""
    headline, _, rest = said.strip().partition("\n\n")
    if "\n" in headline or _MARKUP.match(headline):
        return f"{said}\n\n{whose}"
    return "\n\n".join(filter(None, (f"{headline}  \n{whose}", rest)))


def explained(outcome: StepOutcome, titles: Mapping[str, str], language: Language) -> str:
    """Return why a step has no answer."""
    agent = titles.get(outcome.agent, outcome.agent)
    if outcome.problem:
        values = {"agent": agent, "text": _inline(outcome.text), **outcome.values}
        key = outcome.problem
        if key == "unreachable" and outcome.task_id:
            key = "lost"
        elif key == "unreachable" and outcome.values.get("silent"):
            key = "no_answer"
        return words(language, key, **values)
    if outcome.state is TaskState.CANCELED:
        return words(language, "canceled", agent=agent)
    key = "refused" if outcome.state is TaskState.REJECTED else "failed"
    return words(language, key, agent=agent, why=_inline(outcome.words) or "?")


def reason(outcome: StepOutcome, titles: Mapping[str, str], language: Language) -> str:
    """Return why a step has no answer, without emphasis: for what is no Markdown."""
    return explained(outcome, titles, language).replace("**", "")


def contradictions(
    outcomes: Sequence[StepOutcome], titles: Mapping[str, str], language: Language
) -> list[str]:
    """Return where agents that were asked the same say other figures."""
    found = []
    by_text: dict[str, list[StepOutcome]] = {}
    for outcome in outcomes:
        if outcome.good:
            by_text.setdefault(outcome.asked, []).append(outcome)
    for same in by_text.values():
        first = same[0]
        for other in same[1:]:
            one, two = headline(first), headline(other)
            if one and two and one != two:
                found.append(
                    words(
                        language,
                        "disagree",
                        one=titles.get(first.agent, first.agent),
                        first=one,
                        other=titles.get(other.agent, other.agent),
                        second=two,
                        apart=_points(one, two, language),
                    )
                )
    return found


def _points(one: str, two: str, language: Language) -> str:
    """Return by how much two percentages differ, "" where one is no number."""
    try:
        apart = abs(float(one.rstrip("%")) - float(two.rstrip("%")))
    except ValueError:
        return ""
    return words(language, "points", value=f"{apart:.1f}".removesuffix(".0"))


def headline(outcome: StepOutcome) -> str:
    """Return the first percentage of an answer, without spaces; "" where there is none."""
    match = _FIGURE.search(outcome.words)
    return re.sub(r"\s", "", match[0]).replace(",", ".") if match is not None else ""


def status(outcomes: Sequence[StepOutcome], titles: Mapping[str, str], language: Language) -> str:
    """Return the one line that ends the task."""
    good = [outcome for outcome in outcomes if outcome.good]
    if not good:
        return words(language, "all_failed")
    if len(outcomes) == 1:
        return words(language, "done_one", agent=titles.get(good[0].agent, good[0].agent))
    return words(language, "done_many", count=len(outcomes), good=len(good))


def values_of(outcome: StepOutcome) -> dict[str, Any]:
    """Return what SharedStorage keeps as the step's output."""
    return {"task_id": outcome.task_id, "state": outcome.state.value, "text": outcome.words}


def _cited(outcome: StepOutcome, titles: Mapping[str, str]) -> str:
    return f"— {titles.get(outcome.agent, outcome.agent)}"


def _inline(text: str) -> str:
    """Return a text for one line: without breaks and marks that would begin something."""
    return re.sub(r"[*_`#<>\[\]|]", "", " ".join(text.split()))[:300]
