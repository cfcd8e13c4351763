"""Requests that a replica works on: their order, the offsets they hold, answers for repeats."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable

from aiokafka import TopicPartition

from transport.kafka.server.outbox import Attempt


class QueueTurn:
    """A turn's place in its conversation; `leave` lets the next one begin, and is idempotent."""

    def __init__(self, order: "TurnOrder", context_id: str) -> None:
        self._order = order
        self._context_id = context_id
        self.left = asyncio.Event()

    def leave(self) -> None:
        """Let the next turn begin."""
        self.left.set()
        self._order.forget(self._context_id, self)


class TurnOrder:
    """Owns the last turn of each conversation that has one about to begin."""

    def __init__(self) -> None:
        self._last: dict[str, QueueTurn] = {}

    def enter(self, context_id: str) -> tuple[QueueTurn, QueueTurn | None]:
        """Return a place at the end of the conversation's queue, and the one before it if any."""
        place = QueueTurn(self, context_id)
        if not context_id:
            return place, None
        before = self._last.get(context_id)
        self._last[context_id] = place
        return place, before

    def forget(self, context_id: str, place: QueueTurn) -> None:
        """Forget a conversation whose last turn has begun."""
        if self._last.get(context_id) is place:
            del self._last[context_id]


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


# What a task is when nothing more happens to it by itself; the first four are for ever.
SETTLED = ("completed", "failed", "canceled", "rejected", "input_required", "auth_required")


class Work:
    """A request that is being answered; owns nothing."""

    def __init__(self, answer: Attempt, *, turn: bool) -> None:
        self.answer = answer
        self.turn = turn
        self.begun = False
        self.abandoned = False
        self.seen = 0
        self.detached = False
        self.held: set[tuple[TopicPartition, int]] = set()
        self.task: asyncio.Task[None] | None = None

    @property
    def at_rest(self) -> bool:
        """Whether the task waits for its person, or is over, by what was last said of it."""
        return bool(self.answer.events) and self.answer.events[-1].state in SETTLED

    def detach(self) -> None:
        """Nobody reads any more: a stream ends at once, a turn when its task is at rest.

        A turn is finished all the same: whoever asked may come back and read it from the log. What
        has ended already is left to wait until the brokers have its end.
        """
        leave = not self.answer.ended and (not self.turn or self.at_rest)
        if not self.detached and self.task is not None and leave:
            self.task.cancel()
        self.detached = True


MAX_ANSWERS = 2000
MAX_BYTES = 32_000_000


class AnswerCache:
    """Owns the newest answers by the identity of their requests, bounded in number and in bytes."""

    def __init__(self, *, answers: int = MAX_ANSWERS, size: int = MAX_BYTES) -> None:
        self._most = answers
        self._most_bytes = size
        self._answers: OrderedDict[str, Attempt] = OrderedDict()
        self._bytes = 0

    def keep(self, answer: Attempt) -> None:
        """Keep an answer, and forget the oldest that are too many."""
        self._answers[answer.request.identity] = answer
        self._bytes += answer.size
        while self._answers and (len(self._answers) > self._most or self._bytes > self._most_bytes):
            _, oldest = self._answers.popitem(last=False)
            self._bytes -= oldest.size

    def get(self, identity: str) -> Attempt | None:
        """Return the answer to a request, if it is still kept."""
        return self._answers.get(identity)
