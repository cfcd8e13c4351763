"""All tables: conversations and what is said in them, what the book keeps, what a service does.

A conversation has positions 0 … n-1 and a row of `messages` at each. A turn of this desk has two,
which share its `turn_id`: the request, whose `body` is the JSON of its `Message`, and the answer,
whose own row in `turns` has the state and the JSON of the `Answer`. Rows without `turn_id` came
through the book: from other programs or other desks. The events of a turn are only ever appended.
`turns.body` may be behind its events: it holds the answer after the first `folded` of them.
`texts` repeats what is shown, so that a search reads little. `unsent` has what a person finished
and that is not said yet: a message leaves it in the transaction that makes it one of `messages`.

`changes` is read by cursor. `streams.last` is its newest number for a tenant, taken under a lock
that is held until the commit, so that numbers become visible in their order; `cut` is the newest
number that was removed from it. A change with a `latest` key replaces the one before with that key.
`cancelled_ahead` has ids of tasks that were cancelled before there was a task of that id. A task
that is worked on says by whom, and until when nobody else may (`book.service_task_rows`).

Tokens are kept as hashes. `inbox` has what was taken in already, `sync_state` how far a desk and
its service are in step. Answers that are kept say by `about` which conversation or fact they tell
of.
"""

from typing import Final

from sqlalchemy import (
    DDL,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    event,
    false,
)

from app.conversations.database.columns import (
    AnyId,
    AnyText,
    UtcMicros,
    of_conversation,
    tenant_column,
    text_column,
)
from app.domain.book import LOCAL_TENANT

METADATA: Final = MetaData()

LOCAL: Final = LOCAL_TENANT

CONVERSATIONS = Table(
    "conversations",
    METADATA,
    tenant_column(),
    Column("context_id", AnyId, nullable=False),
    Column("title", AnyText, nullable=False),
    Column("folded_title", AnyText, nullable=False),
    Column("agent", AnyId, nullable=False),
    Column("pinned", Boolean, nullable=False),
    Column("draft", AnyText, nullable=False),
    Column("entries", Integer, nullable=False, server_default="0"),
    Column("created_at", UtcMicros, nullable=False),
    Column("updated_at", UtcMicros, nullable=False),
    Column("deleted_at", UtcMicros),
    text_column("user_id", of=AnyId),
    text_column("metadata", "{}"),
    Column("revision", Integer, nullable=False, server_default="1"),
    Column("token_total", BigInteger, nullable=False, server_default="0"),
    PrimaryKeyConstraint("tenant", "context_id"),
    Index("conversations_by_update", "tenant", "pinned", "updated_at"),
    Index("conversations_by_time", "tenant", "updated_at", "context_id"),
)

MESSAGES = Table(
    "messages",
    METADATA,
    tenant_column(),
    Column("message_id", AnyId, nullable=False),
    Column("context_id", AnyId, nullable=False),
    Column("position", Integer, nullable=False),
    Column("role", AnyId, nullable=False),
    Column("created_at", UtcMicros, nullable=False),
    Column("body", AnyText, nullable=False),
    text_column("content"),
    text_column("content_type", "text/plain"),
    Column("tokens", Integer, nullable=False, server_default="0"),
    text_column("tags", "[]"),
    Column("important", Boolean, nullable=False, server_default=false()),
    Column("task_id", AnyId),
    text_column("metadata", "{}"),
    text_column("origin", of=AnyId),
    Column("revision", Integer, nullable=False, server_default="0"),
    Column("turn_id", AnyId),
    PrimaryKeyConstraint("tenant", "message_id"),
    UniqueConstraint("tenant", "context_id", "position"),
    of_conversation(),
)
# Of a conversation of any length, the few that every window begins with. Not an `Index`: to name a
# condition there would load both dialects at each start.
event.listen(
    MESSAGES,
    "after_create",
    DDL(  # type: ignore[no-untyped-call]
        "CREATE INDEX messages_of_the_system ON messages (tenant, context_id, position)"
        " WHERE role = 'system'"
    ),
)

TURNS = Table(
    "turns",
    METADATA,
    tenant_column(),
    Column("turn_id", AnyId, nullable=False),
    Column("context_id", AnyId, nullable=False),
    Column("position", Integer, nullable=False),
    Column("state", AnyId, nullable=False),
    Column("phase", AnyId, nullable=False),
    Column("started_at", UtcMicros, nullable=False),
    Column("events", Integer, nullable=False),
    Column("folded", Integer, nullable=False),
    Column("body", AnyText, nullable=False),
    Column("pinned_for_all", UtcMicros),
    PrimaryKeyConstraint("tenant", "turn_id"),
    UniqueConstraint("tenant", "context_id", "position"),
    Index("turns_by_phase", "tenant", "phase", "context_id"),
    of_conversation(),
)
event.listen(
    TURNS,
    "after_create",
    DDL(  # type: ignore[no-untyped-call]
        "CREATE INDEX turns_pinned_for_all ON turns (tenant, pinned_for_all)"
        " WHERE pinned_for_all IS NOT NULL"
    ),
)

EVENTS = Table(
    "events",
    METADATA,
    tenant_column(),
    Column("turn_id", AnyId, nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", UtcMicros, nullable=False),
    Column("body", AnyText, nullable=False),
    PrimaryKeyConstraint("tenant", "turn_id", "number"),
    ForeignKeyConstraint(
        ["tenant", "turn_id"], ["turns.tenant", "turns.turn_id"], ondelete="CASCADE"
    ),
)

TEXTS = Table(
    "texts",
    METADATA,
    tenant_column(),
    Column("context_id", AnyId, nullable=False),
    Column("position", Integer, nullable=False),
    Column("at", UtcMicros, nullable=False),
    Column("folded", AnyText, nullable=False),
    Column("text", AnyText, nullable=False),
    PrimaryKeyConstraint("tenant", "context_id", "position"),
    Index("texts_by_time", "tenant", "at"),
    of_conversation(),
)

UNSENT = Table(
    "unsent",
    METADATA,
    tenant_column(),
    Column("message_id", AnyId, nullable=False),
    Column("context_id", AnyId, nullable=False),
    Column("number", Integer, nullable=False),
    Column("body", AnyText, nullable=False),
    PrimaryKeyConstraint("tenant", "message_id"),
    Index("unsent_by_context", "tenant", "context_id"),
    of_conversation(),
)

AGENT_TASKS = Table(
    "agent_tasks",
    METADATA,
    tenant_column(),
    Column("agent", AnyId, nullable=False),
    Column("task_id", AnyId, nullable=False),
    Column("context_id", AnyId, nullable=False),
    Column("state", AnyId, nullable=False),
    Column("updated_at", UtcMicros, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    text_column("owner", of=AnyId),
    PrimaryKeyConstraint("tenant", "agent", "task_id"),
    Index("agent_tasks_by_context", "tenant", "context_id"),
    Index("agent_tasks_by_update", "tenant", "agent", "updated_at"),
)


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
