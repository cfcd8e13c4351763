"""What an executor may know of its agent's earlier tasks, and how it settles one that is parked."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from a2a.types import Task, TaskState


class TaskHistory(Protocol):
    """The tasks of one agent, as its host keeps them across requests and restarts.

    What is returned is a copy: changing it changes nothing. Tasks are given whole: artifacts,
    history and the status message included.
    """

    async def tasks(self, context_id: str) -> Sequence[Task]:
        """Return the tasks of a conversation, newest update first.

        A task that is being worked on is among them, the caller's own included.
        """
        ...

    async def get(self, task_id: str) -> Task | None:
        """Return a task, or None if this agent has none of that id."""
        ...

    async def settle(
        self,
        task_id: str,
        *,
        state: TaskState,
        text: str,
        metadata: Mapping[str, str],
    ) -> bool:
        """End a parked task for good; who follows it hears of it, and nothing overwrites it later.

        `state` is `TASK_STATE_COMPLETED` with metadata `{"answered_by": <task id>}` when another
        task took up the answer, or `TASK_STATE_CANCELED` with `{"superseded_by": <task id>}` when
        the person asked something else. `text` and `metadata` become the task's status message.
        Returns whether the task was ended: False if it is unknown or was not parked (any more).
        """
        ...
