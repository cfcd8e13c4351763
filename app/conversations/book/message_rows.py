"""Messages as the book has them: appended together, replaced while they grow, read by page."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import count
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, func, select, update

from app.conversations.book import book_rows
from app.conversations.book.book_rows import aware, unknown_conversation
from app.conversations.book.message_values import ROWS_WITH_BODY, M, value_of, without_body
from app.conversations.database import columns
from app.conversations.database.statements import Prepared, PreparedInserts, RowsOf
from app.conversations.database.tables import MESSAGES
from app.conversations.store import change_rows, positions, turn_rows
from app.conversations.store import positions as placing
from app.conversations.store.change_rows import append, entry
from app.conversations.store.search_text import fold_text
from app.conversations.windows.token_estimate import estimate_tokens
from app.domain.book import ALL_USERS, Added, BookMessage, Caller, MessageGrowth, NewMessage, Page
from app.domain.ids import new_message_ids, utc_now
from app.errors import Conflict, DeskError, NotAllowed, NotFound

_ONE = Prepared(
    ROWS_WITH_BODY.where(M.tenant == bindparam("tenant"), M.message_id == bindparam("message_id"))
)
_PAGE = Prepared(
    ROWS_WITH_BODY.where(
        M.tenant == bindparam("tenant"),
        M.context_id == bindparam("context_id"),
        M.position >= bindparam("start"),
        M.position < bindparam("stop"),
    ).order_by(M.position)
)
_REPLACE = Prepared(
    update(MESSAGES).where(
        M.tenant == bindparam("of_tenant"), M.message_id == bindparam("of_message")
    ),
    *("content", "tokens", "body", "task_id", "revision"),
)


def replace(
    connection: Connection,
    caller: Caller,
    conversation_id: str,
    message_id: str,
    growth: MessageGrowth,
) -> BookMessage:
    """Replace what a message says so far, unless something as new is there already."""
    conversation = book_rows.one(connection, caller, conversation_id)
    held = _row(connection, caller.tenant, message_id)
    if held is None or held.context_id != conversation_id:
        raise _unknown(message_id)
    if held.turn_id is not None or not caller.origin or held.origin != caller.origin:
        raise NotAllowed("Only who began this message may go on with it.", message_id=message_id)
    if growth.revision <= held.revision:
        return _whole(connection, caller.tenant, [held])[0]
    tokens = estimate_tokens(growth.content) if growth.tokens is None else growth.tokens
    _REPLACE.run(
        connection,
        {
            "of_tenant": caller.tenant,
            "of_message": message_id,
            "content": growth.content,
            "tokens": tokens,
            "body": "" if growth.body is None else columns.dump(growth.body),
            "task_id": held.task_id if growth.task_id is None else growth.task_id,
            "revision": growth.revision,
        },
    )
    positions.cost(connection, caller.tenant, conversation_id, tokens - held.tokens)
    said_at = without_body(held).timestamp
    positions.replace_text(
        connection, caller.tenant, conversation_id, held.position, said_at, growth.content
    )
    user_id = conversation.user_id
    _tell(connection, caller, conversation_id, user_id, message_id)
    return one(connection, caller, conversation_id, message_id)


def one(
    connection: Connection, caller: Caller, conversation_id: str, message_id: str
) -> BookMessage:
    """Return a message; raises `ConversationNotFound`, `NotFound`."""
    book_rows.one(connection, caller, conversation_id)
    row = _row(connection, caller.tenant, message_id)
    if row is None or row.context_id != conversation_id:
        raise _unknown(message_id)
    return _whole(connection, caller.tenant, [row])[0]


def stored(connection: Connection, tenant: str, message_id: str) -> BookMessage | None:
    """Return a message of any conversation of the tenant, or None."""
    row = _row(connection, tenant, message_id)
    return None if row is None else _whole(connection, tenant, [row])[0]


def some(connection: Connection, tenant: str, message_ids: Sequence[str]) -> dict[str, BookMessage]:
    """Return messages by their ids; those that are not there are left out."""
    if not message_ids:
        return {}
    chosen = ROWS_WITH_BODY.where(M.tenant == tenant, M.message_id.in_(message_ids))
    rows = connection.execute(chosen).all()
    return {message.id: message for message in _whole(connection, tenant, rows)}


def page(
    connection: Connection,
    caller: Caller,
    conversation_id: str,
    *,
    after: int | None,
    before: int | None,
    offset: int | None,
    limit: int,
) -> Page[BookMessage]:
    """Return some messages in order, and how to go on from them."""
    total = book_rows.one(connection, caller, conversation_id).message_count
    if before is not None:
        stop = min(max(before, 0), total)
        start = max(0, stop - limit)
    else:
        start = after + 1 if after is not None else offset or 0
        start = min(max(start, 0), total)
        stop = min(start + limit, total)
    wanted = {"tenant": caller.tenant, "context_id": conversation_id}
    rows = _PAGE.named(connection, {**wanted, "start": start, "stop": stop})
    return Page(
        tuple(_whole(connection, caller.tenant, rows)),
        next=str(stop - 1) if stop < total and stop > 0 else None,
        previous=str(start) if start > 0 else None,
    )


def _row(connection: Connection, tenant: str, message_id: str) -> Any | None:
    return _ONE.one(connection, {"tenant": tenant, "message_id": message_id})


def _whole(connection: Connection, tenant: str, rows: Sequence[Any]) -> list[BookMessage]:
    """Return the values with their bodies; that of a desk's answer is what it is by now."""
    turn_ids = [row.turn_id for row in rows if _is_answer(row)]
    answers = turn_rows.of(connection, tenant, turn_ids) if turn_ids else {}
    found = []
    for row in rows:
        value = without_body(row)
        if _is_answer(row) and row.turn_id in answers:
            answer, events = answers[row.turn_id]
            body, revision = answer.model_dump(mode="json"), events
            value = value.model_copy(update={"body": body, "revision": revision})
        elif row.body:
            value = value.model_copy(update={"body": columns.load(row.body)})
        found.append(value)
    return found


