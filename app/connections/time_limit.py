"""How long an agent elsewhere is waited for where a person has said it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.errors import AgentUnreachable


@asynccontextmanager
async def time_limit(seconds: float, failed: str) -> AsyncIterator[None]:
    """Raise `AgentUnreachable` when what is done within takes longer; 0 is no limit.

    `failed` are the words for that: who did not do what.
    """
    try:
        async with asyncio.timeout(seconds or None):
            yield
    except TimeoutError as error:
        raise AgentUnreachable(
            f"{failed} within {seconds:g} seconds. To wait longer, give --timeout a larger number."
        ) from error
