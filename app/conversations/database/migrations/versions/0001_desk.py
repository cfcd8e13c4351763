"""The first schema: a desk's conversations, messages, turns, events, texts and agents' tasks.

Databases of that time carry no revision; they are recognised by their `user_version` of 1.
"""

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing: no database is older."""
