"""Every test has a home of its own, no screen, and fails on what it leaves behind or logs.

Async tests (`@pytest.mark.anyio`) run on plain asyncio; those that use `qapp` or `qtbot`, directly
or through a fixture, run on the window's own loop. Never open a nested Qt loop in them
(`qtbot.waitSignal`, `qtbot.waitUntil`, `exec`): await `emitted(signal)`.
"""

import asyncio
import atexit
import contextlib
import gc
import inspect
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.patience import PATIENCE

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["QT_API"] = "pyside6"
# Every program that a test starts would compile this one anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

EXAMPLES = 50  # of each property; each run away from CI draws others
settings.register_profile("desk", deadline=None, max_examples=EXAMPLES)
settings.register_profile(
    "desk-ci", deadline=None, max_examples=EXAMPLES, derandomize=True, database=None
)
settings.load_profile("desk-ci" if os.environ.get("CI") else "desk")

ENDING_SECONDS = 60.0  # in which a thread or a task ends that was told to


def pytest_configure(config: pytest.Config) -> None:
    from app.system import shutdown
    from gui.platform.feature_switch import leave_sources_unread

    leave_sources_unread()
    # A command that is called in this process would end it, were what stops slowly left behind.
    shutdown.STOP_SECONDS = PATIENCE
    config.addinivalue_line(
        "markers", "logs_warnings: log records of level WARNING and above are expected here"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Look for no garbage while thousands of tests are made: that takes a quarter of the time."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Leave what was imported out of every collection of garbage."""
    gc.enable()
    gc.collect()
    gc.freeze()
    atexit.register(gc.unfreeze)  # libraries tell of what is still there at the end


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: Any, name: str, obj: Any) -> None:
    if collector.istestfunction(obj, name):
        inner = obj.hypothesis.inner_test if hasattr(obj, "hypothesis") else obj
        if inspect.iscoroutinefunction(inner):
            pytest.mark.usefixtures("no_task_left")(obj)


@pytest.fixture
def anyio_backend(request: pytest.FixtureRequest) -> Any:
    """The event loop of async tests and fixtures: the window's own where the test uses Qt."""
    if "qapp" in request.fixturenames:
        request.getfixturevalue("qapp")
        from gui.platform.event_loop import DeskEventLoop

        return "asyncio", {"loop_factory": DeskEventLoop}
    return "asyncio"


@pytest.fixture
def emitted() -> Callable[..., Coroutine[Any, Any, tuple[Any, ...]]]:
    """`waiting = emitted(signal)`, then the cause, then `await waiting`: the signal's arguments.

    With `match`, the first emission for whose arguments it is true. TimeoutError after `timeout`.
    """

    def connect(
        signal: Any, *, match: Callable[..., bool] | None = None, timeout: float = PATIENCE
    ) -> Coroutine[Any, Any, tuple[Any, ...]]:
        heard: asyncio.Future[tuple[Any, ...]] = asyncio.get_running_loop().create_future()

        def hear(*values: Any) -> None:
            if not heard.done() and (match is None or match(*values)):
                heard.set_result(values)

        signal.connect(hear)

        async def wait() -> tuple[Any, ...]:
            try:
                async with asyncio.timeout(timeout):
                    return await heard
            finally:
                # The emitter may have gone with this very signal.
                with contextlib.suppress(RuntimeError):
                    signal.disconnect(hear)

        return wait()

    return connect


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    base = tmp_path_factory.mktemp("homes")
    return (base / str(number) for number in range(sys.maxsize))


@pytest.fixture(autouse=True)
def home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home: nothing of the machine's own is read, nothing is written there."""
    folder = next(homes)
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("HOME", str(folder))
    for name in ("DATA", "CONFIG", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(folder / name.lower()))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    for name in list(os.environ):
        if name.startswith("BALANCE_DESK_"):
            monkeypatch.delenv(name)
    return folder


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """A profile folder that does not exist yet."""
    return tmp_path / "profile"