def _is_answer(row: Any) -> bool:
    return row.turn_id is not None and row.turn_id != row.message_id


def _tell(
    connection: Connection,
    caller: Caller,
    context_id: str,
    user_id: str,
    message_id: str,
) -> None:
    change = entry(
        "conversation.update",
        "message_updated",
        context_id=context_id,
        message_id=message_id,
        user_id=user_id,
        session_id=caller.session,
        origin=caller.origin,
        latest=f"message:{message_id}",
    )
    append(connection, caller.tenant, [change])


def _unknown(message_id: str) -> NotFound:
    return NotFound("There is no such message.", message_id=message_id)


_ADD = PreparedInserts(
    RowsOf(
        MESSAGES,
        {column.key: column.key for column in MESSAGES.columns if column is not M.turn_id},
    ),
    placing.TEXT_OF_MESSAGE,
    change_rows.NEW_MESSAGE,
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
    made = iter(new_message_ids(sum(not one.new.id for one in adding)))
    for at, one in enumerate(adding):
        new = one.new
        if new.id in met:
            again.append(at)
            continue
        message_id = new.id or next(made)
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
        listed = _KNOWN_OF_LIST.rows(connection, {"tenant": tenant, "listed": columns.dump(ids)})
        return {row[0] for row in listed}
    wanted = {"tenant": tenant, "message_ids": ids}
    return set(connection.execute(_KNOWN_OF_MANY, wanted).scalars())


def _appended(
    connection: Connection, tenant: str, fresh: list[_Fresh]
) -> dict[int, Added | DeskError]:
    now = utc_now()
    outcomes: dict[int, Added | DeskError] = {}
    rows: list[dict[str, Any]] = []
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
                "body": "" if new.body is None else columns.dump(new.body),
                "content": new.content,
                "content_type": new.content_type,
                "tokens": one.tokens,
                "tags": columns.dump(new.tags) if new.tags else "[]",
                "important": new.important,
                "task_id": new.task_id,
                "metadata": columns.dump(new.metadata) if new.metadata else "{}",
                "origin": caller.origin,
                "revision": 0,
                "folded": fold_text(new.content),
                "topic": "conversation.update",
                "update_type": "new_message",
                "added_at": now,
                "user_id": place.user_id,
                "session_id": caller.session,
            }
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
        numbers = change_rows.numbers(connection, tenant, len(rows))
        for row, number in zip(rows, numbers, strict=True):
            row["seq"] = number
        _ADD.run(connection, rows)
        change_rows.cut_old(connection, tenant, numbers)
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
    wanted = [
        placing.PositionRequest(conversation_id, user, len(costs), sum(costs))
        for (conversation_id, user), costs in tokens.items()
    ]
    found = placing.take_each(connection, tenant, wanted, at=now)
    return {
        place: taken and _Places(count(taken.position), taken.user_id)
        for place, taken in zip(tokens, found, strict=True)
    }


def _once_more(connection: Connection, asked: Adding) -> Added | DeskError:
    """Return what is stored under an id; if that failed just now, try this one."""
    caller, conversation_id, new = asked
    try:
        book_rows.one(connection, caller, conversation_id)
        held = stored(connection, caller.tenant, new.id)
        if held is None:
            return add(connection, caller, conversation_id, new)
        if held.conversation_id != conversation_id:
            raise Conflict("This id belongs to another message.", message_id=new.id)
    except DeskError as error:
        return error
    return Added(held, created=False)
