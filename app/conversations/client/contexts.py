"""Context windows with a cache and without waiting: the recovery circuit of document 3, §7.2.

What the client knows of the changes decides (`seen_changes`). A window after which nothing changed
is given at once. So is, for `STALE_SECONDS`, one that only lacks what others said, while it is
fetched anew; never one that lacks the person's own last message, or has a fact that was changed or
forgotten. All else is asked for, within the patience. Where there is no answer in time, what there
is is used (an older window, or none), and the window is fetched in the background, again and again
for about half a minute. Once the person says something, the windows of the conversation are fetched
before anybody asks for them.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final, Literal, NamedTuple

from app.conversations.book.port import ConversationBook
from app.conversations.client.change_cursor import SeenChanges, is_own
from app.conversations.client.retry import RetryPolicy, may_pass
from app.domain.book import Caller
from app.domain.changes import Change, Cursor
from app.domain.contexts import ContextRequest, ContextWindow
from app.errors import (
    ContextProcessingError,
    DeskError,
    RateLimitExceeded,
    ServiceTimeout,
    StoreError,
)
from app.ports import FoundContext

PATIENCE_SECONDS: Final = 2.0
STALE_SECONDS: Final = 60.0
"""How old a window may be that lacks what others said meanwhile."""
BACKGROUND: Final = RetryPolicy(attempts=6)
"""Nobody waits for what is fetched in the background: it is tried until the longest wait is over.
"""
_KEPT: Final = 256

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Key:
    """Which window, and with what it is asked for."""

    tenant: str
    user: str
    conversation_id: str
    text: str
    caller: Caller = field(compare=False)
    request: ContextRequest = field(compare=False)

    @property
    def has_facts(self) -> bool:
        return self.request.context_type in ("memory", "full")


class _Kept(NamedTuple):
    """A window, up to which change it has all, and when it was made."""

    at: Cursor | None
    made: float
    window: ContextWindow


_Standing = Literal["newest", "behind", "lacking", "unknown", "wrong"]
"""Nothing came since; only others said something; the person did; nobody knows; it must not be
used any more."""


class _Fetch:
    """One window on its way: `answer` is that of the attempt under way, None between attempts."""

    answer: asyncio.Future[ContextWindow] | None = None
    task: asyncio.Task[None]


class Contexts:
    """Owns the cache, the fetches under way and the following of changes. The book is the caller's.

    Without `seen` nothing is known, and each window is asked for.
    """

    def __init__(
        self,
        book: ConversationBook,
        *,
        seen: SeenChanges | None = None,
        patience_seconds: float = PATIENCE_SECONDS,
        stale_seconds: float = STALE_SECONDS,
        background: RetryPolicy = BACKGROUND,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._book = book
        self._seen = seen
        self._patience = patience_seconds
        self._stale_seconds = stale_seconds
        self._background = background
        self._clock = clock
        self._kept: OrderedDict[_Key, _Kept] = OrderedDict()
        self._fetches: dict[_Key, _Fetch] = {}
        if seen is not None:
            seen.told = self._changed

    async def window(
        self,
        caller: Caller,
        conversation_id: str,
        request: ContextRequest,
        *,
        message_id: str = "",
    ) -> FoundContext:
        """Return a window within the patience; raises only what a caller has to mend.

        (`ConversationNotFound`, `NotAllowed`, `BadInput`.) `message_id` is what the person said
        last, where whoever asks knows it.
        """
        if self._seen is not None:
            self._seen.wanted()
        text = request.model_dump_json()
        key = _Key(caller.tenant, caller.user, conversation_id, text, caller, request)
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            stands = self._standing(key, kept, message_id)
            if stands == "newest":
                return FoundContext(kept.window, "hit")
            if stands == "behind" and self._clock() - kept.made <= self._stale_seconds:
                self._fetch(key)
                return FoundContext(kept.window, "stale")
        answer = self._fetch(key)
        try:
            async with asyncio.timeout(self._patience):
                return FoundContext(await asyncio.shield(answer), "miss")
        except TimeoutError:
            late = ServiceTimeout("The conversation service did not answer in time.")
            return self._without(key, late)
        except (ServiceTimeout, StoreError, RateLimitExceeded, ContextProcessingError) as error:
            return self._without(key, error)

    async def aclose(self) -> None:
        """End the fetches under way."""
        if self._seen is not None:
            await self._seen.aclose()
        fetching = [fetch.task for fetch in self._fetches.values()]
        for task in fetching:
            task.cancel()
        await asyncio.gather(*fetching, return_exceptions=True)

    def _standing(self, key: _Key, kept: _Kept, message_id: str = "") -> _Standing:
        if self._seen is None or kept.at is None or not self._seen.reaches(kept.at):
            return "unknown"
        if key.has_facts and self._seen.facts > kept.at.seq:
            return "wrong"
        known = self._seen.of(key.conversation_id)
        if known.gone > kept.at.seq:
            # It was on its way when the conversation was deleted.
            return "wrong"
        if known.own > kept.at.seq or message_id not in ("", known.own_id):
            return "lacking"
        return "behind" if known.last > kept.at.seq else "newest"

    def _changed(self, change: Change) -> None:
        """Fetch what will be asked for, now that the person said something; drop what is gone."""
        for key in [one for one in self._kept if one.conversation_id == change.conversation_id]:
            if change.topic == "conversation.delete":
                del self._kept[key]
            elif is_own(change):
                self._fetch(key)

    def _fetch(self, key: _Key) -> asyncio.Future[ContextWindow]:
        """Begin the one fetch of this window; all who want it wait for the same attempt."""
        earlier = self._fetches.get(key)
        if earlier is not None:
            if earlier.answer is not None:
                return earlier.answer
            # It waits to try again: whoever asks now need not.
            earlier.task.cancel()
        answer: asyncio.Future[ContextWindow] = asyncio.get_running_loop().create_future()
        # Not everybody stays until it is there.
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        fetch = self._fetches[key] = _Fetch()
        fetch.answer = answer
        fetch.task = asyncio.create_task(self._run(key, fetch), name="context-fetch")

        def end(_: asyncio.Task[None]) -> None:
            answer.cancel()
            if self._fetches.get(key) is fetch:
                del self._fetches[key]

        fetch.task.add_done_callback(end)
        return answer

    async def _run(self, key: _Key, fetch: _Fetch) -> None:
        waits = self._background.waits()
        while True:
            error = await self._attempt(key, fetch)
            if error is None or not may_pass(error) or (wait := next(waits, None)) is None:
                return
            await self._background.sleep(wait)
            fetch.answer = asyncio.get_running_loop().create_future()
            fetch.answer.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _attempt(self, key: _Key, fetch: _Fetch) -> DeskError | None:
        """Fetch a window and keep it; return what went wrong."""
        answer = fetch.answer
        assert answer is not None
        # What is committed while it is read may be in it or not.
        at = None if self._seen is None else self._seen.at
        try:
            window = await self._book.context(key.caller, key.conversation_id, key.request)
        except DeskError as error:
            log.info("a context was not fetched: %s", error)
            fetch.answer = None
            answer.set_exception(error)
            return error
        except asyncio.CancelledError:
            answer.cancel()
            raise
        except Exception as error:
            # A mistake of ours, which whoever waits for it shows.
            fetch.answer = None
            answer.set_exception(error)
            return None
        self._kept[key] = _Kept(at, self._clock(), window)
        self._kept.move_to_end(key)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        fetch.answer = None
        answer.set_result(window)
        return None

    def _without(self, key: _Key, error: DeskError) -> FoundContext:
        kept = self._kept.get(key)
        if kept is not None and self._standing(key, kept) != "wrong":
            return FoundContext(kept.window, "stale", error)
        return FoundContext(ContextWindow(context_type=key.request.context_type), "none", error)


class CallerContexts:
    """Implements `AgentContexts`: the windows of one caller. The contexts are its owner's."""

    def __init__(self, contexts: Contexts, caller: Caller) -> None:
        self._contexts = contexts
        self._caller = caller

    async def window(
        self, conversation_id: str, request: ContextRequest, *, message_id: str = ""
    ) -> FoundContext:
        """Return a window; one that the caller cannot have is an empty one, with the reason."""
        try:
            return await self._contexts.window(
                self._caller, conversation_id, request, message_id=message_id
            )
        except DeskError as error:
            return FoundContext(ContextWindow(context_type=request.context_type), "none", error)
