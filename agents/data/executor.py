"""The data agent as an A2A executor: a task for each request, work that can be stopped."""

from contextlib import AsyncExitStack, nullcontext, suppress
from datetime import date, datetime
from typing import TYPE_CHECKING

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.tasks import TaskUpdater
from a2a.types import Message

from agents.answering.attachments import AttachedFile, files_of
from agents.answering.history import TaskHistory
from agents.answering.reporting import Reporter
from agents.answering.stoppable import StoppableWork, new_task
from agents.answering.text.language import language_of, percent
from agents.data.agent.attached import AroundAttached, AttachedTables, attached_tables
from agents.data.agent.opening import Opening, Report
from agents.data.agent.turn import DataTurn
from agents.data.answer.sentences import say
from agents.data.dataset import Dataset
from app.errors import BadFile, DeskError

if TYPE_CHECKING:
    from agents.data.agent.proposals.asking import ConsultingOf


class DataAnalysisExecutor(AgentExecutor):
    """Answers questions about one table, and about those that come along with messages.

    It owns the loaded tables and what is being worked on. What was said before is read from the
    history's tasks each time, so that any replica can take the next turn.
    """

    def __init__(
        self,
        *,
        table: Dataset | Opening,
        history: TaskHistory,
        as_of: date | None = None,
        consulting: "ConsultingOf | None" = None,
    ) -> None:
        """Take the table; an `Opening` is read when the first question comes.

        `as_of` is today's date for "last year"; without it, the day on which a question comes.
        `consulting` puts questions to a language model beside the rules.
        """
        self._opening = table if isinstance(table, Opening) else None
        self._dataset = table if isinstance(table, Dataset) else None
        self._history = history
        self._as_of = as_of
        self._consulting = consulting
        self._work = StoppableWork()
        self._attached = AttachedTables()

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Take one message; the task ends completed, input-required, canceled or failed."""
        message = context.message
        assert message is not None and context.task_id and context.context_id
        if context.current_task is None:
            await event_queue.enqueue_event(new_task(message))
        updater = TaskUpdater(event_queue, context.task_id, context.context_id)
        await self._work.carry(context.task_id, self._carry(message, context, updater))

    async def _carry(self, message: Message, context: RequestContext, updater: TaskUpdater) -> None:
        """Have the table read if need be, and carry one request to its end."""
        reporter = Reporter(updater)
        language = language_of(context.get_user_input())
        own = files_of(message)

        async def report(seconds: float, share: float | None) -> None:
            key = "step_loading" if share is None else "step_loading_share"
            done = percent(int(100 * (share or 0)) / 100, language)
            await reporter.working(say(language, key, share=done, seconds=int(seconds)))

        async with AsyncExitStack() as stack:
            files: list[AttachedFile] = []
            dataset: Dataset | None = None
            try:
                for one in await attached_tables(self._history, updater.context_id, message):
                    # One that could not be read when it came is not what is talked about.
                    with suppress(BadFile) if not own else nullcontext():
                        opened = self._attached.opened(one, report)
                        dataset, files = await stack.enter_async_context(opened), one
                        break
                dataset = dataset or await self._own(report)
            except DeskError as error:
                await reporter.fail(say(language, "failed_load", cause=error))
                return
            today = self._as_of or datetime.now().astimezone().date()
            turn = DataTurn(
                dataset=dataset, history=self._history, reporter=reporter, today=today,
                consulting=self._consulting and self._consulting(updater.context_id),
                around=AroundAttached(files) if files else None,
            )  # fmt: skip
            await turn.run(message, context.current_task)

    async def _own(self, report: Report) -> Dataset:
        """Return the agent's own table, waiting for a large one; raises `BadFile`."""
        if self._dataset is None:
            assert self._opening is not None
            self._dataset = await self._opening.wait(report)
        return self._dataset

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Stop the query that runs for the task, and say that it was stopped."""
        await self._work.stop(context, event_queue, lambda language: say(language, "canceled"))

    async def aclose(self) -> None:
        """Free the tables; idempotent."""
        await self._attached.aclose()
        if self._opening is not None:
            await self._opening.aclose()
        elif self._dataset is not None:
            self._dataset.close()
