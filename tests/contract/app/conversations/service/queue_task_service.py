"""A service whose tasks are what a test says, over each kind of queue, and what it told of them."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from app.conversations.service.queues.port import Queues
from app.domain.changes import Replayed
from tests.contract.app.conversations.service.queue_makers import empty_url
from tests.contract.app.conversations.service.queue_service import ANA, AskedService, asked_service

TALK: Any = {"conversation_id": "talk", "user_id": "ana", "agent_id": "data"}
HELD = 1.0  # what stands still for longer counts as a delivery

Serve = Callable[..., Any]


@asynccontextmanager
async def serving(request: pytest.FixtureRequest, folder: Path) -> AsyncIterator[Serve]:
    """Opens services that hold requests for a short time only, with the given runners.

    The parameter of the request is one of `MAKERS`.
    """
    url = empty_url(request, request.param)
    async with AsyncExitStack() as stack:

        async def open_it(*, workers: int = 1, **runners: Any) -> AskedService:
            queues: Queues = await stack.enter_async_context(request.param(url, seconds_held=HELD))
            return await stack.enter_async_context(
                asked_service(folder, queues, seconds_held=HELD, runners=runners, workers=workers)
            )

        yield open_it


async def ended(service: AskedService, task_id: str) -> list[str]:
    found = await service.book.changes(ANA, since=None)
    start = type(found.cursor)(found.cursor.epoch, 0)
    told = await service.book.changes(ANA, since=start)
    assert isinstance(told, Replayed)
    return [change.topic for change in told.changes if change.task_id == task_id]
