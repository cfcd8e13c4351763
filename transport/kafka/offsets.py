"""Which offsets may be committed: everything below the lowest request that is not answered yet."""

from collections.abc import Iterable

from aiokafka import TopicPartition


class Offsets:
    """Owns, for each partition, the offsets that are being worked on and the highest seen."""

    def __init__(self) -> None:
        self._open: dict[TopicPartition, set[int]] = {}
        self._next: dict[TopicPartition, int] = {}
        self._committed: dict[TopicPartition, int] = {}

    def accept(self, partition: TopicPartition, offset: int) -> None:
        """Take note of a request that is now being worked on."""
        self._open.setdefault(partition, set()).add(offset)
        self._next[partition] = max(offset + 1, self._next.get(partition, 0))

    def done(self, partition: TopicPartition, offset: int) -> None:
        """Take note of one that is answered; of a partition that has moved away nothing is kept."""
        if partition in self._open:
            self._open[partition].discard(offset)

    def committable(self) -> dict[TopicPartition, int]:
        """Return the offsets to commit that were not committed yet."""
        found = {}
        for partition in self._open:
            upto = self.standing(partition)
            if upto is not None and upto > self._committed.get(partition, -1):
                found[partition] = upto
        return found

    def standing(self, partition: TopicPartition) -> int | None:
        """Return the lowest offset that is not answered yet, or None if nothing was read."""
        open_ones = self._open.get(partition)
        return min(open_ones) if open_ones else self._next.get(partition)

    def accepted(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """Return the offsets past everything that was accepted: a promise to finish it."""
        return {one: self._next[one] for one in partitions if one in self._next}

    def committed(self, offsets: dict[TopicPartition, int]) -> None:
        """Take note of a commit that the broker has acknowledged."""
        self._committed.update(offsets)

    def drop(self, partitions: Iterable[TopicPartition]) -> None:
        """Forget partitions that are read anew or by somebody else from now on."""
        for one in partitions:
            self._open.pop(one, None)
            self._next.pop(one, None)
            self._committed.pop(one, None)
