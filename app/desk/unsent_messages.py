"""Messages that a person has finished while an agent works: they wait here, and in the store.

Each has the id that it will be sent under, so whatever happens in between it is sent once. Several
windows may look at them; who wants to send one claims it first.
"""

from collections.abc import Awaitable, Callable, Sequence

from app.domain.messages import Unsent
from app.observers import Watchers
from app.ports import ConversationStore

Watcher = Callable[[str], None]


class WaitingMessages:
    """Owns the messages that wait, by conversation, in their order.

    What an earlier run left is sent only when the person says so; what was added in this run may
    follow by itself. `keep_conversation` stores a conversation that is not stored yet.
    """

    def __init__(
        self, store: ConversationStore, keep_conversation: Callable[[str], Awaitable[None]]
    ) -> None:
        self._store = store
        self._keep_conversation = keep_conversation
        self._held: dict[str, list[Unsent]] = {}
        self._left: set[str] = set()
        self._claimed: set[str] = set()
        self._watchers: Watchers[str] = Watchers()
        self._loaded = False

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Call `watcher` with every conversation whose messages changed; return how to stop it."""
        return self._watchers.add(watcher)

    async def load(self) -> Sequence[Unsent]:
        """Take in what an earlier run left, once, and return what is left of that now."""
        if not self._loaded:
            self._loaded = True
            for one in await self._store.unsent():
                # It may have been kept anew while it was on its way.
                if await self._store.answer(one.message_id) is None:
                    self._held.setdefault(one.context_id, []).append(one)
                    self._left.add(one.message_id)
            for context_id in self._held:
                self._tell(context_id)
        return [one for held in self._held.values() for one in held if one.message_id in self._left]

    def of(self, context_id: str | None) -> Sequence[Unsent]:
        """Return what waits in a conversation, without what is on its way."""
        held = self._held.get(context_id or "", [])
        return [one for one in held if one.message_id not in self._claimed]

    def add(self, unsent: Unsent) -> None:
        """Let a message wait; `keep` is to follow."""
        self._held.setdefault(unsent.context_id, []).append(unsent)
        self._tell(unsent.context_id)

    async def keep(self, unsent: Unsent) -> None:
        """Keep a message that was added; raises `DeskError`, and then it waits no longer."""
        try:
            await self._keep_conversation(unsent.context_id)
            await self._keep(unsent.context_id)
        except BaseException:
            self._drop(unsent)
            raise

    def claim(self, context_id: str | None, message_id: str | None = None) -> Unsent | None:
        """Take a message to send it; None where another has it.

        Without an id, the first one that may follow by itself.
        """
        for one in self.of(context_id):
            wanted = one.message_id not in self._left if message_id is None else True
            if wanted and message_id in (None, one.message_id):
                self._claimed.add(one.message_id)
                self._tell(one.context_id)
                return one
        return None

    def release(self, unsent: Unsent) -> None:
        """Let a message that was claimed wait on: it could not be sent."""
        self._claimed.discard(unsent.message_id)
        self._tell(unsent.context_id)

    async def sent(self, unsent: Unsent) -> None:
        """Forget a message that was claimed and is stored as said."""
        self._drop(unsent)
        await self._keep(unsent.context_id)

    async def take_back(self, context_id: str) -> Sequence[Unsent]:
        """Forget what waits in a conversation, and return it."""
        taken = self.of(context_id)
        held = self._held.get(context_id, [])
        self._held[context_id] = [one for one in held if one not in taken]
        self._tell(context_id)
        await self._keep(context_id)
        return taken

    def _drop(self, unsent: Unsent) -> None:
        held = self._held.get(unsent.context_id, [])
        self._held[unsent.context_id] = [o for o in held if o.message_id != unsent.message_id]
        self._claimed.discard(unsent.message_id)
        self._tell(unsent.context_id)

    async def _keep(self, context_id: str) -> None:
        await self._store.keep_unsent(context_id, tuple(self._held.get(context_id, ())))

    def _tell(self, context_id: str) -> None:
        self._watchers.tell(context_id)
