"""The WebSocket of the service: who may connect, a reader beside the sender, and how it ends.

Without a reader beside it, a sender learns of a client that is gone only by an error in the middle
of what it sends. Pings are the server's (`PINGS`): uvicorn's own twenty seconds to answer would end
connections of clients whose loop is busy for a while.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from pydantic import JsonValue
from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.conversations.book.port import ConversationBook
from app.conversations.protocol.update_events import STATUS, envelope
from app.conversations.service.push.requests import Requests
from app.conversations.service.push.subscriptions import ClientQueue, Hub
from app.domain.book import READ, Caller
from app.errors import BadInput, NotAllowed, ServiceTimeout, StoreError
from app.system.strict_json import MAX_BYTES

PATH: Final = "/api/v1/ws"
PINGS: Final[Mapping[str, Any]] = {
    "ws_ping_interval": 20.0,
    "ws_ping_timeout": 60.0,
    "ws_max_size": MAX_BYTES,
}
"""What the service gives to uvicorn."""

_STATUS_SECONDS: Final = 30.0
_TOKEN_SECONDS: Final = 5.0
"""How often it is asked whether the token of a connection still holds."""
_CLOSE_SECONDS: Final = 2.0
_GOING_AWAY: Final = 1001
_NOT_ALLOWED: Final = 4001

log = logging.getLogger(__name__)

Authenticate = Callable[[str, str], Awaitable[Caller | None]]
"""Says whose a bearer token is in a tenant ("": its only one); None for one that is not valid."""


class Push:
    """Serves the WebSockets of one service; owns their feeds. The book is the caller's."""

    def __init__(self, book: ConversationBook, authenticate: Authenticate) -> None:
        self._book = book
        self._authenticate = authenticate
        self._hub = Hub(book)
        self._started = time.monotonic()
        self._connections: set[ClientQueue] = set()
        logging.getLogger("uvicorn.error").addFilter(_no_handshake)

    @property
    def connected(self) -> int:
        """How many clients are connected."""
        return self._hub.connected

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one client, as an ASGI application."""
        await self.serve(WebSocket(scope, receive, send))

    async def serve(self, websocket: WebSocket) -> None:
        """Serve one client until it leaves, is too slow, or the service ends."""
        token = _token(websocket)
        # Where the application has let it in already, the caller is known, with who it is today.
        caller = websocket.scope.get("state", {}).get("caller") or await self._caller(token)
        if caller is None:
            # Refused like any other request, before there is a WebSocket.
            problem = {"title": "NotAllowed", "status": 401, "detail": "A bearer token is needed."}
            await websocket.send_denial_response(
                JSONResponse(
                    problem,
                    status_code=401,
                    media_type="application/problem+json",
                    headers={"WWW-Authenticate": "Bearer"},
                )
            )
            return
        await websocket.accept()
        connection = ClientQueue(caller)
        feed = self._hub.join(connection)
        self._connections.add(connection)
        requests = Requests(
            self._book,
            self._hub,
            feed,
            connection,
            started=self._started,
            take=websocket.scope.get("state", {}).get("take"),
        )
        try:
            await self._carry(websocket, connection, requests, token)
        finally:
            self._connections.discard(connection)
            await self._hub.leave(connection)

    async def aclose(self) -> None:
        """Tell every client that the service goes away, and end the feeds."""
        for connection in tuple(self._connections):
            connection.end(_GOING_AWAY, "the service ends")
        await self._hub.aclose()

    async def _caller(self, token: str, tenant: str = "") -> Caller | None:
        try:
            caller = await self._authenticate(token, tenant) if token else None
        except (NotAllowed, BadInput):
            return None
        return caller if caller is not None and READ in caller.scopes else None

    async def _carry(
        self, websocket: WebSocket, connection: ClientQueue, requests: Requests, token: str
    ) -> None:
        reading = asyncio.create_task(_read(websocket, requests), name="push-read")
        sending = asyncio.create_task(_send(websocket, connection), name="push-send")
        status = asyncio.create_task(self._look_after(connection, token), name="push-status")
        cutting = asyncio.create_task(connection.cut.wait(), name="push-cut")
        tasks = (reading, sending, status, cutting)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
        if connection.cut.is_set():
            code, reason = connection.why
            log.info("a client is cut off: %s", reason)
            # One that does not read does not let the closing through either.
            with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await websocket.close(code, reason)
        for error in results:
            if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect):
                raise error

    async def _look_after(self, connection: ClientQueue, token: str) -> None:
        """Tell how the service is, to whoever wants it; end the connection of a revoked token."""
        told = time.monotonic()
        while True:
            await asyncio.sleep(_TOKEN_SECONDS)
            # Where the database is away, nobody knows: the next look tells.
            with suppress(StoreError, ServiceTimeout):
                if await self._caller(token, connection.caller.tenant) is None:
                    connection.end(_NOT_ALLOWED, "the token is no longer valid")
            if time.monotonic() - told < _STATUS_SECONDS:
                continue
            told = time.monotonic()
            if any(STATUS in one.topics for one in connection.subscriptions):
                payload: dict[str, JsonValue] = {"status": "ok", "connections": self.connected}
                connection.tell(envelope(connection.caller.tenant, "system", "status", payload))


def _no_handshake(record: logging.LogRecord) -> bool:
    # uvicorn 0.54 takes a handshake that was answered with a refusal for one that was forgotten.
    return record.msg != "ASGI callable returned without completing handshake."


def _token(websocket: WebSocket) -> str:
    scheme, _, token = websocket.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


async def _read(websocket: WebSocket, requests: Requests) -> None:
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1005)
        text = message.get("text")
        await requests.take(text.encode() if text is not None else message.get("bytes") or b"")


async def _send(websocket: WebSocket, connection: ClientQueue) -> None:
    while True:
        for text in await connection.next():
            await websocket.send_text(text)
