"""The desk: all conversations of a profile, the sessions that are open, and what needs the person.

It opens sessions, passes on what they show, and brings every task that was left open by an earlier
run up to what its agent really says of it.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import timedelta

from app.desk.export import branched, bring_in, gather
from app.desk.recovery import Reconciling, Recovery
from app.desk.session import ChatSession
from app.desk.turn import Turn
from app.desk.unsent_messages import WaitingMessages
from app.domain.conversations import AnswerEntry, Conversation, Entry, FoundWords, clean_tags
from app.domain.exports import Exported
from app.domain.ids import new_context_id, utc_now
from app.errors import BadInput
from app.observers import Watchers
from app.ports import (
    AgentDirectory,
    AgentLink,
    ConversationStore,
    Journal,
    Recorded,
)

_KEEP_DELETED = timedelta(days=30)

log = logging.getLogger(__name__)

Watcher = Callable[[Entry | Conversation], None]


class Desk:
    """Owns the sessions of one profile; the store and the agents are the composition root's."""

    def __init__(
        self,
        *,
        store: ConversationStore,
        agents: AgentDirectory,
        default_agent: str = "data",
        journal: Journal | None = None,
    ) -> None:
        self._journal = journal
        self.default_agent = default_agent
        self._store = store
        self._agents = agents
        self._sessions: dict[str, ChatSession] = {}
        self._watchers: Watchers[Entry | Conversation] = Watchers()
        self.messages = WaitingMessages(store, self._keep_conversation)
        """What is finished and waits to be sent, over all conversations."""

    @property
    def agents(self) -> AgentDirectory:
        """The agents of the profile."""
        return self._agents

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Call `watcher` with every entry and conversation that changes; return how to stop it.

        Watchers are called on the loop and must not block.
        """
        return self._watchers.add(watcher)

    def new(self, agent: str | None = None, *, context_id: str | None = None) -> ChatSession:
        """Return a session of a new conversation; it is stored with its first message or draft."""
        now = utc_now()
        conversation = Conversation(
            context_id=context_id or new_context_id(),
            agent=agent or self.default_agent,
            created_at=now,
            updated_at=now,
        )
        return self._hold(conversation, stored=False)

    async def session(self, context_id: str) -> ChatSession:
        """Return the session of a stored conversation, opening it on first use.

        Raises `BadInput` when there is none.
        """
        if context_id in self._sessions:
            return self._sessions[context_id]
        conversation = await self._store.conversation(context_id)
        if conversation is None:
            raise BadInput("There is no such conversation.", key="no_conversation")
        return self._sessions.get(context_id) or self._hold(conversation, stored=True)

    async def conversations(self) -> Sequence[Conversation]:
        """Return the conversations not deleted: pinned first, then newest first."""
        return await self._store.conversations()

    async def entry_count(self, context_id: str) -> int:
        """Return how many entries a conversation has."""
        return await self._store.entry_count(context_id)

    async def entries(self, context_id: str, start: int, stop: int) -> Sequence[Entry]:
        """Return the entries at positions start … stop-1."""
        return await self._store.entries(context_id, start, stop)

    async def answer(self, turn_id: str) -> AnswerEntry | None:
        """Return the answer of a turn with its place in its conversation, or None."""
        return await self._store.answer(turn_id)

    async def answers(self, context_id: str, *, limit: int = 50) -> Sequence[AnswerEntry]:
        """Return the newest answers of a conversation, newest first."""
        return await self._store.answers(context_id, limit=limit)

    async def pinned_for_all(self) -> Sequence[AnswerEntry]:
        """Return the answers on the profile's board, in the order in which they came there."""
        return await self._store.pinned_for_all()

    async def events(self, turn_id: str) -> Sequence[Recorded]:
        """Return what came back for a message, event by event, oldest first."""
        return await self._store.events(turn_id)

    async def take_out(self, context_id: str) -> Exported:
        """Return a conversation whole; raises `BadInput` when there is none."""
        return await gather(self._store, context_id)

    async def bring_in(self, exported: Exported) -> Conversation:
        """Keep a conversation from elsewhere; one that is here already comes in beside it."""
        conversation = await bring_in(self._store, exported)
        self._tell(conversation)
        return conversation

    async def branch(self, context_id: str, position: int, *, title: str) -> Conversation:
        """Begin another conversation with what was said up to a position, and return it."""
        exported = await gather(self._store, context_id, last=position)
        return await self.bring_in(branched(exported, title=title))

    async def find(self, query: str, *, limit: int = 50) -> Sequence[FoundWords]:
        """Return where titles and texts contain the query."""
        return await self._store.find(query, limit=limit)

    async def waiting(self) -> Sequence[AnswerEntry]:
        """Return every answer that waits for the person, oldest first."""
        return [entry for entry in await self._store.open_answers() if entry.answer.waiting]

    async def rename(self, context_id: str, title: str) -> None:
        """Give a conversation another title; an empty one is refused."""
        if not title.strip():
            raise BadInput("A conversation needs a title.", key="empty_title")
        await self._change(context_id, title=title.strip())

    async def pin(self, context_id: str, pinned: bool) -> None:
        """Keep a conversation at the top of the list, or no longer."""
        await self._change(context_id, pinned=pinned)

    async def archive(self, context_id: str, archived: bool) -> None:
        """Put a conversation away into the archive, or take it out; a new message does so, too."""
        await self._change(context_id, archived=archived)

    async def tag(self, context_id: str, tags: Sequence[str]) -> None:
        """Give a conversation exactly these tags."""
        await self._change(context_id, tags=clean_tags(tags))

    async def save_draft(self, context_id: str, draft: str) -> None:
        """Keep what is being written; a new conversation is kept with its first draft."""
        await self._change(context_id, draft=draft)

    async def delete(self, context_id: str) -> None:
        """Take a conversation out of the list; `restore` brings it back for thirty days."""
        session = self._sessions.get(context_id)
        if session is not None:
            for turn in session.running:
                await turn.stop()
        await self._change(context_id, deleted_at=utc_now())

    async def restore(self, context_id: str) -> None:
        """Undo `delete`."""
        await self._change(context_id, deleted_at=None)

    async def learn(self, context_id: str, positions: Sequence[int] = ()) -> None:
        """Take in what came into the store from elsewhere: the conversation, and these entries.

        Watchers are told as of what happens here.
        """
        session = self._sessions.get(context_id)
        read = session.learn() if session else self._store.conversation(context_id)
        conversation = await read
        if conversation is None:
            return
        self._tell(conversation)
        for position in positions:
            for entry in await self._store.entries(context_id, position, position + 1):
                self._tell(entry)

    def lose(self, conversation: Conversation) -> None:
        """Take in that a conversation was removed from the store for good, and tell watchers."""
        if conversation.context_id in self._sessions:
            self._sessions[conversation.context_id].lose()
        self._tell(conversation.model_copy(update={"deleted_at": utc_now()}))

    async def recover(self) -> Recovery:
        """Reconcile every open task of an earlier run with its agent; call once, at the start.

        Conversations deleted more than thirty days ago are removed for good.
        """
        await self._store.purge_deleted(utc_now() - _KEEP_DELETED)
        return await self.recheck()

    async def recheck(self, *, anew: bool = False) -> Recovery:
        """Ask the agents what became of open tasks that nobody follows; may be called at any time.

        `anew` lets go of tasks elsewhere that are followed, too: after a sleep, or while the
        network was gone, their streams may be dead without a word.
        """
        if anew:
            await asyncio.gather(*(session.let_go() for session in self._sessions.values()))
        entries = []
        for entry in await self._store.open_answers():
            session = self._sessions.get(entry.answer.context_id)
            still = entry if session is None else await session.still_open(entry)
            if still is not None:
                entries.append(still)
        return await Reconciling(
            store=self._store,
            agents=self._agents,
            journal=self._journal,
            follow=self._follow,
            show=self._tell,
        ).recover(entries)

    async def aclose(self) -> None:
        """Close the sessions; what runs in process is cancelled and ends with its true state."""
        await asyncio.gather(*(session.aclose() for session in self._sessions.values()))
        self._watchers.clear()

    def _hold(self, conversation: Conversation, *, stored: bool) -> ChatSession:
        session = ChatSession(
            conversation,
            store=self._store,
            agents=self._agents,
            observer=self._tell,
            stored=stored,
            journal=self._journal,
        )
        self._sessions[conversation.context_id] = session
        return session

    def _running(self) -> list[Turn]:
        return [turn for session in self._sessions.values() for turn in session.running]

    def _tell(self, changed: Entry | Conversation) -> None:
        self._watchers.tell(changed)

    async def _change(self, context_id: str, **changes: object) -> None:
        await (await self.session(context_id)).update(**changes)

    async def _keep_conversation(self, context_id: str) -> None:
        await (await self.session(context_id)).keep()

    async def _follow(self, entry: AnswerEntry, link: AgentLink) -> None:
        await (await self.session(entry.answer.context_id)).follow(entry, link)
