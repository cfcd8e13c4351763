"""An outbox: what must reach the service is written down first, and sent until the service has it.

For agents and services that keep no log of their own (a desk's log is its outbox). Everything has
an id by which the service knows it again, so it arrives once however often it is sent.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from app.conversations.client.retry import RetryPolicy, may_pass
from app.conversations.database import Database
from app.conversations.tables_service import OUTBOX
from app.domain.ids import utc_now
from app.errors import DeskError

_PATIENT: Final = RetryPolicy(attempts=1_000_000)
_LOOK_SECONDS: Final = 16.0

log = logging.getLogger(__name__)

WAITING = OUTBOX.c


class Outgoing(NamedTuple):
    """Something to be sent; `message_id` is unique in its tenant."""

    kind: str
    message_id: str
    context_id: str
    payload: dict[str, Any]


class Outbox:
    """Owns what waits, in a database that is the caller's, in the order in which it was added.

    `send` returns when the service has it. What may pass is tried again after 1, 2, 4 … 16 seconds,
    without end, and what comes behind waits for it; what is refused is put aside with the reason.
    """

    def __init__(
        self,
        database: Database,
        tenant: str,
        send: Callable[[Outgoing], Awaitable[None]],
        *,
        policy: RetryPolicy = _PATIENT,
    ) -> None:
        self._database = database
        self._tenant = tenant
        self._send = send
        self._policy = policy
        self._added = asyncio.Event()

    async def add(self, outgoing: Outgoing) -> None:
        """Write something down; it is durable, and will be sent, when this returns."""

        def job(connection: Connection) -> None:
            mine = WAITING.tenant == self._tenant
            known = select(WAITING.number).where(mine, WAITING.message_id == outgoing.message_id)
            if connection.execute(known).first() is not None:
                return
            last = connection.execute(select(func.max(WAITING.number)).where(mine)).scalar()
            connection.execute(
                insert(OUTBOX).values(
                    tenant=self._tenant,
                    number=(last or 0) + 1,
                    kind=outgoing.kind,
                    context_id=outgoing.context_id,
                    message_id=outgoing.message_id,
                    payload=json.dumps(outgoing.payload),
                    created_at=utc_now(),
                    next_at=utc_now(),
                )
            )

        await self._database.write(self._tenant, job)
        self._added.set()

    async def waiting(self) -> int:
        """Return how many are still to be sent."""
        counted = (
            select(func.count())
            .select_from(OUTBOX)
            .where(WAITING.tenant == self._tenant, WAITING.next_at.is_not(None))
        )
        return await self._database.read(
            self._tenant, lambda connection: connection.execute(counted).scalar_one()
        )

    async def refused(self) -> list[tuple[Outgoing, str]]:
        """Return what the service refused, and why."""
        wanted = select(OUTBOX).where(WAITING.tenant == self._tenant, WAITING.next_at.is_(None))

        def job(connection: Connection) -> list[tuple[Outgoing, str]]:
            rows = connection.execute(wanted.order_by(WAITING.number))
            return [(_outgoing(row), str(row.error)) for row in rows]

        return await self._database.read(self._tenant, job)

    async def run(self) -> None:
        """Send, until cancelled."""
        while True:
            self._added.clear()
            waits = self._policy.waits()
            while (first := await self._first()) is not None:
                number, outgoing = first
                try:
                    await self._send(outgoing)
                except DeskError as error:
                    if may_pass(error):
                        await self._note(number, error)
                        await self._policy.sleep(next(waits))
                        continue
                    log.warning("%s was refused: %s", outgoing.message_id, error)
                    await self._put_aside(number, error)
                else:
                    await self._forget(number)
                waits = self._policy.waits()
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_SECONDS):
                    await self._added.wait()

    async def _first(self) -> tuple[int, Outgoing] | None:
        wanted = (
            select(OUTBOX)
            .where(WAITING.tenant == self._tenant, WAITING.next_at.is_not(None))
            .order_by(WAITING.number)
            .limit(1)
        )

        def job(connection: Connection) -> tuple[int, Outgoing] | None:
            row = connection.execute(wanted).one_or_none()
            return None if row is None else (row.number, _outgoing(row))

        return await self._database.read(self._tenant, job)

    async def _forget(self, number: int) -> None:
        gone = delete(OUTBOX).where(WAITING.tenant == self._tenant, WAITING.number == number)

        def job(connection: Connection) -> None:
            connection.execute(gone)

        await self._database.write(self._tenant, job)

    async def _note(self, number: int, error: DeskError) -> None:
        await self._change(number, attempts=WAITING.attempts + 1, error=str(error))

    async def _put_aside(self, number: int, error: DeskError) -> None:
        await self._change(number, attempts=WAITING.attempts + 1, error=str(error), next_at=None)

    async def _change(self, number: int, **values: Any) -> None:
        changed = (
            update(OUTBOX)
            .where(WAITING.tenant == self._tenant, WAITING.number == number)
            .values(**values)
        )

        def job(connection: Connection) -> None:
            connection.execute(changed)

        await self._database.write(self._tenant, job)


def _outgoing(row: Any) -> Outgoing:
    return Outgoing(row.kind, row.message_id, row.context_id, json.loads(row.payload))
