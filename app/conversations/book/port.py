"""The port of the conversation service: one book of conversations for many tenants.

Implementations: `EmbeddedBook` (the database in this process) and `RemoteBook` (a service). Both
pass `tests/contract/app/conversations/book/test_conversation_book*.py`.
"""

from collections.abc import AsyncIterator
from typing import Protocol

from app.domain.book import (
    Added,
    BookConversation,
    BookHit,
    BookMessage,
    Caller,
    ConversationsWanted,
    ConversationUpdate,
    MessageGrowth,
    NewConversation,
    NewMessage,
    Page,
)
from app.domain.changes import CannotReplay, ChangeFilters, Cursor, Replayed, UpToDate
from app.domain.contexts import ContextRequest, ContextWindow, Summary
from app.domain.exports import ConversationExport
from app.domain.memories import MemoriesWanted, Memory, MemoryEdit, NewMemory
from app.domain.service_tasks import ServiceTask, ServiceTasksWanted

NO_FILTERS = ChangeFilters()
ALL_CONVERSATIONS = ConversationsWanted()


class ConversationBook(Protocol):
    """Conversations, messages, tasks, memories and summaries, by tenant.

    A write is durable when its call returns, and can be repeated with the same id without doing
    anything twice. Every method looks only at what the caller may see: what belongs to another
    tenant, or to another user where the caller lacks `ALL_USERS`, is not there. All methods raise
    `StoreError` (`MessageStorageError` from `add` and `replace`), `NotAllowed` where a scope is
    missing, `ServiceTimeout` and `RateLimitExceeded` where a service is asked; those that name a
    conversation raise `ConversationNotFound`, those that name a task or a memory `NotFound`.
    """

    async def create(self, caller: Caller, new: NewConversation) -> BookConversation:
        """Make a conversation; one with this id that the caller may see is returned as it is.

        Raises `Conflict` for an id that the tenant uses otherwise.
        """
        ...

    async def get(self, caller: Caller, conversation_id: str) -> BookConversation:
        """Return a conversation, a deleted one too (it has `deleted_at`)."""
        ...

    async def listed(
        self,
        caller: Caller,
        wanted: ConversationsWanted = ALL_CONVERSATIONS,
        *,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[BookConversation]:
        """Return conversations, the newest update first; `cursor` is a page's `next` or `previous`.

        Raises `BadInput` for a cursor that is none. One that changes while its list is read from
        page to page moves to the front, and is met again on the way back only.
        """
        ...

    async def count(self, caller: Caller, wanted: ConversationsWanted = ALL_CONVERSATIONS) -> int:
        """Return how many conversations there are."""
        ...

    async def update(
        self,
        caller: Caller,
        conversation_id: str,
        update: ConversationUpdate,
        *,
        if_revision: int | None = None,
    ) -> BookConversation:
        """Change fields; raises `Conflict` when the revision is not `if_revision` any more."""
        ...

    async def delete(
        self, caller: Caller, conversation_id: str, *, if_revision: int | None = None
    ) -> BookConversation:
        """Hide a conversation; `update` with `deleted` false brings it back. Idempotent.

        Raises `Conflict` when the revision is not `if_revision` any more.
        """
        ...

    async def erase(
        self, caller: Caller, conversation_id: str, *, if_revision: int | None = None
    ) -> None:
        """Remove a conversation with its messages, tasks, memories and summaries, for good.

        Its user's facts that come from its messages go too, wherever they hold.
        Needs `ADMIN`, or that the conversation is the caller's own. The change log keeps that an
        id was erased, and nothing of what was said. Raises `Conflict` as `delete` does.
        """
        ...

    async def export(self, caller: Caller, conversation_id: str) -> ConversationExport:
        """Return all that is kept of a conversation."""
        ...

    async def import_(self, caller: Caller, export: ConversationExport) -> BookConversation:
        """Store an exported conversation; what is there already stays as it is."""
        ...

    async def add(self, caller: Caller, conversation_id: str, new: NewMessage) -> Added:
        """Append a message; one whose id is stored already changes nothing and is returned.

        Raises `Conflict` when the id belongs to a message of another conversation.
        """
        ...

    async def replace(
        self, caller: Caller, conversation_id: str, message_id: str, growth: MessageGrowth
    ) -> BookMessage:
        """Replace what an answer says so far; returns what is stored afterwards.

        Raises `NotFound` for an unknown message, `NotAllowed` for callers of another origin.
        """
        ...

    async def messages(
        self,
        caller: Caller,
        conversation_id: str,
        *,
        after: int | None = None,
        before: int | None = None,
        offset: int | None = None,
        limit: int = 50,
    ) -> Page[BookMessage]:
        """Return messages in order: those after a `seq`, or the last before one, or from an offset.

        At most one of the three; none starts at the beginning. `next` of the page is the `after`
        of the one that follows, `previous` the `before` of the one that precedes.
        """
        ...

    async def message(self, caller: Caller, conversation_id: str, message_id: str) -> BookMessage:
        """Return one message; raises `NotFound`."""
        ...

    async def search(
        self, caller: Caller, query: str, *, cursor: str | None = None, limit: int = 50
    ) -> Page[BookHit]:
        """Return where titles and contents contain the query, newest first, as `listed` does."""
        ...

    async def context(
        self, caller: Caller, conversation_id: str, request: ContextRequest
    ) -> ContextWindow:
        """Return a window for an agent; raises `ContextProcessingError` where none can be made."""
        ...

    async def task_put(
        self, caller: Caller, task: ServiceTask, *, if_revision: int | None = None
    ) -> ServiceTask:
        """Store a task, or its new state; a final state stays. Returns what is stored.

        Raises `Conflict` when the revision is not `if_revision` (any more).
        """
        ...

    async def task(self, caller: Caller, task_id: str) -> ServiceTask:
        """Return a task."""
        ...

    async def tasks(
        self,
        caller: Caller,
        wanted: ServiceTasksWanted | None = None,
        *,
        cursor: str | None = None,
    ) -> Page[ServiceTask]:
        """Return tasks, newest update first; `cursor` is a page's `next`.

        Raises `BadInput` for a cursor that is none. One that changes while its list is read from
        page to page moves to the front, and may be missed.
        """
        ...

    async def task_cancel(
        self, caller: Caller, task_id: str, *, if_revision: int | None = None
    ) -> ServiceTask:
        """Cancel a task that has not ended; one that has is returned as it ended.

        One that the caller does not know is cancelled ahead, and returned with revision 0: if it is
        stored within a day, by whom the caller may cancel it, it is cancelled from the beginning.
        Raises `RateLimitExceeded` where a tenant has too many of those, `Conflict` when the
        revision is not `if_revision` any more, and `NotFound` for an unknown task with a revision.
        """
        ...

    async def remember(self, caller: Caller, new: NewMemory) -> Memory:
        """Remember a fact; one with this id is returned as it is."""
        ...

    async def memory(self, caller: Caller, memory_id: str) -> Memory:
        """Return one fact; raises `NotFound`."""
        ...

    async def memories(
        self,
        caller: Caller,
        wanted: MemoriesWanted | None = None,
        *,
        cursor: str | None = None,
    ) -> Page[Memory]:
        """Return facts, the most important first, then the newest; as `tasks` page by page."""
        ...

    async def edit(
        self, caller: Caller, memory_id: str, edit: MemoryEdit, *, if_revision: int | None = None
    ) -> Memory:
        """Change a fact; raises `Conflict` when the revision is not `if_revision` any more."""
        ...

    async def forget(
        self, caller: Caller, memory_id: str, *, if_revision: int | None = None
    ) -> None:
        """Remove a fact for good; an unknown one is no error.

        Raises `Conflict` when the revision is not `if_revision` any more.
        """
        ...

    async def summary(self, caller: Caller, conversation_id: str) -> Summary | None:
        """Return the summary that covers most, or None."""
        ...

    async def put_summary(self, caller: Caller, summary: Summary) -> None:
        """Keep a summary, beside earlier ones that cover less.

        Raises `BadInput` for one that covers messages which are not there.
        """
        ...

    async def changes(
        self,
        caller: Caller,
        *,
        since: Cursor | None,
        topics: frozenset[str] = frozenset(),
        filters: ChangeFilters = NO_FILTERS,
        limit: int = 500,
    ) -> Replayed | UpToDate | CannotReplay:
        """Return what was committed after a cursor; without one, where the log stands now.

        No topics means all of them. Nothing that was committed is ever skipped.
        """
        ...

    def changed(self, caller: Caller) -> AsyncIterator[None]:
        """Yield at once, then each time that there may be new changes; closing it ends it."""
        ...

    async def aclose(self) -> None:
        """Free what the book holds; idempotent."""
        ...
