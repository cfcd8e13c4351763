"""Conversations in the database: saved by their listed fields, read with their counts."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    delete,
    func,
    insert,
    select,
    tuple_,
    update,
)

from app.conversations.phases import Phase
from app.conversations.search_text import fold_text
from app.conversations.tables import AGENT_TASKS, CONVERSATIONS, TURNS
from app.domain.conversations import Conversation

C = CONVERSATIONS.c


def save(connection: Connection, tenant: str, conversation: Conversation) -> None:
    """Insert or replace the listed fields; the counts are left alone."""
    values = conversation.model_dump(
        include={
            "title",
            "agent",
            "pinned",
            "draft",
            "created_at",
            "updated_at",
            "deleted_at",
        }
    )
    values["folded_title"] = fold_text(conversation.title)
    known = connection.execute(
        update(CONVERSATIONS).where(_is(tenant, conversation.context_id)).values(values)
    )
    if known.rowcount == 0:
        connection.execute(
            insert(CONVERSATIONS).values(
                tenant=tenant, context_id=conversation.context_id, **values
            )
        )


def one(connection: Connection, tenant: str, context_id: str) -> Conversation | None:
    """Return a conversation, deleted or not."""
    row = connection.execute(_with_counts(tenant).where(_is(tenant, context_id))).one_or_none()
    return None if row is None else _conversation(row)


def listed(connection: Connection, tenant: str, limit: int) -> Sequence[Conversation]:
    """Return those not deleted: pinned first, then newest first."""
    rows = connection.execute(
        _with_counts(tenant)
        .where(C.tenant == tenant, C.deleted_at.is_(None))
        .order_by(C.pinned.desc(), C.updated_at.desc(), C.context_id)
        .limit(limit)
    )
    return [_conversation(row) for row in rows]


def purge(connection: Connection, tenant: str, context_id: str) -> None:
    """Remove a conversation with its messages, turns, events, texts and agents' tasks."""
    connection.execute(
        delete(AGENT_TASKS).where(
            AGENT_TASKS.c.tenant == tenant, AGENT_TASKS.c.context_id == context_id
        )
    )
    connection.execute(delete(CONVERSATIONS).where(_is(tenant, context_id)))


def purge_deleted(connection: Connection, tenant: str, before: datetime) -> int:
    """Remove those deleted before a moment; return how many."""
    found = connection.execute(
        select(C.context_id).where(C.tenant == tenant, C.deleted_at < before)
    ).scalars()
    context_ids = list(found)
    for context_id in context_ids:
        purge(connection, tenant, context_id)
    return len(context_ids)


def _is(tenant: str, context_id: str) -> ColumnElement[bool]:
    return tuple_(C.tenant, C.context_id) == tuple_(tenant, context_id)


def _with_counts(tenant: str) -> Select[Any]:
    counted = (
        select(
            TURNS.c.context_id,
            func.count().filter(TURNS.c.phase == Phase.RUNNING).label("running"),
            func.count().filter(TURNS.c.phase == Phase.WAITING).label("waiting"),
        )
        .where(TURNS.c.tenant == tenant, TURNS.c.phase.in_([Phase.RUNNING, Phase.WAITING]))
        .group_by(TURNS.c.context_id)
        .subquery()
    )
    return select(CONVERSATIONS, counted.c.running, counted.c.waiting).join_from(
        CONVERSATIONS, counted, counted.c.context_id == C.context_id, isouter=True
    )


def _conversation(row: Row[Any]) -> Conversation:
    return Conversation(
        context_id=row.context_id,
        title=row.title,
        agent=row.agent,
        pinned=row.pinned,
        draft=row.draft,
        entries=row.entries,
        running=row.running or 0,
        waiting=row.waiting or 0,
        created_at=row.created_at,
        updated_at=row.updated_at,
        deleted_at=row.deleted_at,
    )
