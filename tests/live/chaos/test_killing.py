"""What is killed when, on parts that are no processes."""

import asyncio
from collections.abc import Callable

import pytest

from tests.live.chaos.killing import Killer
from tests.live.chaos.parts import Part
from tests.live.chaos.tally import Tally
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


class StandIn(Part):
    """A part that is ready when it is asked for the third time; its first starts may fail."""

    def __init__(
        self, kind: str, name: str, told: Callable[[], None], *stands_on: str, fails: int = 0
    ) -> None:
        super().__init__(kind, name, self, stands_on)
        self.usable = True
        self.kills = 0
        self._asked = 0
        self._told = told
        self._fails = fails

    def kill(self) -> None:
        self.usable = False
        self.kills += 1
        self._told()

    def start(self) -> None:
        self._fails -= 1
        if self._fails >= 0:
            raise RuntimeError("what it stands on is away")
        self._asked = 0

    async def ready(self) -> bool:
        self._asked += 1
        self.usable = self.usable or self._asked > 2
        return self.usable


async def test_what_is_ready_too_late_after_its_own_start_is_slow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.live.chaos.killing.READY_SECONDS", 0.0)
    over = asyncio.Event()
    loop = asyncio.get_running_loop()

    def told() -> None:
        if all(one.kills for one in parts):
            loop.call_soon_threadsafe(over.set)

    parts = [StandIn("broker", "broker", told), StandIn("gateway", "gateway", told, "broker")]
    tally = Tally(seed=1)
    async with asyncio.timeout(PATIENCE):
        await Killer(parts, tally).run(0.0, over)
    assert any(one.endswith("after gateway") for one in tally.slow)
    assert not any(one.startswith("broker") for one in tally.slow)
    assert not tally.good


async def test_a_quorum_stays_and_every_part_is_killed() -> None:
    least = {"broker": 3, "service": 2, "store": 1}
    over = asyncio.Event()
    loop = asyncio.get_running_loop()

    def told() -> None:
        for kind in least:
            least[kind] = min(least[kind], sum(one.usable for one in parts if one.kind == kind))
        if all(one.kills > 1 for one in parts):
            loop.call_soon_threadsafe(over.set)

    parts = [
        StandIn("store", "store", told, fails=1),
        *(StandIn("broker", f"broker {n}", told) for n in range(3)),
        *(StandIn("service", f"service {n}", told, "store") for n in range(2)),
    ]
    tally = Tally(seed=1)
    async with asyncio.timeout(PATIENCE):
        await Killer(parts, tally).run(0.0, over)
    assert least == {"broker": 2, "service": 1, "store": 0}
    assert max(one.kills for one in parts) <= 2 + len(parts)
    for kind in ("store", "broker"):
        kills = sum(one.kills for one in parts if one.kind == kind)
        assert kills == len(tally.started[kind]) == [one for _, one in tally.kills].count(kind)
    assert len(tally.recovered["service"]) >= 2  # both, at least once
    assert all(one.usable for one in parts)
    assert tally.good, tally.table()


def test_a_part_that_is_ready_too_late_is_not_good_and_stands_in_the_table() -> None:
    tally = Tally(seed=7, kills=[(10.0, "service"), (20.0, "broker"), (32.0, "service")])
    tally.slow.append("service 1: 15.1 s after PostgreSQL")
    assert not tally.good
    assert "seed 7: 3 kills, one each 11.0 s" in tally.table()
    assert "service 1: 15.1 s after PostgreSQL" in tally.table()
