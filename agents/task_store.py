"""The SDK's task store over the desk's task records, so that tasks outlive the program."""

from collections.abc import Sequence
from datetime import UTC, datetime

from a2a.server.context import ServerCallContext
from a2a.server.tasks import InMemoryTaskStore, TaskStore
from a2a.types import ListTasksRequest, ListTasksResponse, Task, TaskState

from app.domain.ids import utc_now
from app.ports import TaskRecord, TaskRecords

_PREFIX = "TASK_STATE_"


def state_name(state: int) -> str:
    """Return the name under which records keep a state: `input_required`, `working`, …"""
    try:
        return str(TaskState.Name(state)).removeprefix(_PREFIX).lower()
    except ValueError:
        return "unknown"


class RecordTaskStore(TaskStore):
    """Keeps the tasks of one agent as records; what goes in and comes out is never shared."""

    def __init__(self, records: TaskRecords, *, agent: str) -> None:
        self._records = records
        self._agent = agent

    async def save(self, task: Task, context: ServerCallContext) -> None:
        """Store the task whole; a status without a time gets the present one."""
        kept = Task()
        kept.CopyFrom(task)
        if not kept.status.HasField("timestamp"):
            kept.status.timestamp.FromDatetime(utc_now())
        await self._records.save(
            TaskRecord(
                agent=self._agent,
                task_id=kept.id,
                context_id=kept.context_id,
                state=state_name(kept.status.state),
                updated_at=_changed_at(kept),
                payload=kept.SerializeToString(),
            )
        )

    async def get(self, task_id: str, context: ServerCallContext) -> Task | None:
        """Return a task or None."""
        record = await self._records.load(self._agent, task_id)
        return None if record is None else Task.FromString(record.payload)

    async def list(self, params: ListTasksRequest, context: ServerCallContext) -> ListTasksResponse:
        """Return one page of tasks; order, filters and page tokens are those of the SDK's store."""
        found = await self.select(
            context_id=params.context_id or None,
            states=(params.status,) if params.status else (),
        )
        page = InMemoryTaskStore(owner_resolver=_nobody, use_copying=False)
        for task in found:
            await page.save(task, context)
        return await page.list(params, context)

    async def delete(self, task_id: str, context: ServerCallContext) -> None:
        """Forget a task; unknown ones are no error."""
        await self._records.remove(self._agent, task_id)

    async def select(
        self, *, context_id: str | None = None, states: Sequence[int] = ()
    ) -> Sequence[Task]:
        """Return the tasks of a context or in some states, newest update first."""
        records = await self._records.select(
            self._agent, context_id=context_id, states=[state_name(state) for state in states]
        )
        return [Task.FromString(record.payload) for record in records]


def _changed_at(task: Task) -> datetime:
    moment: datetime = task.status.timestamp.ToDatetime(UTC)
    return moment


def _nobody(context: ServerCallContext) -> str:
    return ""
