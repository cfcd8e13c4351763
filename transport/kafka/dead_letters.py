"""Requests that nobody can answer, kept where people look at them."""

from typing import Any

from aiokafka import AIOKafkaProducer, TopicPartition

from transport.kafka.names import dead_letters_topic
from transport.kafka.records import Headers, Request, encoded


async def keep_aside(
    producer: AIOKafkaProducer,
    agent: str,
    record: tuple[bytes | None, bytes | None, Headers],
    *,
    why: str,
    where: TopicPartition,
    offset: int,
) -> None:
    """Put a record, given as key, value and headers, among an agent's dead letters.

    Raises `KafkaError`.
    """
    reason = encoded(
        {
            "dlq-reason": why,
            "dlq-topic": where.topic,
            "dlq-partition": str(where.partition),
            "dlq-offset": str(offset),
        }
    )
    key, value, headers = record
    await producer.send_and_wait(
        dead_letters_topic(agent), value, key=key, headers=[*headers, *reason]
    )


def asked_by(key: str, headers: Any) -> Request:
    """Return what is known of whoever sent a record that cannot be read."""
    partition = headers.get("reply-partition", "0")
    return Request(
        correlation_id=key,
        method="",
        params={},
        reply_topic=headers.get("reply-topic", ""),
        reply_partition=int(partition) if partition.isdigit() else -1,
        client_id=headers.get("client-id", ""),
    )
