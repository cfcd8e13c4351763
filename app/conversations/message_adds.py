"""Messages are appended together: those that wait at the same time cost few statements."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import count
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, func, insert, select

from app.conversations import book_rows, change_rows, json_text, message_rows, placing
from app.conversations.book_rows import aware
from app.conversations.message_values import M, value_of
from app.conversations.prepared import Prepared
from app.conversations.rights import unknown_conversation
from app.conversations.tables import MESSAGES
from app.conversations.windows.token_estimate import estimate_tokens
from app.domain.book import ALL_USERS, Added, Caller, NewMessage
from app.domain.ids import new_message_id, utc_now
from app.errors import Conflict, DeskError

_ADD = Prepared(
    insert(MESSAGES), *(column.key for column in MESSAGES.columns if column is not M.turn_id)
)
_OF_TENANT = select(M.message_id).where(M.tenant == bindparam("tenant"))
_KNOWN = Prepared(_OF_TENANT.where(M.message_id == bindparam("message_id")))
# In SQLite a list in one parameter: to write out as many parameters takes longer than the search.
# Where an older one cuts an id at its NUL, that message is refused as a second one and tried alone.
_LISTED = func.json_each(bindparam("listed")).table_valued("value")
_KNOWN_OF_LIST = Prepared(_OF_TENANT.where(M.message_id.in_(select(_LISTED.c.value))))
_KNOWN_OF_MANY = _OF_TENANT.where(M.message_id.in_(bindparam("message_ids", expanding=True)))


class Adding(NamedTuple):
    """A message that somebody wants to append to a conversation."""

    caller: Caller
    conversation_id: str
    new: NewMessage


class _Fresh(NamedTuple):
    at: int
    message_id: str
    tokens: int
    asked: Adding


class _Places(NamedTuple):
    positions: Iterator[int]
    user_id: str


def add(connection: Connection, caller: Caller, conversation_id: str, new: NewMessage) -> Added:
    """Append a message; one whose id is stored already is returned as it is.

    Raises `ConversationNotFound`, `Conflict` for the id of another conversation's message.
    """
    [outcome] = add_each(connection, [Adding(caller, conversation_id, new)])
    if isinstance(outcome, DeskError):
        raise outcome
    return outcome


def add_each(connection: Connection, adding: Sequence[Adding]) -> list[Added | DeskError]:
    """Append messages of one tenant, each as `add` does; return what came of them."""
    tenant = adding[0].caller.tenant
    met = _known(connection, tenant, [one.new.id for one in adding if one.new.id])
    fresh: list[_Fresh] = []
    again: list[int] = []
    for at, one in enumerate(adding):
        new = one.new
        if new.id in met:
            again.append(at)
            continue
        message_id = new.id or new_message_id()
        tokens = estimate_tokens(new.content) if new.tokens is None else new.tokens
        met.add(message_id)
        fresh.append(_Fresh(at, message_id, tokens, one))
    outcomes = _appended(connection, tenant, fresh)
    for at in again:
        outcomes[at] = _once_more(connection, adding[at])
    return [outcomes[at] for at in range(len(adding))]


def _known(connection: Connection, tenant: str, ids: list[str]) -> set[str]:
    """Return those of the ids that are stored."""
    if not ids:
        return set()
    if len(ids) == 1:
        found = _KNOWN.row(connection, {"tenant": tenant, "message_id": ids[0]})
        return set() if found is None else {ids[0]}
    if connection.dialect.name == "sqlite":
        listed = _KNOWN_OF_LIST.rows(connection, {"tenant": tenant, "listed": json_text.dump(ids)})
        return {row[0] for row in listed}
    wanted = {"tenant": tenant, "message_ids": ids}
    return set(connection.execute(_KNOWN_OF_MANY, wanted).scalars())


def _appended(
    connection: Connection, tenant: str, fresh: list[_Fresh]
) -> dict[int, Added | DeskError]:
    now = utc_now()
    outcomes: dict[int, Added | DeskError] = {}
    rows: list[dict[str, Any]] = []
    texts: list[tuple[str, int, datetime, str]] = []
    changes: list[dict[str, Any]] = []
    places = _places(connection, tenant, fresh, now)
    for one in fresh:
        caller, conversation_id, new = one.asked
        place = places[_place_of(one.asked)]
        if place is None:
            outcomes[one.at] = unknown_conversation(conversation_id)
            continue
        position = next(place.positions)
        at = now if new.timestamp is None else aware(new.timestamp)
        rows.append(
            {
                "tenant": tenant,
                "message_id": one.message_id,
                "context_id": conversation_id,
                "position": position,
                "role": new.role,
                "created_at": at,
                "body": "" if new.body is None else json_text.dump(new.body),
                "content": new.content,
                "content_type": new.content_type,
                "tokens": one.tokens,
                "tags": json_text.dump(new.tags) if new.tags else "[]",
                "important": new.important,
                "task_id": new.task_id,
                "metadata": json_text.dump(new.metadata) if new.metadata else "{}",
                "origin": caller.origin,
                "revision": 0,
            }
        )
        texts.append((conversation_id, position, at, new.content))
        changes.append(
            change_rows.entry(
                "conversation.update",
                "new_message",
                at=now,
                context_id=conversation_id,
                message_id=one.message_id,
                user_id=place.user_id,
                session_id=caller.session,
                origin=caller.origin,
            )
        )
        fields = {
            "id": one.message_id,
            "conversation_id": conversation_id,
            "seq": position,
            "role": new.role,
            "content": new.content,
            "content_type": new.content_type,
            "timestamp": at,
            "tokens": one.tokens,
            "tags": new.tags,
            "important": new.important,
            "task_id": new.task_id,
            "metadata": new.metadata,
            "body": new.body,
            "origin": caller.origin,
            "revision": 0,
        }
        outcomes[one.at] = Added(value_of(fields), created=True)
    if rows:
        _ADD.run_many(connection, rows)
        placing.add_texts(connection, tenant, texts)
        change_rows.append(connection, tenant, changes)
    return outcomes


def _place_of(asked: Adding) -> tuple[str, str | None]:
    """Return in which conversation, and whose it must be."""
    caller = asked.caller
    return asked.conversation_id, None if ALL_USERS in caller.scopes else caller.user


def _places(
    connection: Connection, tenant: str, fresh: list[_Fresh], now: datetime
) -> dict[tuple[str, str | None], _Places | None]:
    """Take positions for all; return those of each conversation."""
    tokens: dict[tuple[str, str | None], list[int]] = {}
    for one in fresh:
        tokens.setdefault(_place_of(one.asked), []).append(one.tokens)
    places: dict[tuple[str, str | None], _Places | None] = {}
    for (conversation_id, user), costs in tokens.items():
        taken = placing.take(
            connection,
            tenant,
            conversation_id,
            count=len(costs),
            tokens=sum(costs),
            at=now,
            user=user,
        )
        places[conversation_id, user] = taken and _Places(count(taken.position), taken.user_id)
    return places


def _once_more(connection: Connection, asked: Adding) -> Added | DeskError:
    """Return what is stored under an id; if that failed just now, try this one."""
    caller, conversation_id, new = asked
    try:
        book_rows.one(connection, caller, conversation_id)
        held = message_rows.stored(connection, caller.tenant, new.id)
        if held is None:
            return add(connection, caller, conversation_id, new)
        if held.conversation_id != conversation_id:
            raise Conflict("This id belongs to another message.", message_id=new.id)
    except DeskError as error:
        return error
    return Added(held, created=False)
