"""The service's end of the queues, beside what is served over HTTP: it works, and it tells."""

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from app.conversations.database.database import Database
from app.conversations.protocol.queue_names import REPLIES, REQUESTS
from app.conversations.service.queues.actions import QueueActions, Said
from app.conversations.service.queues.announcer import Announcer
from app.conversations.service.queues.inbox import Inbox
from app.conversations.service.queues.plain_lists import unsigned_for
from app.conversations.service.queues.port import SECONDS_HELD, Queues
from app.conversations.service.queues.signatures import TokenProofs
from app.conversations.service.queues.task_runs import TaskBook
from app.conversations.service.queues.worker import SLOTS, Note, Took, Worker
from app.errors import DeskError
from app.system.metrics import Family, MetricSample

_FIGURES_SECONDS: Final = 3.0
_GRACE_SECONDS: Final = 10.0
"""For whoever ends it without having waited."""

log = logging.getLogger(__name__)


class QueueService:
    """Owns the worker with its task, and the announcer. Queues, book and database are the caller's.

    Who may ask is found out by the tokens of the database (`signatures`).
    """

    def __init__(
        self,
        queues: Queues,
        book: TaskBook,
        database: Database,
        *,
        said: Said | None = None,
        seconds_held: float = SECONDS_HELD,
        note: Note = lambda queue, outcome: None,
        took: Took = lambda seconds, queue: None,
        unsigned: Collection[str] = (),
        log_requests: bool = False,
    ) -> None:
        """Make it; of the tenants in `unsigned`, envelopes are taken that nobody has signed."""
        self._queues = queues
        self._worker = Worker(
            queues,
            QueueActions(book, said=said),
            authority=unsigned_for(unsigned, TokenProofs(database)),
            inbox=Inbox(database),
            seconds_held=seconds_held,
            # A server commits together what waits together: few of them would wait in turn.
            slots=max(SLOTS, len(database.lanes) + 1),
            note=note,
            took=took,
            log_requests=log_requests,
        )
        self._announcer = Announcer(queues, database)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to work, in the background."""
        self._task = asyncio.create_task(self._worker.run(), name="queue-worker")
        self._announcer.start()

    async def check(self) -> Mapping[str, str]:
        """Return of each queue that it is "ok", or why it cannot be used, by its name.

        Raises `ServiceTimeout` while the queues cannot be reached.
        """
        names = (*REQUESTS.values(), *REPLIES.values())
        return {str(name): "ok" for name in names} | {**await self._queues.failing()}

    async def families(self) -> Sequence[Family]:
        """Return how many envelopes are in hand, came again, wait and are dead, as figures.

        While the queues are away, what is known here.
        """
        in_flight = Family(
            "balance_desk_queue_in_flight",
            "gauge",
            "Requests being worked on here.",
            [MetricSample(self._worker.in_flight)],
        )
        again = Family(
            "balance_desk_queue_redelivered_total",
            "counter",
            "Requests that were delivered before: it failed, or who had it went silent.",
            [MetricSample(count, {"queue": q}) for q, count in self._worker.redelivered.items()],
        )
        try:
            async with asyncio.timeout(_FIGURES_SECONDS):
                waiting = await self._queues.lengths()
                dead = await self._queues.lengths(dead=True)
        except (DeskError, TimeoutError):
            return [in_flight, again]
        return [
            in_flight,
            again,
            *(
                Family(
                    f"balance_desk_{name}",
                    "gauge",
                    words,
                    [MetricSample(count, {"queue": queue}) for queue, count in lengths.items()],
                )
                for name, words, lengths in (
                    ("queue_waiting", "Requests that wait or are being worked on.", waiting),
                    ("queue_dead_letters", "Requests that nobody could handle.", dead),
                )
            ),
        ]

    async def wait_idle(self, seconds: float) -> None:
        """Take nothing more, and wait until what was begun is done, or so long."""
        if self._task is None:
            return
        self._worker.stop()
        done, _ = await asyncio.wait([self._task], timeout=seconds)
        if not done:
            log.warning("requests from the queues were not finished; others will take them up")
            self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def aclose(self) -> None:
        """Take nothing more, tell what was committed if that takes not long, and end."""
        await self.wait_idle(_GRACE_SECONDS)
        if self._task is not None:
            await self._announcer.aclose()
