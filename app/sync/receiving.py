"""What the service tells is written into the desk's database and shown as if it was said here."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from app.conversations.book.port import ConversationBook
from app.conversations.store.pages import every
from app.domain.book import (
    LOCAL_CALLER,
    SERVICE_ORIGIN,
    BookConversation,
    BookMessage,
    Caller,
    ConversationsWanted,
    MessageGrowth,
    NewMessage,
    Page,
)
from app.domain.changes import CannotReplay, Change, ChangeFilters, Cursor
from app.domain.conversations import Conversation
from app.errors import Conflict, ConversationNotFound
from app.ports import ConversationStore, SyncEvent
from app.sync.conversation_list import Learned, Listing
from app.sync.cursors import TOPICS, Found, SyncState, each_message, follow
from app.sync.facts import FactSync
from app.sync.sending import LogSending, Told

_AT_ONCE: Final = 200
_PAGE: Final = 200

log = logging.getLogger(__name__)


class Receiving:
    """Reads the service's log from the cursor on. Books, store and state are the caller's.

    `learned` is called with a conversation and the positions of its entries that are new or
    changed, after they are stored; `gone` with one that was removed. `sending` sends again what the
    service lost, and what is still to be sent before something is erased here; `told` hears of it.
    """

    def __init__(
        self,
        *,
        local: ConversationBook,
        remote: ConversationBook,
        store: ConversationStore,
        state: SyncState,
        listing: Listing,
        facts: FactSync,
        sending: LogSending,
        caller: Caller,
        learned: Learned,
        gone: Callable[[Conversation], None],
        told: Told = lambda event: None,
    ) -> None:
        self._local = local
        self._remote = remote
        self._store = store
        self._state = state
        self._listing = listing
        self._facts = facts
        self._caller = caller
        self._learned = learned
        self._gone = gone
        self._sending = sending
        self._told = told
        # What it writes is not sent back; and only it changes what it wrote.
        self._writer = LOCAL_CALLER.model_copy(update={"origin": SERVICE_ORIGIN})

    async def catch_up(self) -> None:
        """Take in all that was missed; raises what may pass, with the cursor where it stopped."""
        since = await self._state.received()
        if since is None:
            since = await self._take_all()
        elif not await self._state.facts_met():
            await self._take_facts()
        await follow(
            since,
            after=lambda since: self._after(since, limit=_AT_ONCE),
            take=self._take,
            stand=self._state.set_received,
            anew=self._read_anew,
        )

    async def _read_anew(self, found: CannotReplay) -> Cursor:
        log.info("what was missed cannot be told (%s): all is read anew", found.reason)
        await self._listing.forget()
        stands = await self._take_all()
        if found.reason == "other_log":
            await self._sending.send_again()
        return stands

    async def _after(self, since: Cursor | None, *, limit: int) -> Found:
        return await self._remote.changes(
            self._caller,
            since=since,
            topics=TOPICS,
            filters=ChangeFilters(not_origin=self._caller.origin),
            limit=limit,
        )

    async def _take_all(self) -> Cursor:
        """Read every conversation anew, from a place in the log that is noted before."""
        stands = await self._after(None, limit=1)
        for deleted in (False, True):
            wanted = ConversationsWanted(deleted=deleted)
            page = partial(self._page, wanted)
            async for conversation in every(page):
                await self._take_whole(conversation)
        await self._take_facts()
        await self._state.set_received(stands.cursor)
        return stands.cursor

    async def _page(
        self, wanted: ConversationsWanted, cursor: str | None
    ) -> Page[BookConversation]:
        return await self._remote.listed(self._caller, wanted, cursor=cursor, limit=_PAGE)

    async def _take_facts(self) -> None:
        await self._facts.take_all()
        await self._state.set_facts_met()

    async def _take_whole(self, conversation: BookConversation) -> None:
        if conversation.deleted_at is not None and not await self._held(conversation.id):
            # Nobody would see it; should it come back, it is told.
            return
        await self._listing.take(conversation)
        await each_message(self._remote, self._caller, conversation.id, self._take_message)

    async def _take(self, change: Change) -> None:
        if change.update_type == "erased" and change.conversation_id is not None:
            await self._erase(change.conversation_id)
            return
        if change.memory_id is not None:
            await self._facts.take(change.memory_id, change.memory)
            return
        if change.conversation is None:
            return
        if change.message is not None:
            if not await self._held(change.conversation.id):
                # It was not known here, or it was deleted and is back: all of it is wanted.
                await self._take_whole(change.conversation)
            await self._take_message(change.message)
        elif change.update_type == "restored" and not await self._held(change.conversation.id):
            await self._take_whole(change.conversation)
        else:
            await self._listing.take(change.conversation)

    async def _held(self, context_id: str) -> bool:
        return await self._store.conversation(context_id) is not None

    async def _take_message(self, message: BookMessage) -> None:
        said = message.model_dump(include=set(NewMessage.model_fields))
        try:
            added = await self._local.add(
                self._writer, message.conversation_id, NewMessage.model_validate(said)
            )
        except (ConversationNotFound, Conflict) as error:
            log.warning("a message from the service has no place here: %s", error)
            return
        held = added.message
        if not added.created:
            if held.origin != SERVICE_ORIGIN or held.revision >= message.revision:
                return
            held = await self._local.replace(
                self._writer,
                message.conversation_id,
                message.id,
                MessageGrowth(
                    revision=message.revision,
                    content=message.content,
                    tokens=message.tokens,
                    task_id=message.task_id,
                    body=message.body,
                ),
            )
        await self._learned(message.conversation_id, (held.seq,))

    async def _erase(self, context_id: str) -> None:
        """Remove what was erased; what was written here since goes on as a new conversation."""
        held = await self._store.conversation(context_id)
        if held is None:
            return
        await self._sending.catch_up()
        await self._store.purge(context_id)
        await self._listing.forget(context_id)
        self._gone(held)
        try:
            theirs = await self._remote.get(self._caller, context_id)
        except ConversationNotFound:
            self._told(SyncEvent("erased", context_id, held.title))
            return
        await self._take_whole(theirs)
        self._told(SyncEvent("erased", context_id, held.title, written=True))
