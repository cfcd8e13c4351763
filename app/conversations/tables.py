"""Conversations and what is said in them: every key begins with the tenant.

A conversation has positions 0 … n-1 and a row of `messages` at each. A turn of this desk has two,
which share its `turn_id`: the request, whose `body` is the JSON of its `Message`, and the answer,
whose own row in `turns` has the state and the JSON of the `Answer`. Rows without `turn_id` came
through the book: from other programs or other desks. The events of a turn are only ever appended.
`turns.body` may be behind its events: it holds the answer after the first `folded` of them.
`texts` repeats what is shown, so that a search reads little. `unsent` has what a person finished
and that is not said yet: a message leaves it in the transaction that makes it one of `messages`.
"""

from typing import Final

from sqlalchemy import (
    DDL,
    BigInteger,
    Boolean,
    Column,
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

from app.conversations.columns import (
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
    PrimaryKeyConstraint("tenant", "turn_id"),
    UniqueConstraint("tenant", "context_id", "position"),
    Index("turns_by_phase", "tenant", "phase", "context_id"),
    of_conversation(),
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
