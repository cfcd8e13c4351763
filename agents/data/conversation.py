"""What an executor finds of a conversation: the parked question and the last answered frame."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from a2a.types import Message, Role, Task, TaskState

from agents.answering.artifacts import data_of
from agents.answering.history import TaskHistory
from agents.answering.reporting import ANEW, DECLINED, NAMED, SPOKEN, UNDERSTOOD
from agents.answering.text.language import LANGUAGES, Language
from agents.data.carried import Before
from agents.data.last_answers import MOST
from agents.data.match.answers.artifacts import Remembered, remembered
from agents.data.match.answers.labels import chips
from agents.data.match.compute.frame import Frame
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.outcomes import Ask, Waiting
from app.domain.messages import QUESTION_MEDIA_TYPE

# Refusals of what was no question about the table: a fragment after them asks something of its own.
NO_QUESTION = frozenset({"opinion", "forecast", "topic", "write", "recent", "no_previous"})


_LONGEST_QUOTED = 80


class Conversation(NamedTuple):
    """The tasks of one context, newest first, without the one that is being worked on.

    `unanswered` says that the newest one asked for figures that could not be computed, `before`
    what was said before the last answer.
    """

    tasks: tuple[Task, ...]
    parked: Task | None
    waiting: Waiting | None
    last: Remembered | None
    unanswered: bool = False
    before: Before = Before()

    @property
    def language(self) -> Language | None:
        """The language spoken last, which is that of the question that is being answered."""
        parked = (self.parked,) if self.parked is not None else ()
        for task in (*parked, *self.tasks):
            found = remembered(task)
            if found is not None:
                return found.language
            said = dict(task.status.message.metadata).get(SPOKEN)
            if said in LANGUAGES:
                return cast("Language", said)
        return None


async def recall(
    history: TaskHistory, context_id: str, message: Message, current: Task | None
) -> Conversation:
    """Read the conversation out of the tasks that the host keeps; nothing is kept in memory.

    A message that carries a parked task's id continues that one; otherwise the parked task is one
    that the message references, or the newest one of the context.
    """
    known = tuple(await history.tasks(context_id))
    own = current.id if current is not None else message.task_id
    tasks = tuple(task for task in known if task.id != own)
    parked: Task | None = None
    if current is not None and _is_parked(current):
        parked = current
    else:
        parked = _referenced(tasks, message.reference_task_ids) or next(
            (task for task in tasks if _is_parked(task)), None
        )
    waiting = None
    if parked is not None:
        asked = remembered(parked)
        if asked is not None and asked.slot is not None:
            waiting = Waiting(asked.frame, asked.slot, _offered(parked), _meanings(parked))
    answered, first = _answered(tasks, message.reference_task_ids)
    last = answered[0] if answered else None
    before = Before(
        earlier=answered[1].frame if len(answered) > 1 else None,
        top=last.top if last is not None else {},
        refused=_understood(tasks[0], UNDERSTOOD) if tasks else None,
        named=_understood(tasks[0], NAMED) if tasks else None,
        rows=last.rows if last is not None else None,
        shown=last.shown if last is not None else {},
        ranked=last.ranked if last is not None else {},
        older=tuple(one.frame for one in answered[2:]),
        first=first.frame if first is not None else None,
    )
    unanswered = bool(tasks) and _is_unanswered(tasks[0])
    return Conversation(tasks, parked, waiting, last, unanswered, before)


def _is_parked(task: Task) -> bool:
    return bool(task.status.state == TaskState.TASK_STATE_INPUT_REQUIRED)


def _offered(parked: Task) -> tuple[str, ...]:
    """Return the values of the choices that a parked task's question offered, in their order."""
    for part in parked.status.message.parts:
        if part.media_type == QUESTION_MEDIA_TYPE and part.HasField("raw"):
            try:
                asked = json.loads(part.raw)
            except ValueError:
                return ()
            match asked:
                case {"choices": list(choices)}:
                    return tuple(str(one.get("value", "")) for one in choices)
    return ()


def _meanings(parked: Task) -> tuple[str, ...]:
    """Return all that the word may mean that a parked task asked about."""
    frame = data_of(parked, "frame") or {}
    return tuple(str(one) for one in frame.get("meanings") or ())


def _is_unanswered(task: Task) -> bool:
    said = str(dict(task.status.message.metadata).get(DECLINED, ""))
    return bool(said) and said not in NO_QUESTION


def left_open(tasks: Sequence[Task]) -> tuple[str, ...]:
    """Return the questions after the last answer that could not be answered, oldest first."""
    open_: list[str] = []
    for task in tasks:
        if not _is_unanswered(task):
            break
        said = [one for one in task.history if one.role == Role.ROLE_USER]
        text = " ".join(part.text for part in said[-1].parts) if said else ""
        open_ += [" ".join(text.split())[:_LONGEST_QUOTED]] if text.strip() else []
    return tuple(reversed(open_))


def _begins_anew(task: Task) -> bool:
    return bool(dict(task.status.message.metadata).get(ANEW))


def _referenced(tasks: Sequence[Task], ids: Sequence[str]) -> Task | None:
    return next((task for task in tasks if task.id in ids and _is_parked(task)), None)


def _answered(
    tasks: Sequence[Task], ids: Sequence[str]
) -> tuple[list[Remembered], Remembered | None]:
    """Return the frame of a referenced answered task, else of the newest one, and those before.

    Behind them stands the first of all.

    Nothing before the last new beginning is gone on from, unless it alone is referenced. A window
    refers to all its answers by itself: with none since the beginning, one of them means no more.
    """
    answered: list[Remembered] = []
    done = [t for t in tasks if t.status.state == TaskState.TASK_STATE_COMPLETED]
    begun = next((place for place, task in enumerate(done) if _begins_anew(task)), len(done))
    named = [task for task in done if task.id in ids]
    if len(ids) > 1 or not any(_answer(task) for task in done[:begun]):
        named = [task for task in named if task in done[:begun]]
    for task in [*named, *(t for t in done[:begun] if t not in named)]:
        if (found := _answer(task)) is not None:
            answered.append(found)
        if len(answered) == MOST:
            break
    return answered, next(filter(None, map(_answer, reversed(done[:begun]))), None)


def _answer(task: Task) -> Remembered | None:
    """Return what a task answered, or None where it asked or told something else."""
    found = remembered(task)
    return found if found is not None and found.slot is None else None


def _understood(task: Task, key: str) -> Frame | None:
    """Return what was understood of a refused question or named in it, or None."""
    said = dict(task.status.message.metadata).get(key)
    try:
        return Frame.model_validate_json(str(said)) if said else None
    except ValueError:
        return None


def told(tasks: Sequence[Task]) -> frozenset[str]:
    """Return what was said of the readings of these tasks."""
    frames = (data_of(task, "frame") or {} for task in tasks)
    notes = (note for frame in frames for note in frame.get("assumptions") or ())
    return frozenset(str(note["text"]) for note in notes if note.get("key") == "reading")


def open_frame_of(ask: Ask, model: SemanticModel, language: Language) -> dict[str, Any]:
    """Return the `frame` of a question that was asked back: what is known, and the open slot.

    `meanings` are all that a word may mean, of which the question offers the commonest.
    """
    frame, slot = ask.frame, ask.slot
    return {
        **frame.model_dump(mode="json"),
        "meanings": [f"{term.key}={term.detail}" for term in ask.meanings],
        "language": language,
        "slot": slot,
        "labels": [chip._asdict() for chip in chips(frame, model, language)],
        "assumptions": [],
        "kept": [],
        "added": [],
        "removed": [],
    }
