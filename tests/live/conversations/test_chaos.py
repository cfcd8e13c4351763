"""The short form of `python -m tests.live.conversations.chaos`."""

from pathlib import Path

import pytest

from tests.live.conversations.chaos import Chaos
from tests.live.servers import NoServer

pytestmark = [pytest.mark.anyio, pytest.mark.live]


async def test_nothing_that_was_acknowledged_is_lost_or_doubled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        chaos = Chaos(tmp_path, monkeypatch.setenv)
        chaos.__enter__()
    except NoServer as reason:
        pytest.skip(str(reason))
    try:
        tally = await chaos.run(seconds=25, writers=8, every=3)
    finally:
        chaos.__exit__()
    assert tally.acknowledged > 0
    assert tally.killed
    assert (tally.lost, tally.doubled, tally.out_of_order) == (0, 0, 0), tally.table()
    assert tally.stored == tally.acknowledged
