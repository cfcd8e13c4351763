"""Cards on a compacted topic: agents announce theirs, desks and gateways find them without HTTP."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from a2a.types import AgentCard, AgentInterface
from a2a.utils.constants import PROTOCOL_VERSION_CURRENT
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition
from google.protobuf.json_format import MessageToDict  # type: ignore[import-untyped]

from app.errors import DeskError
from transport.client.cards import read_card
from transport.kafka.names import CARDS_TOPIC, KAFKA_BINDING, KafkaAddress
from transport.kafka.options import KafkaOptions
from transport.kafka.records import dumped
from transport.kafka.topics import partitions_of
from transport.kafka.workarounds import calm_logs, started, stopped
from transport.protocol.card_security import ask_for_token

_READ_SECONDS = 10.0


def card_over_kafka(card: AgentCard, address: KafkaAddress, *, tokens: bool = False) -> AgentCard:
    """Return the card as it is announced: reached here, and nowhere else that it says.

    Extended cards are shown to those who are signed in, over Kafka as over HTTP; webhooks are
    called from wherever the task runs. Signatures were made for another card. With `tokens` it
    asks for a bearer token, unless it says itself what it asks for.
    """
    told = AgentCard()
    told.CopyFrom(card)
    del told.supported_interfaces[:]
    told.supported_interfaces.append(
        AgentInterface(
            url=str(address),
            protocol_binding=KAFKA_BINDING,
            protocol_version=PROTOCOL_VERSION_CURRENT,
        )
    )
    del told.signatures[:]
    if tokens:
        ask_for_token(told)
    return told


async def announce(producer: AIOKafkaProducer, name: str, card: AgentCard) -> None:
    """Put a card on the topic; raises `KafkaError`."""
    await producer.send_and_wait(CARDS_TOPIC, dumped(MessageToDict(card)), key=name.encode())


async def announced(options: KafkaOptions) -> Mapping[str, AgentCard]:
    """Return the newest card of each agent of a cluster; unreadable ones are left out.

    Raises `KafkaError`, for lack of the right to read them too; nothing within ten seconds is what
    is there.
    """
    calm_logs()
    consumer = AIOKafkaConsumer(auto_offset_reset="earliest", **options.consumer())
    found: dict[str, tuple[int, bytes | None]] = {}
    try:
        await started(consumer)
        # A topic that a broker has made by itself may have several partitions.
        count = await partitions_of(options, CARDS_TOPIC)
        where = [TopicPartition(CARDS_TOPIC, part) for part in range(count)]
        if not where:
            return {}
        consumer.assign(where)
        await consumer.seek_to_beginning(*where)
        ends = await consumer.end_offsets(where)
        deadline = asyncio.get_running_loop().time() + _READ_SECONDS
        while any([await consumer.position(one) < ends[one] for one in where]):
            if asyncio.get_running_loop().time() > deadline:
                break
            for records in (await consumer.getmany(timeout_ms=200)).values():
                for record in records:
                    name = (record.key or b"").decode("utf-8", "replace")
                    if record.timestamp >= found.get(name, (0, None))[0]:
                        found[name] = (record.timestamp, record.value)
    finally:
        await stopped(consumer, seconds=_READ_SECONDS)
    return {name: card for name, (_, value) in found.items() if (card := _card(name, value))}


def _card(name: str, value: bytes | None) -> AgentCard | None:
    if not value:
        return None
    try:
        parsed: Any = json.loads(value)
        return read_card(parsed, f"{CARDS_TOPIC} ({name})")
    except (ValueError, RecursionError, DeskError):
        return None
