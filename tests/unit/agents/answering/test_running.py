import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from agents.answering.running import RunningStatement, Stopped


class Cursor:
    """Runs two statements, each until it is cancelled; a cancel between them is lost."""

    def __init__(self) -> None:
        self.cancels = threading.Semaphore(0)
        self.begun = threading.Event()

    def run(self, running: RunningStatement) -> None:
        with running.cancelled_by(self.cancels.release):
            self.begun.set()
            for _ in range(2):
                assert self.cancels.acquire(timeout=60), "nobody cancelled it again"


async def _stopped(seconds: float) -> tuple[RunningStatement, asyncio.Task[None]]:
    cursor, running = Cursor(), RunningStatement(seconds)
    work = asyncio.create_task(asyncio.to_thread(cursor.run, running))
    await asyncio.to_thread(cursor.begun.wait)
    await running.stop(work)
    return running, work


def test_a_cancel_that_was_lost_is_said_again() -> None:
    running, work = asyncio.run(_stopped(86_400))
    assert work.exception() is None and not running.late


def test_it_is_stopped_where_every_thread_of_the_loop_is_at_work() -> None:
    async def stopped() -> RunningStatement:
        cursor, running = Cursor(), RunningStatement(86_400)
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(1))
        work = asyncio.create_task(asyncio.to_thread(cursor.run, running))
        with ThreadPoolExecutor(1) as watching:
            await loop.run_in_executor(watching, cursor.begun.wait)
        await running.stop(work)
        assert work.exception() is None
        return running

    assert not asyncio.run(stopped()).late


def test_what_takes_longer_than_it_may_is_cancelled_until_it_ends() -> None:
    running = RunningStatement(0)
    Cursor().run(running)
    assert running.late


def test_what_was_stopped_before_never_begins() -> None:
    async def stopped() -> RunningStatement:
        running = RunningStatement(86_400)
        await running.stop(asyncio.create_task(asyncio.sleep(0)))
        return running

    cursor = Cursor()
    with pytest.raises(Stopped):
        cursor.run(asyncio.run(stopped()))
    assert not cursor.begun.is_set()


def test_what_was_stopped_says_so_between_two_pieces() -> None:
    running, _ = asyncio.run(_stopped(86_400))
    with pytest.raises(Stopped):
        running.check()
