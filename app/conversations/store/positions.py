"""Where a message stands: the next positions of its conversation, its totals, its search text."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import (
    Connection,
    Integer,
    bindparam,
    case,
    delete,
    insert,
    literal_column,
    or_,
    update,
)

from app.conversations.database.columns import UtcMicros
from app.conversations.database.statements import Prepared
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


class Place(NamedTuple):
    """The first of the positions that were taken, and whose conversation it is."""

    position: int
    user_id: str


class Wanted(NamedTuple):
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
) -> Place | None:
    """Take the next positions, count the tokens, and move the conversation up in the list.

    None where there is no such conversation, or none of this user.
    """
    [place] = take_each(connection, tenant, [Wanted(context_id, user, count, tokens)], at=at)
    return place


def take_each(
    connection: Connection, tenant: str, wanted: Sequence[Wanted], *, at: datetime
) -> list[Place | None]:
    """Take positions of several conversations, each as `take` does."""
    found = _TAKE.row_of_each(
        connection,
        [
            {
                "of_tenant": tenant,
                "of_context": one.context_id,
                "of_user": one.user or "",
                "of_anybody": int(one.user is None),
                "count": one.many,
                "tokens": one.tokens,
                "said_at": at,
            }
            for one in wanted
        ],
    )
    return [
        None if taken is None else Place(taken[0] - one.many, taken[1])
        for one, taken in zip(wanted, found, strict=True)
    ]


def cost(connection: Connection, tenant: str, context_id: str, more: int) -> None:
    """Add to the tokens of a conversation what a message has grown by (or take it away)."""
    if more:
        _COST.run(connection, {"of_tenant": tenant, "of_context": context_id, "more": more})


def add_text(
    connection: Connection, tenant: str, context_id: str, position: int, at: datetime, text: str
) -> None:
    """Let a text be found; an empty one cannot be."""
    add_texts(connection, tenant, [(context_id, position, at, text)])


def add_texts(
    connection: Connection, tenant: str, texts: Iterable[tuple[str, int, datetime, str]]
) -> None:
    """Let texts be found, each with its conversation, position and moment."""
    rows = [
        {
            "tenant": tenant,
            "context_id": context_id,
            "position": position,
            "at": at,
            "folded": fold_text(text),
            "text": text,
        }
        for context_id, position, at, text in texts
        if text
    ]
    if rows:
        _ADD_TEXT.run_many(connection, rows)


def replace_text(
    connection: Connection, tenant: str, context_id: str, position: int, at: datetime, text: str
) -> None:
    """Let a text be found in the place of the one before."""
    place = {"tenant": tenant, "context_id": context_id, "position": position}
    _DROP_TEXT.run(connection, place)
    add_text(connection, tenant, context_id, position, at, text)
