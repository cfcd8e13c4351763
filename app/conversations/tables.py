"""The tables: every key begins with the tenant, bodies are the JSON of domain values.

A conversation has positions 0 … n-1; a message or a turn (with its answer) stands at each. The
events of a turn are only ever appended. `turns.body` may be behind its events: it holds the answer
after the first `folded` of them. `texts` repeats what is shown, so that a search reads little.
"""

from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

LOCAL: Final = "local"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class UtcMicros(TypeDecorator[datetime]):
    """A moment as whole microseconds since 1970 UTC: exact, and sorted as it happened."""

    impl = BigInteger
    cache_ok = True

    @property
    def python_type(self) -> type[datetime]:
        """What a row holds."""
        return datetime

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Return the count; a moment without a zone is a mistake of the caller."""
        return None if value is None else (value - _EPOCH) // _MICROSECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """Return the moment in UTC."""
        return None if value is None else _EPOCH + value * _MICROSECOND


METADATA = MetaData()


def _tenant() -> Column[str]:
    return Column("tenant", String, nullable=False, server_default=LOCAL)


def _of_conversation() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["tenant", "context_id"],
        ["conversations.tenant", "conversations.context_id"],
        ondelete="CASCADE",
    )


CONVERSATIONS = Table(
    "conversations",
    METADATA,
    _tenant(),
    Column("context_id", String, nullable=False),
    Column("title", Text, nullable=False),
    Column("folded_title", Text, nullable=False),
    Column("agent", String, nullable=False),
    Column("pinned", Boolean, nullable=False),
    Column("draft", Text, nullable=False),
    Column("entries", Integer, nullable=False, server_default="0"),
    Column("created_at", UtcMicros, nullable=False),
    Column("updated_at", UtcMicros, nullable=False),
    Column("deleted_at", UtcMicros),
    PrimaryKeyConstraint("tenant", "context_id"),
    Index("conversations_by_update", "tenant", "pinned", "updated_at"),
)

MESSAGES = Table(
    "messages",
    METADATA,
    _tenant(),
    Column("message_id", String, nullable=False),
    Column("context_id", String, nullable=False),
    Column("position", Integer, nullable=False),
    Column("role", String, nullable=False),
    Column("created_at", UtcMicros, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("tenant", "message_id"),
    UniqueConstraint("tenant", "context_id", "position"),
    _of_conversation(),
)

TURNS = Table(
    "turns",
    METADATA,
    _tenant(),
    Column("turn_id", String, nullable=False),
    Column("context_id", String, nullable=False),
    Column("position", Integer, nullable=False),
    Column("state", String, nullable=False),
    Column("phase", String, nullable=False),
    Column("started_at", UtcMicros, nullable=False),
    Column("events", Integer, nullable=False),
    Column("folded", Integer, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("tenant", "turn_id"),
    UniqueConstraint("tenant", "context_id", "position"),
    Index("turns_by_phase", "tenant", "phase", "context_id"),
    _of_conversation(),
)

EVENTS = Table(
    "events",
    METADATA,
    _tenant(),
    Column("turn_id", String, nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", UtcMicros, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("tenant", "turn_id", "number"),
    ForeignKeyConstraint(
        ["tenant", "turn_id"], ["turns.tenant", "turns.turn_id"], ondelete="CASCADE"
    ),
)

TEXTS = Table(
    "texts",
    METADATA,
    _tenant(),
    Column("context_id", String, nullable=False),
    Column("position", Integer, nullable=False),
    Column("at", UtcMicros, nullable=False),
    Column("folded", Text, nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("tenant", "context_id", "position"),
    Index("texts_by_time", "tenant", "at"),
    _of_conversation(),
)

AGENT_TASKS = Table(
    "agent_tasks",
    METADATA,
    _tenant(),
    Column("agent", String, nullable=False),
    Column("task_id", String, nullable=False),
    Column("context_id", String, nullable=False),
    Column("state", String, nullable=False),
    Column("updated_at", UtcMicros, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    PrimaryKeyConstraint("tenant", "agent", "task_id"),
    Index("agent_tasks_by_context", "tenant", "context_id"),
    Index("agent_tasks_by_update", "tenant", "agent", "updated_at"),
)
