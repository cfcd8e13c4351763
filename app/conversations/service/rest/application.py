"""The service as one ASGI application: its owner gives the book, the tokens and the rest."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.database.database import Database
from app.conversations.service.rest import (
    context_routes,
    conversation_routes,
    memory_routes,
    message_routes,
    task_routes,
)
from app.conversations.service.rest.bodies import fields_of
from app.conversations.service.rest.fast_routes import quick
from app.conversations.service.rest.idempotency import Once
from app.conversations.service.rest.middleware import (
    Application,
    Receive,
    Scope,
    Send,
    ServiceEntry,
    internal_error,
)
from app.conversations.service.rest.openapi import openapi_of
from app.conversations.service.rest.problems import Problem, problem_of, problem_response
from app.conversations.service.rest.schemas import Standing
from app.conversations.service.rest.service_settings import ServiceSettings
from app.conversations.service.rest.telemetry import ServiceMetrics
from app.conversations.service.tokens import TokenAccess
from app.domain.book import BookMessage, Caller
from app.errors import DeskError, in_full
from app.system.metrics import MEDIA_TYPE
from app.system.readiness import Check, Readiness

# Routes are tried one after the other: those that are asked for most stand first.
ROUTERS: Final = tuple(
    routes.router
    for routes in (message_routes, context_routes, conversation_routes, memory_routes, task_routes)
)
SOCKET_PATH: Final = "/api/v1/ws"

Said = Callable[[Caller, BookMessage], Awaitable[None]]

_DEFAULTS = ServiceSettings()


def build_app(
    book: EmbeddedBook,
    access: TokenAccess,
    *,
    database: Database | None = None,
    push: Application | None = None,
    checks: Mapping[str, Check] | None = None,
    said: Said | None = None,
    settings: ServiceSettings = _DEFAULTS,
    metrics: ServiceMetrics | None = None,
) -> ServiceEntry:
    """Return the application.

    `database` keeps the answers of requests with an `Idempotency-Key`. `push` answers WebSockets at
    `SOCKET_PATH`; it finds the caller in `scope["state"]["caller"]`. `checks` are what `/ready`
    asks (a check that raises is named there); `said` is awaited with each message that is stored.
    """
    metrics = metrics or ServiceMetrics()
    app = FastAPI(
        title="Balance Desk conversation service",
        version="1.0.0",
        description="Conversations, their messages, contexts, tasks and memories, by tenant.",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.state.book = book
    app.state.access = access
    app.state.once = Once(database)
    app.state.said = said
    app.state.settings = settings
    for router in ROUTERS:
        # Not `include_router`: that would match each request twice.
        app.router.routes.extend(router.routes)
    for kind in (DeskError, Problem, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, _told)
    entry = ServiceEntry(
        _with_sockets(quick(app, app), push), access, settings=settings, metrics=metrics
    )
    _add_service_routes(app, entry, metrics, checks or {}, seconds=settings.check_seconds)
    return entry


def _with_sockets(app: Application, push: Application | None) -> Application:
    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await app(scope, receive, send)
        elif push is not None and scope["path"] == SOCKET_PATH:
            await push(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": "NotFound"})

    return application


async def _told(request: Request, error: Exception) -> Response:
    match error:
        case Problem():
            problem = error
        case DeskError():
            problem = problem_of(error)
        case RequestValidationError():
            problem = Problem(
                422,
                "ValidationFailed",
                "A parameter does not fit.",
                errors=fields_of(error.errors()),
            )
        case HTTPException():
            problem = _of_http(error, request)
        case _:
            problem = internal_error()
    request.state.problem = problem
    return problem_response(problem, instance=request.url.path, trace_id=request.state.trace_id)


def _of_http(error: HTTPException, request: Request) -> Problem:
    name = {404: "NotFound", 405: "MethodNotAllowed"}.get(error.status_code, "BadRequest")
    headers = dict(error.headers or {})
    if error.status_code == 405:
        # The framework names the methods of the first route of this path only.
        headers["Allow"] = ", ".join(sorted(_methods_of(request)))
    return Problem(error.status_code, name, str(error.detail), headers=headers)


def _methods_of(request: Request) -> set[str]:
    methods: set[str] = set()
    for route in (route for router in ROUTERS for route in router.routes):
        match, _ = route.matches(request.scope)
        if match is not Match.NONE and isinstance(route, APIRoute):
            methods |= route.methods or set()
    return methods or {"GET"}


def _add_service_routes(
    app: FastAPI,
    entry: ServiceEntry,
    metrics: ServiceMetrics,
    checks: Mapping[str, Check],
    *,
    seconds: float,
) -> None:
    document: dict[str, Any] = {}

    readiness = Readiness(checks, expected=DeskError, words=in_full, seconds=seconds)
    metrics.read(readiness.families)

    @app.get("/health", response_model=Standing, tags=["service"])
    async def health() -> Response:
        """Say that the process answers."""
        return _standing("ok", 200)

    @app.get(
        "/ready",
        response_model=Standing,
        responses={503: {"model": Standing, "description": "Not now."}},
        tags=["service"],
    )
    async def ready() -> Response:
        """Say whether requests can be answered: not while stopping, not without a database."""
        if entry.stopping:
            return _standing("stopping", 503)
        found = await readiness.standing()
        status, code = ("ok", 200) if found.good else ("unavailable", 503)
        return _standing(status, code, found.checks, found.parts)

    @app.get("/metrics", include_in_schema=False)
    async def figures() -> Response:
        return Response(await metrics.text(), media_type=MEDIA_TYPE)

    @app.get("/openapi.json", include_in_schema=False)
    async def openapi() -> Response:
        if not document:
            document.update(openapi_of(app))
        return Response(json.dumps(document), media_type="application/json")


def _standing(
    status: str,
    code: int,
    checks: Mapping[str, str] | None = None,
    parts: Mapping[str, Mapping[str, str]] | None = None,
) -> Response:
    standing = {"status": status, "checks": checks or {}, "parts": parts or {}}
    content = json.dumps(standing)
    return Response(content, status_code=code, media_type="application/json")
