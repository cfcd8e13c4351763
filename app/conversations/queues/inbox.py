"""What was taken in already, with its answer: what comes again is only answered again."""

import json
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from app.conversations.database import Database
from app.conversations.prepared import Prepared
from app.conversations.queues.actions import Result
from app.conversations.tables_service import INBOX
from app.domain.ids import utc_now

KEPT: Final = timedelta(days=7)

KNOWN = INBOX.c

_RESULT = Prepared(
    select(KNOWN.reply).where(
        KNOWN.tenant == bindparam("tenant"), KNOWN.message_id == bindparam("message_id")
    )
)
_KEEP = {
    dialect.__name__.rpartition(".")[2]: Prepared(
        dialect.insert(INBOX).on_conflict_do_nothing(), *INBOX.columns.keys()
    )
    for dialect in (postgresql, sqlite)
}


class Inbox:
    """Answers by tenant and message id, unique in the database, which its owner closes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def result(self, tenant: str, message_id: UUID) -> Result | None:
        """Return the status and payload of an envelope's answer, or None for a new one."""
        wanted = {"tenant": tenant, "message_id": message_id.hex}
        row = await self._database.read(tenant, lambda c: _RESULT.row(c, wanted))
        if row is None:
            return None
        status, payload = json.loads(row[0])
        return status, payload

    async def keep(self, tenant: str, message_id: UUID, queue: str, result: Result) -> None:
        """Keep the answer to an envelope; the first one stays."""
        row = {
            "tenant": tenant,
            "message_id": message_id.hex,
            "queue": queue,
            "received_at": utc_now(),
            "reply": json.dumps(result),
        }

        await self._database.write(tenant, lambda c: _KEEP[c.dialect.name].run(c, row))

    async def forget(self, tenant: str, *, before: datetime | None = None) -> None:
        """Remove answers that are older than `KEPT`, or than a moment."""
        before = before or utc_now() - KEPT

        def job(connection: Connection) -> None:
            old = (KNOWN.tenant == tenant) & (KNOWN.received_at < before)
            connection.execute(delete(INBOX).where(old))

        await self._database.write(tenant, job)
