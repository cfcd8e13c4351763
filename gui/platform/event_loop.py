"""The program is one coroutine in Qt's loop; callbacks run in order, at most 4 ms a turn.

qasync gives every callback a coarse QTimer of its own. Here asyncio's callbacks wait in one queue
and one heap, which one zero timer and one precise timer empty; qasync carries the rest (sockets,
subprocesses, running and stopping).
"""

import asyncio
import heapq
import itertools
import logging
import math
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, TypeVarTuple

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from gui.platform.clipboard import hand_over
from gui.platform.garbage import GarbageCollection

if TYPE_CHECKING:
    # qasync has no types; on POSIX its loop is this one.
    _QtLoop = asyncio.SelectorEventLoop
else:
    from qasync import QEventLoop as _QtLoop

Ts = TypeVarTuple("Ts")

TURN_SECONDS = 0.004
_LONGEST_MS = 2**31 - 1
_FEW_CANCELLED = 64

_log = logging.getLogger(__name__)


class _Timer(asyncio.TimerHandle):
    """A timer handle that knows whether it still waits in the heap."""

    __slots__ = ("waiting",)
    waiting: bool


class _Bell(QObject):
    """Rings in the loop's thread, from any thread."""

    rung = Signal()


class _Program:
    """Runs Qt until the loop is stopped, also when Qt quits by itself, as without its display.

    `quit` hears of it, and Qt goes on handling what is put away then.
    """

    def __init__(self, quit: Callable[[], None]) -> None:
        app = QApplication.instance()
        if not isinstance(app, QApplication):
            raise RuntimeError("The loop needs a QApplication.")
        self._app = app
        self._heard = quit
        self._stopped, self._quit = True, False
        self.eventDispatcher = app.eventDispatcher

    def exec(self) -> int:
        """Handle events until `exit`."""
        self._stopped = False
        if not self._quit:
            code = self._app.exec()
            if self._stopped:
                return code
            self._quit = True
            self._heard()
        while not self._stopped:
            self._app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        return 0

    def exit(self) -> None:
        """Let `exec` return."""
        self._stopped = True
        self._app.exit()


