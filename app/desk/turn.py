"""A turn: one message, what came back for it, and the order store → fold → observers.

Every event of a turn, whoever made it, goes through `Turn._take`: it is folded into a new answer,
stored with it in one commit, and only then shown. So nothing is shown that was not kept.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, suppress
from time import monotonic
from typing import Any

from app.domain.answers import Answer, fold_all
from app.domain.conversations import AnswerEntry
from app.domain.events import (
    AgentEvent,
    Answered,
    ArtifactEvent,
    MessageEvent,
    Pinned,
    Replaced,
    StreamLost,
    StreamRecovered,
    TaskEvent,
    TurnClosed,
    TurnEnded,
    TurnEvent,
)
from app.domain.ids import utc_now
from app.domain.messages import Message
from app.domain.tasks import Task, TaskState
from app.errors import AgentError, AgentRefused, AgentUnreachable, DeskError, TaskUnknown
from app.ports import AgentLink, ConversationStore, Journal, Recorded
from app.system import tracing

_BATCH = 32
"""Events that are taken in and stored at once: as many as the window can wait for."""
_AHEAD = 2 * _BATCH
"""An agent that says more than is taken in waits, where its wire can make it wait."""
_SLICE_SECONDS = 0.001
_CANCEL_SECONDS = 5.0
_LAST_WORDS_SECONDS = 1.0

log = logging.getLogger(__name__)


class Turn:
    """Owns one answer while it grows: the stream that feeds it, its stop, and its end.

    `message` is the request (None for a turn taken up again). `run` is awaited once, by the
    session's task. `events` may be read by one consumer, who may leave at any time: the turn goes
    on without it. What nobody reads is not kept here: the store has it.
    """

    def __init__(
        self,
        answer: Answer,
        position: int,
        *,
        store: ConversationStore,
        show: Callable[[AnswerEntry], None],
        message: Message | None = None,
        journal: Journal | None = None,
    ) -> None:
        self.message = message
        self._journal = journal
        self._answer = answer
        self._position = position
        self._store = store
        self._show = show
        self._link: AgentLink | None = None
        self._out: asyncio.Queue[TurnEvent | TurnEnded] | None = None
        self._last: TurnEnded | None = None
        self._writing = asyncio.Lock()
        self._begun = asyncio.Event()
        self._named = asyncio.Event()
        self._ended = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self._span: Any = None
        self._heard = False  # a piece of the answer has come
        self._detached = False

    @property
    def answer(self) -> Answer:
        """The answer as stored."""
        return self._answer

    @property
    def turn_id(self) -> str:
        """The message id of the request."""
        return self._answer.turn_id

    @property
    def entry(self) -> AnswerEntry:
        """The answer as a row of its conversation."""
        return AnswerEntry(position=self._position, answer=self._answer)

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""
        return self._ended.is_set()

    async def wait(self) -> None:
        """Return when the turn has ended."""
        await self._ended.wait()

    def events(self) -> AsyncIterator[TurnEvent | TurnEnded]:
        """Yield what is stored from this call on, in order; the last one is `TurnEnded`.

        Called as soon as the turn is there, before anything else is awaited, it misses nothing.
        """
        self._out = asyncio.Queue()
        if self._last is not None:
            self._out.put_nowait(self._last)
        return self._told(self._out)

    async def _told(
        self, out: asyncio.Queue[TurnEvent | TurnEnded]
    ) -> AsyncIterator[TurnEvent | TurnEnded]:
        while True:
            event = await out.get()
            yield event
            if isinstance(event, TurnEnded):
                return

    async def run(
        self,
        link: AgentLink,
        stream: AsyncIterator[AgentEvent],
        *,
        settle: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Take in a stream to its end, then make sure that the turn has one.

        However the stream ends, `settle` is awaited (what the turn's end means for others) and
        `TurnEnded` follows. An error that is not a `DeskError` is a
        mistake of ours: it closes the turn as failed and is raised again.
        """
        self._link = link
        self._begun.set()
        self._span = self._traced(link)
        with tracing.inside(self._span):
            await self._carry(stream, settle)
            if self._answer.state in (TaskState.FAILED, TaskState.REJECTED):
                tracing.failed(self._span, str(self._answer.state))

    def _traced(self, link: AgentLink) -> Any:
        """Return the span of this turn, as the GenAI conventions have one of an agent asked."""
        asked = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": link.card.name,
            "gen_ai.agent.version": link.card.version,
            "gen_ai.conversation.id": self._answer.context_id,
            "balance_desk.turn.id": self.turn_id,
        }
        kind: tracing.Kind = "internal" if link.in_process else "client"
        return tracing.started(f"invoke_agent {link.card.name}", kind, asked)

    async def _carry(
        self, stream: AsyncIterator[AgentEvent], settle: Callable[[], Awaitable[None]] | None
    ) -> None:
        error: BaseException | None = None
        try:
            self._reader = asyncio.create_task(self._read(stream))
            await self._reader
        except asyncio.CancelledError as cancelled:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                error = cancelled
        except Exception as raised:
            error = raised
        try:
            await self._conclude(error)
            if settle is not None:
                await settle()
        finally:
            self._end()
        if error is not None and not isinstance(error, DeskError):
            raise error

    async def fail(self, error: DeskError) -> None:
        """End a turn whose message could not even be handed over."""
        await self._take([TurnClosed(state=TaskState.FAILED, reason=error.reason, text=str(error))])
        self._end()

    async def stop(self) -> None:
        """Ask the agent to cancel the task, and end the turn with what is true then.

        Returns when the turn has ended. A task that cannot be cancelled any more keeps the state
        it reached; one whose agent does not answer stays open, to be reconciled.
        """
        await self._begun.wait()
        link = self._link
        if self.ended or link is None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_WORDS_SECONDS):
                await self._named.wait()
        verdict: TurnEvent | None = None
        try:
            async with asyncio.timeout(_CANCEL_SECONDS):
                verdict = await self._cancel(link)
        except (AgentError, TimeoutError) as error:
            log.info("the cancel of turn %s is not confirmed: %s", self.turn_id, error)
            self._detached = self._answer.task_id is None
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_WORDS_SECONDS if verdict else 0):
                await self._ended.wait()
        if not self.ended and verdict is not None:
            await self._take([verdict])
        if self._reader is not None:
            self._reader.cancel()
        await self._ended.wait()

    async def give_up(self, reason: str) -> None:
        """End the turn though nobody stopped it, and have its agent cancel the task.

        Why is kept first: what an agent says of a cancelled task is that it was asked to stop.
        """
        await self._take([TurnClosed(state=TaskState.CANCELED, reason=reason)])
        await self.stop()

    async def _cancel(self, link: AgentLink) -> TurnEvent:
        """Cancel the task, looked for by its message if the agent has not named it yet."""
        task_id = self._answer.task_id
        if task_id is None:
            found = await task_of(link, self._answer)
            if found is None and not link.in_process:
                # It may still be on its way, so nobody can say that it was stopped.
                return TurnClosed(state=TaskState.FAILED, reason="not_confirmed")
            if found is None:
                return TurnClosed(state=TaskState.CANCELED, reason="stopped")
            task_id = found.task_id
        return TaskEvent(task=await link.cancel(task_id))

    async def found_again(self) -> None:
        """Take in that the agent answers for a task whose stream was lost."""
        answer = self._answer
        if answer.lost and not answer.recovered and answer.task_id is not None:
            await self._take([StreamRecovered(task_id=answer.task_id, state=answer.state)])

    async def note(self, event: Replaced | Pinned) -> None:
        """Take in what its person did with the answer."""
        await self._take([event])

    def detach(self) -> None:
        """Close the stream and leave the task alone; the turn stays open in the store."""
        self._detached = True
        if self._reader is not None:
            self._reader.cancel()

    async def _read(self, stream: AsyncIterator[AgentEvent]) -> None:
        # Without a limit of its own, so that its end is put even while nobody takes.
        arrived: asyncio.Queue[AgentEvent | None] = asyncio.Queue()
        room = asyncio.Event()

        async def drain() -> None:
            pause_at = monotonic() + _SLICE_SECONDS
            try:
                async with aclosing(stream) as source:  # type: ignore[type-var]
                    async for event in source:
                        arrived.put_nowait(event)
                        if arrived.qsize() >= _AHEAD:
                            room.clear()
                            await room.wait()
                        elif monotonic() >= pause_at:
                            # What has arrived already is taken without waiting for anything: the
                            # window would stand still until there is no more.
                            await asyncio.sleep(0)
                        else:
                            continue
                        pause_at = monotonic() + _SLICE_SECONDS
            finally:
                arrived.put_nowait(None)

        draining = asyncio.create_task(drain())
        try:
            open_ = True
            while open_:
                batch: list[TurnEvent] = []
                event = await arrived.get()
                while event is not None:
                    batch.append(event)
                    if len(batch) == _BATCH or arrived.empty():
                        break
                    event = arrived.get_nowait()
                else:
                    open_ = False
                if batch:
                    await self._take(batch)
                if arrived.qsize() < _BATCH:
                    room.set()
            await draining
        finally:
            draining.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await draining

    async def _take(self, events: Sequence[TurnEvent]) -> None:
        # Whole or not at all: a reader that is cancelled must not part what the store has from
        # what is held and shown here.
        taking = asyncio.create_task(self._take_in(events))
        try:
            await asyncio.shield(taking)
        except asyncio.CancelledError:
            await asyncio.wait([taking])
            raise

    async def _take_in(self, events: Sequence[TurnEvent]) -> None:
        async with self._writing:
            now = utc_now()
            answer = fold_all(self._answer, events, now)
            await self._store.record(answer, [Recorded(event, now) for event in events])
            self._answer = answer
        if self._span is not None and not self._heard:
            self._heard = any(isinstance(one, ArtifactEvent | MessageEvent) for one in events)
            if self._heard:
                since = (now - answer.started_at).total_seconds()
                self._span.set_attribute("gen_ai.response.time_to_first_chunk", since)
        if self._journal is not None:
            self._journal.happened(answer, events)
        if answer.task_id is not None:
            self._named.set()
        self._show(self.entry)
        if self._out is not None:
            for event in events:
                self._out.put_nowait(event)

    async def _conclude(self, error: BaseException | None) -> None:
        if self._answer.settled or self._detached or isinstance(error, asyncio.CancelledError):
            return
        link, task_id = self._link, self._answer.task_id
        in_process = link is not None and link.in_process
        closed: TurnEvent | None = None
        match error:
            case AgentUnreachable() if task_id is not None and not in_process:
                # The task goes on without us: whoever watches asks for it later.
                if not self._answer.lost or self._answer.recovered:
                    await self._take([StreamLost(task_id=task_id, reason=str(error))])
                return
            case AgentUnreachable() if task_id is None:
                # Unless the wire knows better, it may or may not have arrived.
                known = error.reason != AgentUnreachable.key
                reason = error.reason if known else "not_confirmed"
                closed = TurnClosed(state=TaskState.FAILED, reason=reason, text=str(error))
            case DeskError():
                closed = TurnClosed(state=TaskState.FAILED, reason=error.reason, text=str(error))
            case None:
                closed = await self._ask_once_more()
            case _:
                closed = TurnClosed(state=TaskState.FAILED, reason="internal")
        if closed is not None:
            await self._take([closed])

    async def _ask_once_more(self) -> TurnEvent | None:
        link, task_id = self._link, self._answer.task_id
        if link is None or task_id is None:
            return TurnClosed(state=TaskState.FAILED, reason="not_confirmed")
        try:
            task = await link.get(task_id)
        except (TaskUnknown, AgentRefused) as error:
            return TurnClosed(state=TaskState.FAILED, reason=error.reason, text=str(error))
        except AgentUnreachable:
            return None
        if task.state.settled:
            return TaskEvent(task=task)
        if link.in_process:
            return TurnClosed(state=TaskState.FAILED, reason="interrupted")
        return None

    def _end(self) -> None:
        if self.ended:
            return
        self._ended.set()
        self._begun.set()
        answer = self._answer
        self._last = TurnEnded(
            context_id=answer.context_id,
            task_id=answer.task_id,
            state=answer.state,
            seconds=round((utc_now() - answer.started_at).total_seconds(), 3),
            reason=answer.reason,
            correlation_id=answer.correlation_id,
        )
        if self._out is not None:
            self._out.put_nowait(self._last)