@pytest.fixture
def called(
    capsys: pytest.CaptureFixture[str],
) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """The command line within this process, where one of its own would show nothing more."""
    from app.cli import main

    def call(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
        given = [str(one) for one in arguments]
        try:
            code = main(given)
        except SystemExit as end:
            code = int(end.code or 0)
        out, err = capsys.readouterr()
        return subprocess.CompletedProcess(given, code, out, err)

    return call


class _Records(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(f"{record.name} {record.levelname}: {self.format(record)}")


@pytest.fixture(autouse=True)
def no_unexpected_log(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail on log records of WARNING and above, unless the test looks at `caplog` or is marked."""
    if "caplog" in request.fixturenames or request.node.get_closest_marker("logs_warnings"):
        yield
        return
    records = _Records()
    logging.getLogger().addHandler(records)
    yield
    logging.getLogger().removeHandler(records)
    if records.texts:
        pytest.fail("Unexpected log records:\n" + "\n".join(records.texts), pytrace=False)


@pytest.fixture(autouse=True)
def no_log_begun() -> Iterator[None]:
    """Let no command write where a server began its log, nor pytest as a server writes."""
    root = logging.getLogger()
    before = {one: one.formatter for one in root.handlers}
    yield
    from app.system.json_log import JsonLines

    for handler in [*root.handlers]:
        if handler in before:
            handler.setFormatter(before[handler])
        elif isinstance(handler.formatter, JsonLines):
            root.removeHandler(handler)


@pytest.fixture(autouse=True)
def no_thread_left() -> Iterator[None]:
    """Fail on threads that the test started and that do not end with it."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + ENDING_SECONDS
    left = _threads_since(before)
    for thread in left:
        thread.join(max(0.0, deadline - time.monotonic()))
    left = [thread for thread in left if thread.is_alive()]
    if left:
        pytest.fail(f"Threads left running: {left}", pytrace=False)


def _threads_since(before: set[threading.Thread]) -> list[threading.Thread]:
    # A thread that Python did not start shows as "Dummy-…" and cannot be joined.
    found = set(threading.enumerate()) - before
    return [thread for thread in found if not thread.name.startswith("Dummy-")]


@pytest.fixture
async def no_task_left(anyio_backend: Any) -> AsyncIterator[None]:
    """Fail on asyncio tasks that the test, or its async fixtures, started and left running."""
    before = asyncio.all_tasks()
    yield
    for _ in range(10):
        # What was cancelled or closed at the very end needs a few turns to unwind.
        await asyncio.sleep(0)
    # What is cancelled ends when it has unwound, gRPC's calls when its own thread has said so.
    ending = {
        task
        for task in _tasks_since(before)
        if task.cancelling() or _name(task).startswith("_AioCall.")
    }
    if ending:
        await asyncio.wait(ending, timeout=ENDING_SECONDS)
    left = _tasks_since(before)
    if left:
        for task in left:
            task.cancel()
        pytest.fail(f"Tasks left running: {left}", pytrace=False)


def _tasks_since(before: "set[asyncio.Task[Any]]") -> "set[asyncio.Task[Any]]":
    # anyio's runner drives the tests in tasks of its own.
    found = asyncio.all_tasks() - before
    return {task for task in found if not _name(task).startswith("TestRunner.")}


def _name(task: "asyncio.Task[Any]") -> str:
    return getattr(task.get_coro(), "__qualname__", "")  # Cython's coroutines have one too


@pytest.fixture(scope="session")
def qapp(qapp: Any) -> Any:
    """The application, whose loop the last window that closes does not end: as in the program."""
    qapp.setQuitOnLastWindowClosed(False)
    return qapp


@pytest.fixture(autouse=True)
def no_language_left() -> Iterator[None]:
    """Let no test hear the language of an earlier one: each begins in the English of the source.

    The application is one for all tests, and so are its translators and the locale of numbers.
    """
    yield
    if "PySide6.QtCore" not in sys.modules:
        return
    from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

    QLocale.setDefault(QLocale.system())
    app = QCoreApplication.instance()
    for spoken in app.findChildren(QTranslator) if app is not None else ():
        app.removeTranslator(spoken)
        spoken.setParent(None)


@pytest.fixture(autouse=True)
def no_timer_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail on QTimers and top-level windows that a test with Qt left active."""
    yield
    if "qapp" not in request.fixturenames:
        return
    from PySide6.QtCore import QCoreApplication, QEvent, QTimer
    from PySide6.QtWidgets import QApplication
    from shiboken6 import getAllValidWrappers

    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    windows = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    for window in windows:
        window.close()
    timers = [thing for thing in getAllValidWrappers() if isinstance(thing, QTimer)]
    active = [timer for timer in timers if timer.isActive()]
    for timer in active:
        timer.stop()
    if windows or active:
        pytest.fail(f"Left behind: windows {windows}, timers {active}", pytrace=False)
