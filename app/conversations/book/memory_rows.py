"""Remembered facts, by tenant and user."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, or_, select, update

from app.conversations.book import book_rows
from app.conversations.book.book_rows import aware, owner_of_new, sees
from app.conversations.database import columns
from app.conversations.database.tables import MEMORIES
from app.conversations.store import pages
from app.conversations.store.change_rows import append, entry
from app.conversations.store.conversation_rows import forget_answers
from app.conversations.windows.token_estimate import estimate_tokens
from app.domain.book import ALL_USERS, Caller, Page
from app.domain.changes import UpdateType
from app.domain.ids import new_message_id, utc_now
from app.domain.memories import MemoriesWanted, Memory, MemoryEdit, NewMemory
from app.errors import Conflict, NotFound

Y = MEMORIES.c


def remember(connection: Connection, caller: Caller, new: NewMemory) -> Memory:
    """Remember a fact, or return the one that has this id already."""
    owner = owner_of_new(caller, new.user_id)
    memory_id = new.id or new_message_id()
    held = _row(connection, caller.tenant, memory_id)
    if held is not None:
        if held.user_id != owner:
            raise Conflict("This id belongs to another fact.", memory_id=memory_id)
        return _memory(held)
    if new.conversation_id:
        book_rows.one(connection, caller, new.conversation_id)
    now = utc_now()
    connection.execute(
        insert(MEMORIES).values(
            tenant=caller.tenant,
            memory_id=memory_id,
            user_id=owner,
            agent_id=new.agent_id,
            context_id=new.conversation_id,
            key=new.key,
            text=new.text,
            source_message_id=new.source_message_id,
            importance=new.importance,
            tokens=estimate_tokens(new.text),
            valid_from=aware(new.valid_from or now),
            valid_to=None if new.valid_to is None else aware(new.valid_to),
            metadata=columns.dump(new.metadata),
            created_at=now,
            updated_at=now,
        )
    )
    stored = one(connection, caller, memory_id)
    _tell(connection, caller, stored, "remembered")
    return stored


def listed(
    connection: Connection, caller: Caller, wanted: MemoriesWanted, cursor: str | None = None
) -> Page[Memory]:
    """Return a page of facts, the most important first, then the newest."""
    chosen = select(MEMORIES).where(Y.tenant == caller.tenant, _visible(caller))
    for column, value in (
        (Y.user_id, wanted.user_id),
        (Y.agent_id, wanted.agent_id),
        (Y.context_id, wanted.conversation_id),
    ):
        if value is not None:
            chosen = chosen.where(or_(column == value, column == ""))
    if wanted.key is not None:
        chosen = chosen.where(Y.key == wanted.key)
    if wanted.at is not None:
        at = aware(wanted.at)
        chosen = chosen.where(Y.valid_from <= at, or_(Y.valid_to.is_(None), Y.valid_to > at))
    if cursor is not None:
        chosen = chosen.where(_later(*pages.read(cursor, float, datetime, str)))
    order = (Y.importance.desc(), Y.updated_at.desc(), Y.memory_id)
    rows = connection.execute(chosen.order_by(*order).limit(wanted.limit + 1)).all()
    found = tuple(_memory(row) for row in rows[: wanted.limit])
    if len(rows) <= wanted.limit:
        return Page(found)
    last = found[-1]
    return Page(found, next=pages.write(last.importance, last.updated_at, last.id))


def ids(connection: Connection, caller: Caller) -> list[str]:
    """Return the ids of all facts that the caller may see."""
    chosen = select(Y.memory_id).where(Y.tenant == caller.tenant, _visible(caller))
    return list(connection.execute(chosen.order_by(Y.memory_id)).scalars())


def of_conversation(
    connection: Connection, caller: Caller, conversation_id: str
) -> Sequence[Memory]:
    """Return all facts that hold in a conversation alone, the most important first."""
    chosen = select(MEMORIES).where(
        Y.tenant == caller.tenant, Y.context_id == conversation_id, _visible(caller)
    )
    rows = connection.execute(
        chosen.order_by(Y.importance.desc(), Y.updated_at.desc(), Y.memory_id)
    )
    return [_memory(row) for row in rows]


def one(connection: Connection, caller: Caller, memory_id: str) -> Memory:
    """Return a fact; raises `NotFound`."""
    row = _row(connection, caller.tenant, memory_id)
    if row is None or not (sees(caller, row.user_id) or row.user_id == ""):
        raise NotFound("There is no such fact.", memory_id=memory_id)
    return _memory(row)


def edit(
    connection: Connection,
    caller: Caller,
    memory_id: str,
    wanted: MemoryEdit,
    if_revision: int | None = None,
) -> Memory:
    """Change a fact; raises `NotFound`, `Conflict`, `ConversationNotFound`."""
    held = one(connection, caller, memory_id)
    owner_of_new(caller, held.user_id)
    _expect(held, if_revision)
    values = wanted.model_dump(exclude_none=True, exclude={"endless", "conversation_id"})
    if wanted.conversation_id is not None:
        if wanted.conversation_id:
            book_rows.one(connection, caller, wanted.conversation_id)
        values["context_id"] = wanted.conversation_id
    if wanted.text is not None:
        values["tokens"] = estimate_tokens(wanted.text)
    if wanted.metadata is not None:
        values["metadata"] = columns.dump(wanted.metadata)
    if wanted.valid_from is not None:
        values["valid_from"] = aware(wanted.valid_from)
    if wanted.valid_to is not None:
        values["valid_to"] = aware(wanted.valid_to)
    elif wanted.endless:
        values["valid_to"] = None
    connection.execute(
        update(MEMORIES)
        .where(Y.tenant == caller.tenant, Y.memory_id == memory_id)
        .values(**values, revision=Y.revision + 1, updated_at=utc_now())
    )
    stored = one(connection, caller, memory_id)
    _tell(connection, caller, stored, "edited")
    return stored


def forget(
    connection: Connection, caller: Caller, memory_id: str, if_revision: int | None = None
) -> None:
    """Remove a fact for good; one that is not there, or not for this caller, is no error."""
    row = _row(connection, caller.tenant, memory_id)
    if row is None or not sees(caller, row.user_id):
        return
    _expect(_memory(row), if_revision)
    connection.execute(delete(MEMORIES).where(Y.tenant == caller.tenant, Y.memory_id == memory_id))
    forget_answers(connection, caller.tenant, [memory_id])
    _tell(connection, caller, _memory(row), "forgotten")


def some(connection: Connection, tenant: str, memory_ids: Sequence[str]) -> dict[str, Memory]:
    """Return facts by their ids; those that are not there are left out."""
    if not memory_ids:
        return {}
    chosen = select(MEMORIES).where(Y.tenant == tenant, Y.memory_id.in_(memory_ids))
    return {row.memory_id: _memory(row) for row in connection.execute(chosen)}


def _visible(caller: Caller) -> ColumnElement[bool]:
    """What holds for every user of the tenant is seen by each of them, and changed by few."""
    return Y.user_id.in_([caller.user, ""]) if ALL_USERS not in caller.scopes else Y.tenant != ""


def _later(importance: float, updated_at: datetime, memory_id: str) -> ColumnElement[bool]:
    """Which facts stand in a list after the one with these values."""
    older = or_(
        Y.updated_at < updated_at, and_(Y.updated_at == updated_at, Y.memory_id > memory_id)
    )
    return or_(Y.importance < importance, and_(Y.importance == importance, older))


def _expect(held: Memory, if_revision: int | None) -> None:
    if if_revision is not None and if_revision != held.revision:
        raise Conflict("The fact was changed meanwhile.", memory_id=held.id, revision=held.revision)


def _row(connection: Connection, tenant: str, memory_id: str) -> Any | None:
    chosen = select(MEMORIES).where(Y.tenant == tenant, Y.memory_id == memory_id)
    return connection.execute(chosen).one_or_none()


def _tell(connection: Connection, caller: Caller, memory: Memory, kind: UpdateType) -> None:
    change = entry(
        "memory.update",
        kind,
        context_id=memory.conversation_id or None,
        memory_id=memory.id,
        user_id=memory.user_id,
        session_id=caller.session,
        origin=caller.origin,
    )
    append(connection, caller.tenant, [change])


def _memory(row: Any) -> Memory:
    return Memory(
        id=row.memory_id,
        tenant_id=row.tenant,
        user_id=row.user_id,
        agent_id=row.agent_id,
        conversation_id=row.context_id,
        key=row.key,
        text=row.text,
        source_message_id=row.source_message_id,
        importance=row.importance,
        tokens=row.tokens,
        valid_from=row.valid_from,
        valid_to=row.valid_to,
        metadata=columns.load(row.metadata),
        revision=row.revision,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )
