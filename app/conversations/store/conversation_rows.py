"""Conversations in the database: saved by their listed fields, read with their counts."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    delete,
    func,
    insert,
    select,
    tuple_,
    update,
)

from app.conversations.database import columns
from app.conversations.database.tables import (
    AGENT_TASKS,
    CONVERSATIONS,
    IDEMPOTENCY,
    INBOX,
    MEMORIES,
    TEXTS,
    TURNS,
)
from app.conversations.store.change_rows import append, entry
from app.conversations.store.search_text import HEADLINE, fold_text
from app.domain.answers import Phase
from app.domain.book import Caller
from app.domain.changes import UpdateType
from app.domain.conversations import Conversation, clean_tags

_AT_ONCE: Final = 500


def forget_answers(connection: Connection, tenant: str, about: Sequence[str]) -> None:
    """Remove the answers that tell of these conversations and facts."""
    for start in range(0, len(about), _AT_ONCE):
        some = about[start : start + _AT_ONCE]
        for table in (IDEMPOTENCY, INBOX):
            connection.execute(
                delete(table).where(table.c.tenant == tenant, table.c.about.in_(some))
            )


C = CONVERSATIONS.c


def save(
    connection: Connection,
    tenant: str,
    conversation: Conversation,
    only: Collection[str] | None = None,
) -> None:
    """Insert or replace the listed fields, or `only` these; the counts are left alone."""
    stored = one(connection, tenant, conversation.context_id) if only is not None else None
    if stored is not None:
        conversation = stored.with_those_of(conversation, only or ())
    values = conversation.model_dump(
        include={
            "title",
            "agent",
            "pinned",
            "draft",
            "created_at",
            "updated_at",
            "deleted_at",
        }
    )
    values["folded_title"] = fold_text(conversation.title)
    context_id = conversation.context_id
    held = connection.execute(
        select(C.title, C.agent, C.pinned, C.metadata, C.deleted_at, C.user_id).where(
            _is(tenant, context_id)
        )
    ).one_or_none()
    values["metadata"] = _filed(conversation, held.metadata if held is not None else "{}")
    if held is None:
        connection.execute(
            insert(CONVERSATIONS).values(tenant=tenant, context_id=context_id, **values)
        )
        append(
            connection,
            tenant,
            [entry("conversation.create", "created", context_id=context_id)],
        )
        return
    changed = [
        name
        for name in ("title", "agent", "pinned", "metadata", "deleted_at")
        if values[name] != getattr(held, name)
    ]
    if changed:
        values["revision"] = C.revision + 1
        append(
            connection,
            tenant,
            [_change(context_id, held.user_id, held.deleted_at, conversation.deleted_at)],
        )
    connection.execute(update(CONVERSATIONS).where(_is(tenant, context_id)).values(values))


def one(connection: Connection, tenant: str, context_id: str) -> Conversation | None:
    """Return a conversation, deleted or not."""
    row = connection.execute(_with_counts(tenant).where(_is(tenant, context_id))).one_or_none()
    return None if row is None else _conversation(row)


def listed(connection: Connection, tenant: str, limit: int) -> Sequence[Conversation]:
    """Return those not deleted: pinned first, then newest first."""
    rows = connection.execute(
        _with_counts(tenant)
        .where(C.tenant == tenant, C.deleted_at.is_(None))
        .order_by(C.pinned.desc(), C.updated_at.desc(), C.context_id)
        .limit(limit)
    )
    return [_conversation(row) for row in rows]


def purge(
    connection: Connection, tenant: str, context_id: str, *, by: Caller | None = None
) -> None:
    """Remove a conversation with all that it holds, its agents' tasks and its memories too."""
    facts = connection.execute(
        delete(MEMORIES)
        .where(MEMORIES.c.tenant == tenant, MEMORIES.c.context_id == context_id)
        .returning(MEMORIES.c.memory_id)
    ).scalars()
    forget_answers(connection, tenant, [context_id, *facts])
    connection.execute(
        delete(AGENT_TASKS).where(
            AGENT_TASKS.c.tenant == tenant, AGENT_TASKS.c.context_id == context_id
        )
    )
    user_id = connection.execute(
        delete(CONVERSATIONS).where(_is(tenant, context_id)).returning(C.user_id)
    ).scalar_one_or_none()
    if user_id is not None:
        change = entry(
            "conversation.delete",
            "erased",
            context_id=context_id,
            user_id=user_id,
            session_id=by.session if by else "",
            origin=by.origin if by else "",
        )
        append(connection, tenant, [change])


