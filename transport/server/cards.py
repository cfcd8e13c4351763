"""Cards of served agents: filled in with where each is reached, and told with caching headers.

A2A 1.0, section 8.6: `Cache-Control`, an `ETag` of the content, `Last-Modified`.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from datetime import datetime
from email.utils import format_datetime, parsedate_to_datetime
from typing import Any, NamedTuple

from a2a.compat.v0_3.versions import is_legacy_version
from a2a.server.request_handlers import RequestHandler
from a2a.types import AgentCard, AgentInterface
from a2a.utils.constants import (
    PROTOCOL_VERSION_0_3,
    PROTOCOL_VERSION_CURRENT,
    TransportProtocol,
)
from google.protobuf.json_format import MessageToDict, ParseDict  # type: ignore[import-untyped]
from starlette.requests import Request
from starlette.responses import Response

from transport.protocol.card_security import ask_for_token

WELL_KNOWN = "/.well-known/agent-card.json"
_MAX_AGE = 300


UrlOf = Callable[[Request], str]
"""Tells the address of an agent to whoever sent a request."""

ToldCard = Callable[[dict[str, Any], Request], dict[str, Any]]
"""Fills in an extended card for whoever sent a request."""


class ServedAgent(NamedTuple):
    """An agent as a server takes it: the name is its path, the handler answers.

    `others` are interfaces that it has beside those of this server; a `legacy` agent is there for
    clients of A2A 0.3 too.
    """

    name: str
    handler: RequestHandler
    card: AgentCard
    others: tuple[AgentInterface, ...] = ()
    legacy: bool = False


def filled_in(card: AgentCard, reached: Iterable[AgentInterface], *, tokens: bool) -> AgentCard:
    """Return the card with the interfaces by which the agent is reached.

    With `tokens` the card asks for a bearer token, unless it says itself what it asks for.
    """
    told = AgentCard()
    told.CopyFrom(card)
    del told.supported_interfaces[:]
    told.supported_interfaces.extend(reached)
    del told.signatures[:]  # they were made for the card without these addresses
    if tokens:
        ask_for_token(told)
    return told


def interfaces(agent: ServedAgent, url: str) -> list[AgentInterface]:
    """Return how an agent that is served at an address is reached, there and besides."""

    def here(binding: str, version: str) -> AgentInterface:
        return AgentInterface(url=url, protocol_binding=binding, protocol_version=version)

    old = [here(TransportProtocol.JSONRPC, PROTOCOL_VERSION_0_3)] if agent.legacy else []
    return [
        here(TransportProtocol.JSONRPC, PROTOCOL_VERSION_CURRENT),
        here(TransportProtocol.HTTP_JSON, PROTOCOL_VERSION_CURRENT),
        *agent.others,
        *old,
    ]


def as_json(card: AgentCard) -> dict[str, Any]:
    """Return a card as JSON; one with an interface of A2A 0.3 has what 0.3 calls otherwise too."""
    told: dict[str, Any] = MessageToDict(card)
    if not any(is_legacy_version(one.protocol_version) for one in card.supported_interfaces):
        return told
    from a2a.compat.v0_3.conversions import to_compat_agent_card

    old = to_compat_agent_card(card).model_dump(mode="json", by_alias=True, exclude_none=True)
    joined: dict[str, Any] = _joined(old, told)
    return joined


def _joined(old: Any, new: Any) -> Any:
    """Return both values as one, down to their leaves; where they differ the new one counts."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **{name: _joined(old.get(name), one) for name, one in new.items()}}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [_joined(*pair) for pair in zip(old, new, strict=True)]
    return new


def told_as(agent: ServedAgent, url_of: UrlOf, *, tokens: bool) -> ToldCard:
    """Return how an extended card is told: with the interfaces and the security of the public."""

    def told(result: dict[str, Any], request: Request) -> dict[str, Any]:
        card = ParseDict(result, AgentCard(), ignore_unknown_fields=True)
        return as_json(filled_in(card, interfaces(agent, url_of(request)), tokens=tokens))

    return told


class CardEndpoint:
    """Tells one card; owns when it last changed."""

    def __init__(
        self, agent: ServedAgent, *, url_of: UrlOf, tokens: bool, since: datetime, vary: bool
    ) -> None:
        """With `vary` the agent's address depends on the host that is asked."""
        self._agent = agent
        self._url_of = url_of
        self._tokens = tokens
        self._since = since.replace(microsecond=0)
        self._vary = vary

    async def __call__(self, request: Request) -> Response:
        """Return the card, or 304 when the client has it."""
        agent, url = self._agent, self._url_of(request)
        card = filled_in(agent.card, interfaces(agent, url), tokens=self._tokens)
        body = json.dumps(as_json(card), ensure_ascii=False, sort_keys=True).encode()
        tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        headers = {
            "ETag": tag,
            "Last-Modified": format_datetime(self._since, usegmt=True),
            "Cache-Control": f"public, max-age={_MAX_AGE}",
            "Access-Control-Allow-Origin": "*",
        }
        if self._vary:
            headers["Vary"] = "Host"
        if self._is_known(request, tag):
            return Response(status_code=304, headers=headers)
        return Response(body, media_type="application/json", headers=headers)

    def _is_known(self, request: Request, tag: str) -> bool:
        tags = request.headers.get("if-none-match")
        if tags is not None:
            return any(one.strip().removeprefix("W/") in (tag, "*") for one in tags.split(","))
        try:
            since = parsedate_to_datetime(request.headers.get("if-modified-since", ""))
            return since >= self._since
        except (TypeError, ValueError):
            return False
