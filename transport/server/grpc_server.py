"""An agent served over gRPC (A2A 1.0, section 10): the SDK's servicer, with who calls and in what.

One agent a port: gRPC has no paths. The SDK's servicer looks neither at the version nor at tokens,
tells what a failure says, and reads a stream as slowly as its client.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from typing import Any

from a2a.server.context import ServerCallContext
from a2a.server.request_handlers import RequestHandler
from a2a.types import AgentCard, AgentInterface
from a2a.utils.constants import PROTOCOL_VERSION_CURRENT, TransportProtocol
from a2a.utils.errors import A2AError
from google.protobuf.json_format import ParseDict  # type: ignore[import-untyped]

from app.errors import AgentRefused, BadInput
from transport.client.read_ahead import Drains
from transport.protocol.errors import error_response, rest_error
from transport.protocol.operations import Operation
from transport.server.cards import filled_in
from transport.server.dispatch import Answering, ReachedHere, TokenUser, call_context
from transport.server.http_entry import Tokens

_GRACE_SECONDS = 2.0


class GrpcServer:
    """Owns the port and the streams that are being read."""

    def __init__(
        self, handler: RequestHandler, *, host: str, port: int, tokens: Tokens | None = None
    ) -> None:
        """`port` 0 takes a free one.

        Raises `BadInput` when the address cannot be had, `AgentRefused` without the package.
        """
        try:
            import grpc.aio  # type: ignore[import-untyped]
            from a2a.types.a2a_pb2_grpc import add_A2AServiceServicer_to_server
        except ImportError as error:
            raise AgentRefused(
                "gRPC is not installed: install balance-desk[grpc] to serve it.", key="needs_grpc"
            ) from error
        self._drains: Drains[Any] = Drains()
        self._asks = tokens is not None
        gate = [_gate(tokens)] if tokens is not None else []
        self._server = grpc.aio.server(interceptors=gate)
        answering: Any = _Answering(ReachedHere(handler, self._told), self._drains)
        servicer = _servicer(answering, tokens)
        add_A2AServiceServicer_to_server(servicer, self._server)  # type: ignore[no-untyped-call]
        self._host = f"[{host}]" if ":" in host else host
        try:
            self.port = int(self._server.add_insecure_port(f"{self._host}:{port}"))
        except RuntimeError as error:
            raise BadInput(f"Nothing can listen on {host}:{port}: {error}.") from error

    @property
    def address(self) -> str:
        """Where it listens, as `HOST:PORT`."""
        return f"{self._host}:{self.port}"

    @property
    def interface(self) -> AgentInterface:
        """How the agent's card tells of it."""
        return AgentInterface(
            url=self.address,
            protocol_binding=TransportProtocol.GRPC,
            protocol_version=PROTOCOL_VERSION_CURRENT,
        )

    def _told(self, extended: AgentCard) -> AgentCard:
        return filled_in(extended, [self.interface], tokens=self._asks)

    async def start(self) -> None:
        """Begin to take calls."""
        await self._server.start()

    async def aclose(self) -> None:
        """Take no more calls, end the streams, stop; idempotent."""
        await self._drains.aclose()
        await self._server.stop(_GRACE_SECONDS)


class _Answering(Answering):
    """Answers as the other bindings do, and reads its streams as fast as they come."""

    def __init__(self, handler: Any, drains: Drains[Any]) -> None:
        super().__init__(handler)
        self._drains = drains

    async def events(
        self, operation: Operation, params: Any, context: ServerCallContext
    ) -> AsyncGenerator[Any, None]:
        """Yield copies of the events of a stream, however fast its client is."""
        copies = super().events(operation, params, context)
        async with self._drains.reading(copies) as events:
            while (event := await events.next()) is not None:
                yield event


def _servicer(handler: Any, tokens: Tokens | None) -> Any:
    import grpc
    from a2a.server.request_handlers.grpc_handler import GrpcHandler
    from a2a.utils.grpc_status import status_to_grpc
    from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]

    class Servicer(GrpcHandler):
        """Tells errors as the other bindings do: the SDK has other statuses, and no metadata."""

        async def abort_context(self, error: A2AError, context: Any) -> None:
            told = rest_error(error_response(None, error)["error"])[1]["error"]
            number = grpc.StatusCode[told.pop("status")].value[0]
            status = status_to_grpc(ParseDict({**told, "code": number}, Status()))
            await context.abort(status.code, status.details, status.trailing_metadata)

    return Servicer(handler, _contexts(tokens))


def _said(metadata: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in metadata or () if isinstance(value, str)}


def _contexts(tokens: Tokens | None) -> Any:
    from a2a.server.request_handlers.grpc_handler import GrpcServerCallContextBuilder

    class Contexts(GrpcServerCallContextBuilder):
        """Builds the context of a call."""

        def build(self, context: Any) -> ServerCallContext:
            said = _said(context.invocation_metadata())
            name = tokens.user(said.pop("authorization", "")) if tokens is not None else None
            return call_context(said, user=TokenUser(name) if name is not None else None)

    return Contexts()


def _gate(tokens: Tokens) -> Any:
    """Return what lets in only those who have a token."""
    import grpc

    async def refused(request: Any, context: Any) -> None:
        await context.abort(
            grpc.StatusCode.UNAUTHENTICATED, "A bearer token is needed, as the agent's card says."
        )

    async def refused_stream(request: Any, context: Any) -> AsyncIterator[Any]:
        await refused(request, context)
        yield None

    class Gate(grpc.aio.ServerInterceptor):  # type: ignore[misc]
        async def intercept_service(
            self, continuation: Callable[[Any], Awaitable[Any]], details: Any
        ) -> Any:
            handler = await continuation(details)
            said = _said(details.invocation_metadata)
            if handler is None or tokens.user(said.get("authorization", "")) is not None:
                return handler
            if handler.response_streaming:
                return grpc.unary_stream_rpc_method_handler(
                    refused_stream, handler.request_deserializer, handler.response_serializer
                )
            return grpc.unary_unary_rpc_method_handler(
                refused, handler.request_deserializer, handler.response_serializer
            )

    return Gate()
