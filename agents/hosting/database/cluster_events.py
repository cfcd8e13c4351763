"""What happens to a task on one replica is heard by those who follow it on another."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from functools import partial

from a2a.server.cluster.event_stream import TaskEventStream, VersionedEvent
from a2a.server.cluster.version import TaskVersion
from a2a.types import StreamResponse

from agents.hosting.database import task_rows
from agents.hosting.database.database import KeptDatabase
from app.errors import StoreError

LOOK_SECONDS = 0.1

log = logging.getLogger(__name__)


class NumberedVersion(TaskVersion):
    """A version that counts the writes to a task, from 1."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class ClusterEvents(TaskEventStream):
    """Reads the events that the task store keeps with each change; owns nothing."""

    def __init__(
        self, database: KeptDatabase, *, agent: str, look_seconds: float = LOOK_SECONDS
    ) -> None:
        self._database = database
        self._agent = agent
        self._look_seconds = look_seconds

    async def publish(self, task_id: str, event: VersionedEvent) -> None:
        """Return at once: the store has kept the event in the transaction that made it."""

    async def subscribe(
        self, task_id: str, *, after: TaskVersion
    ) -> AsyncGenerator[VersionedEvent, None]:
        """Yield the events of a task after a version, for as long as somebody listens."""
        agent = self._agent
        seen = after.number if isinstance(after, NumberedVersion) else 0
        while True:
            try:
                job = partial(task_rows.events_after, agent=agent, task_id=task_id, version=seen)
                found = await self._database.read(task_id, job)
            except StoreError as error:
                log.warning("The events of task %s cannot be read now: %s", task_id, error)
                found = ()
            for version, payload in found:
                seen = version
                response = StreamResponse.FromString(payload)
                event = getattr(response, response.WhichOneof("payload") or "task")
                yield VersionedEvent(event=event, version=NumberedVersion(version))
            await asyncio.sleep(self._look_seconds)

    async def destroy(self, task_id: str) -> None:
        """Return at once: events are forgotten by their age."""
