"""What was answered before in a conversation: by whom, in which task, and what it says together.

A message that is about an earlier answer goes to whoever gave that one; what compares earlier
answers as such is answered from what they made, whoever gave them.
"""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from a2a.types import Artifact, Message, Part, Task
from google.protobuf.json_format import Error, MessageToDict  # type: ignore[import-untyped]

from agents.answering.artifacts import JSON, of_artifact, whole_id
from agents.answering.attachments import AttachedFile, files_said_in
from agents.answering.text.language import LANGUAGES, Language
from agents.orchestrator.delegation_state import kept_in
from agents.orchestrator.handing_on import beginning_of, takers_of
from agents.orchestrator.outcomes import StepOutcome
from app.desk.outgoing import ABOUT
from app.domain.cards import AgentCard
from app.domain.messages import CHOICE_MEDIA_TYPE

_VALUES: Final = re.compile(r"application/vnd\.balance-desk\.\w+\+json")
_BASE: Final = "base_task_id"


class EarlierAnswer(NamedTuple):
    """A delegate's answer: its task, in which of its conversations, and what it made.

    `shown` is the task under which the person has it: the orchestrator's where it stands alone.
    """

    agent: str
    task_id: str
    context_id: str
    text: str
    shown: str
    frame: Mapping[str, Any]
    result: Mapping[str, Any]


class Comparison(NamedTuple):
    """What answers say beside each other: Markdown, its first line, `result` and picture.

    They are `paired` where figures of theirs belong together: then something differs, or does not.
    Else `unlike` says why nothing does. `narrow` is what keeps the rows of marks of the picture.
    """

    text: str
    headline: str
    result: Mapping[str, Any]
    chart: Mapping[str, Any] | None
    paired: bool
    unlike: str = ""
    narrow: Sequence[Mapping[str, Any]] = ()


class Comparing(Protocol):
    """Compares earlier answers, as whoever gives figures compares its own."""

    def asked(self, text: str) -> int | None:
        """Return how many of the newest answers a text asks to compare, below 0 how many of the
        first, 0 for all that there are; None where it asks no such thing."""
        ...

    def beside(
        self,
        answers: Sequence[tuple[str, Mapping[str, Any], Mapping[str, Any]]],
        language: Language,
    ) -> Comparison | None:
        """Return answers beside each other, each its task, `frame` and `result`; None without a
        figure."""
        ...


def earlier_answers(tasks: Sequence[Task], known: Sequence[str]) -> list[EarlierAnswer]:
    """Return the answers in the orchestrator's tasks of a conversation (newest first), oldest
    first; each part of a delegate's answer is one of its own.
    """
    found = []
    for task in reversed(tasks):
        kept = kept_in(task, known)
        good = [one for one in kept.outcomes if one.good and one.task_id]
        made: dict[str, list[Artifact]] = {}
        for artifact in task.artifacts:
            made.setdefault(of_artifact(artifact), []).append(artifact)
        for outcome in good:
            own = [of for of in made if outcome.task_id in (of, whole_id(of))]
            parts = own if any(made) else [""]
            found += [
                EarlierAnswer(
                    outcome.agent,
                    of or outcome.task_id,
                    kept.contexts.get(outcome.agent, ""),
                    outcome.text,
                    of or task.id,
                    _value(made.get(of, ()), "frame"),
                    _value(made.get(of, ()), "result"),
                )
                for of in parts
            ]
    return found


def words_by_agent(
    tasks: Sequence[Task], cards: Mapping[str, AgentCard], files: Sequence[AttachedFile]
) -> dict[str, str]:
    """Return words by which each agent is known in a conversation besides its card: the beginnings
    of the files that went to it, and of those that come now and are for it, and what the columns of
    its answers are called."""
    known = tuple(cards)
    found: dict[str, list[str]] = {}
    for file in files:
        for agent in takers_of(file, cards):
            found.setdefault(agent, []).append(beginning_of(file))
    for task in tasks:
        said = files_said_in(task)
        for outcome in kept_in(task, known).outcomes:
            told = [beginning_of(file) for file in said if file.name in outcome.files]
            found.setdefault(outcome.agent, []).extend(told)
    for one in earlier_answers(tasks, known):
        columns = [c for c in one.result.get("columns") or () if isinstance(c, dict)]
        labels = [str(column.get("label", "")) for column in columns]
        found.setdefault(one.agent, []).extend(labels)
    return {agent: " ".join(told) for agent, told in found.items()}


