"""The link to an MCP server, in a task of its own: a server that dies takes nobody with it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from app.errors import AgentError, AgentRefused, AgentUnreachable, BadInput
from app.system.installation import tied

if TYPE_CHECKING:
    from mcp import Client

T = TypeVar("T")

_LONGEST: Final = 200
# The server's own limit comes first, and says so; this one is for what does not keep to it.
_LATER: Final = 1.0

# What a server writes that is no MCP is told once, by us, and not line by line with tracebacks.
logging.getLogger("mcp.client").setLevel(logging.CRITICAL)


class McpLink:
    """Owns the task in which a server's client is entered and left, and the server if it is ours.

    `server` is the address of a Streamable HTTP server, or the command that starts one over
    standard input and output. Every method raises `AgentUnreachable` where nobody answers within
    `seconds`, or not any more, and `AgentRefused` where what is answered cannot be used.
    """

    def __init__(self, name: str, server: str | Sequence[str], *, seconds: float) -> None:
        """Make it; nothing is started yet. Raises `BadInput` where the extra is not installed."""
        try:
            from mcp import Client, StdioServerParameters
        except ImportError:
            raise BadInput(
                "MCP servers need the extra: install balance-desk[mcp].", key="no_mcp"
            ) from None
        target: Any = server
        if not isinstance(server, str):
            command, *arguments = tied(server)
            target = StdioServerParameters(command=command, args=arguments)
        self._name = name
        self._seconds = seconds
        self._client = Client(target, read_timeout_seconds=seconds)
        self._entered = asyncio.Event()
        self._leaving = asyncio.Event()
        self._living: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start the server, or reach it, and agree on the protocol."""
        self._living = asyncio.create_task(self._live(), name=f"MCP server {self._name}")
        entering = asyncio.create_task(self._entered.wait())
        try:
            await asyncio.wait(
                {self._living, entering},
                timeout=self._seconds,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if not self._entered.is_set():
                raise self._ended() if self._living.done() else self._silent()
        except BaseException:
            await self.aclose()
            raise
        finally:
            entering.cancel()

    async def ask(self, asking: "Callable[[Client], Awaitable[T]]") -> T:
        """Return what the server answers; cancelling stops the waiting."""
        if self._living is None or self._living.done():
            raise self._ended()
        work = asyncio.ensure_future(asking(self._client))
        try:
            await asyncio.wait(
                {work, self._living},
                timeout=self._seconds + _LATER,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if work.done():
                return work.result()
            raise self._ended() if self._living.done() else self._silent()
        except AgentError:
            raise
        except Exception as error:
            raise self._told(error) from error
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    async def aclose(self) -> None:
        """Leave the client and end a server that is ours; idempotent."""
        living = self._living
        if living is None:
            return
        self._leaving.set()
        if not self._entered.is_set():
            living.cancel()
        await asyncio.gather(living, return_exceptions=True)

    async def _live(self) -> None:
        async with self._client:
            self._entered.set()
            await self._leaving.wait()

    def _ended(self) -> AgentUnreachable:
        living = self._living
        why = None
        if living is not None and living.done() and not living.cancelled():
            why = living.exception()
        told = self._told(why) if isinstance(why, Exception) else None
        return told if isinstance(told, AgentUnreachable) else self._gone()

    def _told(self, error: Exception) -> AgentError:
        """Return an error of the SDK in our words."""
        from mcp import MCPError
        from mcp.types import CONNECTION_CLOSED, REQUEST_TIMEOUT

        while isinstance(error, ExceptionGroup):
            error = error.exceptions[0]
        if isinstance(error, TimeoutError):
            return self._silent()
        said = one_line(str(error)) or type(error).__name__
        if isinstance(error, MCPError):
            if error.code == REQUEST_TIMEOUT:
                return self._silent()
            if error.code == CONNECTION_CLOSED:
                return self._gone()
            return AgentRefused(
                f"The MCP server {self._name} refused: {said}", key="mcp_refused", server=self._name
            )
        if isinstance(error, ValueError | RuntimeError):
            return AgentRefused(
                f"The MCP server {self._name} gave an answer that cannot be used: {said}",
                key="mcp_unusable",
                server=self._name,
            )
        return AgentUnreachable(
            f"The MCP server {self._name} cannot be reached: {said}",
            key="mcp_unreachable",
            server=self._name,
            said=said,
        )

    def _silent(self) -> AgentUnreachable:
        return AgentUnreachable(
            f"The MCP server {self._name} did not answer within {self._seconds:g} seconds.",
            key="mcp_timeout",
            server=self._name,
            seconds=self._seconds,
        )

    def _gone(self) -> AgentUnreachable:
        return AgentUnreachable(
            f"The MCP server {self._name} has ended.", key="mcp_gone", server=self._name
        )


def one_line(text: str) -> str:
    """Return what a server says of itself as one short line of plain characters."""
    flat = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return flat if len(flat) <= _LONGEST else flat[: _LONGEST - 1] + "…"
