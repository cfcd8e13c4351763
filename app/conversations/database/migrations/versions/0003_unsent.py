"""Messages that wait to be sent are kept."""

from alembic import op
from sqlalchemy import Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint

from app.conversations.database.columns import AnyId, AnyText

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add their table; there are none yet."""
    op.create_table(
        "unsent",
        Column("tenant", AnyId, server_default="local", nullable=False),
        Column("message_id", AnyId, nullable=False),
        Column("context_id", AnyId, nullable=False),
        Column("number", Integer, nullable=False),
        Column("body", AnyText, nullable=False),
        PrimaryKeyConstraint("tenant", "message_id"),
        ForeignKeyConstraint(
            ["tenant", "context_id"],
            ["conversations.tenant", "conversations.context_id"],
            ondelete="CASCADE",
        ),
    )
    op.create_index("unsent_by_context", "unsent", ["tenant", "context_id"])
