"""What a service keeps for itself and no longer needs: counted, and removed, a tenant at a time."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, select

from app.conversations.database.tables import (
    AUDIT,
    INBOX,
    METADATA,
    SERVICE_TASKS,
    STREAMS,
    TENANTS,
)
from app.conversations.store import change_rows
from app.domain.service_tasks import ServiceTaskState

_GROWING = ("messages", "events", "changes", "service_tasks", "audit")
_FINAL = sorted(state.value for state in ServiceTaskState if state.terminal)
_TIMES = {"messages": "created_at", "events": "at", "changes": "at", "audit": "at"}


class RetentionLimits(NamedTuple):
    """Before which moments things are forgotten, and how many changes stay; None keeps all."""

    inbox: datetime | None
    audit: datetime | None
    service_tasks: datetime | None
    changes: int | None


def tenants(connection: Connection) -> Sequence[str]:
    """Return the tenants that there are; to be read over the whole database."""
    written = select(STREAMS.c.tenant).union(select(TENANTS.c.tenant))
    return sorted(connection.execute(written).scalars())


def purge(
    connection: Connection, tenant: str, limits: RetentionLimits, *, really: bool
) -> dict[str, int]:
    """Remove what is beyond the limits, and return how much of each; without `really` count only.

    Nothing of what was said is among it. Of changes a cursor tells that it came too late.
    """
    chosen = {
        "inbox": (INBOX, INBOX.c.received_at, limits.inbox, ()),
        "audit": (AUDIT, AUDIT.c.at, limits.audit, ()),
        "service tasks": (
            SERVICE_TASKS,
            SERVICE_TASKS.c.updated_at,
            limits.service_tasks,
            (SERVICE_TASKS.c.state.in_(_FINAL),),
        ),
    }
    gone: dict[str, int] = {}
    for name, (table, moment, before, more) in chosen.items():
        if before is None:
            continue
        old = (table.c.tenant == tenant, moment < before, *more)
        count = connection.execute(select(func.count()).select_from(table).where(*old)).scalar_one()
        gone[name] = int(count)
        if really and count:
            connection.execute(delete(table).where(*old))
    if limits.changes is not None:
        _, last, cut = change_rows.stream(connection, tenant)
        upto = last - limits.changes
        gone["changes"] = max(0, upto - cut)
        if really and upto > cut:
            change_rows.cut(connection, tenant, upto)
    return gone


class Growth(NamedTuple):
    """How many rows a table has, and how many of them came in the last day, if that is known."""

    rows: int
    last_day: int | None


def growth(connection: Connection, since: datetime) -> dict[str, Growth]:
    """Return the size of the tables that grow; to be read over the whole database."""
    found = {}
    for name in _GROWING:
        table = METADATA.tables[name]
        rows = connection.execute(select(func.count()).select_from(table)).scalar_one()
        late = None
        if name in _TIMES:
            moment = table.c[_TIMES[name]]
            counted = select(func.count()).select_from(table).where(moment >= since)
            late = int(connection.execute(counted).scalar_one())
        found[name] = Growth(int(rows), late)
    return found
