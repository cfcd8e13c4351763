"""Bearer tokens: made once and shown once, kept as SHA-256 hashes, with scopes, expiry, rotation.

A token is `bdc_<id>_<secret>`; the secret has 256 random bits, so that a plain hash is enough. The
id is no secret: it names the token in lists and in the audit.
"""

import hashlib
import json
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, Final, NamedTuple, Protocol

from pydantic import JsonValue
from sqlalchemy import Connection, RowMapping, func, insert, select, text, update

from app.conversations.database.database import Database
from app.conversations.database.postgres import TOKEN_SETTING
from app.conversations.database.tables import AUDIT, TENANTS, TOKENS
from app.domain.base import Value
from app.domain.book import ALL_USERS, READ, SCOPES, WRITE, Caller
from app.domain.ids import utc_now
from app.errors import BadInput, NotFound


class TokenRecord(Value):
    """A token without its secret."""

    id: str
    tenant: str
    user: str = ""
    scopes: frozenset[str]
    name: str = ""
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    replaced_by: str | None = None
    last_used_at: datetime | None = None

    def holds(self, at: datetime) -> bool:
        """Whether it lets anyone in at that moment."""
        return (self.revoked_at is None or at < self.revoked_at) and (
            self.expires_at is None or at < self.expires_at
        )


class Issued(NamedTuple):
    """A new token; `text` is shown to whoever asked for it and kept nowhere."""

    text: str
    record: TokenRecord


class AuditEntry(Value):
    """An administrative act: who did what to what, and what became of it."""

    at: datetime
    actor: str
    action: str
    target: str = ""
    outcome: str = "done"
    detail: Mapping[str, JsonValue] = {}


class TokenAccess(Protocol):
    """Who may ask, and the memory of what was done with that."""

    async def caller(self, token: str, tenant: str = "") -> Caller | None:
        """Return whom a token stands for, or None for one that lets nobody in.

        Of somebody who belongs to several tenants `tenant` chooses one. Raises `NotAllowed` for
        somebody who has no role there, and `BadInput` where it is not said which is meant.
        """
        ...

    def noting(self, tenant: str, entry: AuditEntry) -> Callable[[Connection], None]:
        """Return what keeps an administrative act, in the transaction of the act."""
        ...


def insert_tenant(connection: Connection, tenant: str, at: datetime) -> None:
    """Make sure that the tenant is known."""
    known = select(TENANTS.c.tenant).where(TENANTS.c.tenant == tenant)
    if connection.execute(known).first() is None:
        connection.execute(insert(TENANTS).values(tenant=tenant, name=tenant, created_at=at))


def insert_token(connection: Connection, record: TokenRecord, hashed: str) -> None:
    """Keep a new token by its hash."""
    connection.execute(
        insert(TOKENS).values(
            tenant=record.tenant,
            token_id=record.id,
            token_hash=hashed,
            name=record.name,
            user_id=record.user,
            scopes=" ".join(sorted(record.scopes)),
            created_at=record.created_at,
            expires_at=record.expires_at,
        )
    )


def by_hash(connection: Connection, hashed: str) -> TokenRecord | None:
    """Return the token with this hash, of whichever tenant."""
    if connection.dialect.name == "postgresql":
        # Row-level security lets the one row through whose hash was named.
        connection.execute(
            text("SELECT set_config(:setting, :hashed, true)"),
            {"setting": TOKEN_SETTING, "hashed": hashed},
        )
    row = connection.execute(select(TOKENS).where(TOKENS.c.token_hash == hashed)).mappings().first()
    return None if row is None else _token(row)


def by_id(connection: Connection, tenant: str, token_id: str) -> TokenRecord | None:
    """Return a tenant's token."""
    wanted = select(TOKENS).where(TOKENS.c.tenant == tenant, TOKENS.c.token_id == token_id)
    row = connection.execute(wanted).mappings().first()
    return None if row is None else _token(row)


def of_tenant(connection: Connection, tenant: str) -> Sequence[TokenRecord]:
    """Return the tokens of a tenant, the newest first."""
    wanted = select(TOKENS).where(TOKENS.c.tenant == tenant).order_by(TOKENS.c.created_at.desc())
    return [_token(row) for row in connection.execute(wanted).mappings()]


def _of_each(connection: Connection) -> Sequence[TokenRecord]:
    wanted = select(TOKENS).order_by(TOKENS.c.tenant, TOKENS.c.created_at.desc())
    return [_token(row) for row in connection.execute(wanted).mappings()]


def touch(connection: Connection, tenant: str, token_id: str, at: datetime) -> None:
    """Note that a token was used."""
    _change(connection, tenant, token_id, last_used_at=at)


def end(
    connection: Connection, tenant: str, token_id: str, *, at: datetime, replaced_by: str | None
) -> None:
    """Let a token end at a moment, or leave it at an earlier one."""
    record = by_id(connection, tenant, token_id)
    if record is not None and (record.revoked_at is None or at < record.revoked_at):
        _change(
            connection,
            tenant,
            token_id,
            revoked_at=at,
            replaced_by=replaced_by or record.replaced_by,
        )


def insert_audit(connection: Connection, tenant: str, entry: AuditEntry) -> None:
    """Append to the audit of a tenant."""
    last = select(func.coalesce(func.max(AUDIT.c.number), 0)).where(AUDIT.c.tenant == tenant)
    connection.execute(
        insert(AUDIT).values(
            tenant=tenant,
            number=connection.execute(last).scalar_one() + 1,
            at=entry.at,
            actor=entry.actor,
            action=entry.action,
            target=entry.target,
            outcome=entry.outcome,
            detail=json.dumps(entry.detail),
        )
    )


