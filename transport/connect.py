"""Addresses become links to agents: the one place that knows which kinds of address there are."""

from urllib.parse import urlsplit

from a2a.server.request_handlers import RequestHandler
from a2a.types import AgentCard

from app.errors import AgentUnreachable, BadInput
from app.ports import AgentLink
from transport.codec import card_from_wire
from transport.in_process import InProcessTransport
from transport.link import TransportLink

_NOT_YET = {
    "http": "over HTTP",
    "https": "over HTTP",
    "kafka": "over Kafka",
}


def link_in_process(handler: RequestHandler, card: AgentCard) -> AgentLink:
    """Return a link to an agent of this process; closing it leaves the agent running."""
    return TransportLink(InProcessTransport(handler), card=card_from_wire(card), in_process=True)


async def connect(url: str) -> AgentLink:
    """Return a link to the agent at an address.

    Raises `AgentUnreachable` for a kind of address that cannot be used, and `BadInput` for what
    is no address at all.
    """
    try:
        scheme = urlsplit(url).scheme.lower()
    except ValueError:
        scheme = ""
    if not scheme:
        raise BadInput(
            f"{url!r} is no address of an agent. An address looks like https://example.org/agent.",
            address=url,
        )
    if scheme in _NOT_YET:
        raise AgentUnreachable(
            f"This version cannot reach agents {_NOT_YET[scheme]} ({url}). "
            "Use an agent that runs in the program, such as data.",
            address=url,
        )
    raise AgentUnreachable(
        f"There is no way to reach {scheme} addresses ({url}).",
        address=url,
    )
