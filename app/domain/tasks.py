"""Tasks: their states, artifacts and the question of a task that waits for its person."""

from datetime import datetime
from enum import StrEnum
from itertools import groupby
from typing import Final

from pydantic import JsonValue

from app.domain.base import Value
from app.domain.messages import DataPart, Message, Part, TextPart, plain_text

DECISIONS: Final = ("frame", "plan", "decision")
"""Artifacts that say what an agent decided: how a question was understood, what will be done."""

NOTES: Final = frozenset((*DECISIONS, "delegation", "steps", "denotation"))
"""Artifacts whose data an agent keeps of its own work, for itself and for programs: to a person it
says nothing, who has the answer and the steps."""

OF: Final = "of"
"""In the metadata of an artifact on the wire: its `of`."""


class TaskState(StrEnum):
    """The states of A2A 1.0, section 4.1.3, under the names that the desk writes."""

    UNKNOWN = "unknown"
    SUBMITTED = "submitted"
    WORKING = "working"
    INPUT_REQUIRED = "input_required"
    AUTH_REQUIRED = "auth_required"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELED = "canceled"
    REJECTED = "rejected"

    @property
    def terminal(self) -> bool:
        """Whether the task can never change again."""
        return self in _TERMINAL

    @property
    def interrupted(self) -> bool:
        """Whether the task waits for its person."""
        return self in _INTERRUPTED

    @property
    def settled(self) -> bool:
        """Whether a turn may end in this state."""
        return self.terminal or self.interrupted


_TERMINAL = frozenset(
    {TaskState.COMPLETED, TaskState.FAILED, TaskState.CANCELED, TaskState.REJECTED}
)
_INTERRUPTED = frozenset({TaskState.INPUT_REQUIRED, TaskState.AUTH_REQUIRED})


class Artifact(Value):
    """A result of a task; `name` is stable over versions, `artifact_id` is unique in the task.

    `of` names the task of another agent that it was taken over from, where an answer is put
    together from several.
    """

    artifact_id: str
    name: str = ""
    parts: tuple[Part, ...] = ()
    of: str = ""

    @property
    def text(self) -> str:
        """The text parts, joined by blank lines."""
        return plain_text(self.parts)

    @property
    def data(self) -> JsonValue:
        """The value of the first data part, or None."""
        return next((part.data for part in self.parts if isinstance(part, DataPart)), None)


class Choice(Value):
    """One offered answer: what it means, how it reads, and how many rows stand behind it."""

    value: str
    label: str
    count: int | None = None


class Question(Value):
    """What an input-required task asks: the open slot and the offered answers."""

    text: str
    slot: str = ""
    choices: tuple[Choice, ...] = ()
    multi: bool = False


class Task(Value):
    """A task as its agent reports it, whole."""

    task_id: str
    context_id: str
    state: TaskState
    status: Message | None = None
    artifacts: tuple[Artifact, ...] = ()
    history: tuple[Message, ...] = ()
    updated_at: datetime | None = None


def question_of(message: Message | None) -> Question | None:
    """Read the question out of a status message; one without choices is still a question.

    Foreign agents send anything here: entries that are not choices are left out, never an error.
    """
    if message is None:
        return None
    slot = ""
    choices: tuple[Choice, ...] = ()
    multi = False
    for part in message.parts:
        if isinstance(part, DataPart) and isinstance(part.data, dict) and "choices" in part.data:
            slot = str(part.data.get("slot") or "")
            multi = part.data.get("multi") is True
            choices = _choices(part.data["choices"])
            break
    return Question(text=message.text, slot=slot, choices=choices, multi=multi)


def _choices(value: JsonValue) -> tuple[Choice, ...]:
    if not isinstance(value, list):
        return ()
    found = []
    for item in value:
        if isinstance(item, str):
            found.append(Choice(value=item, label=item))
        elif isinstance(item, dict) and isinstance(item.get("value", item.get("label")), str):
            chosen = str(item.get("value", item.get("label")))
            count = item.get("count")
            found.append(
                Choice(
                    value=chosen,
                    label=str(item.get("label") or chosen),
                    count=count if isinstance(count, int) else None,
                )
            )
    return tuple(found)


def joined(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the parts with neighbouring text of one media type as one part.

    An agent that keeps a streamed answer piece by piece reports each piece as a part of its own.
    """
    found: list[Part] = []
    for (is_text, media_type), group in groupby(parts, key=_text_kind):
        if is_text:
            texts = [part.text for part in group if isinstance(part, TextPart)]
            found.append(TextPart(text="".join(texts), media_type=media_type))
        else:
            found.extend(group)
    return tuple(found)


def _text_kind(part: Part) -> tuple[bool, str]:
    return isinstance(part, TextPart), part.media_type if isinstance(part, TextPart) else ""


def join_parts(old: tuple[Part, ...], new: tuple[Part, ...]) -> tuple[Part, ...]:
    """Append parts; text that continues text of the same media type becomes one part.

    A streamed answer arrives as hundreds of text parts, which would otherwise be kept one by one.
    """
    if old and new and isinstance(old[-1], TextPart) and isinstance(new[0], TextPart):
        last, first = old[-1], new[0]
        if last.media_type == first.media_type:
            joined = TextPart(text=last.text + first.text, media_type=last.media_type)
            return (*old[:-1], joined, *new[1:])
    return old + new
