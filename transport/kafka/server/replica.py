"""One replica of an agent: requests become answers, each once, in order, and never silently."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import aclosing
from time import perf_counter
from typing import Any

from a2a.server.context import ServerCallContext
from a2a.types import GetTaskRequest, TaskState
from a2a.utils.errors import A2AError, InternalError
from aiokafka import TopicPartition

from app.domain.ids import FRESH_TASK_ID
from app.system.json_log import TRACE, trace_given
from transport.kafka import tracing
from transport.kafka.metrics import ServerCounters
from transport.kafka.names import DETACH, WAITING, identity_of, partition_of, task_id_of
from transport.kafka.options import Times
from transport.kafka.records import (
    ACCEPTED,
    LOST,
    QUEUED,
    REJECTED,
    WORKING,
    Request,
    context_of,
    task_of,
)
from transport.kafka.server.attempts import Attempts
from transport.kafka.server.hosted_agent import HostedAgent, Users, call_of
from transport.kafka.server.in_flight import AnswerCache, Offsets, TurnOrder, Work
from transport.kafka.server.outbox import Attempt, Outbox
from transport.kafka.server.responses import (
    Response,
    ended,
    failed,
    responses,
    settled,
    without_result,
)
from transport.protocol.operations import (
    CANCEL_TASK,
    SEND_MESSAGE,
    SEND_STREAMING_MESSAGE,
    SUBSCRIBE_TO_TASK,
)

TURNS = (SEND_MESSAGE, SEND_STREAMING_MESSAGE)
_ACCEPT_SECONDS = 0.02  # after which a turn that has said nothing yet is said to be accepted
_AT_A_STRETCH = 16  # events of an agent that never pauses, before others have their turn
_RUNNING = (TaskState.TASK_STATE_SUBMITTED, TaskState.TASK_STATE_WORKING)

_ENDS_REPLICAS = (
    "This was begun {count} times, and each time the program that worked on it ended. It is not"
    " begun again."
)

log = logging.getLogger(__name__)


SetAside = Callable[[Request, TopicPartition, int, str], Awaitable[None]]

Took = Callable[[float, str], None]
"""Hears the seconds from taking up a turn until the brokers have all of its answer; whose it is."""


class Replica:
    """Owns the requests that are being answered here, and the offsets that they hold open.

    A request is known by whose it is and its correlation id: one that is being answered is not
    begun again, one that was answered is answered the same. Its offset may be committed when the
    final event is acknowledged by the brokers.
    """

    def __init__(
        self,
        agent: HostedAgent,
        handler: Any,
        outbox: Outbox,
        *,
        times: Times,
        counters: ServerCounters,
        attempts: Attempts,
        set_aside: SetAside,
        users: Users | None = None,
        took: Took = lambda seconds, agent: None,
    ) -> None:
        """Make it; the `handler` answers for the agent on this wire.

        `set_aside` keeps what is not begun any more for people to look at.
        """
        self.attempts = attempts
        self._set_aside = set_aside
        self._agent = agent
        self._handler = handler
        self._outbox = outbox
        self._times = times
        self._counters = counters
        self._users = users
        self._took = took
        self.offsets = Offsets()
        self.partitions = 1
        self.owned: frozenset[int] = frozenset()
        self._order = TurnOrder()
        self._remembered = AnswerCache()
        self._running: dict[str, Work] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def busy(self) -> int:
        """How many turns are under way, those that wait for their conversation included."""
        return sum(work.turn for work in self._running.values())

    def take_turn(self, request: Request, where: TopicPartition, offset: int) -> None:
        """Answer a turn from the requests topic."""
        self.offsets.accept(where, offset)
        known = self._running.get(request.identity)
        if known is not None:
            self._counters.repeated += 1
            known.held.add((where, offset))
            return
        answered = self._remembered.get(request.identity)
        if answered is not None:
            self._counters.repeated += 1
            self._outbox.say_again(answered)
            self.offsets.done(where, offset)
            return
        work = Work(Attempt(request), turn=True)
        work.held.add((where, offset))
        self._begin(work, self._turn(work, where, offset))

    def take_control(self, request: Request, *, read_to: int | None = None) -> None:
        """Answer what every replica reads, if it is for this one to answer.

        `read_to` is the offset up to which this replica has read the request's partition, if it
        is its own.
        """
        about = identity_of(request.reply_topic, str(request.params.get("correlationId") or ""))
        if request.method == DETACH:
            work = self._running.get(about)
            if work is not None:
                work.detach()
            return
        if request.method == WAITING:
            self._tell_of(about, request, read_to)
            return
        work = Work(Attempt(request), turn=False)
        self._begin(work, self._control(work))

    def _tell_of(self, about: str, request: Request, read_to: int | None) -> None:
        """Say what has become of a turn: it is here, it waits, or it is lost.

        One that was read past and is not here was promised by a replica that is gone, or is being
        finished by one that keeps its promise, and says so.
        """
        work = self._running.get(about)
        if work is not None:
            self._outbox.beat(request, work.answer.attempt, WORKING if work.begun else QUEUED)
        elif (answered := self._remembered.get(about)) is not None:
            self._outbox.say_again(answered)
        elif self._is_ours(request):
            offset = request.params.get("offset")
            passed = read_to is not None and isinstance(offset, int) and 0 <= offset < read_to
            self._outbox.beat(request, "", LOST if passed else QUEUED)
        elif request.params.get("anybody"):
            self._outbox.beat(request, "", QUEUED)

    def refuse(self, request: Request, error: A2AError, *, state: str = REJECTED) -> None:
        """Answer a request with an error, without the agent."""
        self._counters.rejected += 1
        self._outbox.say(Attempt(request), failed(request.correlation_id, error, state=state))

    def beat(self) -> None:
        """Say of everything that is being answered, and was silent since last time, that it is."""
        for work in self._running.values():
            answer = work.answer
            if not answer.events or answer.ended:
                continue
            if len(answer.events) == work.seen:
                self._outbox.beat(answer.request, answer.attempt, WORKING if work.begun else QUEUED)
            work.seen = len(answer.events)

    def promised(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """Return the offsets up to which all turns have begun: those are finished here.

        Where their replica ends before them, they count as begun once.
        """
        waiting: dict[TopicPartition, int] = {}
        for work in self._running.values():
            for where, offset in work.held:
                if not work.begun:
                    waiting[where] = min(offset, waiting.get(where, offset))
                elif work.turn:
                    self.attempts.begun(where, work.answer.request.identity)
        accepted = self.offsets.accepted(partitions)
        return {one: min(upto, waiting.get(one, upto)) for one, upto in accepted.items()}

    def abandon(self, lost: Collection[TopicPartition], *, begun: bool) -> None:
        """Say no word more on turns whose partition another replica reads now from its offset.

        Those that have `begun` too, unless that was promised to be finished.
        """
        for work in list(self._running.values()):
            if not work.turn or (work.begun and not begun):
                continue
            if work.held and all(where in lost for where, _ in work.held):
                self._counters.abandoned += 1
                work.abandoned = work.answer.given_up = True
                if work.task is not None:
                    work.task.cancel()

    async def wait_idle(self, seconds: float) -> None:
        """Wait until nothing is being answered, at most that long."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            log.info("%d requests are left to another replica", len(self._running))

    async def aclose(self) -> None:
        """Stop answering; what is not finished is said to nobody."""
        for work in list(self._running.values()):
            work.abandoned = work.answer.given_up = True
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _begin(self, work: Work, answering: Any) -> None:
        # Several operations may be asked again under one id: each try is work of its own.
        key = work.answer.request.identity
        if not work.turn and key in self._running:
            key = f"{key} {work.answer.attempt}"
        self._running[key] = work
        self._idle.clear()
        work.task = asyncio.create_task(answering, name=f"kafka {work.answer.request.method}")
        self._tasks.add(work.task)

        def over(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            self._running.pop(key, None)
            if not work.abandoned:
                for where, offset in work.held:
                    self.offsets.done(where, offset)
            if not self._running:
                self._idle.set()
            if not task.cancelled() and (error := task.exception()) is not None:
                log.error("A request could not be answered", exc_info=error)

        work.task.add_done_callback(over)

    async def _turn(self, work: Work, where: TopicPartition, offset: int) -> None:
        request, answer = work.answer.request, work.answer
        # A task of its own: what is logged in it has this trace, and nothing else has.
        TRACE.set(trace_given("", traceparent=request.traceparent))
        loop, taken_up = asyncio.get_running_loop(), perf_counter()
        accepting = loop.call_later(_ACCEPT_SECONDS, self._accept, answer)
        place, ahead = self._order.enter(request.context_id or context_of(request.params))
        try:
            if ahead is not None:
                await ahead.left.wait()
            with tracing.processing(
                where.topic, where.partition, offset, request.correlation_id, request.traceparent
            ):
                before = await self.attempts.before(where, offset, request.identity)
                if self.attempts.most and before >= self.attempts.most:
                    await self._leave_alone(answer, where, offset, before)
                else:
                    async with self.attempts.beginning(where, request.identity, before):
                        await self._begin_turn(work, place.leave)
        except A2AError as error:
            self._fail(answer, error)
        except Exception:
            log.exception("A request could not be answered")
            self._fail(answer, InternalError())
        except asyncio.CancelledError:
            if not work.detached or work.abandoned:
                raise
            self._outbox.say(answer, ended(request.correlation_id))
        finally:
            accepting.cancel()
            place.leave()
        await answer.complete.wait()
        self._counters.answered += 1
        self._took(perf_counter() - taken_up, self._agent.name)
        self.attempts.done(where, request.identity)
        if not answer.given_up:
            self._remembered.keep(answer)

    async def _begin_turn(self, work: Work, begun: Callable[[], None]) -> None:
        request = work.answer.request
        work.begun = True
        call = call_of(request, self._users)
        fresh = not request.params.get("message", {}).get("taskId")
        known = await self._known(request, call) if fresh else None
        if known is not None:
            self._outbox.say(work.answer, known)
        else:
            await self._serve(work, call, begun)

    async def _leave_alone(
        self, answer: Attempt, where: TopicPartition, offset: int, before: int
    ) -> None:
        """Fail a request that has ended one replica after the other; its task fails too."""
        self._counters.set_aside += 1
        request = answer.request
        why = _ENDS_REPLICAS.format(count=before)
        await self._set_aside(request, where, offset, why)
        task_id = str(request.params.get("message", {}).get("taskId") or "")
        context_id = request.context_id or context_of(request.params)
        owner = str(call_of(request, self._users).user.user_name)
        task = await self._agent.set_aside(
            task_id or task_id_of(request.identity), context_id, owner, why
        )
        self._outbox.say(answer, settled(request.correlation_id, task))

    def _fail(self, answer: Attempt, error: A2AError) -> None:
        self._outbox.say(answer, failed(answer.request.correlation_id, error))

    def _accept(self, answer: Attempt) -> None:
        if not answer.events:
            self._outbox.say(answer, without_result(answer.request.correlation_id, ACCEPTED))

    async def _known(self, request: Request, call: ServerCallContext) -> Response | None:
        """Return the answer that an earlier delivery left, at another replica or before a crash."""
        call.state[FRESH_TASK_ID] = task_id_of(request.identity)
        owner = str(call.user.user_name)
        task = await self._agent.delivered_before(call.state[FRESH_TASK_ID], owner)
        if task is None:
            return None
        self._counters.repeated += 1
        return settled(request.correlation_id, task)

    async def _serve(
        self, work: Work, call: ServerCallContext, begun: Callable[[], None] | None = None
    ) -> None:
        answer, request = work.answer, work.answer.request
        asked = {
            "jsonrpc": "2.0",
            "id": request.correlation_id,
            "method": request.method,
            "params": request.params,
        }
        said = 0
        async with aclosing(responses(self._handler, asked, call)) as found:
            async for response in found:
                said += 1
                if said % _AT_A_STRETCH == 0:
                    await asyncio.sleep(0)  # what was said goes out while more is being made
                self._outbox.say(answer, response)
                if begun is not None:
                    begun()
                    begun = None
                if work.detached and work.at_rest:
                    break
        if not answer.ended:
            self._outbox.say(answer, ended(request.correlation_id))

    async def _control(self, work: Work) -> None:
        request, answer = work.answer.request, work.answer
        TRACE.set(trace_given("", traceparent=request.traceparent))
        running = self._agent.running
        here = running is not None and task_of(request.params) in running
        if not here and not self._is_ours(request):
            return
        work.begun = True
        try:
            call = call_of(request, self._users)
            waits = not here and running is not None
            if waits and request.method in (CANCEL_TASK, SUBSCRIBE_TO_TASK):
                await self._leave_to_where_it_runs(request, call)
            await self._serve(work, call)
        except A2AError as error:
            self._fail(answer, error)
        except Exception:
            log.exception("A request could not be answered")
            self._fail(answer, InternalError())
        await answer.complete.wait()

    async def _leave_to_where_it_runs(self, request: Request, call: ServerCallContext) -> None:
        """Wait while another replica should answer; if it is gone, somebody has to."""
        asked = GetTaskRequest(id=task_of(request.params))
        task = await self._agent.handler.on_get_task(asked, call)
        if task is None or task.status.state not in _RUNNING:
            return
        await asyncio.sleep(self._times.orphan)
        if request.method == SUBSCRIBE_TO_TASK:
            raise InternalError("The task is on its way to another replica.")

    def _is_ours(self, request: Request) -> bool:
        """Return whether this replica answers where no other has a better reason to."""
        where = request.partition
        if where is None:
            route = request.context_id or task_of(request.params) or request.correlation_id
            where = partition_of(route, self.partitions)
        return where in self.owned
