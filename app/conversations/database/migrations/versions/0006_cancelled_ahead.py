"""Tasks can be cancelled ahead of their requests."""

from alembic import op
from sqlalchemy import Boolean, Column, PrimaryKeyConstraint

from app.conversations.database.columns import AnyId, UtcMicros

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add their table; there are none yet."""
    op.create_table(
        "cancelled_ahead",
        Column("tenant", AnyId, server_default="local", nullable=False),
        Column("task_id", AnyId, nullable=False),
        Column("user_id", AnyId, server_default="", nullable=False),
        Column("of_all_users", Boolean, nullable=False),
        Column("at", UtcMicros, nullable=False),
        PrimaryKeyConstraint("tenant", "task_id", "user_id", "of_all_users"),
    )
    op.create_index("cancelled_ahead_by_time", "cancelled_ahead", ["tenant", "at"])
