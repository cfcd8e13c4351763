"""What was taken in already, with its answer: what comes again is only answered again.

An answer goes when what it tells of is erased, or after `KEPT`.
"""

import json
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from app.conversations.database import Database
from app.conversations.prepared import Prepared
from app.conversations.queues.results import Result
from app.conversations.tables_service import INBOX
from app.domain.ids import utc_now

KEPT: Final = timedelta(days=7)
_SWEPT: Final = timedelta(hours=1)
"""How often a tenant's old answers are looked for."""

KNOWN = INBOX.c
_NEVER: Final = datetime.min.replace(tzinfo=UTC)

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
        self._swept: dict[str, datetime] = {}

    async def result(self, tenant: str, message_id: UUID) -> Result | None:
        """Return the status and payload of an envelope's answer, or None for a new one."""
        wanted = {"tenant": tenant, "message_id": message_id.hex}
        row = await self._database.read(tenant, lambda c: _RESULT.row(c, wanted))
        if row is None:
            return None
        status, payload = json.loads(row[0])
        return status, payload

    async def keep(
        self,
        tenant: str,
        message_id: UUID,
        queue: str,
        result: Result,
        *,
        about: str = "",
        instead: bool = False,
    ) -> None:
        """Keep the answer to an envelope, which tells of a conversation or fact; the first stays.

        One that is kept `instead` takes its place: the request was revived, and done after all.
        Now and then those that are older than `KEPT` are removed.
        """
        now = utc_now()
        row = {
            "tenant": tenant,
            "message_id": message_id.hex,
            "queue": queue,
            "received_at": now,
            "reply": json.dumps(result),
            "about": about,
        }

        def keep(connection: Connection) -> None:
            if instead:
                same = (KNOWN.tenant == tenant) & (KNOWN.message_id == message_id.hex)
                connection.execute(delete(INBOX).where(same))
            _KEEP[connection.dialect.name].run(connection, row)

        await self._database.write(tenant, keep)
        if now - self._swept.get(tenant, _NEVER) >= _SWEPT:
            self._swept[tenant] = now
            await self._forget(tenant, now - KEPT)

    async def _forget(self, tenant: str, before: datetime) -> None:
        def job(connection: Connection) -> None:
            old = (KNOWN.tenant == tenant) & (KNOWN.received_at < before)
            connection.execute(delete(INBOX).where(old))

        await self._database.write(tenant, job)
