"""Context windows with a cache and without waiting: the recovery circuit of document 3, §7.2.

A window is kept under the last message it was made from, so an old one is never taken for a new
one. Where the service does not answer soon, what there is is used (an older window, or none), and
the window is fetched in the background for the next time.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

from app.contexts import FoundContext
from app.conversations.book import ConversationBook
from app.domain.book import Caller
from app.domain.contexts import ContextRequest, ContextWindow
from app.errors import (
    ContextProcessingError,
    DeskError,
    RateLimitExceeded,
    ServiceTimeout,
    StoreError,
)

PATIENCE_SECONDS: Final = 2.0
_KEPT: Final = 256

log = logging.getLogger(__name__)

_Key = tuple[str, str, str, str]
LastSeq = Callable[[Caller, str], int | None]


class _Kept(NamedTuple):
    last_seq: int
    window: ContextWindow


class Contexts:
    """Owns the cache and the fetches under way. The book is the caller's.

    `last_seq` says which message of a conversation is the last, where that is known without asking.
    """

    def __init__(
        self,
        book: ConversationBook,
        *,
        last_seq: LastSeq = lambda caller, conversation_id: None,
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self._book = book
        self._last_seq = last_seq
        self._patience = patience_seconds
        self._kept: OrderedDict[_Key, _Kept] = OrderedDict()
        self._fetching: dict[_Key, asyncio.Task[ContextWindow]] = {}

    async def window(
        self, caller: Caller, conversation_id: str, request: ContextRequest
    ) -> FoundContext:
        """Return a window within the patience; raises only what a caller has to mend.

        (`ConversationNotFound`, `NotAllowed`, `BadInput`.)
        """
        key = (caller.tenant, caller.user, conversation_id, request.model_dump_json())
        kept = self._kept.get(key)
        now = self._last_seq(caller, conversation_id)
        if kept is not None and now is not None and kept.last_seq == now:
            self._kept.move_to_end(key)
            return FoundContext(kept.window, "hit")
        fetching = self._fetching.get(key) or self._fetch(key, caller, conversation_id, request)
        try:
            async with asyncio.timeout(self._patience):
                return FoundContext(await asyncio.shield(fetching), "miss")
        except TimeoutError:
            late = ServiceTimeout("The conversation service did not answer in time.")
            return self._without(kept, request, late)
        except (ServiceTimeout, StoreError, RateLimitExceeded, ContextProcessingError) as error:
            return self._without(kept, request, error)

    async def aclose(self) -> None:
        """End the fetches under way."""
        fetching = list(self._fetching.values())
        for task in fetching:
            task.cancel()
        await asyncio.gather(*fetching, return_exceptions=True)

    def _fetch(
        self, key: _Key, caller: Caller, conversation_id: str, request: ContextRequest
    ) -> asyncio.Task[ContextWindow]:
        """Begin the one fetch of this window; all who want it wait for the same."""

        async def fetch() -> ContextWindow:
            window = await self._book.context(caller, conversation_id, request)
            # Messages are counted from 0 without gaps.
            self._kept[key] = _Kept(window.total_messages - 1, window)
            self._kept.move_to_end(key)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
            return window

        task = asyncio.create_task(fetch(), name="context-fetch")
        self._fetching[key] = task

        def end(done: asyncio.Task[ContextWindow]) -> None:
            self._fetching.pop(key, None)
            if not done.cancelled() and (error := done.exception()) is not None:
                log.info("a context was not fetched: %s", error)

        task.add_done_callback(end)
        return task

    def _without(
        self, kept: _Kept | None, request: ContextRequest, error: DeskError
    ) -> FoundContext:
        if kept is not None:
            return FoundContext(kept.window, "stale", error)
        return FoundContext(ContextWindow(context_type=request.context_type), "none", error)


class CallerContexts:
    """Implements `AgentContexts`: the windows of one caller. The contexts are its owner's."""

    def __init__(self, contexts: Contexts, caller: Caller) -> None:
        self._contexts = contexts
        self._caller = caller

    async def window(self, conversation_id: str, request: ContextRequest) -> FoundContext:
        """Return a window; one that the caller cannot have is an empty one, with the reason."""
        try:
            return await self._contexts.window(self._caller, conversation_id, request)
        except DeskError as error:
            return FoundContext(ContextWindow(context_type=request.context_type), "none", error)
