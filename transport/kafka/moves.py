"""What is done when partitions move between replicas."""

import logging
from collections.abc import Callable, Iterable
from typing import Any

from aiokafka import AIOKafkaConsumer, ConsumerRebalanceListener, TopicPartition
from aiokafka.errors import IllegalStateError, KafkaError
from aiokafka.structs import OffsetAndMetadata

from transport.kafka.replica import Replica

log = logging.getLogger(__name__)


class Moves(ConsumerRebalanceListener):  # type: ignore[misc]
    """Owns what was promised while partitions move.

    Before they move, everything that was begun is committed: a promise to finish it. What was not
    begun is left to the partition's next reader. If the brokers take no commit and a partition has
    really moved, its answers fall silent, for that reader begins them anew. `came` hears of the
    partitions that are read here from now on.
    """

    def __init__(
        self, consumer: AIOKafkaConsumer, replica: Replica, came: Callable[[set[Any]], None]
    ) -> None:
        self._consumer = consumer
        self._replica = replica
        self._came = came
        self._promised: set[TopicPartition] = set()
        self._held: set[TopicPartition] = set()

    async def on_partitions_revoked(self, revoked: Iterable[TopicPartition]) -> None:
        """Promise to finish what was begun."""
        self._held = set(revoked)
        self._promised = set()
        attempts = self._replica.attempts
        promised = self._replica.promised(self._held)
        offsets = {
            one: OffsetAndMetadata(upto, attempts.metadata(one)) for one, upto in promised.items()
        }
        try:
            if offsets:
                await self._consumer.commit(offsets)
            self._promised = set(self._held)
        except (KafkaError, IllegalStateError) as error:
            log.info("What is being answered could not be promised: %r", error)

    async def on_partitions_assigned(self, assigned: Iterable[TopicPartition]) -> None:
        """Fall silent on what was not promised and has moved away."""
        now = set(assigned)
        moved = self._held - now
        self._replica.offsets.drop(self._held | now)
        for one in moved:
            self._replica.attempts.drop(one)
        if moved:
            self._replica.abandon(moved - self._promised, begun=True)
            self._replica.abandon(moved, begun=False)
        self._replica.owned = frozenset(one.partition for one in now)
        log.info("The turns of %d partitions come here", len(now))
        self._held = set()
        self._came(now)
