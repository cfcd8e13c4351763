"""What the log agent finds of a conversation in its earlier tasks."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from a2a.types import Message, Task, TaskState

from agents.answering.artifacts import data_of, whole_id
from agents.answering.history import TaskHistory
from agents.answering.text.language import LANGUAGES, Language
from agents.data.agent.media_types import EDITS, MODEL, PROFILE, QUERY, SQL

ATTACHED: Final = "attached.log"
"""What a file that came along without a name is called."""
AS_VALUES: Final = (QUERY, EDITS, PROFILE, MODEL, SQL)
"""The media types of messages that ask for something as a value instead of in words."""


class LogFrame(NamedTuple):
    """What a `frame` artifact of this agent tells."""

    file: Path | None
    tail: int
    language: Language
    slot: str | None
    text: str


class LogDialogue(NamedTuple):
    """The parked question, and the newest that was answered."""

    parked: Task | None = None
    waiting: LogFrame | None = None
    last: LogFrame | None = None
    language: Language | None = None


class Before:
    """The history of a conversation as it was before one of its tasks."""

    def __init__(self, history: TaskHistory, task_id: str) -> None:
        self._history = history
        self._task_id = task_id

    async def tasks(self, context_id: str) -> Sequence[Task]:
        """Return the tasks that were there before that one."""
        tasks = await self._history.tasks(context_id)
        place = next((at for at, task in enumerate(tasks) if task.id == self._task_id), -1)
        return tasks[place + 1 :]

    async def get(self, task_id: str) -> Task | None:
        """Return a task."""
        return await self._history.get(task_id)

    async def settle(
        self, task_id: str, *, state: TaskState, text: str, metadata: Mapping[str, str]
    ) -> bool:
        """End a parked task for good."""
        return await self._history.settle(task_id, state=state, text=text, metadata=metadata)


async def recall(
    history: TaskHistory,
    context_id: str,
    message: Message,
    current: Task | None,
) -> LogDialogue:
    """Read the conversation out of the tasks that the host keeps."""
    own = current.id if current is not None else message.task_id
    named = set(map(whole_id, message.reference_task_ids))
    tasks = [task for task in await history.tasks(context_id) if task.id != own]
    parked: Task | None = None
    if current is not None and _is_parked(current):
        parked = current
    else:
        referenced = [task for task in tasks if task.id in named]
        parked = next((task for task in (*referenced, *tasks) if _is_parked(task)), None)
    waiting = remembered(parked) if parked is not None else None
    done = [task for task in tasks if task.status.state == TaskState.TASK_STATE_COMPLETED]
    referenced = [task for task in done if task.id in named]
    found = [one for one in map(remembered, (*referenced, *done)) if one is not None]
    last = next((one for one in found if one.slot is None), None)
    spoken = waiting or (found[0] if found else None)
    return LogDialogue(parked, waiting, last, spoken.language if spoken is not None else None)


def remembered(task: Task) -> LogFrame | None:
    """Read a task's `frame` artifact back; another agent's, or one of another version, is None."""
    value = data_of(task, "frame")
    if value is None or value.get("agent") != "logs":
        return None
    file = value.get("file")
    tail = value.get("tail")
    return LogFrame(
        file=Path(file) if isinstance(file, str) else None,
        tail=tail if isinstance(tail, int) and tail >= 0 else 0,
        language=next((one for one in LANGUAGES if one == value.get("language")), "en"),
        slot=value.get("slot") if isinstance(value.get("slot"), str) else None,
        text=str(value.get("text") or ""),
    )


def _is_parked(task: Task) -> bool:
    return bool(task.status.state == TaskState.TASK_STATE_INPUT_REQUIRED)


def frame_value(
    *,
    file: Path | None,
    tail: int,
    language: Language,
    title: str = "",
    assumptions: Sequence[str] = (),
    slot: str | None = None,
    text: str = "",
) -> dict[str, Any]:
    """Return the content of a `frame` artifact of what is no question about lines."""
    value: dict[str, Any] = {
        "agent": "logs",
        "file": str(file) if file is not None else None,
        "tail": tail,
        "measure": "overview",
        "language": language,
        "title": title,
        "labels": [],
        "assumptions": [{"key": "reading", "text": one} for one in assumptions],
    }
    if slot is not None:
        value |= {"slot": slot, "text": text}
    return value
