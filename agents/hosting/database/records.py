"""Tasks of a server with one process: the port's records, kept with whose they are."""

from collections.abc import Sequence
from datetime import UTC, datetime

from agents.hosting.database import task_rows
from agents.hosting.database.database import KeptDatabase
from agents.hosting.database.task_rows import TaskFilter, TaskRow
from app.ports import TaskRecord


class KeptRecords:
    """Implements `app.ports.TaskRecords` over a database that stays its opener's."""

    def __init__(self, database: KeptDatabase) -> None:
        self._database = database

    async def save(self, record: TaskRecord) -> None:
        """Insert or replace a task."""
        row = TaskRow(
            agent=record.agent,
            task_id=record.task_id,
            owner=record.owner,
            context_id=record.context_id,
            state=record.state,
            updated_at=record.updated_at.timestamp(),
            version=0,
            replica="",
            payload=record.payload,
        )
        await self._database.run(record.task_id, lambda c: task_rows.put(c, row))

    async def load(self, agent: str, task_id: str) -> TaskRecord | None:
        """Return a task or None."""
        row = await self._database.run(task_id, lambda c: task_rows.load(c, agent, task_id))
        return None if row is None else _record(row)

    async def select(
        self, agent: str, *, context_id: str | None = None, states: Sequence[str] = ()
    ) -> Sequence[TaskRecord]:
        """Return the tasks of an agent, newest update first, optionally of one context or state."""
        wanted = TaskFilter(agent, context_id=context_id or "", states=tuple(states))
        rows = await self._database.run(agent, lambda c: task_rows.page(c, wanted))
        return [_record(row) for row in rows]

    async def remove(self, agent: str, task_id: str) -> None:
        """Forget a task; unknown ones are no error."""
        await self._database.run(task_id, lambda c: task_rows.remove(c, agent, task_id))


def _record(row: TaskRow) -> TaskRecord:
    return TaskRecord(
        agent=row.agent,
        task_id=row.task_id,
        context_id=row.context_id,
        state=row.state,
        updated_at=datetime.fromtimestamp(row.updated_at, UTC),
        payload=row.payload,
        owner=row.owner,
    )
