"""Conversations as the book has them: by tenant and user, listed and searched, with totals."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    literal,
    select,
    true,
    tuple_,
    update,
)

from app.conversations.database import columns
from app.conversations.database.statements import Prepared
from app.conversations.database.tables import CONVERSATIONS, MEMORIES, MESSAGES
from app.conversations.store import conversation_rows, entry_rows, pages
from app.conversations.store.change_rows import append, entry
from app.conversations.store.conversation_rows import forget_answers
from app.conversations.store.pages import PageCursor
from app.conversations.store.search_text import TITLE, fold_text
from app.domain.book import (
    ADMIN,
    ALL_USERS,
    MAX_COUNT,
    BookConversation,
    BookHit,
    Caller,
    ConversationsWanted,
    ConversationUpdate,
    NewConversation,
    Page,
)
from app.domain.changes import Topic, UpdateType
from app.domain.conversations import FoundWords
from app.domain.ids import new_context_id, utc_now
from app.errors import Conflict, ConversationNotFound, NotAllowed


def need(caller: Caller, scope: str) -> None:
    """Raise `NotAllowed` unless the caller's token has this scope."""
    if scope not in caller.scopes:
        raise NotAllowed(f"This needs a token with the scope {scope}.", scope=scope)


def sees(caller: Caller, user_id: str) -> bool:
    """Whether what belongs to a user of the tenant is there for this caller."""
    return ALL_USERS in caller.scopes or user_id == caller.user


def seen(caller: Caller, column: ColumnElement[str]) -> ColumnElement[bool]:
    """Return the same as a condition on the column that says whose a row is."""
    return true() if ALL_USERS in caller.scopes else column == caller.user


def owner_of_new(caller: Caller, user_id: str | None) -> str:
    """Return whose something new will be; raises `NotAllowed` for other users without the right."""
    owner = caller.user if user_id is None else user_id
    if not sees(caller, owner):
        raise NotAllowed(f"This needs a token with the scope {ALL_USERS}.", scope=ALL_USERS)
    return owner


def unknown_conversation(conversation_id: str) -> ConversationNotFound:
    """Return what is said of a conversation that is not there, or not for this caller."""
    return ConversationNotFound("There is no such conversation.", conversation_id=conversation_id)


C = CONVERSATIONS.c

_ROWS: Select[Any] = select(
    C.tenant,
    C.context_id,
    C.agent,
    C.user_id,
    C.title,
    C.metadata,
    C.revision,
    C.entries,
    C.token_total,
    C.created_at,
    C.updated_at,
    C.deleted_at,
)
_ONE = Prepared(
    _ROWS.where(C.tenant == bindparam("tenant"), C.context_id == bindparam("context_id"))
)


def one(connection: Connection, caller: Caller, conversation_id: str) -> BookConversation:
    """Return a conversation; raises `ConversationNotFound`."""
    row = row_of(connection, caller.tenant, conversation_id)
    if row is None or not sees(caller, row.user_id):
        raise unknown_conversation(conversation_id)
    return _conversation(row)


def row_of(connection: Connection, tenant: str, conversation_id: str) -> Any | None:
    """Return the row of a conversation, whoever's it is, or None."""
    return _ONE.one(connection, {"tenant": tenant, "context_id": conversation_id})


def some(
    connection: Connection, tenant: str, conversation_ids: Sequence[str]
) -> dict[str, BookConversation]:
    """Return conversations by their ids; those that are not there are left out."""
    if not conversation_ids:
        return {}
    rows = connection.execute(_ROWS.where(C.tenant == tenant, C.context_id.in_(conversation_ids)))
    return {row.context_id: _conversation(row) for row in rows}


def create(connection: Connection, caller: Caller, new: NewConversation) -> BookConversation:
    """Make a conversation, or return the one that has this id already."""
    owner = owner_of_new(caller, new.user_id)
    context_id = new.id or new_context_id()
    held = row_of(connection, caller.tenant, context_id)
    if held is not None:
        if held.user_id != owner:
            raise Conflict("This id belongs to another conversation.", conversation_id=context_id)
        return _conversation(held)
    now = utc_now()
    connection.execute(
        insert(CONVERSATIONS).values(
            tenant=caller.tenant,
            context_id=context_id,
            title=new.title,
            folded_title=fold_text(new.title),
            agent=new.agent_id,
            pinned=False,
            draft="",
            created_at=now,
            updated_at=now,
            user_id=owner,
            metadata=columns.dump(new.metadata),
        )
    )
    _tell(connection, caller, context_id, owner, "conversation.create", "created")
    return one(connection, caller, context_id)


