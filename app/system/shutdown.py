"""A process ends when its work is done, whatever does not stop and whoever never answers.

An executor of others may swallow its cancellation, or hold a thread for ever.
"""

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, NoReturn, TypeVar

STOP_SECONDS = 2.0
"""In these what was told to stop has to stop."""

log = logging.getLogger(__name__)


def run_to_end(main: Coroutine[Any, Any, int]) -> int:
    """Run until `main` returns, and return its exit code.

    What goes on for some seconds after that is left behind: then this does not return, and the
    process ends with that code at once.
    """
    with asyncio.Runner() as runner:
        code = runner.run(main)
        if left := runner.run(_left_behind()):
            log.warning("The process ends without waiting for what does not stop: %s", left)
            _end_now(code)
    return code


async def _left_behind() -> str:
    """Stop what still runs; return the names of what does not, or nothing."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    threads = asyncio.create_task(
        asyncio.get_running_loop().shutdown_default_executor(), name="threads"
    )
    _, running = await asyncio.wait({*tasks, threads}, timeout=STOP_SECONDS)
    return ", ".join(sorted(task.get_name() for task in running))


_TAKEN_APART = {"PySide6", "opentelemetry.sdk.trace"}


def end(code: int) -> NoReturn:
    """End the process with a code, without taking apart what the system frees at once: half a
    second of work. A window is taken apart, threads that must be waited for are, and an exporter of
    spans sends the last of them."""
    waited = [one for one in threading.enumerate() if not one.daemon]
    if waited != [threading.main_thread()] or sys.modules.keys() & _TAKEN_APART:
        sys.exit(code)
    _end_now(code)


def _end_now(code: int) -> NoReturn:
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # whoever read it is gone, or it is closed
            stream.flush()
    os._exit(code)


T = TypeVar("T")


async def in_daemon_thread(ask: Callable[[], T]) -> T:
    """Return what `ask` returns in a thread of its own; raises what it raises.

    The threads of the loop's executor are waited for when the program ends: here that could be for
    a person who is asked something, and has gone.
    """
    answer: Future[T] = Future()

    def run() -> None:
        answer.set_running_or_notify_cancel()
        try:
            answer.set_result(ask())
        except BaseException as error:
            answer.set_exception(error)

    threading.Thread(target=run, name="aside", daemon=True).start()
    return await asyncio.wrap_future(answer)
