"""Where a group's last reader left a partition that is read here from now on."""

import asyncio
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from aiokafka import AIOKafkaConsumer, TopicPartition
from aiokafka.admin import AIOKafkaAdminClient

from transport.kafka.guards import asked, heed_offset_errors
from transport.kafka.options import KafkaOptions


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
    heed_offset_errors(admin)
    try:
        ends = await consumer.end_offsets(list(partitions))
        begins = await consumer.beginning_offsets(list(partitions))
        await admin.start()
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
