"""A request with an `Idempotency-Key` acts once: its repetition gets the answer of the first.

As in draft-ietf-httpapi-idempotency-key-header: the same key with another request is refused (422),
and while the first is still under way the second is told to come again (409). What a request makes
gets an id that follows from its key, so that even a crash between the act and the keeping of its
answer makes nothing twice. Answers are kept for a day. Where two services on one database acted for
one key at once, both tell the answer that was kept first.
"""

import hashlib
import re
import uuid
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from starlette.requests import Request
from starlette.responses import Response

from app.conversations.database.database import Database
from app.conversations.database.tables import IDEMPOTENCY
from app.conversations.service.rest.bodies import headers_of
from app.conversations.service.rest.problems import Problem
from app.domain.book import Caller
from app.domain.ids import utc_now

KEPT: Final = timedelta(days=1)
HEADER: Final = "idempotency-key"
_KEY = re.compile("[!-~]{1,255}")
_KNOWN = IDEMPOTENCY.c
_INSERTS = {
    "postgresql": postgresql.insert(IDEMPOTENCY).on_conflict_do_nothing(),
    "sqlite": sqlite.insert(IDEMPOTENCY).on_conflict_do_nothing(),
}
_SPACE = uuid.UUID("6f4c3f0e-3f0b-5a43-9a37-0c6f0e6b3b52")


class _Kept(NamedTuple):
    request_hash: str
    status: int
    response: bytes


class Once:
    """Owns the keys that are under way in this process; answers are kept in the database."""

    def __init__(
        self, database: Database | None, *, clock: Callable[[], datetime] = utc_now
    ) -> None:
        """Without a database the answers are forgotten; ids that follow from keys remain."""
        self._database = database
        self._clock = clock
        self._running: set[tuple[str, str]] = set()

    async def act(
        self, request: Request, act: Callable[[str], Awaitable[Response]], *, about: str = ""
    ) -> Response:
        """Call `act` with the id for what it makes ("" without a key), or repeat its answer.

        `about` is the conversation or the fact that the answer tells of, if not that id: the answer
        goes when that is erased.
        """
        held = headers_of(request).get(HEADER.encode())
        if held is None:
            return await act("")
        given = held.decode("latin-1")
        if not _KEY.fullmatch(given):
            raise Problem(400, "BadInput", "An Idempotency-Key has 1 to 255 printable characters.")
        caller: Caller = request.state.caller
        key = f"{caller.user}\x1f{given}"
        asked = _asked(request)
        running = (caller.tenant, key)
        kept = await self._recalled(caller.tenant, key)
        if kept is None:
            if running in self._running:
                words = f"A request with this {HEADER} is under way."
                raise Problem(409, "Conflict", words, headers={"Retry-After": "1"})
            self._running.add(running)
            try:
                # Once more: the first may have ended while its answer was looked for.
                kept = await self._recalled(caller.tenant, key)
                if kept is None:
                    made_id = uuid.uuid5(_SPACE, f"{caller.tenant}\x1f{key}").hex
                    response = await act(made_id)
                    kept = await self._keep(
                        caller.tenant, key, asked, response, about=about or made_id
                    )
                    if kept is None:
                        return response
            finally:
                self._running.discard(running)
        if kept.request_hash != asked:
            words = f"This {HEADER} was used for another request."
            raise Problem(422, "IdempotencyKeyReused", words)
        return _again(kept)

    async def _recalled(self, tenant: str, key: str) -> _Kept | None:
        if self._database is None:
            return None
        since = self._clock() - KEPT

        return await self._database.read(tenant, lambda c: _found(c, tenant, key, since))

    async def _keep(
        self, tenant: str, key: str, asked: str, response: Response, *, about: str
    ) -> _Kept | None:
        """Keep an answer; return the one that another service on the database has kept before."""
        if self._database is None or response.status_code >= 500:
            return None
        now = self._clock()
        row = {
            "tenant": tenant,
            "key": key,
            "request_hash": asked,
            "status": response.status_code,
            "response": bytes(response.body),
            "created_at": now,
            "about": about,
        }

        def job(connection: Connection) -> _Kept | None:
            old = (_KNOWN.tenant == tenant) & (_KNOWN.created_at < now - KEPT)
            connection.execute(delete(IDEMPOTENCY).where(old))
            if connection.execute(_INSERTS[connection.dialect.name], row).rowcount:
                return None
            return _found(connection, tenant, key, now - KEPT)

        return await self._database.write(tenant, job)


def _found(connection: Connection, tenant: str, key: str, since: datetime) -> _Kept | None:
    wanted = select(_KNOWN.request_hash, _KNOWN.status, _KNOWN.response).where(
        _KNOWN.tenant == tenant, _KNOWN.key == key, _KNOWN.created_at >= since
    )
    row = connection.execute(wanted).first()
    return None if row is None else _Kept(*row)


def _asked(request: Request) -> str:
    target = f"{request.method} {request.url.path}?{request.url.query}\n"
    asked = hashlib.sha256(target.encode())
    asked.update(request.state.body)
    return asked.hexdigest()


def _again(kept: _Kept) -> Response:
    return Response(
        kept.response,
        status_code=kept.status,
        media_type="application/json",
        headers={"Idempotent-Replayed": "true"},
    )
