"""What every request passes first: its trace, whose it is, how much there may be, how long it took.

A bucket holds up to `burst` tokens and gets `rate` of them each second; a request takes one. Each
process of a service counts on its own.

The caller comes from the bearer token and from nothing else. A client names itself with `X-Origin`
and the session it acts for with `X-Session-Id`; a token for every user may ask for one of them
with `X-On-Behalf-Of`, and who belongs to several tenants for one of them with `X-Tenant-Id`.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from functools import partial
from time import monotonic, perf_counter
from typing import Any, Final
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect
from starlette.responses import Response

from app.conversations.service.rest.problems import Problem, problem_of, problem_response
from app.conversations.service.rest.service_settings import ServiceSettings
from app.conversations.service.rest.telemetry import ServiceMetrics
from app.conversations.service.rest.time_limit import TimeLimit, TimeLimits
from app.conversations.service.tokens import TokenAccess
from app.domain.book import ALL_USERS, Caller
from app.errors import DeskError, RateLimitExceeded, ServiceTimeout
from app.system.json_log import TRACE, trace_id_of

MOST_BUCKETS: Final = 10_000


class Buckets:
    """Owns one bucket for each name; those not used for longest are dropped, as if full."""

    def __init__(
        self, *, rate: float, burst: float, clock: Callable[[], float] = monotonic
    ) -> None:
        """`rate` 0 sets no limit."""
        self._rate = rate
        self._burst = max(1.0, burst)
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str) -> float:
        """Take a token; return 0, or after how many seconds there is one."""
        if self._rate <= 0:
            return 0.0
        now = self._clock()
        tokens, since = self._buckets.pop(name, (self._burst, now))
        tokens = min(self._burst, tokens + (now - since) * self._rate)
        wait = 0.0 if tokens >= 1 else (1 - tokens) / self._rate
        self._buckets[name] = (tokens if wait else tokens - 1, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return wait


Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

OPEN: Final = frozenset({"/health", "/ready", "/metrics", "/openapi.json"})
"""What needs no token: nothing of what is kept is told there."""

SLOW_SECONDS: Final = 1.0
"""Requests that took longer are told in the log, and those that failed or lacked a right."""

_LONGEST_NAME = 200
_TENANT: Final = b"x-tenant-id"
_WHO: Final = frozenset(
    {b"authorization", b"x-on-behalf-of", b"x-origin", b"x-session-id", _TENANT}
)

log = logging.getLogger(__name__)


class ServiceEntry:
    """Lets requests in or answers why not; while it is `stopping`, it says that it is not ready."""

    def __init__(
        self,
        application: Application,
        access: TokenAccess,
        *,
        settings: ServiceSettings,
        metrics: ServiceMetrics,
    ) -> None:
        self._application = application
        self._access = access
        self._settings = settings
        self._metrics = metrics
        self._buckets = Buckets(rate=settings.rate, burst=settings.burst)
        self._limits = TimeLimits(settings.request_seconds)
        self.stopping = False
        self._idle = asyncio.Event()
        self._idle.set()

    async def wait_idle(self, seconds: float) -> None:
        """Wait until no request is under way, or so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._idle.wait()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as an ASGI application."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = perf_counter()
        headers = dict(scope["headers"])
        trace_id = trace_id_of(headers)
        trace = TRACE.set(trace_id)
        answer = _Answer(send, trace_id)
        self._metrics.running += 1
        self._idle.clear()
        try:
            await self._answered(scope, receive, answer, headers)
        except ClientDisconnect:
            log.info("client gone", extra={"fields": {"path": scope["path"]}})
        except DeskError as error:
            await self._refuse(scope, receive, answer, problem_of(error))
        except Problem as problem:
            await self._refuse(scope, receive, answer, problem)
        except Exception:
            # A mistake of ours, whatever it is: its caller is told so, the others are served on.
            log.exception("request failed", extra={"fields": {"path": scope["path"]}})
            await self._refuse(scope, receive, answer, internal_error())
        finally:
            self._metrics.running -= 1
            if not self._metrics.running:
                self._idle.set()
            self._count(scope, answer, perf_counter() - begun)
            TRACE.reset(trace)

    async def _answered(
        self, scope: Scope, receive: Receive, answer: "_Answer", headers: dict[bytes, bytes]
    ) -> None:
        state = scope.setdefault("state", {})
        state["trace_id"] = answer.trace_id
        state["headers"] = headers
        state["time_limit"] = limit = TimeLimit(self._limits)
        try:
            with limit:
                if scope["path"] not in OPEN:
                    # Whose it is says the database, which may hang too.
                    state["caller"] = caller = await self._identified(scope, headers)
                    self._let_in(caller)
                await self._application(scope, receive, answer)
        except TimeoutError as error:
            words = f"This took longer than {self._settings.request_seconds:g} seconds."
            if limit.reading:
                raise Problem(
                    408, "RequestTimeout", words, headers={"Connection": "close"}
                ) from error
            raise ServiceTimeout(words) from error

    async def _identified(self, scope: Scope, headers: dict[bytes, bytes]) -> Caller:
        _check_said_once(scope)
        given = headers.get(b"authorization", b"").decode("latin-1")
        scheme, _, token = given.partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            self._metrics.refused("no_token")
            raise _unauthorized("A bearer token is needed.", "")
        tenant = _name(headers, _TENANT)
        caller = await self._access.caller(token.strip(), tenant)
        if caller is None:
            self._metrics.refused("bad_token")
            raise _unauthorized("The token is not valid (any more).", ', error="invalid_token"')
        same_tenant(caller, tenant or None)
        _check_tenant(scope, caller)
        told: dict[str, Any] = {}
        for name, field in ((b"x-origin", "origin"), (b"x-session-id", "session")):
            if value := _name(headers, name):
                told[field] = value
        user = _name(headers, b"x-on-behalf-of")
        if user and user != caller.user:
            if ALL_USERS not in caller.scopes:
                raise Problem(403, "NotAllowed", "This token acts for its own user only.")
            # Who acts for somebody sees no more than they do.
            told |= {"user": user, "scopes": caller.scopes - {ALL_USERS}}
        return caller.model_copy(update=told) if told else caller

    def _let_in(self, caller: Caller) -> None:
        if self._metrics.running > self._settings.max_running:
            self._metrics.refused("busy")
            raise RateLimitExceeded("The service has too much to do.", retry_after=1)
        if wait := self._buckets.take(caller.tenant):
            self._metrics.refused("rate")
            raise RateLimitExceeded("Too many requests of this tenant.", retry_after=wait)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        trace = TRACE.set(trace_id_of(headers))
        try:
            try:
                with TimeLimit(self._limits):
                    caller = await self._identified(scope, headers)
                self._let_in(caller)
            except TimeoutError:
                problem = problem_of(ServiceTimeout("The token could not be looked up in time."))
                await _refuse_socket(scope, send, problem)
                return
            except (Problem, DeskError) as error:
                problem = error if isinstance(error, Problem) else problem_of(error)
                await _refuse_socket(scope, send, problem)
                return
            state = scope.setdefault("state", {})
            state["caller"] = caller
            state["take"] = partial(self._let_in, caller)
            await self._application(scope, receive, send)
        finally:
            TRACE.reset(trace)

    async def _refuse(
        self, scope: Scope, receive: Receive, answer: "_Answer", problem: Problem
    ) -> None:
        if not answer.status:
            scope["state"]["problem"] = problem
            response = problem_response(problem, instance=scope["path"], trace_id=answer.trace_id)
            await response(scope, receive, answer)

    def _count(self, scope: Scope, answer: "_Answer", seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "none")
        self._metrics.answered(scope["method"], route, answer.status, seconds)
        state = scope.get("state", {})
        problem: Problem | None = state.get("problem")
        failed = problem is not None and answer.status >= 500
        if problem is not None and failed:
            self._metrics.failed(problem.key)
        told = answer.status >= 500 or answer.status == 403
        telling = self._settings.log_requests or told or seconds >= SLOW_SECONDS
        if telling and scope["path"] not in OPEN:
            caller = state.get("caller")
            why = {"reason": problem.key, "cause": problem.cause} if problem and told else {}
            log.log(
                logging.WARNING if failed else logging.INFO,
                "request",
                extra={
                    "fields": {
                        "method": scope["method"],
                        "path": scope["path"],
                        "status": answer.status,
                        "seconds": round(seconds, 6),
                        "tenant": caller.tenant if caller else None,
                        **why,
                    }
                },
            )


