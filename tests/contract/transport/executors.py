"""Executors for the tests of links and hosts: a test says in one function what its agent does."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.tasks import TaskUpdater
from a2a.types import (
    AgentCapabilities,
    AgentCard,
    AgentExtension,
    AgentSkill,
    Message,
    Part,
    TaskState,
)

from agents.answering.history import TaskHistory
from app.domain.cards import TASK_PER_REQUEST


@dataclass
class Turn:
    """What a scripted agent has in its hands while it answers."""

    context: RequestContext
    queue: EventQueue
    updater: TaskUpdater
    history: TaskHistory

    @property
    def text(self) -> str:
        return self.context.get_user_input()

    async def say(self, text: str, *, append: bool = False) -> None:
        await self.updater.add_artifact(
            [Part(text=text)], artifact_id="answer", name="answer", append=append
        )

    async def ask(self, text: str) -> None:
        await self.updater.requires_input(self.words(text))

    def words(self, text: str) -> Message:
        return self.updater.new_agent_message([Part(text=text)])

    async def take_up(self, task_id: str) -> bool:
        return await self.history.settle(
            task_id,
            state=TaskState.TASK_STATE_COMPLETED,
            text="Answered.",
            metadata={"answered_by": self.context.task_id or ""},
        )


Script = Callable[[Turn], Awaitable[None]]


class ScriptedExecutor(AgentExecutor):
    """Runs a script; its `cancel` says nothing, as that of many agents does."""

    def __init__(self, script: Script, history: TaskHistory) -> None:
        self._script = script
        self._history = history

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        await self._script(self.turn(context, event_queue))

    def turn(self, context: RequestContext, event_queue: EventQueue) -> Turn:
        updater = TaskUpdater(event_queue, context.task_id or "", context.context_id or "")
        return Turn(context, event_queue, updater, self._history)

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        return None


def card(**changes: object) -> AgentCard:
    made = AgentCard(
        name="scripted",
        description="An agent of the tests.",
        version="1",
        capabilities=AgentCapabilities(
            streaming=True, extensions=[AgentExtension(uri=TASK_PER_REQUEST)]
        ),
        default_input_modes=["text/plain", "text/csv", "application/json"],
        default_output_modes=["text/plain"],
        skills=[AgentSkill(id="test", name="Test", description="Tests.", tags=["test"])],
    )
    for name, value in changes.items():
        setattr(made, name, value)
    return made
