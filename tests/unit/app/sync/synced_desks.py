"""Desks that a conversation service keeps in step, each with a database of its own."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from app.conversations.store.sql_store import SqlStore
from app.desk.desk import Desk
from app.domain.conversations import AnswerEntry, Conversation, Entry, RequestEntry
from app.ports import SyncEvent, SyncStatus
from app.sync.composition import kept_in_step
from app.sync.synchronisation import ConversationSync
from tests.contract.app.conversations.book.served_books import ServedBook
from tests.patience import PATIENCE
from tests.scripted import ScriptedAgents, ScriptedLink, answered_at_once


@dataclass
class SyncedDesk:
    """One desk, and all that its watchers were told."""

    desk: Desk
    store: SqlStore
    sync: ConversationSync | None = None
    seen: list[Entry | Conversation] = field(default_factory=list)
    told: asyncio.Event = field(default_factory=asyncio.Event)
    events: list[SyncEvent] = field(default_factory=list)

    async def say(self, text: str, context_id: str | None = None) -> str:
        """Say something, to the end of the answer; return the conversation."""
        session = await self.desk.session(context_id) if context_id else self.desk.new()
        await (await session.start(text)).wait()
        return session.context_id

    async def texts(self, context_id: str) -> list[str]:
        """What the conversation shows, row by row."""
        count = await self.desk.entry_count(context_id)
        return [
            entry.message.text if isinstance(entry, RequestEntry) else entry.answer.text
            for entry in await self.desk.entries(context_id, 0, count)
        ]

    async def titles(self) -> list[str]:
        """The conversations in the list."""
        return [conversation.title for conversation in await self.desk.conversations()]

    async def until(self, true: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait until something is so, looking each time that the desk was told something."""
        async with asyncio.timeout(seconds):
            while not await _value(true):
                self.told.clear()
                try:
                    async with asyncio.timeout(0.2):
                        await self.told.wait()
                except TimeoutError:
                    continue

    async def in_step(self, state: str = "in_step") -> None:
        """Wait until the desk says that it is in step, or in another state."""
        sync = self.sync
        assert sync is not None
        await self.until(lambda: sync.status.state == state)


async def _value(true: Callable[[], object]) -> object:
    found = true()
    return await found if asyncio.iscoroutine(found) else found


@asynccontextmanager
async def synced_desk(
    folder: Path, *, url: str = "", token: str | Callable[[], Awaitable[str]] = ""
) -> AsyncIterator[SyncedDesk]:
    """Open a desk in a folder; with an address it is kept in step."""
    folder.mkdir(parents=True, exist_ok=True)  # noqa: ASYNC240

    async def one_token() -> str:
        assert isinstance(token, str)
        return token

    async with AsyncExitStack() as stack:
        store = await SqlStore.open(folder / "desk.db")
        stack.push_async_callback(store.aclose)
        desk = Desk(store=store, agents=ScriptedAgents(ScriptedLink(answered_at_once)))
        stack.push_async_callback(desk.aclose)
        opened = SyncedDesk(desk, store)

        def take(changed: Entry | Conversation | SyncStatus) -> None:
            if not isinstance(changed, SyncStatus):
                opened.seen.append(changed)
            opened.told.set()

        desk.watch(take)
        if url:
            opened.sync = await stack.enter_async_context(
                kept_in_step(desk, store, url=url, token=token if callable(token) else one_token)
            )
            opened.sync.watch(take)
            opened.sync.watch_events(opened.events.append)
        yield opened


@asynccontextmanager
async def two_desks(
    folder: Path, *, url: str = "", token: str = ""
) -> AsyncIterator[tuple[SyncedDesk, SyncedDesk]]:
    """Open the desks `one` and `two` of one person; with an address they are kept in step."""
    async with (
        synced_desk(folder / "one", url=url, token=token) as one,
        synced_desk(folder / "two", url=url, token=token) as two,
    ):
        yield one, two


@asynccontextmanager
async def desks_in_step(
    service: ServedBook, folder: Path
) -> AsyncIterator[tuple[SyncedDesk, SyncedDesk]]:
    """Open two desks of Ana with a service, and wait until both are in step with it."""
    token = await service.token(user="ana")
    async with two_desks(folder, url=service.url, token=token) as pair:
        for desk in pair:
            await desk.in_step()
        yield pair


def answers_seen(opened: SyncedDesk) -> list[str]:
    """The texts of the answers that the desk was told of, in order."""
    return [entry.answer.text for entry in opened.seen if isinstance(entry, AnswerEntry)]
