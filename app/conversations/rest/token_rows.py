"""Rows of tokens, tenants and the audit; every job belongs to one tenant's transaction."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, RowMapping, func, insert, select, text, update

from app.conversations.postgres import TOKEN_SETTING
from app.conversations.rest.token_values import AuditEntry, TokenRecord
from app.conversations.tables_service import AUDIT, TENANTS, TOKENS


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


def audit(connection: Connection, tenant: str, limit: int) -> Sequence[AuditEntry]:
    """Return the newest acts, the newest first."""
    wanted = (
        select(AUDIT).where(AUDIT.c.tenant == tenant).order_by(AUDIT.c.number.desc()).limit(limit)
    )
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
