"""Tasks of the service: put with each new state, never changed after a final one.

But for one way back: what failed is worked on again when its request is revived.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, insert, or_, select, update

from app.conversations import book_rows, cancelled_ahead, json_text, page_cursors
from app.conversations.change_rows import append, entry
from app.conversations.rights import seen, sees
from app.conversations.tables_book import SERVICE_TASKS
from app.domain.book import Caller, Page
from app.domain.changes import Topic
from app.domain.ids import utc_now
from app.domain.service_tasks import ServiceTask, ServiceTaskState, ServiceTasksWanted
from app.errors import Conflict, NotFound

S = SERVICE_TASKS.c


def put(
    connection: Connection,
    caller: Caller,
    task: ServiceTask,
    *,
    owner: str | None = None,
    if_revision: int | None = None,
) -> ServiceTask:
    """Store a task or its new state; one that has ended stays as it is.

    A new one is the caller's, or the `owner`'s, and has no revision that could be expected. Where
    it was cancelled ahead it is cancelled, unless it is stored as ended.
    """
    row = row_of(connection, caller.tenant, task.id)
    now = utc_now()
    if row is not None:
        held = task_of(row)
        if not sees(caller, held.user_id):
            raise unknown(task.id)
        _expect(held, if_revision)
        if held.state.terminal:
            return held
        stored = task.model_copy(
            update={
                "conversation_id": held.conversation_id,
                "user_id": held.user_id,
                "revision": held.revision + 1,
                "created_at": held.created_at,
                "updated_at": now,
            }
        )
        _replace(connection, caller.tenant, stored)
    elif if_revision is not None:
        raise Conflict("There is no such task.", task_id=task.id)
    else:
        if task.conversation_id is not None:
            book_rows.one(connection, caller, task.conversation_id)
        whose = caller.user if owner is None else owner
        state = task.state
        if not state.terminal and cancelled_ahead.was_noted(
            connection, caller.tenant, task.id, whose
        ):
            state = ServiceTaskState.CANCELLED
        stored = task.model_copy(
            update={
                "state": state,
                "user_id": whose,
                "revision": 1,
                "created_at": task.created_at or now,
                "updated_at": now,
            }
        )
        connection.execute(
            insert(SERVICE_TASKS).values(tenant=caller.tenant, task_id=task.id, **_values(stored))
        )
    _tell(connection, caller, stored)
    return stored


def again(connection: Connection, caller: Caller, held: ServiceTask) -> ServiceTask:
    """Have a task that failed be worked on again."""
    begun = held.model_copy(
        update={
            "state": ServiceTaskState.PROCESSING,
            "result": None,
            "error": "",
            "revision": held.revision + 1,
            "updated_at": utc_now(),
        }
    )
    _replace(connection, caller.tenant, begun)
    _tell(connection, caller, begun)
    return begun


def _replace(connection: Connection, tenant: str, task: ServiceTask) -> None:
    connection.execute(
        update(SERVICE_TASKS).where(S.tenant == tenant, S.task_id == task.id).values(_values(task))
    )


def _tell(connection: Connection, caller: Caller, stored: ServiceTask) -> None:
    append(
        connection,
        caller.tenant,
        [
            entry(
                _TOPICS.get(stored.state, "task.update"),
                "task",
                context_id=stored.conversation_id,
                task_id=stored.id,
                user_id=stored.user_id,
                session_id=caller.session,
                origin=caller.origin,
            )
        ],
    )


_TOPICS: dict[ServiceTaskState, Topic] = {
    ServiceTaskState.COMPLETED: "task.completed",
    ServiceTaskState.FAILED: "task.failed",
}


def one(connection: Connection, caller: Caller, task_id: str) -> ServiceTask:
    """Return a task; raises `NotFound`."""
    row = row_of(connection, caller.tenant, task_id)
    if row is None or not sees(caller, row.user_id):
        raise unknown(task_id)
    return task_of(row)


def some(connection: Connection, tenant: str, task_ids: Sequence[str]) -> dict[str, ServiceTask]:
    """Return tasks by their ids; those that are not there are left out."""
    if not task_ids:
        return {}
    chosen = select(SERVICE_TASKS).where(S.tenant == tenant, S.task_id.in_(task_ids))
    return {row.task_id: task_of(row) for row in connection.execute(chosen)}


def listed(
    connection: Connection, caller: Caller, wanted: ServiceTasksWanted, cursor: str | None = None
) -> Page[ServiceTask]:
    """Return a page of tasks, the newest update first."""
    chosen = select(SERVICE_TASKS).where(S.tenant == caller.tenant, seen(caller, S.user_id))
    if wanted.conversation_id is not None:
        chosen = chosen.where(S.context_id == wanted.conversation_id)
    if wanted.states:
        chosen = chosen.where(S.state.in_(wanted.states))
    if cursor is not None:
        at, task_id = page_cursors.read(cursor, datetime, str)
        same_time = and_(S.updated_at == at, S.task_id > task_id)
        chosen = chosen.where(or_(S.updated_at < at, same_time))
    rows = connection.execute(
        chosen.order_by(S.updated_at.desc(), S.task_id).limit(wanted.limit + 1)
    ).all()
    found = tuple(task_of(row) for row in rows[: wanted.limit])
    if len(rows) <= wanted.limit:
        return Page(found)
    last = rows[wanted.limit - 1]
    return Page(found, next=page_cursors.write(last.updated_at, last.task_id))


def of_conversation(
    connection: Connection, caller: Caller, conversation_id: str
) -> Sequence[ServiceTask]:
    """Return all tasks of a conversation that the caller may see, the newest update first."""
    chosen = select(SERVICE_TASKS).where(
        S.tenant == caller.tenant, S.context_id == conversation_id, seen(caller, S.user_id)
    )
    rows = connection.execute(chosen.order_by(S.updated_at.desc(), S.task_id))
    return [task_of(row) for row in rows]


def cancel(
    connection: Connection, caller: Caller, task_id: str, if_revision: int | None = None
) -> ServiceTask:
    """Cancel a task unless it has ended; returns what it is then.

    One that is not there (for this caller) is cancelled ahead, and returned at revision 0. With a
    revision `NotFound` is raised for it: somebody expects one that was seen.
    """
    row = row_of(connection, caller.tenant, task_id)
    if row is None or not sees(caller, row.user_id):
        if if_revision is not None:
            raise unknown(task_id)
        return cancelled_ahead.note(connection, caller, task_id)
    held = task_of(row)
    _expect(held, if_revision)
    if held.state.terminal:
        return held
    cancelled = held.model_copy(update={"state": ServiceTaskState.CANCELLED})
    return put(connection, caller, cancelled)


def _expect(held: ServiceTask, if_revision: int | None) -> None:
    if if_revision is not None and if_revision != held.revision:
        raise Conflict("The task was changed meanwhile.", task_id=held.id, revision=held.revision)


def unknown(task_id: str) -> NotFound:
    """Return what is said of a task that is not there, or not for this caller."""
    return NotFound("There is no such task.", task_id=task_id)


def row_of(connection: Connection, tenant: str, task_id: str) -> Any | None:
    """Return the row of a task, whoever's it is, or None."""
    chosen = select(SERVICE_TASKS).where(S.tenant == tenant, S.task_id == task_id)
    return connection.execute(chosen).one_or_none()


def _values(task: ServiceTask) -> dict[str, Any]:
    return {
        "context_id": task.conversation_id,
        "task_type": task.task_type,
        "state": task.state,
        "priority": task.priority,
        "correlation_id": task.correlation_id,
        "user_id": task.user_id,
        "parameters": json_text.dump(task.parameters),
        "result": json_text.dump(task.result),
        "error": task.error,
        "revision": task.revision,
        "created_at": task.created_at,
        "updated_at": task.updated_at,
    }


def task_of(row: Any) -> ServiceTask:
    """Return the task that a row is."""
    return ServiceTask(
        id=row.task_id,
        conversation_id=row.context_id,
        task_type=row.task_type,
        state=ServiceTaskState(row.state),
        priority=row.priority,
        correlation_id=row.correlation_id,
        user_id=row.user_id,
        parameters=json_text.load(row.parameters),
        result=json_text.load(row.result),
        error=row.error,
        revision=row.revision,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )
