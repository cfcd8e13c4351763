"""What a service of many tenants keeps: who may ask, how often, what was done, what was taken in.

Tokens are kept as hashes. `inbox` has what was taken in already, `sync_state` how far a desk and
its service are in step. Answers that are kept say by `about` which conversation or fact they tell
of.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
)

from app.conversations.columns import (
    AnyId,
    AnyText,
    UtcMicros,
    tenant_column,
    text_column,
)
from app.conversations.tables import METADATA

TENANTS = Table(
    "tenants",
    METADATA,
    tenant_column(),
    text_column("name"),
    Column("created_at", UtcMicros, nullable=False),
    Column("disabled_at", UtcMicros),
    PrimaryKeyConstraint("tenant"),
)

TOKENS = Table(
    "tokens",
    METADATA,
    tenant_column(),
    Column("token_id", AnyId, nullable=False),
    Column("token_hash", AnyId, nullable=False),
    text_column("name"),
    text_column("user_id", of=AnyId),
    Column("scopes", AnyText, nullable=False),
    Column("created_at", UtcMicros, nullable=False),
    Column("expires_at", UtcMicros),
    Column("revoked_at", UtcMicros),
    Column("replaced_by", AnyId),
    Column("last_used_at", UtcMicros),
    PrimaryKeyConstraint("tenant", "token_id"),
    UniqueConstraint("token_hash"),
)

RATE_LIMITS = Table(
    "rate_limits",
    METADATA,
    tenant_column(),
    Column("name", AnyId, nullable=False),
    Column("amount", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
    PrimaryKeyConstraint("tenant", "name"),
)

AUDIT = Table(
    "audit",
    METADATA,
    tenant_column(),
    Column("number", BigInteger, nullable=False),
    Column("at", UtcMicros, nullable=False),
    Column("actor", AnyId, nullable=False),
    Column("action", AnyId, nullable=False),
    text_column("target", of=AnyId),
    text_column("outcome", of=AnyId),
    text_column("detail", "{}"),
    PrimaryKeyConstraint("tenant", "number"),
    Index("audit_by_time", "tenant", "at"),
)

IDEMPOTENCY = Table(
    "idempotency",
    METADATA,
    tenant_column(),
    Column("key", AnyId, nullable=False),
    Column("request_hash", AnyId, nullable=False),
    Column("status", Integer, nullable=False),
    Column("response", LargeBinary, nullable=False),
    Column("created_at", UtcMicros, nullable=False),
    text_column("about", of=AnyId),
    PrimaryKeyConstraint("tenant", "key"),
    Index("idempotency_by_time", "tenant", "created_at"),
    Index("idempotency_by_about", "tenant", "about"),
)

INBOX = Table(
    "inbox",
    METADATA,
    tenant_column(),
    Column("message_id", AnyId, nullable=False),
    text_column("queue", of=AnyId),
    Column("received_at", UtcMicros, nullable=False),
    Column("reply", AnyText),
    text_column("about", of=AnyId),
    PrimaryKeyConstraint("tenant", "message_id"),
    Index("inbox_by_time", "tenant", "received_at"),
    Index("inbox_by_about", "tenant", "about"),
)

SYNC_STATE = Table(
    "sync_state",
    METADATA,
    tenant_column(),
    Column("name", AnyId, nullable=False),
    Column("value", AnyText, nullable=False),
    PrimaryKeyConstraint("tenant", "name"),
)
