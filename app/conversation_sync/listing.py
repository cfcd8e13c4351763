"""A conversation's line in the list, the same on all desks: who changed which field last.

Three states are compared: what the service has now, what it had when this desk last knew, and what
this desk has. A field that was changed here since then is this desk's, and will be sent; any other
is the service's. So the last writer is the one that reaches the service last, and what one desk
deleted stays so, whatever another changes in it, until somebody brings it back.
"""

from collections.abc import Awaitable, Callable, Sequence

from sqlalchemy import Connection

from app.conversation_sync.state import Listed, forget_listed, read_listed, write_listed
from app.conversations import conversation_rows
from app.conversations.database import Database
from app.domain.book import BookConversation
from app.domain.conversations import Conversation
from app.domain.ids import utc_now
from app.syncing import SyncEvent

Learned = Callable[[str, Sequence[int]], Awaitable[None]]
"""Hears of a conversation, and of the positions of its entries, that are new or changed here."""


class Listing:
    """Brings lines in step, each in one transaction. The database is the caller's.

    `learned` is told of each line that changed here, `told` of conversations that another deleted.
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

    async def differs(self, context_id: str) -> tuple[Conversation, Listed | None] | None:
        """Return a conversation and what the service has of it, where there is something to send.

        None where there is nothing, or no such conversation.
        """

        def job(connection: Connection) -> tuple[Conversation, Listed | None] | None:
            mine = conversation_rows.one(connection, self._tenant, context_id)
            if mine is None:
                return None
            known = read_listed(connection, self._tenant, context_id)
            if known is not None and known.same_as(Listed.of(mine)):
                return None
            return mine, known

        return await self._database.read(self._tenant, job)

    async def forget(self, context_id: str | None = None) -> None:
        """Know nothing any more of what the service has of a conversation, or of all."""
        await self._database.write(
            self._tenant, lambda connection: forget_listed(connection, self._tenant, context_id)
        )

    async def take(self, theirs: BookConversation) -> None:
        """Take in what the service has."""
        new = Listed(
            title=theirs.title,
            agent=theirs.agent_id,
            pinned=theirs.metadata.get("pinned") is True,
            archived=conversation_rows.archived_in(theirs.metadata),
            tags=conversation_rows.tags_in(theirs.metadata),
            deleted=theirs.deleted_at is not None,
            revision=theirs.revision,
        )

        def job(connection: Connection) -> tuple[bool, Conversation | None]:
            known = read_listed(connection, self._tenant, theirs.id)
            if known is not None and new.revision < known.revision:
                return False, None
            mine = conversation_rows.one(connection, self._tenant, theirs.id)
            held = Listed.of(mine) if mine is not None else None
            write_listed(connection, self._tenant, theirs.id, new)
            merged = merge(new, known, held)
            if held is not None and held.same_as(merged):
                return False, None
            conversation_rows.save(connection, self._tenant, _changed(mine, theirs, merged))
            return True, mine if merged.deleted and held and not held.deleted else None

        changed, lost = await self._database.write(self._tenant, job)
        if changed:
            await self._learned(theirs.id, ())
        if lost is not None:
            self._told(SyncEvent("deleted", theirs.id, lost.title))


def merge(theirs: Listed, known: Listed | None, mine: Listed | None) -> Listed:
    """Return each field as the service has it, unless it was changed here since it was known."""
    if mine is None:
        return theirs
    known = known or mine
    fields = {
        name: getattr(mine if getattr(mine, name) != getattr(known, name) else theirs, name)
        for name in ("title", "agent", "pinned", "archived", "tags", "deleted")
    }
    return Listed(revision=theirs.revision, **fields)


def _changed(mine: Conversation | None, theirs: BookConversation, merged: Listed) -> Conversation:
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
