"""The rows of a conversation by position, and where words stand in them."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, and_, func, select

from app.conversations import turn_reads
from app.conversations.search_text import excerpt, fold_query, hit_order
from app.conversations.tables import CONVERSATIONS, MESSAGES, TEXTS
from app.domain.conversations import Entry, Hit, RequestEntry
from app.domain.messages import Message

C = CONVERSATIONS.c
X = TEXTS.c


def count(connection: Connection, tenant: str, context_id: str) -> int:
    """Return how many entries a conversation has; an unknown one has none."""
    found = connection.execute(
        select(C.entries).where(C.tenant == tenant, C.context_id == context_id)
    )
    return found.scalar_one_or_none() or 0


def page(
    connection: Connection, tenant: str, context_id: str, start: int, stop: int
) -> Sequence[Entry]:
    """Return the entries at positions start … stop-1, in order; costs what the page holds."""
    m = MESSAGES.c
    rows = connection.execute(
        select(m.position, m.body).where(
            m.tenant == tenant,
            m.context_id == context_id,
            m.position >= start,
            m.position < stop,
        )
    )
    found: list[Entry] = [
        RequestEntry(position=row.position, message=Message.model_validate_json(row.body))
        for row in rows
    ]
    found.extend(turn_reads.between(connection, tenant, context_id, start, stop))
    return sorted(found, key=lambda entry: entry.position)


def find(connection: Connection, tenant: str, query: str, limit: int) -> Sequence[Hit]:
    """Return where titles and texts of conversations not deleted contain the query, newest first.

    The texts are read from the newest on until `limit` are found.
    """
    folded = fold_query(query)
    if not folded:
        return []
    alive = and_(C.tenant == tenant, C.deleted_at.is_(None))
    titles = connection.execute(
        select(C.context_id, C.title, C.updated_at)
        .where(alive, _contains(C.folded_title, folded))
        .order_by(C.updated_at.desc(), C.context_id)
        .limit(limit)
    )
    hits = [
        Hit(
            context_id=row.context_id,
            title=row.title,
            position=None,
            excerpt=excerpt(row.title, folded),
            at=row.updated_at,
        )
        for row in titles
    ]
    texts = connection.execute(
        select(X.context_id, C.title, X.position, X.text, X.at)
        .join(CONVERSATIONS, and_(C.tenant == X.tenant, C.context_id == X.context_id))
        .where(alive, X.tenant == tenant, _contains(X.folded, folded))
        .order_by(X.at.desc(), X.context_id, X.position)
        .limit(limit)
    )
    hits += [
        Hit(
            context_id=row.context_id,
            title=row.title,
            position=row.position,
            excerpt=excerpt(row.text, folded),
            at=row.at,
        )
        for row in texts
    ]
    return sorted(hits, key=hit_order)[:limit]


def _contains(column: ColumnElement[str], folded: str) -> ColumnElement[bool]:
    # Not LIKE: that gives a meaning to % and _, and refuses patterns over 50,000 bytes.
    return func.instr(column, folded) > 0
