"""Bearer tokens: made once and shown once, kept as SHA-256 hashes, with scopes, expiry, rotation.

A token is `bdc_<id>_<secret>`; the secret has 256 random bits, so that a plain hash is enough. The
id is no secret: it names the token in lists and in the audit.
"""

import hashlib
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from time import monotonic
from typing import Final, NamedTuple

from pydantic import JsonValue
from sqlalchemy import Connection

from app.conversations.database import Database
from app.conversations.rest import token_rows
from app.conversations.rest.token_values import AuditEntry, Issued, TokenRecord
from app.domain.book import ALL_USERS, READ, SCOPES, WRITE, Caller
from app.domain.ids import utc_now
from app.errors import BadInput, NotFound

SECONDS_TRUSTED: Final = 5.0
"""For how long a process goes on with a token that was revoked elsewhere."""
SERVICE_SCOPES: Final = frozenset({READ, WRITE, ALL_USERS})
"""What a token without a user is given when nothing else is said: it acts for every user."""
USER_SCOPES: Final = frozenset({READ, WRITE})

_MOST_TRUSTED = 10_000
_FORM = re.compile(r"bdc_[0-9a-f]{12}_[A-Za-z0-9_-]{43}")
_TENANT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,99}")


class _Trusted(NamedTuple):
    until: float
    record: TokenRecord
    caller: Caller


