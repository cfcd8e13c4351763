"""The book on a database in this process: a desk's own, or that of a service of many tenants."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from app.conversations.book import (
    book_rows,
    change_log,
    context_rows,
    export_rows,
    memory_rows,
    message_rows,
    service_task_rows,
    summary_rows,
)
from app.conversations.book import book_rows as book_search
from app.conversations.book import message_rows as message_adds
from app.conversations.book import service_task_rows as task_claims
from app.conversations.book.book_rows import need
from app.conversations.book.port import ALL_CONVERSATIONS, NO_FILTERS
from app.conversations.book.service_task_rows import Claim, Claimed
from app.conversations.database.database import Database
from app.conversations.store import change_rows
from app.domain.book import (
    ADMIN,
    MAX_PAGE,
    READ,
    WRITE,
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
from app.errors import MessageStorageError, StoreError

P = ParamSpec("P")
T = TypeVar("T")


Also = Callable[[Connection], None]
"""What is written in the transaction of something else, and only together with it."""


def nothing_else(connection: Connection) -> None:
    """Write nothing besides."""


class EmbeddedBook:
    """Owns its database while it is open, unless a store of the same process owns it.

    Implements `ConversationBook`; its docstrings say what each method does. What the desk itself
    says and is answered is in it as messages of the tenant `local`.
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    @classmethod
    async def open(cls, where: Path | str) -> "EmbeddedBook":
        """Open a book on a database of its own, as `Database.open` does."""
        return cls(await Database.open(where))

    async def create(self, caller: Caller, new: NewConversation) -> BookConversation:
        """Make a conversation, or return the one that has this id already."""
        return await self._write(caller, book_rows.create, new)

    async def get(self, caller: Caller, conversation_id: str) -> BookConversation:
        """Return a conversation."""
        return await self._read(caller, book_rows.one, conversation_id)

    async def listed(
        self,
        caller: Caller,
        wanted: ConversationsWanted = ALL_CONVERSATIONS,
        *,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[BookConversation]:
        """Return conversations, the newest update first."""
        return await self._read(caller, book_rows.listed, wanted, cursor, _bounded(limit))

    async def count(self, caller: Caller, wanted: ConversationsWanted = ALL_CONVERSATIONS) -> int:
        """Return how many conversations there are."""
        return await self._read(caller, book_rows.count, wanted)

    async def update(
        self,
        caller: Caller,
        conversation_id: str,
        update: ConversationUpdate,
        *,
        if_revision: int | None = None,
    ) -> BookConversation:
        """Change fields of a conversation."""
        return await self._write(caller, book_rows.change, conversation_id, update, if_revision)

    async def delete(
        self, caller: Caller, conversation_id: str, *, if_revision: int | None = None
    ) -> BookConversation:
        """Hide a conversation."""
        gone = ConversationUpdate(deleted=True)
        return await self._write(caller, book_rows.change, conversation_id, gone, if_revision)

    async def erase(
        self,
        caller: Caller,
        conversation_id: str,
        *,
        if_revision: int | None = None,
        also: Also = nothing_else,
    ) -> None:
        """Remove a conversation with all it holds, for good; `also` is committed with it."""

        def erase(connection: Connection, caller: Caller) -> None:
            book_rows.erase(connection, caller, conversation_id, if_revision)
            also(connection)

        await self._write(caller, erase)

    async def export(self, caller: Caller, conversation_id: str) -> ConversationExport:
        """Return all that is kept of a conversation."""
        return await self._read(caller, export_rows.export, conversation_id)

    async def import_(
        self, caller: Caller, export: ConversationExport, *, also: Also = nothing_else
    ) -> BookConversation:
        """Store an exported conversation; `also` is committed with it."""
        need(caller, ADMIN)

        def bring_in(connection: Connection, caller: Caller) -> BookConversation:
            made = export_rows.bring_in(connection, caller, export)
            also(connection)
            return made

        return await self._write(caller, bring_in)

    async def add(self, caller: Caller, conversation_id: str, new: NewMessage) -> Added:
        """Append a message, once."""
        need(caller, WRITE)
        asked = message_adds.Adding(caller, conversation_id, new)
        with _storing():
            return await self.database.write_shared(caller.tenant, message_adds.add_each, asked)

    async def replace(
        self, caller: Caller, conversation_id: str, message_id: str, growth: MessageGrowth
    ) -> BookMessage:
        """Replace what an answer says so far."""
        with _storing():
            return await self._write(
                caller, message_rows.replace, conversation_id, message_id, growth
            )

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
        """Return messages in order."""
        return await self._read(
            caller,
            message_rows.page,
            conversation_id,
            after=after,
            before=before,
            offset=offset,
            limit=_bounded(limit),
        )

    async def message(self, caller: Caller, conversation_id: str, message_id: str) -> BookMessage:
        """Return one message."""
        return await self._read(caller, message_rows.one, conversation_id, message_id)

    async def search(
        self, caller: Caller, query: str, *, cursor: str | None = None, limit: int = 50
    ) -> Page[BookHit]:
        """Return where titles and contents contain the query, newest first."""
        return await self._read(caller, book_search.hits, query, cursor, _bounded(limit))

    async def context(
        self, caller: Caller, conversation_id: str, request: ContextRequest
    ) -> ContextWindow:
        """Return a window for an agent."""
        return await self._read(caller, context_rows.window, conversation_id, request)

    async def task_put(
        self, caller: Caller, task: ServiceTask, *, if_revision: int | None = None
    ) -> ServiceTask:
        """Store a task, or its new state."""
        return await self._write(caller, service_task_rows.put, task, if_revision=if_revision)

    async def task(self, caller: Caller, task_id: str) -> ServiceTask:
        """Return a task."""
        return await self._read(caller, service_task_rows.one, task_id)

    async def tasks(
        self,
        caller: Caller,
        wanted: ServiceTasksWanted | None = None,
        *,
        cursor: str | None = None,
    ) -> Page[ServiceTask]:
        """Return tasks, newest update first."""
        wanted = wanted or ServiceTasksWanted()
        return await self._read(caller, service_task_rows.listed, wanted, cursor)

    async def task_cancel(
        self, caller: Caller, task_id: str, *, if_revision: int | None = None
    ) -> ServiceTask:
        """Cancel a task that has not ended."""
        return await self._write(caller, service_task_rows.cancel, task_id, if_revision)

    async def task_begin(self, caller: Caller, task: ServiceTask, claim: Claim) -> Claimed:
        """Store a task in its state for a claimant, unless it has ended or another has it."""
        return await self._write(caller, task_claims.begin, task, claim)

    async def task_hold(self, caller: Caller, task_id: str, claim: Claim) -> bool:
        """Renew a claim; whether the task is still the claimant's."""
        return await self._write(caller, task_claims.renew, task_id, claim)

    async def remember(self, caller: Caller, new: NewMemory) -> Memory:
        """Remember a fact."""
        return await self._write(caller, memory_rows.remember, new)

    async def memory(self, caller: Caller, memory_id: str) -> Memory:
        """Return one fact."""
        return await self._read(caller, memory_rows.one, memory_id)

    async def memories(
        self,
        caller: Caller,
        wanted: MemoriesWanted | None = None,
        *,
        cursor: str | None = None,
    ) -> Page[Memory]:
        """Return facts, the most important first, then the newest."""
        return await self._read(caller, memory_rows.listed, wanted or MemoriesWanted(), cursor)

    async def edit(
        self, caller: Caller, memory_id: str, edit: MemoryEdit, *, if_revision: int | None = None
    ) -> Memory:
        """Change a fact."""
        return await self._write(caller, memory_rows.edit, memory_id, edit, if_revision)

    async def forget(
        self, caller: Caller, memory_id: str, *, if_revision: int | None = None
    ) -> None:
        """Remove a fact for good."""
        await self._write(caller, memory_rows.forget, memory_id, if_revision)

    async def summary(self, caller: Caller, conversation_id: str) -> Summary | None:
        """Return the summary that covers most, or None."""
        return await self._read(caller, summary_rows.of_conversation, conversation_id)

    async def put_summary(self, caller: Caller, summary: Summary) -> None:
        """Keep a summary."""
        await self._write(caller, summary_rows.put, summary)

    async def changes(
        self,
        caller: Caller,
        *,
        since: Cursor | None,
        topics: frozenset[str] = frozenset(),
        filters: ChangeFilters = NO_FILTERS,
        limit: int = 500,
    ) -> Replayed | UpToDate | CannotReplay:
        """Return what was committed after a cursor."""
        return await self._read(caller, change_log.after, since, topics, filters, _bounded(limit))

    def changed(self, caller: Caller) -> AsyncIterator[None]:
        """Yield at once, then each time that there may be new changes."""
        need(caller, READ)

        async def last() -> object:
            return await self.database.read(
                caller.tenant, lambda c: change_rows.stream(c, caller.tenant)
            )

        return self.database.changed.follow(caller.tenant, last)

    async def aclose(self) -> None:
        """Close the database; idempotent."""
        await self.database.aclose()

    async def _write(
        self,
        caller: Caller,
        statement: Callable[Concatenate[Connection, Caller, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        need(caller, WRITE)
        return await self.database.write(
            caller.tenant, lambda c: statement(c, caller, *args, **kwargs)
        )

    async def _read(
        self,
        caller: Caller,
        statement: Callable[Concatenate[Connection, Caller, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        need(caller, READ)
        return await self.database.read(
            caller.tenant, lambda c: statement(c, caller, *args, **kwargs)
        )


@contextmanager
def _storing() -> Iterator[None]:
    """Say of what fails that a message could not be stored."""
    try:
        yield
    except StoreError as error:
        raise MessageStorageError(str(error), key=error.reason, **error.details) from error


def _bounded(limit: int) -> int:
    return max(1, min(limit, MAX_PAGE))
