"""The tables of a server of agents, in SQLite or PostgreSQL; times are Unix seconds.

They stand for themselves: no other part of the program reads or writes them.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    inspect,
    text,
)

from app.errors import StoreError

VERSION: Final = 1
_LOCK: Final = 0x62616C616E6365  # any number that is always the same

metadata = MetaData()
_COUNTED = BigInteger().with_variant(Integer(), "sqlite")

about = Table("served_about", metadata, Column("version", Integer, primary_key=True))

tasks = Table(
    "served_tasks",
    metadata,
    Column("agent", String(200), nullable=False),
    Column("task_id", String(200), nullable=False),
    Column("owner", String(200), nullable=False),
    Column("context_id", Text, nullable=False),
    Column("state", String(32), nullable=False),
    Column("updated_at", Float(53), nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("replica", String(64), nullable=False),
    Column("payload", LargeBinary, nullable=False),
    PrimaryKeyConstraint("agent", "task_id"),
    Index("served_tasks_listed", "agent", "owner", "updated_at", "task_id"),
    Index("served_tasks_states", "agent", "state"),
)

events = Table(
    "served_events",
    metadata,
    Column("seq", _COUNTED, primary_key=True, autoincrement=True),
    Column("agent", String(200), nullable=False),
    Column("task_id", String(200), nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("at", Float(53), nullable=False),
    Column("event", LargeBinary, nullable=False),
    Index("served_events_of_task", "agent", "task_id", "version"),
    Index("served_events_at", "at"),
)

messages = Table(
    "served_messages",
    metadata,
    Column("agent", String(200), nullable=False),
    Column("owner", String(200), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("task_id", String(200), nullable=False),
    Column("at", Float(53), nullable=False),
    Column("reply", LargeBinary),
    PrimaryKeyConstraint("agent", "owner", "digest"),
    Index("served_messages_at", "at"),
)

webhooks = Table(
    "served_webhooks",
    metadata,
    Column("task_id", String(200), nullable=False),
    Column("owner", String(200), nullable=False),
    Column("config_id", String(200), nullable=False),
    Column("payload", LargeBinary, nullable=False),
    PrimaryKeyConstraint("task_id", "owner", "config_id"),
)

calls = Table(
    "served_calls",
    metadata,
    Column("seq", _COUNTED, primary_key=True, autoincrement=True),
    Column("config", LargeBinary, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("replica", String(64), nullable=False),
    Column("at", Float(53), nullable=False),
)

replicas = Table(
    "served_replicas",
    metadata,
    Column("replica", String(64), primary_key=True),
    Column("seen_at", Float(53), nullable=False),
)


def prepare(connection: Connection) -> None:
    """Make the tables where there are none; raises `StoreError` for those of a newer version."""
    if connection.dialect.name == "postgresql":
        # Replicas that start together would make them twice.
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    if not inspect(connection).has_table(about.name):
        metadata.create_all(connection)
        connection.execute(about.insert().values(version=VERSION))
        return
    found = connection.execute(about.select()).scalar_one()
    if found > VERSION:
        raise StoreError(
            "The tasks of this server were kept by a newer version of the program: use that one.",
            key="store_newer",
        )
