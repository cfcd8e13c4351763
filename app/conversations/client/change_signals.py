"""Wakes whoever follows changes: by the service's WebSocket, by the clock while there is none."""

import asyncio
import json
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, Final

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from app.conversations.protocol.queue_names import ORCHESTRATOR, SERVICE
from app.domain.book import Caller
from app.domain.ids import utc_now

PATH: Final = "/api/v1/ws"
_AGAIN_SECONDS: Final = (1.0, 16.0)
_OPEN_SECONDS: Final = 10.0
_PING_SECONDS: Final = 20.0
_TOPICS: Final = (
    "conversation.update",
    "task.completed",
    "task.failed",
    "task.update",
    "memory.update",
)

Heard = Callable[[bool], None]


async def change_signals(
    url: str,
    headers: Callable[[], Awaitable[dict[str, str]]],
    caller: Caller,
    *,
    heard: Heard = lambda connected: None,
) -> AsyncGenerator[None, None]:
    """Yield at once, then for each change that is pushed, and each time it connects again.

    While the service cannot be reached it yields now and then, so that its reader finds that out
    too. `heard` is told when the connection comes and goes. What is pushed is only a signal; what
    changed is read with a cursor, so nothing depends on every push arriving.
    """
    yield None
    again = _AGAIN_SECONDS[0]
    while True:
        try:
            async with aclosing(_pushed(url, await headers(), caller)) as pushed:
                async for _ in pushed:
                    again = _AGAIN_SECONDS[0]
                    heard(True)
                    yield None
        except (OSError, WebSocketException, TimeoutError):
            pass
        heard(False)
        await asyncio.sleep(again)
        again = min(2 * again, _AGAIN_SECONDS[1])
        yield None


async def _pushed(
    url: str, headers: dict[str, str], caller: Caller
) -> AsyncGenerator[str | bytes, None]:
    address = "ws" + url.removeprefix("http") + PATH
    async with connect(
        address,
        additional_headers=headers,
        open_timeout=_OPEN_SECONDS,
        ping_interval=_PING_SECONDS,
        ping_timeout=_PING_SECONDS,
        max_size=2**24,
    ) as socket:
        await socket.send(json.dumps(_registration(caller)))
        async for message in socket:
            yield message


def _registration(caller: Caller) -> dict[str, Any]:
    return {
        "message_id": str(uuid.uuid4()),
        "tenant_id": caller.tenant,
        "created_at": utc_now().isoformat(),
        "schema_version": "1.1",
        "type": {"domain": "subscription", "action": "register"},
        "source_service": ORCHESTRATOR,
        "target_service": SERVICE,
        "payload": {"topics": list(_TOPICS), "filters": {}},
    }
