"""What the book keeps beside messages: tasks, memories, summaries, and the log of changes.

`changes` is read by cursor. `streams.last` is its newest number for a tenant, taken under a lock
that is held until the commit, so that numbers become visible in their order; `cut` is the newest
number that was removed from it. A change with a `latest` key replaces the one before with that key.
`cancelled_ahead` has ids of tasks that were cancelled before there was a task of that id. A task
that is worked on says by whom, and until when nobody else may (`app.conversations.task_claims`).
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
)

from app.conversations.columns import (
    AnyId,
    AnyText,
    UtcMicros,
    of_conversation,
    tenant_column,
    text_column,
)
from app.conversations.tables import METADATA

STREAMS = Table(
    "streams",
    METADATA,
    tenant_column(),
    Column("epoch", AnyId, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("cut", BigInteger, nullable=False),
    PrimaryKeyConstraint("tenant"),
)

CHANGES = Table(
    "changes",
    METADATA,
    tenant_column(),
    Column("seq", BigInteger, nullable=False),
    Column("topic", AnyId, nullable=False),
    Column("update_type", AnyId, nullable=False),
    Column("at", UtcMicros, nullable=False),
    Column("context_id", AnyId),
    Column("message_id", AnyId),
    Column("task_id", AnyId),
    Column("memory_id", AnyId),
    text_column("user_id", of=AnyId),
    text_column("session_id", of=AnyId),
    text_column("origin", of=AnyId),
    Column("latest", AnyId),
    PrimaryKeyConstraint("tenant", "seq"),
    UniqueConstraint("tenant", "latest"),
)

SERVICE_TASKS = Table(
    "service_tasks",
    METADATA,
    tenant_column(),
    Column("task_id", AnyId, nullable=False),
    Column("context_id", AnyId),
    Column("task_type", AnyId, nullable=False),
    Column("state", AnyId, nullable=False),
    Column("priority", Integer, nullable=False),
    Column("correlation_id", AnyId),
    text_column("user_id", of=AnyId),
    text_column("parameters", "{}"),
    text_column("result", "null"),
    text_column("error"),
    Column("revision", Integer, nullable=False, server_default="1"),
    Column("created_at", UtcMicros, nullable=False),
    Column("updated_at", UtcMicros, nullable=False),
    text_column("claimed_by", of=AnyId),
    Column("claimed_until", UtcMicros),
    PrimaryKeyConstraint("tenant", "task_id"),
    Index("service_tasks_by_context", "tenant", "context_id"),
    Index("service_tasks_by_update", "tenant", "updated_at"),
    of_conversation(),
)

CANCELLED_AHEAD = Table(
    "cancelled_ahead",
    METADATA,
    tenant_column(),
    Column("task_id", AnyId, nullable=False),
    text_column("user_id", of=AnyId),
    Column("of_all_users", Boolean, nullable=False),
    Column("at", UtcMicros, nullable=False),
    PrimaryKeyConstraint("tenant", "task_id", "user_id", "of_all_users"),
    Index("cancelled_ahead_by_time", "tenant", "at"),
)

MEMORIES = Table(
    "memories",
    METADATA,
    tenant_column(),
    Column("memory_id", AnyId, nullable=False),
    text_column("user_id", of=AnyId),
    text_column("agent_id", of=AnyId),
    text_column("context_id", of=AnyId),
    text_column("key", of=AnyId),
    Column("text", AnyText, nullable=False),
    Column("source_message_id", AnyId),
    Column("importance", Float, nullable=False),
    Column("tokens", Integer, nullable=False),
    Column("valid_from", UtcMicros, nullable=False),
    Column("valid_to", UtcMicros),
    text_column("metadata", "{}"),
    Column("revision", Integer, nullable=False, server_default="1"),
    Column("created_at", UtcMicros, nullable=False),
    Column("updated_at", UtcMicros, nullable=False),
    PrimaryKeyConstraint("tenant", "memory_id"),
    Index("memories_by_user", "tenant", "user_id"),
    Index("memories_by_context", "tenant", "context_id"),
)

SUMMARIES = Table(
    "summaries",
    METADATA,
    tenant_column(),
    Column("context_id", AnyId, nullable=False),
    Column("covers_seq", Integer, nullable=False),
    Column("text", AnyText, nullable=False),
    Column("tokens", Integer, nullable=False),
    Column("made_by", AnyId, nullable=False),
    Column("created_at", UtcMicros, nullable=False),
    PrimaryKeyConstraint("tenant", "context_id", "covers_seq"),
    of_conversation(),
)
