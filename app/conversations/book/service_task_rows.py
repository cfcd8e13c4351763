"""Tasks of the service: put with each new state, cancelled ahead, claimed by who works on them.

A final state stays, but for one way back: what failed is worked on again when its request is
revived.

A task can be cancelled before it is stored, while its request still waits. One that is stored under
such an id later, by whom the canceller could have cancelled it, is cancelled from the beginning.
Ids of one user mean nothing for what another asks, and say nothing of whether there is such a task.

A claim is given in the transaction that stores the task, and writers of a tenant come one after the
other: two that ask at once do not both get it. It holds for a while and is renewed by whoever has
it, so that the task of one that is gone, with all that its queue held, is taken up by the next.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from app.conversations.book import book_rows
from app.conversations.book.book_rows import seen, sees
from app.conversations.database import columns
from app.conversations.database.tables import CANCELLED_AHEAD, SERVICE_TASKS
from app.conversations.store import pages
from app.conversations.store.change_rows import append, entry
from app.domain.book import ALL_USERS, Caller, Page
from app.domain.changes import Topic
from app.domain.ids import utc_now
from app.domain.service_tasks import ServiceTask, ServiceTaskState, ServiceTasksWanted
from app.errors import Conflict, NotFound, RateLimitExceeded

KEPT: Final = timedelta(days=1)
MOST: Final = 20_000
"""How many a tenant may have: as many as can wait in a queue."""
_AGAIN_SECONDS: Final = 60

A = CANCELLED_AHEAD.c


def note(connection: Connection, caller: Caller, task_id: str) -> ServiceTask:
    """Note that a task is cancelled before it is there; return what it will be, at revision 0.

    Raises `RateLimitExceeded` for one too many: none that was noted is lost for another.
    """
    now = utc_now()
    of_all_users = ALL_USERS in caller.scopes
    same = and_(A.task_id == task_id, A.user_id == caller.user, A.of_all_users.is_(of_all_users))
    past = delete(CANCELLED_AHEAD).where(A.tenant == caller.tenant, or_(same, A.at < now - KEPT))
    connection.execute(past)
    count = select(func.count()).select_from(CANCELLED_AHEAD).where(A.tenant == caller.tenant)
    if connection.execute(count).scalar_one() >= MOST:
        raise RateLimitExceeded(
            "Too many tasks of this tenant are cancelled ahead of their requests.",
            retry_after=_AGAIN_SECONDS,
        )
    connection.execute(
        insert(CANCELLED_AHEAD).values(
            tenant=caller.tenant,
            task_id=task_id,
            user_id=caller.user,
            of_all_users=of_all_users,
            at=now,
        )
    )
    return ServiceTask(
        id=task_id, state=ServiceTaskState.CANCELLED, user_id=caller.user, revision=0
    )


def was_noted(connection: Connection, tenant: str, task_id: str, owner: str) -> bool:
    """Whether a new task of that user was cancelled ahead; from now on the task says it itself."""
    noted = delete(CANCELLED_AHEAD).where(_of(tenant, task_id, owner))
    return connection.execute(noted).rowcount > 0


def is_noted(connection: Connection, tenant: str, task_id: str, owner: str) -> bool:
    """Whether that user's task is cancelled ahead; it is so on, for the id is another user's."""
    noted = select(A.task_id).where(_of(tenant, task_id, owner)).limit(1)
    return connection.execute(noted).first() is not None


def _of(tenant: str, task_id: str, owner: str) -> ColumnElement[bool]:
    return and_(
        A.tenant == tenant,
        A.task_id == task_id,
        or_(A.of_all_users, A.user_id == owner),
        A.at >= utc_now() - KEPT,
    )


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
        if not state.terminal and was_noted(connection, caller.tenant, task.id, whose):
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
        at, task_id = pages.read(cursor, datetime, str)
        same_time = and_(S.updated_at == at, S.task_id > task_id)
        chosen = chosen.where(or_(S.updated_at < at, same_time))
    rows = connection.execute(
        chosen.order_by(S.updated_at.desc(), S.task_id).limit(wanted.limit + 1)
    ).all()
    found = tuple(task_of(row) for row in rows[: wanted.limit])
    if len(rows) <= wanted.limit:
        return Page(found)
    last = rows[wanted.limit - 1]
    return Page(found, next=pages.write(last.updated_at, last.task_id))


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
        return note(connection, caller, task_id)
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
        "parameters": columns.dump(task.parameters),
        "result": columns.dump(task.result),
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
        parameters=columns.load(row.parameters),
        result=columns.load(row.result),
        error=row.error,
        revision=row.revision,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


class Claim(NamedTuple):
    """What a request wants of a task; `by` is the same for each delivery of one queue entry.

    A `revived` one takes a task from whoever had it, and one that failed begins anew. Where the id
    stands for what another request asked, or is another user's, the task has the id `otherwise`;
    what its own user cancelled ahead under the latter is cancelled all the same.
    """

    by: str
    seconds: float
    otherwise: str
    revived: bool = False


class Claimed(NamedTuple):
    """A task as it is stored now, and whether it is the claimant's to be worked on (or ended)."""

    task: ServiceTask
    given: bool


