"""Several agents behind one HTTP server: each under its own path, their directory at the root."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from transport.protocol.errors import plain_error
from transport.server.cards import WELL_KNOWN, CardEndpoint, ServedAgent, UrlOf, told_as
from transport.server.http_entry import MAX_REQUEST_BYTES, Application, Entry, Tokens
from transport.server.json_rpc import RpcEndpoint
from transport.server.legacy import LegacyRpc
from transport.server.rest import rest_routes

_REASONS = {404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED"}


def http_application(
    agents: Sequence[ServedAgent],
    *,
    base: str,
    since: datetime,
    tokens: Tokens | None = None,
    hosts: frozenset[str] = frozenset(),
    vary: bool = False,
    max_bytes: int = MAX_REQUEST_BYTES,
) -> Entry:
    """Return the ASGI application that serves these agents.

    `base` is the address that cards tell; with `vary` they tell the one that was asked instead.
    `since` is when the cards last changed. What `tokens` and `hosts` do, `Entry` says.
    """

    def card_of(agent: ServedAgent) -> CardEndpoint:
        return CardEndpoint(
            agent, url_of=url_of(agent), tokens=tokens is not None, since=since, vary=vary
        )

    def url_of(agent: ServedAgent) -> UrlOf:
        return lambda request: f"{_here(request, base, vary=vary)}/{agent.name}"

    routes: list[BaseRoute] = [Route("/", _directory(agents, base, vary=vary), methods=["GET"])]
    if len(agents) == 1:
        routes.append(_route(WELL_KNOWN, card_of(agents[0])))
    for agent in agents:
        extensions = frozenset(one.uri for one in agent.card.capabilities.extensions)
        path = f"/{agent.name}"
        routes.append(_route(path + WELL_KNOWN, card_of(agent)))
        told_card = told_as(agent, url_of(agent), tokens=tokens is not None)
        endpoint = RpcEndpoint(
            agent.handler,
            extensions,
            told_card,
            legacy=LegacyRpc(agent.handler, told_card) if agent.legacy else None,
        )
        routes.append(_route(path, endpoint, verb="POST"))
        routes += rest_routes(agent.handler, path, extensions, told_card)
    application: Application = Starlette(
        routes=routes,
        exception_handlers={HTTPException: _http_error, Exception: _mistake},
    )
    return Entry(
        application,
        rpc_paths=frozenset(f"/{agent.name}" for agent in agents),
        tokens=tokens,
        hosts=hosts,
        max_bytes=max_bytes,
    )


def _route(
    path: str, endpoint: Callable[[Request], Awaitable[Response]], verb: str = "GET"
) -> Route:
    async def answer(request: Request) -> Response:
        return await endpoint(request)

    return Route(path, answer, methods=[verb])


def _directory(
    agents: Sequence[ServedAgent], base: str, *, vary: bool
) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        here = _here(request, base, vary=vary)
        listed = [
            {
                "name": agent.name,
                "title": agent.card.name,
                "description": agent.card.description,
                "url": f"{here}/{agent.name}",
                "card": f"{here}/{agent.name}{WELL_KNOWN}",
            }
            for agent in agents
        ]
        return JSONResponse({"agents": listed})

    return answer


def _here(request: Request, base: str, *, vary: bool) -> str:
    return f"{request.url.scheme}://{request.url.netloc}" if vary else base


async def _http_error(request: Request, error: Any) -> Response:
    reason = _REASONS.get(error.status_code, "INVALID_REQUEST")
    body = plain_error(error.status_code, str(error.detail), reason=reason)
    return JSONResponse(body, status_code=error.status_code, headers=error.headers)


async def _mistake(request: Request, error: Exception) -> Response:
    body = plain_error(500, "The server failed. Its log says why.", reason="INTERNAL_ERROR")
    return JSONResponse(body, status_code=500)
