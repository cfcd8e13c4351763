"""A task says who works on it, so that of two requests for it one does."""

from alembic import op
from sqlalchemy import Column

from app.conversations.database.columns import AnyId, UtcMicros

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; who works on the tasks that are there is not known."""
    op.add_column("service_tasks", Column("claimed_by", AnyId, server_default="", nullable=False))
    op.add_column("service_tasks", Column("claimed_until", UtcMicros))
