"""The SDK's versioned task store, so that any of several replicas can serve any task."""

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from datetime import UTC
from typing import NamedTuple

from a2a.server.cluster.task_store import (
    ConcurrentTaskModificationError,
    StoredTask,
    VersionedTaskStore,
)
from a2a.server.cluster.version import TaskVersion
from a2a.server.context import ServerCallContext
from a2a.server.events.event_queue import Event
from a2a.types import ListTasksRequest, ListTasksResponse, Task, TaskState, TaskStatusUpdateEvent
from a2a.utils.constants import DEFAULT_LIST_TASKS_PAGE_SIZE
from a2a.utils.errors import InvalidParamsError
from a2a.utils.proto_utils import to_stream_response
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from agents.hosting.database import replica_rows, task_rows
from agents.hosting.database.cluster_events import ClusterEvents, NumberedVersion
from agents.hosting.database.database import KeptDatabase
from agents.hosting.database.replica import ReplicaLease
from agents.hosting.database.task_rows import TaskFilter, TaskRow
from agents.hosting.owners import owner_of
from agents.hosting.statuses import RUNNING, TERMINAL
from agents.hosting.task_store import OwnedTask, state_name
from app.domain.ids import utc_now
from app.errors import StoreError

LOST_SECONDS = 10.0  # after which a replica that says nothing counts as gone

_TERMINAL = frozenset(state_name(state) for state in TERMINAL)
_RUNNING = tuple(state_name(state) for state in RUNNING)


class _Save(NamedTuple):
    """How a task is to be, which version it must have had, and what made the change."""

    row: TaskRow
    before: TaskVersion
    cancels: bool
    event: bytes | None


