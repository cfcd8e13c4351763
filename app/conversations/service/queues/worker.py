"""The worker takes requests from the queues, lets them act on the book, answers, and only then
says that they are finished.

Those that nobody can read are buried at once with the reason; those whose handling fails are left
to be delivered again, three times in all. While the database is away they wait for it here: that
is no delivery, and what came later does not pass them. Messages of one conversation are stored in
the order in which they were taken.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Final, NamedTuple

from app.conversations.protocol.envelope import (
    BadEnvelope,
    Envelope,
    check_request,
    printable,
    read_envelope,
    reply,
    trace_of,
)
from app.conversations.protocol.queue_names import (
    ANSWERED_BY,
    CHANGING,
    REQUESTS,
    STORE,
    Priority,
    instance_of,
    reply_address,
)
from app.conversations.service.queues.actions import QueueActions
from app.conversations.service.queues.inbox import Inbox, KnownRequest
from app.conversations.service.queues.port import (
    MAX_DELIVERIES,
    SECONDS_HELD,
    Queues,
    TakenEnvelope,
    given_up,
)
from app.conversations.service.queues.results import (
    Result,
    UnderWay,
    may_pass,
    refused,
    repeatable,
    told_of,
)
from app.conversations.service.queues.task_runs import Delivery
from app.domain.book import ALL_USERS, Caller
from app.domain.ids import utc_now
from app.errors import DatabaseUnreachable, DeskError, ServiceTimeout, in_full
from app.system.json_log import TRACE, trace_given

SLOTS: Final = 3
"""How many are worked on at a time: with more, an urgent one waits behind more that are not.

