"""Answers that are kept to be repeated say what they tell of, so that they go when it is erased."""

from alembic import op
from sqlalchemy import Column

from app.conversations.database.columns import AnyId

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; earlier answers go, for what they tell of is not known."""
    for table in ("idempotency", "inbox"):
        op.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
        op.add_column(table, Column("about", AnyId, server_default="", nullable=False))
        op.create_index(f"{table}_by_about", table, ["tenant", "about"])