class DeskEventLoop(_QtLoop):
    """Owns the queue of ready callbacks, the heap of timers, and the two QTimers that empty them.

    Callbacks run in the order of their calls, timers in the order of their deadlines and, for the
    same deadline, of their calls. A turn ends after `TURN_SECONDS` (the callback under way is
    finished), then Qt handles its events. While a callback has opened a nested Qt loop, asyncio
    pauses: to go on would enter a task inside another one. While it runs garbage is collected in
    its thread only. Needs a QApplication.
    """

    def __init__(self) -> None:
        self._queue: deque[asyncio.Handle] = deque()
        self._timers: list[tuple[float, int, _Timer]] = []
        self._sequence = itertools.count()
        self._cancelled = 0
        self._turning = False
        self._escaped: BaseException | None = None
        self._garbage = GarbageCollection()
        self._zero = QTimer()
        self._zero.setSingleShot(True)
        self._zero.timeout.connect(self._turn)
        self._clock = QTimer()
        self._clock.setSingleShot(True)
        self._clock.setTimerType(Qt.TimerType.PreciseTimer)
        self._clock.timeout.connect(self._take_due)
        self._armed = math.inf
        self._posted: deque[asyncio.Handle] = deque()
        self._rung = False
        self._bell = _Bell()
        self._bell.rung.connect(self._take_posted, Qt.ConnectionType.QueuedConnection)
        self.on_quit: Callable[[], None] = self.stop
        """What is done when Qt has quit by itself."""
        super().__init__(_Program(lambda: self.on_quit()))  # type: ignore[arg-type]

    # qasync's executor starts ten QThreads and is unknown to `shutdown_default_executor`.
    run_in_executor = asyncio.SelectorEventLoop.run_in_executor
    set_default_executor = asyncio.SelectorEventLoop.set_default_executor  # type: ignore[assignment]

    def call_soon(
        self,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.Handle:
        """Run the callback after those that are ready; only from the loop's thread."""
        self._refuse_when_closed()
        handle = asyncio.Handle(callback, args, self, context)
        self._add_callback(handle)
        return handle

    def call_soon_threadsafe(
        self,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.Handle:
        """Run the callback in the loop's thread; from any thread."""
        self._refuse_when_closed()
        handle = asyncio.Handle(callback, args, self, context)
        self._posted.append(handle)
        # One ring for all that is posted before it is heard: a signal each would drown the window.
        if not self._rung:
            self._rung = True
            self._bell.rung.emit()
        return handle

    def call_later(
        self,
        delay: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Run the callback once `delay` seconds have passed, never sooner."""
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Run the callback once `time()` has reached `when`."""
        self._refuse_when_closed()
        handle = _Timer(when, callback, args, self, context)
        handle.waiting = True
        heapq.heappush(self._timers, (when, next(self._sequence), handle))
        self._arm(when)
        return handle

    def pending_timers(self) -> int:
        """Return how many timers wait to run."""
        return len(self._timers) - self._cancelled

    def run_forever(self) -> None:
        """Run until `stop`; raises the SystemExit or KeyboardInterrupt that a callback raised."""
        hooks = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(
            # qasync leaves them out; without them a dropped async generator is never closed.
            firstiter=self._asyncgen_firstiter_hook,  # type: ignore[attr-defined]
            finalizer=self._asyncgen_finalizer_hook,  # type: ignore[attr-defined]
        )
        self._zero.start()
        self._garbage.collect()
        try:
            super().run_forever()
        finally:
            self._garbage.give_back()
            sys.set_asyncgen_hooks(*hooks)
        escaped, self._escaped = self._escaped, None
        if escaped is not None:
            raise escaped

    def close(self) -> None:
        """Drop all that waits and free the timers; idempotent."""
        if not self.is_closed() and not self.is_running():
            self._zero.stop()
            self._clock.stop()
            self._queue.clear()
            self._posted.clear()
            self._timers.clear()
            self._cancelled = 0
        super().close()

    def _refuse_when_closed(self) -> None:
        if self.is_closed():
            raise RuntimeError("Event loop is closed")

    def _add_callback(self, handle: asyncio.Handle) -> None:
        # Also called by asyncio itself, for signals.
        self._queue.append(handle)
        if not self._turning and not self._zero.isActive():
            self._zero.start()

    def _take_posted(self) -> None:
        self._rung = False
        while self._posted:
            self._add_callback(self._posted.popleft())

    def _arm(self, when: float) -> None:
        # Left armed when its timer is cancelled: one idle wake-up is cheaper than to stop it.
        if when < self._armed:
            self._armed = when
            milliseconds = min(_LONGEST_MS, (when - self.time()) * 1000)
            self._clock.start(max(0, math.ceil(milliseconds)))

    def _take_due(self) -> None:
        self._armed = math.inf
        now = self.time()
        while self._timers and (self._timers[0][0] <= now or self._timers[0][2].cancelled()):
            _, _, handle = heapq.heappop(self._timers)
            handle.waiting = False
            if handle.cancelled():
                self._cancelled -= 1
            else:
                self._add_callback(handle)
        if self._timers:
            self._arm(self._timers[0][0])

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        # Called by TimerHandle.cancel before it marks itself.
        if not (isinstance(handle, _Timer) and handle.waiting):
            return
        self._cancelled += 1
        if self._cancelled > _FEW_CANCELLED and self._cancelled * 2 > len(self._timers):
            handle.waiting = False
            self._timers = [t for t in self._timers if t[2].waiting and not t[2].cancelled()]
            heapq.heapify(self._timers)
            self._cancelled = 0

    def _turn(self) -> None:
        # Not running: Qt's events are handled once more after the loop was stopped.
        if not self.is_running():
            return
        queue, clock = self._queue, time.monotonic
        now = clock()
        end = now + TURN_SECONDS
        handle: asyncio.Handle | None = None
        self._turning = True
        try:
            while queue and now < end and self.is_running():
                handle = queue.popleft()
                if handle.cancelled():
                    continue
                began = now
                try:
                    handle._run()
                except (SystemExit, KeyboardInterrupt) as error:
                    # Out of a slot it would end the process without unwinding.
                    self._escaped = error
                    self.stop()
                now = clock()
                if now - began >= self.slow_callback_duration and self.get_debug():
                    _log.warning("%r took %.3f seconds", handle, now - began)
        finally:
            # The traceback of a failed callback keeps this frame: it shall not keep a task alive.
            handle = None
            self._turning = False
            if queue:
                self._zero.start()
        self._garbage.collect()


T = TypeVar("T")

ErrorHandler = Callable[[str, BaseException | None], None]

SWITCH_SECONDS = 0.0005


def run(main: Coroutine[Any, Any, T], *, app: QApplication, on_error: ErrorHandler) -> T:
    """Run `main` to its end on a fresh loop inside `app`, and return what it returns.

    `on_error` gets, with a word on where it was, every exception that nobody awaits: of tasks, of
    callbacks and of Qt slots. SIGINT, SIGTERM, SIGHUP and Qt, when its display is gone, cancel
    `main`; once it has unwound they are raised as KeyboardInterrupt and as SystemExit (143, 129, or
    words). Closing the last window does not end the loop: `main` does, by returning.
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
    finally:
        hand_over()  # while there still is an application
        sys.excepthook = hook
        sys.setswitchinterval(interval)


class _Signalled(Exception):
    def __init__(self, number: signal.Signals | None) -> None:
        super().__init__(number)
        self._number = number

    def raise_as_python_does(self) -> NoReturn:
        if self._number is None:
            raise SystemExit("The display went away, so the window was closed.") from None
        if self._number is signal.SIGINT:
            raise KeyboardInterrupt from None
        raise SystemExit(128 + self._number) from None


async def _until_signalled(main: Coroutine[Any, Any, T]) -> T:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, DeskEventLoop)
    task = asyncio.current_task()
    caught: list[signal.Signals | None] = []

    def stop(number: signal.Signals | None = None) -> None:
        # Of several at the end of a session the first is obeyed; who presses Ctrl+C twice means it.
        if task is not None and (not caught or number is signal.SIGINT):
            task.cancel()
        caught.append(number)

    # A handler of the loop, not of Python: Qt's poll does not return to the interpreter.
    signals = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as it is under `nohup`
        signals.append(signal.SIGHUP)
    for number in signals:
        loop.add_signal_handler(number, stop, number)
    loop.on_quit = stop
    try:
        return await main
    except asyncio.CancelledError:
        if not caught:
            raise
        raise _Signalled(caught[0]) from None
    finally:
        loop.on_quit = loop.stop
        for number in signals:
            loop.remove_signal_handler(number)
