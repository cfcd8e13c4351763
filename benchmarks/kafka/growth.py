"""How the cost of the Kafka binding grows: with requests in flight, partitions and replicas."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any, NamedTuple

from benchmarks import _plot
from benchmarks._plot import Curve, Panel
from benchmarks.transport import Once, asked

IN_FLIGHT = (1, 10, 100, 1000, 5000)
PARTITIONS = (1, 6, 24)
REPLICAS = (1, 2, 3)
REQUESTS = 1000
PIECES = 3


class Point(NamedTuple):
    """One measurement: what was varied, requests a second, and the median in milliseconds."""

    varied: str
    value: int
    rate: float
    median: float


async def grown(bootstrap: str, started: Any, client: Any) -> list[Point]:
    """Measure each series and print it."""
    found = []
    async with AsyncExitStack() as stack:
        await asyncio.to_thread(started, "wire", bootstrap, "grow-flight", stack)
        once = await client(bootstrap, "grow-flight", stack)
        for number in IN_FLIGHT:
            found.append(await _point("in flight", number, once, number))
    for number in PARTITIONS:
        async with AsyncExitStack() as stack:
            name = f"grow-partitions-{number}"
            await _requests_topic(bootstrap, name, number)
            await asyncio.to_thread(started, "wire", bootstrap, name, stack)
            once = await client(bootstrap, name, stack)
            found.append(await _point("partitions", number, once, 100))
    for number in REPLICAS:
        async with AsyncExitStack() as stack:
            for _ in range(number):
                await asyncio.to_thread(started, "wire", bootstrap, f"grow-{number}", stack)
            await asyncio.sleep(5)  # until the group has shared its partitions out
            once = await client(bootstrap, f"grow-{number}", stack)
            found.append(await _point("replicas", number, once, 100))
    return found


async def _requests_topic(bootstrap: str, name: str, partitions: int) -> None:
    from transport.kafka.names import requests_topic
    from transport.kafka.options import KafkaOptions
    from transport.kafka.topics import Topic, ensure

    wanted = [Topic(requests_topic(name), partitions, {})]
    await ensure(KafkaOptions(bootstrap=bootstrap), wanted)


async def _point(varied: str, value: int, once: Once, at_once: int) -> Point:
    await asked(once, PIECES, requests=20)
    requests = max(at_once, min(REQUESTS, at_once * 100))
    taken = await asked(once, PIECES, clients=at_once, requests=requests)
    rate, median = taken.rate, taken.percentile(0.5)
    print(f"{varied:<12}{value:>6}{rate:>10,.0f} requests/s{median:>10.1f} ms median", flush=True)
    return Point(varied, value, rate, median)


def plotted(points: list[Point]) -> str:
    """Return the measurements as an SVG: one panel a series, requests a second and the median."""
    panels = []
    for varied in dict.fromkeys(point.varied for point in points):
        mine = [point for point in points if point.varied == varied]
        lines = (
            Curve("requests/s", "#1b6ca8", [point.rate for point in mine]),
            Curve("median ms", "#b4481e", [point.median for point in mine]),
        )
        panels.append(Panel(varied, [f"{point.value:,}" for point in mine], lines))
    return _plot.plotted(panels)