def listed(
    connection: Connection,
    caller: Caller,
    wanted: ConversationsWanted,
    cursor: str | None,
    limit: int,
) -> Page[BookConversation]:
    """Return a page of conversations, the newest update first."""
    chosen = _ROWS.where(_chosen(caller, wanted))
    place = None if cursor is None else pages.place(cursor, datetime, str)
    key = tuple_(C.updated_at, C.context_id)
    if place is not None:
        at, context_id = place.values
        there = tuple_(literal(at, C.updated_at.type), literal(context_id, C.context_id.type))
        chosen = chosen.where(key > there if place.back else key < there)
    if place is not None and place.back:
        rows = connection.execute(
            chosen.order_by(C.updated_at, C.context_id).limit(limit + 1)
        ).all()[::-1]
    else:
        rows = connection.execute(
            chosen.order_by(C.updated_at.desc(), C.context_id.desc()).limit(limit + 1)
        ).all()
    return pages.turned(
        [_conversation(row) for row in rows],
        limit,
        place,
        lambda one, back: pages.write(one.updated_at, one.id, back=back),
    )


def count(connection: Connection, caller: Caller, wanted: ConversationsWanted) -> int:
    """Return how many there are."""
    chosen = select(func.count()).select_from(CONVERSATIONS).where(_chosen(caller, wanted))
    return int(connection.execute(chosen).scalar_one())


def change(
    connection: Connection,
    caller: Caller,
    conversation_id: str,
    wanted: ConversationUpdate,
    if_revision: int | None = None,
) -> BookConversation:
    """Change fields; one that says nothing new changes nothing."""
    held = _as_expected(connection, caller, conversation_id, if_revision)
    values: dict[str, Any] = {}
    if wanted.title is not None and wanted.title != held.title:
        values |= {"title": wanted.title, "folded_title": fold_text(wanted.title)}
    if wanted.agent_id is not None and wanted.agent_id != held.agent_id:
        values["agent"] = wanted.agent_id
    if wanted.metadata is not None and wanted.metadata != held.metadata:
        values["metadata"] = columns.dump(wanted.metadata)
    topic: Topic = "conversation.update"
    kind: UpdateType = "conversation_updated"
    if wanted.deleted is not None and wanted.deleted != (held.deleted_at is not None):
        values["deleted_at"] = utc_now() if wanted.deleted else None
        kind = "deleted" if wanted.deleted else "restored"
        topic = "conversation.delete" if wanted.deleted else topic
    if not values:
        return held
    connection.execute(
        update(CONVERSATIONS)
        .where(C.tenant == caller.tenant, C.context_id == conversation_id)
        .values(**values, revision=C.revision + 1, updated_at=utc_now())
    )
    _tell(connection, caller, conversation_id, held.user_id, topic, kind)
    return one(connection, caller, conversation_id)


def erase(
    connection: Connection, caller: Caller, conversation_id: str, if_revision: int | None = None
) -> None:
    """Remove a conversation and all it holds, for good."""
    held = _as_expected(connection, caller, conversation_id, if_revision)
    if ADMIN not in caller.scopes and held.user_id != caller.user:
        raise NotAllowed(f"This needs a token with the scope {ADMIN}.", scope=ADMIN)
    _forget_what_was_said(connection, caller, held)
    conversation_rows.purge(connection, caller.tenant, conversation_id, by=caller)


def _as_expected(
    connection: Connection, caller: Caller, conversation_id: str, if_revision: int | None
) -> BookConversation:
    held = one(connection, caller, conversation_id)
    if if_revision is not None and if_revision != held.revision:
        raise Conflict(
            "The conversation was changed meanwhile.",
            conversation_id=conversation_id,
            revision=held.revision,
        )
    return held


