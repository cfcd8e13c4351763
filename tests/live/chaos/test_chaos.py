"""The short form of `python -m tests.live.chaos`."""

from pathlib import Path

import pytest

from tests.live.chaos.parts import Deployment
from tests.live.chaos.system import run
from tests.live.servers import NoServer

pytestmark = [pytest.mark.anyio, pytest.mark.live]


async def test_nothing_that_was_acknowledged_is_lost_or_doubled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BALANCE_DESK_DATABASE", "")  # set to a server's by the deployment
    # Three brokers: without its only one, a question ends before a slow machine has it again.
    deployment = Deployment(tmp_path, replicas=2, agents=2, brokers=3, desks=2, every=2.0)
    try:
        deployment.__enter__()
    except NoServer as reason:
        pytest.skip(str(reason))
    try:
        tally = await run(deployment, seconds=40, rate=10, every=2)
    finally:
        deployment.__exit__()
    # What an agent could not answer it says; the long form tells of such questions too.
    for one in tally.kept.values():
        assert (one.lost, one.doubled, one.out_of_order) == (0, 0, 0), tally.table()
    assert not tally.unlike, tally.table()
    assert tally.started
    assert all(one.stored >= one.acknowledged > 0 for one in tally.kept.values()), tally.table()
