"""The window's event loop beside qasync's and asyncio's, and how late timers are while it works.

Gate: with 5,000 events a second no 16 ms timer of the window is late by more than 16 ms.
"""

import asyncio
import multiprocessing
import socket
import statistics
import time
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtWidgets import QApplication

from benchmarks.window.lateness import TICK_MS, Lateness
from gui.platform.event_loop import DeskEventLoop

HOPS = 100_000
RATE = 5_000
SECONDS = 5.0
LATE_MS = 16.0

Loop = asyncio.AbstractEventLoop
Work = Callable[[], Coroutine[Any, Any, float]]


async def callbacks() -> float:
    """Return callbacks per second, each scheduled by the one before."""
    loop, done = asyncio.get_running_loop(), asyncio.Event()

    def hop(left: int) -> None:
        if left:
            loop.call_soon(hop, left - 1)
        else:
            done.set()

    began = time.perf_counter()
    hop(HOPS)
    await done.wait()
    return HOPS / (time.perf_counter() - began)


async def queue_hops() -> float:
    """Return items per second through a queue of one."""
    queue: asyncio.Queue[int] = asyncio.Queue(1)

    async def put() -> None:
        for number in range(HOPS):
            await queue.put(number)

    began = time.perf_counter()
    task = asyncio.create_task(put())
    for _ in range(HOPS):
        await queue.get()
    await task
    return HOPS / (time.perf_counter() - began)


async def timeouts() -> float:
    """Return per second how many timeouts of a minute are set and taken back."""
    count = HOPS // 4
    began = time.perf_counter()
    for _ in range(count):
        async with asyncio.timeout(60):
            await asyncio.sleep(0)
    return count / (time.perf_counter() - began)


def rate(work: Work, factory: Callable[[], Loop] | None) -> float:
    """Return the median of three runs, each on a fresh loop."""
    rates = []
    for _ in range(3):
        with asyncio.Runner(loop_factory=factory) as runner:
            rates.append(runner.run(work()))
    return statistics.median(rates)


def send_events(address: tuple[str, int], seconds: float) -> None:
    """Send `RATE` lines of JSON a second, as an agent that streams would."""
    with socket.create_connection(address) as connection:
        began, sent = time.perf_counter(), 0
        while (elapsed := time.perf_counter() - began) < seconds:
            due = int(elapsed * RATE) - sent
            if due:
                connection.sendall(b'{"kind":"status-update","text":"working"}\n' * due)
                sent += due
            time.sleep(0.001)


async def lateness(seconds: float, *, busy: bool) -> tuple[list[float], int]:
    """Return how late each tick of a 16 ms timer was, in ms, and how many events were handled."""
    handled = 0
    arriving = asyncio.Event()
    ticks = Lateness()

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal handled
        while await reader.readline():
            handled += 1
            arriving.set()
        writer.close()

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    address = server.sockets[0].getsockname()
    context = multiprocessing.get_context("spawn")
    sender = context.Process(target=send_events, args=(address, seconds))
    if busy:
        sender.start()
        await arriving.wait()
    ticks.start()
    await asyncio.sleep(seconds)
    late = ticks.stop()
    if busy:
        await asyncio.to_thread(sender.join)
    server.close()
    await server.wait_closed()
    return late, handled


def main() -> None:
    """Measure and print."""
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    import qasync

    works: dict[str, Work] = {
        "callback hops": callbacks,
        "queue hops": queue_hops,
        "timeouts": timeouts,
    }
    print(f"{'per second':<16}{'this loop':>12}{'qasync':>12}{'asyncio':>12}   ratios")
    for name, work in works.items():
        ours = rate(work, DeskEventLoop)
        theirs = rate(work, lambda: qasync.QEventLoop(app))
        plain = rate(work, None)
        print(
            f"{name:<16}{ours:>12,.0f}{theirs:>12,.0f}{plain:>12,.0f}"
            f"   {ours / theirs:.1f}x qasync, {ours / plain:.1f}x asyncio"
        )
    for word, busy in (("idle", False), (f"{RATE:,} events/s", True)):
        with asyncio.Runner(loop_factory=DeskEventLoop) as runner:
            late, handled = runner.run(lateness(SECONDS, busy=busy))
        late.sort()
        over = sum(value > LATE_MS for value in late)
        print(
            f"{TICK_MS} ms timer, {word}: late p50 {late[len(late) // 2]:.2f} ms, "
            f"p99 {late[int(len(late) * 0.99)]:.2f} ms, max {late[-1]:.2f} ms, "
            f"{over} of {len(late)} over {LATE_MS:.0f} ms"
            + (f" ({handled:,} events handled)" if busy else "")
        )


if __name__ == "__main__":
    main()
