"""Search for a window: the index is kept up to the log, and whoever asks does not block a loop."""

import asyncio
from collections.abc import Callable

from app.domain.records import RecordHit, SearchFound, SearchWanted, moment_of
from app.offers import SaidSearch
from app.search.embedders import Embedder
from app.search.filters import Filters
from app.search.indexing import Indexing
from app.search.searching import Hit, Search
from app.stream_log import StreamLogger


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
                agent=wanted.agent,
                type=wanted.kind,
                conversation=wanted.context_id,
                task=wanted.task_id,
                since=wanted.since,
                until=wanted.until,
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
