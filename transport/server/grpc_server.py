"""An agent served over gRPC (A2A 1.0, section 10): the SDK's servicer, with who calls and in what.

One agent a port: gRPC has no paths. The SDK's servicer looks neither at the version nor at tokens,
tells what a failure says, and reads a stream as slowly as its client.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from time import perf_counter
from typing import Any

from a2a.server.context import ServerCallContext
from a2a.server.request_handlers import RequestHandler
from a2a.types import AgentCard, AgentInterface
from a2a.utils.constants import PROTOCOL_VERSION_CURRENT, TransportProtocol
from a2a.utils.errors import A2AError
from google.protobuf.json_format import ParseDict  # type: ignore[import-untyped]

from app.errors import AgentRefused, BadInput
from app.system.json_log import TRACE, trace_given
from transport.client.read_ahead import Drains
from transport.protocol.errors import error_response, rest_error
from transport.protocol.operations import Operation
from transport.server.cards import filled_in
from transport.server.dispatch import Answering, ReachedHere, TokenUser, call_context
from transport.server.http_entry import Tokens

_GRACE_SECONDS = 2.0

Ended = Callable[[str, float], None]
"""Hears of a call its status, by gRPC's name, and the seconds until the first message."""
Note = Callable[[], Ended]
"""Hears that a call begins, and returns what hears how it ended."""


def unnoted() -> Ended:
    """Note nothing."""
    return lambda status, seconds: None


class GrpcServer:
    """Owns the port and the streams that are being read."""

    def __init__(
        self,
        handler: RequestHandler,
        *,
        host: str,
        port: int,
        tokens: Tokens | None = None,
        note: Note = unnoted,
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
        self._server = grpc.aio.server(interceptors=[_entry(tokens, note)])
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


def _refusal(metadata: Any, tokens: Tokens | None) -> tuple[Any, str] | None:
    """Return with which status and words a call is refused, as it would be over HTTP."""
    import grpc

    given = [value for name, value in metadata or () if name.lower() == "authorization"]
    if len(given) > 1:  # what stands before us may have read the other one
        return grpc.StatusCode.INVALID_ARGUMENT, "The metadata authorization stands there twice."
    if tokens is not None and tokens.user("".join(given)) is None:
        words = "A bearer token is needed, as the agent's card says."
        return grpc.StatusCode.UNAUTHENTICATED, words
    return None


def _entry(tokens: Tokens | None, note: Note) -> Any:
    """Return what every call passes before an agent sees it: who it is, its trace, its figures."""
    import grpc

    class Entry(grpc.aio.ServerInterceptor):  # type: ignore[misc]
        async def intercept_service(
            self, continuation: Callable[[Any], Awaitable[Any]], details: Any
        ) -> Any:
            handler = await continuation(details)
            if handler is None:
                return None
            refusal = _refusal(details.invocation_metadata, tokens)
            said = _said(details.invocation_metadata)
            given, parent = said.get("x-trace-id", ""), said.get("traceparent", "")
            # Each call is a task of its own: what is logged in it has this trace.
            TRACE.set(trace_given(given, traceparent=parent))

            async def messages(request: Any, context: Any) -> AsyncGenerator[Any, None]:
                status, begun, first, ended = "CANCELLED", perf_counter(), 0.0, note()
                try:
                    if refusal is not None:
                        await context.abort(*refusal)
                    if handler.response_streaming:
                        async for one in handler.unary_stream(request, context):
                            first = first or perf_counter()
                            yield one
                        status = "OK"
                    else:
                        one = await handler.unary_unary(request, context)
                        status, first = "OK", perf_counter()
                        yield one
                except Exception:
                    code = context.code()  # what it was aborted with, else none of these
                    status = code.name if isinstance(code, grpc.StatusCode) else "UNKNOWN"
                    raise
                finally:
                    ended(status, (first or perf_counter()) - begun)

            async def message(request: Any, context: Any) -> Any:
                async with aclosing(messages(request, context)) as found:
                    return await anext(found)

            forms = handler.request_deserializer, handler.response_serializer
            if handler.response_streaming:
                return grpc.unary_stream_rpc_method_handler(messages, *forms)
            return grpc.unary_unary_rpc_method_handler(message, *forms)

    return Entry()
