"""Agents behind gRPC on a real port, where the extra `grpc` is installed."""

from contextlib import AsyncExitStack
from importlib.util import find_spec

from a2a.types import AgentCard

from agents.hosting.host import AgentHost
from app.ports import AgentLink
from transport.connect import connect
from transport.server.grpc_server import GrpcServer

HERE = find_spec("grpc") is not None

if HERE:
    from grpc.aio import init_grpc_aio  # type: ignore[import-untyped]

    init_grpc_aio()  # its thread is the process's, and no test's to end


async def over_grpc(host: AgentHost, stack: AsyncExitStack) -> AgentLink:
    server = GrpcServer(host.handler, host="127.0.0.1", port=0)
    # The other way round at the end: nobody is told anything any more when the agent closes.
    stack.push_async_callback(host.aclose)
    stack.push_async_callback(server.aclose)
    await server.start()
    card = AgentCard()
    card.CopyFrom(host.card)
    del card.supported_interfaces[:]
    card.supported_interfaces.append(server.interface)
    return await connect(f"http://{server.address}", card=card)
