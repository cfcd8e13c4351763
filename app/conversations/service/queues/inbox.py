"""What was taken in already, with its answer: what comes again is only answered again.

An answer goes when what it tells of is erased, or by the settings of retention. An operator who
revives a request has it noted here, where no sender writes: a row without an answer, until there is
one.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Connection, bindparam, delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from app.conversations.database.database import Database
from app.conversations.database.statements import Prepared
from app.conversations.database.tables import INBOX
from app.conversations.service.queues.results import Result
from app.domain.ids import utc_now

KNOWN = INBOX.c

_RESULT = Prepared(
    select(KNOWN.reply).where(
        KNOWN.tenant == bindparam("tenant"), KNOWN.message_id == bindparam("message_id")
    )
)


def _kept(added: Any) -> Any:
    """Return the insertion, which takes the place of a revival and of nothing else."""
    taken = {name: added.excluded[name] for name in ("queue", "received_at", "reply", "about")}
    key = [KNOWN.tenant, KNOWN.message_id]
    return added.on_conflict_do_update(index_elements=key, set_=taken, where=KNOWN.reply.is_(None))


_KEEP = {
    dialect.__name__.rpartition(".")[2]: Prepared(
        _kept(dialect.insert(INBOX)), *INBOX.columns.keys()
    )
    for dialect in (postgresql, sqlite)
}


class KnownRequest(NamedTuple):
    """What is known of a request: how it was answered, or that it is to be done all the same."""

    result: Result | None = None
    revived: bool = False


class Inbox:
    """Answers by tenant and message id, unique in the database, which its owner closes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def known(self, tenant: str, message_id: UUID) -> KnownRequest:
        """Return what is known of an envelope."""
        wanted = {"tenant": tenant, "message_id": message_id.hex}
        row = await self._database.read(tenant, lambda c: _RESULT.row(c, wanted))
        if row is None or row[0] is None:
            return KnownRequest(revived=row is not None)
        status, payload = json.loads(row[0])
        return KnownRequest((status, payload))

    async def revive(
        self, tenant: str, message_id: UUID, also: Callable[[Connection], None]
    ) -> None:
        """Have an envelope done when it comes again, whatever is known; `also` is kept with it."""
        same = (KNOWN.tenant == tenant) & (KNOWN.message_id == message_id.hex)
        noted = {"tenant": tenant, "message_id": message_id.hex, "received_at": utc_now()}

        def job(connection: Connection) -> None:
            connection.execute(delete(INBOX).where(same))
            connection.execute(insert(INBOX).values(noted))
            also(connection)

        await self._database.write(tenant, job)

    async def give_up(self, tenant: str, message_id: UUID) -> None:
        """Take back that an envelope is to be done: it failed again."""
        same = (KNOWN.tenant == tenant) & (KNOWN.message_id == message_id.hex)
        pending = delete(INBOX).where(same, KNOWN.reply.is_(None))

        def job(connection: Connection) -> None:
            connection.execute(pending)

        await self._database.write(tenant, job)

    async def keep(
        self,
        tenant: str,
        message_id: UUID,
        queue: str,
        result: Result,
        *,
        about: str = "",
    ) -> None:
        """Keep the answer to an envelope, which tells of something; the first stays."""
        row = {
            "tenant": tenant,
            "message_id": message_id.hex,
            "queue": queue,
            "received_at": utc_now(),
            "reply": json.dumps(result),
            "about": about,
        }

        def keep(connection: Connection) -> None:
            _KEEP[connection.dialect.name].run(connection, row)

        await self._database.write(tenant, keep)