def _forget_what_was_said(
    connection: Connection, caller: Caller, conversation: BookConversation
) -> None:
    """Forget its user's facts that come from its messages, and hold beyond it."""
    messages = select(MESSAGES.c.message_id).where(
        MESSAGES.c.tenant == caller.tenant, MESSAGES.c.context_id == conversation.id
    )
    gone = connection.execute(
        delete(MEMORIES)
        .where(
            MEMORIES.c.tenant == caller.tenant,
            MEMORIES.c.user_id == conversation.user_id,
            MEMORIES.c.source_message_id.in_(messages),
        )
        .returning(MEMORIES.c.memory_id, MEMORIES.c.user_id)
    ).all()
    changes = [
        entry(
            "memory.update",
            "forgotten",
            memory_id=row.memory_id,
            user_id=row.user_id,
            session_id=caller.session,
            origin=caller.origin,
        )
        for row in gone
    ]
    if changes:
        append(connection, caller.tenant, changes)
        forget_answers(connection, caller.tenant, [row.memory_id for row in gone])


def _tell(
    connection: Connection,
    caller: Caller,
    context_id: str,
    user_id: str,
    topic: Topic,
    kind: UpdateType,
) -> None:
    change = entry(
        topic,
        kind,
        context_id=context_id,
        user_id=user_id,
        session_id=caller.session,
        origin=caller.origin,
    )
    append(connection, caller.tenant, [change])


def _chosen(caller: Caller, wanted: ConversationsWanted) -> Any:
    conditions = [C.tenant == caller.tenant, seen(caller, C.user_id)]
    conditions.append(C.deleted_at.is_not(None) if wanted.deleted else C.deleted_at.is_(None))
    if wanted.user_id is not None:
        conditions.append(C.user_id == wanted.user_id)
    if wanted.agent_id is not None:
        conditions.append(C.agent == wanted.agent_id)
    if wanted.updated_since is not None:
        conditions.append(C.updated_at >= aware(wanted.updated_since))
    return and_(*conditions)


def aware(moment: datetime) -> datetime:
    """Return a moment with its zone; one without is taken as UTC."""
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _conversation(row: Any) -> BookConversation:
    return BookConversation(
        id=row.context_id,
        tenant_id=row.tenant,
        agent_id=row.agent,
        user_id=row.user_id,
        title=row.title,
        metadata=columns.load(row.metadata),
        revision=row.revision,
        message_count=row.entries,
        token_total=row.token_total,
        created_at=row.created_at,
        updated_at=row.updated_at,
        deleted_at=row.deleted_at,
    )


M = MESSAGES.c


def hits(
    connection: Connection, caller: Caller, query: str, cursor: str | None, limit: int
) -> Page[BookHit]:
    """Return a page of where titles and contents contain the query, newest first."""
    among = seen(caller, CONVERSATIONS.c.user_id)
    place = None if cursor is None else _place(cursor)
    found = entry_rows.find(connection, caller.tenant, query, limit + 1, among, place)
    page = pages.turned(found, limit, place, _cursor)
    return Page(tuple(_named(connection, caller, page.items)), page.next, page.previous)


def _place(cursor: str) -> PageCursor:
    (at, position, context_id), back = pages.place(cursor, datetime, float, str)
    return PageCursor((at, int(max(TITLE, min(position, MAX_COUNT))), context_id), back)


def _cursor(hit: FoundWords, back: bool) -> str:
    position = TITLE if hit.position is None else hit.position
    return pages.write(hit.at, position, hit.context_id, back=back)


def _named(
    connection: Connection, caller: Caller, found: Sequence[FoundWords]
) -> Sequence[BookHit]:
    places = [(hit.context_id, hit.position) for hit in found if hit.position is not None]
    ids = {
        (row.context_id, row.position): row.message_id
        for row in connection.execute(
            select(M.context_id, M.position, M.message_id).where(
                M.tenant == caller.tenant, tuple_(M.context_id, M.position).in_(places)
            )
        )
    }
    return [
        BookHit(
            conversation_id=hit.context_id,
            title=hit.title,
            message_id=None if hit.position is None else ids[hit.context_id, hit.position],
            seq=hit.position,
            excerpt=hit.excerpt,
            at=hit.at,
        )
        for hit in found
    ]
