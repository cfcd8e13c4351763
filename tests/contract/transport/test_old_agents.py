"""Agents of A2A 0.3, as the SDK serves them, are spoken with as others are."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from a2a.helpers import new_task_from_user_message
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import InMemoryTaskStore
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route

from app.domain.tasks import TaskState
from app.errors import AgentError, TaskUnknown
from app.ports import AgentLink
from tests.contract.transport.executors import ScriptedExecutor, Turn, card
from tests.contract.transport.http_agents import listening
from tests.contract.transport.serving import collect, say, shape, task_id_of
from transport.connect import connect

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]


LEFT_BEHIND = ("_shutdown_watcher", "_dispatch_loop", "async_wrapper")


class NoHistory:
    """What an agent that is not served by a host knows of its earlier tasks."""

    async def tasks(self, context_id: str) -> list[Any]:
        return []

    async def get(self, task_id: str) -> None:
        return None

    async def settle(self, task_id: str, **said: Any) -> bool:
        return False


async def answers(turn: Turn) -> None:
    if turn.context.current_task is None:
        await turn.queue.enqueue_event(new_task_from_user_message(turn.context.message))
    await turn.updater.start_work()
    match turn.text:
        case "ask":
            await turn.ask("Which?")
        case "wait":
            await asyncio.Event().wait()
        case _:
            await turn.say("one ")
            await turn.say("two", append=True)
            await turn.updater.complete(turn.words("Done."))


class Canceling(ScriptedExecutor):
    async def cancel(self, context: Any, event_queue: Any) -> None:
        await self.turn(context, event_queue).updater.cancel()


@asynccontextmanager
async def old_agent(transport: str) -> AsyncIterator[AgentLink]:
    made = card()
    made.supported_interfaces.add(
        url="http://here", protocol_binding=transport, protocol_version="0.3"
    )
    handler = DefaultRequestHandler(Canceling(answers, NoHistory()), InMemoryTaskStore(), made)
    told: dict[str, Any] = {
        "name": "Old",
        "description": "An agent of A2A 0.3.",
        "version": "1",
        "protocolVersion": "0.3.0",
        "preferredTransport": transport,
        "capabilities": {"streaming": True},
        "defaultInputModes": ["text/plain"],
        "defaultOutputModes": ["text/plain"],
        "skills": [{"id": "s", "name": "Say", "description": "Says.", "tags": []}],
    }

    async def tell(request: Request) -> JSONResponse:
        return JSONResponse(told)

    routes: list[BaseRoute] = [Route("/.well-known/agent-card.json", tell)]
    routes += create_jsonrpc_routes(handler, "/rpc", enable_v0_3_compat=True)
    routes += create_rest_routes(handler, path_prefix="/rest", enable_v0_3_compat=True)
    async with listening(Starlette(routes=routes)) as base:
        told["url"] = base + {"JSONRPC": "/rpc", "HTTP+JSON": "/rest"}[transport]
        link = await connect(base)
        yield link
        await link.aclose()
        await handler.aclose()
    # What the SDK's own server leaves behind.
    left = {
        task
        for task in asyncio.all_tasks()
        if getattr(task.get_coro(), "__qualname__", "").endswith(LEFT_BEHIND)
    }
    for task in left:
        task.cancel()
    if left:
        await asyncio.wait(left)


@pytest.fixture(params=["JSONRPC", "HTTP+JSON"])
async def link(request: pytest.FixtureRequest) -> AsyncIterator[AgentLink]:
    async with old_agent(request.param) as found:
        assert [one.binding for one in found.card.interfaces] == [request.param]
        assert found.card.interfaces[0].version.startswith("0.3")
        yield found


async def test_an_answer_is_streamed(link: AgentLink) -> None:
    events = await collect(link.send(say("hello", context="")))
    assert shape(events) == ["task submitted", "working", "=one ", "+two", "completed"]
    task = await link.get(task_id_of(events))
    assert task.state is TaskState.COMPLETED
    assert [part.text for part in task.artifacts[0].parts if part.kind == "text"] == ["one ", "two"]
    assert task.status is not None
    assert task.status.text == "Done."


async def test_a_question_is_answered_in_its_task(link: AgentLink) -> None:
    asked = await collect(link.send(say("ask", context="")))
    assert shape(asked)[-1] == "input_required"
    context = (await link.get(task_id_of(asked))).context_id
    answered = await collect(link.send(say("red", context=context, task=task_id_of(asked))))
    assert shape(answered)[-1] == "completed"


async def test_work_is_stopped(link: AgentLink) -> None:
    events = []
    async for event in link.send(say("wait", context="")):
        events.append(event)
        if shape(events)[-1] == "working":
            assert (await link.cancel(task_id_of(events))).state is TaskState.CANCELED
    assert shape(events)[-1] == "canceled"
    assert (await link.cancel(task_id_of(events))).state is TaskState.CANCELED


async def test_what_it_does_not_have_is_no_error(link: AgentLink) -> None:
    assert await link.tasks("c") == []
    with pytest.raises(TaskUnknown):
        await link.get("nothing")
    done = await collect(link.send(say("hello", context="")))
    with pytest.raises(AgentError):
        await collect(link.send(say("more", context="", task=task_id_of(done))))
