"""The reader of an agent's turns: a member of its consumer group."""

from typing import Any

from aiokafka import AIOKafkaConsumer
from aiokafka.coordinator.assignors.sticky.sticky_assignor import StickyPartitionAssignor

from transport.kafka.guards import heed_offset_errors
from transport.kafka.names import group_of
from transport.kafka.options import KafkaOptions


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
    heed_offset_errors(consumer)
    return consumer
