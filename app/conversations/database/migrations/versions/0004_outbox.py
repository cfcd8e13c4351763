"""What is still to be sent is found in the log of changes: nothing else keeps it."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Remove the table, which nothing ever wrote to."""
    op.drop_table("outbox")
