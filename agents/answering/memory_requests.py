"""An agent that is told to remember something says so, rather than that it is no question for it.

What is remembered is the desk's doing (`app.domain.memories`); the agent only answers.
"""

from typing import Final

from a2a.helpers import new_task_from_user_message
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.tasks import TaskUpdater

from agents.answering.reporting import Reporter
from agents.answering.text.language import Language, language_of
from agents.answering.text.markdown import as_text, one_line
from app.domain.memories import wish_in

_WORDS: Final[dict[str, dict[Language, str]]] = {
    "remembered": {
        "ko": "기억해 두었습니다: “{fact}”",
        "en": "Noted: “{fact}”",
        "es": "Anotado: «{fact}»",
    },
    "forgotten": {
        "ko": "이제 기억하지 않습니다: “{fact}”",
        "en": "I do not remember this any more: “{fact}”",
        "es": "Ya no lo recuerdo: «{fact}»",
    },
}


class NotingExecutor(AgentExecutor):
    """Answers requests to remember or forget itself, and passes everything else on."""

    def __init__(self, inner: AgentExecutor) -> None:
        self._inner = inner

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Answer one message."""
        text = context.get_user_input()
        wish = wish_in(text) if context.current_task is None else None
        if wish is None or context.message is None:
            await self._inner.execute(context, event_queue)
            return
        task = new_task_from_user_message(context.message)
        task.id, task.context_id = context.task_id or "", context.context_id or ""
        await event_queue.enqueue_event(task)
        reporter = Reporter(TaskUpdater(event_queue, task.id, task.context_id))
        words = _WORDS["forgotten" if wish.forget else "remembered"][language_of(text)]
        await reporter.stream(words.replace("{fact}", as_text(wish.text)))
        await reporter.complete(words.replace("{fact}", one_line(wish.text)))

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Cancel a task."""
        await self._inner.cancel(context, event_queue)
