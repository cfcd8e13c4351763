"""One request to another agent, followed to its end, with limits that no agent can talk away."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from agents.orchestrator.outcomes import StepOutcome, moments_of, unreachable
from app.desk.outgoing import ABOUT
from app.desk.turn import task_of
from app.domain.answers import Answer, fold
from app.domain.events import AgentEvent, ArtifactEvent, StatusEvent, TaskEvent
from app.domain.ids import new_message_id, utc_now
from app.domain.messages import (
    CHOICE_MEDIA_TYPE,
    DataPart,
    FilePart,
    Message,
    Part,
    Role,
    TextPart,
)
from app.domain.tasks import TaskState
from app.errors import AgentRefused, AgentUnreachable, DeskError
from app.ports import AgentLink

CANCEL_SECONDS: Final = 3.0

Told = Callable[[str], Awaitable[None]]
"""Hears what a delegate says it is doing."""


@dataclass(frozen=True)
class DelegationLimits:
    """How long a delegate may be silent (seconds), how long it may take, how much it may say."""

    silence: float = 120.0
    whole: float = 900.0
    events: int = 20_000
    characters: int = 2_000_000


@dataclass(frozen=True)
class DelegatedMessage:
    """What is asked of whom, in which of its conversations, and which of its tasks it answers.

    `about` are earlier tasks of its, `values` what goes along (`{"media_type", "data"}` each).
    `message_id` is that of the message by which it is asked. `begun` is the delegate's task where
    it was asked before by a program that is gone, or "".
    """

    step: int
    agent: str
    text: str
    context_id: str
    answers_task: str = ""
    slot: str = ""
    value: str = ""
    about: tuple[str, ...] = ()
    values: tuple[dict[str, Any], ...] = ()
    message_id: str = field(default_factory=new_message_id)
    begun: str = ""

    def kept(self) -> dict[str, Any]:
        """Return it as JSON."""
        return asdict(self)


async def delegate(
    link: AgentLink,
    asked: DelegatedMessage,
    *,
    told: Told,
    limits: DelegationLimits,
    named: Callable[[str], None] = lambda _: None,
    files: Sequence[FilePart] = (),
) -> StepOutcome:
    """Ask an agent and return what came of it; never raises but for being cancelled.

    What was asked before is followed on, or taken over where it was completed meanwhile, and asked
    again only if that cannot be. `named` hears the delegate's task as soon as it has an id; `files`
    go along. When this is cancelled, or a limit is passed, so is the delegate's task.
    """
    events = await _begun(link, asked)
    if events is None and asked.begun:
        asked = replace(asked, message_id=new_message_id())
    message = _message(link, asked, files)
    answer = Answer(
        turn_id=message.message_id,
        context_id=asked.context_id,
        agent=asked.agent,
        started_at=message.created_at,
    )
    following = _Following(answer, limits, told, named)
    problem, values = "", dict[str, Any]()
    try:
        async with asyncio.timeout(limits.whole):
            await following.follow(link.send(message) if events is None else events)
    except _TooMuch:
        problem = "flooded"
    except TimeoutError:
        problem, values = "silent", {"seconds": round(limits.silence)}
    except AgentUnreachable as error:
        problem, values = "unreachable", unreachable(error)
    except (AgentRefused, DeskError) as error:
        problem, values = "refused", {"why": str(error)}
    except asyncio.CancelledError:
        await _cancel(link, following.answer)
        raise
    answer = following.answer
    if problem in ("flooded", "silent"):
        await _cancel(link, answer)
    elif not problem and not answer.state.settled:
        answer, problem = await _looked_up(link, answer)
    if not problem and answer.state is TaskState.COMPLETED and not answer.text.strip():
        problem = "empty"
    return StepOutcome(
        asked.step,
        asked.agent,
        asked.text,
        answer.state,
        answer,
        problem,
        values,
        moments_of(answer),
    )


async def _begun(link: AgentLink, asked: DelegatedMessage) -> AsyncIterator[AgentEvent] | None:
    """Return what is told of a task that was begun before, None where it has to be asked anew."""
    if not asked.begun:
        return None
    try:
        task = await link.get(asked.begun)
    except DeskError:
        return None
    if task.state is TaskState.COMPLETED or task.state.interrupted:
        return _one(TaskEvent(task=task))
    return None if task.state.terminal else link.subscribe(asked.begun)


async def _one(event: AgentEvent) -> AsyncGenerator[AgentEvent]:
    yield event


class _TooMuch(Exception):
    """A delegate said more than it may."""


class _Following:
    """Owns the answer as it grows."""

    def __init__(
        self, answer: Answer, limits: DelegationLimits, told: Told, named: Callable[[str], None]
    ) -> None:
        self.answer = answer
        self._limits = limits
        self._told = told
        self._named = named
        self._events = self._characters = 0
        self._said = ""

    async def follow(self, events: AsyncIterator[AgentEvent]) -> None:
        """Take in events until the task is settled or the stream ends."""
        async with aclosing(events) as stream:  # type: ignore[type-var]
            while True:
                try:
                    async with asyncio.timeout(self._limits.silence):
                        event = await anext(stream)
                except StopAsyncIteration:
                    return
                self._count(event)
                known = self.answer.task_id
                self.answer = fold(self.answer, event, utc_now())
                if self.answer.task_id and self.answer.task_id != known:
                    self._named(self.answer.task_id)
                await self._tell(event)
                if self.answer.state.settled:
                    return

    def _count(self, event: AgentEvent) -> None:
        self._events += 1
        if isinstance(event, ArtifactEvent):
            self._characters += len(event.artifact.text)
        if self._events > self._limits.events or self._characters > self._limits.characters:
            raise _TooMuch

    async def _tell(self, event: AgentEvent) -> None:
        if not isinstance(event, StatusEvent) or event.message is None:
            return
        text = " ".join(event.message.text.split())[:200]
        if event.state is TaskState.WORKING and text and text != self._said:
            self._said = text
            await self._told(text)


async def _looked_up(link: AgentLink, answer: Answer) -> tuple[Answer, str]:
    """A stream that ends is not a finished task: ask the agent how it stands."""
    if answer.task_id is None:
        return answer, "silent_end"
    with suppress(DeskError):
        task = await link.get(answer.task_id)
        if task.state.settled:
            return fold(answer, TaskEvent(task=task), utc_now()), ""
    await _cancel(link, answer)
    return answer, "silent_end"


async def _cancel(link: AgentLink, answer: Answer) -> None:
    if answer.state.terminal:
        return
    with suppress(DeskError, TimeoutError):
        async with asyncio.timeout(CANCEL_SECONDS):
            # It may not have been named yet.
            task = await task_of(link, answer)
            if task is not None:
                await link.cancel(task.task_id)


def _message(link: AgentLink, asked: DelegatedMessage, files: Sequence[FilePart]) -> Message:
    """Return the message; a delegate's question is answered as its card wants it (decision D3)."""
    parts: list[Part] = [TextPart(text=asked.text)] if asked.text or not files else []
    parts += files
    if asked.slot and asked.value and link.card.takes(CHOICE_MEDIA_TYPE):
        chosen = DataPart(
            data={"slot": asked.slot, "value": asked.value}, media_type=CHOICE_MEDIA_TYPE
        )
        parts.append(chosen)
    parts += [DataPart(data=one["data"], media_type=one["media_type"]) for one in asked.values]
    per_request = link.card.task_per_request
    answered = (asked.answers_task,) if asked.answers_task and per_request else ()
    return Message(
        message_id=asked.message_id,
        context_id=asked.context_id,
        role=Role.USER,
        parts=tuple(parts),
        task_id=None if per_request else asked.answers_task or None,
        reference_task_ids=answered or tuple(asked.about),
        metadata={ABOUT: asked.about[0]} if asked.about else {},
        created_at=utc_now(),
    )
