"""On PostgreSQL a transaction may ask to read every tenant's rows: for backups and upkeep.

No table changes. The rules of who sees what are put back after each migration, and this one makes
sure that there is one.
"""

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change nothing."""
