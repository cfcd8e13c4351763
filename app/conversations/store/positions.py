"""Where a message stands: the next positions of its conversation, its totals, its search text."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ARRAY,
    Boolean,
    Connection,
    Integer,
    bindparam,
    case,
    column,
    delete,
    func,
    insert,
    literal_column,
    or_,
    update,
)

from app.conversations.database.columns import AnyId, UtcMicros
from app.conversations.database.statements import Prepared, RowsOf
from app.conversations.database.tables import CONVERSATIONS, TEXTS
from app.conversations.store.search_text import fold_text

C = CONVERSATIONS.c
X = TEXTS.c

_SAID_AT = bindparam("said_at", type_=UtcMicros())
_TAKE = Prepared(
    update(CONVERSATIONS)
    .where(
        C.tenant == bindparam("of_tenant"),
        C.context_id == bindparam("of_context"),
        or_(
            C.user_id == bindparam("of_user"),
            bindparam("of_anybody", type_=Integer()) == literal_column("1"),
        ),
    )
    .values(
        entries=C.entries + bindparam("count", type_=Integer()),
        token_total=C.token_total + bindparam("tokens", type_=Integer()),
        updated_at=case((C.updated_at < _SAID_AT, _SAID_AT), else_=C.updated_at),
    )
    .returning(C.entries, C.user_id)
)
_LISTED = (
    func.unnest(
        bindparam("contexts", type_=ARRAY(AnyId)),
        bindparam("users", type_=ARRAY(AnyId)),
        bindparam("anybody", type_=ARRAY(Boolean)),
        bindparam("counts", type_=ARRAY(Integer)),
        bindparam("costs", type_=ARRAY(Integer)),
    )
    .table_valued(
        column("context_id", AnyId),
        column("of_user", AnyId),
        column("of_anybody", Boolean),
        column("many", Integer),
        column("tokens", Integer),
        name="wanted",
    )
    .render_derived()
)
_TAKE_EACH = Prepared(
    update(CONVERSATIONS)
    .where(
        C.tenant == bindparam("of_tenant"),
        C.context_id == _LISTED.c.context_id,
        or_(C.user_id == _LISTED.c.of_user, _LISTED.c.of_anybody),
    )
    .values(
        entries=C.entries + _LISTED.c.many,
        token_total=C.token_total + _LISTED.c.tokens,
        updated_at=case((C.updated_at < _SAID_AT, _SAID_AT), else_=C.updated_at),
    )
    .returning(C.entries, C.user_id, C.context_id)
)
"""As `_TAKE`, for conversations of which none is listed twice; in PostgreSQL's words."""
_COST = Prepared(
    update(CONVERSATIONS)
    .where(C.tenant == bindparam("of_tenant"), C.context_id == bindparam("of_context"))
    .values(token_total=C.token_total + bindparam("more", type_=Integer()))
)
_DROP_TEXT = Prepared(
    delete(TEXTS).where(
        X.tenant == bindparam("tenant"),
        X.context_id == bindparam("context_id"),
        X.position == bindparam("position"),
    )
)
_ADD_TEXT = Prepared(insert(TEXTS), *TEXTS.columns.keys())
TEXT_OF_MESSAGE: Final = RowsOf(
    TEXTS,
    {
        "tenant": "tenant",
        "context_id": "context_id",
        "position": "position",
        "at": "created_at",
        "folded": "folded",
        "text": "content",
    },
    unless_empty="content",
)
"""By what a message is found, as `add_text` adds it; `folded` is `fold_text` of its content."""


class TakenPositions(NamedTuple):
    """The first of the positions that were taken, and whose conversation it is."""

    position: int
    user_id: str


class PositionRequest(NamedTuple):
    """How many positions of a conversation, and what they cost; `user` as in `take`."""

    context_id: str
    user: str | None
    many: int
    tokens: int


def take(
    connection: Connection,
    tenant: str,
    context_id: str,
    *,
    count: int,
    tokens: int,
    at: datetime,
    user: str | None = None,
) -> TakenPositions | None:
    """Take the next positions, count the tokens, and move the conversation up in the list.

    None where there is no such conversation, or none of this user.
    """
    [place] = take_each(
        connection, tenant, [PositionRequest(context_id, user, count, tokens)], at=at
    )
    return place


def take_each(
    connection: Connection, tenant: str, wanted: Sequence[PositionRequest], *, at: datetime
) -> list[TakenPositions | None]:
    """Take positions of several conversations, each as `take` does."""
    contexts = [one.context_id for one in wanted]
    if connection.dialect.name != "postgresql" or len(set(contexts)) < max(2, len(wanted)):
        return [_taken(connection, tenant, one, at) for one in wanted]
    listed = {
        "of_tenant": tenant,
        "contexts": contexts,
        "users": [one.user or "" for one in wanted],
        "anybody": [one.user is None for one in wanted],
        "counts": [one.many for one in wanted],
        "costs": [one.tokens for one in wanted],
        "said_at": at,
    }
    found = {row[2]: row for row in _TAKE_EACH.rows(connection, listed)}
    return [_place(one, found.get(one.context_id)) for one in wanted]


def _taken(
    connection: Connection, tenant: str, one: PositionRequest, at: datetime
) -> TakenPositions | None:
    given = {
        "of_tenant": tenant,
        "of_context": one.context_id,
        "of_user": one.user or "",
        "of_anybody": int(one.user is None),
        "count": one.many,
        "tokens": one.tokens,
        "said_at": at,
    }
    return _place(one, _TAKE.row(connection, given))


def _place(one: PositionRequest, row: Sequence[Any] | None) -> TakenPositions | None:
    """Return the first position of those that were taken, of which the last is in the row."""
    return None if row is None else TakenPositions(row[0] - one.many, row[1])


def cost(connection: Connection, tenant: str, context_id: str, more: int) -> None:
    """Add to the tokens of a conversation what a message has grown by (or take it away)."""
    if more:
        _COST.run(connection, {"of_tenant": tenant, "of_context": context_id, "more": more})


def add_text(
    connection: Connection, tenant: str, context_id: str, position: int, at: datetime, text: str
) -> None:
    """Let a text be found; an empty one cannot be."""
    if text:
        _ADD_TEXT.run(
            connection,
            {
                "tenant": tenant,
                "context_id": context_id,
                "position": position,
                "at": at,
                "folded": fold_text(text),
                "text": text,
            },
        )


def replace_text(
    connection: Connection, tenant: str, context_id: str, position: int, at: datetime, text: str
) -> None:
    """Let a text be found in the place of the one before."""
    place = {"tenant": tenant, "context_id": context_id, "position": position}
    _DROP_TEXT.run(connection, place)
    add_text(connection, tenant, context_id, position, at, text)
