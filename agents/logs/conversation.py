"""What the log agent finds of a conversation in its earlier tasks."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from a2a.types import Message, Task, TaskState

from agents.answering.artifacts import data_of
from agents.answering.history import TaskHistory
from agents.answering.text.language import LANGUAGES, Language
from agents.logs.question.frame import LogFrame
from app.domain.messages import CHOICE_MEDIA_TYPE


class Remembered(NamedTuple):
    """What a `frame` artifact of this agent tells."""

    file: Path | None
    tail: int
    frame: LogFrame | None
    language: Language
    slot: str | None
    text: str


class Talk(NamedTuple):
    """The parked question, and the newest that was answered."""

    parked: Task | None = None
    waiting: Remembered | None = None
    last: Remembered | None = None
    language: Language | None = None


async def recall(
    history: TaskHistory,
    context_id: str,
    message: Message,
    current: Task | None,
    *,
    before: str = "",
) -> Talk:
    """Read the conversation out of the tasks that the host keeps; `before` a task, if it is named.

    What is tried again goes on with what was said before it, not with its own answer.
    """
    own = current.id if current is not None else message.task_id
    tasks = [task for task in await history.tasks(context_id) if task.id != own]
    place = next((at for at, task in enumerate(tasks) if task.id == before), -1)
    tasks = tasks[place + 1 :]
    parked: Task | None = None
    if current is not None and _is_parked(current):
        parked = current
    else:
        referenced = [task for task in tasks if task.id in message.reference_task_ids]
        parked = next((task for task in (*referenced, *tasks) if _is_parked(task)), None)
    waiting = remembered(parked) if parked is not None else None
    done = [task for task in tasks if task.status.state == TaskState.TASK_STATE_COMPLETED]
    referenced = [task for task in done if task.id in message.reference_task_ids]
    found = [one for one in map(remembered, (*referenced, *done)) if one is not None]
    last = next((one for one in found if one.slot is None), None)
    spoken = waiting or (found[0] if found else None)
    return Talk(parked, waiting, last, spoken.language if spoken is not None else None)


def remembered(task: Task) -> Remembered | None:
    """Read a task's `frame` artifact back; another agent's, or one of another version, is None."""
    value = data_of(task, "frame")
    if value is None or value.get("agent") != "logs":
        return None
    try:
        given = value.get("question")
        frame = LogFrame.model_validate(given) if given is not None else None
    except ValueError:
        return None
    file = value.get("file")
    tail = value.get("tail")
    return Remembered(
        file=Path(file) if isinstance(file, str) else None,
        tail=tail if isinstance(tail, int) and tail >= 0 else 0,
        frame=frame,
        language=next((one for one in LANGUAGES if one == value.get("language")), "en"),
        slot=value.get("slot") if isinstance(value.get("slot"), str) else None,
        text=str(value.get("text") or ""),
    )


def attachment_of(message: Message) -> tuple[str, bytes] | None:
    """Return name and bytes of the first attached file."""
    for part in message.parts:
        if part.HasField("raw") and part.media_type != CHOICE_MEDIA_TYPE:
            return part.filename or "attached.log", bytes(part.raw)
    return None


def _is_parked(task: Task) -> bool:
    return bool(task.status.state == TaskState.TASK_STATE_INPUT_REQUIRED)


def frame_value(
    *,
    file: Path | None,
    tail: int,
    frame: LogFrame | None,
    language: Language,
    title: str,
    labels: Sequence[tuple[str, str]],
    assumptions: Sequence[str],
    slot: str | None = None,
    text: str = "",
    kept: bool = False,
) -> dict[str, Any]:
    """Return the content of a `frame` artifact."""
    shown = [{"key": key, "text": text} for key, text in labels]
    value: dict[str, Any] = {
        "agent": "logs",
        "file": str(file) if file is not None else None,
        "tail": tail,
        "question": frame.model_dump(mode="json") if frame is not None else None,
        "measure": frame.shown if frame is not None else "overview",
        "group_by": [frame.group_by] if frame is not None and frame.group_by else [],
        "limit": frame.limit if frame is not None else None,
        "language": language,
        "title": title,
        "labels": shown,
        "assumptions": [{"key": "reading", "text": one} for one in assumptions],
        "kept": [one["text"] for one in shown] if kept else [],
        "added": [] if kept else [one["text"] for one in shown],
        "removed": [],
    }
    if slot is not None:
        value |= {"slot": slot, "text": text}
    return value
