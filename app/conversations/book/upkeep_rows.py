"""What a service keeps for itself and no longer needs: counted, and removed, a tenant at a time."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, func, select, union

from app.conversations.database.tables import (
    AUDIT,
    CHANGES,
    EVENTS,
    INBOX,
    MESSAGES,
    SERVICE_TASKS,
    STREAMS,
    TENANTS,
)
from app.conversations.store import change_rows
from app.domain.service_tasks import ServiceTaskState
from app.system.row_limits import KeptRows, RowLimits, remove_beyond

KEPT: Final[Mapping[str, KeptRows]] = {
    "changes": KeptRows(CHANGES, CHANGES.c.at, order=CHANGES.c.seq),
    # One without an answer is still to be done.
    "inbox": KeptRows(INBOX, INBOX.c.received_at, may_go=INBOX.c.reply.is_not(None)),
    "audit": KeptRows(AUDIT, AUDIT.c.at),
    "service_tasks": KeptRows(
        SERVICE_TASKS,
        SERVICE_TASKS.c.updated_at,
        may_go=SERVICE_TASKS.c.state.in_(
            sorted(state.value for state in ServiceTaskState if state.terminal)
        ),
    ),
}
"""What a service keeps for itself, of each tenant. Nothing of what was said is among it."""

_GROWING: Mapping[str, tuple[Table, ColumnElement[Any]]] = {
    "messages": (MESSAGES, MESSAGES.c.created_at),
    "events": (EVENTS, EVENTS.c.at),
    **{name: (rows.table, rows.moment) for name, rows in KEPT.items()},
}


def tenants(connection: Connection) -> Sequence[str]:
    """Return the tenants that there are; to be read over the whole database."""
    tables = (STREAMS, TENANTS, *(rows.table for rows in KEPT.values()))
    found = union(*(select(table.c.tenant).distinct() for table in tables))
    return sorted(connection.execute(found).scalars())


def purge(
    connection: Connection, tenant: str, limits: Mapping[str, RowLimits], *, really: bool
) -> dict[str, int]:
    """Remove what is beyond the limits of its kind, and return how much of each.

    Without `really` it is counted only. Of changes a cursor tells that it came too late.
    """
    gone = {
        name: remove_beyond(
            connection, rows, rows.table.c.tenant == tenant, limits[name], really=really
        )
        for name, rows in KEPT.items()
    }
    if really and gone["changes"]:
        change_rows.cut_to_first(connection, tenant)
    return gone


class Growth(NamedTuple):
    """How many rows a table has, and how many of them came, or changed, in the last day."""

    rows: int
    last_day: int


def growth(connection: Connection, since: datetime) -> dict[str, Growth]:
    """Return the size of the tables that grow; to be read over the whole database."""
    found = {}
    for name, (table, moment) in _GROWING.items():
        late = func.count().filter(moment >= since)
        rows, last_day = connection.execute(select(func.count(), late).select_from(table)).one()
        found[name] = Growth(int(rows), int(last_day))
    return found
