"""Messages as the book has them: replaced while they grow, read one by one and by page."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, update

from app.conversations import book_rows, json_text, placing, turn_reads
from app.conversations.change_rows import append, entry
from app.conversations.message_values import ROWS_WITH_BODY, M, without_body
from app.conversations.prepared import Prepared
from app.conversations.tables import MESSAGES
from app.conversations.windows.token_estimate import estimate_tokens
from app.domain.book import BookMessage, Caller, MessageGrowth, Page
from app.errors import NotAllowed, NotFound

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
            "body": "" if growth.body is None else json_text.dump(growth.body),
            "task_id": held.task_id if growth.task_id is None else growth.task_id,
            "revision": growth.revision,
        },
    )
    placing.cost(connection, caller.tenant, conversation_id, tokens - held.tokens)
    said_at = without_body(held).timestamp
    placing.replace_text(
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
    answers = turn_reads.of(connection, tenant, turn_ids) if turn_ids else {}
    found = []
    for row in rows:
        value = without_body(row)
        if _is_answer(row) and row.turn_id in answers:
            answer, events = answers[row.turn_id]
            body, revision = answer.model_dump(mode="json"), events
            value = value.model_copy(update={"body": body, "revision": revision})
        elif row.body:
            value = value.model_copy(update={"body": json_text.load(row.body)})
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