def about_of(message: Message) -> tuple[str, ...]:
    """Return the tasks that a message says it is about: those of its values, else of its words."""
    bases = [one["data"].get(_BASE) for one in values_of(message) if isinstance(one["data"], dict)]
    about = dict(message.metadata).get(ABOUT) if message.HasField("metadata") else None
    named = [*bases, about]
    if values_of(message) and not any(named):
        named = list(message.reference_task_ids)
    return tuple(dict.fromkeys(one for one in named if isinstance(one, str) and one))


def values_of(message: Message) -> tuple[dict[str, Any], ...]:
    """Return what a message asks for as values: `{"media_type", "data"}` each."""
    found = []
    for part in message.parts:
        if _VALUES.fullmatch(part.media_type) and part.media_type != CHOICE_MEDIA_TYPE:
            value = _read(part)
            if value is not None:
                found.append({"media_type": part.media_type, "data": value})
    return tuple(found)


def told_in(message: Message) -> tuple[dict[str, Any], ...]:
    """Return what is told along with a message as JSON, such as the result that it asks about."""
    parts = (part for part in message.parts if part.media_type == JSON and not part.filename)
    values = map(_read, parts)
    return tuple({"media_type": JSON, "data": value} for value in values if value is not None)


def spoken(values: Sequence[Mapping[str, Any]]) -> Language | None:
    """Return the language that values say they are asked in: SQL has none of its own."""
    said = {one["data"].get("language") for one in values if isinstance(one["data"], dict)}
    return next((one for one in LANGUAGES if one in said), None)


def meant(answers: Sequence[EarlierAnswer], tasks: Collection[str]) -> list[EarlierAnswer]:
    """Return those of the answers that are of these tasks, the person's or the delegates' own."""
    return [one for one in answers if one.task_id in tasks or one.shown in tasks]


def rebased(values: Sequence[Mapping[str, Any]], task_id: str) -> tuple[dict[str, Any], ...]:
    """Return values whose base is a task of whoever they go to."""
    return tuple(
        {**one, "data": {**one["data"], _BASE: task_id}}
        if isinstance(one["data"], dict) and _BASE in one["data"] else dict(one)
        for one in values
    )  # fmt: skip


def beside(
    answers: Sequence[EarlierAnswer],
    titles: Mapping[str, str],
    language: Language,
    comparing: Comparing | None,
) -> Comparison | None:
    """Return what answers say together; of several agents each figure says whose it is."""
    if comparing is None or len(answers) < 2 or not all(one.result for one in answers):
        return None
    several = len({one.agent for one in answers}) > 1
    held = []
    for one in answers:
        frame = dict(one.frame)
        if several:
            whose = titles.get(one.agent, one.agent)
            chips = frame.get("chips")
            whose_chip = {"part": "where", "text": whose}
            frame["chips"] = [whose_chip, *(chips if isinstance(chips, list) else ())]
            frame["sentence"] = f"{whose}: {frame.get('sentence') or one.text}"
        held.append((one.shown, frame, one.result))
    return comparing.beside(held, language)


def asked_the_same(outcomes: Sequence[StepOutcome]) -> list[EarlierAnswer]:
    """Return the answers of the first question that several agents were asked; else none."""
    by_text: dict[tuple[str, int], list[EarlierAnswer]] = {}
    for place, one in (told for outcome in outcomes for told in enumerate(outcome.parts)):
        if one.good and one.answer is not None:
            frame, result = one.answer.artifact("frame"), one.answer.artifact("result")
            values = [
                made.data if made is not None and isinstance(made.data, dict) else {}
                for made in (frame, result)
            ]
            by_text.setdefault((one.asked, place), []).append(
                EarlierAnswer(one.agent, one.task_id, "", one.text, one.task_id, *values)
            )
    return next((same for same in by_text.values() if len(same) > 1), [])


def _value(artifacts: Sequence[Artifact], name: str) -> Mapping[str, Any]:
    for one in reversed(artifacts):
        if one.name == name and one.parts:
            value = _read(one.parts[0])
            return value if isinstance(value, dict) else {}
    return {}


def _read(part: Part) -> Any:
    """Return a data part's value, None where it is no JSON."""
    try:
        return MessageToDict(part.data) if part.HasField("data") else json.loads(part.raw)
    except (ValueError, Error):
        return None
