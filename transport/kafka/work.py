"""A request that is being answered by a replica."""

import asyncio

from aiokafka import TopicPartition

from transport.kafka.outbox import Answer

# What a task is when nothing more happens to it by itself; the first four are for ever.
SETTLED = ("completed", "failed", "canceled", "rejected", "input_required", "auth_required")


class Work:
    """A request that is being answered; owns nothing."""

    def __init__(self, answer: Answer, *, turn: bool) -> None:
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
