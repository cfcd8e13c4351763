"""Replies that pydantic-ai cannot parse, told as it tells of all others that cannot be used.

A server may send anything, and what of it a vendor's library trips over is nowhere listed. Only
what comes of a request is looked at: errors of whoever asks are their own.
"""

from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

from pydantic_ai.exceptions import AgentRunError, UnexpectedModelBehavior, UserError
from pydantic_ai.messages import ModelResponse
from pydantic_ai.models.wrapper import WrapperModel

_TOLD: Final = (AgentRunError, UserError, TimeoutError)


class ParsedModel(WrapperModel):
    """Asks another model; whatever its requests raise is one of pydantic-ai's own errors."""

    async def request(self, *asked: Any, **more: Any) -> ModelResponse:
        """Return the reply, or raise one of pydantic-ai's errors, or `TimeoutError`."""
        with _parsing():
            return await self.wrapped.request(*asked, **more)

    @asynccontextmanager
    async def request_stream(self, *asked: Any, **more: Any) -> AsyncGenerator[Any]:
        """Yield the reply as it comes; raises as `request` does."""
        with _parsing():
            async with self.wrapped.request_stream(*asked, **more) as stream:
                yield stream


@contextmanager
def _parsing() -> Iterator[None]:
    try:
        yield
    except _TOLD:
        raise
    except Exception as error:
        raise UnexpectedModelBehavior("a reply that cannot be parsed") from error
