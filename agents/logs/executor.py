"""The log agent as an A2A executor: a task for each request, work that can be stopped."""

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.tasks import TaskUpdater

from agents.answering.attachments import AttachedFile, put_files
from agents.answering.history import TaskHistory
from agents.answering.stoppable import StoppableWork, new_task
from agents.logs.answers.sentences import say
from agents.logs.conversation import ATTACHED
from agents.logs.lines.store import LogStore
from agents.logs.log_tool import log_tool
from agents.logs.turn import ASK_ABOVE, LogTurn
from agents.shared_storage import SharedStorage
from agents.tools.file_tool import file_tool
from agents.tools.folders import AllowedFolders
from agents.tools.registry import ToolRegistry
from app.system.files import scratch_folder

if TYPE_CHECKING:
    from agents.data.agent.proposals.asking import ConsultingOf


class LogExecutor(AgentExecutor):
    """Answers questions about log files in the folders it may read.

    It owns the logs that are open, and the copies of attached ones. What was said before is read
    from the history's tasks each time.
    """

    def __init__(
        self,
        *,
        places: Sequence[Path],
        history: TaskHistory,
        default: Path | None = None,
        runs: Path | None = None,
        as_of: date | None = None,
        ask_above: int = ASK_ABOVE,
        formats: Sequence[Mapping[str, str]] = (),
        consulting: "ConsultingOf | None" = None,
    ) -> None:
        """Make it; `places` may be read, `default` is the log where none is named.

        A person's own `formats` (`own_formats`) come before those that are known. `consulting` puts
        questions about lines to a language model beside the rules.

        Steps are kept in the folder `runs`. A file of more than `ask_above` bytes is asked about.
        """
        self._attached = scratch_folder("attached")
        self._store = LogStore(AllowedFolders(places, own=[self._attached]), formats=formats)
        self._tools = ToolRegistry([file_tool(self._store.folders), log_tool(self._store)])
        self._history = history
        self._default = default
        self._runs = runs
        self._as_of = as_of
        self._ask_above = ask_above
        self._consulting = consulting
        self._work = StoppableWork()

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Take one message; the task ends completed, input-required, canceled or failed."""
        message = context.message
        assert message is not None and context.task_id and context.context_id
        if context.current_task is None:
            await event_queue.enqueue_event(new_task(message))
        turn = LogTurn(
            store=self._store,
            tools=self._tools,
            storage=SharedStorage(runs=self._runs),
            history=self._history,
            updater=TaskUpdater(event_queue, context.task_id, context.context_id),
            today=self._as_of or datetime.now().astimezone().date(),
            default=self._default,
            keep=self._keep,
            ask_above=self._ask_above,
            consulting=self._consulting and self._consulting(context.context_id),
        )
        await self._work.carry(context.task_id, turn.run(message, context.current_task))

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Stop the reading or the query that runs for the task, and say that it was stopped."""
        await self._work.stop(context, event_queue, lambda language: say(language, "canceled"))

    async def aclose(self) -> None:
        """Free the logs and remove what was attached; idempotent."""
        self._store.close()
        shutil.rmtree(self._attached, ignore_errors=True)

    def _keep(self, attached: Sequence[AttachedFile]) -> Path:
        """Put attached files where they can be read, in a folder of their own; of several return
        what means all of them."""
        folder = Path(tempfile.mkdtemp(dir=self._attached))
        paths = put_files(folder, attached, ATTACHED)
        return paths[0] if len(paths) == 1 else folder / "*"
