"""The wires of gRPC and Kafka as they are probed: requests and answers as ProtoJSON."""

from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from a2a.client.errors import A2AClientError
from a2a.types import ListTasksResponse
from a2a.utils.constants import PROTOCOL_VERSION_CURRENT, VERSION_HEADER
from google.protobuf.json_format import (  # type: ignore[import-untyped]
    ParseDict,
    ParseError,
)

from app.domain.ids import new_message_id
from transport.client.rpc_transport import RpcTransport
from transport.conformance.envelopes import envelope_departures, rpc_failure, streams
from transport.conformance.failures import Failure
from transport.conformance.json_form import writable
from transport.conformance.rules import finding
from transport.conformance.wires import StreamReader, WireReply
from transport.protocol.json_text import to_json
from transport.protocol.operations import OPERATIONS

if TYPE_CHECKING:
    import grpc.aio  # type: ignore[import-untyped]

_PAGE = {"tasks": [], "nextPageToken": "", "pageSize": 0, "totalSize": 0}


class ExchangeWire:
    """A transport of ours whose exchanges are JSON: Kafka's, for one."""

    http = False
    rpc = True

    def __init__(
        self,
        transport: RpcTransport,
        *,
        binding: str,
        seconds: float,
        parameters: Mapping[str, str],
    ) -> None:
        self._transport = transport
        self._seconds = seconds
        self._parameters = {name.lower(): value for name, value in parameters.items()}
        self.binding = binding

    async def ask(
        self,
        method: str,
        params: Mapping[str, Any],
        *,
        version: str = PROTOCOL_VERSION_CURRENT,
        extensions: str = "",
    ) -> WireReply:
        """See `Wire`."""
        reply = WireReply()
        request = {"jsonrpc": "2.0", "id": new_message_id(), "method": method}
        said = {**self._parameters, VERSION_HEADER: version}
        if extensions:
            said["A2A-Extensions"] = extensions
        responses = self._transport.exchange({**request, "params": dict(params)}, said)
        streaming = streams(method)
        reader = StreamReader(method, reply)
        try:
            results = _results(responses, request["id"], reply, streaming=streaming)
            await reader.read(results, seconds=self._seconds)
        except A2AClientError as error:
            reply.lost = str(error)
            reply.findings.append(finding("answer.expected", method, reply.lost))
            return reply
        silent = any(one.rule == "stream.silent" for one in reply.findings)
        if streaming and silent and not reply.events:
            reply.lost = f"nothing came within {self._seconds:g} seconds"
        if not streaming:
            reply.answer = reply.events[0] if reply.events else None
            reply.findings = [one for one in reply.findings if not one.rule.startswith("stream.")]
            if silent and not reply.events:
                reply.come_too_late(method, self._seconds)
            reply.events = []
        return reply

    async def raw(self, body: bytes) -> WireReply | None:
        """See `Wire`."""
        return None


async def _results(
    responses: Any, request_id: str, reply: WireReply, *, streaming: bool
) -> AsyncIterator[Any]:
    async with aclosing(responses):
        async for response in responses:
            ends = response.get("final")
            if ends is not None:  # what the transport says of itself is no response
                reply.findings += envelope_departures(
                    response, request_id, "an answer", empty=streaming or not ends
                )
            if response.get("error") is not None:
                reply.failure = rpc_failure(response["error"])
            elif "result" in response:
                value, found = writable(response["result"], "an answer")
                reply.findings += found
                yield value


class GrpcWire:
    """gRPC (A2A 1.0, section 10). What it brings has the form of its definition already."""

    binding = "GRPC"
    http = False
    rpc = False

    def __init__(
        self, channel: "grpc.aio.Channel", *, seconds: float, parameters: Mapping[str, str]
    ) -> None:
        from a2a.types.a2a_pb2_grpc import A2AServiceStub

        self._stub = A2AServiceStub(channel)  # type: ignore[no-untyped-call]
        self._seconds = seconds
        self._parameters = {name.lower(): value for name, value in parameters.items()}

    async def ask(
        self,
        method: str,
        params: Mapping[str, Any],
        *,
        version: str = PROTOCOL_VERSION_CURRENT,
        extensions: str = "",
    ) -> WireReply:
        """See `Wire`."""
        import grpc

        reply = WireReply()
        operation = OPERATIONS[method]
        try:
            request = ParseDict(dict(params), operation.request(), ignore_unknown_fields=True)
        except ParseError as error:
            reply.lost = str(error)
            return reply
        metadata = [*self._parameters.items(), (VERSION_HEADER.lower(), version)]
        if extensions:
            metadata.append(("a2a-extensions", extensions))
        limit = None if operation.streaming else self._seconds
        call = getattr(self._stub, method)(request, metadata=metadata, timeout=limit)
        try:
            if operation.streaming:
                reader = StreamReader(method, reply)
                await reader.read(_messages(call), seconds=self._seconds)
            else:
                answer = await call
                told: dict[str, Any] = to_json(answer)
                # What is empty is not sent, and stands for itself.
                reply.answer = {**_PAGE, **told} if isinstance(answer, ListTasksResponse) else told
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.DEADLINE_EXCEEDED:
                reply.come_too_late(method, self._seconds)
            else:
                reply.failure = _failure(error)
        finally:
            if operation.streaming:
                call.cancel()
        return reply

    async def raw(self, body: bytes) -> WireReply | None:
        """See `Wire`."""
        return None


async def _messages(call: Any) -> AsyncIterator[Any]:
    async for one in call:
        yield to_json(one)


def _failure(error: "grpc.aio.AioRpcError") -> Failure:
    from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]

    details: list[Any] = []
    for name, value in error.trailing_metadata() or ():
        if name != "grpc-status-details-bin":
            continue
        for one in status_pb2.Status.FromString(value).details:
            info = error_details_pb2.ErrorInfo()
            if one.Unpack(info):
                details.append(
                    {
                        "@type": one.type_url,
                        "reason": info.reason,
                        "domain": info.domain,
                        "metadata": dict(info.metadata),
                    }
                )
            else:
                details.append({"@type": one.type_url})
    return Failure(grpc=error.code().name, message=error.details() or "", details=details or None)
