"""What was said here is sent to the service: each message once, each answer as it grows.

Everything has an id and may be sent again; so the cursor moves after the service has it, and a
crash in between only repeats. What the service refuses for good is passed over and told.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from app.conversations.book.port import ConversationBook
from app.domain.book import (
    LOCAL_CALLER,
    SERVICE_ORIGIN,
    BookMessage,
    Caller,
    ConversationUpdate,
    MessageGrowth,
    NewConversation,
    NewMessage,
)
from app.domain.changes import CannotReplay, Change, ChangeFilters, Cursor, Replayed
from app.domain.conversations import Conversation
from app.errors import (
    BadInput,
    Conflict,
    ConversationNotFound,
    DeskError,
    NotAllowed,
    NotFound,
)
from app.ports import ConversationStore, SyncEvent
from app.sync.conversation_list import Listing
from app.sync.cursors import TOPICS, Found, ListedConversation, SyncState, each_message, follow
from app.sync.facts import FactSync

_AT_ONCE: Final = 200
_TRIES: Final = 10
_FOR_GOOD: Final = (BadInput, Conflict, NotFound)
_OF_THE_ACCOUNT: Final = ("unauthorized", "not_allowed", "no_role", "other_tenant")
"""Refusals that have nothing to do with what is sent: it waits until the account is right again."""

log = logging.getLogger(__name__)

Told = Callable[[SyncEvent], None]


class LogSending:
    """Sends what the desk's log has after the cursor. Books, store and state are the caller's.

    `told` hears what the service refused, and of conversations that it had not any more and that
    were made anew there (`ConversationNotFound`).
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
        caller: Caller,
        told: Told = lambda event: None,
    ) -> None:
        self._local = local
        self._remote = remote
        self._store = store
        self._state = state
        self._listing = listing
        self._facts = facts
        self._caller = caller
        self._told = told
        self._one = asyncio.Lock()

    async def catch_up(self) -> None:
        """Send all that is to be sent; raises what may pass, with the cursor where it stopped."""
        async with self._one:
            await self._catch_up()

    async def send_again(self) -> None:
        """Send everything of this desk, for the service has lost what it had."""
        async with self._one:
            await self._listing.forget()
            await self._send_all()
        self._told(SyncEvent("sent_again"))

    async def _catch_up(self) -> None:
        await follow(
            await self._state.sent() or await self._send_all(),
            after=lambda since: said_here(self._local, since, limit=_AT_ONCE),
            take=self._send,
            stand=self._state.set_sent,
            anew=lambda _: self._send_all(),
        )

    async def _send_all(self) -> Cursor:
        """Send every conversation: the log does not reach back to where the service stands."""
        stands = await said_here(self._local, None, limit=1)
        for conversation in await self._store.conversations(limit=100_000):
            await self._send_listed(conversation.context_id)
            await each_message(
                self._local, LOCAL_CALLER, conversation.context_id, self._send_own_message
            )
        for memory_id in await self._facts.ids():
            await self._send_fact(memory_id)
        await self._state.set_sent(stands.cursor)
        return stands.cursor

    async def _send(self, change: Change) -> None:
        if change.memory_id is not None:
            await self._send_fact(change.memory_id)
        if change.memory_id is not None or change.conversation_id is None:
            return
        if change.update_type in ("new_message", "message_updated"):
            if change.message is not None:
                await self._send_message(change.message)
        elif change.update_type != "erased":
            await self._send_listed(change.conversation_id)

    async def _send_fact(self, memory_id: str) -> None:
        try:
            await self._facts.send(memory_id)
        except NotAllowed as error:
            if error.reason in _OF_THE_ACCOUNT:
                raise
            await self._refused("", error)
        except _FOR_GOOD as error:
            await self._refused("", error)

    async def _send_listed(self, context_id: str) -> None:
        """Send what changed in a conversation's line since the service last had it."""
        found = await self._listing.differs(context_id)
        if found is None:
            return
        conversation, known = found
        try:
            if known is None:
                await self._begin(conversation)
            else:
                await self._update(conversation, known)
        except ConversationNotFound as missing:
            # Erased there, or lost: those who receive learn which, and tell it.
            log.info("the service knows conversation %s no more: %s", context_id, missing)
        except _FOR_GOOD as error:
            await self._refused(context_id, error)

    async def _begin(self, conversation: Conversation) -> None:
        new = NewConversation(
            id=conversation.context_id, agent_id=conversation.agent, title=conversation.title
        )
        theirs = await self._remote.create(self._caller, new)
        await self._listing.take(theirs)
        known = ListedConversation(
            title=theirs.title,
            agent=theirs.agent_id,
            deleted=bool(theirs.deleted_at),
            revision=theirs.revision,
        )
        await self._update(conversation, known)

    async def _update(self, conversation: Conversation, known: ListedConversation) -> None:
        """Send what changed here, on top of what was known; what changed there is taken first."""
        context_id = conversation.context_id
        for left in reversed(range(_TRIES)):
            try:
                await self._change(conversation, known)
                return
            except Conflict:
                if not left:
                    raise
            await self._listing.take(await self._remote.get(self._caller, context_id))
            found = await self._listing.differs(context_id)
            if found is None or found[1] is None:
                return
            conversation, known = found[0], found[1]

    async def _change(self, conversation: Conversation, known: ListedConversation) -> None:
        """Raises `Conflict` where the service has a newer state than the one that is known."""
        context_id, now = conversation.context_id, ListedConversation.of(conversation)
        if now.deleted and not known.deleted:
            await self._listing.take(await self._remote.delete(self._caller, context_id))
            # What another desk changed first is taken with it, and stays.
            found = await self._listing.differs(context_id)
            if found is None or found[1] is None:
                return
            now, known = ListedConversation.of(found[0]), found[1]
        update = ConversationUpdate(
            title=now.title if now.title != known.title else None,
            agent_id=now.agent if now.agent != known.agent else None,
            deleted=False if known.deleted and not now.deleted else None,
        )
        filed = {name: said for name, said in now.filed.items() if said != known.filed[name]}
        if filed:
            # What others keep in the metadata stays.
            theirs = await self._remote.get(self._caller, context_id)
            update = update.model_copy(update={"metadata": {**theirs.metadata, **filed}})
        if update != ConversationUpdate():
            changed = await self._remote.update(
                self._caller, context_id, update, if_revision=known.revision
            )
            await self._listing.take(changed, sent=now)

    async def _send_own_message(self, message: BookMessage) -> None:
        if message.origin != SERVICE_ORIGIN:
            await self._send_message(message)

    async def _send_message(self, message: BookMessage) -> None:
        try:
            try:
                await self._add(message)
            except ConversationNotFound as missing:
                if await self._made_anew(message.conversation_id, missing):
                    await self._add(message)
        except NotAllowed as error:
            if error.reason in _OF_THE_ACCOUNT:
                raise
            await self._refused(message.conversation_id, error)
        except _FOR_GOOD as error:
            await self._refused(message.conversation_id, error)

    async def _made_anew(self, context_id: str, missing: ConversationNotFound) -> bool:
        """Make a conversation that the service has lost, or never had, and tell it."""
        conversation = await self._store.conversation(context_id)
        if conversation is None:
            return False
        await self._listing.forget(context_id)
        await self._begin(conversation)
        log.info("conversation %s is made anew at the service: %s", context_id, missing)
        self._told(SyncEvent("made_anew", context_id, conversation.title))
        return True

    async def _add(self, message: BookMessage) -> None:
        added = await self._remote.add(self._caller, message.conversation_id, _new(message))
        if not added.created and message.revision > added.message.revision:
            growth = MessageGrowth(
                revision=message.revision,
                content=message.content,
                tokens=message.tokens,
                task_id=message.task_id,
                body=message.body,
            )
            await self._remote.replace(self._caller, message.conversation_id, message.id, growth)

    async def _refused(self, context_id: str, error: DeskError) -> None:
        log.warning("the service refuses a change of %s: %s", context_id or "a fact", error)
        held = await self._store.conversation(context_id) if context_id else None
        title = held.title if held is not None else ""
        self._told(SyncEvent("refused", context_id, title, error))


async def something_waits(local: ConversationBook, state: SyncState) -> bool:
    """Return whether something that was said here is still to be sent."""
    since = await state.sent()
    if since is None:
        return True
    found = await said_here(local, since, limit=1)
    return isinstance(found, CannotReplay) or (isinstance(found, Replayed) and bool(found.changes))


async def said_here(local: ConversationBook, since: Cursor | None, *, limit: int) -> Found:
    """Return what was said on this desk, and not by the service, after a cursor."""
    return await local.changes(
        LOCAL_CALLER,
        since=since,
        topics=TOPICS,
        filters=ChangeFilters(not_origin=SERVICE_ORIGIN),
        limit=limit,
    )


def _new(message: BookMessage) -> NewMessage:
    said = message.model_dump(include=set(NewMessage.model_fields))
    return NewMessage.model_validate(said)
