"""A conversation's line in the list, the same on all desks, and nothing overwritten unseen.

Three states are compared: what the service has now, what it had when this desk last knew, and what
this desk has. A field that was changed here since then is this desk's, and will be sent; any other
is the service's. One that was changed in both places is the service's, for that change was there
first, and whoever sits at this desk is told both. Tags are changed one by one. What one desk
deleted stays so, whatever another changes in it, until somebody brings it back.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Literal

from sqlalchemy import Connection

from app.conversations.database.database import Database
from app.conversations.store import conversation_rows
from app.domain.book import BookConversation
from app.domain.conversations import Conversation
from app.domain.ids import utc_now
from app.ports import SyncEvent
from app.sync.cursors import ListedConversation, forget_listed, read_listed, write_listed

Learned = Callable[[str, Sequence[int]], Awaitable[None]]
"""Hears of a conversation, and of the positions of its entries, that are new or changed here."""


class Listing:
    """Brings lines in step, each in one transaction. The database is the caller's.

    `learned` is told of each line that changed here, `told` of conversations that another deleted
    and of changes of this desk that are not kept.
    A state of the service that is older than one already known is left alone: two readers of the
    service may be overtaken by each other.
    """

    def __init__(
        self,
        database: Database,
        tenant: str,
        *,
        learned: Learned,
        told: Callable[[SyncEvent], None] = lambda event: None,
    ) -> None:
        self._database = database
        self._tenant = tenant
        self._learned = learned
        self._told = told

    async def differs(
        self, context_id: str
    ) -> tuple[Conversation, ListedConversation | None] | None:
        """Return a conversation and what the service has of it, where there is something to send.

        None where there is nothing, or no such conversation.
        """

        def job(connection: Connection) -> tuple[Conversation, ListedConversation | None] | None:
            mine = conversation_rows.one(connection, self._tenant, context_id)
            if mine is None:
                return None
            known = read_listed(connection, self._tenant, context_id)
            if known is not None and known.same_as(ListedConversation.of(mine)):
                return None
            return mine, known

        return await self._database.read(self._tenant, job)

    async def forget(self, context_id: str | None = None) -> None:
        """Know nothing any more of what the service has of a conversation, or of all."""
        await self._database.write(
            self._tenant, lambda connection: forget_listed(connection, self._tenant, context_id)
        )

    async def take(
        self, theirs: BookConversation, *, sent: ListedConversation | None = None
    ) -> None:
        """Take in what the service has, after this desk has `sent` that."""
        new = ListedConversation(
            title=theirs.title,
            agent=theirs.agent_id,
            pinned=theirs.metadata.get("pinned") is True,
            archived=conversation_rows.archived_in(theirs.metadata),
            tags=conversation_rows.tags_in(theirs.metadata),
            deleted=theirs.deleted_at is not None,
            revision=theirs.revision,
        )

        def job(connection: Connection) -> tuple[bool, list[SyncEvent]]:
            known = read_listed(connection, self._tenant, theirs.id)
            if known is not None and new.revision < known.revision:
                return False, []
            mine = conversation_rows.one(connection, self._tenant, theirs.id)
            held = ListedConversation.of(mine) if mine is not None else None
            write_listed(connection, self._tenant, theirs.id, new)
            merged = merge(new, sent or known, held)
            if held is not None and held.same_as(merged):
                return False, []
            conversation_rows.save(connection, self._tenant, _changed(mine, theirs, merged))
            if mine is None or held is None:
                return True, []
            if merged.deleted and not held.deleted:
                return True, [SyncEvent("deleted", theirs.id, mine.title)]
            return True, overruled(theirs.id, new, sent or known, held)

        changed, events = await self._database.write(self._tenant, job)
        if changed:
            await self._learned(theirs.id, ())
        for event in events:
            self._told(event)


def merge(
    theirs: ListedConversation, known: ListedConversation | None, mine: ListedConversation | None
) -> ListedConversation:
    """Return each field as the service has it, unless only this desk changed it since `known`."""
    if mine is None:
        return theirs
    known = known or mine
    fields = {
        name: getattr(theirs if _changed_in(theirs, known, name) else mine, name)
        for name in ("title", "agent", "pinned", "archived", "deleted")
    }
    tags = tuple(tag for tag in theirs.tags if tag in mine.tags or tag not in known.tags)
    added = tuple(tag for tag in mine.tags if tag not in (*known.tags, *tags))
    return ListedConversation(revision=theirs.revision, tags=tags + added, **fields)


def overruled(
    context_id: str,
    theirs: ListedConversation,
    known: ListedConversation | None,
    mine: ListedConversation,
) -> list[SyncEvent]:
    """Return what was changed here and is not kept, for it was changed at the service first."""
    if known is None:
        return []
    return [
        SyncEvent(
            "overruled",
            context_id,
            theirs.title,
            about=name,
            mine=getattr(mine, name),
            theirs=getattr(theirs, name),
        )
        for name in _ONE_WINS
        if _changed_in(mine, known, name)
        and _changed_in(theirs, known, name)
        and getattr(mine, name) != getattr(theirs, name)
    ]


_ONE_WINS: Final[tuple[Literal["title", "agent"], ...]] = ("title", "agent")
"""Fields of which two different changes cannot both hold."""


def _changed_in(state: ListedConversation, known: ListedConversation, name: str) -> bool:
    return bool(getattr(state, name) != getattr(known, name))


def _changed(
    mine: Conversation | None, theirs: BookConversation, merged: ListedConversation
) -> Conversation:
    kept = mine or Conversation(
        context_id=theirs.id, created_at=theirs.created_at, updated_at=theirs.updated_at
    )
    deleted_at = (kept.deleted_at or theirs.deleted_at or utc_now()) if merged.deleted else None
    return kept.model_copy(
        update={
            "title": merged.title,
            "agent": merged.agent or kept.agent,
            "pinned": merged.pinned,
            "archived": merged.archived,
            "tags": merged.tags,
            "deleted_at": deleted_at,
            "updated_at": max(kept.updated_at, theirs.updated_at),
        }
    )
