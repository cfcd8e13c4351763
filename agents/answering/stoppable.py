"""Work on tasks that another request may stop."""

import asyncio
from collections.abc import Callable, Coroutine

from a2a.helpers import new_task_from_user_message
from a2a.server.agent_execution import RequestContext
from a2a.server.events import EventQueue
from a2a.server.tasks import TaskUpdater
from a2a.types import Message, Part, Task, TaskState

from agents.answering.text.language import Language, language_of


class StoppableWork:
    """What an executor works on, by task id; lives as long as the executor."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[None]] = {}

    async def carry(self, task_id: str, work: Coroutine[None, None, None]) -> None:
        """Run the work to its end; it ends too, with its cleaning up, where this is cancelled.

        Returns as usual when `stop` ended the work.
        """
        running = asyncio.create_task(work)
        self._running[task_id] = running
        try:
            await asyncio.shield(running)
        except asyncio.CancelledError:
            if not running.done():
                running.cancel()
                await asyncio.wait([running])
            if (current := asyncio.current_task()) is not None and current.cancelling():
                raise
        finally:
            self._running.pop(task_id, None)

    async def stop(
        self, context: RequestContext, event_queue: EventQueue, words: Callable[[Language], str]
    ) -> None:
        """End the task as canceled, saying so in the language of the request, and its work."""
        assert context.task_id and context.context_id
        updater = TaskUpdater(event_queue, context.task_id, context.context_id)
        language = language_of(context.get_user_input()) if context.message else "en"
        note = updater.new_agent_message([Part(text=words(language))])
        await updater.cancel(note)  # first, for the turn must not end without a final state
        running = self._running.get(context.task_id)
        if running is not None:
            running.cancel()


def new_task(message: Message) -> Task:
    """Return the submitted task; a message without words is kept too, to be rejected in words."""
    try:
        return new_task_from_user_message(message)
    except ValueError:
        task = Task(id=message.task_id, context_id=message.context_id, history=[message])
        task.status.state = TaskState.TASK_STATE_SUBMITTED
        return task
