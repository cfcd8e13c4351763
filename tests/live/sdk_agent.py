"""The agent of this program that the clients of other SDKs talk with."""

from a2a.helpers import new_task_from_user_message
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.tasks import TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentSkill, Part


def _card(description: str) -> AgentCard:
    return AgentCard(
        name="Greeter",
        description=description,
        version="1.0.0",
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        skills=[AgentSkill(id="greet", name="Greet", description="Greets.", tags=["test"])],
    )


class Greeter(AgentExecutor):
    """Asks when it is told to ask, and greets else."""

    agent_card = _card("Greets.")
    extended_agent_card = _card("Greets those who are signed in.")

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        assert context.message is not None
        if context.current_task is None:
            await event_queue.enqueue_event(new_task_from_user_message(context.message))
        task = TaskUpdater(event_queue, context.task_id or "", context.context_id or "")
        await task.start_work()
        if context.get_user_input() == "ask":
            await task.requires_input(task.new_agent_message([Part(text="Which colour?")]))
            return
        await task.add_artifact([Part(text=f"Hello, {context.get_user_input()}!")], name="answer")
        await task.complete()

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        await TaskUpdater(event_queue, context.task_id or "", context.context_id or "").cancel()
