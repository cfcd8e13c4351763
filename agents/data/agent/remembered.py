"""What was said before, read out of a conversation's tasks: nothing is kept in memory.

Each task that read a message keeps its turn of the dialogue in its `frame` artifact, so that any
replica can take the next one, after any restart.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from a2a.types import Message, Task, TaskState
from pydantic import ValidationError

from agents.answering.artifacts import data_of, parts_in, whole_id
from agents.answering.history import TaskHistory
from agents.answering.reporting import ANEW
from agents.data.answer.earlier import Earlier
from agents.data.dialogue.log import DialogueLog, DialogueTurn
from agents.data.dialogue.outcomes import QueryChoice

MOST_TURNS = 40


class Remembered(NamedTuple):
    """The dialogue so far, oldest turn first, and the task that waits for an answer.

    `tasks` are those of the conversation, newest first, without the one that is worked on.
    """

    log: DialogueLog
    parked: Task | None
    tasks: tuple[Task, ...]


async def remember(
    history: TaskHistory, context_id: str, message: Message, current: Task | None, *,
    about: Mapping[str, Any],
) -> Remembered:  # fmt: skip
    """Return what a conversation's tasks tell; what another model of the table wrote is left out.

    A message that names one task, or a part of its answer, goes on from that one: what came after
    it is left out. Of an answer of several parts the first is gone on from by itself. Where
    frames are `about` one of several tables, those of others are left out too.
    """
    own = current.id if current is not None else message.task_id
    known = await history.tasks(context_id)
    tasks = tuple(task for task in known if task.id != own)
    parked = current if current is not None and is_parked(current) else None
    if parked is None:
        referenced = [task for task in tasks if task.id in message.reference_task_ids]
        parked = next((task for task in (*referenced, *tasks) if is_parked(task)), None)
    spoken = tasks if parked is None or parked in tasks else (parked, *tasks)
    named = {whole_id(one): one for one in message.reference_task_ids}
    spoken = _since(spoken, list(named))
    turns = [
        turn for task in spoken[:MOST_TURNS]
        if _is_about(task, about)
        and (turn := turn_of(task, named.get(task.id, ""))) is not None
    ]  # fmt: skip
    log = DialogueLog(turns=tuple(reversed(turns)))
    return Remembered(log.of_its_table(), parked, tasks)


def turn_of(task: Task, of: str = "") -> DialogueTurn | None:
    """Return the turn of the dialogue that a task keeps, of the part `of` its answer, else of the
    first; None where there is none to be read."""
    frame = data_of(task, "frame", of) or {}
    try:
        return DialogueTurn.model_validate(frame["turn"])
    except (KeyError, ValidationError):
        return None


def answers_in(tasks: Sequence[Task], named: Sequence[str]) -> list[Earlier]:
    """Return the answers in tasks (newest first), oldest first, each part as one of its own: those
    that are named as tasks or parts, else all.

    What answers were put together in is left out. A question that was asked back is named by what
    is said after it, and meant by none.
    """
    asked = {task.id for task in tasks if (data_of(task, "frame") or {}).get("outcome") == "ask"}
    meant = set(named) - asked
    return [
        Earlier(of or task.id, data_of(task, "frame", of) or {}, result)
        for task in reversed(tasks)
        for of in parts_in(task, "result")
        if (not meant or not meant.isdisjoint((of, task.id)))
        and (result := data_of(task, "result", of)) is not None
        and not result.get("synthesis")
    ]


def _is_about(task: Task, about: Mapping[str, Any]) -> bool:
    frame = data_of(task, "frame") or {} if about else {}
    return all(frame.get(key) == value for key, value in about.items())


def is_parked(task: Task) -> bool:
    """Whether a task waits for an answer."""
    return bool(task.status.state == TaskState.TASK_STATE_INPUT_REQUIRED)


def chosen_of(message: Message, parked: Task | None, media_type: str) -> QueryChoice | None:
    """Return what was clicked of the choices that a parked task offered, None where nothing was."""
    turn = turn_of(parked) if parked is not None else None
    if turn is None:
        return None
    for data in parts_of_type(message, media_type):
        match data:
            case {"value": str(value)}:
                keys = choice_keys(turn.choices)
                return next(
                    (one for key, one in zip(keys, turn.choices, strict=True) if key == value), None
                )
    return None


def choice_keys(choices: Sequence[QueryChoice]) -> list[str]:
    """Return a value for each choice that tells it from the others."""
    return [f"{place}:{one.kind}:{one.column}:{one.what}" for place, one in enumerate(choices)]


def parts_of_type(message: Message, media_type: str) -> list[Any]:
    """Return the JSON values of a message's parts of a media type; what is no JSON is left out."""
    from a2a.helpers import get_data_parts

    found: list[Any] = []
    for part in message.parts:
        if part.media_type != media_type:
            continue
        try:
            found.append(
                json.loads(part.raw) if part.HasField("raw") else next(iter(get_data_parts([part])))
            )
        except (ValueError, StopIteration):
            continue
    return found


def _since(tasks: tuple[Task, ...], named: Sequence[str]) -> tuple[Task, ...]:
    """Return the tasks, newest first, back to the last new beginning; from the named one on."""
    if len(named) == 1:
        at = next((place for place, task in enumerate(tasks) if task.id == named[0]), 0)
        answered = tasks[at].status.state == TaskState.TASK_STATE_COMPLETED if tasks else False
        tasks = tasks[at:] if answered else tasks
    for place, task in enumerate(tasks):
        if dict(task.status.message.metadata).get(ANEW):
            return tasks[:place]
    return tasks
