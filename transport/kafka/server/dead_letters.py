"""Requests that nobody can answer, kept where people look at them."""

import asyncio
import logging
from typing import Any

from aiokafka import AIOKafkaProducer, TopicPartition
from aiokafka.errors import (
    KafkaError,
    MessageSizeTooLargeError,
    RecordTooLargeError,
    TopicAuthorizationFailedError,
)

from transport.kafka.names import dead_letters_topic
from transport.kafka.records import Headers, Request, encoded

_TRIES, _PAUSE_SECONDS = 5, 0.5
_FOR_GOOD = (MessageSizeTooLargeError, RecordTooLargeError, TopicAuthorizationFailedError)

log = logging.getLogger(__name__)


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

    Tokens are left out: people look at it, for days. What the brokers do not take is logged, with
    where it stands, for what was read with it still has to be answered.
    """
    topic = dead_letters_topic(agent)
    reason = encoded(
        {
            "dlq-reason": why,
            "dlq-topic": where.topic,
            "dlq-partition": str(where.partition),
            "dlq-offset": str(offset),
        }
    )
    key, value, headers = record
    kept = [one for one in headers if one[0].lower() != "authorization"]
    for last in (*[False] * (_TRIES - 1), True):
        try:
            await producer.send_and_wait(topic, value, key=key, headers=[*kept, *reason])
            return
        except KafkaError as error:
            if last or isinstance(error, _FOR_GOOD):
                log.warning(
                    "The record at offset %d of %s [%d] is not kept in %s: %r",
                    offset,
                    where.topic,
                    where.partition,
                    topic,
                    error,
                )
                return
        await asyncio.sleep(_PAUSE_SECONDS)


def asked_by(key: str, headers: Any) -> Request:
    """Return what is known of whoever sent a record that cannot be read."""
    partition = headers.get("reply-partition", "0")
    return Request(
        correlation_id=key,
        method="",
        params={},
        reply_topic=headers.get("reply-topic", ""),
        reply_partition=int(partition) if partition.isdecimal() else -1,
        client_id=headers.get("client-id", ""),
        traceparent=headers.get("traceparent", ""),
    )
