"""The SDK's own server with an agent as its samples have it, over the bindings that are installed.

A process of its own: it prints its address and serves until it is ended.
"""

import asyncio
from importlib.util import find_spec

import uvicorn
from a2a.helpers import new_task_from_user_message, new_text_message
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import (
    create_agent_card_routes,
    create_jsonrpc_routes,
    create_rest_routes,
)
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentSkill, Part
from starlette.applications import Starlette


class HelloWorld(AgentExecutor):
    """A direct message to "wait", a task with an artifact to anything else."""

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        if context.get_user_input() == "wait":
            await event_queue.enqueue_event(new_text_message("Hello, world."))
            return
        assert context.message is not None
        task = context.current_task or new_task_from_user_message(context.message)
        await event_queue.enqueue_event(task)
        updater = TaskUpdater(event_queue, task.id, task.context_id)
        await updater.start_work()
        await updater.add_artifact([Part(text="Hello, world.")], name="greeting")
        await updater.complete()

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        raise NotImplementedError


async def main() -> None:
    skill = AgentSkill(id="hello", name="Hello", description="Greets.", tags=["hello"])
    card = AgentCard(
        name="Hello World",
        description="As in the samples.",
        version="1.0.0",
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=["text"],
        default_output_modes=["text"],
        skills=[skill],
    )
    handler = DefaultRequestHandler(
        agent_executor=HelloWorld(), task_store=InMemoryTaskStore(), agent_card=card
    )
    routes = [
        *create_agent_card_routes(card),
        *create_jsonrpc_routes(handler, "/rpc"),
        *create_rest_routes(handler, path_prefix="/rest"),
    ]
    config = uvicorn.Config(Starlette(routes=routes), port=0, log_level="error")
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0.01)
    base = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    places = {"JSONRPC": f"{base}/rpc", "HTTP+JSON": f"{base}/rest"}
    if find_spec("grpc") is not None:
        import grpc.aio  # type: ignore[import-untyped]
        from a2a.server.request_handlers.grpc_handler import GrpcHandler
        from a2a.types.a2a_pb2_grpc import add_A2AServiceServicer_to_server

        calls = grpc.aio.server()
        add_A2AServiceServicer_to_server(GrpcHandler(handler), calls)  # type: ignore[no-untyped-call]
        places["GRPC"] = f"127.0.0.1:{calls.add_insecure_port('127.0.0.1:0')}"
        await calls.start()
    for binding, url in places.items():
        card.supported_interfaces.add(url=url, protocol_binding=binding, protocol_version="1.0")
    print(base, flush=True)
    await serving


if __name__ == "__main__":
    asyncio.run(main())
