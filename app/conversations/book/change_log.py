"""The log of changes is read from a cursor, with what each change concerns."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, func, or_, select

from app.conversations.book import book_rows, memory_rows, message_rows, service_task_rows
from app.conversations.book.book_rows import seen, sees
from app.conversations.database.tables import CHANGES
from app.conversations.store import change_rows
from app.domain.book import Caller
from app.domain.changes import (
    CannotReplay,
    Change,
    ChangeFilters,
    Cursor,
    Replayed,
    UpToDate,
)

C = CHANGES.c


def after(
    connection: Connection,
    caller: Caller,
    since: Cursor | None,
    topics: frozenset[str],
    filters: ChangeFilters,
    limit: int,
) -> Replayed | UpToDate | CannotReplay:
    """Return what came after a cursor; all of it is read in one state of the database."""
    epoch, last, cut = change_rows.stream(connection, caller.tenant)
    now = Cursor(epoch, last)
    if since is None:
        return UpToDate(now)
    if since.epoch not in (epoch, change_rows.BEGINNING) or since.seq > last:
        return CannotReplay(now, "other_log")
    if since.epoch == change_rows.BEGINNING and since.seq:
        return CannotReplay(now, "other_log")
    if since.seq < cut:
        return CannotReplay(now, "log_cut")
    if since.seq == last:
        return UpToDate(now)
    rows = connection.execute(
        _chosen(caller, since, topics, filters).order_by(C.seq).limit(limit + 1)
    ).all()
    more = len(rows) > limit
    rows = rows[:limit]
    reached = Cursor(epoch, rows[-1].seq) if more else now
    return Replayed(tuple(_with_values(connection, caller, epoch, rows)), reached, more)


def before(connection: Connection, tenant: str, moment: datetime) -> Cursor:
    """Return the cursor after which stands what was written at that moment and later."""
    epoch, last, cut = change_rows.stream(connection, tenant)
    later = select(func.min(C.seq)).where(C.tenant == tenant, C.at >= moment)
    first = connection.execute(later).scalar_one()
    return Cursor(epoch, last if first is None else max(cut, first - 1))


def _chosen(caller: Caller, since: Cursor, topics: frozenset[str], filters: ChangeFilters) -> Any:
    # A fact without a user holds for each of them.
    everybodys = and_(C.topic == "memory.update", C.user_id == "")
    chosen = select(CHANGES).where(
        C.tenant == caller.tenant, C.seq > since.seq, or_(seen(caller, C.user_id), everybodys)
    )
    if topics:
        chosen = chosen.where(C.topic.in_(sorted(topics)))
    for column, value in (
        (C.session_id, filters.session_id),
        (C.context_id, filters.conversation_id),
        (C.user_id, filters.user_id),
    ):
        if value is not None:
            chosen = chosen.where(column == value)
    if filters.not_origin is not None:
        chosen = chosen.where(C.origin != filters.not_origin)
    return chosen


def _with_values(
    connection: Connection, caller: Caller, epoch: str, rows: Sequence[Any]
) -> Iterable[Change]:
    tenant = caller.tenant
    # A fact that holds for everybody may come from a conversation that is not everybody's.
    conversations = {
        key: one
        for key, one in book_rows.some(
            connection, tenant, _ids(row.context_id for row in rows)
        ).items()
        if sees(caller, one.user_id)
    }
    messages = message_rows.some(connection, tenant, _ids(row.message_id for row in rows))
    tasks = service_task_rows.some(connection, tenant, _ids(row.task_id for row in rows))
    memories = memory_rows.some(connection, tenant, _ids(row.memory_id for row in rows))
    for row in rows:
        yield Change(
            cursor=Cursor(epoch, row.seq),
            topic=row.topic,
            update_type=row.update_type,
            at=row.at,
            conversation_id=row.context_id,
            message_id=row.message_id,
            task_id=row.task_id,
            memory_id=row.memory_id,
            user_id=row.user_id,
            session_id=row.session_id,
            origin=row.origin,
            conversation=conversations.get(row.context_id),
            message=messages.get(row.message_id),
            task=tasks.get(row.task_id),
            memory=memories.get(row.memory_id),
        )


def _ids(found: Iterable[str | None]) -> list[str]:
    return sorted({one for one in found if one is not None})
