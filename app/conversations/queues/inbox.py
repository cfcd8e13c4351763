"""What was taken in already, with its answer: what comes again is only answered again."""

import json
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from app.conversations.database import Database
from app.conversations.queues.actions import Result
from app.conversations.tables_service import INBOX
from app.domain.ids import utc_now

KEPT: Final = timedelta(days=7)

KNOWN = INBOX.c


class Inbox:
    """Answers by tenant and message id, unique in the database, which its owner closes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def result(self, tenant: str, message_id: UUID) -> Result | None:
        """Return the status and payload of an envelope's answer, or None for a new one."""
        same = (KNOWN.tenant == tenant) & (KNOWN.message_id == message_id.hex)
        wanted = select(KNOWN.reply).where(same)

        def job(connection: Connection) -> str | None:
            return connection.execute(wanted).scalar_one_or_none()

        found = await self._database.read(tenant, job)
        if found is None:
            return None
        status, payload = json.loads(found)
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

        def job(connection: Connection) -> None:
            dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
            connection.execute(dialect.insert(INBOX).values(row).on_conflict_do_nothing())

        await self._database.write(tenant, job)

    async def forget(self, tenant: str, *, before: datetime | None = None) -> None:
        """Remove answers that are older than `KEPT`, or than a moment."""
        before = before or utc_now() - KEPT

        def job(connection: Connection) -> None:
            old = (KNOWN.tenant == tenant) & (KNOWN.received_at < before)
            connection.execute(delete(INBOX).where(old))

        await self._database.write(tenant, job)
