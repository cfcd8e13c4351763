"""The product's event loop keeps asyncio's promises inside Qt's."""

import asyncio
import gc
import re
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import AsyncIterator

import pytest
from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal

from gui.platform.event_loop import DeskEventLoop
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


def product_loop() -> DeskEventLoop:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, DeskEventLoop)
    return loop


async def test_callbacks_run_in_the_order_of_their_calls(qapp):
    loop, seen = product_loop(), []
    for number in range(1000):
        loop.call_soon(seen.append, number)
    done = asyncio.Event()
    loop.call_soon(done.set)
    await done.wait()
    assert seen == list(range(1000))


async def test_callbacks_from_a_thread_run_in_order_in_the_loops_thread(qapp):
    loop, seen, done = product_loop(), [], asyncio.Event()

    def note(number):
        seen.append((number, threading.get_ident()))

    def work():
        for number in range(5000):
            loop.call_soon_threadsafe(note, number)
        loop.call_soon_threadsafe(done.set)

    thread = threading.Thread(target=work)
    thread.start()
    async with asyncio.timeout(PATIENCE):
        await done.wait()
    thread.join()
    assert seen == [(number, threading.get_ident()) for number in range(5000)]


async def test_garbage_is_collected_in_the_loops_thread_whoever_makes_it(qapp):
    collected = []

    class Node:
        def __init__(self):
            self.itself = self
            weakref.finalize(self, lambda: collected.append(threading.get_ident()))

    def work():
        return [[] for _ in range(100 * gc.get_threshold()[0])]

    await asyncio.sleep(0)
    for _ in range(100):
        Node()
    kept = await asyncio.to_thread(work)
    async with asyncio.timeout(PATIENCE):
        while len(collected) < 100:
            kept += work()
            await asyncio.sleep(0)
    assert set(collected) == {threading.get_ident()}


def test_garbage_is_collected_by_python_where_no_loop_runs(qapp):
    with asyncio.Runner(loop_factory=DeskEventLoop) as runner:
        runner.run(asyncio.sleep(0.001))
    assert gc.isenabled()


async def test_timers_run_by_deadline_then_by_call(qapp):
    loop, seen, done = product_loop(), [], asyncio.Event()
    now = loop.time()
    for number in range(20):
        loop.call_at(now + 0.02, seen.append, ("late", number))
    for number in range(20):
        loop.call_at(now + 0.01, seen.append, ("early", number))
    loop.call_at(now + 0.03, done.set)
    await done.wait()
    assert seen == [(word, number) for word in ("early", "late") for number in range(20)]


@pytest.mark.parametrize("delay", [0.0, 0.0004, 0.0055, 0.0209, 0.3])
async def test_timers_are_never_early(qapp, delay):
    loop = product_loop()
    for _ in range(20 if delay < 0.1 else 1):
        due = loop.time() + delay
        await asyncio.sleep(delay)
        assert loop.time() >= due


async def test_a_timer_does_not_run_with_another_that_is_due_a_little_sooner(qapp):
    loop, early, done = product_loop(), [], asyncio.Event()

    def note(due):
        if loop.time() < due:
            early.append(due)

    start = loop.time() + 0.01
    for number in range(400):
        due = start + number * 0.00013
        loop.call_at(due, note, due)
    loop.call_at(start + 0.06, done.set)
    await done.wait()
    assert early == []


async def test_a_shorter_timer_overtakes_a_longer_one(qapp):
    loop, seen, done = product_loop(), [], asyncio.Event()
    loop.call_later(0.05, lambda: (seen.append("long"), done.set()))
    loop.call_later(0.01, seen.append, "short")
    await done.wait()
    assert seen == ["short", "long"]


async def test_a_timer_tells_when_it_is_due(qapp):
    loop = product_loop()
    before = loop.time()
    handle = loop.call_later(60, print)
    assert before + 60 <= handle.when() <= loop.time() + 60
    handle.cancel()
    endless = loop.call_later(float("inf"), print)
    endless.cancel()
    assert loop.pending_timers() == 0


async def test_cancelled_timers_leave_nothing(qapp):
    loop = product_loop()
    before = loop.pending_timers()
    for _ in range(100_000):
        async with asyncio.timeout(PATIENCE):  # noqa: ASYNC100
            pass
    assert loop.pending_timers() == before
    handles = sum(issubclass(type(thing), asyncio.TimerHandle) for thing in gc.get_objects())
    assert handles < 200


async def test_cancelled_timers_do_not_run_and_the_others_do(qapp):
    loop, seen, done = product_loop(), [], asyncio.Event()
    handles = [loop.call_later(0.01, seen.append, number) for number in range(1000)]
    for handle in handles[::2]:
        handle.cancel()
        handle.cancel()
    assert loop.pending_timers() == 500
    loop.call_later(0.02, done.set)
    await done.wait()
    assert seen == list(range(1, 1000, 2))
    assert loop.pending_timers() == 0


async def test_a_cancelled_callback_does_not_run(qapp):
    loop, seen = product_loop(), []
    loop.call_soon(seen.append, 1).cancel()
    loop.call_soon(seen.append, 2)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert seen == [2]


async def test_qt_gets_its_turn_while_callbacks_are_always_ready(qapp):
    loop, ticks, busy = product_loop(), 0, True
    enough = asyncio.Event()

    def spin():
        end = time.perf_counter() + 0.0002
        while time.perf_counter() < end:
            pass
        if busy:
            loop.call_soon(spin)

    timer = QTimer(interval=5)

    def tick():
        nonlocal ticks
        ticks += 1
        if ticks > 10:
            enough.set()

    timer.timeout.connect(tick)
    for _ in range(50):
        loop.call_soon(spin)
    timer.start()
    # 50 callbacks of 0.2 ms are ready at every moment: without a bound no tick would come at all.
    async with asyncio.timeout(PATIENCE):
        await enough.wait()
    busy = False
    timer.stop()


