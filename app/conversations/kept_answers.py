"""Answers that are kept to be repeated go with what they tell of."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, delete

from app.conversations.tables_service import IDEMPOTENCY, INBOX

_AT_ONCE: Final = 500


def forget_answers(connection: Connection, tenant: str, about: Sequence[str]) -> None:
    """Remove the answers that tell of these conversations and facts."""
    for start in range(0, len(about), _AT_ONCE):
        some = about[start : start + _AT_ONCE]
        for table in (IDEMPOTENCY, INBOX):
            connection.execute(
                delete(table).where(table.c.tenant == tenant, table.c.about.in_(some))
            )
