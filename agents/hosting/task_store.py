"""The SDK's task store over the desk's task records, so that tasks outlive the program."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Generic, NamedTuple, TypeVar

from a2a.server.context import ServerCallContext
from a2a.server.tasks import InMemoryTaskStore, TaskStore
from a2a.types import ListTasksRequest, ListTasksResponse, Task, TaskState

from agents.hosting.owners import call_for, owner_of
from agents.hosting.statuses import RUNNING
from app.domain.ids import utc_now
from app.ports import TaskRecord, TaskRecords

DELAY_SECONDS = 0.05

_Item = TypeVar("_Item")

log = logging.getLogger(__name__)


class DeferredSaves(Generic[_Item]):
    """Owns what waits to be written, the newest of each key, and the timer that writes it."""

    def __init__(
        self, write: Callable[[_Item], Awaitable[None]], *, delay: float = DELAY_SECONDS
    ) -> None:
        self._write = write
        self._delay = delay
        self._waiting: dict[str, _Item] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._under_way: dict[str, _Item] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, key: str, item: _Item) -> None:
        """Let an item be written in a moment, in place of what waits under its key."""
        self._waiting[key] = item
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._delay, self._begin)

    def get(self, key: str) -> _Item | None:
        """Return what waits under a key, or is being written."""
        return self._waiting.get(key) or self._under_way.get(key)

    def drop(self, key: str) -> None:
        """Do not write what waits under a key: something newer is written now."""
        self._waiting.pop(key, None)
        self._under_way.pop(key, None)
        if not self._waiting:
            self._stop_timer()

    async def flush(self) -> None:
        """Write all that waits, now; raises what writing raises."""
        self._stop_timer()
        while self._waiting:
            await self._write_one()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _begin(self) -> None:
        self._timer = None
        writing = asyncio.create_task(self._try_to_flush(), name="deferred saves")
        self._tasks.add(writing)
        writing.add_done_callback(self._tasks.discard)

    async def _try_to_flush(self) -> None:
        while self._waiting:
            try:
                await self._write_one()
            except Exception:  # whatever writing raises: nobody awaits this task
                # The save that cannot wait, which comes at the latest with the end, raises it.
                log.exception("A deferred save failed")

    async def _write_one(self) -> None:
        # Taken out in the same step in which its writing begins: what is newer and is not
        # deferred is then always written after it.
        key = next(iter(self._waiting))
        item = self._under_way[key] = self._waiting.pop(key)
        try:
            await self._write(item)
        finally:
            if self._under_way.get(key) is item:
                del self._under_way[key]

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


_PREFIX = "TASK_STATE_"


class OwnedTask(NamedTuple):
    """A task, whose it is, and its version where the store counts them."""

    task: Task
    owner: str
    version: int | None = None


def state_name(state: int) -> str:
    """Return the name under which records keep a state: `input_required`, `working`, …"""
    try:
        return str(TaskState.Name(state)).removeprefix(_PREFIX).lower()
    except ValueError:
        return "unknown"


class RecordTaskStore(TaskStore):
    """Keeps the tasks of one agent as records; what goes in and comes out is never shared.

    Who calls sees their own tasks only. What a task says while its state stays the same is written
    a moment later, once for all that was said meanwhile: the SDK saves a task whole with each
    piece of its answer. Reading sees what was said, written or not.
    """

    events = None  # nobody follows these tasks from another process

    def __init__(self, records: TaskRecords, *, agent: str) -> None:
        self.running: Callable[[], frozenset[str]] = frozenset
        self._records = records
        self._agent = agent
        self._states: dict[str, int] = {}
        self._none_running = asyncio.Event()
        self._none_running.set()
        self._deferred: DeferredSaves[OwnedTask] = DeferredSaves(self._write)

    async def save(self, task: Task, context: ServerCallContext) -> None:
        """Store the task whole; a status without a time gets the present one."""
        state = task.status.state
        owned = OwnedTask(task, owner_of(context))
        if state in RUNNING and self._states.get(task.id) == state:
            self._deferred.put(task.id, owned)
            return
        self._deferred.drop(task.id)
        if state in RUNNING:
            self._states[task.id] = state
            self._none_running.clear()
        await self._write(owned)
        if state not in RUNNING:
            self._forget(task.id)

    @property
    def sdk(self) -> TaskStore:
        """What the SDK takes as its store."""
        return self

    async def get(self, task_id: str, context: ServerCallContext) -> Task | None:
        """Return a task of the caller's or None."""
        return await self.read(task_id, owner_of(context))

    async def read(self, task_id: str, owner: str) -> Task | None:
        """Return somebody's task or None."""
        owned = self._deferred.get(task_id)
        if owned is not None:
            owned = OwnedTask(_copy(owned.task), owned.owner)
        else:
            record = await self._records.load(self._agent, task_id)
            owned = None if record is None else _read(record)
        return owned.task if owned is not None and owned.owner == owner else None

    async def list(self, params: ListTasksRequest, context: ServerCallContext) -> ListTasksResponse:
        """Return one page of tasks; order, filters and page tokens are those of the SDK's store."""
        found = await self.select(
            owner=owner_of(context),
            context_id=params.context_id or None,
            states=(params.status,) if params.status else (),
        )
        page = InMemoryTaskStore(owner_resolver=_nobody, use_copying=False)
        for task in found:
            await page.save(task, context)
        return await page.list(params, context)

    async def delete(self, task_id: str, context: ServerCallContext) -> None:
        """Forget a task of the caller's; unknown ones are no error."""
        if await self.get(task_id, context) is not None:
            self._deferred.drop(task_id)
            self._forget(task_id)
            await self._records.remove(self._agent, task_id)

    async def select(
        self, *, owner: str, context_id: str | None = None, states: Sequence[int] = ()
    ) -> Sequence[Task]:
        """Return somebody's tasks of a context or in some states, newest update first."""
        found = await self.everybodys(context_id=context_id, states=states)
        return [owned.task for owned in found if owned.owner == owner]

    async def everybodys(
        self, *, context_id: str | None = None, states: Sequence[int] = ()
    ) -> Sequence[OwnedTask]:
        """Return the tasks of a context or in some states, newest update first."""
        await self._deferred.flush()
        records = await self._records.select(
            self._agent, context_id=context_id, states=[state_name(state) for state in states]
        )
        return [_read(record) for record in records]

    async def orphans(self) -> Sequence[OwnedTask]:
        """Return the tasks that an earlier process left unfinished: before anything is served."""
        return await self.everybodys(states=tuple(RUNNING)) if not self._states else ()

    async def replace(
        self, task: Task, owner: str, *, before: Task, version: int | None = None
    ) -> bool:
        """Put a task in the place of how it was, unless it has another state by now."""
        now = await self.read(task.id, owner)
        if now is None or now.status.state != before.status.state:
            return False
        await self.save(task, call_for(owner))
        return True

    async def ended_elsewhere(self) -> Sequence[str]:
        """Return no task: there is no other process."""
        return ()

    async def wait_settled(self) -> None:
        """Wait until no task that was saved here is running, as far as has been said."""
        await self._none_running.wait()

    async def aclose(self) -> None:
        """Write what waits to be written."""
        await self._deferred.flush()

    def _forget(self, task_id: str) -> None:
        self._states.pop(task_id, None)
        if not self._states:
            self._none_running.set()

    async def _write(self, owned: OwnedTask) -> None:
        kept = _copy(owned.task)
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
                owner=owned.owner,
            )
        )


def _read(record: TaskRecord) -> OwnedTask:
    return OwnedTask(Task.FromString(record.payload), record.owner)


def _copy(task: Task) -> Task:
    copy = Task()
    copy.CopyFrom(task)
    return copy


def _changed_at(task: Task) -> datetime:
    moment: datetime = task.status.timestamp.ToDatetime(UTC)
    return moment


def _nobody(context: ServerCallContext) -> str:
    return ""
