"""What a host needs of the place where its tasks are kept."""

from collections.abc import Callable, Sequence
from typing import Protocol

from a2a.server.cluster.event_stream import TaskEventStream
from a2a.server.cluster.task_store import VersionedTaskStore
from a2a.server.context import ServerCallContext
from a2a.server.tasks import TaskStore
from a2a.types import Task

from agents.hosting.task_store import OwnedTask


class HostStore(Protocol):
    """The tasks of one agent; what comes out of it is a copy. All methods raise `StoreError`."""

    running: Callable[[], frozenset[str]]
    """Tells which tasks the host is working on; the host sets it."""

    @property
    def sdk(self) -> TaskStore | VersionedTaskStore:
        """What the SDK takes as its store."""
        ...

    @property
    def events(self) -> TaskEventStream | None:
        """Where tasks of other processes are followed, if there may be others."""
        ...

    async def read(self, task_id: str, owner: str) -> Task | None:
        """Return somebody's task or None."""
        ...

    async def select(self, *, owner: str, context_id: str) -> Sequence[Task]:
        """Return somebody's tasks of a context, newest update first."""
        ...

    async def orphans(self) -> Sequence[OwnedTask]:
        """Return the tasks that count as running and that nobody works on (any more)."""
        ...

    async def replace(
        self, task: Task, owner: str, *, before: Task, version: int | None = None
    ) -> bool:
        """Put a task in the place of how it was; False if it has another state by now.

        With `version`, that of an orphan, also False if it was saved since by whoever works on it.
        """
        ...

    async def ended_elsewhere(self) -> Sequence[str]:
        """Return which of the running tasks were ended by another process."""
        ...

    async def delete(self, task_id: str, context: ServerCallContext) -> None:
        """Forget a task of the caller's; unknown ones are no error."""
        ...

    async def wait_settled(self) -> None:
        """Wait until no task that was saved here is running, as far as has been said."""
        ...

    async def aclose(self) -> None:
        """Write what waits to be written."""
        ...
