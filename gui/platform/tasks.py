"""Every task of the window has an owner that ends it and hears of its error; signals awaited."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import shiboken6
from PySide6.QtWidgets import QDialog

T = TypeVar("T")


class TaskScope:
    """Owns the tasks that were started in it, until they end or the scope is closed.

    `on_error` gets the exception of a task that fails, once, in the loop's thread; the other tasks
    go on. A cancelled task is no error.
    """

    def __init__(self, on_error: Callable[[Exception], None]) -> None:
        self._on_error = on_error
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    def __len__(self) -> int:
        return len(self._tasks)

    @property
    def closed(self) -> bool:
        """Whether nothing can be started any more."""
        return self._closed

    def start(self, work: Coroutine[Any, Any, T], *, name: str | None = None) -> asyncio.Task[T]:
        """Run the coroutine as a task of this scope; raises RuntimeError after `aclose`.

        May be called from a slot: the loop has to run, not the caller to be a coroutine.
        """
        if self._closed:
            work.close()
            raise RuntimeError("This scope is closed: nothing can be started in it.")
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def cancel(self) -> None:
        """Ask every task to stop; the scope stays open."""
        for task in self._tasks:
            task.cancel()

    async def aclose(self) -> None:
        """Cancel every task and wait until each has unwound; idempotent.

        When one of its own tasks closes the scope, that task is neither cancelled nor awaited.
        """
        self._closed = True
        while others := self._tasks - {asyncio.current_task()}:
            for task in others:
                task.cancel()
            await asyncio.wait(others)
            # Their done callbacks, which take them out of the set, run next.
            await asyncio.sleep(0)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, Exception):
            self._on_error(error)


async def ask_dialog(dialog: QDialog) -> int:
    """Open the dialog, window-modal, and return its result code once it has closed.

    Never `exec()`: a Qt loop inside a coroutine stops every other task. When the caller is
    cancelled the dialog is rejected; when its parent goes, the result is `Rejected`. The dialog is
    deleted at the loop's next turn: read what was entered before the next `await`.
    """
    answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def settle(code: int) -> None:
        if not answer.done():
            answer.set_result(code)

    dialog.finished.connect(settle)
    dialog.destroyed.connect(lambda: settle(QDialog.DialogCode.Rejected.value))
    # By its class: `open` of a print dialog or a message box asks for a slot, and needs none.
    QDialog.open(dialog)
    try:
        return await answer
    finally:
        if shiboken6.isValid(dialog):
            if dialog.isVisible():
                dialog.reject()
            dialog.deleteLater()


async def heard(signal: Any) -> None:
    """Return when the signal is next emitted."""
    asked: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def hear() -> None:
        if not asked.done():
            asked.set_result(None)

    signal.connect(hear)
    try:
        await asked
    finally:
        signal.disconnect(hear)
