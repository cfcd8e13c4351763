"""The log of changes is appended here, in the transaction of each write, and nowhere else."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from importlib import import_module
from typing import Any, Final
from uuid import uuid4

from sqlalchemy import (
    BigInteger,
    Connection,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from app.conversations.database.statements import Prepared, RowsOf
from app.conversations.database.tables import CHANGES, STREAMS
from app.domain.book import LOCAL_TENANT
from app.domain.changes import Topic, UpdateType
from app.domain.ids import utc_now

KEPT: Final = 100_000
"""How many changes of a desk of its own can be replayed at least."""

BEGINNING: Final = "0"
"""The epoch of a cursor before the first change, whatever the log's own will be."""

_CUT_EVERY = 1_000

C = CHANGES.c
S = STREAMS.c

_NEXT = Prepared(
    update(STREAMS)
    .where(S.tenant == bindparam("of_tenant"))
    .values(last=S.last + bindparam("count", type_=BigInteger()))
    .returning(S.last)
)
NEW_MESSAGE: Final = RowsOf(
    CHANGES,
    {
        "tenant": "tenant",
        "seq": "seq",
        "topic": "topic",
        "update_type": "update_type",
        "at": "added_at",
        "context_id": "context_id",
        "message_id": "message_id",
        "user_id": "user_id",
        "session_id": "session_id",
        "origin": "origin",
    },
)
"""What is appended of a message that came, under a number that was taken for it."""
_REPLACED = ("seq", "topic", "update_type", "at", "user_id", "session_id", "origin")


@cache
def _append(dialect: str) -> Prepared:
    """Return the statement that appends a change, in the words of a kind of database."""
    # Imported where it is used: PostgreSQL's alone would take a third of a start.
    kind: Any = import_module(f"sqlalchemy.dialects.{dialect}").insert
    statement = kind(CHANGES)
    statement = statement.on_conflict_do_update(
        index_elements=[C.tenant, C.latest],
        set_={name: statement.excluded[name] for name in _REPLACED},
    )
    return Prepared(statement, *CHANGES.columns.keys())


def entry(
    topic: Topic,
    update_type: UpdateType,
    *,
    at: datetime | None = None,
    context_id: str | None = None,
    message_id: str | None = None,
    task_id: str | None = None,
    memory_id: str | None = None,
    user_id: str = "",
    session_id: str = "",
    origin: str = "",
    latest: str | None = None,
) -> dict[str, Any]:
    """Return a change to be appended; it replaces an earlier one with the same `latest`."""
    return {
        "topic": topic,
        "update_type": update_type,
        "at": at or utc_now(),
        "context_id": context_id,
        "message_id": message_id,
        "task_id": task_id,
        "memory_id": memory_id,
        "user_id": user_id,
        "session_id": session_id,
        "origin": origin,
        "latest": latest,
    }


def append(connection: Connection, tenant: str, entries: Sequence[dict[str, Any]]) -> None:
    """Append changes under the next numbers, which nobody sees before these and those before.

    The tenant's row in `streams` stays locked from here to the commit: numbers are seen in order.
    """
    taken = numbers(connection, tenant, len(entries))
    rows = [
        {"tenant": tenant, "seq": seq, **change} for seq, change in zip(taken, entries, strict=True)
    ]
    # Of those with the same `latest` the last replaces the others.
    kept = {row["latest"] or row["seq"]: row for row in rows}
    _append(connection.dialect.name).insert_many(connection, list(kept.values()))
    cut_old(connection, tenant, taken)


def numbers(connection: Connection, tenant: str, count: int) -> range:
    """Take the next numbers of the log, which is locked from here to the commit."""
    wanted = {"of_tenant": tenant, "count": count}
    taken = _NEXT.row(connection, wanted)
    if taken is None:
        _begin(connection, tenant)
        taken = _NEXT.row(connection, wanted)
    assert taken is not None
    last = int(taken[0])
    return range(last - count + 1, last + 1)


def cut_old(connection: Connection, tenant: str, taken: range) -> None:
    """Now and then remove what is older than a desk keeps; a service purges by its settings."""
    first, last = taken.start, taken.stop - 1
    due = last // _CUT_EVERY != (first - 1) // _CUT_EVERY and last > KEPT + _CUT_EVERY
    if due and tenant == LOCAL_TENANT:
        cut(connection, tenant, last - KEPT)


def cut(connection: Connection, tenant: str, upto: int) -> None:
    """Remove the changes up to a number; cursors before it cannot be replayed any more."""
    connection.execute(delete(CHANGES).where(C.tenant == tenant, C.seq <= upto))
    connection.execute(update(STREAMS).where(S.tenant == tenant, S.cut < upto).values(cut=upto))


def cut_to_first(connection: Connection, tenant: str) -> None:
    """Note that there is nothing before the first change that is kept, or before the next one."""
    first = select(func.min(C.seq)).where(C.tenant == tenant).scalar_subquery()
    upto = func.coalesce(first - 1, S.last)
    connection.execute(update(STREAMS).where(S.tenant == tenant, S.cut < upto).values(cut=upto))


def stream(connection: Connection, tenant: str) -> tuple[str, int, int]:
    """Return the epoch of a tenant's log, its newest number, and the newest that was cut.

    A log without any change has the epoch of every beginning.
    """
    row = connection.execute(select(S.epoch, S.last, S.cut).where(S.tenant == tenant)).one_or_none()
    return (BEGINNING, 0, 0) if row is None else (row.epoch, row.last, row.cut)


def _begin(connection: Connection, tenant: str) -> None:
    connection.execute(insert(STREAMS).values(tenant=tenant, epoch=uuid4().hex, last=0, cut=0))
