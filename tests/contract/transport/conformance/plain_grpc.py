"""The agent of the tests over gRPC: the SDK's definitions, and none of its server."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from a2a.types import a2a_pb2
from google.protobuf.json_format import (  # type: ignore[import-untyped]
    MessageToDict,
    ParseDict,
)
from google.protobuf.message_factory import GetMessageClass  # type: ignore[import-untyped]

from tests.contract.transport.conformance.plain_agent import PlainAgent, Refused


@asynccontextmanager
async def listening_grpc(agent: PlainAgent) -> AsyncIterator[str]:
    """Serve an agent; yield host and port."""
    import grpc.aio  # type: ignore[import-untyped]

    service = a2a_pb2.DESCRIPTOR.services_by_name["A2AService"]
    handlers = {}
    for one in service.methods:
        make = {
            False: grpc.unary_unary_rpc_method_handler,
            True: grpc.unary_stream_rpc_method_handler,
        }
        handlers[one.name] = make[one.server_streaming](
            _behaviour(agent, one),
            request_deserializer=GetMessageClass(one.input_type).FromString,
            response_serializer=lambda told: told.SerializeToString(),
        )
    server = grpc.aio.server()
    server.add_generic_rpc_handlers(
        [grpc.method_handlers_generic_handler(service.full_name, handlers)]
    )
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(None)


def _behaviour(agent: PlainAgent, method: Any) -> Callable[..., Any]:
    answer = GetMessageClass(method.output_type)

    async def told(request: Any, context: Any) -> Any:
        headers = dict(context.invocation_metadata())
        try:
            return agent.told(method.name, MessageToDict(request), headers)
        except Refused as refused:
            await _abort(context, agent.error(refused.reason, rpc=False))

    async def one(request: Any, context: Any) -> Any:
        return ParseDict((await told(request, context))[0], answer())

    async def many(request: Any, context: Any) -> AsyncIterator[Any]:
        for event in (await told(request, context))[1]:
            yield ParseDict(event, answer())

    return many if method.server_streaming else one


async def _abort(context: Any, error: Any) -> None:
    from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]
    from grpc import StatusCode

    code = StatusCode[error["status"]]
    said = error.get("said", code.value[0])  # in the details, where it is said again
    status = status_pb2.Status(code=said, message=error["message"])
    for detail in error["details"]:
        info = error_details_pb2.ErrorInfo(reason=detail["reason"], domain=detail["domain"])
        status.details.add().Pack(info)
    context.set_trailing_metadata([("grpc-status-details-bin", status.SerializeToString())])
    await context.abort(code, error["message"])
