"""A2A's errors as the wire tells them: `google.rpc` details, JSON-RPC error objects, HTTP+JSON.

The tables are those of A2A 1.0, section 5.4; details are `google.rpc.ErrorInfo` objects.
"""

from collections.abc import Mapping
from typing import Any

from a2a.server.request_handlers.response_helpers import build_error_response
from a2a.utils.error_handlers import build_error_details
from a2a.utils.errors import (
    A2A_ERROR_MAPPING,
    JSON_RPC_ERROR_CODE_MAP,
    A2AError,
    ContentTypeNotSupportedError,
    InternalError,
    InvalidAgentResponseError,
    JSONParseError,
    PushNotificationNotSupportedError,
    TaskNotCancelableError,
    UnsupportedOperationError,
    VersionNotSupportedError,
)

# As A2A 1.0.0 has it, section 5.4; 1.0.1, and the SDK with it, have 400 and FAILED_PRECONDITION.
# Clients of both go by the reason.
_HTTP_CODES: Mapping[type[A2AError], int] = {
    TaskNotCancelableError: 409,
    ContentTypeNotSupportedError: 415,
    InvalidAgentResponseError: 502,
}
_UNIMPLEMENTED = (
    PushNotificationNotSupportedError,
    UnsupportedOperationError,
    VersionNotSupportedError,
)
STATUSES = {
    kind: row._replace(
        http_code=_HTTP_CODES.get(kind, row.http_code),
        grpc_status="UNIMPLEMENTED" if kind in _UNIMPLEMENTED else row.grpc_status,
    )
    for kind, row in A2A_ERROR_MAPPING.items()
}


def error_response(request_id: str | int | None, error: A2AError) -> dict[str, Any]:
    """Return the JSON-RPC response for an error.

    The metadata of a `google.rpc.ErrorInfo` are texts: a client that reads it as that message
    takes nothing else. The SDK repeats there the list of bad fields that `BadRequest` holds.
    """
    response: dict[str, Any] = build_error_response(request_id, error)
    for detail in response["error"].get("data") or ():
        metadata = detail.get("metadata")
        if metadata:
            detail["metadata"] = {
                name: value for name, value in metadata.items() if isinstance(value, str)
            }
    return response


_KINDS = {code: kind for kind, code in JSON_RPC_ERROR_CODE_MAP.items()}
_INTERNAL = JSON_RPC_ERROR_CODE_MAP[InternalError]
_DOMAIN = "a2a-protocol.org"
_STATUS_NAMES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    405: "UNIMPLEMENTED",
    413: "INVALID_ARGUMENT",
    415: "INVALID_ARGUMENT",
    421: "INVALID_ARGUMENT",
    503: "UNAVAILABLE",
}


def rest_error(rpc_error: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
    """Return the HTTP status and the body that stand for a JSON-RPC error object."""
    kind = _KINDS.get(rpc_error.get("code", 0), InternalError)
    if kind is JSONParseError:
        status, name = 400, "INVALID_ARGUMENT"
    else:
        status, name, _ = STATUSES[kind]
    return status, {
        "error": {
            "code": status,
            "status": name,
            "message": str(rpc_error.get("message", "")),
            "details": rpc_error.get("data") or [],
        }
    }


def plain_error(status: int, message: str, *, reason: str) -> dict[str, Any]:
    """Return the body of an error that is HTTP's own, in the shape of the HTTP+JSON binding."""
    return {
        "error": {
            "code": status,
            "status": _STATUS_NAMES.get(status, "UNKNOWN"),
            "message": message,
            "details": [
                {
                    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                    "reason": reason,
                    "domain": _DOMAIN,
                }
            ],
        }
    }


def rpc_error(request_id: str | int | None, error: A2AError) -> dict[str, Any]:
    """Return the JSON-RPC response for an error."""
    details = build_error_details(error)
    if isinstance(error, JSONParseError):
        details[0]["reason"] = "PARSE_ERROR"  # the SDK has no reason for it
    told = {
        "code": JSON_RPC_ERROR_CODE_MAP.get(type(error), _INTERNAL),
        "message": str(error),
        "data": details,
    }
    return {"jsonrpc": "2.0", "id": request_id, "error": told}


def wrong_content_type(content_type: str) -> ContentTypeNotSupportedError:
    """Return the error for a body that is no JSON."""
    return ContentTypeNotSupportedError(
        f"The content type {content_type!r} is not taken here: send application/json."
    )
