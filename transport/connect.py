"""Addresses become links to agents: the one place that knows which kinds of address there are."""

import asyncio
import uuid
from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import urlsplit

import httpx
from a2a.client.client import ClientCallContext
from a2a.server.request_handlers import RequestHandler
from a2a.types import AgentCard as WireCard
from a2a.types import GetExtendedAgentCardRequest, ListTaskPushNotificationConfigsRequest
from a2a.utils.constants import PROTOCOL_VERSION_CURRENT, TransportProtocol
from a2a.utils.errors import (
    A2AError,
    PushNotificationNotSupportedError,
    UnsupportedOperationError,
)

from app.domain.cards import UNTOLD
from app.errors import AgentUnreachable, BadInput
from app.ports import AgentLink
from transport.client.cards import fetch_card
from transport.client.http import HttpOptions, http_client
from transport.client.http_transports import chosen_interface, http_transport
from transport.client.link import TransportLink
from transport.frames.recording import Recording, note_response
from transport.in_process import InProcessTransport
from transport.protocol.agent_errors import error_object
from transport.protocol.codec import card_from_wire

_HTTP = ("http", "https")
GRPC_SCHEMES = ("grpc", "grpcs")  # the latter with TLS
_RETRY_DELAYS = (0.0, 0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0)  # seconds: a server may be starting anew


def link_in_process(handler: RequestHandler, card: WireCard) -> AgentLink:
    """Return a link to an agent of this process; closing it leaves the agent running."""
    return TransportLink(InProcessTransport(handler), card=card_from_wire(card), in_process=True)


async def connect(
    url: str,
    *,
    options: HttpOptions | None = None,
    auth: httpx.Auth | None = None,
    card: WireCard | None = None,
    binding: str | None = None,
    parameters: Mapping[str, str] | None = None,
) -> AgentLink:
    """Return a link to the agent at an address.

    A `card` that was fetched already is not fetched again; `binding` is one of A2A's names for
    those who want another than the card prefers; `auth` lets them in, and `parameters` do on wires
    that are not HTTP. Raises `AgentUnreachable`
    for a kind of address that cannot be used and for nobody there, `AgentRefused` for what is no
    agent, and `BadInput` for what is no address at all.
    """
    scheme = scheme_of(url)
    if scheme == "replay":
        from transport.client.replay import replay_link

        return await asyncio.to_thread(replay_link, url)
    if scheme == "kafka":
        from transport.kafka_link import connect_kafka

        return await connect_kafka(url, client=f"guest-{uuid.uuid4().hex[:12]}", card=card)
    if scheme in GRPC_SCHEMES:
        card = card or grpc_card(url)
    elif scheme not in _HTTP:
        raise AgentUnreachable(f"There is no way to reach {scheme} addresses ({url}).", address=url)
    client = http_client(options, auth=auth)
    client.event_hooks["response"].append(note_response)
    try:
        found = card or await fetch_card(client, url)
        transport = http_transport(found, client, binding=binding)
        spoken = chosen_interface(found, binding=binding)
        if auth is not None and found.capabilities.extended_agent_card:
            with suppress(A2AError):  # what it would add is for show; the public card works
                found = await transport.get_extended_agent_card(GetExtendedAgentCardRequest())
        return TransportLink(
            transport,
            card=card_from_wire(found),
            in_process=False,
            retry_delays=_RETRY_DELAYS,
            parameters=parameters if spoken.protocol_binding == TransportProtocol.GRPC else None,
            max_events=(options or HttpOptions()).max_events,
            on_close=client.aclose,
            recording=Recording(url=spoken.url, binding=spoken.protocol_binding),
        )
    except BaseException:
        await client.aclose()
        raise


def grpc_card(url: str) -> WireCard:
    """Return what is known of an agent of which only the address of gRPC is."""
    card = WireCard(name=urlsplit(url).netloc, version=UNTOLD)
    card.capabilities.streaming = True
    card.supported_interfaces.add(
        url=url, protocol_binding=TransportProtocol.GRPC, protocol_version=PROTOCOL_VERSION_CURRENT
    )
    return card


async def calls_webhooks(link: TransportLink) -> bool:
    """Ask an agent of which no card tells whether it knows webhooks: those of a task of nobody's.

    One that answers anything but that it has no such thing is taken at its word when it is asked.
    """
    asked = ListTaskPushNotificationConfigsRequest(task_id=uuid.uuid4().hex)
    context = ClientCallContext(service_parameters=dict(link.parameters))
    try:
        await link.transport.list_task_push_notification_configs(asked, context=context)
    except (PushNotificationNotSupportedError, UnsupportedOperationError):
        return False
    except A2AError as error:
        return (error_object(error) or {}).get("status") != "UNIMPLEMENTED"
    return True


def scheme_of(url: str) -> str:
    """Return the kind of an address in small letters; raises `BadInput` for what is none."""
    try:
        scheme = urlsplit(url).scheme.lower()
    except ValueError:
        scheme = ""
    if not scheme:
        raise BadInput(
            f"{url!r} is no address of an agent. An address looks like https://example.org/agent.",
            address=url,
        )
    return scheme
