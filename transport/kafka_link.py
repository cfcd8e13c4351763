"""Agents over Kafka as the desk reaches them: their card from the topic of cards, then a link."""

import asyncio
import hashlib
from collections.abc import Mapping
from pathlib import Path

from a2a.types import AgentCard
from aiokafka.errors import KafkaError

from app.errors import AgentUnreachable
from app.ports import AgentLink
from transport.client.link import TransportLink
from transport.frames.recording import Recording
from transport.kafka.cards import announced
from transport.kafka.client.connection import Connection
from transport.kafka.client.pending import PendingTurns
from transport.kafka.errors import why
from transport.kafka.names import KAFKA_BINDING, KafkaAddress, kafka_address
from transport.kafka.options import KafkaOptions, Times
from transport.kafka_transport import KafkaTransport
from transport.protocol.codec import card_from_wire

RETRY_DELAYS = (
    0.0,
    0.2,
    0.5,
    1.0,
    2.0,
    5.0,
    10.0,
)  # seconds: a task may be on its way to a replica


async def fetch_kafka_card(address: KafkaAddress, options: KafkaOptions) -> AgentCard:
    """Return the card that an agent has announced on its cluster.

    Raises `AgentUnreachable` when no brokers answer and when no such agent is known to them,
    `AgentRefused` when they let nobody in.
    """
    cards = await announced_cards(options, where=str(address))
    card = cards.get(address.name)
    if card is None:
        others = ", ".join(sorted(cards)[:20])
        raise AgentUnreachable(
            f"No agent {address.name!r} has announced itself at {address.bootstrap}."
            + (f" Those that have: {others}." if others else " None has."),
            key="no_card",
            address=str(address),
        )
    return card


async def announced_cards(options: KafkaOptions, *, where: str = "") -> Mapping[str, AgentCard]:
    """Return the cards announced on a cluster, by the names of their agents.

    Raises `AgentUnreachable` and `AgentRefused`, which say `where` the cluster is.
    """
    where = where or f"kafka://{options.bootstrap}"
    try:
        return await announced(options)
    except KafkaError as error:
        raise await why(error, options, where=where) from error


async def open_transport(
    address: KafkaAddress,
    options: KafkaOptions,
    *,
    client: str,
    authorization: str = "",
    times: Times | None = None,
    kept: Path | None = None,
) -> KafkaTransport:
    """Return a transport to an agent that owns its connection.

    `client` names the topic of the replies. In the folder `kept` each agent has one with the turns
    that wait for their answer; those that an ended program left there are read back from the log.
    Raises `AgentUnreachable` and `AgentRefused`.
    """
    connection = Connection(options, client=client)
    pending = None
    if kept is not None:
        pending = await asyncio.to_thread(PendingTurns, kept / _folder_name(address))
    left = {} if pending is None else pending.turns
    try:
        since = min((one.offset for one in left.values()), default=None)
        await connection.start(client=client, since=since)
    except KafkaError as error:
        if pending is not None:
            pending.close()
        raise await why(error, options, where=str(address)) from error
    transport = KafkaTransport(
        connection,
        address,
        times=times,
        client_id=client,
        authorization=authorization,
        owns_connection=True,
        pending=pending,
    )
    if pending is not None:
        transport.read_back()
    return transport


def _folder_name(address: KafkaAddress) -> str:
    """Return a name for what is kept of an agent: offsets mean nothing on another cluster."""
    return f"{address.name}-{hashlib.blake2s(str(address).encode(), digest_size=6).hexdigest()}"


async def connect_kafka(
    url: str,
    options: KafkaOptions | None = None,
    *,
    client: str,
    card: AgentCard | None = None,
    authorization: str = "",
    times: Times | None = None,
) -> AgentLink:
    """Return a link to the agent at `kafka://host:port/name`.

    `options` say how the cluster is reached, wherever it is. A `card` that was read already is not
    read again. Raises `BadInput`, `AgentUnreachable`, `AgentRefused`.
    """
    address = kafka_address(url)
    reached = (options or KafkaOptions(bootstrap="")).to(address.bootstrap)
    found = card or await fetch_kafka_card(address, reached)
    transport = await open_transport(
        address, reached, client=client, authorization=authorization, times=times
    )
    return kafka_link(transport, found)


def kafka_link(
    transport: KafkaTransport, card: AgentCard, parameters: Mapping[str, str] | None = None
) -> AgentLink:
    """Return a link that owns the transport; `parameters` go with every request as headers."""
    return TransportLink(
        transport,
        card=card_from_wire(card),
        in_process=False,
        retry_delays=RETRY_DELAYS,
        parameters=parameters,
        recording=Recording(url=str(transport.address), binding=KAFKA_BINDING),
    )
