"""A process ends when its work is done, also when something in it will not stop.

An executor of others may swallow its cancellation, or hold a thread for ever.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Coroutine
from typing import Any

_SECONDS = 2.0  # in which what was told to stop has to stop

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
            _end(code)
    return code


async def _left_behind() -> str:
    """Stop what still runs; return the names of what does not, or nothing."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    threads = asyncio.create_task(
        asyncio.get_running_loop().shutdown_default_executor(), name="threads"
    )
    _, running = await asyncio.wait({*tasks, threads}, timeout=_SECONDS)
    return ", ".join(sorted(task.get_name() for task in running))


def _end(code: int) -> None:
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code)
