"""How the cost of the Kafka binding grows: with requests in flight, partitions and replicas."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any, NamedTuple

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


async def _point(
    varied: str,
    value: int,
    once: Callable[[int], Awaitable[tuple[float, float, int]]],
    at_once: int,
) -> Point:
    for _ in range(20):
        await once(PIECES)
    times: list[float] = []
    left = iter(range(max(at_once, min(REQUESTS, at_once * 100))))

    async def ask() -> None:
        for _ in left:
            times.append((await once(PIECES))[1])

    begun = time.perf_counter()
    await asyncio.gather(*(ask() for _ in range(at_once)))
    rate = len(times) / (time.perf_counter() - begun)
    median = sorted(times)[len(times) // 2] * 1000
    print(f"{varied:<12}{value:>6}{rate:>10,.0f} requests/s{median:>10.1f} ms median", flush=True)
    return Point(varied, value, rate, median)


def plotted(points: list[Point]) -> str:
    """Return the measurements as an SVG: one panel a series, requests a second and the median."""
    series = list(dict.fromkeys(point.varied for point in points))
    width, height, left, bottom = 300, 230, 60, 190
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * len(series)} {height + 30}"'
        ' font-family="sans-serif" font-size="11">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for panel, varied in enumerate(series):
        mine = [point for point in points if point.varied == varied]
        x0 = panel * width + left
        step = (width - left - 30) / max(1, len(mine) - 1)
        parts.append(f'<text x="{x0}" y="18" font-weight="bold">{varied}</text>')
        for colour, name, values in (
            ("#1b6ca8", "requests/s", [point.rate for point in mine]),
            ("#b4481e", "median ms", [point.median for point in mine]),
        ):
            top = max(values) * 1.1
            spots = [
                (x0 + step * n, bottom - value / top * (bottom - 35))
                for n, value in enumerate(values)
            ]
            line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}"/>')
            for (x, y), value in zip(spots, values, strict=True):
                parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
                parts.append(
                    f'<text x="{x:.1f}" y="{y - 6:.1f}" fill="{colour}" text-anchor="middle">'
                    f"{value:,.0f}</text>"
                )
            place = bottom + (38 if name == "requests/s" else 52)
            parts.append(f'<text x="{x0}" y="{place}" fill="{colour}">{name}</text>')
        for n, point in enumerate(mine):
            x = x0 + step * n
            parts.append(
                f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{point.value:,}</text>'
            )
        parts.append(
            f'<line x1="{x0 - 12}" y1="{bottom}" x2="{x0 + width - left - 15}" y2="{bottom}"'
            ' stroke="#888"/>'
        )
    return "\n".join([*parts, "</svg>", ""])
