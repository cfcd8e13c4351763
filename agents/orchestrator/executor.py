"""The orchestrator's executor: finds what waits, reads the cards of the others, takes a turn."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.tasks import TaskUpdater
from a2a.types import Message, Task

from agents.answering.attachments import files_of
from agents.answering.choices import choice_of, retried
from agents.answering.history import TaskHistory
from agents.answering.reporting import Reporter
from agents.answering.step_report import left_off
from agents.answering.text.language import language_of
from agents.bundled import AGENT_NAMES
from agents.hosting.statuses import PARKED
from agents.orchestrator.delegation import DelegationLimits
from agents.orchestrator.delegation_state import (
    DELEGATION,
    Again,
    DelegationState,
    kept_in,
    kept_of,
)
from agents.orchestrator.earlier import Comparing, words_by_agent
from agents.orchestrator.model_planning import ModelPlanner
from agents.orchestrator.routing import Router
from agents.orchestrator.transcript import NAME
from agents.orchestrator.turn import OrchestratorTurn
from agents.orchestrator.words import words
from agents.shared_storage import SharedStorage
from app.domain.cards import AgentCard
from app.errors import BadInput, DeskError, StoreError
from app.ports import AgentDirectory, Notes

CARD_SECONDS: Final = 5.0
NEVER: Final = frozenset({NAME, "echo"})
"""Not asked by themselves: oneself, and the agent that only shows what tasks can do."""


class OrchestratorExecutor(AgentExecutor):
    """Owns nothing between requests: where a request stands is in its task's artifacts."""

    def __init__(
        self,
        agents: AgentDirectory,
        *,
        history: TaskHistory,
        runs: Path | None = None,
        limits: DelegationLimits | None = None,
        planner: ModelPlanner | None = None,
        notes: Notes | None = None,
        approve: frozenset[str] = frozenset(),
        comparing: Comparing | None = None,
        first: str = "",
    ) -> None:
        """Make it; the person is asked before those of `approve` are."""
        self._first = first
        self._comparing = comparing
        self._agents = agents
        self._history = history
        self._runs = runs
        self._limits = limits or DelegationLimits()
        self._planner = planner
        self._notes = notes
        self._approve = approve

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Answer one message."""
        message = context.message
        assert message is not None
        updater = TaskUpdater(event_queue, context.task_id or "", context.context_id or "")
        cards, absent = await self._cards()
        tasks = await self._earlier(context)
        parked, before = _before(context, message, tuple(cards), tasks)
        choice = choice_of(message)
        storage = SharedStorage(runs=self._runs)
        turn = OrchestratorTurn(
            agents=self._agents,
            router=Router(
                cards, absent, self._first, words_by_agent(tasks, cards, files_of(message))
            ),
            absent=absent,
            history=self._history,
            tasks=tasks,
            updater=updater,
            storage=storage,
            limits=self._limits,
            planner=self._planner,
            notes=self._notes,
            approve=self._approve,
            comparing=self._comparing,
        )
        try:
            slot = choice[1] if choice is not None else ""
            again, known = None, tuple(cards)
            try:
                if choice is not None and choice[0] == "retry":
                    again = await self._again(slot, storage, context.context_id or "", known)
                elif context.current_task is None and all(part.text for part in message.parts):
                    again = await self._taken_up(message, storage, tasks, known)
            except BadInput as error:
                language = language_of(context.get_user_input()[:400], "en")
                await Reporter(updater).reject(words(language, error.reason, **error.details))
                return
            except StoreError as error:
                # The run goes on in another program, or cannot be written.
                await Reporter(updater).fail(str(error))
                return
            await turn.run(message, parked=parked, before=before, slot=slot, again=again)
        finally:
            storage.close()

    async def _again(
        self, chosen: str, storage: SharedStorage, context_id: str, known: tuple[str, ...]
    ) -> Again:
        """Return the request of this conversation that is tried again ("RUN:STEP") or resumed.

        A "RUN" alone goes on where it was interrupted, or with what failed. Raises `BadInput`, and
        `StoreError` for one that goes on in another program.
        """
        run, step, found = retried(storage, chosen, context_id)
        interrupted = found.ended is None
        noted = found.notes.get(DELEGATION)
        if isinstance(noted, dict):
            kept = kept_of(noted, known)
        else:
            task = await self._history.get(found.origin.get("task_id", ""))
            kept = DelegationState() if task is None else kept_in(task, known)
        kept = kept._replace(request=found.context["user_query"])
        if interrupted and kept.steps:
            storage.resume(run)
        return Again(run, step, kept, interrupted)

    async def _taken_up(
        self,
        message: Message,
        storage: SharedStorage,
        tasks: Sequence[Task],
        known: tuple[str, ...],
    ) -> Again | None:
        """Return the interrupted run of a question that comes again, nothing answered since."""
        asked = "\n".join(part.text for part in message.parts).strip()
        for run, task in left_off(storage, tasks, asked):
            with suppress(BadInput, StoreError):  # it goes on elsewhere, or has ended meanwhile
                again = await self._again(run, storage, task.context_id, known)
                return again if again.kept.steps else None
        return None

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """End the task as canceled; the host stops the turn, and that its delegates."""
        await TaskUpdater(event_queue, context.task_id or "", context.context_id or "").cancel()

    async def _cards(self) -> tuple[dict[str, AgentCard], tuple[str, ...]]:
        """Return the cards of those who show theirs in time, and the names of those who do not."""
        names = [name for name in await self._agents.names() if name not in NEVER]

        async def card(name: str) -> AgentCard | None:
            try:
                # One of this process only takes its time to begin.
                async with asyncio.timeout(None if name in AGENT_NAMES else CARD_SECONDS):
                    return (await self._agents.link(name)).card
            except (DeskError, TimeoutError):
                return None

        found = await asyncio.gather(*(card(name) for name in names))
        cards = {name: one for name, one in zip(names, found, strict=True) if one is not None}
        return cards, tuple(name for name in names if name not in cards)

    async def _earlier(self, context: RequestContext) -> Sequence[Task]:
        """Return the tasks of the conversation, newest first; a new one is not among them."""
        return [
            task
            for task in await self._history.tasks(context.context_id or "")
            if task.id != context.task_id or context.current_task is not None
        ]


def _before(
    context: RequestContext, message: Message, known: tuple[str, ...], tasks: Sequence[Task]
) -> tuple[Task | None, DelegationState]:
    """Return the task that waits for this message, if one does, and where things stand."""
    if context.current_task is not None:
        return context.current_task, kept_in(context.current_task, known)
    waiting = [task for task in tasks if task.status.state in PARKED]
    named = [task for task in waiting if task.id in message.reference_task_ids]
    parked = next(iter(named or waiting), None)
    if parked is not None:
        return parked, kept_in(parked, known)
    latest = next(
        (task for task in tasks if any(one.name == DELEGATION for one in task.artifacts)), None
    )
    if latest is None:
        return None, DelegationState()
    stood = kept_in(latest, known)
    return None, DelegationState(
        last=stood.last, contexts=stood.contexts, request=stood.request, given=stood.given
    )
