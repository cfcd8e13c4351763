"""Turns are written here: a message with its empty answer, then events with the answer they make.

A long answer that arrives in hundreds of pieces is not rewritten for each: its body is written when
a state is entered, and in between it is its last body plus the events since (`folded`).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Connection,
    Integer,
    and_,
    bindparam,
    case,
    delete,
    insert,
    select,
    update,
)

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

C = CONVERSATIONS.c
M = MESSAGES.c
T = TURNS.c
X = TEXTS.c

# Made once: to build a statement costs more than to run it.
_POSITIONS = (
    select(M.position, T.position)
    .join(TURNS, and_(T.tenant == M.tenant, T.turn_id == M.message_id))
    .where(M.tenant == bindparam("tenant"), M.message_id == bindparam("message_id"))
)
_SAID_AT = bindparam("said_at", type_=UtcMicros())
_RESERVE = (
    update(CONVERSATIONS)
    .where(C.tenant == bindparam("of_tenant"), C.context_id == bindparam("of_context"))
    .values(
        entries=C.entries + bindparam("count", type_=Integer()),
        updated_at=case((C.updated_at < _SAID_AT, _SAID_AT), else_=C.updated_at),
    )
    .returning(C.entries)
)
_TURN = select(T.context_id, T.position, T.state, T.events).where(
    T.tenant == bindparam("tenant"), T.turn_id == bindparam("turn_id")
)
_CHANGE = update(TURNS).where(T.tenant == bindparam("of_tenant"), T.turn_id == bindparam("of_turn"))
_DROP_TEXT = delete(TEXTS).where(
    X.tenant == bindparam("tenant"),
    X.context_id == bindparam("context_id"),
    X.position == bindparam("position"),
)
_ADD_MESSAGE, _ADD_TURN, _ADD_EVENTS, _ADD_TEXT = map(insert, (MESSAGES, TURNS, EVENTS, TEXTS))


def begin(connection: Connection, tenant: str, message: Message, answer: Answer) -> tuple[int, int]:
    """Store a message and its empty answer at the next two positions; return them.

    A message id that is known already changes nothing. A conversation that is not listed yet is
    made from the message: what was said is kept before anything else.
    """
    known = connection.execute(
        _POSITIONS, {"tenant": tenant, "message_id": message.message_id}
    ).one_or_none()
    if known is not None:
        return known[0], known[1]
    position = _reserve(connection, tenant, message, answer, 2)
    connection.execute(
        _ADD_MESSAGE,
        {
            "tenant": tenant,
            "message_id": message.message_id,
            "context_id": message.context_id,
            "position": position,
            "role": message.role,
            "created_at": message.created_at,
            "body": message.model_dump_json(),
        },
    )
    _add_text(connection, tenant, message.context_id, position, message.created_at, message.text)
    connection.execute(
        _ADD_TURN,
        {
            "tenant": tenant,
            "turn_id": answer.turn_id,
            "context_id": message.context_id,
            "position": position + 1,
            "started_at": answer.started_at,
            "events": 0,
            **_whole(answer, 0),
        },
    )
    return position, position + 1


def record(connection: Connection, tenant: str, answer: Answer, events: Sequence[Recorded]) -> None:
    """Append events to a turn, and write its answer where the events alone would not say enough.

    Raises `StoreError` for a turn that was never begun.
    """
    turn = connection.execute(_TURN, {"tenant": tenant, "turn_id": answer.turn_id}).one_or_none()
    if turn is None:
        raise StoreError(
            "This answer belongs to no stored message: the conversation was removed meanwhile.",
            key="unknown_turn",
            turn_id=answer.turn_id,
        )
    total = turn.events + len(events)
    if events:
        connection.execute(
            _ADD_EVENTS,
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
    connection.execute(_CHANGE, {"of_tenant": tenant, "of_turn": answer.turn_id, **changes})
    if answer.settled:
        place = {"tenant": tenant, "context_id": turn.context_id, "position": turn.position}
        connection.execute(_DROP_TEXT, place)
        at = answer.ended_at or answer.started_at
        _add_text(connection, tenant, turn.context_id, turn.position, at, answer.text)


def _reserve(
    connection: Connection, tenant: str, message: Message, answer: Answer, count: int
) -> int:
    """Take the next `count` positions of the conversation, and move it up in the list."""
    wanted = {
        "of_tenant": tenant,
        "of_context": message.context_id,
        "count": count,
        "said_at": message.created_at,
    }
    total = connection.execute(_RESERVE, wanted).scalar_one_or_none()
    if total is None:
        conversation = Conversation(
            context_id=message.context_id,
            title=title_of(message.text),
            agent=answer.agent,
            created_at=message.created_at,
            updated_at=message.created_at,
        )
        conversation_rows.save(connection, tenant, conversation)
        total = connection.execute(_RESERVE, wanted).scalar_one()
    return int(total) - count


def _whole(answer: Answer, folded: int) -> dict[str, Any]:
    return {
        "state": answer.state,
        "phase": phase_of(answer),
        "folded": folded,
        "body": answer.model_dump_json(),
    }


def _add_text(
    connection: Connection, tenant: str, context_id: str, position: int, at: datetime, text: str
) -> None:
    if text:
        connection.execute(
            _ADD_TEXT,
            {
                "tenant": tenant,
                "context_id": context_id,
                "position": position,
                "at": at,
                "folded": fold_text(text),
                "text": text,
            },
        )
