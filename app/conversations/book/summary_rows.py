"""Summaries of conversations, one for each length that was summed up."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select

from app.conversations.book import book_rows
from app.conversations.database.statements import Prepared
from app.conversations.database.tables import SUMMARIES
from app.domain.book import Caller
from app.domain.contexts import Summary
from app.errors import BadInput

U = SUMMARIES.c

_ALL = (
    select(SUMMARIES)
    .where(U.tenant == bindparam("tenant"), U.context_id == bindparam("context_id"))
    .order_by(U.covers_seq.desc())
)
_NEWEST = Prepared(_ALL.limit(1))


def newest(connection: Connection, tenant: str, conversation_id: str) -> Summary | None:
    """Return the summary that covers most, or None."""
    wanted = {"tenant": tenant, "context_id": conversation_id}
    found = _NEWEST.one(connection, wanted)
    return None if found is None else _summary(found)


def of_conversation(connection: Connection, caller: Caller, conversation_id: str) -> Summary | None:
    """Return the same, of a conversation that the caller may see."""
    book_rows.one(connection, caller, conversation_id)
    return newest(connection, caller.tenant, conversation_id)


def every(connection: Connection, tenant: str, conversation_id: str) -> Sequence[Summary]:
    """Return all of them, the one that covers most first."""
    wanted = {"tenant": tenant, "context_id": conversation_id}
    return [_summary(row) for row in connection.execute(_ALL, wanted)]


def put(connection: Connection, caller: Caller, summary: Summary) -> None:
    """Keep a summary, in the place of one that covers as much.

    Raises `BadInput` for one of messages that are not there: no later one would ever be newer.
    """
    conversation = book_rows.one(connection, caller, summary.conversation_id)
    if summary.covers_seq >= conversation.message_count:
        raise BadInput(
            f"A summary cannot cover message {summary.covers_seq}: the conversation has"
            f" {conversation.message_count}, counted from 0.",
            key="summary_beyond",
        )
    connection.execute(
        delete(SUMMARIES).where(
            U.tenant == caller.tenant,
            U.context_id == summary.conversation_id,
            U.covers_seq == summary.covers_seq,
        )
    )
    connection.execute(
        insert(SUMMARIES).values(
            tenant=caller.tenant,
            context_id=summary.conversation_id,
            covers_seq=summary.covers_seq,
            text=summary.text,
            tokens=summary.tokens,
            made_by=summary.made_by,
            created_at=book_rows.aware(summary.created_at),
        )
    )


def _summary(row: Any) -> Summary:
    return Summary(
        conversation_id=row.context_id,
        covers_seq=row.covers_seq,
        text=row.text,
        tokens=row.tokens,
        made_by=row.made_by,
        created_at=row.created_at,
    )
