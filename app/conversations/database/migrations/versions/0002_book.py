"""The book: totals, tokens and contents of messages; changes, tasks, memories, summaries; tenants.

The answer of each turn gets a row among the messages; contents are taken from the search texts.
"""

from typing import Any

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.types import TypeEngine

from app.conversations.database.columns import AnyId, AnyText, UtcMicros
from app.conversations.windows.token_estimate import estimate_tokens

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_AT_ONCE = 1_000


def upgrade() -> None:
    """Add columns and tables, then fill them from what is there."""
    _widen()
    _create()
    connection = op.get_bind()
    connection.execute(
        text(
            "UPDATE messages SET turn_id = message_id, content = coalesce((SELECT x.text FROM"
            " texts x WHERE x.tenant = messages.tenant AND x.context_id = messages.context_id"
            " AND x.position = messages.position), '')"
        )
    )
    connection.execute(
        text(
            "INSERT INTO messages (tenant, message_id, context_id, position, role, created_at,"
            " body, content, turn_id) SELECT t.tenant, t.turn_id || '.answer', t.context_id,"
            " t.position, 'assistant', t.started_at, '', coalesce(x.text, ''), t.turn_id"
            " FROM turns t LEFT JOIN texts x ON x.tenant = t.tenant"
            " AND x.context_id = t.context_id AND x.position = t.position"
        )
    )
    _estimate(connection)
    connection.execute(
        text(
            "UPDATE conversations SET token_total = coalesce((SELECT sum(m.tokens) FROM messages m"
            " WHERE m.tenant = conversations.tenant"
            " AND m.context_id = conversations.context_id), 0)"
        )
    )


def _estimate(connection: Connection) -> None:
    """Estimate the tokens of each message, a thousand at a time."""
    chosen = text(
        "SELECT context_id, tenant, position, content FROM messages WHERE content <> '' AND"
        " (tenant, context_id, position) > (:tenant, :context_id, :position)"
        " ORDER BY tenant, context_id, position LIMIT :limit"
    )
    place = {"tenant": "", "context_id": "", "position": -1}
    while rows := connection.execute(chosen, {**place, "limit": _AT_ONCE}).all():
        keys = [
            {"tenant": row.tenant, "context_id": row.context_id, "position": row.position}
            for row in rows
        ]
        connection.execute(
            text(
                "UPDATE messages SET tokens = :tokens WHERE tenant = :tenant"
                " AND context_id = :context_id AND position = :position"
            ),
            [
                {**key, "tokens": estimate_tokens(row.content)}
                for key, row in zip(keys, rows, strict=True)
            ],
        )
        place = keys[-1]


def _tenant() -> Column[str]:
    return _filled("tenant", AnyId, "local")


def _needed(name: str, kind: type[TypeEngine[Any]]) -> Column[Any]:
    return Column(name, kind, nullable=False)


def _filled(name: str, kind: type[TypeEngine[Any]], default: str) -> Column[Any]:
    return Column(name, kind, server_default=default, nullable=False)


def _widen() -> None:
    op.add_column("agent_tasks", _filled("owner", AnyId, ""))
    op.add_column("conversations", _filled("user_id", AnyId, ""))
    op.add_column("conversations", _filled("metadata", AnyText, "{}"))
    op.add_column("conversations", _filled("revision", Integer, "1"))
    op.add_column("conversations", _filled("token_total", BigInteger, "0"))
    op.create_index(
        "conversations_by_time", "conversations", ["tenant", "updated_at", "context_id"]
    )
    op.add_column("messages", _filled("content", AnyText, ""))
    op.add_column("messages", _filled("content_type", AnyText, "text/plain"))
    op.add_column("messages", _filled("tokens", Integer, "0"))
    op.add_column("messages", _filled("tags", AnyText, "[]"))
    op.add_column("messages", Column("important", Boolean, server_default=false(), nullable=False))
    op.add_column("messages", Column("task_id", AnyId))
    op.add_column("messages", _filled("metadata", AnyText, "{}"))
    op.add_column("messages", _filled("origin", AnyId, ""))
    op.add_column("messages", _filled("revision", Integer, "0"))
    op.add_column("messages", Column("turn_id", AnyId))
    op.create_index(
        "messages_of_the_system",
        "messages",
        ["tenant", "context_id", "position"],
        sqlite_where=text("role = 'system'"),
        postgresql_where=text("role = 'system'"),
    )


