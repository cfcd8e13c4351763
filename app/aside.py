"""Waiting for what may never answer, without keeping the program from its end."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


async def asked_aside(ask: Callable[[], T]) -> T:
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
