"""How often a request was begun: one that ends every replica that begins it is set aside.

The counts are kept as the metadata of the group's committed offsets, where the partition's next
reader finds them. A request that comes up for the first time is not counted, for that would cost
each one a commit; what was in the log already when its partition came here may have been begun
before.
"""

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiokafka import TopicPartition

ATTEMPTS = 4
ALONE_SECONDS = 10.0
_SUSPECT = 2  # begun so often already, a request is begun alone: whom else it would take with it
_METADATA_CHARACTERS = 4000  # brokers take 4,096
_COUNT = re.compile(r"([0-9a-f]{10}):([0-9]{1,3})")
_LOAD_SECONDS = 5.0
_KEEP_TRIES, _KEEP_SECONDS = 40, 0.25


class Attempts:
    """Owns the counts of the partitions that are read here; `commit` makes them last.

    With `most` 0 nothing is counted: where replicas are ended from outside all the time.
    """

    def __init__(self, commit: Callable[[], Awaitable[None]], *, most: int = ATTEMPTS) -> None:
        self.most = most
        self._commit = commit
        self._counts: dict[TopicPartition, dict[str, int]] = {}
        self._ends: dict[TopicPartition, int] = {}
        self._known: dict[TopicPartition, asyncio.Event] = {}
        self._alone = asyncio.Lock()
        self.changed: set[TopicPartition] = set()

    def expect(self, partition: TopicPartition) -> None:
        """A partition has come here: what is known of it is being read."""
        self._known[partition] = asyncio.Event()

    def load(self, partition: TopicPartition, *, end: int, metadata: str) -> None:
        """Take in what a partition's last reader has left, and where its log ended by then."""
        found = {name: int(count) for name, count in _COUNT.findall(metadata)}
        self._counts[partition] = found | self._counts.get(partition, {})
        self._ends[partition] = end
        self._known.setdefault(partition, asyncio.Event()).set()

    def drop(self, partition: TopicPartition) -> None:
        """Forget a partition that is read elsewhere."""
        for held in (self._counts, self._ends, self._known):
            held.pop(partition, None)
        self.changed.discard(partition)

    def metadata(self, partition: TopicPartition) -> str:
        """Return what is to be kept with the partition's offset."""
        counts = sorted(self._counts.get(partition, {}).items(), key=lambda one: -one[1])
        text = " ".join(f"{name}:{count}" for name, count in counts)
        if len(text) <= _METADATA_CHARACTERS:
            return text
        return text[:_METADATA_CHARACTERS].rpartition(" ")[0]  # the least suspect are left out

    async def before(self, partition: TopicPartition, offset: int, correlation_id: str) -> int:
        """Return how often a request was begun already, as far as that is counted."""
        known = self._known.get(partition)
        if not self.most or known is None:
            return 0
        if not known.is_set():
            try:
                async with asyncio.timeout(_LOAD_SECONDS):
                    await known.wait()
            except TimeoutError:
                return 0
        count = self._counts.get(partition, {}).get(_short(correlation_id))
        return count or int(offset < self._ends.get(partition, 0))

    @asynccontextmanager
    async def beginning(
        self, partition: TopicPartition, correlation_id: str, before: int
    ) -> AsyncIterator[None]:
        """Begin a request that may have been begun before: counted, and alone if it is suspect."""
        async with _shared(self._alone if before >= _SUSPECT else None):
            if before:
                self._counts.setdefault(partition, {})[_short(correlation_id)] = before + 1
                self.changed.add(partition)
                await self._kept(partition)
            yield

    async def _kept(self, partition: TopicPartition) -> None:
        """Return when the counts are committed; while partitions move, brokers take no commit."""
        for _ in range(_KEEP_TRIES):
            await self._commit()
            if partition not in self.changed:
                return
            await asyncio.sleep(_KEEP_SECONDS)

    def begun(self, partition: TopicPartition, correlation_id: str) -> None:
        """Count a request that had not been counted, for its partition moves."""
        if self.most:
            self._counts.setdefault(partition, {}).setdefault(_short(correlation_id), 1)

    def done(self, partition: TopicPartition, correlation_id: str) -> None:
        """Forget a request that was answered."""
        counts = self._counts.get(partition)
        if counts and counts.pop(_short(correlation_id), None) is not None:
            self.changed.add(partition)


@asynccontextmanager
async def _shared(lock: asyncio.Lock | None) -> AsyncIterator[None]:
    """Hold a lock while the block runs, but for a bounded time."""
    if lock is None:
        yield
        return
    await lock.acquire()
    held = True

    def release() -> None:
        nonlocal held
        if held:
            held = False
            lock.release()

    timer = asyncio.get_running_loop().call_later(ALONE_SECONDS, release)
    try:
        yield
    finally:
        timer.cancel()
        release()


def _short(correlation_id: str) -> str:
    return hashlib.blake2s(correlation_id.encode(), digest_size=5).hexdigest()
