"""What an executor finds of a conversation: the parked question and the last answered frame."""

from collections.abc import Sequence
from typing import NamedTuple

from a2a.types import Message, Task, TaskState

from agents.data.artifacts import Remembered, remembered
from agents.data.language import Language
from agents.data.reporting import ANEW, DECLINED
from agents.data.understanding import Waiting
from agents.history import TaskHistory

# Refusals of what was no question about the table: a fragment after them asks something of its own.
_NO_QUESTION = frozenset({"opinion", "forecast", "topic", "write", "recent", "no_previous"})


class Conversation(NamedTuple):
    """The tasks of one context, newest first, without the one that is being worked on.

    `unanswered` says that the newest one asked for figures that could not be computed.
    """

    tasks: tuple[Task, ...]
    parked: Task | None
    waiting: Waiting | None
    last: Remembered | None
    unanswered: bool = False

    @property
    def language(self) -> Language | None:
        """The language spoken last."""
        for task in self.tasks:
            found = remembered(task)
            if found is not None:
                return found.language
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
            waiting = Waiting(asked.frame, asked.slot)
    last = _last_answered(tasks, message.reference_task_ids)
    return Conversation(tasks, parked, waiting, last, bool(tasks) and _is_unanswered(tasks[0]))


def _is_parked(task: Task) -> bool:
    return bool(task.status.state == TaskState.TASK_STATE_INPUT_REQUIRED)


def _is_unanswered(task: Task) -> bool:
    said = str(dict(task.status.message.metadata).get(DECLINED, ""))
    return bool(said) and said not in _NO_QUESTION


def _begins_anew(task: Task) -> bool:
    return bool(dict(task.status.message.metadata).get(ANEW))


def _referenced(tasks: Sequence[Task], ids: Sequence[str]) -> Task | None:
    return next((task for task in tasks if task.id in ids and _is_parked(task)), None)


def _last_answered(tasks: Sequence[Task], ids: Sequence[str]) -> Remembered | None:
    """Return the frame of a referenced answered task, else of the newest answered one.

    Without a reference, nothing before the last new beginning is gone on from.
    """
    done = [t for t in tasks if t.status.state == TaskState.TASK_STATE_COMPLETED]
    begun = next((place for place, task in enumerate(done) if _begins_anew(task)), len(done))
    for task in [*(t for t in done if t.id in ids), *done[:begun]]:
        found = remembered(task)
        if found is not None and found.slot is None:
            return found
    return None
