"""The agent runs in this process; its requests and replies still pass as ProtoJSON dicts.

What the desk and the agent hold is therefore never shared, and an agent that works here works
behind any other wire.
"""

from collections.abc import AsyncGenerator
from typing import Any

from a2a.client.client import ClientConfig
from a2a.client.client_factory import ClientFactory
from a2a.server.request_handlers import RequestHandler
from a2a.types import AgentCard

from transport.dispatch import call_context, serve
from transport.rpc import RpcTransport

IN_PROCESS_BINDING = "https://balance-desk.org/a2a/bindings/in-process/v1"


class InProcessTransport(RpcTransport):
    """Calls a request handler; the handler belongs to whoever made it and is not closed here."""

    def __init__(self, handler: RequestHandler) -> None:
        self._handler = handler

    def exchange(
        self, request: dict[str, Any], service_parameters: dict[str, str]
    ) -> AsyncGenerator[dict[str, Any], None]:
        """Serve the request at once."""
        return serve(self._handler, request, call_context(service_parameters))


def register_in_process(factory: ClientFactory, handler: RequestHandler) -> None:
    """Let the SDK's client factory make clients for a handler of this process.

    The factory's config must list `IN_PROCESS_BINDING` among its supported bindings.
    """

    def produce(card: AgentCard, url: str, config: ClientConfig) -> InProcessTransport:
        return InProcessTransport(handler)

    factory.register(IN_PROCESS_BINDING, produce)
