"""How far the desk has come with a service: two cursors, what it last had, and changes in order."""

import hashlib
import uuid
from collections.abc import Awaitable, Callable
from typing import Final

from pydantic import JsonValue
from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import sqlite

from app.conversations.book.port import ConversationBook
from app.conversations.database.database import Database
from app.conversations.database.tables import SYNC_STATE
from app.domain.base import Value
from app.domain.book import BookMessage, Caller
from app.domain.changes import CannotReplay, Change, Cursor, Replayed, UpToDate
from app.domain.conversations import Conversation

_SENT: Final = "sent"
_RECEIVED: Final = "received"
_DESK: Final = "desk"
_SERVICE: Final = "service"
_FACTS_MET: Final = "facts"

S = SYNC_STATE.c


class ListedConversation(Value):
    """What a conversation's line in the list says, as far as desks share it.

    `revision` is that of the service's conversation; this desk's own has none.
    """

    title: str = ""
    agent: str = ""
    pinned: bool = False
    archived: bool = False
    tags: tuple[str, ...] = ()
    deleted: bool = False
    revision: int = 0

    @classmethod
    def of(cls, conversation: Conversation) -> "ListedConversation":
        """Return that of a conversation of this desk."""
        return cls(
            title=conversation.title,
            agent=conversation.agent,
            pinned=conversation.pinned,
            archived=conversation.archived,
            tags=conversation.tags,
            deleted=conversation.deleted_at is not None,
        )

    @property
    def filed(self) -> dict[str, JsonValue]:
        """What the metadata of the service's conversation say of it."""
        return {"pinned": self.pinned, "archived": self.archived, "tags": list(self.tags)}

    def same_as(self, other: "ListedConversation") -> bool:
        """Whether both say the same, in whatever revision."""
        return self == other.model_copy(update={"revision": self.revision})


class SyncState:
    """The state of one desk and one service, kept in the desk's database."""

    def __init__(self, database: Database, tenant: str) -> None:
        self._database = database
        self._tenant = tenant

    async def desk_id(self) -> str:
        """Return the name by which the service knows this desk, made at first use."""
        known = await self._get(_DESK)
        if known is None:
            known = f"desk-{uuid.uuid4().hex}"
            await self._set(_DESK, known)
        return known

    async def begin(self, url: str, tenant: str, user: str) -> None:
        """Begin anew where this is another service, or another person there."""
        name = hashlib.sha256(f"{url}\n{tenant}\n{user}".encode()).hexdigest()
        if await self._get(_SERVICE) == name:
            return

        def job(connection: Connection) -> None:
            connection.execute(delete(SYNC_STATE).where(S.tenant == self._tenant, S.name != _DESK))

        await self._database.write(self._tenant, job)
        await self._set(_SERVICE, name)

    async def sent(self) -> Cursor | None:
        """Return up to where the service has what was said here."""
        return Cursor.parse(await self._get(_SENT) or "")

    async def received(self) -> Cursor | None:
        """Return up to where this desk has what the service told."""
        return Cursor.parse(await self._get(_RECEIVED) or "")

    async def set_sent(self, cursor: Cursor) -> None:
        """Move the cursor of what was sent."""
        await self._set(_SENT, str(cursor))

    async def set_received(self, cursor: Cursor) -> None:
        """Move the cursor of what was received."""
        await self._set(_RECEIVED, str(cursor))

    async def facts_met(self) -> bool:
        """Return whether the facts of the service were read before."""
        return await self._get(_FACTS_MET) is not None

    async def set_facts_met(self) -> None:
        """Note that they were."""
        await self._set(_FACTS_MET, "yes")

    async def names(self, beginning: str) -> list[str]:
        """Return the names of what is kept that begin so."""
        wanted = select(S.name).where(
            S.tenant == self._tenant, S.name.startswith(beginning, autoescape=True)
        )
        return await self._database.read(
            self._tenant, lambda connection: list(connection.execute(wanted).scalars())
        )

    def read(self, connection: Connection, name: str) -> str | None:
        """Return what is kept under a name, inside a transaction."""
        wanted = select(S.value).where(S.tenant == self._tenant, S.name == name)
        return connection.execute(wanted).scalar_one_or_none()

    def write(self, connection: Connection, name: str, value: str) -> None:
        """Keep something under a name, inside a transaction."""
        _write(connection, self._tenant, name, value)

    def drop(self, connection: Connection, name: str) -> None:
        """Keep nothing under a name any more, inside a transaction."""
        connection.execute(delete(SYNC_STATE).where(S.tenant == self._tenant, S.name == name))

    async def _get(self, name: str) -> str | None:
        return await self._database.read(
            self._tenant, lambda connection: self.read(connection, name)
        )

    async def _set(self, name: str, value: str) -> None:
        def job(connection: Connection) -> None:
            _write(connection, self._tenant, name, value)

        await self._database.write(self._tenant, job)


def read_listed(connection: Connection, tenant: str, context_id: str) -> ListedConversation | None:
    """Return what the service last had of a conversation's line; None: nothing."""
    wanted = select(S.value).where(S.tenant == tenant, S.name == f"listed:{context_id}")
    known = connection.execute(wanted).scalar_one_or_none()
    return None if known is None else ListedConversation.model_validate_json(known)


def write_listed(
    connection: Connection, tenant: str, context_id: str, listed: ListedConversation
) -> None:
    """Keep what the service has of a conversation's line."""
    _write(connection, tenant, f"listed:{context_id}", listed.model_dump_json())


def forget_listed(connection: Connection, tenant: str, context_id: str | None) -> None:
    """Forget what the service has of a conversation's line, or of all."""
    named = S.name.startswith("listed:") if context_id is None else S.name == f"listed:{context_id}"
    connection.execute(delete(SYNC_STATE).where(S.tenant == tenant, named))


def _write(connection: Connection, tenant: str, name: str, value: str) -> None:
    row = sqlite.insert(SYNC_STATE).values(tenant=tenant, name=name, value=value)
    connection.execute(
        row.on_conflict_do_update(index_elements=[S.tenant, S.name], set_={"value": value})
    )


TOPICS: Final = frozenset(
    {"conversation.create", "conversation.update", "conversation.delete", "memory.update"}
)
"""What desks tell each other of."""

_PAGE: Final = 500

Found = Replayed | UpToDate | CannotReplay


async def follow(
    since: Cursor,
    *,
    after: Callable[[Cursor], Awaitable[Found]],
    take: Callable[[Change], Awaitable[None]],
    stand: Callable[[Cursor], Awaitable[None]],
    anew: Callable[[CannotReplay], Awaitable[Cursor]],
) -> None:
    """Take every change that `after` finds, until there is none; raises what these raise.

    `stand` keeps the cursor of what is taken, so that a crash only repeats the last. Where changes
    cannot be replayed, `anew` takes everything and says from where it goes on.
    """
    while True:
        found = await after(since)
        if isinstance(found, CannotReplay):
            since = await anew(found)
            continue
        if isinstance(found, Replayed):
            for change in found.changes:
                await take(change)
                await stand(change.cursor)
        if found.cursor != since:
            await stand(found.cursor)
        if isinstance(found, UpToDate) or not found.more:
            return
        since = found.cursor


async def each_message(
    book: ConversationBook,
    caller: Caller,
    conversation_id: str,
    take: Callable[[BookMessage], Awaitable[None]],
) -> None:
    """Take every message of a conversation, in order."""
    after: int | None = None
    while True:
        page = await book.messages(caller, conversation_id, after=after, limit=_PAGE)
        for message in page.items:
            await take(message)
        if page.next is None or not page.items:
            return
        after = page.items[-1].seq
