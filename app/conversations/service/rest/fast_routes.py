"""The requests that come most often, answered without the framework's own way to a route.

To match a path, solve dependencies and stack handlers of exceptions takes longer than all that the
service does for a short request. What fits here is answered by the route's own function, and what
it raises goes to `Entry`; everything else goes on to the framework, which documents these routes
too.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from app.conversations.service.rest import context_routes, message_routes
from app.conversations.service.rest.middleware import Application, Receive, Scope, Send

Answer = Callable[[Request, str], Awaitable[Response]]

_PATH: Final = re.compile(
    r"/api/v1/(?:(?P<messages>conversations)|internal/context)/([^/]{1,200})(?(messages)/messages)"
)


class _Route(NamedTuple):
    route: APIRoute
    answer: Answer


def quick(framework: Application, app: Any) -> Application:
    """Return the application that tries these routes first; `app` is what routes ask for."""
    known = {
        ("POST", True): _Route(_route(message_routes.router, message_routes.add), _add),
        ("GET", True): _Route(_route(message_routes.router, message_routes.messages), _messages),
        ("GET", False): _Route(_route(context_routes.router, context_routes.context), _context),
    }

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        found = _PATH.fullmatch(scope["path"])
        route = known.get((scope["method"], found[1] is not None)) if found else None
        if found is None or route is None:
            await framework(scope, receive, send)
            return
        scope["app"], scope["route"] = app, route.route
        request = Request(scope, receive, send)
        response = await route.answer(request, found[2])
        await response(scope, receive, send)

    return application


async def _add(request: Request, conversation_id: str) -> Response:
    return await message_routes.add(request, conversation_id)


async def _messages(request: Request, conversation_id: str) -> Response:
    return await message_routes.messages(
        request, conversation_id, await message_routes.asked_messages(request)
    )


async def _context(request: Request, conversation_id: str) -> Response:
    return await context_routes.context(
        request, conversation_id, await context_routes.asked_context(request)
    )


def _route(router: APIRouter, endpoint: Callable[..., Any]) -> APIRoute:
    """Return where the framework has this function."""
    return next(
        route
        for route in router.routes
        if isinstance(route, APIRoute) and route.endpoint is endpoint
    )
