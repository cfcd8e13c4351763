"""What the person is asked: who is meant, which date, or what a delegate wants to know."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from agents.answering.attachments import AttachedFile
from agents.answering.text.language import Language
from agents.orchestrator.delegation_state import OpenQuestion
from agents.orchestrator.handing_on import takers_of
from agents.orchestrator.outcomes import StepOutcome
from agents.orchestrator.planning import Step, dates_in
from agents.orchestrator.routing import Router
from agents.orchestrator.words import words
from app.domain.tasks import TaskState

MOST_CHOICES: Final = 6
_LONGEST_HEAD: Final = 400
_NAME_WORDS: Final = 2
"""The most words of a text that says whom to ask by what that one does ("the logs")."""
_SHORT: Final = 40
"""The most characters of a text that answers a delegate although it is like another's questions."""


class Asking(NamedTuple):
    """A question: what it is about, its words by `key`, and the offered answers."""

    waiting: OpenQuestion
    key: str
    values: Mapping[str, str]
    slot: str
    choices: Sequence[Mapping[str, Any]]

    def text(self, language: Language) -> str:
        """Return the question in words."""
        return words(language, self.key, **self.values)


def answers(
    waiting: OpenQuestion | None, text: str, router: Router, files: Sequence[AttachedFile] = ()
) -> bool:
    """Whether a typed text, with files, answers what was asked, rather than asking something else.

    Files answer a delegate that they are for.
    """
    if waiting is not None and files:
        return all(waiting.agent in takers_of(file, router.cards) for file in files)
    if waiting is None or waiting.kind == "date":
        return waiting is not None
    if waiting.kind == "approval":
        return False  # it is clicked: no word that is typed lets something happen
    routed = router.route(text)
    if waiting.kind == "agent":
        # What names an agent says whom to ask; a question of its own says what.
        if routed.named:
            return routed.text == text or router.says_nothing(routed.text)
        return not routed.agents or router.names_one(text) or len(text.split()) <= _NAME_WORDS
    if routed.named:
        return waiting.agent in routed.agents
    return not routed.agents or waiting.agent in routed.agents or len(text) <= _SHORT


def which_agent(step: Step, known: Iterable[str], titles: Mapping[str, str]) -> Asking:
    """Ask who is to answer a step; those it may be for are offered, else all."""
    names = list(step.agents or known)[:MOST_CHOICES]
    choices = [{"value": name, "label": titles.get(name, name)} for name in names]
    about = {"text": step.text[:200] or ", ".join(step.files), "name": step.stranger[:60]}
    key = "no_such_agent" if step.stranger else "which_agent"
    return Asking(OpenQuestion("agent", step.number), key, about, "agent", choices)


def whether(step: Step, titles: Mapping[str, str], language: Language) -> Asking:
    """Ask whether a step may be done at all."""
    agent = step.agents[0]
    choices = [{"value": one, "label": words(language, f"approve_{one}")} for one in ("yes", "no")]
    about = {"agent": titles.get(agent, agent), "text": step.text[:_LONGEST_HEAD]}
    return Asking(
        OpenQuestion("approval", step.number, agent), "approve", about, "approval", choices
    )


def which_date(step: Step, said: Sequence[str]) -> Asking:
    """Ask which date a step speaks of; those that were named before are offered.

    `said` are the request and what came of the steps before, whose first words are told: that a
    table has no such patch, say, is why the date is not known.
    """
    dates = dates_in(said)[:MOST_CHOICES]
    choices = [{"value": date, "label": date} for date in dates]
    heads = [answer.strip().split("\n\n")[0][:_LONGEST_HEAD] for answer in said[1:]]
    before = "".join(f"{head}\n\n" for head in heads if head)
    about = {"text": step.text[:200], "before": before}
    return Asking(OpenQuestion("date", step.number), "which_date", about, "date", choices)


def of_delegate(outcome: StepOutcome, titles: Mapping[str, str], *, alone: bool) -> Asking:
    """Ask what a delegate asks, with its own choices; who asks is said unless it is `alone`."""
    question = outcome.answer.question if outcome.answer is not None else None
    choices: list[dict[str, Any]] = []
    for choice in question.choices if question is not None else ():
        shown: dict[str, Any] = {"value": choice.value, "label": choice.label}
        if choice.count is not None:
            shown["count"] = choice.count
        choices.append(shown)
    slot = question.slot if question is not None else ""
    waiting = OpenQuestion.of(outcome, slot)
    key = "asks_alone" if alone else "asks"
    if outcome.state is TaskState.AUTH_REQUIRED:
        key = "signs_in"
    text = question.text if question is not None else outcome.words
    agent = titles.get(outcome.agent, outcome.agent)
    return Asking(waiting, key, {"agent": agent, "text": text}, slot, choices)
