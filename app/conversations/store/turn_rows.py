"""Turns in the database: a message, its events and the answer they make; messages that wait.

A long answer that arrives in hundreds of pieces is not rewritten for each: its body is written when
a state is entered, and in between it is its last body plus the events since (`folded`).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import reduce
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, and_, bindparam, delete, insert, select, update

from app.conversations.database.statements import Prepared
from app.conversations.database.tables import CONVERSATIONS, EVENTS, MESSAGES, TURNS, UNSENT
from app.conversations.store import change_rows, conversation_rows, positions
from app.conversations.store.change_rows import entry
from app.conversations.windows.token_estimate import estimate_tokens
from app.domain.answers import OPEN_PHASES, Answer, fold, phase_of
from app.domain.book import answer_id
from app.domain.conversations import AnswerEntry, Conversation, title_from
from app.domain.events import TURN_EVENT, Pinned
from app.domain.messages import Message, Unsent
from app.errors import StoreError
from app.ports import Recorded

C = CONVERSATIONS.c
U = UNSENT.c

_SENT = Prepared(
    delete(UNSENT).where(
        U.tenant == bindparam("of_tenant"), U.message_id == bindparam("of_message")
    )
)


def keep(connection: Connection, tenant: str, context_id: str, held: Sequence[Unsent]) -> None:
    """Keep exactly these messages for a conversation, in this order; none where it is gone."""
    there = select(C.context_id).where(C.tenant == tenant, C.context_id == context_id)
    if connection.execute(there).one_or_none() is None:
        return
    connection.execute(delete(UNSENT).where(U.tenant == tenant, U.context_id == context_id))
    if held:
        connection.execute(
            insert(UNSENT),
            [
                {
                    "tenant": tenant,
                    "message_id": one.message_id,
                    "context_id": context_id,
                    "number": number,
                    "body": one.model_dump_json(),
                }
                for number, one in enumerate(held)
            ],
        )


def kept(connection: Connection, tenant: str) -> Sequence[Unsent]:
    """Return the messages of all conversations that are not deleted, in their order."""
    found = connection.execute(
        select(U.body)
        .join(
            CONVERSATIONS,
            (C.tenant == U.tenant) & (C.context_id == U.context_id),
        )
        .where(U.tenant == tenant, C.deleted_at.is_(None))
        .order_by(U.context_id, U.number)
    )
    return [Unsent.model_validate_json(body) for body in found.scalars()]


def sent(connection: Connection, tenant: str, message_id: str) -> None:
    """Forget a message that is stored as said."""
    _SENT.run(connection, {"of_tenant": tenant, "of_message": message_id})


T = TURNS.c
E = EVENTS.c

_ROWS = select(T.turn_id, T.position, T.body, T.events, T.folded)
_BETWEEN = Prepared(
    _ROWS.where(
        T.tenant == bindparam("tenant"),
        T.context_id == bindparam("context_id"),
        T.position >= bindparam("start"),
        T.position < bindparam("stop"),
    ).order_by(T.position)
)


def events_of(connection: Connection, tenant: str, turn_id: str) -> Sequence[Recorded]:
    """Return the events of a turn, oldest first."""
    rows = connection.execute(
        select(E.body, E.at).where(E.tenant == tenant, E.turn_id == turn_id).order_by(E.number)
    )
    return [_recorded(row.body, row.at) for row in rows]


def one(connection: Connection, tenant: str, turn_id: str) -> AnswerEntry | None:
    """Return the answer of a turn with its position, or None."""
    chosen = _turns(tenant).where(T.turn_id == turn_id)
    found = _entries(connection, tenant, connection.execute(chosen).all())
    return found[0] if found else None


def still_open(
    connection: Connection, tenant: str, context_id: str | None
) -> Sequence[AnswerEntry]:
    """Return the answers that are running or waiting, oldest first."""
    chosen = _turns(tenant).where(T.phase.in_(OPEN_PHASES)).order_by(T.started_at, T.turn_id)
    if context_id is not None:
        chosen = chosen.where(T.context_id == context_id)
    else:
        chosen = chosen.join(
            CONVERSATIONS,
            and_(CONVERSATIONS.c.tenant == T.tenant, CONVERSATIONS.c.context_id == T.context_id),
        ).where(CONVERSATIONS.c.deleted_at.is_(None))
    return _entries(connection, tenant, connection.execute(chosen).all())


def newest(
    connection: Connection, tenant: str, context_id: str, limit: int
) -> Sequence[AnswerEntry]:
    """Return the newest answers of a conversation, newest first."""
    chosen = (
        _turns(tenant).where(T.context_id == context_id).order_by(T.position.desc()).limit(limit)
    )
    return _entries(connection, tenant, connection.execute(chosen).all())


def pinned_for_all(connection: Connection, tenant: str) -> Sequence[AnswerEntry]:
    """Return the answers on the profile's board, in the order in which they came there."""
    chosen = (
        _turns(tenant)
        .join(CONVERSATIONS, and_(C.tenant == T.tenant, C.context_id == T.context_id))
        .where(T.pinned_for_all.is_not(None), C.deleted_at.is_(None))
        .order_by(T.pinned_for_all, T.turn_id)
    )
    return _entries(connection, tenant, connection.execute(chosen).all())


