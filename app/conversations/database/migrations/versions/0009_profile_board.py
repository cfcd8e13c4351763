"""Answers are pinned to the board of the profile."""

from alembic import op
from sqlalchemy import Column

from app.conversations.database.columns import UtcMicros

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; nothing is pinned there yet."""
    op.add_column("turns", Column("pinned_for_all", UtcMicros))
    op.execute(
        "CREATE INDEX turns_pinned_for_all ON turns (tenant, pinned_for_all)"
        " WHERE pinned_for_all IS NOT NULL"
    )
