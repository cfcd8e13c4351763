"""Where words stand in the conversations that a caller may see."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, select, tuple_

from app.conversations import entry_rows, page_cursors
from app.conversations.page_cursors import Place
from app.conversations.rights import seen
from app.conversations.search_text import TITLE
from app.conversations.tables import CONVERSATIONS, MESSAGES
from app.domain.book import MAX_COUNT, BookHit, Caller, Page
from app.domain.conversations import Hit

M = MESSAGES.c


def hits(
    connection: Connection, caller: Caller, query: str, cursor: str | None, limit: int
) -> Page[BookHit]:
    """Return a page of where titles and contents contain the query, newest first."""
    among = seen(caller, CONVERSATIONS.c.user_id)
    place = None if cursor is None else _place(cursor)
    found = entry_rows.find(connection, caller.tenant, query, limit + 1, among, place)
    page = page_cursors.turned(found, limit, place, _cursor)
    return Page(tuple(_named(connection, caller, page.items)), page.next, page.previous)


def _place(cursor: str) -> Place:
    (at, position, context_id), back = page_cursors.place(cursor, datetime, float, str)
    return Place((at, int(max(TITLE, min(position, MAX_COUNT))), context_id), back)


def _cursor(hit: Hit, back: bool) -> str:
    position = TITLE if hit.position is None else hit.position
    return page_cursors.write(hit.at, position, hit.context_id, back=back)


def _named(connection: Connection, caller: Caller, found: Sequence[Hit]) -> Sequence[BookHit]:
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
