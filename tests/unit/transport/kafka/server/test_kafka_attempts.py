"""Requests that may have been begun before: counted, begun alone when suspect, bounded."""

import asyncio

import pytest
from aiokafka import TopicPartition

from tests.patience import PATIENCE
from transport.kafka.server.attempts import Attempts

pytestmark = pytest.mark.anyio

HERE = TopicPartition("t", 0)


class Kept:
    """Stands for the group's committed metadata."""

    def __init__(self) -> None:
        self.attempts = self.read("", end=0)
        self.commits: list[str] = []

    def read(self, metadata: str, *, end: int) -> Attempts:
        made = Attempts(self.commit)
        made.expect(HERE)
        made.load(HERE, end=end, metadata=metadata)
        self.attempts = made
        return made

    async def commit(self) -> None:
        self.commits.append(self.attempts.metadata(HERE))
        self.attempts.changed.clear()


async def test_what_comes_up_for_the_first_time_is_not_counted() -> None:
    kept = Kept()
    before = await kept.attempts.before(HERE, 5, "one")
    async with kept.attempts.beginning(HERE, "one", before):
        pass
    assert (before, kept.commits) == (0, [])


async def test_each_begin_of_what_was_in_the_log_is_kept_before_it_is_worked_on() -> None:
    kept = Kept()
    metadata = ""
    counts = []
    for _ in range(4):  # each time another replica reads what the last one left
        attempts = kept.read(metadata, end=9)
        before = await attempts.before(HERE, 5, "one")
        counts.append(before)
        async with attempts.beginning(HERE, "one", before):
            metadata = kept.commits[-1]
    assert counts == [1, 2, 3, 4]
    kept.attempts.done(HERE, "one")
    assert kept.attempts.metadata(HERE) == ""


async def test_a_count_outlives_a_request_that_is_sent_again() -> None:
    kept = Kept()
    kept.attempts.begun(HERE, "one")  # it was promised, and its replica ended
    attempts = kept.read(kept.attempts.metadata(HERE), end=3)
    assert await attempts.before(HERE, 20, "one") == 1


async def test_suspects_begin_one_after_the_other() -> None:
    kept = Kept()
    inside: list[str] = []

    async def begin(name: str) -> None:
        async with kept.attempts.beginning(HERE, name, 2):
            assert not inside
            inside.append(name)
            await asyncio.sleep(0)
            inside.remove(name)

    await asyncio.gather(*(begin(str(n)) for n in range(5)))
    # Who is begun for the second time only waits for nobody.
    async with (
        kept.attempts.beginning(HERE, "x", 2),
        asyncio.timeout(PATIENCE),
        kept.attempts.beginning(HERE, "y", 1),
    ):
        pass


async def test_metadata_of_others_is_nothing_and_ours_is_bounded() -> None:
    kept = Kept()
    attempts = kept.read("noise: {not ours} 12:x", end=0)
    assert attempts.metadata(HERE) == ""
    for n in range(2000):
        attempts.begun(HERE, str(n))
    async with attempts.beginning(HERE, "worst", 3):
        pass
    metadata = attempts.metadata(HERE)
    assert len(metadata) <= 4000
    assert metadata.split(" ")[0].endswith(":4")  # the most suspect are kept
    again = kept.read(metadata, end=0)
    assert await again.before(HERE, 1, "worst") == 4


async def test_where_replicas_are_ended_from_outside_nothing_is_counted() -> None:
    async def never() -> None:
        raise AssertionError

    attempts = Attempts(never, most=0)
    attempts.expect(HERE)
    assert await attempts.before(HERE, 0, "one") == 0
    attempts.begun(HERE, "one")
    assert attempts.metadata(HERE) == ""
