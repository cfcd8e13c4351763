"""The agent that is asked: it repeats a number, piece by piece, so that each piece can be told."""

import asyncio

from a2a.helpers import new_task_from_user_message
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.tasks import TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentSkill, Part

PIECES = 8
_PIECE_SECONDS = 0.1


def whole(question: str) -> str:
    """Return the answer to a question, once it is there to its end."""
    return "".join(f"{question}.{n};" for n in range(PIECES))


class Counting(AgentExecutor):
    """Answers in pieces of the question and a number each."""

    agent_card = AgentCard(
        name="Counting",
        description="Counts.",
        version="1",
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        skills=[AgentSkill(id="count", name="Count", description="Counts.", tags=["test"])],
    )

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Answer, a piece at a time."""
        assert context.message is not None
        if context.current_task is None:
            await event_queue.enqueue_event(new_task_from_user_message(context.message))
        assert context.task_id is not None
        assert context.context_id is not None
        updater = TaskUpdater(event_queue, context.task_id, context.context_id)
        await updater.start_work()
        for n in range(PIECES):
            part = Part(text=f"{context.get_user_input()}.{n};")
            await updater.add_artifact([part], artifact_id="a", append=n > 0)
            await asyncio.sleep(_PIECE_SECONDS)
        await updater.complete()

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """End the task."""
        assert context.task_id is not None
        assert context.context_id is not None
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()
