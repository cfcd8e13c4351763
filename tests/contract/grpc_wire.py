"""Agents behind gRPC on a real port, where the extra `grpc` is installed."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from importlib.util import find_spec
from typing import Any

from a2a.server.request_handlers import RequestHandler
from a2a.types import AgentCard
from a2a.utils.constants import TransportProtocol

from agents.hosting.host import AgentHost
from app.ports import AgentLink
from transport.client.read_ahead import Drains
from transport.connect import connect

HERE = find_spec("grpc") is not None

if HERE:
    from grpc.aio import init_grpc_aio  # type: ignore[import-untyped]

    init_grpc_aio()  # its thread is the process's, and no test's to end


class _ReadAhead:
    """Passes calls on to a handler; the SDK's own server reads streams as slowly as its client."""

    def __init__(self, handler: RequestHandler, drains: Drains[Any]) -> None:
        self._handler = handler
        self._drains = drains

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._handler, name)
        if name not in ("on_message_send_stream", "on_subscribe_to_task"):
            return found
        return lambda params, context: self._drained(found(params, context))

    async def _drained(self, stream: AsyncIterator[Any]) -> AsyncIterator[Any]:
        async with self._drains.reading(stream) as events:
            while (event := await events.next()) is not None:
                yield event


async def over_grpc(host: AgentHost, stack: AsyncExitStack) -> AgentLink:
    import grpc.aio  # type: ignore[import-untyped]
    from a2a.server.request_handlers.grpc_handler import GrpcHandler
    from a2a.types.a2a_pb2_grpc import add_A2AServiceServicer_to_server

    server = grpc.aio.server()
    drains: Drains[Any] = Drains()
    # The other way round at the end: nobody is told anything any more when the agent closes.
    stack.push_async_callback(host.aclose)
    stack.push_async_callback(drains.aclose)
    add_A2AServiceServicer_to_server(GrpcHandler(_ReadAhead(host.handler, drains)), server)  # type: ignore[arg-type]
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    stack.push_async_callback(server.stop, None)
    card = AgentCard()
    card.CopyFrom(host.card)
    del card.supported_interfaces[:]
    card.supported_interfaces.add(
        url=f"127.0.0.1:{port}",
        protocol_binding=TransportProtocol.GRPC,
        protocol_version="1.0",
    )
    return await connect(f"http://127.0.0.1:{port}", card=card)