class ClusterTaskStore(VersionedTaskStore):
    """Keeps the tasks of one agent for all replicas; who calls sees their own tasks only.

    Each change is committed together with the event that made it. `running` tells which tasks this
    replica is working on. A task belongs to the replica that saved it last as running, as long as
    that replica holds its lease (`Replica`), which a save renews; who takes a task over names how
    it was, so that a save in between wins. Owns the ids of the tasks whose last save failed: of
    its own tasks, a replica gives up those only, however long the end of another waits to be saved.
    """

    def __init__(
        self,
        database: KeptDatabase,
        *,
        agent: str,
        replica: ReplicaLease,
        lost_seconds: float = LOST_SECONDS,
    ) -> None:
        self._database = database
        self._agent = agent
        self._replica = replica
        self._lost_seconds = lost_seconds
        self._unsaved: set[str] = set()
        self.running: Callable[[], frozenset[str]] = frozenset
        self.events = ClusterEvents(database, agent=agent)

    @property
    def sdk(self) -> VersionedTaskStore:
        """What the SDK takes as its store."""
        return self

    async def save(
        self,
        task: Task,
        *,
        event: Event | None,
        prev: Task | None,
        prev_version: TaskVersion,
        context: ServerCallContext,
    ) -> TaskVersion:
        """See `VersionedTaskStore`."""
        cancels = task.status.state == TaskState.TASK_STATE_CANCELED
        row = self._row(task, owner_of(context))
        made_by = None if event is None else _encoded(event)
        saving = _Save(row, prev_version, cancels, made_by)
        try:
            version = await self._run_again(saving)
        except StoreError:
            self._unsaved.add(row.task_id)
            raise
        self._unsaved.discard(row.task_id)
        if version is None:
            raise ConcurrentTaskModificationError(row.task_id)
        return NumberedVersion(version)

    async def _run_again(self, saving: _Save) -> int | None:
        """Save, which knows what it did; once more where nobody heard of its commit."""
        task_id = saving.row.task_id
        try:
            return await self._database.run_shared(task_id, self._save_each, saving)
        except StoreError as error:
            cause = error.__cause__
            if not (isinstance(cause, DBAPIError) and cause.connection_invalidated):
                raise
            return await self._database.run_shared(task_id, self._save_each, saving)

    def _save_each(self, connection: Connection, saves: Sequence[_Save]) -> list[int | None]:
        """Save what waits together; return the new versions, None where another was before."""
        stored = task_rows.locked(connection, self._agent, {save.row.task_id for save in saves})
        known = frozenset(stored)
        versions: list[int | None] = []
        written: dict[str, TaskRow] = {}
        made: list[tuple[TaskRow, bytes]] = []
        for save in saves:
            task_id = save.row.task_id
            before = stored.get(task_id)
            if before is not None and _is_saved(before, save.row, save.before):
                versions.append(before.version)
                continue
            if not self._fits(save, before):
                versions.append(None)
                continue
            now = _next(save.row, before)
            stored[task_id] = written[task_id] = now
            versions.append(now.version)
            if save.event is not None:
                made.append((now, save.event))
        if any(row.replica for row in written.values()):
            self._replica.renew(connection)
        task_rows.put_each(connection, [*written.values()], known)
        task_rows.add_events(connection, made)
        return versions

    def _fits(self, save: _Save, stored: TaskRow | None) -> bool:
        if stored is None:
            return save.before.is_missing and not save.cancels
        if stored.owner != save.row.owner:
            return False
        if save.cancels:
            return stored.state not in _TERMINAL
        # Versions begin anew with a task that was forgotten and begun again elsewhere.
        return NumberedVersion(stored.version) == save.before and stored.replica in (
            "",
            self._replica.name,
        )

    async def get(self, task_id: str, context: ServerCallContext) -> StoredTask | None:
        """Return a task of the caller's with its version, or None."""
        row = await self._load(task_id)
        if row is None or row.owner != owner_of(context):
            return None
        return StoredTask(Task.FromString(row.payload), NumberedVersion(row.version))

    async def list(self, params: ListTasksRequest, context: ServerCallContext) -> ListTasksResponse:
        """Return one page of the caller's tasks, newest change first."""
        wanted = TaskFilter(
            self._agent,
            owner=owner_of(context),
            context_id=params.context_id,
            states=(state_name(params.status),) if params.status else (),
            since=_since(params),
        )
        size = params.page_size or DEFAULT_LIST_TASKS_PAGE_SIZE
        after = _place(params.page_token) if params.page_token else None

        def job(connection: Connection) -> tuple[int, Sequence[TaskRow]]:
            rows = task_rows.page(connection, wanted, after=after, limit=size + 1)
            return task_rows.count(connection, wanted), rows

        total, rows = await self._database.read(self._agent, job)
        more = len(rows) > size
        page = rows[:size]
        return ListTasksResponse(
            tasks=[Task.FromString(row.payload) for row in page],
            total_size=total,
            page_size=size,
            next_page_token=_token(page[-1]) if more else "",
        )

    async def delete(self, task_id: str, context: ServerCallContext) -> None:
        """Forget a task of the caller's; unknown ones are no error."""
        if await self.get(task_id, context) is not None:
            agent = self._agent
            await self._database.run(task_id, lambda c: task_rows.remove(c, agent, task_id))

    async def read(self, task_id: str, owner: str) -> Task | None:
        """Return somebody's task or None."""
        row = await self._load(task_id)
        return None if row is None or row.owner != owner else Task.FromString(row.payload)

    async def select(self, *, owner: str, context_id: str) -> Sequence[Task]:
        """Return somebody's tasks of a context, newest update first."""
        wanted = TaskFilter(self._agent, owner=owner, context_id=context_id)
        rows = await self._database.read(self._agent, lambda c: task_rows.page(c, wanted))
        return [Task.FromString(row.payload) for row in rows]

    async def orphans(self) -> Sequence[OwnedTask]:
        """Return the tasks that count as running and that no replica works on."""
        here = self._replica.name
        given_up = sorted(self._unsaved - self.running())

        def job(connection: Connection) -> Sequence[TaskRow]:
            alive = replica_rows.alive(connection, self._lost_seconds)
            lost = TaskFilter(self._agent, states=_RUNNING, not_of=sorted({here, *alive}))
            rows = task_rows.page(connection, lost)
            if given_up:
                own = TaskFilter(self._agent, states=_RUNNING, task_ids=given_up)
                rows = [*rows, *task_rows.page(connection, own)]
            return rows

        rows = await self._database.read(self._agent, job)
        # Those that are found are given up once they are replaced: that may fail as well.
        self._unsaved.difference_update(set(given_up) - {row.task_id for row in rows})
        return [OwnedTask(Task.FromString(row.payload), row.owner, row.version) for row in rows]

    async def replace(
        self, task: Task, owner: str, *, before: Task, version: int | None = None
    ) -> bool:
        """Put a task in the place of how it was, unless it has another state or version by now."""
        row = self._row(task, owner)
        event = TaskStatusUpdateEvent(
            task_id=task.id, context_id=task.context_id, status=task.status
        )

        def job(connection: Connection) -> bool:
            stored = task_rows.locked(connection, self._agent, [row.task_id]).get(row.task_id)
            if stored is None or stored.state != state_name(before.status.state):
                return False
            if version not in (None, stored.version):
                return False
            now = _next(row, stored)
            task_rows.put(connection, now)
            task_rows.add_events(connection, [(now, _encoded(event))])
            return True

        return await self._database.run(row.task_id, job)

    async def ended_elsewhere(self) -> Sequence[str]:
        """Return which of the tasks that are being worked on here are over by another's word."""
        here = sorted(self.running())
        if not here:
            return ()
        agent = self._agent

        def job(connection: Connection) -> list[str]:
            return replica_rows.in_states(connection, agent, here, sorted(_TERMINAL))

        return await self._database.read(agent, job)

    async def wait_settled(self) -> None:
        """Return at once: what was saved is kept."""

    async def aclose(self) -> None:
        """Free what the store holds: the database is its opener's."""

    async def _load(self, task_id: str) -> TaskRow | None:
        return await self._database.read_shared(task_id, self._load_each, task_id)

    def _load_each(
        self, connection: Connection, task_ids: Sequence[str]
    ) -> Sequence[TaskRow | None]:
        found = task_rows.some(connection, self._agent, {*task_ids})
        return [found.get(task_id) for task_id in task_ids]

    def _row(self, task: Task, owner: str) -> TaskRow:
        kept = Task()
        kept.CopyFrom(task)
        if not kept.status.HasField("timestamp"):
            kept.status.timestamp.FromDatetime(utc_now())
        return TaskRow(
            agent=self._agent,
            task_id=kept.id,
            owner=owner,
            context_id=kept.context_id,
            state=state_name(kept.status.state),
            updated_at=kept.status.timestamp.ToDatetime(UTC).timestamp(),
            version=0,
            replica=self._replica.name if kept.status.state in RUNNING else "",
            payload=kept.SerializeToString(),
        )


def _is_saved(stored: TaskRow, row: TaskRow, before: TaskVersion) -> bool:
    """Whether a row was written by an earlier try, whose commit nobody heard of."""
    first = before.is_missing and stored.version == 1
    written = first or NumberedVersion(stored.version - 1) == before
    return written and stored._replace(version=0) == row


def _next(row: TaskRow, stored: TaskRow | None) -> TaskRow:
    return row._replace(version=1 if stored is None else stored.version + 1)


def _encoded(event: Event) -> bytes:
    return bytes(to_stream_response(event).SerializeToString())


def _since(params: ListTasksRequest) -> float | None:
    if not params.HasField("status_timestamp_after"):
        return None
    return float(params.status_timestamp_after.ToDatetime(UTC).timestamp())


def _token(row: TaskRow) -> str:
    place = json.dumps([row.updated_at, row.task_id]).encode()
    return base64.urlsafe_b64encode(place).decode()


def _place(token: str) -> tuple[float, str]:
    try:
        moment, task_id = json.loads(base64.urlsafe_b64decode(token.encode()))
        return float(moment), str(task_id)
    except (ValueError, TypeError, binascii.Error) as error:
        raise InvalidParamsError("The page token is none of this server's.") from error
