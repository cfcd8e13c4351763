"""What an earlier run left open is brought up to what the agents say of it now."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import reduce
from itertools import groupby
from typing import NamedTuple, TypeVar

from app.desk.turn import is_of, task_of
from app.domain.answers import Answer, fold
from app.domain.conversations import AnswerEntry
from app.domain.events import TaskEvent, TurnClosed, TurnEvent
from app.domain.ids import utc_now
from app.domain.tasks import Task, TaskState
from app.errors import AgentError, AgentUnreachable, BadInput, DeskError, TaskUnknown
from app.ports import (
    AgentDirectory,
    AgentLink,
    ConversationStore,
    Journal,
    Recorded,
)

log = logging.getLogger(__name__)

SILENCE_SECONDS = 30.0
"""How long an agent may be silent when it is asked for a task; then it does not reply."""

_T = TypeVar("_T")


class Recovery(NamedTuple):
    """What was found when the open tasks of an earlier run were reconciled.

    `finished` was completed while nobody looked, `interrupted` ended otherwise, `unconfirmed` may
    or may not have reached their agent, `waiting` still need the person, `running` go on,
    `unreachable` could not be asked.
    """

    finished: tuple[Answer, ...] = ()
    interrupted: tuple[Answer, ...] = ()
    unconfirmed: tuple[Answer, ...] = ()
    waiting: tuple[Answer, ...] = ()
    running: tuple[Answer, ...] = ()
    unreachable: tuple[Answer, ...] = ()


class Reconciling:
    """Asks the agents for the tasks of every conversation that has open ones; owns nothing.

    `follow` takes up a task that goes on, `show` is told of every answer that changed. Agents are
    asked side by side, so that one that is away keeps no other waiting; each is listed the tasks
    of a conversation once, page by page. One that was silent for too long is asked no more.
    """

    def __init__(
        self,
        *,
        store: ConversationStore,
        agents: AgentDirectory,
        journal: Journal | None,
        follow: Callable[[AnswerEntry, AgentLink], Awaitable[object]],
        show: Callable[[AnswerEntry], None],
        silence: float = SILENCE_SECONDS,
    ) -> None:
        self._store = store
        self._agents = agents
        self._journal = journal
        self._follow = follow
        self._show = show
        self._silence = silence

    async def recover(self, entries: Sequence[AnswerEntry]) -> Recovery:
        """Reconcile these answers; what could not be asked stays as it is."""

        def agent(entry: AnswerEntry) -> str:
            return entry.answer.agent

        by_agent = [
            self._of_agent(name, list(held))
            for name, held in groupby(sorted(entries, key=agent), key=agent)
        ]
        found: dict[str, list[Answer]] = {name: [] for name in Recovery._fields}
        for part in await asyncio.gather(*by_agent):
            for kind, answer in part:
                found[kind].append(answer)
        return Recovery(**{name: tuple(answers) for name, answers in found.items()})

    async def _of_agent(self, agent: str, entries: list[AnswerEntry]) -> list[tuple[str, Answer]]:
        try:
            link = await self._agents.link(agent)
        except (AgentUnreachable, BadInput) as error:
            log.info("the open turns of %s are not reconciled: %s", agent, error)
            return [("unreachable", entry.answer) for entry in entries]
        except DeskError as error:
            words = str(error)
            return [
                ("interrupted", await self._close(entry, error.reason, words)) for entry in entries
            ]
        told: list[tuple[str, Answer]] = []
        listed: dict[str, Sequence[Task] | None] = {}
        for at, entry in enumerate(entries):
            context_id = entry.answer.context_id
            try:
                if context_id not in listed:
                    listed[context_id] = await self._soon(_listed(link, context_id))
                told.append(await self._reconcile(entry, link, listed[context_id]))
            except TimeoutError:
                log.info("the open turns of %s are not reconciled: it is silent", agent)
                return told + [("unreachable", left.answer) for left in entries[at:]]
        return told

    async def _soon(self, asked: Awaitable[_T]) -> _T:
        async with asyncio.timeout(self._silence):
            return await asked

    async def _reconcile(
        self, entry: AnswerEntry, link: AgentLink, listed: Sequence[Task] | None
    ) -> tuple[str, Answer]:
        answer = entry.answer
        try:
            task = await self._soon(_sought(link, answer, listed))
        except TaskUnknown as error:
            reason = "interrupted" if error.reason == TaskUnknown.key else error.reason
            return "interrupted", await self._close(entry, reason, str(error))
        except (AgentUnreachable, BadInput) as error:
            log.info("turn %s not reconciled: %s", answer.turn_id, error)
            return "unreachable", answer
        except DeskError as error:
            return "interrupted", await self._close(entry, error.reason, str(error))
        if task is None:
            reason = "interrupted" if link.in_process else "not_confirmed"
            kind = "interrupted" if link.in_process else "unconfirmed"
            return kind, await self._close(entry, reason)
        if task.state.interrupted:
            if not answer.state.interrupted:
                answer = await self._fold(entry, TaskEvent(task=task))
            return "waiting", answer
        if task.state.terminal:
            answer = await self._fold(entry, TaskEvent(task=task))
            return "finished" if task.state is TaskState.COMPLETED else "interrupted", answer
        if link.in_process:
            return "interrupted", await self._close(entry, "interrupted")
        await self._follow(entry, link)
        return "running", answer

    async def _close(self, entry: AnswerEntry, reason: str, text: str = "") -> Answer:
        return await self._fold(entry, TurnClosed(state=TaskState.FAILED, reason=reason, text=text))

    async def _fold(self, entry: AnswerEntry, *events: TurnEvent) -> Answer:
        now = utc_now()
        answer = reduce(lambda held, event: fold(held, event, now), events, entry.answer)
        await self._store.record(answer, [Recorded(event, now) for event in events])
        if self._journal is not None:
            self._journal.happened(answer, events)
        self._show(AnswerEntry(position=entry.position, answer=answer))
        return answer


async def _listed(link: AgentLink, context_id: str) -> Sequence[Task] | None:
    """Return the tasks of a conversation; None where they cannot be had as a list."""
    try:
        return await link.tasks(context_id)
    except AgentError as error:
        log.info("the tasks of %s are not listed: %s", context_id, error)
        return None


async def _sought(link: AgentLink, answer: Answer, listed: Sequence[Task] | None) -> Task | None:
    """Return the task of a turn as its agent has it, or None if the agent has none.

    A list is without artifacts: only a task that goes on is taken from it as it stands there.
    """
    for task in listed or ():
        if is_of(task, answer):
            return task if not task.state.settled else await link.get(task.task_id)
    if listed is not None and answer.task_id is None:
        return None
    return await task_of(link, answer)
