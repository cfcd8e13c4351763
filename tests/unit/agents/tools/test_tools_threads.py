"""Work in a thread ends quietly however often whoever waits for it is cancelled."""

import asyncio
import gc
import threading

import pytest

from agents.tools.threads import in_thread
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


class Stopped(Exception):
    """What the work raises once it is told to stop."""


async def test_cancelled_twice_nothing_is_left_to_complain() -> None:
    begun, complaints = threading.Event(), []
    gate = threading.Event()

    def work(_: None, stopped: threading.Event) -> None:
        begun.set()
        stopped.wait(PATIENCE)
        gate.wait(PATIENCE)
        raise Stopped

    loop, before = asyncio.get_running_loop(), asyncio.all_tasks()
    loop.set_exception_handler(lambda _, told: complaints.append(told["message"]))
    waiting = asyncio.ensure_future(in_thread(work)(None))
    await asyncio.to_thread(begun.wait, PATIENCE)
    for _ in range(3):
        waiting.cancel()
        await asyncio.sleep(0)
    assert not waiting.done()
    gate.set()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert asyncio.all_tasks() == before
    del waiting
    gc.collect()
    assert complaints == []
