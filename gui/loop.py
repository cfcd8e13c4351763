"""The program runs as one coroutine inside Qt's loop, ends cleanly on a signal, hides no error."""

import asyncio
import gc
import signal
import sys
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any, NoReturn, TypeVar

from PySide6.QtWidgets import QApplication

from gui.clipboard import hand_over
from gui.event_loop import DeskEventLoop

T = TypeVar("T")

ErrorHandler = Callable[[str, BaseException | None], None]

SWITCH_SECONDS = 0.0005


def run(main: Coroutine[Any, Any, T], *, app: QApplication, on_error: ErrorHandler) -> T:
    """Run `main` to its end on a fresh loop inside `app`, and return what it returns.

    `on_error` gets, with a word on where it was, every exception that nobody awaits: of tasks, of
    callbacks and of Qt slots. SIGINT and SIGTERM cancel `main`; once it has unwound they are
    raised as KeyboardInterrupt and as SystemExit(143). Closing the last window does not end the
    loop: `main` does, by returning.
    """
    app.setQuitOnLastWindowClosed(False)
    interval, hook = sys.getswitchinterval(), sys.excepthook

    def from_slot(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if isinstance(error, Exception):
            on_error("Unhandled exception in a slot", error)
        else:
            hook(kind, error, trace)

    try:
        # Threads that import or compute give the window its turn sooner.
        sys.setswitchinterval(SWITCH_SECONDS)
        sys.excepthook = from_slot
        with asyncio.Runner(loop_factory=DeskEventLoop) as runner:
            runner.get_loop().set_exception_handler(
                lambda _, context: on_error(str(context["message"]), context.get("exception"))
            )
            return runner.run(_until_signalled(main))
    except _Signalled as caught:
        caught.raise_as_python_does()
    except RuntimeError as error:
        # asyncio's words for a loop that was stopped from outside: Qt quit, its display is gone.
        if not str(error).startswith("Event loop stopped before"):
            raise
        raise SystemExit("The display went away, so the window was closed.") from None
    finally:
        hand_over()  # while there still is an application
        sys.excepthook = hook
        sys.setswitchinterval(interval)


class _Signalled(Exception):
    def __init__(self, number: signal.Signals) -> None:
        super().__init__(number)
        self._number = number

    def raise_as_python_does(self) -> NoReturn:
        if self._number is signal.SIGINT:
            raise KeyboardInterrupt from None
        raise SystemExit(128 + self._number) from None


def spare_the_start() -> None:
    """Leave what was made until now out of all later garbage collections.

    Modules and what belongs to them live as long as the program. To look through them again and
    again, which the window waits for, took up to a third of a second on a busy machine.
    """
    gc.freeze()


async def _until_signalled(main: Coroutine[Any, Any, T]) -> T:
    loop = asyncio.get_running_loop()
    task = asyncio.current_task()
    caught: list[signal.Signals] = []

    def stop(number: signal.Signals) -> None:
        caught.append(number)
        if task is not None:
            task.cancel()

    # A handler of the loop, not of Python: Qt's poll does not return to the interpreter.
    signals = (signal.SIGINT, signal.SIGTERM)
    for number in signals:
        loop.add_signal_handler(number, stop, number)
    try:
        return await main
    except asyncio.CancelledError:
        if not caught:
            raise
        raise _Signalled(caught[0]) from None
    finally:
        for number in signals:
            loop.remove_signal_handler(number)
