"""Who works on a task: of several requests that have its id, exactly one.

A claim is given in the transaction that stores the task, and writers of a tenant come one after the
other: two that ask at once do not both get it. It holds for a while and is renewed by whoever has
it, so that the task of one that is gone, with all that its queue held, is taken up by the next.
"""

from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, update

from app.conversations import cancelled_ahead, service_task_rows
from app.conversations.rights import sees
from app.conversations.tables_book import SERVICE_TASKS
from app.domain.book import Caller
from app.domain.ids import utc_now
from app.domain.service_tasks import ServiceTask, ServiceTaskState

S = SERVICE_TASKS.c


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
    row = service_task_rows.row_of(connection, caller.tenant, task.id)
    wanted = task.state
    if row is not None and not sees(caller, row.user_id):
        if not wanted.terminal and cancelled_ahead.is_noted(
            connection, caller.tenant, task.id, caller.user
        ):
            task = task.model_copy(update={"state": ServiceTaskState.CANCELLED})
        task, row = _otherwise(connection, caller, task, claim)
    elif row is not None and _of_another(row, task):
        task, row = _otherwise(connection, caller, task, claim)
    stored: ServiceTask | None = None
    if row is not None and sees(caller, row.user_id):
        held = service_task_rows.task_of(row)
        if held.state is ServiceTaskState.FAILED and claim.revived:
            stored = service_task_rows.again(connection, caller, held)
        elif held.state.terminal or (_is_anothers(row, claim) and not claim.revived):
            return Claimed(held, False)
    stored = stored or service_task_rows.put(connection, caller, task)
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
    return task, service_task_rows.row_of(connection, caller.tenant, task.id)


def _is_anothers(row: Any, claim: Claim) -> bool:
    until = row.claimed_until
    return row.claimed_by != claim.by and until is not None and until > utc_now()


def _of_another(row: Any, new: ServiceTask) -> bool:
    """Whether a task was begun by a request for something else.

    One that only waits, or was cancelled while it did, was told of ahead of its request.
    """
    held = service_task_rows.task_of(row)
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
