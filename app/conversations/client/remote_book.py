"""A conversation book that a service keeps, over its REST interface and its WebSocket."""

import uuid
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote

import httpx

from app.conversations.book.port import ALL_CONVERSATIONS, NO_FILTERS
from app.conversations.client.change_signals import Heard, change_signals
from app.conversations.client.responses import body_of, checked, listed, not_the_service, value
from app.conversations.client.service_link import ServiceLink
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
from app.domain.changes import (
    CannotReplay,
    Change,
    ChangeFilters,
    Cursor,
    Replayed,
    UpToDate,
)
from app.domain.contexts import ContextRequest, ContextWindow, Summary
from app.domain.exports import ConversationExport
from app.domain.memories import MemoriesWanted, Memory, MemoryEdit, NewMemory
from app.domain.service_tasks import ServiceTask, ServiceTasksWanted
from app.errors import NotFound

_API = "/api/v1"
_QUERY = 10_000


class RemoteBook:
    """Implements `ConversationBook`; owns the link. Its tenant is the one of the link's token.

    What is made without an id gets one here, so that a repeated request makes nothing twice.
    `heard` is told when changes are pushed, and when they are not any more.
    """

    def __init__(self, link: ServiceLink, *, heard: Heard = lambda connected: None) -> None:
        self._link = link
        self._heard = heard

    async def create(self, caller: Caller, new: NewConversation) -> BookConversation:
        """Make a conversation; one with this id is returned as it is."""
        new = new.model_copy(update={"id": new.id or str(uuid.uuid4())})
        answer = await self._write(caller, "POST", "/conversations", body_of(new))
        return value(answer, BookConversation)

    async def get(self, caller: Caller, conversation_id: str) -> BookConversation:
        """Return a conversation, a deleted one too."""
        return value(await self._read(caller, _conversation(conversation_id)), BookConversation)

    async def listed(
        self,
        caller: Caller,
        wanted: ConversationsWanted = ALL_CONVERSATIONS,
        *,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[BookConversation]:
        """Return conversations, the newest update first."""
        params = {**_fields(wanted), "cursor": cursor, "limit": limit}
        return Page(*listed(await self._read(caller, "/conversations", params), BookConversation))

    async def count(self, caller: Caller, wanted: ConversationsWanted = ALL_CONVERSATIONS) -> int:
        """Return how many conversations there are."""
        answer = await self._read(caller, "/conversations:count", _fields(wanted))
        counted: dict[str, int] = value(answer, dict[str, int])
        if "count" not in counted:
            raise not_the_service()
        return counted["count"]

    async def update(
        self,
        caller: Caller,
        conversation_id: str,
        update: ConversationUpdate,
        *,
        if_revision: int | None = None,
    ) -> BookConversation:
        """Change fields; raises `Conflict` when the revision is not `if_revision` any more."""
        path = _conversation(conversation_id)
        answer = await self._change(caller, "PATCH", path, if_revision, content=body_of(update))
        return value(answer, BookConversation)

    async def delete(
        self, caller: Caller, conversation_id: str, *, if_revision: int | None = None
    ) -> BookConversation:
        """Hide a conversation."""
        path = _conversation(conversation_id)
        return value(await self._change(caller, "DELETE", path, if_revision), BookConversation)

    async def erase(
        self, caller: Caller, conversation_id: str, *, if_revision: int | None = None
    ) -> None:
        """Remove a conversation with all that belongs to it, for good."""
        path = _conversation(conversation_id)
        await self._change(caller, "DELETE", path, if_revision, params={"erase": True})

    async def export(self, caller: Caller, conversation_id: str) -> ConversationExport:
        """Return all that is kept of a conversation."""
        path = _API + _conversation(conversation_id, "export")
        answer = await self._link.ask(caller, "GET", path, long=True)
        return value(answer, ConversationExport)

    async def import_(self, caller: Caller, export: ConversationExport) -> BookConversation:
        """Store an exported conversation; what is there already stays as it is."""
        path, content = f"{_API}/conversations:import", body_of(export)
        answer = await self._link.ask(
            caller, "POST", path, content=content, critical=True, long=True
        )
        return value(answer, BookConversation)

    async def add(self, caller: Caller, conversation_id: str, new: NewMessage) -> Added:
        """Append a message; one whose id is stored already changes nothing."""
        new = new.model_copy(update={"id": new.id or uuid.uuid4().hex})
        content = b'{"message":' + body_of(new) + b"}"
        path = _conversation(conversation_id, "messages")
        answer = await self._write(caller, "POST", path, content)
        return Added(value(answer, BookMessage), answer.status_code == httpx.codes.CREATED)

    async def replace(
        self, caller: Caller, conversation_id: str, message_id: str, growth: MessageGrowth
    ) -> BookMessage:
        """Replace what an answer says so far; returns what is stored afterwards."""
        path = _conversation(conversation_id, "messages", message_id)
        return value(await self._write(caller, "PUT", path, body_of(growth)), BookMessage)

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
        """Return messages in order: after a `seq`, before one, or from an offset."""
        params = {"after": after, "before": before, "offset": offset, "limit": limit}
        answer = await self._read(caller, _conversation(conversation_id, "messages"), params)
        return Page(*listed(answer, BookMessage))

    async def message(self, caller: Caller, conversation_id: str, message_id: str) -> BookMessage:
        """Return one message."""
        path = _conversation(conversation_id, "messages", message_id)
        return value(await self._read(caller, path), BookMessage)

    async def search(
        self, caller: Caller, query: str, *, cursor: str | None = None, limit: int = 50
    ) -> Page[BookHit]:
        """Return where titles and contents contain the query, newest first."""
        if not query:
            return Page(())
        params = {"q": query, "cursor": cursor, "limit": limit}
        return Page(*listed(await self._read(caller, "/conversations:search", params), BookHit))

    async def context(
        self, caller: Caller, conversation_id: str, request: ContextRequest
    ) -> ContextWindow:
        """Return a window for an agent."""
        params = _fields(request, leave={"filter", "query"})
        if request.filter.from_timestamp is not None:
            params["from_timestamp"] = request.filter.from_timestamp.isoformat()
        params["exclude_tags"] = request.filter.exclude_tags
        params["query"] = request.query[:_QUERY] if request.query else None
        path = f"/internal/context/{quote(conversation_id, safe='')}"
        return value(await self._read(caller, path, params), ContextWindow)

    async def task_put(
        self, caller: Caller, task: ServiceTask, *, if_revision: int | None = None
    ) -> ServiceTask:
        """Store a task, or its new state; a final state stays."""
        content = body_of(task)
        answer = await self._change(caller, "PUT", _task(task.id), if_revision, content=content)
        return value(answer, ServiceTask)

    async def task(self, caller: Caller, task_id: str) -> ServiceTask:
        """Return a task."""
        return value(await self._read(caller, _task(task_id)), ServiceTask)

    async def tasks(
        self,
        caller: Caller,
        wanted: ServiceTasksWanted | None = None,
        *,
        cursor: str | None = None,
    ) -> Page[ServiceTask]:
        """Return tasks, newest update first."""
        wanted = wanted or ServiceTasksWanted()
        params = {
            "conversation_id": wanted.conversation_id,
            "state": wanted.states,
            "cursor": cursor,
            "limit": wanted.limit,
        }
        return Page(*listed(await self._read(caller, "/tasks", params), ServiceTask))

    async def task_cancel(
        self, caller: Caller, task_id: str, *, if_revision: int | None = None
    ) -> ServiceTask:
        """Cancel a task that has not ended; one that has is returned as it ended."""
        path = _task(task_id, "cancel")
        return value(await self._change(caller, "POST", path, if_revision), ServiceTask)

    async def remember(self, caller: Caller, new: NewMemory) -> Memory:
        """Remember a fact; one with this id is returned as it is."""
        new = new.model_copy(update={"id": new.id or uuid.uuid4().hex})
        return value(await self._write(caller, "POST", "/memories", body_of(new)), Memory)

    async def memory(self, caller: Caller, memory_id: str) -> Memory:
        """Return one fact."""
        return value(await self._read(caller, _memory(memory_id)), Memory)

    async def memories(
        self,
        caller: Caller,
        wanted: MemoriesWanted | None = None,
        *,
        cursor: str | None = None,
    ) -> Page[Memory]:
        """Return facts, the most important first, then the newest."""
        params = {**_fields(wanted or MemoriesWanted()), "cursor": cursor}
        return Page(*listed(await self._read(caller, "/memories", params), Memory))

    async def edit(
        self, caller: Caller, memory_id: str, edit: MemoryEdit, *, if_revision: int | None = None
    ) -> Memory:
        """Change a fact; raises `Conflict` when the revision is not `if_revision` any more."""
        answer = await self._change(
            caller, "PATCH", _memory(memory_id), if_revision, content=body_of(edit)
        )
        return value(answer, Memory)

    async def forget(
        self, caller: Caller, memory_id: str, *, if_revision: int | None = None
    ) -> None:
        """Remove a fact for good; an unknown one is no error."""
        await self._change(caller, "DELETE", _memory(memory_id), if_revision)

    async def summary(self, caller: Caller, conversation_id: str) -> Summary | None:
        """Return the summary that covers most, or None."""
        try:
            return value(
                await self._read(caller, _conversation(conversation_id, "summary")), Summary
            )
        except NotFound as error:
            if error.reason != "summary_unknown":
                raise
            return None

    async def put_summary(self, caller: Caller, summary: Summary) -> None:
        """Keep a summary, beside earlier ones that cover less."""
        content = summary.model_dump_json(exclude={"conversation_id"}).encode()
        await self._write(caller, "PUT", _conversation(summary.conversation_id, "summary"), content)

    async def changes(
        self,
        caller: Caller,
        *,
        since: Cursor | None,
        topics: frozenset[str] = frozenset(),
        filters: ChangeFilters = NO_FILTERS,
        limit: int = 500,
    ) -> Replayed | UpToDate | CannotReplay:
        """Return what was committed after a cursor; without one, where the log stands now."""
        params = {
            **_fields(filters),
            "since": None if since is None else str(since),
            "topic": sorted(topics),
            "limit": limit,
        }
        answer = await self._read(caller, "/changes", params)
        said: dict[str, Any] = value(answer, dict[str, Any])
        cursor = Cursor.parse(str(said.get("cursor", "")))
        if cursor is None:
            raise not_the_service()
        match said.get("outcome"):
            case "replayed":
                changes = checked(said.get("changes"), tuple[Change, ...])
                return Replayed(changes, cursor, bool(said.get("more")))
            case "cannot_replay":
                cut = said.get("reason") == "log_cut"
                return CannotReplay(cursor, "log_cut" if cut else "other_log")
            case _:
                return UpToDate(cursor)

    def changed(self, caller: Caller) -> AsyncIterator[None]:
        """Yield at once, then each time that there may be new changes; closing it ends it."""
        return change_signals(
            self._link.url, lambda: self._link.headers(caller), caller, heard=self._heard
        )

    async def aclose(self) -> None:
        """Close the link; idempotent."""
        await self._link.aclose()

    async def _read(
        self, caller: Caller, path: str, params: dict[str, Any] | None = None
    ) -> httpx.Response:
        return await self._link.ask(caller, "GET", _API + path, params=params)

    async def _write(
        self,
        caller: Caller,
        method: str,
        path: str,
        content: bytes | None = None,
    ) -> httpx.Response:
        return await self._link.ask(caller, method, _API + path, content=content, critical=True)

    async def _change(
        self,
        caller: Caller,
        method: str,
        path: str,
        if_revision: int | None,
        *,
        content: bytes | None = None,
        params: dict[str, Any] | None = None,
    ) -> httpx.Response:
        # With a revision the second attempt would meet what the first one did.
        return await self._link.ask(
            caller,
            method,
            _API + path,
            params=params,
            content=content,
            headers={} if if_revision is None else {"If-Match": f'"{if_revision}"'},
            critical=if_revision is None,
        )


def _memory(memory_id: str) -> str:
    return f"/memories/{quote(memory_id, safe='')}"


def _conversation(conversation_id: str, *more: str) -> str:
    return "/conversations/" + "/".join(quote(one, safe="") for one in (conversation_id, *more))


def _task(task_id: str, *more: str) -> str:
    return "/tasks/" + "/".join(quote(one, safe="") for one in (task_id, *more))


def _fields(wanted: Any, *, leave: set[str] | None = None) -> dict[str, Any]:
    said: dict[str, Any] = wanted.model_dump(mode="json", exclude_defaults=True, exclude=leave)
    return said