def purge_deleted(connection: Connection, tenant: str, before: datetime) -> int:
    """Remove those deleted before a moment; return how many."""
    found = connection.execute(
        select(C.context_id).where(C.tenant == tenant, C.deleted_at < before)
    ).scalars()
    context_ids = list(found)
    for context_id in context_ids:
        purge(connection, tenant, context_id)
    return len(context_ids)


def _change(
    context_id: str, user_id: str, before: datetime | None, after: datetime | None
) -> dict[str, Any]:
    if after is not None and before is None:
        return entry("conversation.delete", "deleted", context_id=context_id, user_id=user_id)
    kind: UpdateType = "conversation_updated" if (before is None) == (after is None) else "restored"
    return entry("conversation.update", kind, context_id=context_id, user_id=user_id)


def archived_in(metadata: Mapping[str, Any]) -> bool:
    """Return whether the metadata of a conversation say that it is archived."""
    return metadata.get("archived") is True


def tags_in(metadata: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the tags in the metadata of a conversation; anything else there is none."""
    said = metadata.get("tags")
    return clean_tags(tag for tag in said if isinstance(tag, str)) if type(said) is list else ()


def _filed(conversation: Conversation, metadata: str) -> str:
    """Return metadata that say, too, where a conversation is filed; what others keep there stays.

    A conversation that is filed nowhere leaves no trace, so that the same is written the same.
    """
    kept: dict[str, Any] = dict(columns.load(metadata))
    filed = {"archived": conversation.archived, "tags": list(conversation.tags)}
    for name, value in filed.items():
        kept.pop(name, None)
        if value:
            kept[name] = value
    same = kept == columns.load(metadata)
    return metadata if same else columns.dump(kept)


def _is(tenant: str, context_id: str) -> ColumnElement[bool]:
    return tuple_(C.tenant, C.context_id) == tuple_(tenant, context_id)


def _with_counts(tenant: str) -> Select[Any]:
    counted = (
        select(
            TURNS.c.context_id,
            func.count().filter(TURNS.c.phase == Phase.RUNNING).label("running"),
            func.count().filter(TURNS.c.phase == Phase.WAITING).label("waiting"),
        )
        .where(TURNS.c.tenant == tenant, TURNS.c.phase.in_([Phase.RUNNING, Phase.WAITING]))
        .group_by(TURNS.c.context_id)
        .subquery()
    )
    newest = and_(
        TEXTS.c.tenant == C.tenant,
        TEXTS.c.context_id == C.context_id,
        TEXTS.c.position == C.entries - 1,
    )
    headline = func.substr(TEXTS.c.text, 1, HEADLINE).label("headline")
    return (
        select(CONVERSATIONS, counted.c.running, counted.c.waiting, headline)
        .join_from(CONVERSATIONS, counted, counted.c.context_id == C.context_id, isouter=True)
        .join(TEXTS, newest, isouter=True)
    )


def _conversation(row: Row[Any]) -> Conversation:
    metadata = columns.load(row.metadata)
    return Conversation(
        context_id=row.context_id,
        title=row.title,
        agent=row.agent,
        pinned=row.pinned,
        archived=archived_in(metadata),
        tags=tags_in(metadata),
        draft=row.draft,
        entries=row.entries,
        running=row.running or 0,
        waiting=row.waiting or 0,
        headline=row.headline or "",
        created_at=row.created_at,
        updated_at=row.updated_at,
        deleted_at=row.deleted_at,
    )
