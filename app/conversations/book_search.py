"""Where words stand in the conversations that a caller may see."""

from collections.abc import Sequence

from sqlalchemy import Connection, select, tuple_

from app.conversations import entry_rows
from app.conversations.rights import seen
from app.conversations.tables import CONVERSATIONS, MESSAGES
from app.domain.book import BookHit, Caller

M = MESSAGES.c


def hits(connection: Connection, caller: Caller, query: str, limit: int) -> Sequence[BookHit]:
    """Return where titles and contents contain the query, newest first."""
    among = seen(caller, CONVERSATIONS.c.user_id)
    found = entry_rows.find(connection, caller.tenant, query, limit, among)
    places = [(hit.context_id, hit.position) for hit in found if hit.position is not None]
    ids = {
        (row.context_id, row.position): row.message_id
        for row in connection.execute(
            select(M.context_id, M.position, M.message_id).where(
                M.tenant == caller.tenant, tuple_(M.context_id, M.position).in_(places)
            )
        )
    }
    return [
        BookHit(
            conversation_id=hit.context_id,
            title=hit.title,
            message_id=None if hit.position is None else ids[hit.context_id, hit.position],
            seq=hit.position,
            excerpt=hit.excerpt,
            at=hit.at,
        )
        for hit in found
    ]
