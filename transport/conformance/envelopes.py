"""What surrounds an answer: JSON-RPC's envelope, and the status and media type of HTTP.

The wires of a check and the frames of a link are held to it alike.
"""

from http import HTTPStatus
from typing import Any

from app.domain.conformance import Finding
from transport.conformance.failures import Failure
from transport.conformance.rules import finding
from transport.protocol.operations import OPERATIONS
from transport.protocol.sse import MEDIA_TYPE


def streams(method: str) -> bool:
    """Return whether an operation is answered by a stream."""
    return method in OPERATIONS and OPERATIONS[method].streaming


def essence(content_type: str) -> str:
    """Return a media type without its parameters."""
    return content_type.partition(";")[0].strip().lower()


def envelope_departures(
    value: Any, request_id: Any, where: str, *, empty: bool = False
) -> list[Finding]:
    """Return what is wrong with a response of JSON-RPC; one may be `empty` that only ends a stream.

    An ellipsis stands for a request whose id could not be read.
    """
    if not isinstance(value, dict):
        return [finding("rpc.envelope", where, value)]
    found = []
    there = ("result" in value) + ("error" in value)
    if value.get("jsonrpc") != "2.0" or there > 1 or (not there and not empty):
        found.append(finding("rpc.envelope", where, value))
    told = value.get("id")
    if request_id is not ... and (told != request_id or isinstance(told, bool)):
        found.append(finding("rpc.id", where, told))
    return found


def http_departures(
    method: str, status: int, content_type: str | None, *, rpc: bool, refused: bool
) -> list[Finding]:
    """Return what is wrong with the head of a response; no `content_type` stands for no content."""
    found = []
    kind = essence(content_type or "")
    events = streams(method) and not refused
    is_json = kind == "application/json" or kind.endswith("+json")
    if content_type is not None and not is_json and not (streams(method) and kind == MEDIA_TYPE):
        found.append(finding("http.media_type", method, content_type or "no content type"))
    if events and kind != MEDIA_TYPE:
        found.append(finding("stream.media_type", method, content_type))
    if rpc and status != HTTPStatus.OK:
        found.append(finding("http.rpc_status", method, status))
    return found


def rpc_failure(error: Any) -> Failure:
    """Return the error of a JSON-RPC response."""
    told = error if isinstance(error, dict) else {"message": error}
    return Failure(code=told.get("code"), message=told.get("message"), details=told.get("data"))


def rest_failure(status: int, value: Any) -> Failure:
    """Return the error that is the body of an HTTP+JSON response."""
    told = value.get("error") if isinstance(value, dict) else None
    if not isinstance(told, dict):
        return Failure(status=status, message=None)
    return Failure(
        code=told.get("code"),
        status=status,
        grpc=str(told.get("status") or ""),
        message=told.get("message"),
        details=told.get("details"),
    )
