"""Served tasks in the database, one row each, replaced as the task goes on."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, insert, select

from app.conversations.database.tables import AGENT_TASKS
from app.ports import TaskRecord

A = AGENT_TASKS.c


def save(connection: Connection, tenant: str, record: TaskRecord) -> None:
    """Insert or replace a task."""
    remove(connection, tenant, record.agent, record.task_id)
    connection.execute(insert(AGENT_TASKS).values(tenant=tenant, **record._asdict()))


def load(connection: Connection, tenant: str, agent: str, task_id: str) -> TaskRecord | None:
    """Return a task or None."""
    row = connection.execute(select(AGENT_TASKS).where(_is(tenant, agent, task_id))).one_or_none()
    return None if row is None else _record(row)


def chosen(
    connection: Connection,
    tenant: str,
    agent: str,
    context_id: str | None,
    states: Sequence[str],
) -> Sequence[TaskRecord]:
    """Return the tasks of an agent, newest update first, optionally of one context or state."""
    query = select(AGENT_TASKS).where(A.tenant == tenant, A.agent == agent)
    if context_id is not None:
        query = query.where(A.context_id == context_id)
    if states:
        query = query.where(A.state.in_(states))
    rows = connection.execute(query.order_by(A.updated_at.desc(), A.task_id))
    return [_record(row) for row in rows]


def remove(connection: Connection, tenant: str, agent: str, task_id: str) -> None:
    """Forget a task."""
    connection.execute(delete(AGENT_TASKS).where(_is(tenant, agent, task_id)))


def _is(tenant: str, agent: str, task_id: str) -> ColumnElement[bool]:
    return and_(A.tenant == tenant, A.agent == agent, A.task_id == task_id)


def _record(row: Row[Any]) -> TaskRecord:
    return TaskRecord(
        agent=row.agent,
        task_id=row.task_id,
        context_id=row.context_id,
        state=row.state,
        updated_at=row.updated_at,
        payload=row.payload,
    )
