"""The consumer group of an agent: joined, taken up where others left, handed on."""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from aiokafka import AIOKafkaConsumer, ConsumerRebalanceListener, TopicPartition
from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.coordinator.assignors.sticky.sticky_assignor import StickyPartitionAssignor
from aiokafka.errors import IllegalStateError, KafkaError
from aiokafka.structs import OffsetAndMetadata

from transport.kafka.names import group_of
from transport.kafka.options import KafkaOptions
from transport.kafka.server.replica import Replica
from transport.kafka.workarounds import asked, heed_offsets, started


def group_consumer(options: KafkaOptions, agent: str, *, instance: str = "") -> AIOKafkaConsumer:
    """Return a member of the agent's group, which begins where the group has left off.

    `instance` names it for ever, so that a restart moves nothing.
    """
    more: dict[str, Any] = {"group_instance_id": instance} if instance else {}
    consumer = AIOKafkaConsumer(
        group_id=group_of(agent),
        auto_offset_reset="earliest",
        partition_assignment_strategy=(StickyPartitionAssignor,),
        **{**more, **options.consumer()},
    )
    heed_offsets(consumer)
    return consumer


class TakenUp(NamedTuple):
    """A partition as it was when it came here.

    `offset` is the first one that is not answered, or None where that is not known; `end` is that
    of the log, `metadata` what stood with the committed offset.
    """

    offset: int | None = None
    end: int = 0
    metadata: str = ""


async def taken_up(
    consumer: AIOKafkaConsumer,
    options: KafkaOptions,
    group: str,
    partitions: Collection[TopicPartition],
    *,
    close_seconds: float,
) -> Mapping[TopicPartition, TakenUp]:
    """Return how these partitions stand; raises `KafkaError`."""
    admin = AIOKafkaAdminClient(**options.common())
    heed_offsets(admin)
    try:
        ends = await consumer.end_offsets(list(partitions))
        begins = await consumer.beginning_offsets(list(partitions))
        await started(admin)
        committed: Mapping[TopicPartition, Any] = await asked(
            lambda: admin.list_consumer_group_offsets(group, partitions=list(partitions))
        )
    finally:
        with suppress(TimeoutError):
            async with asyncio.timeout(close_seconds):
                await admin.close()
    found = {}
    for one in partitions:
        told = committed.get(one)
        offset = begins.get(one) if told is None or told.offset < 0 else told.offset
        metadata = "" if told is None else str(told.metadata or "")
        found[one] = TakenUp(offset, ends.get(one, 0), metadata)
    return found


def behind(taken: TakenUp, *, standing: int | None, highwater: int | None) -> int | None:
    """Return how many records of a partition are not answered, or None where that is not known.

    `standing` is the lowest offset that was read here and is not answered, or the next one to be
    read; `highwater` the end of the log as the last fetch told it.
    """
    since = taken.offset if standing is None else standing
    return None if since is None else max(0, max(taken.end, highwater or 0) - since)


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
