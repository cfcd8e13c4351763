"""The card of a remote agent: found, read, checked, and compared with the one accepted before."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx
from a2a.client.card_resolver import parse_agent_card
from a2a.types import AgentCard as WireCard
from google.protobuf.json_format import (  # type: ignore[import-untyped]
    ParseDict,
    ParseError,
)

from app.errors import AgentRefused, AgentUnreachable, DeskError
from transport.protocol.agent_errors import on_the_wire, redirected, unavailable
from transport.protocol.json_text import to_json

FETCH_SECONDS = 20.0

_WELL_KNOWN = "/.well-known/agent-card.json"
_OLD_WELL_KNOWN = "/.well-known/agent.json"  # where agents of A2A 0.2 have it
_MAX_INTERFACES = 20


async def fetch_card(
    client: httpx.AsyncClient, address: str, *, seconds: float = FETCH_SECONDS
) -> WireCard:
    """Return the card of the agent at an address: that of its card, or the one it is under.

    Raises `AgentUnreachable` when nobody answers there, or the whole takes longer than `seconds`,
    `AgentRefused` when what answers is no agent, or is several.
    """
    try:
        # httpx's own limit begins anew with each byte that comes.
        async with asyncio.timeout(seconds):
            return await _found(client, address)
    except TimeoutError as error:
        raise AgentUnreachable(
            f"The card at {address} did not come within {seconds:g} seconds.", address=address
        ) from error


async def _found(client: httpx.AsyncClient, address: str) -> WireCard:
    refused: httpx.Response | None = None
    for place in card_places(address):
        response = await card_get(client, place)
        if response.status_code == 200:
            return read_card(_json(response, place), place)
        refused = refused or response
    assert refused is not None
    if refused.status_code in (401, 403):
        raise card_needs_login(address, refused.status_code)
    if refused.is_redirect:
        raise redirected(address, refused)
    if away := unavailable(address, refused):
        raise away
    await _refuse_a_directory(client, address)
    raise AgentRefused(
        f"There is no agent at {address}: no agent card was found there"
        f" (HTTP {refused.status_code}). Check the address.",
        key="no_card",
    )


def card_needs_login(address: str, status: int) -> AgentRefused:
    """Return the refusal of a card that is not for everybody."""
    return AgentRefused(
        f"The card at {address} is shown only to those who are let in (HTTP {status}): give"
        " --bearer-env or --header. How an API key is sent is known once a card was accepted.",
        key="card_needs_login",
    )


def read_card(value: Any, source: str) -> WireCard:
    """Return a card from its JSON; cards of A2A 0.3 become what A2A 1.0 calls the same.

    Raises `AgentRefused` with what is wrong.
    """
    try:
        card: WireCard = parse_agent_card(json.loads(json.dumps(value)))
    except (ParseError, AttributeError, TypeError, ValueError, RecursionError) as error:
        raise _bad(source, f"it cannot be read ({error})") from error
    if not card.name.strip():
        raise _bad(source, "it has no name")
    if not card.supported_interfaces:
        raise _bad(source, "it does not say where the agent is reached")
    if len(card.supported_interfaces) > _MAX_INTERFACES:
        raise _bad(source, "it names too many addresses")
    secure = urlsplit(source).scheme == "https"
    for interface in card.supported_interfaces:
        scheme = urlsplit(interface.url).scheme
        if secure and scheme == "http":
            raise _bad(source, f"it came over TLS and leads to {interface.url}, which has none")
    return card


def card_json(card: WireCard) -> dict[str, Any]:
    """Return the card as JSON, to be kept."""
    return to_json(card)


def kept_card(value: Mapping[str, Any]) -> WireCard:
    """Return a card that was kept."""
    card: WireCard = ParseDict(dict(value), WireCard(), ignore_unknown_fields=True)
    return card


def card_changes(old: WireCard, new: WireCard) -> Sequence[str]:
    """Return in lines what differs: `path: before → now`; signatures alone are no difference."""
    before, now = _flat(card_json(old)), _flat(card_json(new))
    return [
        f"{path}: {before.get(path, '—')} → {now.get(path, '—')}"
        for path in sorted(before.keys() | now.keys())
        if before.get(path) != now.get(path) and not path.startswith("signatures")
    ]


def _flat(value: Any, path: str = "") -> dict[str, str]:
    if isinstance(value, dict):
        return {
            key: text
            for name, item in value.items()
            for key, text in _flat(item, f"{path}.{name}" if path else name).items()
        }
    if isinstance(value, list):
        return {
            key: text
            for number, item in enumerate(value)
            for key, text in _flat(item, f"{path}[{number}]").items()
        }
    return {path: json.dumps(value, ensure_ascii=False)}


def card_places(address: str) -> list[str]:
    """Return where the card of an address may be, in the order in which it is looked for."""
    base = address.rstrip("/")
    if urlsplit(address).path.endswith(".json"):
        return [address]
    return [base + _WELL_KNOWN, base + _OLD_WELL_KNOWN]


async def card_get(client: httpx.AsyncClient, place: str) -> httpx.Response:
    """Return what is at a place, whatever it is; raises `AgentUnreachable` for nobody there."""
    try:
        return await client.get(place, timeout=FETCH_SECONDS)
    except httpx.InvalidURL as error:
        raise AgentUnreachable(f"{place} is no address: {error}.", address=place) from error
    except httpx.HTTPError as error:
        said = str(error) or on_the_wire(error)  # the former tells of a certificate, say
        raise AgentUnreachable(
            f"Nobody answers at {place}: {said}. Is the agent running, and the address right?",
            address=place,
        ) from error


def _json(response: httpx.Response, place: str) -> Any:
    try:
        return response.json()
    except (ValueError, RecursionError) as error:  # the latter for very deep JSON
        raise _bad(place, "it is no JSON") from error


async def _refuse_a_directory(client: httpx.AsyncClient, address: str) -> None:
    try:
        listed = (await card_get(client, address)).json()["agents"]
        urls = [str(one["url"]) for one in listed]
    except (DeskError, ValueError, RecursionError, TypeError, KeyError):
        return
    raise AgentRefused(
        f"There are several agents at {address}: choose one of {', '.join(urls[:20])}.",
        key="several_agents",
    )


def _bad(source: str, problem: str) -> AgentRefused:
    return AgentRefused(f"The agent card at {source} cannot be used: {problem}.", key="bad_card")