async def test_a_nested_qt_loop_pauses_asyncio_and_kills_no_task(qapp):
    woken = []

    async def other():
        for _ in range(5):
            await asyncio.sleep(0.005)
            woken.append(True)

    task = asyncio.create_task(other())
    await asyncio.sleep(0)
    nested = QEventLoop()
    QTimer.singleShot(40, nested.quit)
    nested.exec()
    assert woken == []
    await task
    assert len(woken) == 5


async def test_signals_of_qt_arrive(qapp, emitted):
    class Source(QObject):
        told = Signal(int, str)

    source = Source()
    waiting = emitted(source.told, match=lambda number, word: number == 2)
    source.told.emit(1, "one")
    source.told.emit(2, "two")
    assert await waiting == (2, "two")


async def test_work_in_threads_overlaps_and_returns(qapp):
    all_begun = threading.Barrier(4, timeout=PATIENCE)

    def double(number):
        all_begun.wait()
        return number * 2

    results = await asyncio.gather(*(asyncio.to_thread(double, n) for n in range(4)))
    assert results == [0, 2, 4, 6]


async def test_a_subprocess_is_read_and_awaited(qapp):
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "import sys; print(sys.stdin.read().upper()); sys.exit(3)",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate("저그 terran".encode())
    assert out.decode().strip() == "저그 TERRAN"
    assert process.returncode == 3


async def test_tcp_echo(qapp):
    async def echo(reader, writer):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    address = server.sockets[0].getsockname()
    reader, writer = await asyncio.open_connection(*address)
    for number in range(200):
        line = f"{number}\n".encode()
        writer.write(line)
        assert await reader.readexactly(len(line)) == line
    large = bytes(range(256)) * 20_000
    writer.write(large)
    assert await reader.readexactly(len(large)) == large
    writer.close()
    await writer.wait_closed()
    server.close()
    await server.wait_closed()


async def test_cancelling_a_task_unwinds_it(qapp):
    steps = []

    async def work():
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.001)
            steps.append("unwound")

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert steps == ["unwound"]


async def test_a_dropped_async_generator_is_closed(qapp):
    closed = asyncio.Event()

    async def numbers() -> AsyncIterator[int]:
        try:
            yield 1
            yield 2
        finally:
            await asyncio.sleep(0)
            closed.set()

    async def first() -> int:
        async for number in numbers():
            return number
        return 0

    assert await first() == 1
    gc.collect()
    async with asyncio.timeout(PATIENCE):
        await closed.wait()


def test_an_async_generator_that_is_still_open_is_closed_at_the_end(qapp):
    closed = []

    async def numbers() -> AsyncIterator[int]:
        try:
            yield 1
        finally:
            await asyncio.sleep(0)
            closed.append(True)

    async def main() -> AsyncIterator[int]:
        opened = numbers()
        await anext(opened)
        return opened

    with asyncio.Runner(loop_factory=DeskEventLoop) as runner:
        kept = runner.run(main())
        assert closed == []
    assert closed == [True]
    del kept


async def test_a_signal_handler_of_the_loop_runs(qapp):
    loop, caught = product_loop(), asyncio.Event()
    loop.add_signal_handler(signal.SIGUSR1, caught.set)
    signal.raise_signal(signal.SIGUSR1)
    async with asyncio.timeout(PATIENCE):
        await caught.wait()
    assert loop.remove_signal_handler(signal.SIGUSR1)


async def test_slow_callbacks_are_reported_in_debug_mode(qapp, caplog):
    loop = product_loop()
    loop.set_debug(True)
    loop.slow_callback_duration = 0.01
    loop.call_soon(time.sleep, 0.02)
    await asyncio.sleep(0.03)
    loop.set_debug(False)
    [said] = [one for one in caplog.messages if "sleep(0.02)" in one]
    assert float(re.search(r"took ([\d.]+) seconds", said)[1]) >= 0.02


def test_a_closed_loop_refuses_and_is_freed(qapp):
    loop = DeskEventLoop()
    loop.call_later(60, print)
    loop.close()
    loop.close()
    assert loop.pending_timers() == 0
    for call in (loop.call_soon, loop.call_soon_threadsafe):
        with pytest.raises(RuntimeError, match="closed"):
            call(print)
    with pytest.raises(RuntimeError, match="closed"):
        loop.call_later(1, print)
    gone = weakref.ref(loop)
    del loop, call
    gc.collect()
    assert gone() is None


def test_an_exit_in_a_callback_leaves_the_loop_as_an_exception(qapp):
    async def main():
        asyncio.get_running_loop().call_soon(sys.exit, 7)
        await asyncio.sleep(60)

    with (
        pytest.raises(SystemExit) as caught,
        asyncio.Runner(loop_factory=DeskEventLoop) as runner,
    ):
        runner.run(main())
    assert caught.value.code == 7


def test_qt_survives_many_calls(tmp_path):
    """PySide6 builds that lose a reference to None or True at each call abort after about 5,000."""
    code = """
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QLabel
app = QApplication([])
label = QLabel()
for number in range(20_000):
    label.setText(str(number))
class Source(QObject):
    told = Signal(int)
source, heard = Source(), []
source.told.connect(heard.append)
for number in range(5_000):
    source.told.emit(number)
print(label.text(), len(heard))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stdout.split()) == (0, ["19999", "5000"]), done.stderr
