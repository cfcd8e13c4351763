"""The short form of `python -m tests.live.chaos`."""

import random
from pathlib import Path

import pytest

from tests.live.chaos.parts import Deployment
from tests.live.chaos.system import run
from tests.live.chaos.tally import Tally
from tests.live.servers import NoServer

pytestmark = [pytest.mark.anyio, pytest.mark.live]


async def test_nothing_that_was_acknowledged_is_lost_or_doubled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BALANCE_DESK_DATABASE", "")  # set to a server's by the deployment
    # Three brokers: without its only one, a question ends before a slow machine has it again.
    deployment = Deployment(
        tmp_path, replicas=2, agents=2, gateways=2, brokers=3, desks=2, every=2.0
    )
    tally = Tally(random.randrange(10**6))
    try:
        deployment.__enter__()
    except NoServer as reason:
        pytest.skip(str(reason))
    try:
        await run(deployment, tally, seconds=24, rate=10, every=2)
    finally:
        deployment.__exit__()
    # What an agent could not answer it says; the long form tells of such questions too.
    for one in tally.kept.values():
        assert (one.lost, one.doubled, one.out_of_order) == (0, 0, 0), tally.table()
    assert not tally.unlike, tally.table()
    assert not tally.failed, tally.table()
    assert tally.kills
    assert all(one.stored >= one.acknowledged > 0 for one in tally.kept.values()), tally.table()
