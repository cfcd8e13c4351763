"""Turns are written here: a message with its empty answer, then events with the answer they make.

A long answer that arrives in hundreds of pieces is not rewritten for each: its body is written when
a state is entered, and in between it is its last body plus the events since (`folded`).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, bindparam, insert, select, update

from app.conversations import change_rows, conversation_rows, placing, unsent_rows
from app.conversations.change_rows import entry
from app.conversations.phases import phase_of
from app.conversations.prepared import Prepared
from app.conversations.tables import CONVERSATIONS, EVENTS, MESSAGES, TURNS
from app.conversations.windows.token_estimate import estimate_tokens
from app.domain.answers import Answer
from app.domain.book import answer_id
from app.domain.conversations import Conversation, title_of
from app.domain.events import TURN_EVENT
from app.domain.messages import Message
from app.errors import StoreError
from app.ports import Recorded

C = CONVERSATIONS.c
M = MESSAGES.c
T = TURNS.c

_POSITIONS = Prepared(
    select(M.position, T.position.label("answered"))
    .join(TURNS, and_(T.tenant == M.tenant, T.turn_id == M.message_id))
    .where(M.tenant == bindparam("tenant"), M.message_id == bindparam("message_id"))
)
_TURN = Prepared(
    select(T.context_id, T.position, T.state, T.events, M.tokens, C.user_id)
    .join(
        MESSAGES,
        and_(M.tenant == T.tenant, M.context_id == T.context_id, M.position == T.position),
    )
    .join(CONVERSATIONS, and_(C.tenant == T.tenant, C.context_id == T.context_id))
    .where(T.tenant == bindparam("tenant"), T.turn_id == bindparam("turn_id"))
)
_SAY = Prepared(
    update(MESSAGES).where(
        M.tenant == bindparam("of_tenant"), M.message_id == bindparam("of_message")
    ),
    *("content", "tokens", "task_id"),
)
_OF_TURN = update(TURNS).where(
    T.tenant == bindparam("of_tenant"), T.turn_id == bindparam("of_turn")
)
_GO_ON = Prepared(_OF_TURN, "events")
_ENTER = Prepared(_OF_TURN, "events", "state", "phase", "folded", "body")
_ADD_MESSAGE = Prepared(
    insert(MESSAGES),
    *("tenant", "message_id", "context_id", "position", "role", "created_at", "body"),
    *("content", "tokens", "turn_id"),
)
_ADD_TURN = Prepared(insert(TURNS), *TURNS.columns.keys())
_ADD_EVENTS = Prepared(insert(EVENTS), *EVENTS.columns.keys())


class _Turn(NamedTuple):
    """What a turn is before its next events: the columns of `_TURN`."""

    context_id: str
    position: int
    state: str
    events: int
    tokens: int
    user_id: str


def begin(connection: Connection, tenant: str, message: Message, answer: Answer) -> tuple[int, int]:
    """Store a message and its empty answer at the next two positions; return them.

    A message id that is known already changes nothing. A conversation that is not listed yet is
    made from the message: what was said is kept before anything else.
    """
    known = _POSITIONS.row(connection, {"tenant": tenant, "message_id": message.message_id})
    if known is not None:
        return known[0], known[1]
    unsent_rows.sent(connection, tenant, message.message_id)
    text = message.text
    tokens = estimate_tokens(text)
    position, user_id = _take(connection, tenant, message, answer, tokens)
    said: dict[str, Any] = {
        "tenant": tenant,
        "message_id": message.message_id,
        "context_id": message.context_id,
        "position": position,
        "role": message.role,
        "created_at": message.created_at,
        "body": message.model_dump_json(),
        "content": text,
        "tokens": tokens,
        "turn_id": answer.turn_id,
    }
    answered = {
        **said,
        "message_id": answer_id(answer.turn_id),
        "position": position + 1,
        "role": "assistant",
        "created_at": answer.started_at,
        "body": "",
        "content": "",
        "tokens": 0,
    }
    _ADD_MESSAGE.run_many(connection, [said, answered])
    placing.add_text(connection, tenant, message.context_id, position, message.created_at, text)
    _ADD_TURN.run(
        connection,
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
    change_rows.append(
        connection,
        tenant,
        [
            entry(
                "conversation.update",
                "new_message",
                context_id=message.context_id,
                message_id=row["message_id"],
                user_id=user_id,
            )
            for row in (said, answered)
        ],
    )
    return position, position + 1


def record(connection: Connection, tenant: str, answer: Answer, events: Sequence[Recorded]) -> None:
    """Append events to a turn, and write its answer where the events alone would not say enough.

    Raises `StoreError` for a turn that was never begun.
    """
    found = _TURN.row(connection, {"tenant": tenant, "turn_id": answer.turn_id})
    if found is None:
        raise StoreError(
            "This answer belongs to no stored message: the conversation was removed meanwhile.",
            key="unknown_turn",
            turn_id=answer.turn_id,
        )
    turn = _Turn(*found)
    total = turn.events + len(events)
    if events:
        _ADD_EVENTS.run_many(
            connection,
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
    changed: dict[str, Any] = {"of_tenant": tenant, "of_turn": answer.turn_id, "events": total}
    if answer.settled or answer.state != turn.state or turn.events == 0 or not events:
        _ENTER.run(connection, {**changed, **_whole(answer, total)})
    else:
        _GO_ON.run(connection, changed)
    message_id = answer_id(answer.turn_id)
    change_rows.append(
        connection,
        tenant,
        [
            entry(
                "conversation.update",
                "message_updated",
                context_id=turn.context_id,
                message_id=message_id,
                user_id=turn.user_id,
                latest=f"message:{message_id}",
            )
        ],
    )
    if answer.settled:
        _say(connection, tenant, turn, answer)


def _say(connection: Connection, tenant: str, turn: _Turn, answer: Answer) -> None:
    """Write what the answer says into its own message and the search texts, and what it costs."""
    text = answer.text
    tokens = estimate_tokens(text)
    _SAY.run(
        connection,
        {
            "of_tenant": tenant,
            "of_message": answer_id(answer.turn_id),
            "content": text,
            "tokens": tokens,
            "task_id": answer.task_id,
        },
    )
    placing.cost(connection, tenant, turn.context_id, tokens - turn.tokens)
    at = answer.ended_at or answer.started_at
    placing.replace_text(connection, tenant, turn.context_id, turn.position, at, text)


def _take(
    connection: Connection, tenant: str, message: Message, answer: Answer, tokens: int
) -> placing.Place:
    """Take the next two positions of the conversation, making it where there is none."""
    context_id, at = message.context_id, message.created_at
    place = placing.take(connection, tenant, context_id, count=2, tokens=tokens, at=at)
    if place is None:
        conversation = Conversation(
            context_id=context_id,
            title=title_of(message.text),
            agent=answer.agent,
            created_at=at,
            updated_at=at,
        )
        conversation_rows.save(connection, tenant, conversation)
        place = placing.take(connection, tenant, context_id, count=2, tokens=tokens, at=at)
    assert place is not None
    return place


def _whole(answer: Answer, folded: int) -> dict[str, Any]:
    return {
        "state": answer.state,
        "phase": phase_of(answer),
        "folded": folded,
        "body": answer.model_dump_json(),
    }
