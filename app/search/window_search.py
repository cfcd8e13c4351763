"""Search for a window: the index is kept up to the log, and whoever asks does not block a loop."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from app.domain.records import RecordHit, SearchFound, SearchWanted, moment_of
from app.errors import AgentError, DeskError
from app.search.embedders import Embedder
from app.search.filters import Filters
from app.search.searching import Hit, Search
from app.stream_log import StreamLogger
from app.window_ports import SaidSearch

POLL_SECONDS: Final = 0.25
LONGEST_PAUSE: Final = 300.0
BREATH_SECONDS: Final = 0.05

log = logging.getLogger(__name__)


class Indexing:
    """Owns the thread that feeds the index and the embedding queue until it is closed.

    An embedder that fails is asked again after 1, 2, 4 … `LONGEST_PAUSE` seconds; the words are
    indexed meanwhile.
    """

    def __init__(self, search: Search) -> None:
        self._search = search
        self._ended = threading.Event()
        self._pause = 0.0
        self._embed_from = 0.0
        self._thread = threading.Thread(target=self._run, name="search-indexing")
        self._thread.start()

    def close(self) -> None:
        """End the thread after the batch that is under way; idempotent."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._search.index.catch_up(enough=self._breathe)
                self._embed()
            except DeskError as error:
                log.warning("what was said could not be made searchable: %s", error)
                self._ended.wait(LONGEST_PAUSE)
            except Exception:
                # Whatever it is, the thread goes on: what is said later is searchable again.
                log.exception("a mistake of ours in making the log searchable")
                self._ended.wait(LONGEST_PAUSE)
            self._ended.wait(POLL_SECONDS)

    def _breathe(self) -> bool:
        """Leave the interpreter to the window for a while; return whether the end was told."""
        return self._ended.wait(BREATH_SECONDS)

    def _embed(self) -> None:
        if time.monotonic() < self._embed_from:
            return
        # Fresh words come before old meanings: the queue is left for them soon.
        until = time.monotonic() + POLL_SECONDS

        def enough() -> bool:
            return self._ended.wait(BREATH_SECONDS / 10) or time.monotonic() > until

        try:
            self._search.queue.work(enough=enough)
            self._pause = 0.0
        except AgentError as error:
            self._pause = min(LONGEST_PAUSE, self._pause * 2 or 1.0)
            self._embed_from = time.monotonic() + self._pause
            log.info("the embedder failed, asked again in %.0f s: %s", self._pause, error)


class FollowingSearch(SaidSearch):
    """Owns the search of a log and the thread that indexes it, until `aclose`; not the log."""

    def __init__(self, stream: StreamLogger, *, embedder: Embedder) -> None:
        self._search = Search(stream, embedder=embedder)
        self._indexing = Indexing(self._search)
        self._asking: set[asyncio.Future[SearchFound]] = set()

    async def find(self, wanted: SearchWanted, *, limit: int = 50) -> SearchFound:
        """Return the best records for a query; see `SaidSearch`."""
        return await self._off_the_loop(lambda: self._find(wanted, limit))

    async def aclose(self) -> None:
        """End the indexing after its batch, let the questions under way end, close the index."""
        await asyncio.to_thread(self._indexing.close)
        if self._asking:
            await asyncio.wait(self._asking)
        await asyncio.to_thread(self._search.close)

    async def _off_the_loop(self, work: Callable[[], SearchFound]) -> SearchFound:
        asking = asyncio.get_running_loop().run_in_executor(None, work)
        self._asking.add(asking)
        asking.add_done_callback(self._answered)
        return await asyncio.shield(asking)

    def _answered(self, asking: asyncio.Future[SearchFound]) -> None:
        self._asking.discard(asking)
        if not asking.cancelled():
            asking.exception()  # whoever asked may have gone

    def _find(self, wanted: SearchWanted, limit: int) -> SearchFound:
        hits = self._search.find(
            wanted.query,
            limit=limit,
            mode=wanted.mode,
            filters=Filters(
                party=wanted.agent,
                type=wanted.kind,
                conversation=wanted.context_id,
                task=wanted.task_id,
                since=wanted.since,
                until=wanted.until,
                spoken=wanted.spoken,
            ),
        )
        return SearchFound(
            hits=tuple(map(_hit, hits)),
            current=self._search.index.current(),
            unembedded=self._search.queue.waiting(),
            understands=self._search.embedder.understands,
        )


def _hit(hit: Hit) -> RecordHit:
    return RecordHit(
        record_id=hit.id,
        at=moment_of({"t": hit.t}),
        from_agent=hit.from_agent,
        to_agent=hit.to_agent,
        kind=hit.type,
        context_id=hit.context_id,
        turn_id=hit.message_id,
        text=hit.snippet.text,
        marks=hit.snippet.marks,
    )
