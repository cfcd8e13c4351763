"""What an executor is told of a request, and which messages never reach one."""

from a2a.server.agent_execution import RequestContext, SimpleRequestContextBuilder
from a2a.server.context import ServerCallContext
from a2a.types import SendMessageRequest, Task
from a2a.utils.errors import (
    ExtensionSupportRequiredError,
    InvalidParamsError,
    UnsupportedOperationError,
)

from agents.served_executor import MAX_TEXT_BYTES, ServedExecutor, text_bytes, too_large
from agents.statuses import RUNNING, TERMINAL
from agents.task_store import RecordTaskStore, state_name


class HostRequestContexts(SimpleRequestContextBuilder):
    """Builds request contexts with the tasks that a message refers to.

    A message that names only its task belongs to the task's context (A2A 1.0, section 3.4.3; the
    SDK would invent another). One for a task that is being worked on is refused: the SDK would
    take it as the answer to a question that nobody has seen. One for a task that is over is
    refused here too: the SDK refuses it later, and leaves two asyncio tasks behind each time.
    """

    def __init__(
        self, store: RecordTaskStore, served: ServedExecutor, required: frozenset[str]
    ) -> None:
        """`required` are the URIs of the extensions without which the agent takes no message."""
        super().__init__(should_populate_referred_tasks=True, task_store=store)
        self._required = required
        self._store = store
        self._served = served

    async def build(
        self,
        context: ServerCallContext,
        params: SendMessageRequest | None = None,
        task_id: str | None = None,
        context_id: str | None = None,
        task: Task | None = None,
    ) -> RequestContext:
        """Return the context; raises A2A's errors for messages that cannot be taken."""
        if params is not None and (lacking := self._required - context.requested_extensions):
            raise ExtensionSupportRequiredError(
                f"This agent needs clients that support {', '.join(sorted(lacking))}."
            )
        known = await self._store.get(task_id, context) if task_id else None
        if known is not None and params is not None:
            if known.status.state in RUNNING or known.id in self._served.running:
                raise UnsupportedOperationError(
                    f"Task {known.id} is still being worked on. "
                    "Wait for it, cancel it, or send the message without its task id."
                )
            if known.status.state in TERMINAL:
                raise UnsupportedOperationError(
                    f"Task {known.id} is over ({state_name(known.status.state)}). "
                    "Send the message without its task id."
                )
            if (size := text_bytes(params.message)) > MAX_TEXT_BYTES:
                raise InvalidParamsError(too_large(size))
            context_id = context_id or known.context_id
        return await super().build(context, params, task_id, context_id, task)