class AuditWanted(NamedTuple):
    """Which acts: since and before a moment, by whom, of which kind (`token` or `token.create`),
    and to what."""

    since: datetime | None = None
    before: datetime | None = None
    actor: str | None = None
    action: str | None = None
    target: str | None = None


def audit(
    connection: Connection, tenant: str, limit: int, wanted_acts: AuditWanted
) -> Sequence[AuditEntry]:
    """Return the newest acts, the newest first."""
    wanted = select(AUDIT).where(AUDIT.c.tenant == tenant)
    if wanted_acts.since is not None:
        wanted = wanted.where(AUDIT.c.at >= wanted_acts.since)
    if wanted_acts.before is not None:
        wanted = wanted.where(AUDIT.c.at < wanted_acts.before)
    if wanted_acts.actor is not None:
        wanted = wanted.where(AUDIT.c.actor == wanted_acts.actor)
    if wanted_acts.action is not None:
        action = wanted_acts.action
        kinds = AUDIT.c.action.startswith(f"{action}.", autoescape=True)
        wanted = wanted.where((AUDIT.c.action == action) | kinds)
    if wanted_acts.target is not None:
        wanted = wanted.where(AUDIT.c.target == wanted_acts.target)
    wanted = wanted.order_by(AUDIT.c.number.desc()).limit(limit)
    return [
        AuditEntry(
            at=row["at"],
            actor=row["actor"],
            action=row["action"],
            target=row["target"],
            outcome=row["outcome"],
            detail=json.loads(row["detail"]),
        )
        for row in connection.execute(wanted).mappings()
    ]


def _change(connection: Connection, tenant: str, token_id: str, **values: Any) -> None:
    connection.execute(
        update(TOKENS)
        .where(TOKENS.c.tenant == tenant, TOKENS.c.token_id == token_id)
        .values(**values)
    )


def _token(row: RowMapping) -> TokenRecord:
    return TokenRecord(
        id=row["token_id"],
        tenant=row["tenant"],
        user=row["user_id"],
        scopes=frozenset(row["scopes"].split()),
        name=row["name"],
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        revoked_at=row["revoked_at"],
        replaced_by=row["replaced_by"],
        last_used_at=row["last_used_at"],
    )


SECONDS_TRUSTED: Final = 5.0
"""For how long a process goes on with a token that was revoked elsewhere."""
SERVICE_SCOPES: Final = frozenset({READ, WRITE, ALL_USERS})
"""What a token without a user is given when nothing else is said: it acts for every user."""
USER_SCOPES: Final = frozenset({READ, WRITE})
ROLES: Final[Mapping[str, frozenset[str]]] = {
    "reader": frozenset({READ}),
    "member": USER_SCOPES,
    "service": SERVICE_SCOPES,
    "admin": SCOPES,
}
"""What people are called, and what they may do then; for themselves, or with `service` for all."""

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
            insert_tenant(connection, tenant, record.created_at)
            insert_token(connection, record, hashed)
            insert_audit(connection, tenant, entry)

        await self._database.write(tenant, job)
        return issued

    async def caller(self, token: str, tenant: str = "") -> Caller | None:
        """Return whom a token stands for; one revoked elsewhere is noticed within seconds.

        Each is of one tenant, whichever is asked for.
        """
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
        record = await self._database.read("", lambda c: by_hash(c, hashed))
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
                record.tenant, lambda c: touch(c, record.tenant, record.id, now)
            )
        return found

    async def listed(self, tenant: str | None) -> Sequence[TokenRecord]:
        """Return the tokens of a tenant, the newest first; with None those of each."""
        if tenant is None:
            return await self._database.whole(_of_each)
        return await self._database.read(tenant, lambda c: of_tenant(c, tenant))

    async def revoke(self, tenant: str, token_id: str, *, actor: str = "operator") -> TokenRecord:
        """End a token now; raises `NotFound`."""
        entry = self._entry(actor, "token.revoke", token_id)
        now = self._clock()

        def job(connection: Connection) -> TokenRecord:
            record = _known(connection, tenant, token_id)
            end(connection, tenant, token_id, at=now, replaced_by=None)
            insert_audit(connection, tenant, entry)
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
        # As long as the old one had been given.
        ends = None if old.expires_at is None else now + (old.expires_at - old.created_at)
        issued = self._issue(
            tenant, user=old.user, scopes=old.scopes, expires_at=ends, name=old.name
        )
        hashed, record = hash_of(issued.text), issued.record
        entry = self._entry(actor, "token.rotate", token_id, {"successor": record.id})

        def job(connection: Connection) -> None:
            insert_token(connection, record, hashed)
            end(connection, tenant, token_id, at=now + overlap, replaced_by=record.id)
            insert_audit(connection, tenant, entry)

        await self._database.write(tenant, job)
        self._trusted.clear()
        return issued

    def noting(self, tenant: str, entry: AuditEntry) -> Callable[[Connection], None]:
        """Return what keeps an administrative act, in the transaction of the act."""
        return lambda connection: insert_audit(connection, tenant, entry)

    async def audit(
        self, tenant: str, wanted: AuditWanted | None = None, *, limit: int = 100
    ) -> Sequence[AuditEntry]:
        """Return the newest administrative acts that are wanted, the newest first."""
        return await self._database.read(
            tenant, lambda c: audit(c, tenant, limit, wanted or AuditWanted())
        )

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
    record = by_id(connection, tenant, token_id)
    if record is None:
        raise NotFound(f"The tenant {tenant} has no token {token_id}.", key="token_unknown")
    return record