def begin(connection: Connection, caller: Caller, task: ServiceTask, claim: Claim) -> Claimed:
    """Store a task in its state for a claimant, unless it has ended or somebody else has it."""
    row = row_of(connection, caller.tenant, task.id)
    wanted = task.state
    if row is not None and not sees(caller, row.user_id):
        if not wanted.terminal and is_noted(connection, caller.tenant, task.id, caller.user):
            task = task.model_copy(update={"state": ServiceTaskState.CANCELLED})
        task, row = _otherwise(connection, caller, task, claim)
    elif row is not None and _of_another(row, task):
        task, row = _otherwise(connection, caller, task, claim)
    stored: ServiceTask | None = None
    if row is not None and sees(caller, row.user_id):
        held = task_of(row)
        if held.state is ServiceTaskState.FAILED and claim.revived:
            stored = again(connection, caller, held)
        elif held.state.terminal or (_is_anothers(row, claim) and not claim.revived):
            return Claimed(held, False)
    stored = stored or put(connection, caller, task)
    if stored.state.terminal:
        return Claimed(stored, stored.state is wanted)
    _write(connection, caller.tenant, stored.id, claim)
    return Claimed(stored, True)


def renew(connection: Connection, caller: Caller, task_id: str, claim: Claim) -> bool:
    """Hold on to a task; whether it is still the claimant's."""
    return _write(connection, caller.tenant, task_id, claim, S.claimed_by == claim.by) > 0


def _otherwise(
    connection: Connection, caller: Caller, task: ServiceTask, claim: Claim
) -> tuple[ServiceTask, Any | None]:
    """Return the task under its other id, and the row that has that."""
    task = task.model_copy(update={"id": claim.otherwise})
    return task, row_of(connection, caller.tenant, task.id)


def _is_anothers(row: Any, claim: Claim) -> bool:
    until = row.claimed_until
    return row.claimed_by != claim.by and until is not None and until > utc_now()


def _of_another(row: Any, new: ServiceTask) -> bool:
    """Whether a task was begun by a request for something else.

    One that only waits, or was cancelled while it did, was told of ahead of its request.
    """
    held = task_of(row)
    if held.state is ServiceTaskState.PENDING:
        return False
    if held.state is ServiceTaskState.CANCELLED and not row.claimed_by:
        return False
    return (held.task_type, held.parameters) != (new.task_type, new.parameters)


def _write(
    connection: Connection, tenant: str, task_id: str, claim: Claim, *more: ColumnElement[bool]
) -> int:
    until = utc_now() + timedelta(seconds=claim.seconds)
    written = (
        update(SERVICE_TASKS)
        .where(S.tenant == tenant, S.task_id == task_id, *more)
        .values(claimed_by=claim.by, claimed_until=until)
    )
    return connection.execute(written).rowcount