class TokenBook:
    """The tokens and the audit in a database, which its owner closes."""

    def __init__(self, database: Database, *, clock: Callable[[], datetime] = utc_now) -> None:
        self._database = database
        self._clock = clock
        self._trusted: OrderedDict[str, _Trusted] = OrderedDict()

    async def create(
        self,
        tenant: str,
        *,
        user: str = "",
        scopes: frozenset[str] | None = None,
        expires_at: datetime | None = None,
        name: str = "",
        actor: str = "operator",
    ) -> Issued:
        """Make a token; raises `BadInput` for a tenant or a scope that cannot be."""
        if not _TENANT.fullmatch(tenant):
            raise BadInput(
                f"{tenant!r} cannot name a tenant: letters, digits and . _ @ - can, up to 100.",
                key="bad_tenant",
            )
        scopes = (USER_SCOPES if user else SERVICE_SCOPES) if scopes is None else scopes
        if unknown := scopes - SCOPES:
            known = ", ".join(sorted(SCOPES))
            raise BadInput(
                f"There is no scope {sorted(unknown)[0]!r}: {known} are.", key="bad_scope"
            )
        issued = self._issue(tenant, user=user, scopes=scopes, expires_at=expires_at, name=name)
        hashed, record = hash_of(issued.text), issued.record
        entry = self._entry(actor, "token.create", record.id, {"scopes": " ".join(sorted(scopes))})

        def job(connection: Connection) -> None:
            token_rows.insert_tenant(connection, tenant, record.created_at)
            token_rows.insert_token(connection, record, hashed)
            token_rows.insert_audit(connection, tenant, entry)

        await self._database.write(tenant, job)
        return issued

    async def caller(self, token: str) -> Caller | None:
        """Return whom a token stands for; one revoked elsewhere is noticed within seconds."""
        if not _FORM.fullmatch(token):
            return None
        hashed = hash_of(token)
        trusted = self._trusted.get(hashed)
        if trusted is None or trusted.until < monotonic():
            trusted = await self._looked_up(hashed)
        if trusted is None or not trusted.record.holds(self._clock()):
            return None
        return trusted.caller

    async def _looked_up(self, hashed: str) -> "_Trusted | None":
        now = self._clock()
        record = await self._database.read("", lambda c: token_rows.by_hash(c, hashed))
        if record is None:
            self._trusted.pop(hashed, None)
            return None
        caller = Caller(
            tenant=record.tenant, user=record.user, scopes=record.scopes, origin=record.id
        )
        found = _Trusted(monotonic() + SECONDS_TRUSTED, record, caller)
        self._trusted[hashed] = found
        if len(self._trusted) > _MOST_TRUSTED:
            self._trusted.popitem(last=False)
        if record.last_used_at is None or now - record.last_used_at > timedelta(hours=1):
            await self._database.write(
                record.tenant, lambda c: token_rows.touch(c, record.tenant, record.id, now)
            )
        return found

    async def listed(self, tenant: str) -> Sequence[TokenRecord]:
        """Return the tokens of a tenant, the newest first."""
        return await self._database.read(tenant, lambda c: token_rows.of_tenant(c, tenant))

    async def revoke(self, tenant: str, token_id: str, *, actor: str = "operator") -> TokenRecord:
        """End a token now; raises `NotFound`."""
        entry = self._entry(actor, "token.revoke", token_id)
        now = self._clock()

        def job(connection: Connection) -> TokenRecord:
            record = _known(connection, tenant, token_id)
            token_rows.end(connection, tenant, token_id, at=now, replaced_by=None)
            token_rows.insert_audit(connection, tenant, entry)
            return record.model_copy(update={"revoked_at": record.revoked_at or now})

        ended = await self._database.write(tenant, job)
        # Afterwards: who looks it up meanwhile finds it as it was.
        self._trusted.clear()
        return ended

    async def rotate(
        self,
        tenant: str,
        token_id: str,
        *,
        overlap: timedelta = timedelta(0),
        actor: str = "operator",
    ) -> Issued:
        """Make a successor with the same rights; the old one ends after `overlap`.

        Raises `NotFound`, and `BadInput` for one that has ended.
        """
        old = await self._database.read(tenant, lambda c: _known(c, tenant, token_id))
        now = self._clock()
        if not old.holds(now):
            raise BadInput(f"The token {token_id} has ended: create a new one.", key="token_ended")
        issued = self._issue(
            tenant, user=old.user, scopes=old.scopes, expires_at=old.expires_at, name=old.name
        )
        hashed, record = hash_of(issued.text), issued.record
        entry = self._entry(actor, "token.rotate", token_id, {"successor": record.id})

        def job(connection: Connection) -> None:
            token_rows.insert_token(connection, record, hashed)
            token_rows.end(connection, tenant, token_id, at=now + overlap, replaced_by=record.id)
            token_rows.insert_audit(connection, tenant, entry)

        await self._database.write(tenant, job)
        self._trusted.clear()
        return issued

    def noting(self, tenant: str, entry: AuditEntry) -> Callable[[Connection], None]:
        """Return what keeps an administrative act, in the transaction of the act."""
        return lambda connection: token_rows.insert_audit(connection, tenant, entry)

    async def audit(self, tenant: str, *, limit: int = 100) -> Sequence[AuditEntry]:
        """Return the newest administrative acts, the newest first."""
        return await self._database.read(tenant, lambda c: token_rows.audit(c, tenant, limit))

    def _issue(
        self,
        tenant: str,
        *,
        user: str,
        scopes: frozenset[str],
        expires_at: datetime | None,
        name: str,
    ) -> Issued:
        token_id = secrets.token_hex(6)
        record = TokenRecord(
            id=token_id,
            tenant=tenant,
            user=user,
            scopes=scopes,
            name=name,
            created_at=self._clock(),
            expires_at=expires_at,
        )
        return Issued(f"bdc_{token_id}_{secrets.token_urlsafe(32)}", record)

    def _entry(
        self, actor: str, action: str, target: str, detail: Mapping[str, JsonValue] | None = None
    ) -> AuditEntry:
        return AuditEntry(
            at=self._clock(), actor=actor, action=action, target=target, detail=detail or {}
        )


def hash_of(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def _known(connection: Connection, tenant: str, token_id: str) -> TokenRecord:
    record = token_rows.by_id(connection, tenant, token_id)
    if record is None:
        raise NotFound(f"The tenant {tenant} has no token {token_id}.", key="token_unknown")
    return record