class _Answer:
    """Passes an answer on with its trace id, and remembers its status."""

    def __init__(self, send: Send, trace_id: str) -> None:
        self.trace_id = trace_id
        self.status = 0
        self._send = send

    async def __call__(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [
                *message.get("headers", ()),
                (b"x-trace-id", self.trace_id.encode()),
            ]
        await self._send(message)


def _check_said_once(scope: Scope) -> None:
    """Refuse a request that says twice who asks: what stands before us may have read the other."""
    names = [name for name, _ in scope["headers"] if name in _WHO]
    if len(names) > len(set(names)):
        raise Problem(400, "BadInput", "A header that says who asks stands there twice.")


def _check_tenant(scope: Scope, caller: Caller) -> None:
    """Refuse a query that names another tenant, on every path, before anything is looked at."""
    query = scope.get("query_string", b"")
    # Any spelling of the name has one of these: most queries have neither.
    if b"tenant" in query or b"%" in query:
        for name, value in parse_qsl(query.decode("latin-1"), keep_blank_values=True):
            if name == "tenant_id":
                same_tenant(caller, value)


def same_tenant(caller: Caller, tenant_id: str | None) -> None:
    """Refuse another tenant than the token's."""
    if tenant_id is not None and tenant_id != caller.tenant:
        raise Problem(403, "NotAllowed", "The token is of another tenant.", key="other_tenant")


def internal_error() -> Problem:
    """Return what is told of a mistake of ours."""
    return Problem(500, "InternalError", "The service failed; its log says more.")


def _unauthorized(words: str, challenge: str) -> Problem:
    return Problem(
        401,
        "Unauthorized",
        words,
        headers={"WWW-Authenticate": f'Bearer realm="balance-desk"{challenge}'},
    )


def _name(headers: Mapping[bytes, bytes], header: bytes) -> str:
    if header not in headers:
        return ""
    text = headers[header].decode("utf-8", "replace").strip()
    if len(text) > _LONGEST_NAME:
        raise Problem(400, "BadInput", "A header that names somebody is too long.")
    return text


async def _refuse_socket(scope: Scope, send: Send, problem: Problem) -> None:
    """Answer the handshake with a problem, where the server can, else close it."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": problem.error})
        return
    response: Response = problem_response(problem, instance=scope["path"], trace_id=TRACE.get())
    await send(
        {
            "type": "websocket.http.response.start",
            "status": response.status_code,
            "headers": response.raw_headers,
        }
    )
    await send({"type": "websocket.http.response.body", "body": response.body})
