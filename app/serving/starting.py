"""What a server does at its start while what it stands on is away: it says so, and tries again.

Where an operator alone asks it answers from its first moment on: `/health` that it runs, `/ready`
and the figures what it waits for. Where everybody asks it does so once something was found to be
away, and tells all others to come back; before that nobody can connect, so that a proxy asks
another replica.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, MutableMapping
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, Any, Final, TypeVar

from app.errors import UNREACHABLE, DeskError
from app.serving.operations import (
    PATHS,
    Application,
    Operations,
    Receive,
    Scope,
    Send,
    ready_when,
)
from app.system.metrics import Metrics
from app.system.readiness import Check

_AGAIN_SECONDS: Final = (0.5, 4.0)
_TRY_AGAIN: Final = 1013  # of a WebSocket: https://www.iana.org/assignments/websocket

if TYPE_CHECKING:
    from transport.server.http_server import HttpServer

log = logging.getLogger(__name__)

T = TypeVar("T")
Opening = Callable[[AsyncExitStack], Awaitable[T]]
"""Opens something, and leaves on the stack what closes it."""


class StoppedEarly(Exception):
    """The server was told to stop before it had what it stands on."""


class Start:
    """Owns what a server waits for, and answers for it until it has an `application`."""

    def __init__(
        self, metrics: Metrics, checks: MutableMapping[str, Check], stopping: asyncio.Event
    ) -> None:
        """`checks` may still change; what is waited for is named there as long."""
        self.readiness = ready_when(checks, metrics)
        self.readiness.starting = True
        self._checks = checks
        self._stopping = stopping
        self._operations = Operations(metrics, self.readiness)
        self._operator_at = ""
        self._application: Application | None = None
        self._listening = False
        self.server: HttpServer | None = None
        """What everybody asks, where there is an address for it."""

    async def listen(
        self,
        where: tuple[str, int] | None,
        operator: tuple[str, int] | None,
        stack: AsyncExitStack,
        *,
        websockets: Mapping[str, Any] | None = None,
    ) -> None:
        """Take the addresses for everybody, and for an operator alone, until the stack is left.

        Each is a host and a port. WebSockets are taken where there are settings of uvicorn's for
        them. Raises `BadInput`.
        """
        from transport.server.http_server import HttpServer

        if where is not None:
            host, port = where
            self.server = HttpServer(self, host=host, port=port, websockets=websockets)
            stack.push_async_callback(self.server.aclose)
        if operator is not None:
            host, port = operator
            server = HttpServer(self._operations, host=host, port=port)
            stack.push_async_callback(server.aclose)
            await server.start()
            self._operator_at = address_of(host, server.port)

    async def reach(self, name: str, opening: Opening[T], stack: AsyncExitStack) -> T:
        """Return what `opening` returns, which is asked again while what it wants is unreachable.

        What a try that failed leaves on its stack is closed; else it goes with `stack`. Raises
        `StoppedEarly`, and at once what another try would raise again.
        """
        part = _Part()
        self._checks[name] = part.check
        again = _AGAIN_SECONDS[0]
        while not part.there.is_set():
            try:
                found = await self._unless_stopped(_opened(opening, stack))
                part.there.set()
            except UNREACHABLE as error:
                part.error = error
                await self._let_in()
                await self.readiness.standing()
                await self._unless_stopped(asyncio.sleep(again))
                again = min(2 * again, _AGAIN_SECONDS[1])
        if part.error is not None:
            part.error = None
            await self.readiness.standing()
        del self._checks[name]
        return found

    async def answer_with(self, application: Application, stack: AsyncExitStack) -> None:
        """Let an application answer from now on.

        Connections are closed before what is on the stack by now, on which it stands.
        """
        self._application = application
        await self._let_in()
        if self.server is not None:
            stack.push_async_callback(self.server.aclose)

    async def _let_in(self) -> None:
        if self.server is not None and not self._listening:
            self._listening = True
            await self.server.start()

    def done(self) -> None:
        """Say that the server has all it stands on."""
        self.readiness.starting = False
        if self._operator_at:
            log.info("Health and figures at %s", self._operator_at)

    async def drain(self) -> None:
        """Take no new connections; return when nothing new can come on those that there are."""
        if self.server is not None:
            await self.server.drain()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as an ASGI application."""
        if self._application is not None:
            await self._application(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": _TRY_AGAIN, "reason": "starting"})
        elif scope["path"] in PATHS:
            await self._operations(scope, receive, send)
        else:
            body = json.dumps({"error": "The server is starting: try again."}).encode()
            headers = [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
                (b"retry-after", b"1"),
            ]
            await send({"type": "http.response.start", "status": 503, "headers": headers})
            await send({"type": "http.response.body", "body": body})

    async def _unless_stopped(self, work: Awaitable[T]) -> T:
        working = asyncio.ensure_future(work)
        stopped = asyncio.create_task(self._stopping.wait(), name="start stopped")
        try:
            await asyncio.wait({working, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                return working.result()
            raise StoppedEarly
        finally:
            for one in (working, stopped):
                one.cancel()
            await asyncio.gather(working, stopped, return_exceptions=True)


class _Part:
    """What is waited for, and why it could not be had the last time."""

    def __init__(self) -> None:
        self.there = asyncio.Event()
        self.error: DeskError | None = None

    async def check(self) -> None:
        if self.error is not None:
            raise self.error.with_traceback(None)
        await self.there.wait()


def address_of(host: str, port: int) -> str:
    """Return where a server is found that listens at this host."""
    shown = f"[{host}]" if ":" in host else host or "0.0.0.0"  # noqa: S104
    return f"http://{shown}:{port}"


async def until_stopped(serving: Coroutine[Any, Any, None]) -> int:
    """Return the exit code of a server that is told to stop, whether it had all by then or not."""
    with suppress(StoppedEarly):
        await serving
    log.info("Stopped")
    return 0


async def _opened(opening: Opening[T], stack: AsyncExitStack) -> T:
    async with AsyncExitStack() as own:
        found = await opening(own)
        stack.push_async_exit(own.pop_all())
    return found
