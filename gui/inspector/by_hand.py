"""What is asked of an agent by hand: any operation, and its tasks as a list."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import aclosing
from typing import Any

from pydantic import JsonValue
from PySide6.QtWidgets import QWidget

from app.domain.frames import Frame
from app.errors import DeskError
from app.window_ports import FrameReading
from gui.inspector.asking import AskDialog
from gui.inspector.task_list import TaskListDialog
from gui.platform.tasks import TaskScope
from gui.texts.errors import error_text
from gui.texts.names import agent_label

Json = Mapping[str, JsonValue]


class ByHand:
    """Opens the dialogs and asks for them; what is asked ends with its dialog."""

    def __init__(
        self, window: QWidget, frames: FrameReading, tasks: TaskScope, asked: Callable[[], None]
    ) -> None:
        """`asked` hears that something was answered."""
        self._window = window
        self._reading = frames
        self._tasks = tasks
        self._asked = asked

    def ask(self, agent: str, *, context_id: str, task_id: str, frame: Frame | None = None) -> None:
        """Let any operation be asked, beginning with what a frame has sent."""
        dialog = AskDialog(self._window, context_id=context_id, task_id=task_id, frame=frame)
        asking = _OneAtATime(self._tasks)

        def failed(error: DeskError) -> None:
            dialog.say(_words(error))
            if (told := error.details.get("error")) is not None:
                dialog.tell(told)

        async def ask(method: str, params: Json, headers: dict[str, str]) -> None:
            await self._each(agent, method, params, headers, dialog.tell, failed)
            dialog.ended()

        dialog.asked.connect(lambda *said: asking.start(lambda: ask(*said)))
        dialog.finished.connect(lambda _: asking.cancel())
        dialog.open()

    def list_tasks(self, agent: str, *, context_id: str) -> None:
        """Show the tasks of an agent, those of a conversation first."""
        dialog = TaskListDialog(self._window, agent=agent_label(agent), context_id=context_id)
        listing, asking = _OneAtATime(self._tasks), _OneAtATime(self._tasks)

        def failed(error: DeskError) -> None:
            dialog.say(_words(error))

        def turn(params: Json) -> Coroutine[Any, Any, None]:
            return self._each(agent, "ListTasks", params, {}, dialog.take_page, failed)

        def tell(method: str, task_id: str) -> Coroutine[Any, Any, None]:
            def told(result: Json) -> None:
                dialog.tell(method, result)

            return self._each(agent, method, {"id": task_id}, {}, told, failed)

        dialog.listed.connect(lambda params: listing.start(lambda: turn(params)))
        dialog.asked.connect(lambda *said: asking.start(lambda: tell(*said)))
        dialog.byHand.connect(lambda task, of: self.ask(agent, context_id=of, task_id=task))
        for one in (listing, asking):
            dialog.finished.connect(lambda _, one=one: one.cancel())
        dialog.open()
        dialog.begin()

    async def _each(
        self,
        agent: str,
        method: str,
        params: Json,
        headers: Mapping[str, str],
        take: Callable[[dict[str, JsonValue]], None],
        failed: Callable[[DeskError], None],
    ) -> None:
        asked: AsyncGenerator[dict[str, JsonValue], None]
        try:
            asked = self._reading.call(agent, method, params, headers)
            async with aclosing(asked) as results:
                async for result in results:
                    take(result)
        except DeskError as error:
            failed(error)
        self._asked()


def _words(error: DeskError) -> str:
    """Return what happened in the person's language, and in the agent's own words."""
    words, said = error_text(error), str(error)
    return words if said == words else f"{words}\n{said}"


class _OneAtATime:
    """Owns what is being asked: the next thing ends it."""

    def __init__(self, tasks: TaskScope) -> None:
        self._tasks = tasks
        self._running: asyncio.Task[None] | None = None

    def start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.cancel()
        if not self._tasks.closed:
            self._running = self._tasks.start(work())

    def cancel(self) -> None:
        if self._running is not None:
            self._running.cancel()
