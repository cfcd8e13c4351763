"""Ids of tasks that were cancelled while nothing was known of them: their requests still wait.

A task that is stored under such an id later, by whom the canceller could have cancelled it, is
cancelled from the beginning. Ids of one user mean nothing for what another asks, and say nothing of
whether there is such a task.
"""

from datetime import timedelta
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select

from app.conversations.tables_book import CANCELLED_AHEAD
from app.domain.book import ALL_USERS, Caller
from app.domain.ids import utc_now
from app.domain.service_tasks import ServiceTask, ServiceTaskState
from app.errors import RateLimitExceeded

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
