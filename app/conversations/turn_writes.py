"""Turns are written here: a message with its empty answer, then events with the answer they make.

A long answer that arrives in hundreds of pieces is not rewritten for each: its body is written when
a state is entered, and in between it is its last body plus the events since (`folded`).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, case, delete, insert, literal, select, update

from app.conversations import conversation_rows
from app.conversations.phases import phase_of
from app.conversations.search_text import fold_text
from app.conversations.tables import CONVERSATIONS, EVENTS, MESSAGES, TEXTS, TURNS, UtcMicros
from app.domain.answers import Answer
from app.domain.conversations import Conversation, title_of
from app.domain.events import TURN_EVENT
from app.domain.messages import Message
from app.errors import StoreError
from app.ports import Recorded

T = TURNS.c


def begin(connection: Connection, tenant: str, message: Message, answer: Answer) -> tuple[int, int]:
    """Store a message and its empty answer at the next two positions; return them.

    A message id that is known already changes nothing. A conversation that is not listed yet is
    made from the message: what was said is kept before anything else.
    """
    known = connection.execute(
        select(MESSAGES.c.position, T.position)
        .join(TURNS, and_(T.tenant == MESSAGES.c.tenant, T.turn_id == MESSAGES.c.message_id))
        .where(MESSAGES.c.tenant == tenant, MESSAGES.c.message_id == message.message_id)
    ).one_or_none()
    if known is not None:
        return known[0], known[1]
    position = _reserve(connection, tenant, message, answer, 2)
    connection.execute(
        insert(MESSAGES).values(
            tenant=tenant,
            message_id=message.message_id,
            context_id=message.context_id,
            position=position,
            role=message.role,
            created_at=message.created_at,
            body=message.model_dump_json(),
        )
    )
    _keep_text(connection, tenant, message.context_id, position, message.created_at, message.text)
    connection.execute(
        insert(TURNS).values(
            tenant=tenant,
            turn_id=answer.turn_id,
            context_id=message.context_id,
            position=position + 1,
            started_at=answer.started_at,
            events=0,
            **_whole(answer, 0),
        )
    )
    return position, position + 1


def record(connection: Connection, tenant: str, answer: Answer, events: Sequence[Recorded]) -> None:
    """Append events to a turn, and write its answer where the events alone would not say enough.

    Raises `StoreError` for a turn that was never begun.
    """
    turn = connection.execute(
        select(T.context_id, T.position, T.state, T.events).where(
            T.tenant == tenant, T.turn_id == answer.turn_id
        )
    ).one_or_none()
    if turn is None:
        raise StoreError(
            "This answer belongs to no stored message: the conversation was removed meanwhile.",
            key="unknown_turn",
            turn_id=answer.turn_id,
        )
    total = turn.events + len(events)
    if events:
        connection.execute(
            insert(EVENTS),
            [
                {
                    "tenant": tenant,
                    "turn_id": answer.turn_id,
                    "number": number,
                    "at": at,
                    "body": TURN_EVENT.dump_json(event).decode(),
                }
                for number, (event, at) in enumerate(events, turn.events)
            ],
        )
    changes: dict[str, Any] = {"events": total}
    if answer.settled or answer.state != turn.state or turn.events == 0 or not events:
        changes |= _whole(answer, total)
    connection.execute(
        update(TURNS).where(T.tenant == tenant, T.turn_id == answer.turn_id).values(changes)
    )
    if answer.settled:
        at = answer.ended_at or answer.started_at
        _keep_text(connection, tenant, turn.context_id, turn.position, at, answer.text)


def _reserve(
    connection: Connection, tenant: str, message: Message, answer: Answer, count: int
) -> int:
    """Take the next positions of the conversation, and move it up in the list."""
    listed = CONVERSATIONS.c
    this = and_(listed.tenant == tenant, listed.context_id == message.context_id)
    said_at = literal(message.created_at, UtcMicros())
    taken = (
        update(CONVERSATIONS)
        .where(this)
        .values(
            entries=listed.entries + count,
            updated_at=case((listed.updated_at < said_at, said_at), else_=listed.updated_at),
        )
        .returning(listed.entries)
    )
    total = connection.execute(taken).scalar_one_or_none()
    if total is None:
        conversation = Conversation(
            context_id=message.context_id,
            title=title_of(message.text),
            agent=answer.agent,
            created_at=message.created_at,
            updated_at=message.created_at,
        )
        conversation_rows.save(connection, tenant, conversation)
        total = connection.execute(taken).scalar_one()
    return int(total) - count


def _whole(answer: Answer, folded: int) -> dict[str, Any]:
    return {
        "state": answer.state,
        "phase": phase_of(answer),
        "folded": folded,
        "body": answer.model_dump_json(),
    }


def _keep_text(
    connection: Connection, tenant: str, context_id: str, position: int, at: datetime, text: str
) -> None:
    here = and_(
        TEXTS.c.tenant == tenant,
        TEXTS.c.context_id == context_id,
        TEXTS.c.position == position,
    )
    connection.execute(delete(TEXTS).where(here))
    if text:
        connection.execute(
            insert(TEXTS).values(
                tenant=tenant,
                context_id=context_id,
                position=position,
                at=at,
                folded=fold_text(text),
                text=text,
            )
        )
