"""Rows that were saved from a damaged database become whole conversations again."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial, reduce
from typing import Any, NamedTuple

from pydantic import ValidationError
from sqlalchemy import Connection, insert, update

from app.conversations.database import columns
from app.conversations.database.tables import (
    AGENT_TASKS,
    AUDIT,
    CANCELLED_AHEAD,
    CONVERSATIONS,
    EVENTS,
    IDEMPOTENCY,
    INBOX,
    MEMORIES,
    MESSAGES,
    RATE_LIMITS,
    SERVICE_TASKS,
    SYNC_STATE,
    TENANTS,
    TEXTS,
    TOKENS,
    TURNS,
    UNSENT,
)
from app.conversations.store import conversation_rows, positions, served_task_rows, turn_rows
from app.domain.answers import Answer, fold
from app.domain.conversations import Conversation, title_of
from app.domain.events import TURN_EVENT, TurnClosed
from app.domain.messages import Message, Role, TextPart
from app.domain.tasks import TaskState
from app.ports import Recorded, TaskRecord

UNREADABLE = "store_damaged"

Rows = Mapping[str, Sequence[Any]]
"""Rows by the name of their table, with every column that it has today."""

# Summaries are not among them: they are made anew. Nor is the log of changes: whoever follows it
# is told by its new epoch that all must be read anew.
_AS_THEY_ARE = (
    CANCELLED_AHEAD,
    MEMORIES,
    TENANTS,
    TOKENS,
    RATE_LIMITS,
    AUDIT,
    IDEMPOTENCY,
    INBOX,
    SYNC_STATE,
)


class Salvaged(NamedTuple):
    """How much was saved: conversations, and what the person said in them."""

    conversations: int
    messages: int


class _Turn(NamedTuple):
    """What is left of a turn; at least one of the two rows."""

    message: Any | None
    answer: Any | None

    @property
    def place(self) -> tuple[str, str, int]:
        """Tenant, conversation and the position of the request."""
        if self.message is not None:
            return self.message.tenant, self.message.context_id, self.message.position
        assert self.answer is not None
        return self.answer.tenant, self.answer.context_id, self.answer.position - 1


def rebuild(connection: Connection, found: Rows) -> Salvaged:
    """Write rows of the old tables into a new database, in their order and without gaps.

    A conversation whose line is lost is named by its first message. A message whose row is lost
    is taken from the search texts; an answer that is lost is shown as failed for `UNREADABLE`.
    """
    for row in found[CONVERSATIONS.name]:
        _save(connection, row)
    turns: dict[tuple[str, str], _Turn] = {}
    others: list[Any] = []
    for row in found[MESSAGES.name]:
        if row.turn_id is None:
            others.append(row)
        elif row.turn_id == row.message_id:
            turns[row.tenant, row.turn_id] = _Turn(row, None)
    for row in found[TURNS.name]:
        key = row.tenant, row.turn_id
        turns[key] = turns.get(key, _Turn(None, None))._replace(answer=row)
    texts = {(row.tenant, row.context_id, row.position): row for row in found[TEXTS.name]}
    events: defaultdict[tuple[str, str], list[Any]] = defaultdict(list)
    for row in sorted(found[EVENTS.name], key=lambda row: row.number):
        events[row.tenant, row.turn_id].append(row)
    jobs: list[tuple[tuple[str, str, int], Callable[[], None]]] = [
        (
            turn.place,
            partial(
                _add_turn, connection, turn, turn_id, texts.get(turn.place), events[tenant, turn_id]
            ),
        )
        for (tenant, turn_id), turn in turns.items()
    ]
    jobs += [
        ((row.tenant, row.context_id, row.position), partial(_add_other, connection, row))
        for row in others
    ]
    for _, job in sorted(jobs, key=lambda item: item[0]):
        job()
    for row in found[AGENT_TASKS.name]:
        record = TaskRecord(**{name: getattr(row, name) for name in TaskRecord._fields})
        served_task_rows.save(connection, row.tenant, record)
    contexts = {place[:2] for place, _ in jobs}
    contexts |= {(row.tenant, row.context_id) for row in found[CONVERSATIONS.name]}
    for row in found[SERVICE_TASKS.name]:
        if row.context_id is None or (row.tenant, row.context_id) in contexts:
            connection.execute(insert(SERVICE_TASKS).values(vars(row)))
    for row in found[UNSENT.name]:
        if (row.tenant, row.context_id) in contexts:
            connection.execute(insert(UNSENT).values(vars(row)))
    for table in _AS_THEY_ARE:
        for row in found[table.name]:
            connection.execute(insert(table).values(vars(row)))
    return Salvaged(conversations=len(contexts), messages=len(jobs))


def _save(connection: Connection, row: Any) -> None:
    conversation_rows.save(connection, row.tenant, _conversation(row))
    connection.execute(
        update(CONVERSATIONS)
        .where(CONVERSATIONS.c.tenant == row.tenant, CONVERSATIONS.c.context_id == row.context_id)
        .values(user_id=row.user_id, metadata=row.metadata, revision=row.revision)
    )


def _add_turn(
    connection: Connection, turn: _Turn, turn_id: str, said: Any | None, rows: Sequence[Any]
) -> None:
    tenant = turn.place[0]
    message = _message(turn, turn_id, said)
    begun, answer, kept = _answer(turn, message, rows)
    turn_rows.begin(connection, tenant, message, begun)
    turn_rows.record(connection, tenant, answer, kept)


def _add_other(connection: Connection, row: Any) -> None:
    """Store a message that came through the book at the next position of its conversation."""
    wanted = {"count": 1, "tokens": row.tokens, "at": row.created_at}
    place = positions.take(connection, row.tenant, row.context_id, **wanted)
    if place is None:
        conversation = Conversation(
            context_id=row.context_id,
            title=title_of(row.content),
            created_at=row.created_at,
            updated_at=row.created_at,
        )
        conversation_rows.save(connection, row.tenant, conversation)
        place = positions.take(connection, row.tenant, row.context_id, **wanted)
    assert place is not None
    connection.execute(insert(MESSAGES).values({**vars(row), "position": place.position}))
    positions.add_text(
        connection, row.tenant, row.context_id, place.position, row.created_at, row.content
    )


def _conversation(row: Any) -> Conversation:
    apart = {"entries", "running", "waiting", "archived", "tags"}
    metadata: Any = {}
    with suppress(ValueError):
        metadata = columns.load(row.metadata)
    return Conversation(
        archived=conversation_rows.archived_in(metadata),
        tags=conversation_rows.tags_in(metadata),
        # An older schema lacks the newest columns.
        **{
            name: getattr(row, name)
            for name in Conversation.model_fields.keys() - apart
            if hasattr(row, name)
        },
    )


def _message(turn: _Turn, turn_id: str, said: Any | None) -> Message:
    if turn.message is not None:
        try:
            return Message.model_validate_json(turn.message.body)
        except ValidationError:
            at = turn.message.created_at
    else:
        assert turn.answer is not None
        at = turn.answer.started_at
    return Message(
        message_id=turn_id,
        context_id=turn.place[1],
        role=Role.USER,
        parts=(TextPart(text=said.text),) if said is not None else (),
        created_at=at,
    )


def _answer(
    turn: _Turn, message: Message, rows: Sequence[Any]
) -> tuple[Answer, Answer, list[Recorded]]:
    """Return the answer as it began, as far as it is known, and the events up to there.

    Events after a gap are left out: an answer that lacks a piece must not look whole.
    """
    events = _events(rows)
    begun = Answer(
        turn_id=message.message_id,
        context_id=message.context_id,
        agent="data",
        started_at=message.created_at,
    )
    held = None if turn.answer is None else _held(turn.answer.body)
    if turn.answer is not None and held is not None:
        begun = begun.model_copy(update={"agent": held.agent, "started_at": held.started_at})
        return begun, _folded(held, events[turn.answer.folded :]), events
    answer = _folded(begun, events)
    if not answer.settled:
        lost = Recorded(TurnClosed(state=TaskState.FAILED, reason=UNREADABLE), message.created_at)
        answer, events = _folded(answer, [lost]), [*events, lost]
    return begun, answer, events


def _events(rows: Sequence[Any]) -> list[Recorded]:
    found: list[Recorded] = []
    with suppress(ValidationError):
        for expected, row in enumerate(rows):
            if row.number != expected:
                break
            found.append(Recorded(TURN_EVENT.validate_json(row.body), row.at))
    return found


def _held(body: str) -> Answer | None:
    try:
        return Answer.model_validate_json(body)
    except ValidationError:
        return None


def _folded(answer: Answer, events: Sequence[Recorded]) -> Answer:
    return reduce(lambda held, recorded: fold(held, recorded.event, recorded.at), events, answer)
