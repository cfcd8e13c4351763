"""What is written to a connection in one turn of the event loop is sent together.

An HTTP server writes the head of an answer and then its body. Each sent by itself is a call of the
system, a packet, and a client that is woken twice: of a short request, an eighth of what the server
does.
"""

import asyncio
from typing import Any, Final

_MOST_HELD: Final = 64 * 1024


class CorkedTransport:
    """A transport that holds what is written until the loop's next turn; owns only what it holds.

    Of more than 64 KB nothing is held: the transport below says when its peer reads too slowly.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self.is_closing = transport.is_closing
        self._loop = asyncio.get_running_loop()
        self._held: list[bytes] = []
        self._size = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send it soon, after what was written before."""
        if not self._held:
            self._loop.call_soon(self._send)
        self._held.append(data)
        self._size += len(data)
        if self._size > _MOST_HELD:
            self._send()

    def close(self) -> None:
        """Close the connection once all that was written is sent."""
        self._send()
        self._transport.close()

    def _send(self) -> None:
        held, self._held, self._size = self._held, [], 0
        if held and not self._transport.is_closing():
            self._transport.write(b"".join(held))