Of a database with several connections there may be one more than it has. One besides is for the
urgent alone: they need not wait until another is done.
"""
_WAIT_SECONDS: Final = 2.0
_AGAIN_SECONDS: Final = (0.1, 2.0)
_SLOW_SECONDS: Final = 1.0
_TOLD: Final = frozenset({"failed", "expired"})

log = logging.getLogger(__name__)

Note = Callable[[str, str], None]
"""Hears the queue of each request and what became of it: completed or failed as it was answered,
repeated from the inbox, expired, delivered again, processing by another, or dead."""

Took = Callable[[float, str], None]
"""Hears for how many seconds a request was in hand, however that ended, and of which queue."""

Authority = Callable[[TakenEnvelope, Envelope], Awaitable[Caller]]
"""Says who put an envelope there; raises `BadEnvelope` (key `proof`) for one of nobody known."""


class Outcome(NamedTuple):
    """What became of a request, as a `Note` hears it, and the name of the error it was told."""

    word: str
    error: str = ""


class Worker:
    """Owns the requests that are being worked on; the queues and the actions are the caller's.

    `seconds_held` is that of the queues: held requests are renewed three times in it. With
    `log_requests` there is a line of the log for each, not only for those that were refused, came
    too late or took long.
    """

    def __init__(
        self,
        queues: Queues,
        actions: QueueActions,
        *,
        authority: Authority,
        inbox: Inbox | None = None,
        seconds_held: float = SECONDS_HELD,
        slots: int = SLOTS,
        note: Note = lambda queue, outcome: None,
        took: Took = lambda seconds, queue: None,
        log_requests: bool = False,
    ) -> None:
        self._queues = queues
        self._actions = actions
        self._authority = authority
        self._inbox = inbox
        self._seconds_held = seconds_held
        self._slots = slots
        self._note = note
        self._took = took
        self._log_requests = log_requests
        self.redelivered = Counter({str(queue): 0 for queue in REQUESTS.values()})
        """How many requests of each queue came here that had been delivered before."""
        self._working: dict[asyncio.Task[None], TakenEnvelope] = {}
        self._last_store: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._stopped: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._away = False

    @property
    def in_flight(self) -> int:
        """How many requests are worked on, those that wait for another included."""
        return len(self._working)

    async def run(self) -> None:
        """Work until `stop`, then end what was begun; cancelling leaves it to other workers."""
        holding = asyncio.create_task(self._hold(), name="queue-hold")
        urgent = asyncio.create_task(self._work_urgent(), name="queue-urgent")
        try:
            await asyncio.gather(self._work(), urgent)
            while self._working:
                await asyncio.wait(list(self._working))
        finally:
            for task in (holding, urgent, *self._working):
                task.cancel()
            await asyncio.gather(holding, urgent, *self._working, return_exceptions=True)

    def stop(self) -> None:
        """Take nothing more, and wait for nothing more; idempotent."""
        if not self._stopped.done():
            self._stopped.set_result(None)

    async def _work(self) -> None:
        async for taken in self._batches(self._next):
            self._begin(taken)
            # They get as far as the database before more is asked for.
            await asyncio.sleep(0)

    async def _work_urgent(self) -> None:
        next_urgent = partial(self._queues.take_urgent, wait=_WAIT_SECONDS, until=self._stopped)
        async for taken in self._batches(next_urgent):
            if begun := self._begin(taken):
                await asyncio.wait(begun)

    async def _next(self) -> Sequence[TakenEnvelope]:
        while len(self._working) > self._slots // 2:
            await asyncio.wait(list(self._working), return_when=asyncio.FIRST_COMPLETED)
        return await self._queues.take(
            self._slots - len(self._working), wait=_WAIT_SECONDS, until=self._stopped
        )

    async def _batches(
        self, take: Callable[[], Awaitable[Sequence[TakenEnvelope]]]
    ) -> AsyncIterator[Sequence[TakenEnvelope]]:
        again = _AGAIN_SECONDS[0]
        while not self._stopped.done():
            try:
                taken = await take()
            except DeskError as error:
                if not self._away:
                    log.warning("the queues cannot be read: %s", in_full(error))
                self._away = True
                await asyncio.wait([self._stopped], timeout=again)
                again = min(2 * again, _AGAIN_SECONDS[1])
                continue
            again = _AGAIN_SECONDS[0]
            if self._away:
                self._away = False
                log.info("the queues can be read again")
            yield taken

    def _begin(self, taken: Sequence[TakenEnvelope]) -> list[asyncio.Task[None]]:
        # One that was silent for too long is handed what it is itself still working on.
        in_hand = {(item.queue, item.entry) for item in self._working.values()}
        taken = [item for item in taken if (item.queue, item.entry) not in in_hand]
        urgent = [self._start(item) for item in taken if _is_urgent(item)]
        return urgent + [self._start(item, urgent) for item in taken if not _is_urgent(item)]

    def _start(
        self, item: TakenEnvelope, urgent: Sequence[asyncio.Task[None]] = ()
    ) -> asyncio.Task[None]:
        """Begin with a request once the urgent ones that were taken with it are done."""
        before = list(urgent)
        key: tuple[str, str] | None = None
        envelope: Envelope | BadEnvelope
        try:
            envelope = read_envelope(item.body)
            check_request(envelope, item.queue.kind)
        except BadEnvelope as error:
            envelope = error
        else:
            if envelope.kind == STORE:
                key = (envelope.tenant_id, envelope.said("conversation_id") or "")
                if (last := self._last_store.get(key)) is not None:
                    before.append(last)
        task = asyncio.create_task(self._one(item, envelope, before), name="queue-request")
        if key is not None:
            self._last_store[key] = task
        self._working[task] = item

        def forget(done: asyncio.Task[None]) -> None:
            self._working.pop(done, None)
            if key is not None and self._last_store.get(key) is done:
                del self._last_store[key]

        task.add_done_callback(forget)
        return task

    async def _one(
        self,
        item: TakenEnvelope,
        envelope: Envelope | BadEnvelope,
        before: Sequence[asyncio.Task[None]],
    ) -> None:
        # A task of its own: what is logged in it has this trace, and nothing else has.
        TRACE.set(trace_given("") if isinstance(envelope, BadEnvelope) else trace_of(envelope))
        taken = monotonic()
        self.redelivered[str(item.queue)] += item.deliveries > 1
        if before:
            await asyncio.wait(before)
        try:
            if isinstance(envelope, BadEnvelope):
                raise envelope
            if item.given_up:
                reason = given_up(item.deliveries)
                found = await self._give_up(item, envelope, ServiceTimeout(reason), reason)
            else:
                found = await self._handle_in_time(item, envelope)
        except BadEnvelope as error:
            found = await self._bury(item, f"{error.reason}: {error}")
        except Exception as error:
            # Whatever it is, the others are worked on: it is delivered again, three times in all.
            found = await self._failed(item, envelope, error)
        self._ended(item, envelope, found, monotonic() - taken)

    def _ended(
        self,
        item: TakenEnvelope,
        envelope: Envelope | BadEnvelope,
        found: Outcome | None,
        seconds: float,
    ) -> None:
        queue = str(item.queue)
        self._took(seconds, queue)
        word = found.word if found else ""
        if word:
            self._note(queue, word)
        if self._log_requests or word in _TOLD or seconds >= _SLOW_SECONDS:
            tenant = envelope.tenant_id if isinstance(envelope, Envelope) else None
            fields = {"queue": queue, "outcome": word, "seconds": round(seconds, 6)}
            fields |= {"tenant": tenant}
            fields |= {"reason": found.error} if found and found.error else {}
            log.info("a request from a queue", extra={"fields": fields})

    async def _handle_in_time(self, item: TakenEnvelope, envelope: Envelope) -> Outcome:
        """Handle a request, or drop one that is too late; wait for a database that is away."""
        again = _AGAIN_SECONDS[0]
        while True:
            try:
                if envelope.expired(utc_now()) and not (await self._known(envelope)).revived:
                    return await self._expire(item, envelope)
                return await self._handle(item, envelope)
            except DatabaseUnreachable as error:
                if self._stopped.done():
                    raise
                if again == _AGAIN_SECONDS[0]:
                    log.warning("a request of %s waits for the database: %s", item.queue, error)
            await asyncio.wait([self._stopped], timeout=again)
            again = min(2 * again, _AGAIN_SECONDS[1])

    async def _handle(self, item: TakenEnvelope, envelope: Envelope) -> Outcome:
        caller = acting_for(await self._authority(item, envelope), envelope)
        began = monotonic()
        known = KnownRequest() if envelope.kind not in CHANGING else await self._known(envelope)
        if again := await self._repeat(item, envelope, known, began):
            return again
        try:
            delivery = Delivery(item.entry, known.revived)
            result = await self._actions.run(caller, envelope, delivery)
        except UnderWay as other:
            return await self._leave(item, envelope, other.result, began)
        except DeskError as error:
            if may_pass(error):
                raise
            result = refused(error)
        if self._inbox is not None and envelope.kind in CHANGING:
            await self._inbox.keep(
                caller.tenant,
                envelope.message_id,
                str(item.queue),
                repeatable(result),
                about=told_of(envelope, result),
            )
        await self._send(envelope, result, began, finished=item)
        return _outcome(result)

    async def _known(self, envelope: Envelope) -> KnownRequest:
        if self._inbox is None:
            return KnownRequest()
        return await self._inbox.known(envelope.tenant_id, envelope.message_id)

    async def _repeat(
        self, item: TakenEnvelope, envelope: Envelope, known: KnownRequest, began: float
    ) -> Outcome | None:
        """Answer a request that was done already as it was answered then; None where it was not."""
        if known.result is None:
            return None
        await self._send(envelope, known.result, began, finished=item)
        return Outcome("repeated")

    async def _leave(
        self, item: TakenEnvelope, envelope: Envelope, result: Result, began: float
    ) -> Outcome:
        """Let a request be delivered again while another one for its task is worked on.

        By then that has ended, or nobody works on it any more; else it is told how the task stands.
        """
        if item.deliveries < MAX_DELIVERIES:
            return Outcome("again")
        await self._send(envelope, result, began, finished=item)
        return _outcome(result)

    async def _send(
        self,
        envelope: Envelope,
        result: Result,
        began: float,
        *,
        finished: TakenEnvelope | None = None,
    ) -> None:
        status, payload = result
        milliseconds = round((monotonic() - began) * 1000)
        answer = reply(
            envelope, payload, status=status, milliseconds=milliseconds, trace_id=TRACE.get()
        )
        instance = instance_of(envelope.said("reply_to") or "")
        address = reply_address(ANSWERED_BY[envelope.kind], instance)
        await self._queues.answer(address, answer.encode(), finished=finished)

    async def _failed(
        self, item: TakenEnvelope, envelope: Envelope | BadEnvelope, error: Exception
    ) -> Outcome | None:
        expected = isinstance(error, DeskError)
        log.warning(
            "delivery %d of %s %s failed: %s",
            item.deliveries,
            item.queue,
            item.entry,
            error if expected else type(error).__name__,
            exc_info=None if expected else error,
        )
        if item.deliveries < MAX_DELIVERIES:
            return Outcome("again")
        if isinstance(envelope, Envelope):
            return await self._give_up(item, envelope, error, f"{type(error).__name__}: {error}")
        return None

    async def _give_up(
        self, item: TakenEnvelope, envelope: Envelope, error: Exception, reason: str
    ) -> Outcome | None:
        """End a request that is tried no more: its task fails, who waits is told, it is buried.

        Where that cannot be told now the queue hands it out once more, to be given up then.
        """
        began = monotonic()
        try:
            caller = acting_for(await self._authority(item, envelope), envelope)
            # It may be that only its answer could not be given.
            known = await self._known(envelope)
            if again := await self._repeat(item, envelope, known, began):
                return again
            told = await self._actions.give_up(caller, envelope, Delivery(item.entry), error)
            if self._inbox is not None and known.revived:
                await self._inbox.give_up(caller.tenant, envelope.message_id)
            await self._send(envelope, told, began)
        except BadEnvelope as unknown:
            reason = f"{unknown.reason}: {unknown}"
        except DeskError as away:
            log.warning("the failure of a request of %s cannot be told yet: %s", item.queue, away)
            return None
        except Exception:
            # It must not come back for ever.
            log.exception("a mistake of ours in giving a request up")
        return await self._bury(item, reason)

    async def _expire(self, item: TakenEnvelope, envelope: Envelope) -> Outcome:
        """Drop a request that nobody waits for any more; a task that it began does not go on."""
        if item.deliveries > 1:
            caller = acting_for(await self._authority(item, envelope), envelope)
            late = ServiceTimeout("It was too late.")
            await self._actions.give_up(caller, envelope, Delivery(item.entry), late)
        await self._queues.finish([item])
        return Outcome("expired")

    async def _bury(self, item: TakenEnvelope, reason: str) -> Outcome | None:
        reason = printable(reason, 500)
        log.warning("a request is a dead letter of %s: %s", item.queue, reason)
        with suppress(DeskError):
            await self._queues.bury(item, reason)
            return Outcome("dead")
        return None

    async def _hold(self) -> None:
        while True:
            await asyncio.sleep(self._seconds_held / 3)
            if self._working:
                with suppress(DeskError):
                    await self._queues.hold(list(self._working.values()))


def _outcome(result: Result) -> Outcome:
    status, payload = result
    return Outcome(status, str(payload.get("error", "")))


def _is_urgent(item: TakenEnvelope) -> bool:
    return item.queue.priority is Priority.HIGH


def acting_for(caller: Caller, envelope: Envelope) -> Caller:
    """Return who an envelope speaks for; raises `BadEnvelope` where its tenant is not the caller's.

    A service that may see all users acts as the user it names, and sees no more than that user.
    """
    if envelope.tenant_id != caller.tenant:
        raise BadEnvelope("The envelope is of another tenant than its sender.", key="tenant")
    user, scopes = caller.user, caller.scopes
    named = envelope.said("user_id")
    if named is not None and named != user:
        if ALL_USERS not in scopes:
            raise BadEnvelope("The sender may not speak for that user.", key="proof")
        user, scopes = named, scopes - {ALL_USERS}
    return caller.model_copy(
        update={
            "user": user,
            "scopes": scopes,
            "session": envelope.said("session_id") or caller.session,
            "origin": caller.origin or envelope.source_service,
        }
    )
