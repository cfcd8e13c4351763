"""A whole deployment is used while one of its parts after the other is killed.

What was acknowledged is compared with what is stored and shown in the end.
"""

import asyncio
import json
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from benchmarks._load import Line, Taken
from tests.live.chaos.counting import whole
from tests.live.chaos.desk import NAMES, Row
from tests.live.chaos.killing import Killer
from tests.live.chaos.parts import Deployment
from tests.live.chaos.tally import Tally
from tests.live.chaos.traffic import Traffic


async def run(
    deployment: Deployment, tally: Tally, *, seconds: float, rate: float, every: float
) -> None:
    """Use a deployment for so long, with something killed every so often; fill in the figures."""
    proxy = deployment.proxies[0]
    traffic = Traffic(proxy, deployment.token, deployment.redis.url)
    tally.refused, tally.failed = traffic.refused, traffic.failed
    await traffic.begin(over_http=12, over_queues=4)
    over = asyncio.Event()
    killing = asyncio.create_task(Killer(deployment.parts, tally).run(every, over))
    try:
        taken = await traffic.run(rate=rate, seconds=seconds)
    finally:
        over.set()
        await killing
    for desk in deployment.desks:
        await asyncio.to_thread(desk.stop_saying)
    # One that was killed before it told of the last may have stored one more.
    asked = {desk.name: max(desk.said, default=-1) + 1 for desk in deployment.desks}
    shown = await asyncio.gather(
        *(asyncio.to_thread(one.finish, asked) for one in deployment.desks)
    )
    line = Line(proxy.url, {"Authorization": f"Bearer {deployment.token}"}, proxy.trust)
    for way, talks in traffic.talks.items():
        kept = tally.kept[f"over {way}"]
        kept.taken = taken[way]
        for talk in talks:
            kept.compare(talk.said, await _stored(line, talk.name))
    for desk, found in zip(deployment.desks, shown, strict=True):
        said = [f"{desk.name}.{number}" for number in sorted(desk.said)]
        rows, kept = found.get(desk.name, []), tally.kept["by desks"]
        again = [row.question for row in rows if row.again]
        tally.asked_again += len(again)
        kept.compare(said, await _stored(line, desk.name), again)
        kept.taken += Taken(seconds=[row.seconds for row in rows if not row.again])
    _compare_desks(tally, shown)
    line.close()
    await traffic.aclose()


def _compare_desks(tally: Tally, shown: Sequence[dict[str, list[Row]]]) -> None:
    for at, name in enumerate(NAMES[: len(shown)]):
        own = shown[at].get(name, [])
        for row in own:
            if not row.again and row.answer != whole(row.question):
                tally.unanswered[f"{row.state}: {row.reason}" if row.reason else row.state] += 1
        for found in shown:
            rows = found.get(name, [])
            pairs = zip_longest(own, rows, fillvalue=Row(""))
            tally.unlike += [f"{a} / {b}" for a, b in pairs if a[:3] != b[:3]]


async def _stored(line: Line, conversation: str) -> list[str]:
    """Return what the person said of a conversation, in order, as the service has it."""
    found: list[str] = []
    after = ""
    path = f"/api/v1/conversations/{conversation}/messages"
    while True:
        status, raw = await line.ask("GET", f"{path}?limit=1000{after}")
        assert status == 200, raw
        page: dict[str, Any] = json.loads(raw)
        found += [one["content"] for one in page["data"] if one["role"] == "user"]
        if not page.get("next"):
            return found
        after = f"&after={page['next']}"