def between(
    connection: Connection, tenant: str, context_id: str, start: int, stop: int
) -> Sequence[AnswerEntry]:
    """Return the answers at positions start … stop-1, in order."""
    wanted = {"tenant": tenant, "context_id": context_id, "start": start, "stop": stop}
    return _entries(connection, tenant, _BETWEEN.named(connection, wanted))


def of(
    connection: Connection, tenant: str, turn_ids: Sequence[str]
) -> Mapping[str, tuple[Answer, int]]:
    """Return answers by their turn, each with the number of its events so far."""
    rows = connection.execute(_turns(tenant).where(T.turn_id.in_(turn_ids))).all()
    counts = {row.turn_id: row.events for row in rows}
    found = _entries(connection, tenant, rows)
    return {e.answer.turn_id: (e.answer, counts[e.answer.turn_id]) for e in found}


def _turns(tenant: str) -> Select[Any]:
    return _ROWS.where(T.tenant == tenant)


def _entries(connection: Connection, tenant: str, rows: Sequence[Any]) -> Sequence[AnswerEntry]:
    behind = [row.turn_id for row in rows if row.folded < row.events]
    since = _events_since(connection, tenant, behind) if behind else {}
    return [
        AnswerEntry(
            position=row.position,
            answer=_folded(Answer.model_validate_json(row.body), since.get(row.turn_id, ())),
        )
        for row in rows
    ]


def _events_since(
    connection: Connection, tenant: str, turn_ids: Sequence[str]
) -> Mapping[str, Sequence[Recorded]]:
    rows = connection.execute(
        select(E.turn_id, E.body, E.at)
        .join(TURNS, and_(T.tenant == E.tenant, T.turn_id == E.turn_id))
        .where(E.tenant == tenant, E.turn_id.in_(turn_ids), E.number >= T.folded)
        .order_by(E.turn_id, E.number)
    )
    found: defaultdict[str, list[Recorded]] = defaultdict(list)
    for row in rows:
        found[row.turn_id].append(_recorded(row.body, row.at))
    return found


def _folded(answer: Answer, events: Iterable[Recorded]) -> Answer:
    return reduce(lambda held, recorded: fold(held, recorded.event, recorded.at), events, answer)


def _recorded(body: str, at: datetime) -> Recorded:
    return Recorded(TURN_EVENT.validate_json(body), at)


M = MESSAGES.c

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
_ENTER = Prepared(_OF_TURN, "events", "state", "phase", "folded", "body", "pinned_for_all")
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
    sent(connection, tenant, message.message_id)
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
    _ADD_MESSAGE.insert_many(connection, [said, answered])
    positions.add_text(connection, tenant, message.context_id, position, message.created_at, text)
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
        _ADD_EVENTS.insert_many(
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
    pinned = any(isinstance(recorded.event, Pinned) for recorded in events)
    begins = turn.events == 0 or not events
    if answer.settled or answer.state != turn.state or begins or pinned:
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
    positions.cost(connection, tenant, turn.context_id, tokens - turn.tokens)
    at = answer.ended_at or answer.started_at
    positions.replace_text(connection, tenant, turn.context_id, turn.position, at, text)


def _take(
    connection: Connection, tenant: str, message: Message, answer: Answer, tokens: int
) -> positions.TakenPositions:
    """Take the next two positions of the conversation, making it where there is none."""
    context_id, at = message.context_id, message.created_at
    place = positions.take(connection, tenant, context_id, count=2, tokens=tokens, at=at)
    if place is None:
        conversation = Conversation(
            context_id=context_id,
            title=title_from(message),
            agent=answer.agent,
            created_at=at,
            updated_at=at,
        )
        conversation_rows.save(connection, tenant, conversation)
        place = positions.take(connection, tenant, context_id, count=2, tokens=tokens, at=at)
    assert place is not None
    return place


def _whole(answer: Answer, folded: int) -> dict[str, Any]:
    return {
        "state": answer.state,
        "phase": phase_of(answer),
        "folded": folded,
        "body": answer.model_dump_json(),
        "pinned_for_all": answer.pinned_for_all,
    }
