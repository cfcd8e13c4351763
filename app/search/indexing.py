"""The log becomes searchable while it is written, on a thread of its own."""

import logging
import threading
import time
from typing import Final

from app.errors import AgentError, DeskError
from app.search.searching import Search

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