async def task_of(link: AgentLink, answer: Answer) -> Task | None:
    """Return the task of a turn as its agent has it; one never named is known by its message id."""
    if answer.task_id is not None:
        return await link.get(answer.task_id)
    for task in await link.tasks(answer.context_id):
        if is_of(task, answer):
            return await link.get(task.task_id)
    return None


def is_of(task: Task, answer: Answer) -> bool:
    """Whether a task is that of a turn: by its name, or by the message that it was made for."""
    if answer.task_id is not None:
        return task.task_id == answer.task_id
    return any(message.message_id == answer.turn_id for message in task.history)


async def settle_answered(
    parked: AnswerEntry,
    by: str,
    *,
    link: AgentLink,
    store: ConversationStore,
    show: Callable[[AnswerEntry], None],
    journal: Journal | None = None,
) -> None:
    """Bring a question that another task took the answer for up to what its agent says of it.

    The parked task is read with `GetTask`; unless it still waits, it counts as answered `by` that
    task when it completed.
    """
    waiting = parked.answer
    try:
        task = await link.get(waiting.task_id or "")
    except AgentError as error:
        log.info("parked task %s not reconciled: %s", waiting.task_id, error)
        return
    if task.state.interrupted:
        return
    events: list[TurnEvent] = [TaskEvent(task=task)]
    if task.state is TaskState.COMPLETED:
        events.append(Answered(by=by))
    now = utc_now()
    answer = fold_all(waiting, events, now)
    await store.record(answer, [Recorded(event, now) for event in events])
    if journal is not None:
        journal.happened(answer, events)
    show(AnswerEntry(position=parked.position, answer=answer))
