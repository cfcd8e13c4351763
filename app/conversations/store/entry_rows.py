"""The rows of a conversation by position, and where words stand in them."""

from collections.abc import Sequence
from typing import Any, TypeVar

from pydantic import ValidationError
from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    func,
    literal,
    or_,
    select,
    true,
)

from app.conversations.database.columns import escaped
from app.conversations.database.statements import Prepared
from app.conversations.database.tables import CONVERSATIONS, MESSAGES, TEXTS
from app.conversations.store import turn_rows
from app.conversations.store.pages import PageCursor
from app.conversations.store.search_text import TITLE, excerpt, fold_query, hit_order
from app.domain.answers import Answer
from app.domain.conversations import AnswerEntry, Entry, FoundWords, RequestEntry
from app.domain.messages import Message, Role, TextPart
from app.domain.tasks import Artifact, TaskState

V = TypeVar("V", Message, Answer)


def entry_of(row: Any) -> Entry:
    """Return the entry of a message that has no turn of this desk.

    Its `body` is shown where it is a desk's own; otherwise its content, as a request of the user or
    as an answer that is complete.
    """
    if row.role == Role.USER:
        message = _read(Message, row.body) or Message(
            message_id=row.message_id,
            context_id=row.context_id,
            role=Role.USER,
            parts=(TextPart(text=row.content, media_type=_media_type(row)),),
            created_at=row.created_at,
        )
        return RequestEntry(position=row.position, message=message)
    answer = _read(Answer, row.body) or Answer(
        turn_id=row.message_id,
        context_id=row.context_id,
        agent=row.role,
        state=TaskState.COMPLETED,
        task_id=row.task_id,
        artifacts=(
            Artifact(
                artifact_id=row.message_id,
                name="answer",
                parts=(TextPart(text=row.content, media_type=_media_type(row)),),
            ),
        ),
        started_at=row.created_at,
        ended_at=row.created_at,
    )
    return AnswerEntry(position=row.position, answer=answer)


def _read(kind: type[V], body: str) -> V | None:
    if not body:
        return None
    try:
        return kind.model_validate_json(body)
    except ValidationError:
        # Another program's form of a message: what it says is in its content.
        return None


def _media_type(row: Any) -> str:
    return "" if row.content_type == "text/markdown" else str(row.content_type)


C = CONVERSATIONS.c
M = MESSAGES.c
X = TEXTS.c

_PAGE = Prepared(
    select(
        M.position,
        M.message_id,
        M.context_id,
        M.role,
        M.created_at,
        M.body,
        M.content,
        M.content_type,
        M.task_id,
    )
    .where(
        M.tenant == bindparam("tenant"),
        M.context_id == bindparam("context_id"),
        M.position >= bindparam("start"),
        M.position < bindparam("stop"),
        # The answers of this desk's turns are read with their turns.
        or_(M.turn_id.is_(None), M.turn_id == M.message_id),
    )
    .order_by(M.position)
)


def count(connection: Connection, tenant: str, context_id: str) -> int:
    """Return how many entries a conversation has; an unknown one has none."""
    found = connection.execute(
        select(C.entries).where(C.tenant == tenant, C.context_id == context_id)
    )
    return found.scalar_one_or_none() or 0


def page(
    connection: Connection, tenant: str, context_id: str, start: int, stop: int
) -> Sequence[Entry]:
    """Return the entries at positions start … stop-1, in order; costs what the page holds."""
    wanted = {"tenant": tenant, "context_id": context_id, "start": start, "stop": stop}
    found = [entry_of(row) for row in _PAGE.named(connection, wanted)]
    found.extend(turn_rows.between(connection, tenant, context_id, start, stop))
    return sorted(found, key=lambda entry: entry.position)


def find(
    connection: Connection,
    tenant: str,
    query: str,
    limit: int,
    among: ColumnElement[bool] | None = None,
    place: PageCursor | None = None,
) -> Sequence[FoundWords]:
    """Return where titles and texts of conversations not deleted contain the query, newest first.

    `among` is a further condition on conversations. The texts are read from the newest on until
    `limit` are found, or from the `place` of a hit (moment, position, conversation) on, or back.
    """
    folded = fold_query(query)
    if not folded:
        return []
    alive = and_(C.tenant == tenant, C.deleted_at.is_(None), true() if among is None else among)
    titles = connection.execute(
        select(C.context_id, C.title, C.updated_at)
        .where(
            alive,
            _contains(connection, C.folded_title, folded),
            _beyond(place, C.updated_at, C.context_id, literal(TITLE)),
        )
        .order_by(*_towards(place, C.updated_at, C.context_id))
        .limit(limit)
    )
    hits = [
        FoundWords(
            context_id=row.context_id,
            title=row.title,
            position=None,
            excerpt=excerpt(row.title, folded),
            at=row.updated_at,
        )
        for row in titles
    ]
    texts = connection.execute(
        select(X.context_id, C.title, X.position, X.text, X.at)
        .join(CONVERSATIONS, and_(C.tenant == X.tenant, C.context_id == X.context_id))
        .where(
            alive,
            X.tenant == tenant,
            _contains(connection, X.folded, folded),
            _beyond(place, X.at, X.context_id, X.position),
        )
        .order_by(*_towards(place, X.at, X.context_id, X.position))
        .limit(limit)
    )
    hits += [
        FoundWords(
            context_id=row.context_id,
            title=row.title,
            position=row.position,
            excerpt=excerpt(row.text, folded),
            at=row.at,
        )
        for row in texts
    ]
    hits.sort(key=hit_order)
    return hits[-limit:] if place is not None and place.back else hits[:limit]


def _beyond(
    place: PageCursor | None,
    at: ColumnElement[Any],
    context_id: ColumnElement[Any],
    position: ColumnElement[Any],
) -> ColumnElement[bool]:
    """Return that a hit comes after a place in `hit_order`, or before it."""
    if place is None:
        return true()
    there_at, there_position, there_id = place.values
    if place.back:
        same = or_(context_id < there_id, and_(context_id == there_id, position < there_position))
        return or_(at > there_at, and_(at == there_at, same))
    same = or_(context_id > there_id, and_(context_id == there_id, position > there_position))
    return or_(at < there_at, and_(at == there_at, same))


def _towards(
    place: PageCursor | None, at: ColumnElement[Any], *rest: ColumnElement[Any]
) -> list[ColumnElement[Any]]:
    """Return the order in which hits are come upon from a place."""
    if place is not None and place.back:
        return [at.asc(), *(one.desc() for one in rest)]
    return [at.desc(), *rest]


def _contains(
    connection: Connection, column: ColumnElement[str], folded: str
) -> ColumnElement[bool]:
    # Not LIKE: that gives a meaning to % and _, and refuses patterns over 50,000 bytes.
    if connection.dialect.name == "postgresql":
        return func.strpos(column, escaped(folded)) > 0
    return func.instr(column, folded) > 0
