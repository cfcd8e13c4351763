"""A service over HTTP that answers by the first part of a path what it says, and notes when."""

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

ANSWERS = {
    "well": "200 OK",
    "unavailable": "503 Service Unavailable",
    "broken": "500 Internal Server Error",
    "gateway": "504 Gateway Timeout",
    "unknown": "404 Not Found",
    "wrong": "422 Unprocessable Entity",
    "not-yours": "403 Forbidden",
    "too-many": "429 Too Many Requests",
}
RETRY_AFTER = 2
"""What `too-many` asks for, in seconds."""


class Failing:
    """Answers `/KIND/…` by `ANSWERS`, after `seconds`; it hangs up on `/reset/…` without a word."""

    def __init__(self) -> None:
        self.asked: defaultdict[str, list[float]] = defaultdict(list)
        self.url = ""
        self.seconds = 0.0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer what comes over one connection, to its end."""
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                path = head.split(b" ")[1].decode()
                self.asked[path].append(asyncio.get_running_loop().time())
                kind = path.split("/")[1]
                if kind == "reset":
                    writer.transport.abort()
                    return
                await asyncio.sleep(self.seconds)
                writer.write(_answer(kind))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


def _answer(kind: str) -> bytes:
    if kind == "well":
        said, content = {"data": {}}, "application/json"
    else:
        name = "ConversationNotFound" if kind == "unknown" else ""
        said, content = {"error": name, "detail": "no"}, "application/problem+json"
    body = json.dumps(said).encode()
    more = f"Retry-After: {RETRY_AFTER}\r\n" if kind == "too-many" else ""
    head = f"HTTP/1.1 {ANSWERS[kind]}\r\nContent-Type: {content}\r\n"
    return f"{head}{more}Content-Length: {len(body)}\r\n\r\n".encode() + body


@asynccontextmanager
async def failing_service() -> AsyncIterator[Failing]:
    """Serve on a port of its own."""
    service = Failing()
    server = await asyncio.start_server(service.answer, "127.0.0.1", 0)
    service.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield service
    finally:
        server.close()
        await server.wait_closed()