def _create() -> None:
    op.create_table(
        "audit",
        _tenant(),
        _needed("number", BigInteger),
        _needed("at", UtcMicros),
        _needed("actor", AnyId),
        _needed("action", AnyId),
        _filled("target", AnyId, ""),
        _filled("outcome", AnyId, ""),
        _filled("detail", AnyText, "{}"),
        PrimaryKeyConstraint("tenant", "number"),
    )
    op.create_index("audit_by_time", "audit", ["tenant", "at"])
    op.create_table(
        "changes",
        _tenant(),
        _needed("seq", BigInteger),
        _needed("topic", AnyId),
        _needed("update_type", AnyId),
        _needed("at", UtcMicros),
        Column("context_id", AnyId),
        Column("message_id", AnyId),
        Column("task_id", AnyId),
        Column("memory_id", AnyId),
        _filled("user_id", AnyId, ""),
        _filled("session_id", AnyId, ""),
        _filled("origin", AnyId, ""),
        Column("latest", AnyId),
        PrimaryKeyConstraint("tenant", "seq"),
        UniqueConstraint("tenant", "latest"),
    )
    op.create_table(
        "idempotency",
        _tenant(),
        _needed("key", AnyId),
        _needed("request_hash", AnyId),
        _needed("status", Integer),
        _needed("response", LargeBinary),
        _needed("created_at", UtcMicros),
        PrimaryKeyConstraint("tenant", "key"),
    )
    op.create_index("idempotency_by_time", "idempotency", ["tenant", "created_at"])
    op.create_table(
        "inbox",
        _tenant(),
        _needed("message_id", AnyId),
        _filled("queue", AnyId, ""),
        _needed("received_at", UtcMicros),
        Column("reply", AnyText),
        PrimaryKeyConstraint("tenant", "message_id"),
    )
    op.create_index("inbox_by_time", "inbox", ["tenant", "received_at"])
    op.create_table(
        "memories",
        _tenant(),
        _needed("memory_id", AnyId),
        _filled("user_id", AnyId, ""),
        _filled("agent_id", AnyId, ""),
        _filled("context_id", AnyId, ""),
        _filled("key", AnyId, ""),
        _needed("text", AnyText),
        Column("source_message_id", AnyId),
        _needed("importance", Float),
        _needed("tokens", Integer),
        _needed("valid_from", UtcMicros),
        Column("valid_to", UtcMicros),
        _filled("metadata", AnyText, "{}"),
        _filled("revision", Integer, "1"),
        _needed("created_at", UtcMicros),
        _needed("updated_at", UtcMicros),
        PrimaryKeyConstraint("tenant", "memory_id"),
    )
    op.create_index("memories_by_context", "memories", ["tenant", "context_id"])
    op.create_index("memories_by_user", "memories", ["tenant", "user_id"])
    op.create_table(
        "outbox",
        _tenant(),
        _needed("number", BigInteger),
        _needed("kind", AnyId),
        Column("context_id", AnyId),
        Column("message_id", AnyId),
        _filled("payload", AnyText, "{}"),
        _needed("created_at", UtcMicros),
        _filled("attempts", Integer, "0"),
        Column("next_at", UtcMicros),
        _filled("error", AnyText, ""),
        PrimaryKeyConstraint("tenant", "number"),
    )
    op.create_index("outbox_by_message", "outbox", ["tenant", "message_id"])
    op.create_table(
        "rate_limits",
        _tenant(),
        _needed("name", AnyId),
        _needed("amount", Integer),
        _needed("seconds", Float),
        PrimaryKeyConstraint("tenant", "name"),
    )
    op.create_table(
        "streams",
        _tenant(),
        _needed("epoch", AnyId),
        _needed("last", BigInteger),
        _needed("cut", BigInteger),
        PrimaryKeyConstraint("tenant"),
    )
    op.create_table(
        "sync_state",
        _tenant(),
        _needed("name", AnyId),
        _needed("value", AnyText),
        PrimaryKeyConstraint("tenant", "name"),
    )
    op.create_table(
        "tenants",
        _tenant(),
        _filled("name", AnyText, ""),
        _needed("created_at", UtcMicros),
        Column("disabled_at", UtcMicros),
        PrimaryKeyConstraint("tenant"),
    )
    op.create_table(
        "tokens",
        _tenant(),
        _needed("token_id", AnyId),
        _needed("token_hash", AnyId),
        _filled("name", AnyText, ""),
        _filled("user_id", AnyId, ""),
        _needed("scopes", AnyText),
        _needed("created_at", UtcMicros),
        Column("expires_at", UtcMicros),
        Column("revoked_at", UtcMicros),
        Column("replaced_by", AnyId),
        Column("last_used_at", UtcMicros),
        PrimaryKeyConstraint("tenant", "token_id"),
        UniqueConstraint("token_hash"),
    )
    op.create_table(
        "service_tasks",
        _tenant(),
        _needed("task_id", AnyId),
        Column("context_id", AnyId),
        _needed("task_type", AnyId),
        _needed("state", AnyId),
        _needed("priority", Integer),
        Column("correlation_id", AnyId),
        _filled("user_id", AnyId, ""),
        _filled("parameters", AnyText, "{}"),
        _filled("result", AnyText, "null"),
        _filled("error", AnyText, ""),
        _filled("revision", Integer, "1"),
        _needed("created_at", UtcMicros),
        _needed("updated_at", UtcMicros),
        ForeignKeyConstraint(
            ["tenant", "context_id"],
            ["conversations.tenant", "conversations.context_id"],
            ondelete="CASCADE",
        ),
        PrimaryKeyConstraint("tenant", "task_id"),
    )
    op.create_index("service_tasks_by_context", "service_tasks", ["tenant", "context_id"])
    op.create_index("service_tasks_by_update", "service_tasks", ["tenant", "updated_at"])
    op.create_table(
        "summaries",
        _tenant(),
        _needed("context_id", AnyId),
        _needed("covers_seq", Integer),
        _needed("text", AnyText),
        _needed("tokens", Integer),
        _needed("made_by", AnyId),
        _needed("created_at", UtcMicros),
        ForeignKeyConstraint(
            ["tenant", "context_id"],
            ["conversations.tenant", "conversations.context_id"],
            ondelete="CASCADE",
        ),
        PrimaryKeyConstraint("tenant", "context_id", "covers_seq"),
    )
